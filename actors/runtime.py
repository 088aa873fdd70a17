"""What both runtimes share: addresses, deliveries, timers, virtual time."""

from __future__ import annotations

import abc
import heapq
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, TypeVar

import pykka
import pykka.messages

from actors.message import Ask, Message
from actors.trace import Tracer
from brain.chance import IdFactory
from brain.clock import Clock, VirtualClock
from brain.errors import ClosedError, InvalidInputError

__all__ = ["OUTSIDE", "Address", "Delivery", "Health", "Runtime", "Timer"]

R = TypeVar("R")

OUTSIDE = "outside"


class Delivery:
    """A message on its way, with where it comes from and what caused it."""

    __slots__ = ("cause", "kind", "message", "receiver", "sender", "seq", "trace_id")

    def __init__(
        self, message: Any, kind: str, seq: int, sender: str, receiver: str, trace_id: str, cause: int | None
    ) -> None:
        self.message = message
        self.kind = kind
        self.seq = seq
        self.sender = sender
        self.receiver = receiver
        self.trace_id = trace_id
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Address:
    """Where a structure can be reached: its name and its Pykka ref."""

    name: str
    ref: pykka.ActorRef[Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Health:
    """How a structure is: 'running' or 'down', how often it was restarted, and its last unexpected failure."""

    state: str = "running"
    restarts: int = 0
    last_error: str = ""


@dataclass(order=True, slots=True)
class Timer:
    """A message that is told at a time; `cancel` it if it is no longer wanted."""

    due: float
    order: int
    address: Address = field(compare=False)
    message: Message[Any] = field(compare=False)
    every: float | None = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """Let the timer never go off again."""
        self.cancelled = True


class Runtime(abc.ABC):
    """Starts actors, delivers their messages and tells them the time.

    Use it as a context manager, or call `stop` in a `finally`: the threads of Pykka are not daemons, and one
    that is left running keeps the interpreter from ending.

    Args:
        clock: the time of the brain.
        tracer: where records go; none by default.
        ids: makes trace ids.

    """

    def __init__(self, clock: Clock, tracer: Tracer | None, ids: IdFactory) -> None:
        self.clock = clock
        self.tracer = tracer or Tracer()
        self.health: dict[str, Health] = {}
        self._ids = ids
        self._seq = itertools.count(1)
        self._timers: list[Timer] = []
        self._timer_order = itertools.count()
        self._addresses: list[Address] = []
        self._stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    @abc.abstractmethod
    def current(self) -> Delivery | None:
        """The delivery that is being handled here and now."""

    @abc.abstractmethod
    def enter(self, delivery: Delivery | None) -> Delivery | None:
        """Make `delivery` the current one; return the one before."""

    @abc.abstractmethod
    def finished(self, delivery: Delivery) -> None:
        """Note that a delivery has been handled."""

    @abc.abstractmethod
    def interrupt(self, error: KeyboardInterrupt) -> None:
        """Raise `error`, which came up within a handler, where the user called from."""

    @abc.abstractmethod
    def start(self, actor_class: type[Any], *args: Any, name: str) -> Address:
        """Start an actor; its constructor gets this runtime, the name and `args`.

        Raises:
            StructureDownError: if it could not start.

        """

    @abc.abstractmethod
    def ask(self, address: Address, message: Message[R], timeout: float | None = None) -> R:
        """Deliver a message and return the reply, or raise what the structure raised.

        Args:
            timeout: seconds to wait in real time (the runtime's own default if None).

        Raises:
            ClosedError: after `stop`.

        """

    @abc.abstractmethod
    def tell(self, address: Address, message: Message[Any], kind: str = "tell") -> None:
        """Deliver a message and do not wait."""

    @abc.abstractmethod
    def run_until_idle(self) -> None:
        """Return when no message is waiting or being handled."""

    @abc.abstractmethod
    def stop(self) -> None:
        """Stop this runtime's own actors, the last started first. Safe to call again."""

    def asker(self, address: Address) -> Ask:
        """Return a function that asks the actor at `address`, for its client."""

        def ask(message: Message[R], /) -> R:
            return self.ask(address, message)

        return ask

    def schedule(self, address: Address, message: Message[Any], *, after: float, every: float | None = None) -> Timer:
        """Tell `message` in `after` seconds, and then every `every` seconds without drift."""
        timer = Timer(self.timer_now() + after, next(self._timer_order), address, message, every)
        heapq.heappush(self._timers, timer)
        return timer

    def timer_now(self) -> float:
        """Return the time by which timers go off."""
        return self.clock.now()

    def advance(self, seconds: float) -> None:
        """Let virtual time pass; timers go off in order, each at its own time.

        Raises:
            InvalidInputError: if `seconds` is negative, or the clock is not a virtual one.

        """
        clock = self._virtual_clock()
        target = VirtualClock(clock.now())
        target.advance(seconds)
        self.run_until_idle()
        while self._timers and self._timers[0].due <= target.now():
            clock.set(max(clock.now(), self._timers[0].due))
            self.fire_due_timers()
            self.run_until_idle()
        clock.set(target.now())

    def suspend(self, until: float) -> None:
        """Jump to a later time, as after a night with the machine off: missed timers do not go off.

        Raises:
            InvalidInputError: if `until` (Unix seconds) lies in the past, or the clock is not a virtual one.

        """
        clock = self._virtual_clock()
        if until < clock.now():
            raise InvalidInputError(f"cannot sleep until {until!r}, which is in the past")
        self.run_until_idle()
        for timer in self._timers:
            timer.due = max(timer.due, until + (timer.every or 0.0))
        heapq.heapify(self._timers)
        clock.set(until)

    @contextmanager
    def tracing(self, trace_id: str) -> Iterator[None]:
        """Give everything that is sent from outside within the block this trace id."""
        before = self.enter(Delivery(None, "", 0, OUTSIDE, OUTSIDE, trace_id, None))
        try:
            yield
        finally:
            self.enter(before)

    def new_trace_id(self) -> str:
        """Return a trace id for a new chain of events."""
        return self._ids("trace")

    def fire_due_timers(self) -> None:
        """Tell the messages of all timers that are due, and set the periodic ones anew."""
        now = self.timer_now()
        while self._timers and self._timers[0].due <= now:
            timer = heapq.heappop(self._timers)
            if timer.cancelled:
                continue
            self.tell(timer.address, timer.message, "timer")
            if timer.every is not None:
                timer.due += timer.every
                heapq.heappush(self._timers, timer)

    def delivery(self, receiver: str, message: Any, kind: str) -> Delivery:
        """Wrap a message with its sender, trace and cause."""
        current = self.current
        if current is None:
            return Delivery(message, kind, next(self._seq), OUTSIDE, receiver, self.new_trace_id(), None)
        # A sequence number of 0 marks a block of the user's, which is no message.
        return Delivery(
            message, kind, next(self._seq), current.receiver, receiver, current.trace_id, current.seq or None
        )

    def adopt(self, receiver: str, envelope: Any) -> bool:
        """Make a delivery of a bare message that came by stock Pykka means; tell whether it was one.

        Only the envelope knows whether somebody waits for a reply, so this happens on the way into the inbox.
        """
        message = envelope.message
        if type(message) is Delivery or type(message).__module__ == pykka.messages.__name__:
            return False
        kind = "tell" if envelope.reply_to is None else "ask"
        envelope.message = self.delivery(receiver, message, kind)
        return True

    def _virtual_clock(self) -> VirtualClock:
        if not isinstance(self.clock, VirtualClock):
            raise InvalidInputError("time passes by itself on a system clock; give the brain a VirtualClock")
        return self.clock

    def _open(self) -> None:
        if self._stopped:
            raise ClosedError("the brain has been stopped; start it again to use it")
