"""Small actors to put the runtimes through their paces, and ways to reach what a runtime started."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pykka

from actors import BrainSystem
from actors.message import Message
from actors.runtime import Address, Runtime
from actors.structure import Structure, handles
from brain.errors import InvalidInputError, NotFoundError

MakeBrain = Callable[..., BrainSystem]


@dataclass(frozen=True, slots=True)
class Add(Message[int], method="add"):
    """Add to the sum; the sum is the reply."""

    number: int


@dataclass(frozen=True, slots=True)
class Refuse(Message[None]):
    """Fail with an error of the brain's own."""


@dataclass(frozen=True, slots=True)
class Break(Message[None]):
    """Fail unexpectedly."""


@dataclass(frozen=True, slots=True)
class Interrupt(Message[None]):
    """Be interrupted, as by Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Pass(Message[str]):
    """Ask the next actor the same."""


@dataclass(frozen=True, slots=True)
class Tick(Message[None]):
    """Note the time under a label."""

    label: str = ""


@dataclass(frozen=True, slots=True)
class Echo(Message[str]):
    """Tell the next actor the same, while any laps are left."""

    laps: int


@dataclass(frozen=True, slots=True)
class Wait(Message[str]):
    """Hold up the actor until the event is set."""

    event: threading.Event


@dataclass(frozen=True, slots=True)
class Nonsense(Message[None]):
    """What nobody knows."""


class Sum:
    """An organ whose state lives in a store outside of it."""

    def __init__(self, store: list[int]) -> None:
        self.store = store

    def add(self, number: int) -> int:
        if number < 0:
            raise InvalidInputError("only numbers >= 0 are added")
        self.store.append(number)
        return sum(self.store)


class Adder(Structure):
    """Adds; fails in any way that it is asked to."""

    accepts = (Add,)

    def __init__(self, runtime: Runtime, name: str, store: list[int], **limits: Any) -> None:
        super().__init__(runtime, name, **limits)
        self.store = store

    def build(self) -> Sum:
        return Sum(self.store)

    @handles(Refuse)
    def _refuse(self, _: Refuse) -> None:
        raise NotFoundError("nothing of that name")

    @handles(Break)
    def _break(self, _: Break) -> None:
        self.organ.store = []
        raise ZeroDivisionError("broken")

    @handles(Interrupt)
    def _interrupt(self, _: Interrupt) -> None:
        raise KeyboardInterrupt

    @handles(Wait)
    def _wait(self, message: Wait) -> str:
        assert message.event.wait(60)
        return "waited"


class Fragile(Adder):
    """Is down at the second unexpected failure."""

    def __init__(self, runtime: Runtime, name: str, store: list[int], max_restarts: int = 1) -> None:
        super().__init__(runtime, name, store, max_restarts=max_restarts)


class Stillborn(Adder):
    """Cannot start."""

    def build(self) -> Sum:
        raise OSError("no store")


class Link(Structure):
    """One of a chain or ring: passes on, notes down what it did."""

    def __init__(self, runtime: Runtime, name: str, log: list[Any], following: list[Address]) -> None:
        super().__init__(runtime, name)
        self.log = log
        self.next = following

    def build(self) -> list[Address]:
        return self.next

    @handles(Pass)
    def _pass(self, message: Pass) -> str:
        self.log.append(self.name)
        return self.name + "".join(self.runtime.ask(address, message) for address in self.next)

    @handles(Tick)
    def _tick(self, message: Tick) -> None:
        self.log.append((message.label or self.name, self.runtime.clock.now()))

    @handles(Echo)
    def _echo(self, message: Echo) -> str:
        self.log.append(self.name)
        if message.laps:
            for address in self.next:
                self.runtime.tell(address, Echo(message.laps - 1))
        return self.name


def link(runtime: Runtime, names: str, log: list[Any], ring: bool = False) -> list[Address]:
    """Start one link a letter, each knowing the next; in a ring the last knows the first."""
    following: dict[str, list[Address]] = {name: [] for name in names}
    addresses = [runtime.start(Link, log, following[name], name=name) for name in names]
    for here, there in zip(addresses, addresses[1:] + addresses[:1], strict=True):
        if ring or there is not addresses[0]:
            following[here.name].append(there)
    return addresses


def ref_of(actor_class: type[pykka.Actor]) -> pykka.ActorRef[Any]:
    """Return the ref of the one running actor of a class, as a stranger would find it."""
    (found,) = pykka.ActorRegistry.get_by_class(actor_class)
    return found


def in_thread(job: Callable[[], Any]) -> Any:
    """Run `job` on a thread of its own; return what it returned or raise what it raised."""
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.extend([job(), None])
        except Exception as error:  # noqa: BLE001
            outcome.extend([None, error])

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(60)
    assert outcome, "the call never came back"
    if outcome[1] is not None:
        raise outcome[1]
    return outcome[0]


@contextmanager
def lined_up(runtime: Runtime, address: Address) -> Iterator[Callable[[Any], None]]:
    """Hold an actor up while messages line up in its inbox, in either runtime."""
    event = threading.Event()
    runtime.tell(address, Wait(event))
    try:
        yield lambda message: runtime.tell(address, message)
    finally:
        event.set()


def held(brain: BrainSystem) -> tuple[int, int, int, int]:
    """Return how much is in mind, how many events, facts and sources are kept."""
    memory = brain.memory
    return len(memory.working), len(memory.episodic), len(memory.semantic), len(memory.source)
