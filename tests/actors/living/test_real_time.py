"""What only threads do: real time, patience that ends, many users at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from actor_kit import Add, Adder, Pass, Tick, Wait, link

from actors import BrainSystem, ThreadRuntime, TraceRecord
from actors.errors import AskTimeoutError
from brain import BrainConfig, BrainError
from brain.errors import InvalidInputError


def test_an_ask_that_takes_too_long_is_given_up_and_the_actor_lives() -> None:
    event = threading.Event()
    with ThreadRuntime() as runtime:
        adder = runtime.start(Adder, [], name="adder")
        try:
            with pytest.raises(AskTimeoutError, match=r"adder did not answer Wait within 0\.05 s"):
                runtime.ask(adder, Wait(event), timeout=0.05)
            with pytest.raises(TimeoutError):
                runtime.ask(adder, Add(1), timeout=0.05)
        finally:
            event.set()
        assert runtime.ask(adder, Add(2)) == 3  # the question given up was handled in its turn
        assert runtime.health["adder"].restarts == 0


def test_the_runtimes_own_patience_holds_by_default() -> None:
    event = threading.Event()
    with ThreadRuntime(ask_timeout=0.05) as runtime:
        adder = runtime.start(Adder, [], name="adder")
        try:
            with pytest.raises(AskTimeoutError, match=r"within 0\.05 s"):
                runtime.ask(adder, Wait(event))
        finally:
            event.set()
        runtime.run_until_idle()


def test_a_cycle_of_asks_ends_in_an_error_and_not_in_a_hang() -> None:
    with ThreadRuntime(ask_timeout=0.2) as runtime:
        first, *_ = link(runtime, "ab", [], ring=True)
        with pytest.raises(BrainError):
            runtime.ask(first, Pass())
        runtime.stop()
    assert not [thread for thread in threading.enumerate() if "Link" in thread.name]


def test_timers_go_off_in_real_time() -> None:
    rung = threading.Event()

    class Bell(list[tuple[str, float]]):
        def append(self, entry: tuple[str, float]) -> None:
            super().append(entry)
            if len(self) >= 3:
                rung.set()

    with ThreadRuntime() as runtime:
        (address,) = link(runtime, "a", log := Bell())
        runtime.schedule(address, Tick("far"), after=86_400)
        runtime.schedule(address, Tick("near"), after=0.01, every=0.01)
        assert rung.wait(60)
    assert {label for label, _ in log} == {"near"}


def test_real_time_is_not_advanced_by_hand(tmp_path: Path) -> None:
    with BrainSystem.start(tmp_path, "threads") as brain:
        with pytest.raises(InvalidInputError):
            brain.advance(hours=1)
        with pytest.raises(InvalidInputError):
            brain.suspend(until=brain.clock.now() + 60)


def test_a_brain_consolidates_by_itself(tmp_path: Path) -> None:
    config = BrainConfig().with_settings({"consolidation.CONSOLIDATION_INTERVAL": 0.02})
    learnt = threading.Event()

    def listen(record: TraceRecord) -> None:
        if record.type == "StoreFact":
            learnt.set()

    with BrainSystem.start(tmp_path, "threads", config=config) as brain:
        brain.subscribe(listen)
        brain.perceive("A whale is a mammal.", source_ref="user_a", importance=0.9)
        assert learnt.wait(60)
        fact = brain.memory.semantic.get_fact("whale")
    assert fact is not None


def test_many_users_at_once_lose_nothing(tmp_path: Path) -> None:
    def use(user: int) -> list[str]:
        ids = []
        for n in range(15):
            stored = brain.perceive(f"зверь{user}x{n} — животное", source_ref=f"user_{user}", importance=0.9)
            assert stored.episodic is not None
            ids.append(stored.episodic.episode_id)
            if n % 5 == 0:
                assert brain.ask(f"Что такое зверь{user}x{n}?").action in ("answer", "hedge", "clarify")
        return ids

    trace = tmp_path / "trace.jsonl"
    with BrainSystem.start(tmp_path / "mind", "threads", trace_file=trace) as brain:
        with ThreadPoolExecutor(6) as pool:
            ids = [each for found in pool.map(use, range(6)) for each in found]
        assert len(set(ids)) == 90
        assert {brain.memory.episodic.get_by_id(each).episode_id for each in ids} == set(ids)
        assert {health.restarts for health in brain.health().values()} == {0}
    assert trace.read_bytes().endswith(b"}\n")


def test_each_of_many_users_has_trace_ids_of_its_own(tmp_path: Path) -> None:
    with BrainSystem.start(tmp_path, "threads") as brain:

        def use(user: int) -> tuple[str, str]:
            with brain.runtime.tracing(f"trace_of_{user}"):
                stored = brain.perceive(f"percept of {user}", importance=0.9)
            return f"trace_of_{user}", stored.working.trace_id

        with ThreadPoolExecutor(6) as pool:
            pairs = list(pool.map(use, range(30)))
    assert all(given == found for given, found in pairs)
