"""What other writers made of the legacy format, and how it is read all the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_legacy_reading import EVENT, NEURON, Mind

from brain.clock import iso_from_timestamp
from brain.memory.legacy_json import FILES, ImportReport

NOW = iso_from_timestamp(Mind.NOW)


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    made = Mind(tmp_path)
    yield made
    made.database.close()


class TestLeniency:
    @pytest.mark.parametrize("wrap", [lambda r: {"nodes": {"нейрон": r}}, lambda r: {"нейрон": r}, lambda r: [r]])
    def test_concepts_as_table_or_list_with_or_without_the_outer_table(self, mind: Mind, wrap: Any) -> None:
        assert mind.read(nodes=wrap(NEURON)).imported["nodes"] == 1
        assert mind.semantic.get_fact("нейрон") is not None

    @pytest.mark.parametrize(
        "document", [{"episodes": [EVENT]}, {"episodes": {"ep_a1b2c3": EVENT}}, [EVENT], {"ep_a1b2c3": EVENT}]
    )
    def test_episodes_as_list_or_table(self, mind: Mind, document: Any) -> None:
        assert mind.read(episodes=document).imported["episodes"] == 1
        assert mind.episodic.get_by_id("ep_a1b2c3").importance == 0.85

    def test_names_may_stand_as_keys_only(self, mind: Mind) -> None:
        report = mind.read(
            nodes={"nodes": {"синапс": {}}},
            episodes={"episodes": {"ep_7": {"content": "Hello"}}},
            sources={"sources": {"user_input": {}}},
            procedures={"procedures": {"greet": {}}},
        )
        assert report == ImportReport(imported=dict.fromkeys(FILES, 1))
        assert mind.episodic.get_by_id("ep_7").content == "Hello"

    def test_missing_fields_have_the_mind_s_defaults(self, tmp_path: Path) -> None:
        mind = Mind(tmp_path, {"semantic.default_confidence": 0.33, "procedural.initial_success": 0.66})
        mind.read(nodes=[{"concept": "synapse"}], sources=[{"source_id": "user_input"}], procedures=[{"name": "greet"}])
        node, source, skill = (
            mind.semantic.get_fact("synapse"),
            mind.sources.get("user_input"),
            mind.skills.get("greet"),
        )
        assert node is not None
        assert source is not None
        assert skill is not None
        assert node.confidence == pytest.approx(0.33)
        assert (node.importance, node.description) == (0.5, "")
        assert (source.source_type, source.trust_score) == ("user", 0.8)
        assert (skill.success_rate, skill.last_used) == (0.66, "")
        mind.database.close()

    def test_null_and_blank_fields_are_missing_fields(self, mind: Mind) -> None:
        blanks = {"tags": None, "source_ref": None, "description": "  ", "relations": None, "created_at": ""}
        assert mind.read(nodes={"nodes": {"аксон": blanks}}).damaged == []
        node = mind.semantic.get_fact("аксон")
        assert node is not None
        assert (node.tags, node.description, node.created_at) == ([], "", NOW)

    def test_a_text_stands_for_a_step_a_relation_or_a_label(self, mind: Mind) -> None:
        mind.read(
            nodes=[{"concept": "нейрон", "relations": ["синапс"], "tags": "биология"}],
            procedures=[{"name": "чай", "steps": {"1": "вскипятить воду", "2": {"action": "налить"}}}],
        )
        node, skill = mind.semantic.get_fact("нейрон"), mind.skills.get("чай")
        assert node is not None
        assert skill is not None
        assert [relation.target for relation in node.relations] == ["синапс"]
        assert node.tags == ["биология"]
        assert [step.action for step in skill.steps] == ["вскипятить воду", "налить"]

    def test_unknown_fields_are_passed_over(self, mind: Mind) -> None:
        assert mind.read(nodes=[NEURON | {"embedding": [0.1, 0.2]}], episodes=[EVENT | {"mood": 3}]).damaged == []

    def test_a_plain_object_as_content_is_remembered_as_text(self, mind: Mind) -> None:
        mind.read(episodes=[{"episode_id": "ep_1", "content": {"город": "Москва"}}])
        assert mind.episodic.get_by_id("ep_1").content == '{"город": "Москва"}'

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_files_in_the_encodings_that_json_may_have(self, mind: Mind, encoding: str) -> None:
        mind.read(nodes=json.dumps({"nodes": {"нейрон": {}}}, ensure_ascii=False).encode(encoding))
        assert mind.semantic.get_fact("нейрон") is not None

    def test_counts_may_be_whole_floats(self, mind: Mind) -> None:
        mind.read(sources=[{"source_id": "user_input", "fact_count": 3.0}])
        record = mind.sources.get("user_input")
        assert record is not None
        assert record.fact_count == 3

    def test_files_may_be_missing(self, mind: Mind) -> None:
        assert mind.read() == ImportReport()

    def test_episodes_come_as_consolidated_so_that_nothing_is_learnt_twice(self, mind: Mind) -> None:
        mind.read(episodes=[EVENT, {"episode_id": "ep_2", "content": "later", "is_consolidated": False}])
        assert [episode.episode_id for episode in mind.episodic.pending(10)] == ["ep_2"]

    def test_an_episode_s_own_protection_is_kept(self, mind: Mind) -> None:
        mind.read(episodes=[EVENT | {"is_protected": False}])
        assert not mind.episodic.get_by_id("ep_a1b2c3").is_protected

    def test_a_negated_concept_stays_negated(self, mind: Mind) -> None:
        mind.read(nodes={"nodes": {"кит": {"description": "рыба", "negated": True, "status": "disputed"}}})
        node = mind.semantic.get_fact("кит")
        assert node is not None
        assert (node.negated, node.status) == (True, "disputed")

    def test_nothing_is_displaced_by_moving_house(self, tmp_path: Path) -> None:
        mind = Mind(tmp_path, {"episodic.max_episodes": 2, "semantic.max_nodes": 2})
        mind.read(
            nodes={"nodes": {f"понятие{n}": {} for n in range(5)}},
            episodes=[{"episode_id": f"ep_{n}", "content": f"событие {n}"} for n in range(5)],
        )
        assert (len(mind.semantic), len(mind.episodic)) == (5, 5)
        mind.database.close()


class TestTimes:
    @pytest.mark.parametrize(
        "written",
        [
            "2026-03-19T12:00:00Z",
            "2026-03-19T12:00:00",
            "2026-03-19 12:00:00",
            "2026-03-19T15:00:00+03:00",
            "2026-03-19T07:30:00.000-04:30",
            1773921600,
            1773921600.0,
        ],
    )
    def test_one_moment_however_it_is_written(self, mind: Mind, written: str | float) -> None:
        mind.read(
            nodes={"нейрон": {"created_at": written, "updated_at": written}},
            episodes=[EVENT | {"created_at": written}],
            sources={"user_input": {"first_seen": written, "last_seen": written}},
            procedures={"greet": {"created_at": written, "last_used": written}},
        )
        moments = [
            mind.database.row(f"SELECT {columns} FROM {table}")
            for table, columns in (
                ("semantic_nodes", "created_at, updated_at"),
                ("episodes", "created_at, created_at"),
                ("sources", "first_seen, last_seen"),
                ("procedures", "created_at, last_used"),
            )
        ]
        assert moments == [(1773921600.0, 1773921600.0)] * 4

    def test_a_record_without_a_time_has_that_of_its_file(self, mind: Mind) -> None:
        mind.read(episodes={"episodes": [{"episode_id": "ep_1", "content": "да"}], "saved_at": "2026-03-19T12:00:00Z"})
        assert mind.episodic.get_by_id("ep_1").created_at == "2026-03-19T12:00:00.000000+00:00"

    @pytest.mark.parametrize("saved_at", [None, "вчера", [], 10**400])
    def test_or_else_now(self, mind: Mind, saved_at: Any) -> None:
        report = mind.read(episodes={"episodes": [{"episode_id": "ep_1", "content": "да"}], "saved_at": saved_at})
        assert report.damaged == []
        assert mind.episodic.get_by_id("ep_1").created_at == NOW

    def test_one_file_s_time_does_not_date_another_s_records(self, mind: Mind) -> None:
        mind.read(
            nodes={"nodes": {}, "saved_at": "2020-01-01T00:00:00Z"}, episodes=[{"episode_id": "ep_1", "content": "да"}]
        )
        assert mind.episodic.get_by_id("ep_1").created_at == NOW
