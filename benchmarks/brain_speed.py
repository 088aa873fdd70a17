"""How fast a whole brain is: an idle day, storing through the actors, starting up."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from measure import print_table, seconds_per_call

from actors import BrainSystem
from brain import BrainConfig

SMALL, LARGE, BATCH, WINDOWS = 500, 5_000, 250, 10


def idle_day() -> float:
    with BrainSystem.start() as brain:
        began = time.perf_counter()
        brain.advance(hours=24)
        return time.perf_counter() - began


def stores_per_second() -> tuple[float, float]:
    """Return the rate around `SMALL` and around `LARGE` episodes."""
    config = BrainConfig().with_settings({"episodic.max_episodes": 1_000_000})
    rates = []
    with BrainSystem.start(config=config) as brain:
        stored = 0

        def store(count: int) -> float:
            nonlocal stored
            began = time.perf_counter()
            for _ in range(count):
                stored += 1
                brain.perceive(
                    f"запись номер {stored} о погоде и природе, слово{stored % 97} word{stored % 89}",
                    source_ref="user_input", session_id=f"s{stored // 50}",
                )  # fmt: skip
            return count / (time.perf_counter() - began)

        for size in (SMALL, LARGE):
            store(size - BATCH - stored)
            # The median of short stretches: one that seals a segment, or meets a busy machine, does not decide.
            rates.append(statistics.median(store(2 * BATCH // WINDOWS) for _ in range(WINDOWS)))
    return rates[0], rates[1]


def process_seconds(*command: str) -> float:
    return seconds_per_call(lambda: subprocess.run(command, check=True, capture_output=True), 1, 7)


def main() -> None:
    small, large = stores_per_second()
    python, command = sys.executable, str(Path(sys.executable).with_name("brain"))
    bare = process_seconds(python, "-c", "")
    rows = [
        ("idle day with all timers, s", f"{idle_day():.2f}", "< 1"),
        (f"perceive at {SMALL} episodes, a second", f"{small:,.0f}", ""),
        (f"perceive at {LARGE} episodes, a second", f"{large:,.0f}", ">= 1,000"),
        (f"cost at {LARGE} over cost at {SMALL}", f"{small / large:.2f}", "<= 1.2"),
        ("python -c '', s", f"{bare:.3f}", ""),
        ("import brain, s", f"{process_seconds(python, '-c', 'import brain'):.3f}", "< 0.2"),
        ("brain --help, s", f"{process_seconds(command, '--help'):.3f}", "< 0.4"),
    ]
    print_table("a whole brain, deterministic runtime, tracing off", ("", "measured", "goal"), rows)


if __name__ == "__main__":
    main()
