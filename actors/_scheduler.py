"""The scheduler of the deterministic runtime: Pykka's inbox, future and loop, on one thread.

Pykka leaves three things to an actor type: the inbox, the future and how the loop is started. Here an inbox that
gets a message makes its actor ready; a future that is waited for lets actors run until it is resolved; and the
loop is not started but entered for one message at a time: the inbox then raises a private exception that leaves
Pykka's own loop, so that how failures end stays Pykka's.
"""

from __future__ import annotations

import queue
import random
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar

import pykka

from actors._hosting import Seat
from actors.errors import DeadlockError, StepLimitError, WrongThreadError

__all__ = ["Inbox", "PumpedFuture", "Scheduler"]

_NAMED_BUSY = 3


class _TurnOverError(BaseException):
    """Leaves Pykka's loop after one message; no handler may catch it, so it is no Exception."""


class Inbox:
    """An actor's mailbox, which also is its entry in the scheduler."""

    __slots__ = (
        "actor", "budget", "busy", "pump", "queue", "queued", "run", "scheduler", "seat", "stamp", "turns",
    )  # fmt: skip

    def __init__(self, scheduler: Scheduler, seat: Seat, stamp: Callable[[str, Any], bool]) -> None:
        self.scheduler = scheduler
        self.seat = seat
        self.stamp = stamp
        self.queue: deque[Any] = deque()
        self.actor: pykka.Actor | None = None
        self.run: Callable[[], None] | None = None
        self.budget = 0
        self.busy = False
        self.queued = False
        self.turns = 0
        self.pump = 0

    def attach(self, actor: pykka.Actor) -> None:
        """Let `actor` begin its life and take its turns from now on."""
        self.actor = actor  # Pykka's refs are weak: the inbox is what keeps the actor alive
        self.run = actor._actor_loop_running  # noqa: SLF001  Pykka's loop, entered for one message
        scheduler = self.scheduler
        scheduler.enter(self)  # busy: what is sent to it meanwhile waits until it has begun
        try:
            actor._actor_loop_setup()  # noqa: SLF001
        finally:
            scheduler.leave(self)
        if actor.actor_stopped.is_set():
            self.tear_down()

    def put(self, envelope: Any, /) -> None:
        scheduler = self.scheduler
        scheduler.check_thread()
        if self.actor is None and self.seat.started.is_set():
            raise pykka.ActorDeadError(f"{self.seat.name} not found")
        self.stamp(self.seat.name, envelope)
        reply_to = envelope.reply_to
        if reply_to is not None:
            reply_to.target = self
        self.queue.append(envelope)
        if not self.queued and not self.busy:
            self.queued = True
            scheduler.ready.append(self)

    def get(self) -> Any:
        if not self.budget:
            raise _TurnOverError
        self.budget -= 1
        return self.queue.popleft()

    def empty(self) -> bool:
        return not self.queue

    def withdraw(self, future: PumpedFuture) -> None:
        """Take back a question whose asker has given up: handled later, it would only close the cycle again."""
        for envelope in self.queue:
            if envelope.reply_to is future:
                self.queue.remove(envelope)
                self.seat.dropped(envelope.message)
                return

    def tear_down(self) -> None:
        """Let Pykka answer what is left, and let the actor go."""
        if self.actor is None:
            return
        for envelope in self.queue:
            self.seat.dropped(envelope.message)
        self.budget = len(self.queue)
        self.actor._actor_loop_teardown()  # noqa: SLF001
        self.actor = self.run = None


