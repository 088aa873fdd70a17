"""Reading the legacy JSON files: what is kept, what is forgiven, what is reported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.clock import VirtualClock, iso_from_timestamp, timestamp_from
from brain.config import BrainConfig
from brain.errors import StorageError
from brain.memory import EpisodicMemory, MemoryDatabase, ProceduralMemory, SemanticMemory, SourceMemory
from brain.memory.legacy_json import FILES, DamagedRecord, ImportReport, read_into

NOW = 1_800_000_000.0
NONE_OF_ANY = dict.fromkeys(FILES, 0)


class Mind:
    """A mind, the structures on it, and a directory of JSON files."""

    def __init__(self, directory: Path, settings: dict[str, Any] | None = None) -> None:
        self.directory = directory
        self.clock = VirtualClock(NOW)
        self.config = BrainConfig().with_settings(settings or {})
        self.database = MemoryDatabase()
        shared: dict[str, Any] = {"database": self.database, "clock": self.clock, "config": self.config}
        self.semantic, self.episodic = SemanticMemory(**shared), EpisodicMemory(**shared)
        self.sources, self.skills = SourceMemory(**shared), ProceduralMemory(**shared)

    def read(self, **documents: Any) -> ImportReport:
        """Write `documents` by kind (text as it is, all else as JSON) and read the directory."""
        for kind, document in documents.items():
            path = self.directory / FILES[kind]
            if isinstance(document, bytes):
                path.write_bytes(document)
            else:
                path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        return read_into(self.database, self.directory, config=self.config, clock=self.clock)

    def everything(self) -> list[Any]:
        tables = ("episodes", "semantic_nodes", "semantic_relations", "semantic_history", "sources", "procedures")
        return [self.database.rows(f"SELECT * FROM {table}") for table in (*tables, "procedure_steps")]


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    made = Mind(tmp_path)
    yield made
    made.database.close()


NEURON = {
    "concept": "нейрон",
    "description": "основная клетка нервной системы",
    "confidence": 0.87,
    "importance": 0.9,
    "tags": ["биология"],
    "access_count": 4,
    "source_ref": "docs/нейрон.pdf#p1",
    "created_at": "2026-03-19T12:00:00Z",
    "updated_at": "2026-03-20T12:00:00Z",
    "relations": [{"target": "клетка", "relation_type": "is_a", "weight": 0.9}],
}
EVENT = {
    "episode_id": "ep_a1b2c3",
    "content": "нейрон — основная клетка нервной системы",
    "modality": "mixed",
    "importance": 0.85,
    "source": "user_input",
    "concepts": ["нейрон"],
    "session_id": "sess_01",
    "created_at": "2026-03-19T12:00:00Z",
    "modal_evidence": [
        {"modality": "text", "source": "нейробиология.pdf#p12", "confidence": 0.92},
        {"modality": "audio", "source": "лекция.mp3@t=15.3", "confidence": 0.91, "metadata": {"лектор": "Иванов"}},
    ],
}
SOURCE = {
    "source_id": "docs/нейрон.pdf",
    "source_type": "file",
    "trust_score": 0.75,
    "fact_count": 3,
    "confirmed_count": 2,
    "denied_count": 1,
    "first_seen": "2026-03-01T00:00:00Z",
    "last_seen": "2026-03-19T12:00:00Z",
    "is_whitelisted": True,
    "metadata": {"title": "Neurons"},
}
SKILL = {
    "procedure_id": "proc_1",
    "name": "ответить_на_вопрос",
    "description": "Процедура ответа на вопрос пользователя",
    "steps": [{"action": "retrieve", "description": "искать в памяти", "parameters": {"top_n": 5}}, "сказать ответ"],
    "success_rate": 0.7,
    "execution_count": 9,
    "avg_duration_ms": 150.0,
    "tags": ["диалог"],
    "created_at": "2026-03-19T12:00:00Z",
    "last_used": "2026-03-21T12:00:00Z",
}


class TestWholeRecords:
    def test_the_document_s_own_example_of_a_concept(self, mind: Mind) -> None:
        report = mind.read(nodes={"nodes": {"нейрон": NEURON}, "saved_at": "2026-03-19T12:00:00Z"})
        node = mind.semantic.get_fact("Нейроны")
        assert report == ImportReport(imported=NONE_OF_ANY | {"nodes": 1})
        assert node is not None
        assert (node.concept, node.description, node.tags) == ("нейрон", NEURON["description"], ["биология"])
        assert node.confidence == pytest.approx(0.87, abs=1e-12)
        assert (node.importance, node.source_ref) == (0.9, "docs/нейрон.pdf#p1")
        assert node.created_at == "2026-03-19T12:00:00.000000+00:00"
        assert node.updated_at == "2026-03-20T12:00:00.000000+00:00"
        assert [relation.to_dict() for relation in node.relations] == NEURON["relations"]
        assert node.access_count == 5  # this look included

    def test_an_imported_concept_is_found_by_words_and_by_the_graph(self, mind: Mind) -> None:
        mind.read(nodes={"nodes": {"нейрон": NEURON}})
        assert [node.concept for node in mind.semantic.search("нервные клетки")] == ["нейрон"]
        assert mind.semantic.get_concept_chain("нейрон") == ["нейрон", "клетка"]

    def test_an_important_concept_is_protected_from_displacement(self, mind: Mind) -> None:
        mind.read(nodes={"nodes": {"нейрон": NEURON, "синапс": {"importance": 0.1}}})
        protected = mind.database.rows("SELECT concept FROM semantic_nodes WHERE is_protected = 1")
        assert protected == [("нейрон",)]

    def test_an_episode(self, mind: Mind) -> None:
        mind.read(episodes={"episodes": [EVENT]})
        episode = mind.episodic.get_by_id("ep_a1b2c3")
        assert episode.content == EVENT["content"]
        assert episode.created_at == "2026-03-19T12:00:00.000000+00:00"
        assert [(e.modality, e.source, e.confidence) for e in episode.modal_evidence] == [
            ("text", "нейробиология.pdf#p12", 0.92),
            ("audio", "лекция.mp3@t=15.3", 0.91),
        ]
        assert episode.modal_evidence[1].metadata == {"лектор": "Иванов"}
        assert episode.is_protected
        assert mind.episodic.search("клетки") == [episode]
        assert mind.episodic.get_by_concept("нейроны") == [episode]
        assert mind.episodic.get_by_session("sess_01") == [episode]

    def test_a_source(self, mind: Mind) -> None:
        mind.read(sources={"sources": {"docs/нейрон.pdf": SOURCE}})
        record = mind.sources.get("docs/нейрон.pdf#p7")
        assert record is not None
        expected = SOURCE | {"is_blacklisted": False}
        for moment in ("first_seen", "last_seen"):
            expected[moment] = iso_from_timestamp(timestamp_from(str(SOURCE[moment])))
        assert record.to_dict() == expected

    def test_a_procedure(self, mind: Mind) -> None:
        mind.read(procedures={"procedures": {"ответить_на_вопрос": SKILL}})
        skill = mind.skills.get("proc_1")
        assert skill is not None
        assert [(step.action, step.parameters) for step in skill.steps] == [
            ("retrieve", {"top_n": 5}),
            ("сказать ответ", {}),
        ]
        assert (skill.success_rate, skill.execution_count, skill.avg_duration_ms) == (0.7, 9, 150.0)
        assert skill.last_used == "2026-03-21T12:00:00.000000+00:00"
        assert mind.skills.search("ответ на вопросы") == [skill]

    def test_the_mean_duration_goes_on_from_where_it_was(self, mind: Mind) -> None:
        mind.read(procedures={"procedures": {"ответить_на_вопрос": SKILL}})
        assert mind.skills.update_success("proc_1", True, 250.0).avg_duration_ms == pytest.approx(160.0)


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
        assert (node.confidence, node.importance, node.description) == (pytest.approx(0.33), 0.5, "")
        assert (source.source_type, source.trust_score) == ("user", 0.8)
        assert (skill.success_rate, skill.last_used) == (0.66, "")
        mind.database.close()

    def test_null_and_blank_fields_are_missing_fields(self, mind: Mind) -> None:
        blanks = {"tags": None, "source_ref": None, "description": "  ", "relations": None, "created_at": ""}
        assert mind.read(nodes={"nodes": {"аксон": blanks}}).damaged == []
        node = mind.semantic.get_fact("аксон")
        assert node is not None
        assert (node.tags, node.description, node.created_at) == ([], "", iso_from_timestamp(NOW))

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
        assert mind.episodic.get_by_id("ep_1").created_at == iso_from_timestamp(NOW)

    def test_one_file_s_time_does_not_date_another_s_records(self, mind: Mind) -> None:
        mind.read(
            nodes={"nodes": {}, "saved_at": "2020-01-01T00:00:00Z"}, episodes=[{"episode_id": "ep_1", "content": "да"}]
        )
        assert mind.episodic.get_by_id("ep_1").created_at == iso_from_timestamp(NOW)


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

    def test_pages_of_a_document_become_one_source(self, mind: Mind) -> None:
        pages = {
            "docs/x.pdf#p1": {
                "trust_score": 0.7,
                "fact_count": 2,
                "denied_count": 1,
                "first_seen": 2e9,
                "last_seen": 2e9,
            },
            "docs/x.pdf#p2": {"trust_score": 0.4, "fact_count": 3, "confirmed_count": 1, "first_seen": 1e9},
        }
        report = mind.read(sources={"sources": pages})
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
