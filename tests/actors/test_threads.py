from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from actors.errors import AskTimeoutError, WrongThreadError
from actors.structure import Structure
from actors.threads import ThreadRuntime
from brain.clock import VirtualClock
from brain.errors import InvalidInputError
from tests.actors.conftest import Add, Adder, Sum, Total


class Gate(Sum):
    """Adds only when it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.opened = threading.Event(), threading.Event()

    def add(self, amount: int) -> int:
        self.entered.set()
        assert self.opened.wait(20)
        return super().add(amount)


def test_a_late_reply_names_actor_and_message() -> None:
    gate = Gate()
    with ThreadRuntime() as runtime:
        adder = runtime.start(Adder, lambda: gate, name="adder")
        try:
            with pytest.raises(AskTimeoutError, match=r"adder did not answer Add within 0\.01 s"):
                runtime.ask(adder, Add(1), timeout=0.01)
        finally:
            gate.opened.set()
        assert runtime.ask(adder, Total()) == 1


def test_idle_means_handled() -> None:
    gate = Gate()
    with ThreadRuntime() as runtime:
        adder = runtime.start(Adder, lambda: gate, name="adder")
        runtime.tell(adder, Add(1))
        try:
            assert gate.entered.wait(20)
            with pytest.raises(TimeoutError, match="1 messages are still under way"):
                runtime.run_until_idle(timeout=0.01)
        finally:
            gate.opened.set()
        runtime.run_until_idle()
        assert gate.amounts == [1]


def test_the_organ_is_built_and_used_in_the_actors_own_thread() -> None:
    threads: list[threading.Thread] = []

    class Noting(Sum):
        def add(self, amount: int) -> int:
            threads.append(threading.current_thread())
            return amount

    def build() -> Noting:
        threads.append(threading.current_thread())
        return Noting()

    with ThreadRuntime() as runtime:
        runtime.ask(runtime.start(Adder, build, name="adder"), Add(1))
    assert threads[0] is threads[1] is not threading.current_thread()


class Countdown(Sum):
    def __init__(self, rounds: int, clock_set: Callable[[], None] = lambda: None) -> None:
        super().__init__()
        self.rounds, self.done, self._clock_set = rounds, threading.Event(), clock_set

    def add(self, amount: int) -> int:
        super().add(amount)
        if len(self.amounts) >= self.rounds:
            self.done.set()
        return 0


def test_timers_run_in_real_time_and_end_with_the_runtime() -> None:
    count, once = Countdown(3), Countdown(1)
    with ThreadRuntime() as runtime:
        every = runtime.start(Adder, lambda: count, name="every")
        single = runtime.start(Adder, lambda: once, name="single")
        runtime.schedule(every, Add(1), after=0.001, every=0.001)
        far = runtime.schedule(single, Add(2), after=3_600)
        runtime.schedule(single, Add(1), after=0.002)
        assert count.done.wait(20)
        assert once.done.wait(20)
        far.cancel()
    assert once.amounts == [1]


def test_a_timer_of_an_ended_actor_ends() -> None:
    count = Countdown(2)
    with ThreadRuntime() as runtime:
        gone = runtime.start(Adder, Sum, name="gone")
        living = runtime.start(Adder, lambda: count, name="living")
        dead_timer = runtime.schedule(gone, Add(1), after=0.001, every=0.001)
        gone.ref.stop()
        runtime.schedule(living, Add(1), after=0.001, every=0.001)
        assert count.done.wait(20)
        assert dead_timer.cancelled


def test_real_time_cannot_be_advanced() -> None:
    with ThreadRuntime() as runtime, pytest.raises(InvalidInputError, match="passes by itself"):
        runtime.advance(1)


def test_threads_on_a_virtual_clock() -> None:
    organ = Sum()
    with ThreadRuntime(VirtualClock()) as runtime:
        adder = runtime.start(Adder, lambda: organ, name="adder")
        runtime.schedule(adder, Add(1), after=3_600, every=3_600)
        runtime.advance(86_400)
    assert len(organ) == 24


def test_stop_from_within_a_handler_is_refused() -> None:
    organ = Sum()
    with ThreadRuntime() as runtime:
        organ.add = lambda amount: runtime.stop()  # type: ignore[method-assign, assignment, return-value, misc]
        adder = runtime.start(Adder, lambda: organ, name="adder")
        with pytest.raises(WrongThreadError, match="from outside"):
            runtime.ask(adder, Add(1))


def test_a_stuck_actor_is_named_at_stop_and_the_others_stop() -> None:
    gate = Gate()
    runtime = ThreadRuntime(ask_timeout=0.05)
    free = runtime.start(Adder, Sum, name="free")
    stuck = runtime.start(Adder, lambda: gate, name="stuck")
    runtime.tell(stuck, Add(1))
    assert gate.entered.wait(20)
    thread = next(each for each in threading.enumerate() if each.name.startswith("Adder") and each.is_alive())
    try:
        with pytest.raises(AskTimeoutError, match="stuck did not stop"):
            runtime.stop()
        assert not free.ref.is_alive()
    finally:
        gate.opened.set()
    thread.join(20)
    for each in threading.enumerate():
        if each.name.startswith("Adder"):
            each.join(20)


def test_many_askers_at_once() -> None:
    organ = Sum()
    with ThreadRuntime() as runtime:
        adder = runtime.start(Adder, lambda: organ, name="adder")
        askers = [threading.Thread(target=lambda: [runtime.ask(adder, Add(1)) for _ in range(50)]) for _ in range(8)]
        for each in askers:
            each.start()
        for each in askers:
            each.join()
        assert runtime.ask(adder, Total()) == 400


def test_structures_are_abstract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Structure(None, "x")  # type: ignore[abstract, arg-type]
