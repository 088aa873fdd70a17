"""The deterministic runtime: all actors on one thread, in an order that a seed decides.

Stock Pykka actors run on it. Pykka leaves three things to an actor type: the inbox, the future and how the loop
is started. Here an inbox that gets a message makes its actor ready; a future that is waited for lets ready actors
run, one message each, until it is resolved; and the loop is not started but entered for one message at a time:
the inbox then raises a private exception that leaves Pykka's own loop, so that how failures end stays Pykka's.
"""

from __future__ import annotations

import random
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, cast

import pykka

from actors.errors import DeadlockError, StepLimitError, StructureDownError, WrongThreadError
from actors.message import Message
from actors.runtime import OUTSIDE, Address, Delivery, Runtime
from actors.trace import Tracer
from brain.chance import IdFactory, seeded_ids
from brain.clock import Clock, VirtualClock
from brain.errors import ClosedError

__all__ = ["DeterministicRuntime"]

R = TypeVar("R")

_NAMED_BUSY = 3


class _BudgetUsedError(BaseException):
    """Leaves Pykka's loop after one message; no handler may catch it, so it is no Exception."""


class _Inbox:
    """An actor's mailbox, which also is its entry in the scheduler."""

    __slots__ = ("actor", "adopt", "budget", "busy", "handled", "name", "queue", "queued", "scheduler")

    def __init__(self, scheduler: _Scheduler, name: str, adopt: Callable[[str, Any], bool] | None) -> None:
        self.scheduler = scheduler
        self.name = name
        self.adopt = adopt
        self.queue: deque[Any] = deque()
        self.actor: pykka.Actor | None = None
        self.budget = 0
        self.busy = False
        self.queued = False
        self.handled = 0
        scheduler.inboxes.append(self)

    def put(self, envelope: Any, /) -> None:
        if self.adopt is not None:
            self.adopt(self.name, envelope)
        if envelope.reply_to is not None:
            envelope.reply_to.target = self.name
        self.queue.append(envelope)
        if not self.queued and not self.busy:
            self.queued = True
            self.scheduler.ready.append(self)

    def get(self) -> Any:
        if not self.budget:
            raise _BudgetUsedError
        self.budget -= 1
        return self.queue.popleft()

    def empty(self) -> bool:
        return not self.queue


class _Scheduler:
    """Picks which ready actor runs its next message."""

    def __init__(self, seed: int, max_steps: int) -> None:
        self.inboxes: list[_Inbox] = []
        self.ready: list[_Inbox] = []
        self.waiting: list[tuple[str, str]] = []  # who waits for whom, outermost first
        self.running = OUTSIDE
        self.interrupt: KeyboardInterrupt | None = None
        self._choose = random.Random(seed).randrange
        self._max_steps = max_steps
        self._steps = 0
        self._thread = threading.get_ident()

    def check_thread(self) -> None:
        if threading.get_ident() != self._thread:
            raise WrongThreadError(
                "a deterministic brain runs on the thread that made it; use runtime='threads' to share one"
            )

    def step(self) -> None:
        """Let one ready actor handle one message."""
        ready = self.ready
        if len(ready) > 1:
            chosen = self._choose(len(ready))
            ready[chosen], ready[-1] = ready[-1], ready[chosen]
        inbox = ready.pop()
        self._steps += 1
        inbox.handled += 1
        if self._steps > self._max_steps:
            self._give_up()
        before, self.running = self.running, inbox.name
        inbox.queued, inbox.busy, inbox.budget = False, True, 1
        actor = inbox.actor
        assert actor is not None
        try:
            actor._actor_loop_running()  # noqa: SLF001  Pykka's own loop, entered for one message
        except _BudgetUsedError:
            pass
        finally:
            inbox.busy = False
            self.running = before
        if actor.actor_stopped.is_set():
            inbox.budget = sys.maxsize
            actor._actor_loop_teardown()  # noqa: SLF001
        elif inbox.queue:
            inbox.queued = True
            ready.append(inbox)

    def pump(self, future: _Future) -> None:
        """Run actors until `future` is resolved."""
        self.check_thread()
        self.waiting.append((self.running, future.target))
        try:
            while future.result is None:
                if not self.ready:
                    raise DeadlockError(self._deadlock())
                self.step()
        finally:
            self.waiting.pop()

    def drain(self) -> None:
        """Run actors until none is ready; forget the count of steps."""
        self.check_thread()
        try:
            while self.ready:
                self.step()
        finally:
            self._steps = 0
        if self.interrupt is not None:
            interrupt, self.interrupt = self.interrupt, None
            raise interrupt

    def _give_up(self) -> None:
        busiest = sorted(self.inboxes, key=lambda inbox: -inbox.handled)[:_NAMED_BUSY]
        named = ", ".join(f"{inbox.name} ({inbox.handled:,})" for inbox in busiest)
        self._steps = 0
        raise StepLimitError(
            f"one call set off more than {self._max_steps:,} messages; busiest so far: {named};"
            " raise runtime.max_steps if that is intended"
        )

    def _deadlock(self) -> str:
        waits_for = dict(self.waiting)
        name, path = self.waiting[-1][1], []
        while name in waits_for and name not in path:
            path.append(name)
            name = waits_for[name]
        if name in path:
            cycle = path[path.index(name) :]
            return f"these actors wait for each other: {' -> '.join([*cycle, cycle[0]])}"
        asker, asked = self.waiting[-1]
        return f"{asker} waits for {asked or 'a future that nobody resolves'}, and no actor has anything left to do"


