from __future__ import annotations

import enum
import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from actors._bounded import bounded, carried_by
from actors.deterministic import DeterministicRuntime
from actors.message import Message
from actors.structure import Structure
from actors.trace import Tracer, TraceRecord
from brain.errors import StorageError
from tests.actors.conftest import Add, Adder, Sum


@dataclass(frozen=True, slots=True)
class Carry(Message[Any], method="carry"):
    value: Any


class Bearer:
    def carry(self, value: Any) -> Any:
        return value


class Carrying(Structure):
    accepts = (Carry,)


@dataclass
class Episode:
    content: str
    episode_id: str


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("я" * 201, "я" * 200 + "…"),
        ([1, 2, 3, 4], {"len": 4, "first": [1, 2, 3]}),
        ((Episode("x", "ep_1"),), {"len": 1, "first": ["Episode(episode_id=ep_1)"]}),
        ({"b": 1, "a": 2}, {"len": 2, "first": [["b", 1], ["a", 2]]}),
        ({3, 1, 2}, {"type": "set", "len": 3}),
        (b"raw", {"type": "bytes", "len": 3}),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (10**5000, "<int of 16610 bits>"),
        (True, True),
        (None, None),
        (Colour.RED, "Colour.RED"),
        (object(), "<object>"),
        ([[[[1]]]], {"len": 1, "first": [{"len": 1, "first": ["<list>"]}]}),
    ],
    ids=range(14),
)
def test_values_are_cut_to_size(value: Any, expected: Any) -> None:
    assert bounded(value) == expected


def test_an_iterator_is_not_used_up() -> None:
    items = iter("abc")
    assert carried_by(Carry(items)) == {"value": f"<{type(items).__name__}>"}
    assert list(items) == list("abc")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()) | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.sets(st.integers()),
    )
)
def test_whatever_is_carried_can_be_written(value: Any) -> None:
    json.dumps(bounded(value), allow_nan=False)


def test_lines_are_utf8_json_with_keys_in_order(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    with DeterministicRuntime(tracer=Tracer(path)) as runtime:
        bearer = runtime.start(Carrying, Bearer, name="bearer")
        runtime.ask(bearer, Carry("память"))
        runtime.ask(bearer, Carry("\ud800 alone"))
    lines = path.read_bytes().splitlines()
    assert "память".encode() in lines[0]
    first, second = (json.loads(line) for line in lines)
    assert list(first) == list(TraceRecord.__dataclass_fields__)
    assert first["carried"] == {"value": "память"}
    assert first["outcome"] == "ok"
    assert second["reply"] == "\ud800 alone"


def test_what_was_sent_is_traced_and_not_what_the_handler_made_of_it() -> None:
    class Emptying:
        def carry(self, value: list[int]) -> None:
            value.clear()

    seen: list[TraceRecord] = []
    with DeterministicRuntime() as runtime:
        runtime.tracer.subscribe(seen.append)
        runtime.ask(runtime.start(Carrying, Emptying, name="emptying"), Carry([1, 2]))
    assert seen[0].carried == {"value": {"len": 2, "first": [1, 2]}}


def test_a_raising_subscriber_is_dropped_and_reported() -> None:
    seen: list[TraceRecord] = []

    def bad(_: TraceRecord) -> None:
        raise RuntimeError("stranger")

    with DeterministicRuntime() as runtime, capture_logs() as logs:
        runtime.tracer.subscribe(bad)
        unsubscribe = runtime.tracer.subscribe(seen.append)
        adder = runtime.start(Adder, Sum, name="adder")
        assert [runtime.ask(adder, Add(1)) for _ in range(3)] == [1, 2, 3]
        unsubscribe()
        unsubscribe()
        runtime.ask(adder, Add(1))
        assert not runtime.tracer.active
    assert len(seen) == 3
    assert [entry["error"] for entry in logs] == ["RuntimeError('stranger')"]


def test_a_full_disk_ends_the_trace_and_not_the_mind() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    tracer = Tracer(full)
    with DeterministicRuntime(tracer=tracer) as runtime, capture_logs() as logs:
        adder = runtime.start(Adder, Sum, name="adder")
        assert runtime.ask(adder, Add(1)) == 1
        assert runtime.ask(adder, Add(1)) == 2
        assert not tracer.active
    assert len(logs) == 1


def test_the_tracer_leaves_the_users_logging_alone(tmp_path: Path) -> None:
    before = structlog.get_config(), logging.getLogger().handlers[:]
    Tracer(tmp_path / "trace.jsonl").close()
    assert (structlog.get_config(), logging.getLogger().handlers[:]) == before


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="missing"):
        Tracer(tmp_path / "missing" / "trace.jsonl")
