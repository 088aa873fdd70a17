"""What holds in both runtimes."""

from __future__ import annotations

import pykka
import pytest

from actors.errors import StructureDownError, StructureFailedError, UnknownMessageError
from actors.runtime import Runtime
from actors.structure import Structure, handles
from actors.trace import TraceRecord
from brain.errors import ClosedError, InvalidInputError
from tests.actors.conftest import Add, Adder, Break, Refuse, Sum, Total, Unheard, WhoSent


class Stock(pykka.Actor):
    def __init__(self, start: int = 0) -> None:
        super().__init__()
        self.count = start

    def add(self, n: int) -> int:
        self.count += n
        return self.count

    def on_receive(self, message: object) -> object:
        if message == "fail":
            raise ValueError("failed")
        return message


def test_fields_become_arguments(runtime: Runtime) -> None:
    adder = runtime.start(Adder, Sum, name="adder")
    assert runtime.ask(adder, Add(2)) == 2
    assert runtime.ask(adder, Add(3)) == 5
    assert runtime.ask(adder, Total()) == 2


def test_tells_arrive_in_the_order_of_sending(runtime: Runtime) -> None:
    organ = Sum()
    adder = runtime.start(Adder, lambda: organ, name="adder")
    for n in range(50):
        runtime.tell(adder, Add(n))
    runtime.run_until_idle()
    assert organ.amounts == list(range(50))


def test_stock_refs_and_proxies_work(runtime: Runtime) -> None:
    ref = runtime.start(Stock, start=1, name="stock").ref
    proxy = ref.proxy()
    assert proxy.add(2).get() == 3
    proxy.count = 10
    assert proxy.count.get() == 10
    assert ref.ask("hello") == "hello"
    assert ref.ask("later", block=False).map(lambda reply: f"{reply}!").get() == "later!"
    ref.tell("unheeded")
    assert ref.stop()
    assert not ref.is_alive()
    with pytest.raises(pykka.ActorDeadError):
        ref.ask("anyone?")


def test_a_stock_ask_of_a_structure_raises_what_it_raised(runtime: Runtime) -> None:
    ref = runtime.start(Adder, Sum, name="adder").ref
    assert ref.ask(Add(4)) == 4
    with pytest.raises(InvalidInputError, match="wrong"):
        ref.ask(Refuse())


def test_a_plain_actor_that_fails_at_a_tell_is_down(runtime: Runtime) -> None:
    stock = runtime.start(Stock, name="stock")
    stock.ref.tell("fail")
    runtime.run_until_idle()
    with pytest.raises((StructureDownError, pykka.ActorDeadError)):
        runtime.ask(stock, Add(1))
    assert runtime.health["stock"].last_error == "ValueError: failed"


def test_unknown_messages_are_refused_and_survived(runtime: Runtime, records: list[TraceRecord]) -> None:
    adder = runtime.start(Adder, Sum, name="adder")
    with pytest.raises(UnknownMessageError, match="adder does not know the message Unheard"):
        runtime.ask(adder, Unheard())
    runtime.tell(adder, Unheard())
    adder.ref.tell("no message at all")
    runtime.run_until_idle()
    assert runtime.ask(adder, Add(1)) == 1
    assert [record.outcome for record in records] == ["failed: UnknownMessageError"] * 3 + ["ok"]


def test_an_error_of_the_brains_own_changes_nothing(runtime: Runtime, records: list[TraceRecord]) -> None:
    adder = runtime.start(Adder, Sum, name="adder")
    runtime.ask(adder, Add(1))
    with pytest.raises(InvalidInputError, match="не так"):
        runtime.ask(adder, Refuse("не так"))
    runtime.tell(adder, Refuse())
    runtime.run_until_idle()
    assert runtime.ask(adder, Total()) == 1
    assert [record.outcome for record in records[1:3]] == ["failed: InvalidInputError"] * 2
    assert runtime.health["adder"].restarts == 0


def test_an_unexpected_failure_rebuilds_the_organ(runtime: Runtime, records: list[TraceRecord]) -> None:
    closed: list[Sum] = []
    adder = runtime.start(Adder, Sum, name="adder", close=closed.append)
    runtime.ask(adder, Add(1))
    with pytest.raises(StructureFailedError, match="broken") as raised:
        runtime.ask(adder, Break())
    assert isinstance(raised.value.__cause__, ValueError)
    assert runtime.ask(adder, Total()) == 0
    assert closed[0].amounts == [1, -1]
    assert records[1].outcome == "restarted: ValueError"
    health = runtime.health["adder"]
    assert (health.state, health.restarts, health.last_error) == ("running", 1, "ValueError: broken")


