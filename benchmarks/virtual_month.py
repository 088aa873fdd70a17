"""Thirty virtual days with 1,000 percepts and all timers, beside the same month on the plain structures."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from measure import print_table

from brain import VirtualClock
from brain.memory import MemoryManager
from brain.percept import EncodedPercept, FusedPercept
from brain.pressure import FixedPressure
from simulations.runner import RunResult, run_scenario
from simulations.scenario import Generate, Scenario
from simulations.scenario.stimuli import Stimuli

DAYS, PERCEPTS, DAY, TICK = 30, 1_000, 86_400.0, 30.0
GOAL = 20.0
SPACING = DAYS * DAY / PERCEPTS


def month() -> Scenario:
    """Half of what is perceived are sentences, half facts, in two languages, evenly over the month."""
    template = FusedPercept(
        inputs=[EncodedPercept(text="", source="docs/diary.pdf")], metadata={"importance": 0.6}, session_id="month"
    )
    halves = (("sentences", "ru"), ("facts", "en"))
    steps = [Generate(kind, kind, PERCEPTS // 2, language, SPACING, "", template) for kind, language in halves]
    return Scenario("month", steps=tuple(steps))


def lived(out: Path | None = None) -> tuple[float, RunResult]:
    """Return how many seconds the month took, and its record."""
    began = time.perf_counter()
    result = run_scenario(month(), out=out)
    return time.perf_counter() - began, result


def plain_month() -> float:
    """Return how many seconds the same month takes without actors, messages and traces."""
    clock, stimuli = VirtualClock(), Stimuli(0)
    texts = [s.text for s in (*stimuli.make("sentences", PERCEPTS // 2, "ru"), *stimuli.make("facts", PERCEPTS // 2))]
    with tempfile.TemporaryDirectory() as place:
        memory = MemoryManager(data_dir=place, auto_consolidate=False, clock=clock, pressure=FixedPressure())
        began = time.perf_counter()
        with memory:
            for text in texts:
                memory.store(text, importance=0.6, source_ref="docs/diary.pdf", session_id="month")
                for _ in range(int(SPACING // TICK)):
                    clock.advance(TICK)
                    memory.consolidation.tick()
        return time.perf_counter() - began


def main() -> None:
    floor = plain_month()
    bare, result = lived()
    with tempfile.TemporaryDirectory() as place:
        kept, _ = lived(Path(place) / "run")
    events = result.consolidations + result.decays + result.saves
    rows = [
        ("the same on the plain structures, s", f"{floor:.1f}", "floor"),
        ("with actors, s", f"{bare:.1f}", f"< {GOAL:.0f}"),
        ("  times the floor", f"{bare / floor:.1f}", ""),
        ("  a timer, us", f"{bare / events * 1e6:.0f}", ""),
        ("with actors, a trace and timings on disk, s", f"{kept:.1f}", ""),
        ("  times the floor", f"{kept / floor:.1f}", ""),
    ]
    print_table(f"{DAYS} days, {result.percepts} percepts, {events} timers", ("", "measured", "goal"), rows)


if __name__ == "__main__":
    main()
