"""The threaded runtime: Pykka's own threading actors, in real time or on a virtual clock."""

from __future__ import annotations

import heapq
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

import pykka

from actors.errors import AskTimeoutError, StructureDownError
from actors.message import Message
from actors.runtime import Address, Delivery, Runtime, Timer
from actors.trace import Tracer
from brain.chance import IdFactory, random_ids
from brain.clock import Clock, SystemClock, VirtualClock

__all__ = ["ThreadRuntime"]

R = TypeVar("R")


class _Here(threading.local):
    """What each thread is handling."""

    current: Delivery | None = None


class _Inbox(queue.SimpleQueue[Any]):
    """A mailbox that counts what comes in by stock Pykka means too."""

    def __init__(self, adopted: Callable[[Any], None]) -> None:
        super().__init__()
        self._adopted = adopted

    def put(self, envelope: Any, block: bool = True, timeout: float | None = None) -> None:
        self._adopted(envelope)
        super().put(envelope, block, timeout)


class ThreadRuntime(Runtime):
    """One thread an actor; with a `VirtualClock`, time passes by `advance` as in the deterministic runtime.

    Args:
        ask_timeout: seconds of real time that a question may take.

    """

    def __init__(
        self,
        clock: Clock | None = None,
        tracer: Tracer | None = None,
        *,
        ask_timeout: float = 30.0,
        ids: IdFactory | None = None,
    ) -> None:
        super().__init__(clock or SystemClock(), tracer, ids or random_ids())
        self._ask_timeout = ask_timeout
        self._here = _Here()
        self._under_way = 0
        self._quiet = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._timers_changed = threading.Condition()
        self._timer_thread: threading.Thread | None = None

    @property
    def current(self) -> Delivery | None:
        """The delivery that this thread is handling."""
        return self._here.current

    def enter(self, delivery: Delivery | None) -> Delivery | None:
        """Make `delivery` this thread's current one; return the one before."""
        before, self._here.current = self._here.current, delivery
        return before

    def finished(self, delivery: Delivery) -> None:  # noqa: ARG002
        """Count a delivery as done."""
        with self._quiet:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.notify_all()

    def interrupt(self, error: KeyboardInterrupt) -> None:
        """Only the main thread is interrupted, and no actor runs there: nothing to do."""

    def timer_now(self) -> float:
        """Return virtual time, or real time that no correction of the wall clock disturbs."""
        return self.clock.now() if isinstance(self.clock, VirtualClock) else time.monotonic()

    def start(self, actor_class: type[Any], *args: Any, name: str) -> Address:
        """Start an actor on a thread of its own."""
        self._open()
        threads = self._threads

        def start_loop(actor: pykka.Actor) -> None:
            thread = threading.Thread(target=actor._actor_loop, name=name)  # noqa: SLF001
            threads.append(thread)
            thread.start()

        def adopted(envelope: Any) -> None:
            if self.adopt(name, envelope):
                with self._quiet:
                    self._under_way += 1

        extension: dict[str, Any] = {"_start_actor_loop": start_loop}
        if getattr(actor_class, "takes_deliveries", False):
            extension["_create_actor_inbox"] = staticmethod(lambda: _Inbox(adopted))
        made: Any = type(actor_class.__name__, (actor_class, pykka.ThreadingActor), extension)
        address = Address(name, made.start(self, name, *args))
        self._addresses.append(address)
        return address

    def ask(self, address: Address, message: Message[R], timeout: float | None = None) -> R:
        """Deliver a message and wait for the reply.

        Raises:
            AskTimeoutError: if it takes longer than `timeout` seconds of real time.
            StructureDownError: if the actor has ended.

        """
        self._open()
        patience = self._ask_timeout if timeout is None else timeout
        delivery = self._counted(address, message, "ask")
        try:
            return cast("R", address.ref.ask(delivery, timeout=patience))
        except pykka.Timeout as error:
            raise AskTimeoutError(
                f"{address.name} did not answer {type(message).__name__} within {patience:g} s"
            ) from error
        except pykka.ActorDeadError as error:
            self.finished(delivery)
            raise StructureDownError(f"{address.name} has ended and answers nothing any more") from error

    def tell(self, address: Address, message: Message[Any], kind: str = "tell") -> None:
        """Put a message into the actor's inbox."""
        self._open()
        delivery = self._counted(address, message, kind)
        try:
            address.ref.tell(delivery)
        except pykka.ActorDeadError as error:
            self.finished(delivery)
            raise StructureDownError(f"{address.name} has ended and takes nothing any more") from error

    def run_until_idle(self) -> None:
        """Wait until no message is waiting or being handled."""
        with self._quiet:
            self._quiet.wait_for(lambda: not self._under_way)

    def schedule(self, address: Address, message: Message[Any], *, after: float, every: float | None = None) -> Timer:
        """Tell `message` in `after` seconds, and then every `every` seconds."""
        with self._timers_changed:
            timer = super().schedule(address, message, after=after, every=every)
            if self._timer_thread is None and not isinstance(self.clock, VirtualClock):
                self._timer_thread = threading.Thread(target=self._watch_timers, name="timers", daemon=True)
                self._timer_thread.start()
            self._timers_changed.notify_all()
        return timer

    def stop(self) -> None:
        """Stop this runtime's own actors and threads, the last started first."""
        if self._stopped:
            return
        self._stopped = True
        with self._timers_changed:
            self._timers.clear()
            self._timers_changed.notify_all()
        while self._addresses:
            self._addresses.pop().ref.stop(block=True)
        for thread in [*self._threads, *([self._timer_thread] if self._timer_thread else [])]:
            if thread is not threading.current_thread():
                thread.join()
        self._threads.clear()
        self.tracer.close()

    def _counted(self, address: Address, message: Message[Any], kind: str) -> Delivery:
        with self._quiet:
            self._under_way += 1
        return self.delivery(address.name, message, kind)

    def _watch_timers(self) -> None:
        while True:
            with self._timers_changed:
                if self._stopped:
                    return
                heapq.heapify(self._timers)
                wait = self._timers[0].due - self.timer_now() if self._timers else None
                if wait is None or wait > 0:
                    self._timers_changed.wait(wait)
                    continue
                self.fire_due_timers()
