"""What only the deterministic runtime promises: order by seed, cycles named, bounded work, one thread."""

from __future__ import annotations

from typing import Any

import pytest
from actor_kit import Add, Adder, Break, Echo, Interrupt, Link, Pass, Tick, in_thread, link
from hypothesis import given
from hypothesis import strategies as st

from actors import DeterministicRuntime
from actors.errors import DeadlockError, StepLimitError, WrongThreadError
from actors.structure import handles
from actors.trace import TraceRecord


def order(seed: int, names: str = "abcdef", laps: int = 4) -> str:
    """Return in which order links that all have something to do come to it."""
    log: list[str] = []
    with DeterministicRuntime(seed) as runtime:
        for address in link(runtime, names, log, ring=True):
            runtime.tell(address, Echo(laps))
        runtime.run_until_idle()
    return "".join(log)


@given(st.integers(0, 2**64))
def test_a_seed_always_gives_the_same_order(seed: int) -> None:
    assert order(seed) == order(seed)


def test_other_seeds_give_other_orders() -> None:
    assert len({order(seed) for seed in range(30)}) > 25


@given(st.integers(0, 2**64))
def test_in_any_order_the_same_is_done(seed: int) -> None:
    assert sorted(order(seed)) == sorted("abcdef" * 5)


@pytest.mark.parametrize(("names", "cycle"), [("a", "a -> a"), ("ab", "a -> b -> a"), ("abc", "a -> b -> c -> a")])
def test_a_cycle_of_asks_is_named(deterministic: DeterministicRuntime, names: str, cycle: str) -> None:
    first, *_ = link(deterministic, names, [], ring=True)
    with pytest.raises(DeadlockError, match=f"{cycle}$"):
        deterministic.ask(first, Pass())


def test_who_only_leads_to_a_cycle_is_not_named(deterministic: DeterministicRuntime) -> None:
    ring = link(deterministic, "abc", [], ring=True)
    outer = deterministic.start(Link, [], [ring[1]], name="outer")
    with pytest.raises(DeadlockError, match=r": b -> c -> a -> b$") as seen:
        deterministic.ask(outer, Pass())
    assert "outer" not in str(seen.value)


def test_actors_live_on_after_a_deadlock(deterministic: DeterministicRuntime) -> None:
    ring = link(deterministic, "ab", log := [], ring=True)
    with pytest.raises(DeadlockError):
        deterministic.ask(ring[0], Pass())
    assert log == ["a", "b"]
    deterministic.ask(ring[1], Tick())
    assert log[2][0] == "b"


def test_a_told_cycle_is_traced_and_costs_nobody_the_life(deterministic: DeterministicRuntime) -> None:
    seen: list[TraceRecord] = []
    deterministic.tracer.subscribe(seen.append)
    ring = link(deterministic, "ab", [], ring=True)
    deterministic.tell(ring[0], Pass())
    deterministic.run_until_idle()
    assert "failed: DeadlockError" in [record.outcome for record in seen]
    assert {health.state for health in deterministic.health.values()} == {"running"}


@given(st.integers(0, 2**32))
def test_no_cycle_is_seen_where_there_is_none(seed: int) -> None:
    """Two askers of the same actor, one of which asks the other too: as in threads, all are answered."""
    with DeterministicRuntime(seed) as runtime:
        chain = link(runtime, "abc", log := [])
        other = runtime.start(Link, log, [chain[0], chain[2]], name="d")
        for address in (*chain, other):
            runtime.tell(address, Pass())
        assert runtime.ask(other, Pass()) == "dabcc"


@pytest.mark.parametrize("limit", [10, 11, 100])
def test_work_without_end_is_ended(limit: int) -> None:
    log: list[str] = []
    with DeterministicRuntime(1, max_steps=limit) as runtime:
        first, *_ = link(runtime, "ab", log, ring=True)
        runtime.tell(first, Echo(1_000_000))
        with pytest.raises(StepLimitError, match=rf"{limit} messages.*\b[ab]\b"):
            runtime.run_until_idle()
        assert len(log) <= limit


@pytest.mark.parametrize("limit", [10, 11])
def test_work_within_asks_is_bounded_too(limit: int) -> None:
    class Restless(Link):
        @handles(Tick)
        def _again(self, message: Tick) -> None:
            self.actor_ref.tell(message)
            self.runtime.ask(self.next[0], Pass())

    log: list[str] = []
    with DeterministicRuntime(1, max_steps=limit) as runtime:
        (below,) = link(runtime, "b", log)
        restless = runtime.start(Restless, log, [below], name="restless")
        with pytest.raises(StepLimitError):
            runtime.ask(restless, Tick())
        assert len(log) <= 2 * limit


