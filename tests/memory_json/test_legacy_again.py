"""The same files, or the same thing in a file, read twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from test_legacy_reading import EVENT, NEURON, NONE_OF_ANY, SKILL, SOURCE, Mind

from brain.clock import iso_from_timestamp
from brain.memory.legacy_json import FILES


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    made = Mind(tmp_path)
    yield made
    made.database.close()


DOCUMENTS = {
    "nodes": {"nodes": {"нейрон": NEURON, "нейроны": {"description": "клетки мозга"}}},
    "episodes": {"episodes": [EVENT, {"content": "без имени и времени"}]},
    "sources": {"sources": {"docs/нейрон.pdf#p1": SOURCE | {"source_id": "docs/нейрон.pdf#p1"}}},
    "procedures": {"procedures": {"ответить_на_вопрос": SKILL, "без имени": {"steps": ["шаг"]}}},
}


class TestReadingAgain:
    def test_changes_nothing(self, mind: Mind) -> None:
        first = mind.read(**DOCUMENTS)
        before = mind.everything()
        mind.clock.advance(1000)
        second = mind.read()
        assert mind.everything() == before
        assert second.imported == NONE_OF_ANY
        assert second.already_there == {k: first.imported[k] + first.merged[k] for k in FILES}

    def test_what_the_mind_has_learnt_since_is_left_alone(self, mind: Mind) -> None:
        mind.read(**DOCUMENTS)
        mind.semantic.store_fact("нейрон", "возбудимая клетка", confidence=0.5)
        mind.sources.update_trust("docs/нейрон.pdf", confirmed=False)
        mind.skills.update_success("proc_1", success=False)
        before = mind.everything()
        mind.read()
        assert mind.everything() == before

    def test_a_concept_that_the_mind_knows_by_an_alias_is_there(self, mind: Mind) -> None:
        mind.semantic.store_fact("нейрон", "клетка")
        mind.semantic.add_alias("нейрон", "нервная клетка")
        report = mind.read(nodes={"nodes": {"Нервная клетка": {"description": "другое"}}})
        assert report.already_there["nodes"] == 1
        assert len(mind.semantic) == 1

    def test_a_procedure_is_there_by_its_name_or_its_id(self, mind: Mind) -> None:
        mind.skills.create("ответить_на_вопрос", "своя")
        mind.read(procedures=[SKILL, SKILL | {"name": "другая", "procedure_id": "proc_2"}])
        report = mind.read(procedures=[SKILL | {"name": "третья", "procedure_id": "proc_2"}])
        assert report.already_there["procedures"] == 1
        assert {skill.name for skill in mind.skills.get_all()} == {"ответить_на_вопрос", "другая"}


class TestTheSameTwice:
    def test_inflections_of_a_concept_become_one_and_no_statement_is_lost(self, mind: Mind) -> None:
        first = {"description": "клетка нервной системы", "access_count": 2, "created_at": "2026-03-02T00:00:00Z"}
        second = {"description": "возбудимый элемент", "access_count": 3, "created_at": "2026-03-01T00:00:00Z"}
        report = mind.read(nodes={"nodes": {"нейрон": first, "нейроны": second}})
        node = mind.semantic.get_fact("нейрон")
        assert (report.imported["nodes"], report.merged["nodes"]) == (1, 1)
        assert node is not None
        assert (node.concept, node.description) == ("нейрон", "клетка нервной системы")
        assert (node.access_count, node.created_at[:10], node.updated_at[:10]) == (6, "2026-03-01", "2026-03-02")
        assert [former.description for former in mind.semantic.get_history("нейрон")] == ["возбудимый элемент"]

    @pytest.mark.parametrize("order", [1, -1])
    def test_pages_of_a_document_become_one_source(self, mind: Mind, order: int) -> None:
        first = {"trust_score": 0.7, "fact_count": 2, "denied_count": 1, "first_seen": 2e9, "last_seen": 2e9}
        second = {"trust_score": 0.4, "fact_count": 3, "confirmed_count": 1, "first_seen": 1e9}
        pages = {"docs/x.pdf#p1": first, "docs/x.pdf#p2": second}
        report = mind.read(sources={"sources": dict(list(pages.items())[::order])})
        record = mind.sources.get("docs/x.pdf")
        assert (report.imported["sources"], report.merged["sources"]) == (1, 1)
        assert record is not None
        assert (record.trust_score, record.fact_count) == (0.4, 5)
        assert (record.confirmed_count, record.denied_count) == (1, 1)
        assert (record.first_seen, record.last_seen) == (iso_from_timestamp(1e9), iso_from_timestamp(2e9))

    def test_an_id_that_occurs_twice_is_reported(self, mind: Mind) -> None:
        report = mind.read(
            episodes=[EVENT, EVENT | {"content": "другое"}], procedures=[SKILL, SKILL | {"name": "другая"}]
        )
        assert report.imported == NONE_OF_ANY | {"episodes": 1, "procedures": 1}
        assert [(record.file, record.key) for record in report.damaged] == [
            ("episodes.json", "#2"),
            ("procedures.json", "#2"),
        ]
