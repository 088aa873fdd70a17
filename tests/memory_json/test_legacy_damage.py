"""Damaged records and files: reported one by one, and no obstacle to the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_legacy_reading import EVENT, NEURON, NONE_OF_ANY, SKILL, SOURCE, Mind

from brain.errors import StorageError
from brain.memory import SourceMemory
from brain.memory.legacy_json import FILES, DamagedRecord, read_into


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    made = Mind(tmp_path)
    yield made
    made.database.close()


class TestDamage:
    def test_damaged_records_are_reported_one_by_one_and_the_rest_is_imported(self, mind: Mind) -> None:
        report = mind.read(
            nodes={"nodes": {"нейрон": NEURON, "дендрит": {"confidence": 7}, "аксон": 5}},
            episodes={"episodes": [{"content": ""}, EVENT, {"content": "х", "modality": "smell"}, None]},
            sources={"sources": {"a.txt": {"fact_count": -1}, "user_input": {}}},
            procedures={"procedures": {"чай": {"steps": [{"description": "без действия"}]}, "greet": {}}},
        )
        assert report.imported == dict.fromkeys(FILES, 1)
        assert [(record.file, record.key) for record in report.damaged] == [
            ("semantic.json", "дендрит"),
            ("semantic.json", "аксон"),
            ("episodes.json", "#1"),
            ("episodes.json", "#3"),
            ("episodes.json", "#4"),
            ("sources.json", "a.txt"),
            ("procedures.json", "чай"),
        ]
        assert all(record.reason for record in report.damaged)

    @pytest.mark.parametrize(
        "record",
        [
            {"confidence": float("nan")},
            {"confidence": "0.5"},
            {"confidence": 10**400},
            {"importance": -0.1},
            {"description": 0},
            {"description": "a\x00b"},
            {"description": "\ud800"},
            {"tags": [1]},
            {"tags": 5},
            {"access_count": 2**70},
            {"access_count": True},
            {"created_at": "вчера"},
            {"created_at": 1e300},
            {"negated": "нет"},
            {"status": "forgotten"},
            {"source_ref": ["a"]},
            {"relations": 3},
        ],
    )
    def test_a_damaged_concept_leaves_no_trace(self, mind: Mind, record: dict[str, Any]) -> None:
        text = json.dumps({"nodes": {"плохое": record, "хорошее": {}}}).encode()
        report = mind.read(nodes=text)
        assert [damaged.key for damaged in report.damaged] == ["плохое"]
        assert [node.concept for node in mind.semantic.get_strongest()] == ["хорошее"]
        assert mind.semantic.search("плохое") == []

    @pytest.mark.parametrize(
        "record",
        [
            {"procedure_id": 5},
            {"success_rate": 2},
            {"avg_duration_ms": -1},
            {"execution_count": 1.5},
            {"last_used": "потом"},
            {"steps": [{"action": "a", "parameters": [1]}]},
            {"steps": [[1]]},
        ],
    )
    def test_a_damaged_procedure_leaves_no_trace(self, mind: Mind, record: dict[str, Any]) -> None:
        report = mind.read(procedures={"procedures": {"плохая": record, "хорошая": {}}})
        assert [damaged.key for damaged in report.damaged] == ["плохая"]
        assert [skill.name for skill in mind.skills.get_all()] == ["хорошая"]
        assert mind.database.rows("SELECT * FROM procedure_steps") == []

    @pytest.mark.parametrize(
        "record",
        [
            {"trust_score": 1.01},
            {"source_type": "rumour"},
            {"metadata": [1]},
            {"is_blacklisted": "да"},
            {"last_seen": "?"},
        ],
    )
    def test_a_damaged_source_leaves_no_trace(self, mind: Mind, record: dict[str, Any]) -> None:
        report = mind.read(sources={"sources": {"плохой": record, "хороший": {}}})
        assert [damaged.key for damaged in report.damaged] == ["плохой"]
        assert [source.source_id for source in mind.sources.get_all()] == ["хороший"]

    @pytest.mark.parametrize(
        "change",
        [{"episode_id": 7}, {"modal_evidence": ["x"]}, {"modal_evidence": [{"confidence": 3}]}, {"is_protected": 2}],
    )
    def test_a_damaged_episode_leaves_no_trace(self, mind: Mind, change: dict[str, Any]) -> None:
        report = mind.read(episodes=[EVENT | change])
        assert (len(report.damaged), len(mind.episodic)) == (1, 0)
        assert mind.episodic.search("нейрон") == []

    def test_a_damaged_relation_does_not_take_its_concept_with_it(self, mind: Mind) -> None:
        good = {"target": "клетка", "relation_type": "is_a"}
        links = [{"target": "нейроны"}, {"target": "х", "relation_type": "loves"}, {"weight": 1}, good]
        report = mind.read(nodes={"nodes": {"нейрон": NEURON | {"relations": links}}})
        node = mind.semantic.get_fact("нейрон")
        assert node is not None
        assert [relation.target for relation in node.relations] == ["клетка"]
        assert [record.key for record in report.damaged] == [f"нейрон, relation #{n}" for n in (1, 2, 3)]
        assert report.imported["nodes"] == 1

    @pytest.mark.parametrize(
        "text", [b"", b"{", b"not json", b"\xff\xfe\xff", b"5", b'"text"', b'{"nodes": 5}', b"[" * 10**5]
    )
    def test_a_file_that_is_damaged_as_a_whole_does_not_stop_the_others(self, mind: Mind, text: bytes) -> None:
        report = mind.read(nodes=text, episodes=[EVENT])
        assert [(record.file, record.key) for record in report.damaged] == [("semantic.json", "")]
        assert report.imported == NONE_OF_ANY | {"episodes": 1}

    @given(data=st.data())
    def test_a_file_cut_short_anywhere_is_damaged_as_a_whole(self, tmp_path_factory: Any, data: st.DataObject) -> None:
        whole = json.dumps({"episodes": [EVENT]}, ensure_ascii=False).encode()
        mind = Mind(tmp_path_factory.mktemp("cut"))
        report = mind.read(episodes=whole[: data.draw(st.integers(0, len(whole) - 1))])
        assert [(record.file, record.key) for record in report.damaged] == [("episodes.json", "")]
        assert len(mind.episodic) == 0
        mind.database.close()

    def test_another_table_than_the_one_expected(self, mind: Mind) -> None:
        assert mind.read(nodes={"error": "disk full"}).damaged == [DamagedRecord("semantic.json", "", "holds no nodes")]

    def test_what_is_reported_fits_on_a_line_of_any_terminal(self, mind: Mind) -> None:
        report = mind.read(nodes=json.dumps({"nodes": {"a\nb\x1b[31m\ud800" + "я" * 900: 5}}).encode())
        key = report.damaged[0].key
        assert key.startswith("a\\nb\\x1b[31m\\ud800яя")
        assert key.isprintable()
        assert len(key) < 300

    json_values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4),
        max_leaves=12,
    )
    fields = st.sampled_from(
        [*NEURON, *EVENT, *SOURCE, *SKILL, "negated", "status", "is_protected", "is_blacklisted", "is_consolidated"]
    )

    @given(
        kind=st.sampled_from(sorted(FILES)), record=st.dictionaries(fields, json_values, max_size=6), whole=json_values
    )
    def test_no_json_whatever_ends_in_an_error(self, kind: str, record: Any, whole: Any, tmp_path_factory: Any) -> None:
        mind = Mind(tmp_path_factory.mktemp("any"))
        whole_record = {"nodes": NEURON, "episodes": EVENT, "sources": SOURCE, "procedures": SKILL}[kind] | record
        text = json.dumps({kind: [record, whole_record]}).encode()
        report = mind.read(**{kind: text})
        assert report.imported[kind] + report.merged[kind] <= 2
        assert report.imported[kind] + len(report.damaged) >= 1
        mind.read(**{kind: json.dumps(whole).encode()})
        mind.database.close()


class TestAllOrNothing:
    def test_a_file_that_cannot_be_opened_stops_everything(self, mind: Mind) -> None:
        (mind.directory / "sources.json").mkdir()
        with pytest.raises(StorageError, match=r"sources\.json"):
            mind.read(nodes={"nodes": {"нейрон": NEURON}})
        assert len(mind.semantic) == 0

    def test_an_error_half_way_undoes_what_came_before(self, mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: Any, **__: Any) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(SourceMemory, "register", fail)
        with pytest.raises(KeyboardInterrupt):
            mind.read(nodes={"нейрон": NEURON}, episodes=[EVENT], sources={"user_input": {}})
        monkeypatch.undo()
        assert (len(mind.semantic), len(mind.episodic)) == (0, 0)
        assert mind.read().imported == {"nodes": 1, "episodes": 1, "sources": 1, "procedures": 0}


def test_damage_is_reported_under_the_file_s_own_name(mind: Mind) -> None:
    (mind.directory / "facts.json").write_text('{"nodes": {"а": 5}}', encoding="utf-8")
    report = read_into(
        mind.database, mind.directory, config=mind.config, clock=mind.clock, files={"nodes": "facts.json"}
    )
    assert [record.file for record in report.damaged] == ["facts.json"]