def test_actors_live_on_after_the_limit() -> None:
    log: list[str] = []
    with DeterministicRuntime(1, max_steps=10) as runtime:
        a, b = link(runtime, "ab", log, ring=True)
        runtime.tell(a, Echo(14))
        with pytest.raises(StepLimitError):
            runtime.run_until_idle()
        runtime.run_until_idle()
        assert len(log) == 15
        for address in (a, b):
            assert runtime.ask(address, Echo(0)) == address.name


def test_the_limit_is_for_one_call_and_not_for_a_life() -> None:
    with DeterministicRuntime(1, max_steps=10) as runtime:
        adder = runtime.start(Adder, [], name="adder")
        assert [runtime.ask(adder, Add(1)) for _ in range(100)][-1] == 100


@pytest.mark.parametrize(
    "use",
    [
        lambda runtime, adder: runtime.ask(adder, Add(1)),
        lambda runtime, adder: runtime.tell(adder, Add(1)),
        lambda runtime, adder: adder.ref.ask(Add(1)),
        lambda runtime, adder: adder.ref.tell(Add(1)),
        lambda runtime, adder: runtime.run_until_idle(),
        lambda runtime, adder: runtime.advance(1),
        lambda runtime, adder: runtime.stop(),
    ],
    ids=["ask", "tell", "stock ask", "stock tell", "idle", "advance", "stop"],
)
def test_another_thread_is_refused_and_changes_nothing(deterministic: DeterministicRuntime, use: Any) -> None:
    adder = deterministic.start(Adder, store := [], name="adder")
    before = deterministic.clock.now()
    with pytest.raises(WrongThreadError):
        in_thread(lambda: use(deterministic, adder))
    assert deterministic.ask(adder, Add(5)) == 5
    assert store == [5]
    assert deterministic.clock.now() == before


@pytest.mark.parametrize("way", ["ask", "tell"])
def test_an_interrupted_handler_ends_the_call_and_no_actor(deterministic: DeterministicRuntime, way: str) -> None:
    def call() -> None:
        if way == "ask":
            deterministic.ask(adder, Interrupt())
        deterministic.tell(adder, Interrupt())
        deterministic.run_until_idle()

    adder = deterministic.start(Adder, [], name="adder")
    seen: list[TraceRecord] = []
    deterministic.tracer.subscribe(seen.append)
    with pytest.raises(KeyboardInterrupt):
        call()
    assert [(record.kind, record.outcome) for record in seen] == [(way, "interrupted: KeyboardInterrupt")]
    assert deterministic.ask(adder, Add(1)) == 1
    assert deterministic.health["adder"].state == "running"


def test_an_interrupt_from_a_signal_waits_for_the_message_at_hand(deterministic: DeterministicRuntime) -> None:
    store: list[int] = []
    adder = deterministic.start(Adder, store, name="adder")
    # A subscriber is called in the middle of a turn, as a signal's handler is.
    unsubscribe = deterministic.tracer.subscribe(lambda _: deterministic.interrupt(KeyboardInterrupt()))
    deterministic.tell(adder, Add(1))
    deterministic.tell(adder, Add(2))
    with pytest.raises(KeyboardInterrupt):
        deterministic.run_until_idle()
    assert store == [1]
    unsubscribe()
    deterministic.run_until_idle()
    assert store == [1, 2]
    with pytest.raises(KeyboardInterrupt):
        deterministic.interrupt(KeyboardInterrupt())


def test_failures_come_in_the_same_order_for_the_same_seed() -> None:
    def outcomes(seed: int) -> list[tuple[str, str]]:
        seen: list[TraceRecord] = []
        with DeterministicRuntime(seed) as runtime:
            runtime.tracer.subscribe(seen.append)
            for name in "abcd":
                address = runtime.start(Adder, [], name=name)
                runtime.tell(address, Break())
                runtime.tell(address, Add(-1))
            runtime.run_until_idle()
        return [(record.receiver, record.outcome) for record in seen]

    assert outcomes(7) == outcomes(7)
    assert len({str(outcomes(seed)) for seed in range(10)}) > 5
