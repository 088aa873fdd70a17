from __future__ import annotations

import json
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actors.deterministic import DeterministicRuntime
from actors.errors import DeadlockError, StepLimitError, WrongThreadError
from actors.message import Message
from actors.runtime import Address, Runtime
from actors.structure import Structure, handles
from actors.trace import Tracer
from brain.clock import VirtualClock
from brain.errors import InvalidInputError
from tests.actors.conftest import Add, Adder, Break, Sum


@dataclass(frozen=True, slots=True)
class Ping(Message[str]):
    pass


class Node(Structure):
    """Notes that it was asked, and asks the next."""

    def __init__(self, runtime: Runtime, name: str, seen: list[str], targets: dict[str, list[Address]]) -> None:
        super().__init__(runtime, name, object)
        self._seen = seen
        self._targets = targets

    @handles(Ping)
    def _ping(self, _: Ping) -> str:
        self._seen.append(self.name)
        for target in self._targets.get(self.name, []):
            self.runtime.ask(target, Ping())
        return self.name


def network(runtime: Runtime, edges: dict[str, list[str]], names: str = "abcd") -> tuple[dict[str, Address], list[str]]:
    seen: list[str] = []
    targets: dict[str, list[Address]] = {}
    made = {name: runtime.start(Node, seen, targets, name=name) for name in names}
    targets.update({name: [made[other] for other in others] for name, others in edges.items()})
    return made, seen


def order(seed: int) -> list[str]:
    with DeterministicRuntime(seed) as runtime:
        made, seen = network(runtime, {}, "abcdefgh")
        for address in made.values():
            runtime.tell(address, Ping())
        runtime.run_until_idle()
    return seen


def test_the_seed_decides_the_order() -> None:
    assert order(1) == order(1)
    assert len({tuple(order(seed)) for seed in range(10)}) > 5
    assert sorted(order(1)) == list("abcdefgh")


@pytest.mark.parametrize(
    ("edges", "cycle"),
    [
        ({"a": ["b"], "b": ["a"]}, "a -> b -> a"),
        ({"a": ["a"]}, "a -> a"),
        ({"a": ["b"], "b": ["c"], "c": ["d"], "d": ["b"]}, "b -> c -> d -> b"),
    ],
)
def test_a_deadlock_names_its_cycle(edges: dict[str, list[str]], cycle: str) -> None:
    with DeterministicRuntime() as runtime:
        made, _ = network(runtime, edges)
        with pytest.raises(DeadlockError, match=f": {cycle}$"):
            runtime.ask(made["a"], Ping())
        assert {each.state for each in runtime.health.values()} == {"running"}
        runtime.run_until_idle()  # the question that closed the cycle is not asked again


@given(
    seed=st.integers(0, 2**32),
    edges=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(lambda pair: pair[0] < pair[1])),
    told=st.lists(st.sampled_from("abcd"), max_size=8),
    asked=st.sampled_from("abcd"),
)
@settings(max_examples=150, deadline=None)
def test_questions_without_a_cycle_never_deadlock(
    seed: int, edges: set[tuple[int, int]], told: list[str], asked: str
) -> None:
    graph: dict[str, list[str]] = {}
    for low, high in sorted(edges):
        graph.setdefault("abcd"[low], []).append("abcd"[high])
    failures: list[str] = []
    with DeterministicRuntime(seed) as runtime:
        runtime.tracer.subscribe(lambda record: failures.append(record.outcome) if record.outcome != "ok" else None)
        made, _ = network(runtime, graph)
        for name in told:
            runtime.tell(made[name], Ping())
        assert runtime.ask(made[asked], Ping()) == asked
    assert failures == []


def test_a_future_that_nobody_resolves_is_no_hang() -> None:
    with DeterministicRuntime() as runtime:
        ref = runtime.start(Adder, Sum, name="adder").ref
        with pytest.raises(DeadlockError, match="a future that nobody resolves"):
            ref.actor_class._create_future().get()


class Chatter(Structure):
    def __init__(self, runtime: Runtime, name: str, others: list[Address]) -> None:
        super().__init__(runtime, name, object)
        self._others = others

    @handles(Ping)
    def _ping(self, _: Ping) -> str:
        for other in self._others:
            self.runtime.tell(other, Ping())
        return self.name


