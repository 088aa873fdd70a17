"""Perfetto and Mermaid: that what is written is what their readers take."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from actors.trace import TraceRecord
from brain.errors import StorageError
from simulations.trace import RunFiles, RunTrace, mermaid, perfetto_events, question_paths, write_perfetto
from tests.trace.story import HOSTILE

Events = list[dict[str, Any]]


@pytest.fixture(scope="module")
def events(story: Path, tmp_path_factory: pytest.TempPathFactory) -> Events:
    out = tmp_path_factory.mktemp("out") / "trace.json"
    files = RunFiles.open(story)
    assert write_perfetto(files, out) == len(list(files.records()))
    written = json.loads(out.read_text(encoding="ascii"))
    assert set(written) == {"displayTimeUnit", "traceEvents"}
    found: Events = written["traceEvents"]
    return found


def slices(events: Events) -> Events:
    return [event for event in events if event["ph"] == "X"]


def test_every_structure_is_a_thread_and_every_message_a_slice(events: Events, told: RunTrace) -> None:
    threads = {event["args"]["name"]: event["tid"] for event in events if event["name"] == "thread_name"}
    assert set(threads) == {"outside", *told.messages["receiver"]}
    assert len(set(threads.values())) == len(threads)
    handled = [event for event in slices(events) if event["cat"] != "outside"]
    assert sorted(event["args"]["seq"] for event in handled) == told.messages["seq"].tolist()
    receivers = dict(zip(told.messages["seq"], told.messages["receiver"], strict=True))
    assert all(event["tid"] == threads[receivers[event["args"]["seq"]]] for event in handled)
    assert all(event["dur"] > 0 and event["ts"] >= 0 for event in slices(events))


def test_slices_of_a_thread_never_overlap(events: Events) -> None:
    for thread in {event["tid"] for event in slices(events)}:
        placed = sorted((event["ts"], event["dur"]) for event in slices(events) if event["tid"] == thread)
        for (start, lasts), (after, _) in itertools.pairwise(placed):
            assert start + lasts <= after


def test_arrows_lead_from_within_the_sender_to_the_beginning_of_the_slice(events: Events, told: RunTrace) -> None:
    starts = {event["id"]: event for event in events if event["ph"] == "s"}
    ends = {event["id"]: event for event in events if event["ph"] == "f"}
    assert set(starts) == set(ends)
    by_seq = {event["args"]["seq"]: event for event in slices(events) if event["cat"] != "outside"}
    caused = {record.seq for record in told.records if record.cause is not None}
    called = {record.seq for record in told.records if record.sender == "outside" and record.kind != "timer"}
    assert set(starts) == caused | called
    causes = {record.seq: record.cause for record in told.records}
    for seq, end in ends.items():
        own, start = by_seq[seq], starts[seq]
        assert (end["tid"], end["ts"], end["bp"]) == (own["tid"], own["ts"], "e")
        assert start["ts"] <= end["ts"]
        if causes[seq] is not None:
            sender = by_seq[causes[seq]]
            assert start["tid"] == sender["tid"]
            assert sender["ts"] <= start["ts"] <= sender["ts"] + sender["dur"]


def test_an_ask_lies_within_what_asked(events: Events, told: RunTrace) -> None:
    by_seq = {event["args"]["seq"]: event for event in slices(events) if event["cat"] != "outside"}
    for record in told.records:
        if record.kind == "ask" and record.cause is not None:
            outer, inner = by_seq[record.cause], by_seq[record.seq]
            assert outer["ts"] <= inner["ts"]
            assert inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"]


def test_virtual_time_is_the_axis(events: Events, told: RunTrace) -> None:
    by_seq = {event["args"]["seq"]: event for event in slices(events) if event["cat"] != "outside"}
    for record in told.records:
        late = by_seq[record.seq]["ts"] - (record.time - told.began) * 1e6
        assert -0.001 <= late < 10e6


def test_without_timing_the_layout_is_fixed_by_the_messages(told: RunTrace) -> None:
    assert list(perfetto_events(told.records)) == list(perfetto_events(reversed(told.records)))
    assert all(event["dur"] < 1000 for event in slices(list(perfetto_events(told.records))))


def test_a_file_that_cannot_be_written_is_named(story: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"no/where\.json: cannot be written"):
        write_perfetto(RunFiles.open(story), tmp_path / "no" / "where.json")


ARROW = re.compile(r"^    p_\w+(->>|-->>|-\))p_\w+: \S.*$")


def check(diagram: str) -> list[str]:
    """Check that every line is one that Mermaid's sequence diagrams know; return the arrows."""
    first, numbered, *rest = diagram.splitlines()
    assert (first, numbered) == ("sequenceDiagram", "    autonumber")
    participants = [line for line in rest if line.startswith("    participant ")]
    arrows = rest[len(participants) :]
    declared = {line.split()[1] for line in participants}
    for line in arrows:
        assert ARROW.match(line), line
        names, _, label = line.strip().partition(": ")
        assert set(re.split(r"->>|-->>|-\)", names)) <= declared
        assert not re.search(r"[<>\"%{}\[\]`]", label)
        assert not re.search(r"\bend\b", label, re.IGNORECASE)
        assert "#" not in re.sub(r"#\d+;", "", label)
        assert ";" not in re.sub(r"#\d+;", "", label)
    return arrows


def test_the_path_of_a_question_as_mermaid(told: RunTrace) -> None:
    path = told.path(1)
    arrows = check(mermaid(path))
    assert arrows[0] == "    p_outside->>p_cognitive_core: Think Что такое нейрон?"
    assert re.match(r"    p_cognitive_core-->>p_outside: \w+, confidence 0\.\d\d$", arrows[-1])
    assert sum("->>" in arrow and "-->>" not in arrow for arrow in arrows) == len(path.steps)
    check(mermaid(told.path(3)))
    assert "script" in mermaid(told.path(3))


@given(st.text(max_size=60))
def test_no_text_breaks_a_mermaid_diagram(text: str) -> None:
    asked = TraceRecord(1, 0.0, "outside", "core", "ask", "Think", "t", None, "ok", {"text": text}, None)
    inner = TraceRecord(2, 0.0, "core", "core", "tell", "Note", "t", 1, "failed: X", {"text": text}, text)
    check(mermaid(question_paths([inner, asked], [asked])[0]))


def test_hostile_texts_are_written_as_entities(told: RunTrace) -> None:
    assert "<" in HOSTILE
    assert "#60;script#62;" in mermaid(told.path(3))
