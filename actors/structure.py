"""The base of all structures of the brain: dispatch by message type, supervision, tracing."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import pykka

from actors.errors import StructureDownError, StructureFailedError, UnknownMessageError
from actors.message import Message
from actors.runtime import Delivery, Health, Runtime
from actors.trace import TraceRecord, bounded, message_fields
from brain.errors import BrainError

__all__ = ["Structure", "handles"]

F = TypeVar("F", bound=Callable[..., Any])


def handles(message_type: type[Message[Any]]) -> Callable[[F], F]:
    """Mark a method of an actor as the handler of a message that is more than a call."""

    def mark(method: F) -> F:
        method.handled = message_type  # type: ignore[attr-defined]
        return method

    return mark


class Structure(pykka.Actor):
    """An actor around a plain structure, its `organ`.

    A message that it accepts calls the organ's method of the message's own name with the message's fields. What
    a handler raises never ends the actor silently: an error of the brain's own goes to who asked, or into the
    trace; anything else means that the organ can no longer be relied on, so it is built anew from the store, and
    after too many failures in a short time the structure is down and says so to everyone.

    Args:
        runtime: delivers messages.
        name: how it is called in traces.
        max_restarts, restart_window: so many restarts within so many seconds (brain time) are borne.

    """

    takes_deliveries = True
    accepts: ClassVar[tuple[type[Message[Any]], ...]] = ()

    _handlers: ClassVar[dict[type[Message[Any]], str]] = {}

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        own = {method.handled: name for name, method in vars(cls).items() if hasattr(method, "handled")}
        cls._handlers = {**cls._handlers, **own}

    def __init__(self, runtime: Runtime, name: str, *, max_restarts: int = 5, restart_window: float = 60.0) -> None:
        super().__init__()
        self.runtime = runtime
        self.name = name
        self.organ: Any = None
        self._max_restarts = max_restarts
        self._restart_window = restart_window
        self._restarts: deque[float] = deque()
        self._known = frozenset(self.accepts)
        self._down: str = ""
        runtime.health[name] = Health()

    def build(self) -> Any:
        """Return the structure itself, with state from the store; called in the actor's own thread."""
        raise NotImplementedError

    def begin(self) -> None:
        """Do what is to be done once, after the organ was built for the first time: set timers, say."""

    def on_start(self) -> None:
        """Build the organ; a failure is kept for those who ask."""
        try:
            self.organ = self.build()
            self.begin()
        except Exception as error:  # noqa: BLE001  a structure that cannot start must be able to say why
            self._go_down(error)

    def on_receive(self, message: Any) -> Any:
        """Handle a delivery; the inbox has made one of a bare message sent by stock Pykka means."""
        try:
            return self._receive(message)
        except KeyboardInterrupt as interrupt:
            # Pykka would stop every actor of the process; here it leaves by the outermost call instead.
            self.runtime.interrupt(interrupt)
            raise StructureFailedError(f"{self.name} was interrupted") from interrupt

    def _receive(self, delivery: Delivery) -> Any:
        runtime, tracer = self.runtime, self.runtime.tracer
        before = runtime.enter(delivery)
        began = time.perf_counter() if tracer.timed else 0.0
        outcome, reply = "ok", None
        try:
            reply = self._handle(delivery.message)
        except Exception as error:  # noqa: BLE001  supervision decides what becomes of it
            outcome, raised = self._supervise(error)
            if delivery.kind == "ask":
                raise raised from (error if raised is not error else error.__cause__)
        finally:
            runtime.enter(before)
            if tracer.active:
                tracer.write(self._record(delivery, outcome, reply))
            if tracer.timed:
                tracer.write_timing(delivery.seq, time.perf_counter() - began)
            runtime.finished(delivery)
        return reply

    def _handle(self, message: Any) -> Any:
        if self._down:
            raise StructureDownError(self._down)
        kind = type(message)
        if kind in self._handlers:
            return getattr(self, self._handlers[kind])(message)
        if kind not in self._known:
            raise UnknownMessageError(f"{self.name} does not know the message {kind.__name__}")
        arguments = {name: getattr(message, name) for name in message_fields(kind)}
        return getattr(self.organ, message.method)(**arguments)

    def _supervise(self, error: Exception) -> tuple[str, Exception]:
        """Decide what a failure means; return the outcome for the trace and what the asker gets."""
        described = f"{type(error).__name__}: {error}"
        if isinstance(error, BrainError):
            return f"failed: {described}", error
        now = self.runtime.clock.now()
        self._restarts.append(now)
        while self._restarts and now - self._restarts[0] > self._restart_window:
            self._restarts.popleft()
        if len(self._restarts) > self._max_restarts:
            self._go_down(error)
            return f"down: {described}", StructureDownError(self._down)
        try:
            self.organ = self.build()
        except Exception as again:  # noqa: BLE001
            self._go_down(again)
            return f"down: {described}", StructureDownError(self._down)
        count = self.runtime.health[self.name].restarts + 1
        self.runtime.health[self.name] = Health("running", count, described)
        return f"restarted: {described}", StructureFailedError(f"{self.name} failed and was restarted: {described}")

    def _go_down(self, error: Exception) -> None:
        described = f"{type(error).__name__}: {error}"
        self._down = f"{self.name} is down: {described}"
        count = self.runtime.health[self.name].restarts
        self.runtime.health[self.name] = Health("down", count, described)

    def _record(self, delivery: Delivery, outcome: str, reply: Any) -> TraceRecord:
        message = delivery.message
        carried = (
            {name: bounded(getattr(message, name)) for name in message_fields(type(message))}
            if isinstance(message, Message)
            else {"message": bounded(message)}
        )
        return TraceRecord(
            delivery.seq, self.runtime.clock.now(), delivery.sender, self.name, delivery.kind,
            type(message).__name__, delivery.trace_id, delivery.cause, outcome, carried, bounded(reply),
        )  # fmt: skip
