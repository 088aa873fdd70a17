"""Semantic memory: one node a concept; strengthened, refined, corrected, disputed, negated."""

from __future__ import annotations

from pathlib import Path

import pytest

from brain.clock import VirtualClock, iso_from_timestamp
from brain.errors import NotFoundError
from brain.memory import MemoryDatabase, Relation, SemanticMemory


def history(semantic: SemanticMemory, concept: str) -> list[tuple[str, str]]:
    return [(former.description, former.status) for former in semantic.get_history(concept)]


def test_the_documents_defaults(semantic: SemanticMemory, clock: VirtualClock) -> None:
    node = semantic.store_fact("нейрон", "клетка нервной системы")
    assert (node.confidence, node.importance, node.status, node.negated) == (0.8, 0.5, "current", False)
    assert (node.tags, node.relations, node.source_ref, node.access_count) == ([], [], "", 0)
    assert node.created_at == node.updated_at == iso_from_timestamp(clock.now())
    assert semantic.max_nodes == 10_000


def test_every_field_survives_reopening(tmp_path: Path) -> None:
    database = MemoryDatabase(tmp_path / "memory.db")
    relations = [Relation("клетка", "is_a", 0.9), Relation("синапс", "related", 0.4)]
    SemanticMemory(database=database, clock=VirtualClock()).store_fact(
        "нейрон", "клетка нервной системы", ["биология"], 0.9, 0.7, "docs/нейрон.pdf#p1", relations
    )
    database.close()
    reopened = MemoryDatabase(tmp_path / "memory.db")
    node = SemanticMemory(database=reopened).get_fact("нейрон")
    reopened.close()
    assert node is not None
    assert (node.concept, node.description, node.tags) == ("нейрон", "клетка нервной системы", ["биология"])
    assert (node.confidence, node.importance, node.source_ref) == (0.9, 0.7, "docs/нейрон.pdf#p1")
    assert node.relations == relations


@pytest.mark.parametrize("concepts", [("Нейрон", "нейрон", "нейроны", "НЕЙРОНАМИ"), ("DGIA", "dgia", "the DGIA")])
def test_spellings_and_inflections_are_one_node(semantic: SemanticMemory, concepts: tuple[str, ...]) -> None:
    for concept in concepts:
        semantic.store_fact(concept, "нечто известное")
    assert len(semantic) == 1
    assert [semantic.get_fact(concept).concept for concept in concepts] == [concepts[0]] * len(concepts)  # type: ignore[union-attr]


def test_different_devices_are_different_nodes(semantic: SemanticMemory) -> None:
    semantic.store_fact("Device A", "Synology NAS")
    semantic.store_fact("Device B", "fnOS NAS")
    assert len(semantic) == 2


def test_the_same_again_strengthens_by_one_step_up_to_one(semantic: SemanticMemory, clock: VirtualClock) -> None:
    semantic.store_fact("нейрон", "клетка нервной системы", confidence=0.8)
    clock.advance(10)
    node = semantic.store_fact("Нейроны", "нервной системы клетки", confidence=0.6, tags=["биология"])
    assert node.confidence == pytest.approx(0.85)
    assert (node.description, node.tags) == ("клетка нервной системы", ["биология"])
    for _ in range(9):
        node = semantic.store_fact("нейрон", "клетка нервной системы")
    assert node.confidence == 1.0
    assert history(semantic, "нейрон") == []