def test_endless_chatter_meets_the_step_limit() -> None:
    with DeterministicRuntime(max_steps=100) as runtime:
        others: list[Address] = []
        others.append(runtime.start(Chatter, others, name="chatter"))
        quiet = runtime.start(Adder, Sum, name="quiet")
        runtime.tell(others[0], Ping())
        with pytest.raises(StepLimitError, match=r"more than 100 messages; busiest: chatter \(101\)"):
            runtime.run_until_idle()
        others.clear()
        runtime.run_until_idle()
        assert runtime.ask(quiet, Add(1)) == 1


def test_an_ask_from_outside_leaves_nothing_waiting() -> None:
    organ = Sum()
    with DeterministicRuntime() as runtime:
        one = runtime.start(Adder, lambda: organ, name="one")
        two = runtime.start(Adder, Sum, name="two")
        for n in range(9):
            runtime.tell(one, Add(n))
        runtime.ask(two, Add(1))
        assert organ.amounts == list(range(9))


def test_another_thread_is_refused() -> None:
    errors: list[BaseException] = []
    with DeterministicRuntime() as runtime:
        adder = runtime.start(Adder, Sum, name="adder")

        def ask() -> None:
            try:
                runtime.ask(adder, Add(1))
            except WrongThreadError as error:
                errors.append(error)

        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
        assert runtime.ask(adder, Add(1)) == 1
    assert "runs on the thread that made it" in str(errors[0])


def test_ctrl_c_in_a_handler_reaches_the_caller_and_spares_the_actors() -> None:
    def interrupt() -> Any:
        if not organ.amounts:
            organ.amounts.append(1)
            raise KeyboardInterrupt
        return "again"

    organ = Sum()
    with DeterministicRuntime() as runtime:
        adder = runtime.start(Adder, lambda: organ, name="adder")
        organ.add = lambda amount: interrupt()  # type: ignore[method-assign, assignment, misc]
        top = runtime.start(Asking, adder, name="top")
        with pytest.raises(KeyboardInterrupt):
            runtime.ask(top, Ping())
        assert runtime.ask(top, Ping()) == "again"


class Asking(Structure):
    def __init__(self, runtime: Runtime, name: str, below: Address) -> None:
        super().__init__(runtime, name, object)
        self._below = below

    @handles(Ping)
    def _ping(self, _: Ping) -> Any:
        return self.runtime.ask(self._below, Add(1))


class Impatient(Structure):
    """Sends itself something before it has begun."""

    def __init__(self, runtime: Runtime, name: str, other: Address, seen: list[str]) -> None:
        super().__init__(runtime, name, object)
        self._other, self._seen = other, seen

    def begin(self) -> None:
        self.actor_ref.tell(Ping())
        self.runtime.ask(self._other, Add(1))
        self._seen.append("begun")

    @handles(Ping)
    def _ping(self, _: Ping) -> str:
        self._seen.append("pinged")
        return ""


def test_nothing_is_handled_before_the_actor_has_begun() -> None:
    seen: list[str] = []
    with DeterministicRuntime() as runtime:
        adder = runtime.start(Adder, Sum, name="adder")
        runtime.start(Impatient, adder, seen, name="impatient")
        runtime.run_until_idle()
    assert seen == ["begun", "pinged"]


def test_time_cannot_be_moved_from_within_a_handler() -> None:
    with DeterministicRuntime() as runtime:
        organ = Sum()

        def add(amount: int) -> None:
            runtime.advance(amount)

        organ.add = add  # type: ignore[method-assign, assignment]
        adder = runtime.start(Adder, lambda: organ, name="adder")
        with pytest.raises(WrongThreadError, match="from outside"):
            runtime.ask(adder, Add(1))


class Ticker(Structure):
    def __init__(self, runtime: Runtime, name: str, ticks: list[tuple[str, float]]) -> None:
        super().__init__(runtime, name, object)
        self._ticks = ticks

    @handles(Ping)
    def _ping(self, _: Ping) -> str:
        self._ticks.append((self.name, self.runtime.clock.now()))
        return ""


