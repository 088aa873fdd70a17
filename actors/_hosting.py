"""How an actor sits in a runtime: the mix-in that follows each delivery, and what is known of the actor."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, ClassVar, Literal

import pykka

from actors._delivery import Delivery, Here
from actors.errors import HandlerInterruptedError
from actors.trace import Tracer

__all__ = ["Address", "Health", "HostedActor", "Seat"]


@dataclass(frozen=True, slots=True)
class Address:
    """Where an actor can be reached: its name and its Pykka ref."""

    name: str
    ref: pykka.ActorRef[Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Health:
    """How an actor is.

    Attributes:
        state: 'running', 'stopped' (it was asked to) or 'down' (it failed).
        restarts: how often its structure was rebuilt.
        last_error: its last unexpected failure, as "ValueError: why"; empty for none.

    """

    state: Literal["running", "stopped", "down"] = "running"
    restarts: int = 0
    last_error: str = ""


class Seat:
    """What a runtime knows of one of its actors."""

    def __init__(self, name: str, here: Here, tracer: Tracer) -> None:
        self.name = name
        self.here = here
        self.tracer = tracer
        self.address: Address
        self.birth: Delivery | None = None  # what `on_start` sends comes from the actor, in a chain of its own
        self.thread: threading.Thread | None = None
        self.started = threading.Event()
        self.restarts = 0
        self.last_error = ""
        self.down = False
        self.handled: Callable[[], None] | None = None
        self.interrupted: Callable[[BaseException], None] | None = None

    @property
    def health(self) -> Health:
        """The actor's health at present."""
        if self.down:
            return Health("down", self.restarts, self.last_error)
        alive = self.address.ref.is_alive()
        return Health("running" if alive else "stopped", self.restarts, self.last_error)

    def failed(self, error: BaseException | None, *, down: bool) -> None:
        """Note an unexpected failure; its text only, for an exception would keep its frames alive."""
        self.last_error = f"{type(error).__name__}: {error}"
        self.down = self.down or down

    def why_down(self) -> str:
        """Say why the actor answers nothing."""
        reason = f"is down: {self.last_error}" if self.down else "has been stopped"
        return f"{self.name} {reason}"

    def dropped(self, message: Any) -> None:
        """Account for a message that the actor stopped before handling."""
        if message.__class__ is Delivery:
            if self.tracer.active:
                self.tracer.record(message, "dropped", self.tracer.carried(message.message), None)
            if self.handled is not None:
                self.handled()


class HostedActor(pykka.Actor):
    """Mixed in before every actor class that a runtime starts.

    The inbox has made a `Delivery` of each message; here it becomes the current one for as long as it is
    handled, so that whatever the handler sends inherits its trace id and its cause.
    """

    _seat: ClassVar[Seat]

    def on_start(self) -> None:
        seat = self._seat
        seat.thread = threading.current_thread()
        before, seat.here.current = seat.here.current, seat.birth
        try:
            super().on_start()
        except BaseException as error:
            seat.failed(error, down=True)
            if not isinstance(error, Exception):
                self._stop()  # Pykka itself would leave it registered
            raise
        finally:
            seat.here.current = before
            seat.started.set()

    def on_failure(
        self,
        exception_type: type[BaseException] | None,
        exception_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._seat.failed(exception_value, down=True)
        super().on_failure(exception_type, exception_value, traceback)

    def _handle_receive(self, message: Any) -> Any:
        if message.__class__ is not Delivery:
            return super()._handle_receive(message)
        seat = self._seat
        here = seat.here
        before, here.current = here.current, message
        try:
            if seat.tracer.active or seat.tracer.timed:
                return self._traced(message)
            return super()._handle_receive(message.message)
        except Exception:
            raise
        except BaseException as error:  # noqa: BLE001  see _cut_short
            return _cut_short(seat, message, error)
        finally:
            here.current = before
            if seat.handled is not None:
                seat.handled()

    def _traced(self, delivery: Delivery) -> Any:
        tracer = self._seat.tracer
        carried = tracer.carried(delivery.message) if tracer.active else {}
        began = time.perf_counter() if tracer.timed else 0.0
        outcome, reply = "ok", None
        try:
            reply = super()._handle_receive(delivery.message)
        except Exception as error:
            outcome = f"failed: {type(error).__name__}"
            raise
        except BaseException as error:
            outcome = f"interrupted: {type(error).__name__}"
            raise
        finally:
            if tracer.timed:
                tracer.time(delivery.seq, time.perf_counter() - began)
            if tracer.active:
                tracer.record(delivery, delivery.outcome or outcome, carried, reply)
        return reply


def _cut_short(seat: Seat, delivery: Delivery, error: BaseException) -> None:
    """Keep Ctrl-C or an exit in a handler from Pykka.

    Pykka would stop every actor in the process, those of other brains as well, and forget the exception.
    """
    if seat.interrupted is not None:
        seat.interrupted(error)
    if delivery.kind == "ask":
        kind = type(delivery.message).__name__
        raise HandlerInterruptedError(f"{seat.name} was cut short at {kind} by {type(error).__name__}") from error