def test_more_detail_refines_the_wording(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка", confidence=0.9)
    node = semantic.store_fact("нейрон", "клетка нервной системы", confidence=0.7)
    assert (node.description, node.confidence, node.status) == ("клетка нервной системы", 0.9, "current")
    assert history(semantic, "нейрон") == [("клетка", "refined")]


def test_less_detail_strengthens_without_losing_detail(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка нервной системы", confidence=0.8)
    node = semantic.store_fact("нейрон", "клетка", confidence=0.8)
    assert (node.description, len(semantic)) == ("клетка нервной системы", 1)
    assert node.confidence == pytest.approx(0.85)


def test_a_correction_leads_and_the_old_is_outdated(semantic: SemanticMemory, clock: VirtualClock) -> None:
    semantic.store_fact("столица Казахстана", "Алматы", confidence=0.9, source_ref="atlas_1990.pdf")
    learnt = clock.now()
    clock.advance(60)
    node = semantic.store_fact("столица Казахстана", "Астана", confidence=0.7, source_ref="atlas_2024.pdf")
    assert (node.description, node.confidence, node.source_ref) == ("Астана", 0.7, "atlas_2024.pdf")
    (former,) = semantic.get_history("столица Казахстана")
    assert (former.description, former.status, former.source_ref) == ("Алматы", "outdated", "atlas_1990.pdf")
    assert (former.learnt_at, former.ended_at) == (iso_from_timestamp(learnt), iso_from_timestamp(clock.now()))
    assert len(semantic) == 1
    assert [n.description for n in semantic.search("столица")] == ["Астана"]


def test_a_correction_can_be_corrected_back(semantic: SemanticMemory) -> None:
    for capital in ("Астана", "Нур-Султан", "Астана"):
        node = semantic.store_fact("столица", capital)
    assert node.description == "Астана"
    assert history(semantic, "столица") == [("Астана", "outdated"), ("Нур-Султан", "outdated")]


def test_a_less_believed_rival_is_filed_as_disputed(semantic: SemanticMemory) -> None:
    semantic.store_fact("Земля", "планета", source_ref="atlas.pdf")
    node = semantic.store_fact("Земля", "плоский диск", source_ref="fake_news.html", supersede=False)
    assert (node.description, node.status, node.source_ref) == ("планета", "disputed", "atlas.pdf")
    assert history(semantic, "Земля") == [("плоский диск", "disputed")]
    semantic.store_fact("Земля", "плоский диск", source_ref="fake_news.html", supersede=False)
    assert len(semantic.get_history("Земля")) == 1


def test_a_denial_is_kept_as_a_denial(semantic: SemanticMemory) -> None:
    node = semantic.store_fact("Paris", "country", negated=True)
    assert (node.negated, node.description) == (True, "country")
    changed = semantic.store_fact("Paris", "country")
    assert (changed.negated, changed.description) == (False, "country")
    assert [(f.negated, f.status) for f in semantic.get_history("Paris")] == [(True, "outdated")]


def test_deriving_again_from_one_episode_changes_nothing(semantic: SemanticMemory, clock: VirtualClock) -> None:
    first = semantic.store_fact("нейрон", "клетка", origin="ep_1")
    clock.advance(5)
    assert semantic.store_fact("нейрон", "клетка", origin="ep_1") == first
    assert semantic.store_fact("нейрон", "клетка", origin="ep_2").confidence == pytest.approx(0.85)


def test_confirming_and_denying_stay_within_bounds(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка", confidence=0.9)
    assert semantic.confirm_fact("нейроны").confidence == pytest.approx(0.95)
    assert semantic.deny_fact("Нейрон").confidence == pytest.approx(0.85)
    for _ in range(5):
        semantic.confirm_fact("нейрон")
    assert semantic.get_facts(["нейрон"])["нейрон"].confidence == 1.0
    for _ in range(12):
        node = semantic.deny_fact("нейрон")
    assert node.confidence == 0.0


def test_feedback_on_the_unknown_is_an_error(semantic: SemanticMemory) -> None:
    for method in (semantic.confirm_fact, semantic.deny_fact, semantic.delete_fact):
        with pytest.raises(NotFoundError, match="кварк"):
            method("кварк")
    assert semantic.get_fact("кварк") is None
    assert semantic.get_history("кварк") == []


def test_reading_moves_the_counter_and_nothing_else(semantic: SemanticMemory, clock: VirtualClock) -> None:
    stored = semantic.store_fact("нейрон", "клетка")
    clock.advance(1_000)
    for _ in range(3):
        read = semantic.get_fact("нейрон")
    assert read is not None
    assert read.access_count == 3
    assert (read.updated_at, read.confidence) == (stored.updated_at, stored.confidence)


def test_access_counts_survive_saving(tmp_path: Path) -> None:
    database = MemoryDatabase(tmp_path / "memory.db")
    semantic = SemanticMemory(database=database, clock=VirtualClock())
    stored = semantic.store_fact("нейрон", "клетка")
    semantic.get_fact("нейрон")
    semantic.save()
    semantic.get_fact("нейроны")
    semantic.save()
    database.close()
    reopened = MemoryDatabase(tmp_path / "memory.db")
    node = SemanticMemory(database=reopened).get_fact("нейрон")
    reopened.close()
    assert node is not None
    assert (node.access_count, node.updated_at) == (3, stored.updated_at)


@pytest.mark.parametrize("query", ["клетка", "клетки", "КЛЕТКАМИ", "биология", "нейроны"])
def test_search_reads_names_descriptions_and_tags(semantic: SemanticMemory, query: str) -> None:
    semantic.store_fact("нейрон", "основная клетка", tags=["биология"])
    semantic.store_fact("Париж", "столица Франции")
    assert [node.concept for node in semantic.search(query)] == ["нейрон"]


def test_the_node_that_is_named_comes_first(semantic: SemanticMemory) -> None:
    semantic.store_fact("медленный нейрон", "нейрон, нейрон и снова нейрон")
    semantic.store_fact("нейрон", "очень длинное описание клетки, которая проводит импульсы по отросткам")
    assert semantic.search("нейроны")[0].concept == "нейрон"
    assert len(semantic.search("нейрон", top_n=1)) == 1


@pytest.mark.parametrize("query", ["", " ", "!?", "квантовая хромодинамика", "NEAR(", "a AND", "col:val", "*"])
def test_what_nobody_learnt_is_not_found(semantic: SemanticMemory, query: str) -> None:
    semantic.store_fact("нейрон", "клетка нервной системы")
    assert semantic.search(query) == []


def test_an_old_wording_is_searched_for_in_vain(semantic: SemanticMemory) -> None:
    semantic.store_fact("Device A", "Synology NAS")
    semantic.store_fact("Device A", "fnOS server")
    assert semantic.search("Synology") == []
    assert set(semantic.term_counts("Synology NAS").values()) == {0}


def test_known_concepts_are_spotted_in_a_question(semantic: SemanticMemory) -> None:
    for concept in ("нейрон", "нервная система", "система"):
        semantic.store_fact(concept, "понятие")
    found = semantic.concepts_in("Как нейроны устроены в нервной системе?")
    assert found[0] == "нервная система"
    assert set(found) == {"нейрон", "нервная система", "система"}
    assert semantic.concepts_in("Who is there?") == []
