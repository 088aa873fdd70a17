"""One fixture for both runtimes: what holds in one must hold in the other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pykka
import pytest

from actors.deterministic import DeterministicRuntime
from actors.message import Message
from actors.runtime import Runtime
from actors.structure import Structure, handles
from actors.threads import ThreadRuntime
from actors.trace import TraceRecord
from brain.errors import InvalidInputError


@dataclass(frozen=True, slots=True)
class Add(Message[int], method="add"):
    amount: int


@dataclass(frozen=True, slots=True)
class Total(Message[int], method="__len__"):
    pass


@dataclass(frozen=True, slots=True)
class Refuse(Message[None], method="refuse"):
    why: str = "wrong"


@dataclass(frozen=True, slots=True)
class Break(Message[None], method="break_down"):
    pass


@dataclass(frozen=True, slots=True)
class WhoSent(Message[tuple[str, str]]):
    pass


@dataclass(frozen=True, slots=True)
class Unheard(Message[None], method="nothing"):
    pass


@dataclass
class Sum:
    """A plain structure that knows nothing of actors."""

    amounts: list[int] = field(default_factory=list)

    def add(self, amount: int) -> int:
        self.amounts.append(amount)
        return sum(self.amounts)

    def __len__(self) -> int:
        return len(self.amounts)

    def refuse(self, why: str) -> None:
        raise InvalidInputError(why)

    def break_down(self) -> None:
        self.amounts.append(-1)
        raise ValueError("broken")


class Adder(Structure):
    accepts = (Add, Total, Refuse, Break)

    @handles(WhoSent)
    def _who_sent(self, _: WhoSent) -> tuple[str, str]:
        delivery = self.runtime.current
        assert delivery is not None
        return delivery.sender, delivery.trace_id


@pytest.fixture(params=["deterministic", "threads"])
def runtime(request: pytest.FixtureRequest) -> Iterator[Runtime]:
    with DeterministicRuntime(7) if request.param == "deterministic" else ThreadRuntime(ask_timeout=20) as made:
        yield made


@pytest.fixture
def records(runtime: Runtime) -> list[TraceRecord]:
    seen: list[TraceRecord] = []
    runtime.tracer.subscribe(seen.append)
    return seen


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    threads = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= threads
    assert pykka.ActorRegistry.get_all() == []
