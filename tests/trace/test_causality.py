"""What caused what."""

from __future__ import annotations

import re

import pytest

from brain.errors import NotFoundError
from simulations.trace import RunTrace


def test_causes_lead_out_of_the_brain(told: RunTrace) -> None:
    pushed = [record for record in told.records if record.type == "PushItem"]
    for record in pushed:
        causes = told.causes_of(record)
        assert causes[0] is record
        assert causes[-1].cause is None
        assert [each.cause for each in causes[:-1]] == [each.seq for each in causes[1:]]
    assert [each.type for each in told.causes_of(pushed[0].seq)] == ["PushItem", "Perceive"]
    asked = told.chain(told.answers["trace_id"][0])
    deepest = max(asked, key=lambda record: len(told.causes_of(record)))
    assert [each.type for each in told.causes_of(deepest)][1:] == ["StoreMemory", "Think"]


def test_a_chain_is_all_that_one_question_caused(told: RunTrace) -> None:
    for seq, trace_id in zip(told.answers["seq"], told.answers["trace_id"], strict=True):
        chain = told.chain(trace_id)
        assert chain[0].seq == seq
        assert {record.trace_id for record in chain} == {trace_id}
        assert len(chain) == (told.messages["trace_id"] == trace_id).sum()
        assert all(told.causes_of(record)[-1].seq == seq for record in chain)


def test_the_tree_has_a_line_a_message_and_shows_depth(told: RunTrace) -> None:
    trace_id = told.answers["trace_id"][0]
    lines = told.tree(trace_id).splitlines()
    assert len(lines) == len(told.chain(trace_id))
    assert re.match(r"\d+ outside > cognitive_core: Think «Что такое нейрон\?» = \w+, confidence", lines[0])
    assert all(line.startswith(("├─ ", "└─ ", "│  ", "   ")) for line in lines[1:])
    assert sum(line.startswith("└─ ") for line in lines) == 1
    stored = next(place for place, line in enumerate(lines) if "StoreMemory" in line)
    assert lines[stored + 1].startswith(("│  ├─ ", "   ├─ "))
    assert any(re.search(r"RecallEpisodes «.+» = \d+ found$", line) for line in lines)


def test_what_is_not_there_is_named(told: RunTrace) -> None:
    with pytest.raises(NotFoundError, match="no message 10000000"):
        told.causes_of(10_000_000)
    with pytest.raises(NotFoundError, match="no chain 'nothing'"):
        told.tree("nothing")
    with pytest.raises(NotFoundError, match="no message 'Nothing'"):
        told.lag("Nothing")
    with pytest.raises(NotFoundError, match="no message 'Nothing'"):
        told.lag("Think", after="Nothing")
    for number in (0, 4):
        with pytest.raises(NotFoundError, match=f"holds 3 questions, there is no number {number}"):
            told.path(number)
