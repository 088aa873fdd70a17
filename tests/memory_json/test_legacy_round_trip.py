"""Writing the legacy JSON files, and reading them back."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.clock import VirtualClock, iso_from_timestamp
from brain.config import BrainConfig
from brain.errors import StorageError
from brain.memory import (
    EpisodicMemory,
    MemoryDatabase,
    ModalEvidence,
    ProceduralMemory,
    ProcedureStep,
    Relation,
    SemanticMemory,
    SourceMemory,
)
from brain.memory.legacy_json import FILES, read_into, write_files, write_from
from brain.memory.records import MODALITIES
from brain.memory.semantic_graph import RELATION_TYPES
from brain.memory.source_memory import SOURCE_TYPES

CONFIG = BrainConfig()
CLOCK = VirtualClock(1_800_000_000.0)

units = st.floats(0, 1)
counts = st.integers(0, 2**40)
moments = st.integers(0, 4 * 10**15).map(lambda microseconds: iso_from_timestamp(microseconds / 1e6))
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60).map(
    lambda text: text if text.strip() else ""
)
names = st.sampled_from(["нейрон", "синапс", "memory", "cue", "Ёж", "source of truth"]) | texts.filter(bool)
labels = st.lists(names, max_size=3, unique=True)
tables = st.dictionaries(texts, st.none() | st.booleans() | counts | units | texts, max_size=3)


def numbered(prefix: str, records: st.SearchStrategy[dict[str, Any]], key: str) -> st.SearchStrategy[Any]:
    """Draw a table of records, not in alphabetical order, under names that differ whatever the language makes of them."""
    return st.lists(records, max_size=4).map(
        lambda drawn: {f"{prefix} {9 - n}": {key: f"{prefix} {9 - n}", **record} for n, record in enumerate(drawn)}
    )


relations = st.lists(
    st.tuples(st.sampled_from(["клетка", "мозг", "axon"]), st.sampled_from(RELATION_TYPES), units),
    max_size=4, unique_by=lambda drawn: drawn[:2],
).map(lambda drawn: [Relation(*one).to_dict() for one in drawn])  # fmt: skip
nodes = numbered(
    "понятие",
    st.fixed_dictionaries(
        {
            "description": texts, "tags": labels, "confidence": units, "importance": units, "source_ref": texts,
            "access_count": counts, "created_at": moments, "updated_at": moments, "relations": relations,
        },
        optional={"negated": st.just(True), "status": st.just("disputed")},
    ),
    "concept",
)  # fmt: skip
evidence = st.builds(ModalEvidence, st.sampled_from(MODALITIES), texts, texts, units, tables).map(
    lambda piece: piece.to_dict()
)
episodes = numbered(
    "ep",
    st.fixed_dictionaries(
        {
            "content": names, "modality": st.sampled_from(MODALITIES), "source": texts, "importance": units,
            "confidence": units, "tags": labels, "concepts": labels, "modal_evidence": st.lists(evidence, max_size=2),
            "trace_id": texts, "session_id": texts, "created_at": moments, "is_protected": st.booleans(),
        },
        optional={"is_consolidated": st.just(False)},
    ),
    "episode_id",
).map(lambda drawn: list(drawn.values()))  # fmt: skip
sources = numbered(
    "источник",
    st.fixed_dictionaries({
        "source_type": st.sampled_from(SOURCE_TYPES), "trust_score": units, "fact_count": counts,
        "confirmed_count": counts, "denied_count": counts, "first_seen": moments, "last_seen": moments,
        "is_blacklisted": st.booleans(), "is_whitelisted": st.booleans(), "metadata": tables,
    }),
    "source_id",
)  # fmt: skip
steps = st.builds(ProcedureStep, names, texts, tables).map(lambda step: step.to_dict())
procedures = numbered(
    "навык",
    st.fixed_dictionaries({
        "description": texts, "steps": st.lists(steps, max_size=3), "success_rate": units, "execution_count": counts,
        "avg_duration_ms": st.floats(0, 1e9), "tags": labels, "created_at": moments,
        "last_used": st.just("") | moments.filter(lambda moment: not moment.startswith("1970-01-01T00:00:00.000000")),
    }),
    "name",
).map(lambda drawn: {name: {"procedure_id": f"proc {name}", **skill} for name, skill in drawn.items()})  # fmt: skip


@contextmanager
def new_mind() -> Iterator[MemoryDatabase]:
    with closing(MemoryDatabase()) as database:
        yield database


def documents(directory: Path) -> dict[str, Any]:
    return {kind: json.loads((directory / name).read_text(encoding="utf-8"))[kind] for kind, name in FILES.items()}


def heaviest_first(drawn: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(drawn, key=lambda r: (-r["weight"], r["target"], r["relation_type"]))


def well_known_mind(database: MemoryDatabase) -> dict[str, Any]:
    """Live a little, in both languages."""
    clock = VirtualClock()
    shared: dict[str, Any] = {"database": database, "clock": clock}
    semantic, episodic = SemanticMemory(**shared), EpisodicMemory(**shared)
    sources, skills = SourceMemory(**shared), ProceduralMemory(**shared)
    semantic.store_fact("нейрон", "клетка нервной системы", ["биология"], 0.9, 0.9, "docs/нейрон.pdf#p1")
    semantic.add_relation("нейрон", "клетка", 0.9, "is_a")
    semantic.add_relation("нейрон", "синапс", 0.4)
    semantic.store_fact("whale", "fish", negated=True)
    for n, said in enumerate(["нейрон — это клетка", "a whale is not a fish", "Пользователь спросил о «Ёжике»"]):
        clock.advance(7.25)
        episodic.store(said, importance=0.3 * (n + 1), tags=["t"], session_id="s", is_consolidated=n > 0,
                       modal_evidence=[ModalEvidence("image", "схема.png", "", 0.85, {"page": n})])  # fmt: skip
    sources.register("docs/нейрон.pdf#p1", facts=3, metadata={"автор": "Иванов"})
    sources.update_trust("docs/нейрон.pdf", confirmed=True)
    sources.blacklist("spam_source.com")
    skills.create("ответить", "Процедура ответа", [ProcedureStep("искать", "", {"top_n": 5}), "сказать"], ["диалог"])
    skills.update_success("ответить", success=True, duration_ms=150.0)
    skills.create("greet")
    for _ in range(500):
        semantic.apply_decay()
        sources.apply_decay()
    semantic.confirm_fact("нейрон")
    return shared


class TestRoundTrip:
    @given(nodes=nodes, episodes=episodes, sources=sources, procedures=procedures)
    def test_files_come_back_as_they_were(self, tmp_path_factory: Any, **tables: Any) -> None:
        before, after = tmp_path_factory.mktemp("before"), tmp_path_factory.mktemp("after")
        write_files(before, {FILES[kind]: {kind: table} for kind, table in tables.items()})
        with new_mind() as mind:
            report = read_into(mind, before, config=CONFIG, clock=CLOCK)
            write_from(mind, after, config=CONFIG, clock=CLOCK)
        assert report.damaged == []
        expected = documents(before)
        for node in expected["nodes"].values():
            node["relations"] = heaviest_first(node["relations"])
        found = documents(after)
        for node in found["nodes"].values():
            node["relations"] = heaviest_first(node["relations"])
        assert found == expected
        assert list(found["nodes"]) == list(expected["nodes"])

    def test_a_mind_comes_back_as_it_is_now(self, tmp_path: Path) -> None:
        with new_mind() as first, new_mind() as second:
            old = well_known_mind(first)
            new = old | {"database": second}
            write_from(first, tmp_path, config=CONFIG, clock=old["clock"])
            assert read_into(second, tmp_path, config=CONFIG, clock=old["clock"]).damaged == []
            assert EpisodicMemory(**new).get_recent() == EpisodicMemory(**old).get_recent()
            assert EpisodicMemory(**new).pending(9) == EpisodicMemory(**old).pending(9)
            assert EpisodicMemory(**new).get_by_session("s") == EpisodicMemory(**old).get_by_session("s")
            assert ProceduralMemory(**new).get_all() == ProceduralMemory(**old).get_all()
            was, became = SourceMemory(**old).get_all(), SourceMemory(**new).get_all()
            assert [record.to_dict() | {"trust_score": 0} for record in became] == [
                record.to_dict() | {"trust_score": 0} for record in was
            ]
            for a, b in zip(was, became, strict=True):
                assert a.trust_score == pytest.approx(b.trust_score, abs=1e-12)
            facts, same = SemanticMemory(**old).get_strongest(), SemanticMemory(**new).get_strongest()
            assert [fact.to_dict() | {"confidence": 0} for fact in same] == [
                fact.to_dict() | {"confidence": 0} for fact in facts
            ]
            for fact, again in zip(facts, same, strict=True):
                assert fact.confidence == pytest.approx(again.confidence, abs=1e-12)

    def test_decay_is_applied_in_what_is_written_and_goes_on_in_who_reads_it(self, tmp_path: Path) -> None:
        with new_mind() as first, new_mind() as second:
            for mind, ticks in ((first, 100), (second, 7)):
                semantic = SemanticMemory(database=mind)
                if mind is first:
                    semantic.store_fact("нейрон", "клетка", confidence=0.9)
                for _ in range(ticks):
                    semantic.apply_decay(0.003)
            write_from(first, tmp_path, config=CONFIG, clock=CLOCK)
            read_into(second, tmp_path, config=CONFIG, clock=CLOCK)
            assert documents(tmp_path)["nodes"]["нейрон"]["confidence"] == pytest.approx(0.9 * 0.997**100, abs=1e-12)
            SemanticMemory(database=second).apply_decay(0.003)
            node = SemanticMemory(database=second).get_fact("нейрон")
            assert node is not None
            assert node.confidence == pytest.approx(0.9 * 0.997**101, abs=1e-12)


class TestWriting:
    def test_an_empty_mind_writes_four_files(self, tmp_path: Path) -> None:
        with new_mind() as mind:
            write_from(mind, tmp_path / "new" / "place", config=CONFIG, clock=CLOCK)
        assert documents(tmp_path / "new" / "place") == {"nodes": {}, "episodes": [], "sources": {}, "procedures": {}}

    def test_they_say_when_they_were_saved(self, tmp_path: Path) -> None:
        with new_mind() as mind:
            write_from(mind, tmp_path, config=CONFIG, clock=CLOCK)
        for name in FILES.values():
            assert json.loads((tmp_path / name).read_text())["saved_at"] == iso_from_timestamp(CLOCK.now())

    def test_they_are_private_readable_and_the_same_each_time(self, tmp_path: Path) -> None:
        with new_mind() as mind:
            well_known_mind(mind)
            (tmp_path / "semantic.json").write_text("{}")
            (tmp_path / "semantic.json").chmod(0o644)
            write_from(mind, tmp_path, config=CONFIG, clock=CLOCK)
            first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
            write_from(mind, tmp_path, config=CONFIG, clock=CLOCK)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == first
        assert sorted(first) == sorted(FILES.values())
        assert "клетка нервной системы".encode() in first["semantic.json"]
        assert b"\\u" not in b"".join(first.values())
        assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}

    def test_a_concept_in_the_old_format_has_only_the_old_fields(self, tmp_path: Path) -> None:
        with new_mind() as mind:
            well_known_mind(mind)
            write_from(mind, tmp_path, config=CONFIG, clock=CLOCK)
        written = documents(tmp_path)["nodes"]
        assert set(written["нейрон"]) == {
            "concept", "description", "tags", "confidence", "importance", "source_ref", "access_count", "created_at",
            "updated_at", "relations",
        }  # fmt: skip
        assert written["whale"]["negated"] is True  # left out, it would say that whales are fish

    def test_a_failure_leaves_the_former_files_whole(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        with new_mind() as mind:
            write_from(mind, tmp_path, config=CONFIG, clock=CLOCK)
            before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
            well_known_mind(mind)
            monkeypatch.setattr(os, "fsync", full)
            with pytest.raises(StorageError, match="No space left"):
                write_from(mind, tmp_path, config=CONFIG, clock=CLOCK)
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before

    def test_a_place_that_cannot_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with new_mind() as mind, pytest.raises(StorageError, match="file"):
            write_from(mind, tmp_path / "file", config=CONFIG, clock=CLOCK)


class TestEveryDecayLaw:
    @pytest.mark.parametrize("law", ["exponential", "power", "wickelgren", "half_life", "none"])
    def test_belief_is_what_it_was_and_fades_on_from_the_saving(self, tmp_path: Path, law: str) -> None:
        episodic = "none" if law == "exponential" else law
        config = BrainConfig().with_settings({"decay.semantic": law, "decay.source": law, "decay.episodic": episodic})
        clock = VirtualClock()

        def beliefs(mind: MemoryDatabase) -> list[float]:
            shared: dict[str, Any] = {"database": mind, "clock": clock, "config": config}
            known, source = SemanticMemory(**shared).get_facts(["нейрон"])["нейрон"], SourceMemory(**shared).get("user")
            assert source is not None
            return [known.confidence, source.trust_score, EpisodicMemory(**shared).get_by_id("ep").confidence]

        with new_mind() as first, new_mind() as second:
            shared: dict[str, Any] = {"clock": clock, "config": config, "database": first}
            SemanticMemory(**shared).store_fact("нейрон", "клетка", confidence=0.9)
            SourceMemory(**shared).register("user")
            EpisodicMemory(ids=lambda _: "ep", **shared).store("событие", confidence=0.9)
            clock.advance(5 * 3600)
            SemanticMemory(**shared).apply_decay(0.1)
            write_from(first, tmp_path, config=config, clock=clock)
            saved = beliefs(first)
            # The files may lie for a while before they are read.
            clock.advance(3 * 3600)
            read_into(second, tmp_path, config=config, clock=clock)
            clock.advance(3600)
            found, still = beliefs(second), beliefs(first)
        assert found[2] == pytest.approx(still[2], abs=1e-12)
        if law in ("exponential", "none"):
            assert found == pytest.approx(saved, abs=1e-12)
        else:
            assert all(0.05 < now < then for now, then in zip(found[:2], saved[:2], strict=True))
        if law == "half_life":  # which has no memory of how long it has gone on
            assert found == pytest.approx(still, abs=1e-12)
