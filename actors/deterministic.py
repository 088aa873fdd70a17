"""The deterministic runtime: all actors on one thread, in an order that a seed decides."""

from __future__ import annotations

from typing import Any, TypeVar, cast

import pykka

from actors._delivery import Delivery
from actors._hosting import Address, HostedActor, Seat
from actors._scheduler import Inbox, PumpedFuture, Scheduler
from actors.errors import WrongThreadError
from actors.message import Message
from actors.runtime import Runtime
from actors.trace import Tracer
from brain.chance import IdFactory, seeded_ids
from brain.clock import Clock, VirtualClock

__all__ = ["DeterministicRuntime"]

R = TypeVar("R")


class _OneThread:
    """What the only thread is handling."""

    def __init__(self) -> None:
        self.current: Delivery | None = None


class DeterministicRuntime(Runtime):
    """One thread, virtual time, and an order of events that follows from the seed.

    The step that the seed orders is one message with all the questions that its handler asks: see `Scheduler`.
    Tells are handled when actors run next: at the next `ask` from outside, `run_until_idle` or `advance`. An
    `ask` from outside returns when all actors are quiet, so that the state after it does not depend on what
    is called next. Nothing is waited for in real time, so timeouts of asks do not matter.

    Args:
        seed: decides which of several ready actors runs next, and trace ids.
        clock: by default a `VirtualClock` at its own start.
        tracer: where records go; nowhere by default.
        max_steps: how many messages one call from outside may set off.
        ids: makes trace ids; by default from the seed.

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
        super().__init__(clock or VirtualClock(), tracer, ids or seeded_ids(f"trace:{seed}"), _OneThread())
        self._scheduler = Scheduler(seed, max_steps)
        # Pykka makes futures of a future's own class, without arguments.
        self._future = type("PumpedFuture", (PumpedFuture,), {"scheduler": self._scheduler})

    def ask(self, address: Address, message: Message[R], timeout: float | None = None) -> R:  # noqa: ARG002
        """Deliver a message, run actors until it is answered and, if called from outside, until all are quiet.

        Raises:
            DeadlockError: if actors wait for each other; the cycle is named.
            StepLimitError: if more than `max_steps` messages are set off; the busiest actors are named.
            StructureDownError: if the actor has failed or stopped.
            WrongThreadError: on another thread than the runtime's own.
            ClosedError: after `stop`.

        """
        self._check_open()
        scheduler = self._scheduler
        try:
            reply = address.ref.ask(message)
        except pykka.ActorDeadError as error:
            if address.ref.is_alive():
                raise
            raise self._down(address) from error
        except Exception:
            if not scheduler.stack:
                scheduler.drain()
            raise
        if not scheduler.stack:
            scheduler.drain()
        return cast("R", reply)

    def run_until_idle(self, timeout: float | None = None) -> None:  # noqa: ARG002
        """Run actors until none has a message left.

        Raises:
            StepLimitError: if that takes more than `max_steps` messages.
            WrongThreadError: on another thread, or from within a handler.

        """
        self._check_outside()
        self._scheduler.drain()

    def interrupt(self, error: BaseException) -> None:
        """End what is going on with `error`, once the message that is being handled is done.

        Python drops what a signal handler raises within a finalizer; what is noted here is not lost. Nothing is noted
        while no actor is at work: then `error` is raised at once.
        """
        if not self._scheduler.stack:
            raise error
        self._scheduler.interrupted(error)

    def stop(self) -> None:
        """Stop this runtime's own actors, the last started first. Safe to call again."""
        if self._closed:
            return
        self._check_outside()
        self._closed = True
        self._timers.clear()
        try:
            for seat in reversed(self._seats.values()):
                seat.address.ref.stop()
        finally:
            self.tracer.close()

    def _bases(self, actor_class: type[Any]) -> tuple[type, ...]:
        return (HostedActor, actor_class)

    def _extension(self, seat: Seat) -> dict[str, Any]:
        scheduler = self._scheduler
        seat.interrupted = scheduler.interrupted
        inbox = Inbox(scheduler, seat, self.stamp)

        def start_loop(actor: pykka.Actor) -> None:
            inbox.attach(actor)

        return {
            "_create_actor_inbox": staticmethod(lambda: inbox),
            "_create_future": self._future,
            "_start_actor_loop": start_loop,
        }

    def _await_start(self, seat: Seat) -> None:
        """Nothing to wait for: the actor began its life within `start`."""

    def _check_outside(self) -> None:
        self._scheduler.check_thread()
        if self._scheduler.stack:
            raise WrongThreadError("call this from outside; a handler would wait for itself to end")
