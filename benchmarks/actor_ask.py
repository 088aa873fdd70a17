"""The cost of one question between actors, against the barest Pykka actor that can run on one thread."""

from __future__ import annotations

import tempfile
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pykka
from measure import print_table, seconds_per_call

from actors.deterministic import DeterministicRuntime
from actors.message import Message
from actors.runtime import Runtime
from actors.structure import Structure
from actors.threads import ThreadRuntime
from actors.trace import Tracer
from brain.clock import VirtualClock

CALLS = 5_000


class _Used(BaseException):
    pass


class _BareInbox:
    def __init__(self, ready: deque[Any]) -> None:
        self.queue: deque[Any] = deque()
        self.ready = ready
        self.budget = 0
        self.actor: Any = None

    def put(self, envelope: Any) -> None:
        self.queue.append(envelope)
        self.ready.append(self)

    def get(self) -> Any:
        if not self.budget:
            raise _Used
        self.budget = 0
        return self.queue.popleft()

    def empty(self) -> bool:
        return not self.queue


class _BareFuture(pykka.Future[Any]):
    ready: ClassVar[deque[Any]]

    def __init__(self) -> None:
        super().__init__()
        self.value: Any = _Used

    def get(self, *, timeout: float | None = None) -> Any:
        while self.value is _Used:
            inbox = self.ready.popleft()
            inbox.budget = 1
            try:
                inbox.actor._actor_loop_running()
            except _Used:
                pass
        return self.value

    def set(self, value: Any = None) -> None:
        self.value = value


READY: deque[Any] = deque()
_BareFuture.ready = READY


class BareActor(pykka.Actor):
    """Answers on one thread, without names, traces, chance or supervision."""

    @staticmethod
    def _create_actor_inbox() -> Any:
        return _BareInbox(READY)

    @staticmethod
    def _create_future() -> Any:
        return _BareFuture()

    def _start_actor_loop(self) -> None:
        self.actor_inbox.actor = self

    def on_receive(self, message: Any) -> Any:
        return message


@dataclass(frozen=True, slots=True)
class Echo(Message[int], method="echo"):
    """Answer with the number."""

    number: int


class Organ:
    """What the measured structure does: nothing."""

    def echo(self, number: int) -> int:
        return number


class EchoStructure(Structure):
    """The smallest structure."""

    accepts = (Echo,)

    def build(self) -> Organ:
        return Organ()


def measured(runtime: Runtime, calls: int = CALLS) -> float:
    with runtime:
        address = runtime.start(EchoStructure, name="echo")
        message = Echo(1)
        return seconds_per_call(lambda: runtime.ask(address, message), calls)


def main() -> None:
    bare = BareActor.start()
    floor = seconds_per_call(lambda: bare.ask(1), CALLS)
    pykka.ActorRegistry.unregister(bare)
    off = measured(DeterministicRuntime(1, VirtualClock()))
    with tempfile.TemporaryDirectory() as directory:
        on = measured(DeterministicRuntime(1, VirtualClock(), Tracer(Path(directory) / "trace.jsonl")))
    threads = measured(ThreadRuntime(), 2_000)
    rows = [
        (name, f"{seconds * 1e6:.1f}", f"{seconds / floor:.1f}", goal)
        for name, seconds, goal in (
            ("bare Pykka actor, one thread", floor, ""),
            ("deterministic, tracing off", off, "<= 3"),
            ("deterministic, tracing to a file", on, "<= 8"),
            ("threads, tracing off", threads, ""),
        )
    ]
    print_table("one ask", ("", "us", "x bare", "goal"), rows)


if __name__ == "__main__":
    main()