def test_timers_do_not_drift_over_a_day() -> None:
    start, ticks = VirtualClock.DEFAULT_START, []
    with DeterministicRuntime() as runtime:
        ticker = runtime.start(Ticker, ticks, name="t")
        runtime.schedule(ticker, Ping(), after=0.7, every=0.7)
        runtime.advance(86_400)
        assert runtime.clock.now() == start + 86_400
    assert len(ticks) == int(86_400 / 0.7)
    assert max(abs(at - (start + 0.7 * n)) for n, (_, at) in enumerate(ticks, 1)) < 1e-6


def test_timers_go_off_in_order_and_ties_as_scheduled() -> None:
    ticks: list[tuple[str, float]] = []
    with DeterministicRuntime(3) as runtime:
        begin = runtime.clock.now()
        made = {name: runtime.start(Ticker, ticks, name=name) for name in "abc"}
        runtime.schedule(made["c"], Ping(), after=2)
        runtime.schedule(made["b"], Ping(), after=1, every=1)
        cancelled = runtime.schedule(made["a"], Ping(), after=1)
        runtime.schedule(made["a"], Ping(), after=2)
        cancelled.cancel()
        runtime.advance(2)
        assert [(name, at - begin) for name, at in ticks] == [("b", 1), ("c", 2), ("b", 2), ("a", 2)]
        runtime.advance(0.5)
        assert runtime.clock.now() == begin + 2.5


def test_a_night_asleep_leaves_rounds_out() -> None:
    ticks: list[tuple[str, float]] = []
    with DeterministicRuntime() as runtime:
        begin = runtime.clock.now()
        runtime.schedule(runtime.start(Ticker, ticks, name="t"), Ping(), after=10, every=10)
        runtime.suspend(begin + 3_600)
        assert ticks == []
        runtime.advance(10)
        assert [at - begin for _, at in ticks] == [3_610]
        with pytest.raises(InvalidInputError, match="in the past"):
            runtime.suspend(begin)


@pytest.mark.parametrize(("after", "every"), [(-1, None), (float("nan"), None), (1, 0), (1, float("inf"))])
def test_senseless_timers_are_refused(after: float, every: float | None) -> None:
    with DeterministicRuntime() as runtime:
        adder = runtime.start(Adder, Sum, name="adder")
        with pytest.raises(InvalidInputError, match="finite number of seconds"):
            runtime.schedule(adder, Add(1), after=after, every=every)


def test_the_restart_window_is_of_the_brains_time() -> None:
    with DeterministicRuntime() as runtime:
        adder = runtime.start(Adder, Sum, name="adder", max_restarts=1, restart_window=60.0)
        for _ in range(4):
            runtime.tell(adder, Break())
            runtime.run_until_idle()
            runtime.advance(61)
        assert runtime.health["adder"].restarts == 4


def write_trace(path: Path) -> None:
    with DeterministicRuntime(11, tracer=Tracer(path, path.with_suffix(".timing"))) as runtime:
        made, _ = network(runtime, {"a": ["b", "c"], "b": ["d"]})
        runtime.schedule(made["c"], Ping(), after=1, every=1)
        for address in made.values():
            runtime.tell(address, Ping())
        runtime.ask(made["a"], Ping())
        runtime.advance(3)


def test_the_trace_is_the_same_in_any_process_under_any_hash_seed(tmp_path: Path) -> None:
    traces = []
    for hash_seed in ("0", "1", "random"):
        path = tmp_path / f"{hash_seed}.jsonl"
        code = (
            f"from pathlib import Path; from tests.actors.test_deterministic import *; write_trace(Path({str(path)!r}))"
        )
        subprocess.run(
            [sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
        )  # fmt: skip
        traces.append(path.read_bytes())
    assert len(set(traces)) == 1
    lines = [json.loads(line) for line in traces[0].splitlines()]
    assert len(lines) == 15
    assert {line["kind"] for line in lines} == {"ask", "tell", "timer"}
    timing = (tmp_path / "0.timing").read_text().splitlines()
    assert {json.loads(line)["seq"] for line in timing} == {line["seq"] for line in lines}
