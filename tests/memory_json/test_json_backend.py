"""Minds kept in JSON files: as a whole through the manager, and one structure at a time."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from brain import VirtualClock
from brain.errors import InvalidInputError, StorageError
from brain.memory import (
    EpisodicMemory,
    MemoryManager,
    ProceduralMemory,
    ProcedureStep,
    Relation,
    SemanticMemory,
    SourceMemory,
)

FILES = {"semantic.json", "episodes.json", "sources.json", "procedures.json"}


def kept_in_json(directory: Path) -> MemoryManager:
    return MemoryManager(directory, storage_backend="json", auto_consolidate=False, clock=VirtualClock())


def test_a_mind_in_json_is_there_again(tmp_path: Path) -> None:
    with kept_in_json(tmp_path) as mind:
        kept = mind.store("нейрон — клетка нервной системы", source_ref="docs/a.pdf", importance=0.7, tags=["биология"])
        mind.procedural.create("greet", "say hello", [ProcedureStep("wave")])
        mind.source.update_trust("docs/a.pdf", confirmed=True)
    assert {path.name for path in tmp_path.iterdir()} >= FILES
    assert not (tmp_path / "memory.db").exists()
    written = (tmp_path / "semantic.json").read_text(encoding="utf-8")
    assert "клетка нервной системы" in written
    assert json.loads(written)["nodes"]["нейрон"]["relations"][0]["target"] == "клетка"
    with kept_in_json(tmp_path) as again:
        assert again.episodic.get_by_id(kept["episodic"].episode_id).content == "нейрон — клетка нервной системы"
        assert again.retrieve_staged("нейроны").semantic_nodes[0].description == "клетка нервной системы"
        assert again.source.get_trust("docs/a.pdf") == pytest.approx(0.75)
        assert again.procedural.get("greet").steps == [ProcedureStep("wave")]


def test_files_are_written_again_every_so_many_changes(tmp_path: Path) -> None:
    mind = kept_in_json(tmp_path)
    for number in range(19):
        mind.store(f"запись {number}")
    assert not (tmp_path / "episodes.json").exists()
    mind.store("двадцатая запись")
    assert len(json.loads((tmp_path / "episodes.json").read_text(encoding="utf-8"))["episodes"]) == 20
    mind.stop()


@pytest.mark.parametrize("damage", ["cut short", "no table", "bad record"])
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, damage: str) -> None:
    with kept_in_json(tmp_path) as mind:
        mind.store("нейрон — клетка")
    path = tmp_path / "semantic.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(
        {
            "cut short": text[: len(text) // 2],
            "no table": "[1, 2]",
            "bad record": re.sub(r'"confidence": [\d.]+', '"confidence": 7', text),
        }[damage],
        encoding="utf-8",
    )
    before = path.read_bytes()
    with pytest.raises(StorageError, match=r"semantic\.json") as refused:
        kept_in_json(tmp_path)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before


def test_json_needs_a_place_and_the_backend_a_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="data_dir"):
        MemoryManager(None, storage_backend="json")
    with pytest.raises(InvalidInputError, match="storage_backend"):
        MemoryManager(tmp_path, storage_backend="xml")


def test_structures_alone_keep_their_own_file(tmp_path: Path) -> None:
    semantic = SemanticMemory(data_path=tmp_path / "facts.json")
    semantic.store_fact("нейрон", "клетка", relations=[Relation("клетка", "is_a", 0.9)])
    semantic.save()
    assert SemanticMemory(data_path=str(tmp_path / "facts.json")).get_concept_chain("нейрон") == ["нейрон", "клетка"]
    episodic = EpisodicMemory(data_path=tmp_path / "diary.json")
    stored = episodic.store("I saw a neuron")
    episodic.save()
    assert EpisodicMemory(data_path=tmp_path / "diary.json").search("neurons")[0].episode_id == stored.episode_id
    sources = SourceMemory(data_path=tmp_path / "trust.json")
    sources.blacklist("spam.example.com")
    sources.save()
    assert SourceMemory(data_path=tmp_path / "trust.json").get_trust("spam.example.com") == 0.0
    skills = ProceduralMemory(data_path=tmp_path / "skills.json")
    skills.create("greet", steps=["wave"])
    skills.save()
    assert ProceduralMemory(data_path=tmp_path / "skills.json").get("greet") is not None
    assert {path.name for path in tmp_path.iterdir()} == {"facts.json", "diary.json", "trust.json", "skills.json"}


def test_a_structure_alone_saves_itself_every_so_many_changes(tmp_path: Path) -> None:
    semantic = SemanticMemory(data_path=tmp_path / "facts.json")
    for number in range(50):
        semantic.store_fact(f"понятие{number}", "предмет")
    assert len(json.loads((tmp_path / "facts.json").read_text(encoding="utf-8"))["nodes"]) == 50