class Scheduler:
    """Decides whose message is handled next.

    From outside, the seed picks among all ready actors. Within a handler that waits for a reply only the asked
    actor runs: others would run on top of the waiting handler, and if one of them asked it something, both
    would be stuck although no cycle of questions exists. So the stack of running actors is a chain of
    questions, and an actor that is asked while it is on the stack is a cycle indeed.
    """

    def __init__(self, seed: int, max_steps: int) -> None:
        self.ready: list[Inbox] = []
        self.stack: list[Inbox] = []
        self._random = random.Random(seed).random
        self._max_steps = max_steps
        self._steps = 0
        self._pump = 0
        self._known: dict[str, Inbox] = {}
        self._interrupt: BaseException | None = None
        self._thread = threading.get_ident()

    def check_thread(self) -> None:
        """Raise WrongThreadError on any thread but the one that made the scheduler."""
        if threading.get_ident() != self._thread:
            raise WrongThreadError(
                "a deterministic brain runs on the thread that made it; use runtime='threads' to share one"
            )

    def interrupted(self, error: BaseException) -> None:
        """Note an exception, such as Ctrl-C, that ends the turn and everything that waits for it."""
        self._interrupt = error

    def wait_for(self, future: PumpedFuture) -> None:
        """Run actors until `future` is resolved.

        Raises:
            DeadlockError: if nothing that may run can resolve it.

        """
        self.check_thread()
        self._begin()
        asked = future.target if self.stack else None
        ready = self.ready
        while future.result is None:
            if asked is not None:
                if not asked.queued:
                    asked.withdraw(future)
                    raise DeadlockError(self._deadlock(asked))
                ready.remove(asked)
                self._turn(asked)
            elif ready:
                self._turn(self._pick())
            else:
                raise DeadlockError(self._deadlock(future.target))

    def drain(self) -> None:
        """Run actors until none is ready."""
        if not self.ready:
            return
        self.check_thread()
        self._begin()
        while self.ready:
            self._turn(self._pick())

    def enter(self, inbox: Inbox) -> None:
        """Put an actor on the stack: it is at work and takes no other turn."""
        inbox.busy = True
        self.stack.append(inbox)

    def leave(self, inbox: Inbox) -> None:
        """Take the actor off the stack again, ready for what has come in meanwhile."""
        self.stack.pop()
        inbox.busy = False
        if inbox.queue and not inbox.queued:
            inbox.queued = True
            self.ready.append(inbox)

    def _begin(self) -> None:
        if not self.stack:
            self._steps = 0
            self._pump += 1

    def _pick(self) -> Inbox:
        ready = self.ready
        count = len(ready)
        return ready.pop(int(self._random() * count)) if count > 1 else ready.pop()

    def _turn(self, inbox: Inbox) -> None:
        """Let an actor handle one message."""
        inbox.queued = False
        self._count(inbox)
        run = inbox.run
        if run is None:
            return
        inbox.budget = 1
        self.enter(inbox)
        try:
            run()
            inbox.tear_down()
        except _TurnOverError:
            pass
        finally:
            self.leave(inbox)
        if self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            raise interrupt

    def _count(self, inbox: Inbox) -> None:
        if inbox.pump != self._pump:
            inbox.pump, inbox.turns = self._pump, 0
            self._known[inbox.seat.name] = inbox
        inbox.turns += 1
        self._steps += 1
        if self._steps > self._max_steps:
            # It keeps its place: the message has not been handled.
            inbox.queued = True
            self.ready.append(inbox)
            raise StepLimitError(
                f"one call set off more than {self._max_steps:,} messages; busiest: {self._busiest()};"
                " raise max_steps if that is intended"
            )

    def _busiest(self) -> str:
        active = [inbox for inbox in self._known.values() if inbox.pump == self._pump]
        active.sort(key=lambda inbox: -inbox.turns)
        return ", ".join(f"{inbox.seat.name} ({inbox.turns:,})" for inbox in active[:_NAMED_BUSY])

    def _deadlock(self, asked: Inbox | None) -> str:
        names = [inbox.seat.name for inbox in self.stack]
        if asked in self.stack:
            cycle = [*names[self.stack.index(asked) :], asked.seat.name]
            return f"these actors wait for each other: {' -> '.join(cycle)}"
        asker = names[-1] if names else "outside"
        awaited = asked.seat.name if asked else "a future that nobody resolves"
        return f"{asker} waits for {awaited}, and no actor has anything left to do"


class PumpedFuture(pykka.Future[Any]):
    """A reply to come; waiting for it lets actors run."""

    scheduler: ClassVar[Scheduler]

    def __init__(self) -> None:
        super().__init__()
        self.result: tuple[Any, BaseException | None] | None = None
        self.target: Inbox | None = None

    def get(self, *, timeout: float | None = None) -> Any:
        if self._get_hook is not None:
            return super().get(timeout=timeout)
        if self.result is None:
            self.scheduler.wait_for(self)
        assert self.result is not None
        value, error = self.result
        if error is not None:
            raise error
        return value

    def set(self, value: Any | None = None) -> None:
        self._resolve((value, None))

    def set_exception(self, exc_info: Any = None) -> None:
        error = (exc_info or sys.exc_info())[1]
        self._resolve((None, error))

    def _resolve(self, result: tuple[Any, BaseException | None]) -> None:
        if self.result is not None or self._get_hook is not None:
            raise queue.Full  # as Pykka's own future does
        self.result = result
