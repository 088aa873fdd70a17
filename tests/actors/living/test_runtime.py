"""What both runtimes promise: replies, errors, supervision, stock Pykka, a clean end."""

from __future__ import annotations

import threading
from typing import Any

import pykka
import pytest
from actor_kit import (
    Add,
    Adder,
    Break,
    Echo,
    Fragile,
    Nonsense,
    Pass,
    Refuse,
    Stillborn,
    Tick,
    lined_up,
    link,
)

from actors.errors import StructureDownError, StructureFailedError, UnknownMessageError
from actors.runtime import Runtime
from actors.trace import TraceRecord
from brain.errors import ClosedError, InvalidInputError, NotFoundError


class Parrot(pykka.Actor):
    """A stock Pykka actor, as any user may have one."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Any] = []

    def on_receive(self, message: Any) -> Any:
        self.heard.append(message)
        return f"{message}!"

    def shout(self, word: str) -> str:
        return word.upper()


def test_an_ask_is_answered(runtime: Runtime) -> None:
    adder = runtime.start(Adder, [1], name="adder")
    assert runtime.ask(adder, Add(2)) == 3
    assert runtime.ask(adder, Add(4)) == 7


def test_a_chain_of_asks_is_answered(runtime: Runtime) -> None:
    first, *_ = link(runtime, "abcde", [])
    assert runtime.ask(first, Pass()) == "abcde"


def test_what_is_told_is_done_in_the_order_of_telling(runtime: Runtime) -> None:
    store: list[int] = []
    adder = runtime.start(Adder, store, name="adder")
    for number in range(50):
        runtime.tell(adder, Add(number))
    runtime.run_until_idle()
    assert store == list(range(50))


def test_idle_means_that_what_was_set_off_is_over_too(runtime: Runtime) -> None:
    log: list[str] = []
    first, *_ = link(runtime, "abc", log, ring=True)
    runtime.tell(first, Echo(99))
    runtime.run_until_idle()
    assert log == list("abc") * 33 + ["a"]


def test_a_brain_error_goes_to_the_asker_and_restarts_nothing(runtime: Runtime) -> None:
    adder = runtime.start(Adder, [], name="adder")
    with pytest.raises(NotFoundError, match="nothing of that name"):
        runtime.ask(adder, Refuse())
    with pytest.raises(InvalidInputError):
        runtime.ask(adder, Add(-1))
    assert runtime.ask(adder, Add(1)) == 1
    assert runtime.health["adder"].state == "running"
    assert runtime.health["adder"].restarts == 0


def test_an_unexpected_error_restarts_the_structure_from_the_store(runtime: Runtime) -> None:
    adder = runtime.start(Adder, [5], name="adder")
    with pytest.raises(
        StructureFailedError, match="adder failed at Break and was rebuilt: ZeroDivisionError: broken"
    ) as seen:
        runtime.ask(adder, Break())
    assert isinstance(seen.value.__cause__, ZeroDivisionError)
    health = runtime.health["adder"]
    assert (health.state, health.restarts, health.last_error) == ("running", 1, "ZeroDivisionError: broken")
    assert runtime.ask(adder, Add(1)) == 6


def test_a_told_message_that_fails_does_not_end_the_actor(runtime: Runtime) -> None:
    adder = runtime.start(Adder, [5], name="adder")
    for message in (Break(), Refuse(), Nonsense(), Add(-1)):
        runtime.tell(adder, message)
    runtime.run_until_idle()
    assert runtime.health["adder"].restarts == 1
    assert runtime.ask(adder, Add(1)) == 6


def test_too_many_failures_bring_a_structure_down_and_it_says_so(runtime: Runtime) -> None:
    fragile = runtime.start(Fragile, [], name="fragile")
    with pytest.raises(StructureFailedError):
        runtime.ask(fragile, Break())
    for message in (Break(), Add(1), Nonsense()):
        with pytest.raises(StructureDownError, match="fragile is down: ZeroDivisionError: broken"):
            runtime.ask(fragile, message)
    assert runtime.health["fragile"].state == "down"


def test_failures_far_apart_are_borne(runtime: Runtime) -> None:
    fragile = runtime.start(Fragile, [], name="fragile")
    for _ in range(5):
        with pytest.raises(StructureFailedError):
            runtime.ask(fragile, Break())
        runtime.advance(61)
    assert runtime.ask(fragile, Add(1)) == 1
    assert runtime.health["fragile"].restarts == 5


def test_a_structure_that_cannot_start_says_why(runtime: Runtime) -> None:
    with pytest.raises(StructureDownError, match="stillborn could not start: OSError: no store"):
        runtime.start(Stillborn, [], name="stillborn")
    assert runtime.health["stillborn"].state == "down"


def test_a_structure_that_is_down_takes_no_other_with_it(runtime: Runtime) -> None:
    fragile = runtime.start(Fragile, [], 0, name="fragile")
    adder = runtime.start(Adder, [], name="adder")
    with pytest.raises(StructureDownError):
        runtime.ask(fragile, Break())
    assert runtime.ask(adder, Add(1)) == 1


def test_an_unknown_message_is_a_typed_error_and_the_actor_lives(runtime: Runtime) -> None:
    adder = runtime.start(Adder, [], name="adder")
    with pytest.raises(UnknownMessageError, match="adder does not know the message Nonsense"):
        runtime.ask(adder, Nonsense())
    assert runtime.ask(adder, Add(1)) == 1
    assert runtime.health["adder"].restarts == 0


@pytest.mark.parametrize(
    "stranger", ["hello", 42, None, {"cmd": "add"}, object()], ids=lambda value: type(value).__name__
)
def test_a_stranger_gets_a_typed_error_too(runtime: Runtime, stranger: object) -> None:
    adder = runtime.start(Adder, [], name="adder")
    with pytest.raises(UnknownMessageError):
        adder.ref.ask(stranger, timeout=60)
    assert adder.ref.is_alive()
    assert adder.ref.ask(Add(1), timeout=60) == 1


def test_stock_tell_and_ask_work(runtime: Runtime) -> None:
    store: list[int] = []
    adder = runtime.start(Adder, store, name="adder")
    adder.ref.tell(Add(1))
    adder.ref.tell("hello")
    adder.ref.tell(Break())
    runtime.run_until_idle()
    assert store == [1]
    assert adder.ref.ask(Add(2), block=False).get(timeout=60) == 3
    with pytest.raises(NotFoundError):
        adder.ref.ask(Refuse(), timeout=60)


def test_stock_messages_are_traced_like_others(runtime: Runtime) -> None:
    seen: list[TraceRecord] = []
    runtime.tracer.subscribe(seen.append)
    adder = runtime.start(Adder, [], name="adder")
    adder.ref.tell(Add(1))
    adder.ref.ask(Add(2), timeout=60)
    runtime.run_until_idle()
    assert [(r.kind, r.type, r.sender, r.receiver, r.carried) for r in seen] == [
        ("tell", "Add", "outside", "adder", {"number": 1}),
        ("ask", "Add", "outside", "adder", {"number": 2}),
    ]


def test_a_stock_actor_runs_with_its_proxy(runtime: Runtime) -> None:
    parrot = runtime.start(Parrot, name="parrot").ref
    assert parrot.ask("hello", timeout=60) == "hello!"
    proxy = parrot.proxy()
    assert proxy.shout("hello").get(timeout=60) == "HELLO"
    assert proxy.heard.get(timeout=60) == ["hello"]


def test_futures_can_be_mapped_and_gathered(runtime: Runtime) -> None:
    parrot = runtime.start(Parrot, name="parrot").ref
    futures = [parrot.ask(word, block=False) for word in ("one", "two")]
    assert pykka.get_all(futures, timeout=60) == ["one!", "two!"]
    assert parrot.ask("three", block=False).map(len).get(timeout=60) == 6


def test_an_ended_actor_answers_with_a_brain_error(runtime: Runtime) -> None:
    adder = runtime.start(Adder, [], name="adder")
    adder.ref.stop()
    with pytest.raises(StructureDownError, match="adder"):
        runtime.ask(adder, Add(1))


def test_an_ended_actor_is_told_nothing(runtime: Runtime) -> None:
    adder = runtime.start(Adder, [], name="adder")
    adder.ref.stop()
    with pytest.raises(StructureDownError, match="adder"):
        runtime.tell(adder, Add(1))


def test_the_sender_and_the_cause_are_traced(runtime: Runtime) -> None:
    seen: list[TraceRecord] = []
    runtime.tracer.subscribe(seen.append)
    first, _ = link(runtime, "ab", [])
    with runtime.tracing("trace_of_mine"):
        runtime.ask(first, Pass())
    runtime.ask(first, Pass())
    inner, outer, *later = seen
    assert (inner.sender, inner.receiver, inner.cause) == ("a", "b", outer.seq)
    assert (outer.sender, outer.receiver, outer.cause) == ("outside", "a", None)
    assert inner.trace_id == outer.trace_id == "trace_of_mine"
    assert len({record.trace_id for record in later}) == 1
    assert later[0].trace_id != "trace_of_mine"


def test_outcomes_are_traced(runtime: Runtime) -> None:
    seen: list[TraceRecord] = []
    runtime.tracer.subscribe(seen.append)
    fragile = runtime.start(Fragile, [], name="fragile")
    with lined_up(runtime, fragile) as tell:
        for message in (Add(1), Refuse(), Break(), Break(), Add(1)):
            tell(message)
    runtime.run_until_idle()
    seen.sort(key=lambda record: record.seq)
    assert [record.outcome for record in seen if record.type != "Wait"] == [
        "ok",
        "failed: NotFoundError",
        "restarted: ZeroDivisionError",
        "stopped: ZeroDivisionError",
        "dropped",
    ]


def test_stopping_leaves_no_actor_and_no_thread(runtime: Runtime) -> None:
    before = set(threading.enumerate())
    link(runtime, "abc", [])
    fragile = runtime.start(Fragile, [], 0, name="fragile")
    runtime.tell(fragile, Break())
    runtime.schedule(fragile, Tick(), after=1, every=1)
    runtime.stop()
    runtime.stop()
    assert set(threading.enumerate()) <= before
    assert pykka.ActorRegistry.get_all() == []


def test_a_stopped_runtime_refuses_everything(runtime: Runtime) -> None:
    adder = runtime.start(Adder, [], name="adder")
    runtime.stop()
    for call in (
        lambda: runtime.ask(adder, Add(1)),
        lambda: runtime.tell(adder, Add(1)),
        lambda: runtime.start(Adder, [], name="another"),
    ):
        with pytest.raises(ClosedError):
            call()


def test_stopping_spares_the_actors_of_others(runtime: Runtime) -> None:
    class Neighbour(pykka.ThreadingActor):
        def on_receive(self, message: Any) -> Any:
            return message

    neighbour = Neighbour.start()
    try:
        runtime.start(Adder, [], name="adder")
        runtime.stop()
        assert neighbour.ask("alive?", timeout=60) == "alive?"
    finally:
        neighbour.stop()
