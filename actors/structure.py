"""The base of all structures of the brain: dispatch by message type, supervision."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from typing import Any, ClassVar, TypeVar

import pykka

from actors._hosting import Seat
from actors.errors import StructureDownError, StructureFailedError, UnknownMessageError
from actors.message import Message
from actors.runtime import Runtime
from brain.clock import age_seconds
from brain.errors import BrainError

__all__ = ["Structure", "handles"]

F = TypeVar("F", bound=Callable[..., Any])

Handler = Callable[[Any, Any], Any]


def handles(message_type: type[Message[Any]]) -> Callable[[F], F]:
    """Mark a method of an actor as the handler of a message that is more than a call."""

    def mark(method: F) -> F:
        method.handled = message_type  # type: ignore[attr-defined]
        return method

    return mark


class Structure(pykka.Actor):
    """An actor around a plain structure, its `organ`.

    A message that it `accepts` calls the organ's method of the message's own name with the message's fields. What
    a handler raises never ends the actor silently: an error of the brain's own goes to who asked, or into the
    trace; anything else means that the organ can no longer be relied on, so it is built anew from the store, and
    after too many failures in a short time the structure stops and says so to everyone.

    Args:
        runtime: delivers messages.
        name: how it is called in traces.
        build: makes the organ, in the actor's own thread; a subclass may override the method instead.
        close: lets go of an organ, before it is built anew and at the end.
        max_restarts: so many restarts are borne
        restart_window: within so many seconds of the brain's time.

    """

    takes_runtime: ClassVar[bool] = True
    accepts: ClassVar[tuple[type[Message[Any]], ...]] = ()

    _handlers: ClassVar[dict[type[Any], Handler]] = {}
    _seat: Seat

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        own = {value.handled: value for value in vars(cls).values() if hasattr(value, "handled")}
        known = {**cls._handlers, **own}
        cls._handlers = {**{kind: _call_of(kind) for kind in cls.accepts if kind not in known}, **known}

    def __init__(
        self,
        runtime: Runtime,
        name: str,
        build: Callable[[], Any] | None = None,
        *,
        close: Callable[[Any], None] | None = None,
        max_restarts: int = 5,
        restart_window: float = 60.0,
    ) -> None:
        super().__init__()
        self.runtime = runtime
        self.name = name
        self.organ: Any = None
        self._build = build
        self._close = close
        self._max_restarts = max_restarts
        self._restart_window = restart_window
        self._restarts: deque[float] = deque()

    def build(self) -> Any:
        """Return the organ, with state from the store."""
        if self._build is None:
            raise NotImplementedError(f"{type(self).__name__} has no build()")
        return self._build()

    def begin(self) -> None:
        """Do what is to be done once, after the organ was built for the first time: set timers, say."""

    def on_start(self) -> None:
        """Build the organ; if that fails, the runtime's `start` says why."""
        self.organ = self.build()
        self.begin()

    def on_stop(self) -> None:
        """Let go of the organ."""
        if self._close is not None and self.organ is not None:
            self._close(self.organ)

    def on_receive(self, message: Any) -> Any:
        """Handle a message; supervision decides what becomes of a failure."""
        handler: Handler = self._handlers.get(type(message), _refuse)
        try:
            return handler(self, message)
        except BrainError as error:
            if self._asked(f"failed: {type(error).__name__}"):
                raise
        except Exception as error:
            outcome, answer = self._supervise(error, type(message).__name__)
            if self._asked(outcome):
                raise answer from error
        return None

    def _asked(self, outcome: str) -> bool:
        """Note the outcome of the current delivery; return whether somebody waits for its reply."""
        delivery = self.runtime.current
        if delivery is None:
            return True
        delivery.outcome = outcome
        return delivery.kind == "ask"

    def _supervise(self, error: Exception, kind: str) -> tuple[str, BrainError]:
        """Rebuild the organ or stop; return the outcome for the trace, and what an asker gets."""
        described = type(error).__name__
        now = self.runtime.clock.now()
        restarts = self._restarts
        restarts.append(now)
        while age_seconds(restarts[0], now) > self._restart_window:
            restarts.popleft()
        if len(restarts) > self._max_restarts:
            return f"stopped: {described}", self._give_up(error)
        self._seat.failed(error, down=False)
        if self._close is not None:
            # It has failed already; what letting go of it may raise must not hide why.
            with suppress(Exception):
                self._close(self.organ)
        self.organ = None
        try:
            self.organ = self.build()
        except Exception as again:  # noqa: BLE001
            return f"stopped: {described}", self._give_up(again)
        self._seat.restarts += 1
        return f"restarted: {described}", StructureFailedError(
            f"{self.name} failed at {kind} and was rebuilt: {described}: {error}"
        )

    def _give_up(self, error: Exception) -> StructureDownError:
        self._seat.failed(error, down=True)
        # At once, not behind what waits in the inbox: Pykka then answers all of that as dead.
        self._stop()
        return StructureDownError(self._seat.why_down())


def _refuse(actor: Structure, message: Any) -> Any:
    raise UnknownMessageError(f"{actor.name} does not know the message {type(message).__name__}")


def _call_of(kind: type[Any]) -> Handler:
    """Return the default handler of a message type: a call of the organ's method by that name.

    Raises:
        TypeError: if the message names no method.

    """
    if not kind.method:
        raise TypeError(f"{kind.__name__} names no method; write a handler marked with @handles for it")
    method = kind.method
    names = tuple(spec.name for spec in fields(kind))
    if not names:
        return lambda actor, _: getattr(actor.organ, method)()

    def call(actor: Structure, message: Any) -> Any:
        return getattr(actor.organ, method)(**{name: getattr(message, name) for name in names})

    return call
