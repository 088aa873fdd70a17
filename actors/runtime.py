"""What both runtimes share: starting actors, stamping what is sent, timers, virtual time."""

from __future__ import annotations

import abc
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, ClassVar, Self, TypeVar

import pykka
import pykka.messages

from actors._delivery import OUTSIDE, Delivery, Here
from actors._hosting import Address, Health, Seat
from actors.errors import StructureDownError
from actors.message import Ask, Message, Tell
from actors.timers import Timer, TimerQueue
from actors.trace import Tracer
from brain.chance import IdFactory
from brain.clock import Clock, VirtualClock
from brain.errors import ClosedError, InvalidInputError

__all__ = ["OUTSIDE", "Address", "Delivery", "Health", "Runtime", "Timer"]

R = TypeVar("R")

_STOP = pykka.messages._ActorStop  # noqa: SLF001  the loop must see it bare


class Runtime(abc.ABC):
    """Starts actors, delivers their messages and tells them the time.

    Use it as a context manager, or call `stop` in a `finally`: the threads of Pykka are not daemons, and one
    that is left running keeps the interpreter from ending.

    Args:
        clock: the time of the brain.
        tracer: where records go; nowhere by default.
        ids: makes trace ids.
        here: holds the delivery that is being handled.

    """

    _skip_missed: ClassVar[bool] = False

    def __init__(self, clock: Clock, tracer: Tracer | None, ids: IdFactory, here: Here) -> None:
        self.clock = clock
        self.tracer = tracer or Tracer()
        self._ids = ids
        self._here = here
        self._sequence = itertools.count(1)
        self._timers = TimerQueue()
        self._seats: dict[str, Seat] = {}
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def current(self) -> Delivery | None:
        """The delivery that is being handled here and now."""
        return self._here.current

    @property
    def health(self) -> dict[str, Health]:
        """How each actor is, by name, in the order of starting."""
        return {name: seat.health for name, seat in self._seats.items()}

    def start(self, actor_class: type[Any], *args: Any, name: str, **kwargs: Any) -> Address:
        """Start an actor and return when its `on_start` is done.

        A `Structure` is constructed with this runtime and `name` before `args`; any other Pykka actor with
        `args` and `kwargs` alone.

        Raises:
            InvalidInputError: if a living actor has that name.
            StructureDownError: if `on_start` raised; `__cause__` is not kept across threads, its text is.
            ClosedError: after `stop`.

        """
        self._check_open()
        taken = self._seats.get(name)
        if taken is not None and taken.address.ref.is_alive():
            raise InvalidInputError(f"an actor named {name!r} is running already; names are addresses")
        seat = Seat(name, self._here, self.tracer)
        seat.birth = Delivery(None, "", 0, "", name, self.new_trace_id(), None, self.clock.now())
        made: Any = type(actor_class.__name__, self._bases(actor_class), {"_seat": seat, **self._extension(seat)})
        if getattr(actor_class, "takes_runtime", False):
            args = (self, name, *args)
        seat.address = Address(name, made.start(*args, **kwargs))
        self._seats.pop(name, None)
        self._seats[name] = seat
        self._await_start(seat)
        if seat.down:
            raise StructureDownError(f"{name} could not start: {seat.last_error}")
        return seat.address

    @abc.abstractmethod
    def ask(self, address: Address, message: Message[R], timeout: float | None = None) -> R:
        """Deliver a message and return the reply, or raise what the actor raised.

        Args:
            address: whom to ask.
            message: what to ask.
            timeout: seconds to wait in real time (None: the runtime's own default).

        Raises:
            StructureDownError: if the actor has failed or stopped.
            ClosedError: after `stop`.

        """

    def tell(self, address: Address, message: Message[Any]) -> None:
        """Deliver a message and do not wait.

        Raises:
            StructureDownError: if the actor has failed or stopped.
            ClosedError: after `stop`.

        """
        self._check_open()
        try:
            address.ref.tell(message)
        except pykka.ActorDeadError as error:
            raise self._down(address) from error

    @abc.abstractmethod
    def run_until_idle(self, timeout: float | None = None) -> None:
        """Return when no message is waiting or being handled.

        Args:
            timeout: seconds of real time to wait (None: forever); of use with threads only.

        Raises:
            TimeoutError: if messages are still under way then.

        """

    @abc.abstractmethod
    def interrupt(self, error: BaseException) -> None:
        """End what is going on with `error`; to be called by the handler of a signal such as Ctrl-C."""

    @abc.abstractmethod
    def stop(self) -> None:
        """Stop this runtime's own actors, the last started first. Safe to call again.

        Each actor still handles what is in its inbox. Call it from outside, not from a handler.
        """

    def asker(self, address: Address) -> Ask:
        """Return a function that asks the actor at `address`, for its client."""

        def ask(message: Message[R], /) -> R:
            return self.ask(address, message)

        return ask

    def teller(self, address: Address) -> Tell:
        """Return a function that tells the actor at `address`, for its client."""

        def tell(message: Message[Any], /) -> None:
            self.tell(address, message)

        return tell

    def schedule(self, address: Address, message: Message[Any], *, after: float, every: float | None = None) -> Timer:
        """Tell `message` in `after` seconds, and then every `every` seconds without drift.

        A single message belongs to the chain of events that scheduled it, each periodic one starts its own.

        Raises:
            InvalidInputError: if `after` is not finite and >= 0, or `every` not finite and > 0.
            ClosedError: after `stop`.

        """
        self._check_open()
        origin = self.current if every is None else None
        return self._timers.add(self._timer_now(), address, message, after=after, every=every, origin=origin)

    def advance(self, seconds: float) -> None:
        """Let virtual time pass; timers go off one by one, each at its own time.

        Raises:
            InvalidInputError: if `seconds` is negative or not finite, or the clock is not a virtual one.

        """
        clock = self._virtual_clock()
        target = VirtualClock(clock.now())
        target.advance(seconds)
        self.run_until_idle()
        while (due := self._timers.next_due()) is not None and due <= target.now():
            # A handler may have moved the clock past the due time: time never runs backwards here.
            clock.set(max(clock.now(), due))
            self._fire_next(due)
            self.run_until_idle()
        clock.set(max(clock.now(), target.now()))

    def suspend(self, until: float) -> None:
        """Jump to a later time, as after a night with the machine off: missed rounds do not go off.

        Raises:
            InvalidInputError: if `until` (Unix seconds) lies in the past, or the clock is not a virtual one.

        """
        clock = self._virtual_clock()
        if not until >= clock.now():
            raise InvalidInputError(f"cannot sleep until {until!r}, which is in the past")
        self.run_until_idle()
        clock.set(until)
        self._timers.postpone(until)

    @contextmanager
    def tracing(self, trace_id: str) -> Iterator[None]:
        """Give everything that is sent within the block this trace id."""
        here = self._here
        before = here.current
        sender, seq = (before.receiver, before.seq) if before else (OUTSIDE, 0)
        here.current = Delivery(None, "", seq, "", sender, trace_id, None, self.clock.now())
        try:
            yield
        finally:
            here.current = before

    def new_trace_id(self) -> str:
        """Return a trace id for a new chain of events."""
        return self._ids("trace")

    def stamp(self, receiver: str, envelope: Any) -> bool:
        """Make a delivery of the message in a Pykka envelope; return whether it is one now.

        This happens on the way into the inbox, on the sender's thread, so that stock `ref.ask`, `ref.tell`
        and proxies are followed like everything else. Only Pykka's own stop stays bare.
        """
        message = envelope.message
        if message.__class__ is Delivery:
            return True
        if message.__class__ is _STOP:
            return False
        kind = "tell" if envelope.reply_to is None else "ask"
        envelope.message = self._delivery(receiver, message, kind, self._here.current)
        return True

    def _delivery(self, receiver: str, message: Any, kind: str, origin: Delivery | None) -> Delivery:
        sent_at = self.clock.now()
        seq = next(self._sequence)
        if origin is None:
            return Delivery(message, kind, seq, OUTSIDE, receiver, self._ids("trace"), None, sent_at)
        return Delivery(message, kind, seq, origin.receiver, receiver, origin.trace_id, origin.seq or None, sent_at)

    @abc.abstractmethod
    def _bases(self, actor_class: type[Any]) -> tuple[type, ...]:
        """Return the bases of the class that is really started; `HostedActor` comes first."""

    @abc.abstractmethod
    def _extension(self, seat: Seat) -> dict[str, Any]:
        """Return Pykka's extension points, as attributes of that class."""

    @abc.abstractmethod
    def _await_start(self, seat: Seat) -> None:
        """Wait until `on_start` is done."""

    def _timer_now(self) -> float:
        return self.clock.now()

    def _fire_next(self, now: float) -> bool:
        """Tell the message of the first timer due at `now`; return whether there was one."""
        timer = self._timers.pop_due(now, skip_missed=self._skip_missed)
        if timer is None:
            return False
        address: Address = timer.receiver
        delivery = self._delivery(address.name, timer.message, "timer", timer.origin)
        try:
            address.ref.tell(delivery)
        except pykka.ActorDeadError:
            # Nobody is there to be told of it but the trace; a dead actor needs no more rounds.
            timer.cancel()
            if self.tracer.active:
                self.tracer.record(delivery, "dropped", self.tracer.carried(timer.message), None)
        return True

    def _virtual_clock(self) -> VirtualClock:
        if not isinstance(self.clock, VirtualClock):
            raise InvalidInputError("time passes by itself on a system clock; give the brain a VirtualClock")
        return self.clock

    def _check_open(self) -> None:
        if self._closed:
            raise ClosedError("the brain has been stopped; start it again to use it")

    def _down(self, address: Address) -> StructureDownError:
        seat = self._seats.get(address.name)
        return StructureDownError(seat.why_down() if seat else f"{address.name} is not of this runtime")
