"""Reading the legacy JSON files: what is kept, what is forgiven, what is reported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brain.clock import VirtualClock, iso_from_timestamp, timestamp_from
from brain.config import BrainConfig
from brain.memory import EpisodicMemory, MemoryDatabase, ProceduralMemory, SemanticMemory, SourceMemory
from brain.memory.legacy_json import FILES, ImportReport, read_into

NONE_OF_ANY = dict.fromkeys(FILES, 0)


class Mind:
    """A mind, the structures on it, and a directory of JSON files."""

    NOW = 1_800_000_000.0

    def __init__(self, directory: Path, settings: dict[str, Any] | None = None) -> None:
        self.directory = directory
        self.clock = VirtualClock(self.NOW)
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