class _Future(pykka.Future[Any]):
    """A reply to come; waiting for it lets actors run."""

    scheduler: ClassVar[_Scheduler]

    def __init__(self) -> None:
        super().__init__()
        self.result: tuple[Any, BaseException | None] | None = None
        self.target = ""

    def get(self, *, timeout: float | None = None) -> Any:
        if self._get_hook is not None:
            return super().get(timeout=timeout)
        if self.result is None:
            self.scheduler.pump(self)
        assert self.result is not None
        value, error = self.result
        if error is not None:
            raise error
        return value

    def set(self, value: Any | None = None) -> None:
        self._resolve(value, None)

    def set_exception(self, exc_info: Any = None) -> None:
        _, error, _ = exc_info or sys.exc_info()
        self._resolve(None, error)

    def _resolve(self, value: Any, error: BaseException | None) -> None:
        if self.result is not None:
            raise RuntimeError("the future is already resolved")
        self.result = (value, error)


class DeterministicRuntime(Runtime):
    """One thread, virtual time, and an order of events that follows from the seed.

    Args:
        seed: decides which of several ready actors runs next, and trace ids.
        max_steps: how many messages one call from outside may set off.

    """

    def __init__(
        self,
        seed: int = 0,
        clock: Clock | None = None,
        tracer: Tracer | None = None,
        *,
        max_steps: int = 1_000_000,
        ids: IdFactory | None = None,
    ) -> None:
        super().__init__(clock or VirtualClock(), tracer, ids or seeded_ids(f"trace:{seed}"))
        self._scheduler = _Scheduler(seed, max_steps)
        self._future = type("_Future", (_Future,), {"scheduler": self._scheduler})
        self._current: Delivery | None = None

    @property
    def current(self) -> Delivery | None:
        """The delivery that is being handled."""
        return self._current

    def enter(self, delivery: Delivery | None) -> Delivery | None:
        """Make `delivery` the current one; return the one before."""
        before, self._current = self._current, delivery
        return before

    def finished(self, delivery: Delivery) -> None:
        """Nothing remains to be done: one thread needs no count of what is under way."""

    def interrupt(self, error: KeyboardInterrupt) -> None:
        """Raise `error` from the outermost call once actors are quiet."""
        self._scheduler.interrupt = error

    def start(self, actor_class: type[Any], *args: Any, name: str) -> Address:
        """Start an actor on this runtime."""
        self._open()
        scheduler, future = self._scheduler, self._future
        adopt = self.adopt if getattr(actor_class, "takes_deliveries", False) else None

        def start_loop(actor: pykka.Actor) -> None:
            inbox = actor.actor_inbox
            assert isinstance(inbox, _Inbox)
            inbox.actor = actor
            actor._actor_loop_setup()  # noqa: SLF001

        made: Any = type(
            actor_class.__name__,
            (actor_class,),
            {
                "_create_actor_inbox": staticmethod(lambda: _Inbox(scheduler, name, adopt)),
                "_create_future": staticmethod(future),
                "_start_actor_loop": start_loop,
            },
        )
        address = Address(name, made.start(self, name, *args))
        self._addresses.append(address)
        return address

    def ask(self, address: Address, message: Message[R], timeout: float | None = None) -> R:  # noqa: ARG002
        """Deliver a message, run actors until it is answered and, if called from outside, until all are quiet.

        Nothing is waited for in real time here, so `timeout` does not matter.
        """
        if self._stopped:
            raise ClosedError("the brain has been stopped; start it again to use it")
        delivery = self.delivery(address.name, message, "ask")
        try:
            return cast("R", address.ref.ask(delivery))
        except pykka.ActorDeadError as error:
            raise StructureDownError(f"{address.name} has ended and answers nothing any more") from error
        finally:
            if self._scheduler.running is OUTSIDE:
                self._scheduler.drain()

    def tell(self, address: Address, message: Message[Any], kind: str = "tell") -> None:
        """Put a message into the actor's inbox; it is handled when actors run next."""
        self._open()
        address.ref.tell(self.delivery(address.name, message, kind))

    def run_until_idle(self) -> None:
        """Run actors until none has a message left."""
        self._scheduler.drain()

    def stop(self) -> None:
        """Stop this runtime's own actors, the last started first."""
        if self._stopped:
            return
        self._scheduler.check_thread()
        try:
            self._scheduler.drain()
        finally:
            self._stopped = True
            while self._addresses:
                self._addresses.pop().ref.stop()
            self._timers.clear()
            self.tracer.close()
