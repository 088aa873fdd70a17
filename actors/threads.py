"""The threaded runtime: Pykka's own threading actors, in real time or on a virtual clock."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Any, ClassVar, TypeVar, cast

import pykka

from actors._delivery import Delivery
from actors._hosting import Address, HostedActor, Seat
from actors.errors import AskTimeoutError, WrongThreadError
from actors.message import Message
from actors.runtime import Runtime, Timer
from actors.trace import Tracer
from brain.chance import IdFactory, random_ids
from brain.clock import Clock, SystemClock, VirtualClock

__all__ = ["ThreadRuntime"]

R = TypeVar("R")


class _EachThread(threading.local):
    """What each thread is handling."""

    current: Delivery | None = None


class _Inbox:
    """A mailbox that stamps and counts what comes in, and that takes nothing once its actor has ended."""

    def __init__(self, runtime: ThreadRuntime, seat: Seat) -> None:
        self._runtime = runtime
        self._seat = seat
        self._queue: deque[Any] = deque()
        self._filled = threading.Condition(threading.Lock())
        self._closed = False
        self.stopped: threading.Event | None = None

    def put(self, envelope: Any, /) -> None:
        counted = self._runtime.stamp(self._seat.name, envelope)
        with self._filled:
            if self._closed:
                raise pykka.ActorDeadError(f"{self._seat.name} not found")
            if counted:
                self._runtime.begun()
            self._queue.append(envelope)
            self._filled.notify()

    def get(self) -> Any:
        with self._filled:
            while not self._queue:
                self._filled.wait()
            envelope = self._queue.popleft()
        if self.stopped is not None and self.stopped.is_set():
            self._seat.dropped(envelope.message)
        return envelope

    def empty(self) -> bool:
        """Tell whether nothing is left; Pykka asks this only at the end, so an empty inbox is closed."""
        with self._filled:
            self._closed = not self._queue
            return self._closed


class _ThreadActor(HostedActor, pykka.Actor):
    """Tells its inbox when it has stopped."""

    def on_start(self) -> None:
        inbox = cast("_Inbox", self.actor_inbox)
        inbox.stopped = self.actor_stopped
        super().on_start()


class ThreadRuntime(Runtime):
    """One thread an actor; with a `VirtualClock`, time passes by `advance` as in the deterministic runtime.

    Call `stop` in a `finally`, or use `with`: actors' threads are not daemons.

    Args:
        clock: the system's by default.
        tracer: where records go; nowhere by default.
        ask_timeout: seconds of real time that a question, a start or a stop may take.
        ids: makes trace ids; random by default.

    """

    _skip_missed: ClassVar[bool] = True

    def __init__(
        self,
        clock: Clock | None = None,
        tracer: Tracer | None = None,
        *,
        ask_timeout: float = 30.0,
        ids: IdFactory | None = None,
    ) -> None:
        super().__init__(clock or SystemClock(), tracer, ids or random_ids(), _EachThread())
        self._ask_timeout = ask_timeout
        self._under_way = 0
        self._quiet = threading.Condition()
        self._starting = threading.Lock()
        self._timer_thread: threading.Thread | None = None

    def ask(self, address: Address, message: Message[R], timeout: float | None = None) -> R:
        """Deliver a message and wait for the reply.

        A message that was not answered in time is still handled when its turn comes.

        Raises:
            AskTimeoutError: if it takes longer than `timeout` seconds of real time.
            StructureDownError: if the actor has failed or stopped.
            ClosedError: after `stop`.

        """
        self._check_open()
        patience = self._ask_timeout if timeout is None else timeout
        try:
            return cast("R", address.ref.ask(message, timeout=patience))
        except pykka.Timeout as error:
            raise AskTimeoutError(
                f"{address.name} did not answer {type(message).__name__} within {patience:g} s"
            ) from error
        except pykka.ActorDeadError as error:
            if address.ref.is_alive():
                raise
            raise self._down(address) from error

    def run_until_idle(self, timeout: float | None = None) -> None:
        """Wait until no message is waiting or being handled.

        Raises:
            TimeoutError: if messages are still under way after `timeout` seconds.
            WrongThreadError: from within a handler.

        """
        self._check_outside()
        with self._quiet:
            if not self._quiet.wait_for(lambda: not self._under_way, timeout):
                raise TimeoutError(f"{self._under_way} messages are still under way after {timeout:g} s")

    def schedule(self, address: Address, message: Message[Any], *, after: float, every: float | None = None) -> Timer:
        """Tell `message` in `after` seconds, and then every `every` seconds; missed rounds are left out."""
        timer = super().schedule(address, message, after=after, every=every)
        with self._starting:
            if self._timer_thread is None and not isinstance(self.clock, VirtualClock):
                self._timer_thread = threading.Thread(target=self._watch_timers, name="timers", daemon=True)
                self._timer_thread.start()
        return timer

    def interrupt(self, error: BaseException) -> None:
        """Raise `error` in the thread that calls: a signal's handler runs in the one that waits for an answer."""
        raise error

    def stop(self) -> None:
        """Stop this runtime's own actors and threads, the last started first. Safe to call again.

        Raises:
            AskTimeoutError: if actors do not come to an end within `ask_timeout` seconds; they are named.
            WrongThreadError: from within a handler.

        """
        self._check_outside()
        with self._starting:
            if self._closed:
                return
            self._closed = True
        self._timers.clear()
        if self._timer_thread is not None:
            self._timer_thread.join()
        try:
            self._stop_actors()
        finally:
            self.tracer.close()

    def begun(self) -> None:
        """Count a message that is on its way."""
        with self._quiet:
            self._under_way += 1

    def _handled(self) -> None:
        with self._quiet:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.notify_all()

    def _stop_actors(self) -> None:
        stuck = []
        for seat in reversed(self._seats.values()):
            try:
                seat.address.ref.stop(timeout=self._ask_timeout)
            except pykka.Timeout:
                stuck.append(seat.name)
                continue
            if seat.thread is not None:
                seat.thread.join(self._ask_timeout)
        if stuck:
            raise AskTimeoutError(f"{', '.join(stuck)} did not stop within {self._ask_timeout:g} s")

    def _bases(self, actor_class: type[Any]) -> tuple[type, ...]:
        return (_ThreadActor, actor_class, pykka.ThreadingActor)

    def _extension(self, seat: Seat) -> dict[str, Any]:
        seat.handled = self._handled
        inbox = _Inbox(self, seat)
        return {"_create_actor_inbox": staticmethod(lambda: inbox)}

    def _await_start(self, seat: Seat) -> None:
        if not seat.started.wait(self._ask_timeout):
            raise AskTimeoutError(f"{seat.name} did not start within {self._ask_timeout:g} s")
        if seat.down and seat.thread is not None:
            seat.thread.join(self._ask_timeout)  # only then has Pykka let go of the name

    def _timer_now(self) -> float:
        # No correction of the wall clock may disturb a timer.
        return self.clock.now() if isinstance(self.clock, VirtualClock) else time.monotonic()

    def _watch_timers(self) -> None:
        while not self._closed:
            if self._fire_next(self._timer_now()):
                continue
            self._timers.wait_next(self._timer_now, lambda: self._closed)

    def _check_outside(self) -> None:
        current = threading.current_thread()
        if any(seat.thread is current for seat in self._seats.values()):
            raise WrongThreadError("call this from outside; a handler would wait for itself to end")