def test_too_many_failures_escalate(runtime: Runtime, records: list[TraceRecord]) -> None:
    adder = runtime.start(Adder, Sum, name="adder", max_restarts=2)
    for _ in range(3):
        runtime.tell(adder, Break())
    runtime.run_until_idle()
    assert [record.outcome for record in records] == ["restarted: ValueError"] * 2 + ["stopped: ValueError"]
    with pytest.raises(StructureDownError, match="adder is down: ValueError: broken"):
        runtime.ask(adder, Total())
    with pytest.raises(StructureDownError, match="adder is down"):
        runtime.tell(adder, Total())
    assert runtime.health["adder"].state == "down"


def test_what_a_stopped_actor_never_handled_is_traced(runtime: Runtime, records: list[TraceRecord]) -> None:
    class Bequeathing(Sum):
        def add(self, amount: int) -> int:
            runtime.tell(adder, Total())
            return super().add(amount) // 0

    adder = runtime.start(Adder, Bequeathing, name="adder", max_restarts=0)
    runtime.tell(adder, Add(1))
    runtime.run_until_idle()
    assert [(record.type, record.outcome) for record in sorted(records, key=lambda each: each.seq)] == [
        ("Add", "stopped: ZeroDivisionError"),
        ("Total", "dropped"),
    ]


def test_a_structure_that_cannot_be_built_fails_at_start(runtime: Runtime) -> None:
    def build() -> Sum:
        raise OSError("disk gone")

    with pytest.raises(StructureDownError, match="adder could not start: OSError: disk gone"):
        runtime.start(Adder, build, name="adder")
    assert runtime.health["adder"].state == "down"
    again = runtime.start(Adder, Sum, name="adder")
    assert runtime.ask(again, Add(1)) == 1


def test_a_structure_that_cannot_be_rebuilt_is_down(runtime: Runtime) -> None:
    organs = iter([Sum()])
    adder = runtime.start(Adder, lambda: next(organs), name="adder")
    with pytest.raises(StructureDownError, match="StopIteration"):
        runtime.ask(adder, Break())
    assert runtime.health["adder"].state == "down"


def test_an_accepted_message_must_name_a_method() -> None:
    with pytest.raises(TypeError, match="WhoSent names no method"):

        class Wrong(Structure):
            accepts = (WhoSent,)


def test_chains_inherit_trace_id_and_cause(runtime: Runtime, records: list[TraceRecord]) -> None:
    last = runtime.start(Adder, Sum, name="last")
    first = runtime.start(Relay, last, name="first")
    with runtime.tracing("chain-1"):
        assert runtime.ask(first, WhoSent()) == ("first", "chain-1")
    inner, outer = sorted(records, key=lambda record: record.receiver, reverse=True)
    assert (outer.sender, outer.cause, outer.trace_id) == ("outside", None, "chain-1")
    assert (inner.sender, inner.cause, inner.trace_id) == ("first", outer.seq, "chain-1")
    runtime.ask(first, WhoSent())
    assert records[-1].trace_id not in ("", "chain-1")


class Relay(Structure):
    def __init__(self, runtime: Runtime, name: str, to: object) -> None:
        super().__init__(runtime, name, Sum)
        self._to = to

    @handles(WhoSent)
    def _relay(self, message: WhoSent) -> object:
        return self.runtime.ask(self._to, message)  # type: ignore[arg-type]


def test_names_are_unique_among_the_living(runtime: Runtime) -> None:
    adder = runtime.start(Adder, Sum, name="adder")
    with pytest.raises(InvalidInputError, match="'adder' is running already"):
        runtime.start(Adder, Sum, name="adder")
    adder.ref.stop()
    assert runtime.health["adder"].state == "stopped"
    runtime.start(Adder, Sum, name="adder")


def test_stop_ends_its_own_actors_last_first_and_no_others(runtime: Runtime) -> None:
    ended: list[str] = []
    with type(runtime)() as other:
        theirs = other.start(Adder, Sum, name="adder")
        for name in ("a", "b", "c"):
            runtime.start(Adder, Sum, name=name, close=lambda _, name=name: ended.append(name))
        runtime.stop()
        runtime.stop()
        assert ended == ["c", "b", "a"]
        assert other.ask(theirs, Add(1)) == 1
    with pytest.raises(ClosedError):
        runtime.start(Adder, Sum, name="d")
    with pytest.raises(ClosedError):
        runtime.ask(theirs, Add(1))


def test_an_exit_in_a_handler_spares_other_brains(runtime: Runtime) -> None:
    def leave() -> None:
        raise SystemExit(3)

    organ = Sum()
    organ.break_down = leave  # type: ignore[method-assign]
    with type(runtime)() as other:
        theirs = other.start(Adder, Sum, name="adder")
        adder = runtime.start(Adder, lambda: organ, name="adder")
        with pytest.raises((SystemExit, Exception), match=r"3|cut short"):
            runtime.ask(adder, Break())
        assert other.ask(theirs, Add(1)) == 1
        assert runtime.ask(adder, Add(1)) == 1
