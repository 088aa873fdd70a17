"""Virtual time: timers in order, each at its own time, without drift; nights asleep."""

from __future__ import annotations

from typing import Any

import pytest
from actor_kit import Add, Adder, Link, Tick
from hypothesis import given
from hypothesis import strategies as st

from actors import DeterministicRuntime
from actors.runtime import Address, Runtime
from brain import SystemClock
from brain.errors import BrainError, ClosedError, InvalidInputError

Log = list[tuple[str, float]]


def ticker(runtime: Runtime) -> tuple[Address, Log]:
    log: Log = []
    return runtime.start(Link, log, [], name="ticker"), log


def since(log: Log, start: float) -> Log:
    return [(label, at - start) for label, at in log]


def test_timers_go_off_in_order_each_at_its_own_time(runtime: Runtime) -> None:
    address, log = ticker(runtime)
    start = runtime.clock.now()
    for after in (7.0, 3.0, 5.0):
        runtime.schedule(address, Tick(f"once after {after}"), after=after)
    runtime.schedule(address, Tick("periodic"), after=2.0, every=4.0)
    runtime.advance(10.5)
    assert since(log, start) == [
        ("periodic", 2.0),
        ("once after 3.0", 3.0),
        ("once after 5.0", 5.0),
        ("periodic", 6.0),
        ("once after 7.0", 7.0),
        ("periodic", 10.0),
    ]
    assert runtime.clock.now() == start + 10.5


def test_timers_due_at_once_go_off_as_they_were_set(runtime: Runtime) -> None:
    address, log = ticker(runtime)
    for label in "abcdefgh":
        runtime.schedule(address, Tick(label), after=1)
    runtime.advance(1)
    assert [label for label, _ in log] == list("abcdefgh")


@given(st.lists(st.floats(0.001, 100), min_size=1, max_size=8), st.floats(0, 300))
def test_every_timer_due_goes_off_once(afters: list[float], span: float) -> None:
    with DeterministicRuntime(3) as runtime:
        address, log = ticker(runtime)
        start = runtime.clock.now()
        for after in afters:
            runtime.schedule(address, Tick(), after=after)
        runtime.advance(span)
        reached = runtime.clock.now()
    assert [at for _, at in log] == sorted(start + after for after in afters if start + after <= reached)


@pytest.mark.parametrize("every", [0.1, 7.3, 30.0, 120.0, 300.0])
def test_a_day_brings_no_drift(deterministic: DeterministicRuntime, every: float) -> None:
    address, log = ticker(deterministic)
    start = deterministic.clock.now()
    deterministic.schedule(address, Tick(), after=every, every=every)
    hours = 1 if every < 1 else 24
    for _ in range(hours):
        deterministic.advance(3600)
    assert deterministic.clock.now() == start + hours * 3600
    assert len(log) in (int(hours * 3600 / every), round(hours * 3600 / every))
    assert max(abs(at - start - n * every) for n, (_, at) in enumerate(log, 1)) < 1e-6


def test_a_day_is_the_same_in_one_stride_or_in_many(runtime: Runtime) -> None:
    address, log = ticker(runtime)
    start = runtime.clock.now()
    runtime.schedule(address, Tick(), after=300, every=300)
    runtime.advance(43_200)
    for _ in range(48):
        runtime.advance(900)
    assert [at - start for _, at in log] == [300.0 * n for n in range(1, 289)]


def test_a_cancelled_timer_stays_silent(runtime: Runtime) -> None:
    address, log = ticker(runtime)
    once = runtime.schedule(address, Tick("once"), after=1)
    often = runtime.schedule(address, Tick("often"), after=1, every=1)
    once.cancel()
    runtime.advance(3)
    often.cancel()
    runtime.advance(3)
    assert [label for label, _ in log] == ["often"] * 3


def test_no_timer_goes_off_before_its_time(runtime: Runtime) -> None:
    address, log = ticker(runtime)
    runtime.schedule(address, Tick(), after=10)
    runtime.advance(9.999)
    assert log == []
    runtime.advance(0.001)
    assert len(log) == 1


def test_a_night_asleep_is_not_made_up_for(runtime: Runtime) -> None:
    address, log = ticker(runtime)
    start = runtime.clock.now()
    runtime.schedule(address, Tick(), after=30, every=30)
    runtime.advance(45)
    runtime.suspend(start + 28_800)
    assert since(log, start) == [("ticker", 30.0)]
    runtime.advance(60)
    assert since(log, start)[1:] == [("ticker", 28_830.0), ("ticker", 28_860.0)]


def test_what_is_due_after_the_night_keeps_its_time(runtime: Runtime) -> None:
    address, log = ticker(runtime)
    start = runtime.clock.now()
    runtime.schedule(address, Tick(), after=1000)
    runtime.suspend(start + 900)
    runtime.advance(200)
    assert since(log, start) == [("ticker", 1000.0)]


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_time_does_not_pass_by_nonsense(runtime: Runtime, seconds: float) -> None:
    before = runtime.clock.now()
    with pytest.raises(InvalidInputError):
        runtime.advance(seconds)
    assert runtime.clock.now() == before


@pytest.mark.parametrize("until", [0, -1, float("nan"), float("inf"), 1e300])
def test_a_senseless_night_disturbs_no_timer(runtime: Runtime, until: float) -> None:
    address, log = ticker(runtime)
    start = runtime.clock.now()
    runtime.schedule(address, Tick(), after=1, every=1)
    with pytest.raises(InvalidInputError):
        runtime.suspend(until)
    runtime.advance(2)
    assert since(log, start) == [("ticker", 1.0), ("ticker", 2.0)]


@pytest.mark.parametrize(("after", "every"), [(-1, None), (float("nan"), 1), (1, 0), (1, -1), (1, float("nan"))])
def test_a_senseless_timer_is_refused(runtime: Runtime, after: float, every: float | None) -> None:
    address, log = ticker(runtime)
    with pytest.raises(BrainError):
        runtime.schedule(address, Tick(), after=after, every=every)
    runtime.advance(10)
    assert log == []


def test_a_timer_that_fails_goes_on(runtime: Runtime) -> None:
    adder = runtime.start(Adder, store := [], name="adder")
    runtime.schedule(adder, Add(-1), after=1, every=2)
    runtime.schedule(adder, Add(1), after=2, every=2)
    runtime.advance(10)
    assert store == [1] * 5


def test_a_stopped_runtime_sets_no_timer(runtime: Runtime) -> None:
    address, _ = ticker(runtime)
    runtime.stop()
    with pytest.raises(ClosedError):
        runtime.schedule(address, Tick(), after=1)


def test_the_wall_clock_cannot_be_advanced() -> None:
    with DeterministicRuntime(1, SystemClock()) as runtime:
        for call in (lambda: runtime.advance(1), lambda: runtime.suspend(runtime.clock.now() + 1)):
            with pytest.raises(InvalidInputError, match="VirtualClock"):
                call()


def test_timers_belong_to_chains_of_their_own(runtime: Runtime) -> None:
    address, _ = ticker(runtime)
    seen: list[Any] = []
    runtime.tracer.subscribe(seen.append)
    runtime.schedule(address, Tick(), after=1, every=1)
    runtime.advance(3)
    assert [(record.kind, record.sender, record.cause) for record in seen] == [("timer", "outside", None)] * 3
    assert len({record.trace_id for record in seen}) == 3
