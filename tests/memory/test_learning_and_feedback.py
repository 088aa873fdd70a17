"""Deriving facts from episodes, by whom they are said, and feedback on them."""

from __future__ import annotations

import pytest

from brain.clock import VirtualClock
from brain.config import BrainConfig
from brain.errors import NotFoundError
from brain.memory import EpisodicMemory, Learning, MemoryManager, SemanticMemory, SourceMemory

NO_FACTS = [
    "См. http://example.org/page", "Встреча в 12:30", "Рейс: 10:45", "e.g.: this one", "What is a neuron?",
    "He said: hello is fine", "Мама мыла раму - вчера", r"C:\Users\x", "Что такое нейрон?", "[12:30] Анна: привет",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_FACTS)
def test_what_states_nothing_teaches_nothing(manager: MemoryManager, text: str) -> None:
    result = manager.store(text, importance=0.6)
    assert result.episodic is not None
    assert (result.semantic, len(manager.semantic)) == (None, 0)


def test_an_answer_is_about_what_it_answers(manager: MemoryManager) -> None:
    result = manager.store("Ответ: нейрон — это клетка", source_ref="user_input")
    assert result.semantic is not None
    assert (result.semantic.concept, result.semantic.description) == ("нейрон", "клетка")


def test_a_negated_statement_is_a_negated_fact(manager: MemoryManager) -> None:
    node = manager.store("Paris is not a country").semantic
    assert node is not None
    assert (node.concept, node.description, node.negated) == ("Paris", "country", True)


def test_a_fact_is_linked_to_what_it_says(manager: MemoryManager) -> None:
    manager.store("нейрон — это клетка")
    manager.store("Клетка — это часть организма")
    assert manager.semantic.get_concept_chain("нейрон") == ["нейрон", "клетка", "организма"]


def test_the_same_text_again_is_its_own_episode_and_one_stronger_node(
    manager: MemoryManager, clock: VirtualClock
) -> None:
    first = manager.store("нейрон — это клетка", source_ref="user_input")
    clock.advance(60)
    second = manager.store("нейрон — это клетка", source_ref="user_input")
    assert first.episodic is not None
    assert second.episodic is not None
    assert {e.episode_id for e in manager.episodic.get_recent()} == {
        first.episodic.episode_id, second.episodic.episode_id,
    }  # fmt: skip
    assert len(manager.semantic) == 1
    assert first.semantic is not None
    assert second.semantic is not None
    assert second.semantic.confidence == pytest.approx(min(1.0, first.semantic.confidence + 0.05))
    assert manager.semantic.get_history("нейрон") == []


def test_four_sessions_learn_one_node(manager: MemoryManager) -> None:
    for session in range(4):
        manager.store("DGIA is a data governance agency", session_id=f"sess_{session}")
    assert (len(manager.semantic), len(manager.episodic)) == (1, 4)


def test_a_less_trusted_source_does_not_overrule(manager: MemoryManager) -> None:
    manager.store("Земля — это планета", source_ref="user_input")
    manager.store("Земля — это диск", source_ref="fake_news.html")
    node = manager.semantic.get_fact("Земля")
    assert node is not None
    assert (node.description, node.status) == ("планета", "disputed")


def test_a_more_trusted_source_overrules(manager: MemoryManager) -> None:
    manager.store("Земля — это диск", source_ref="fake_news.html")
    manager.store("Земля — это планета", source_ref="user_input")
    node = manager.semantic.get_fact("Земля")
    assert node is not None
    assert (node.description, node.source_ref) == ("планета", "user_input")
    assert [former.status for former in manager.semantic.get_history("Земля")] == ["outdated"]


def test_hearsay_without_a_source_does_not_overrule_a_trusted_one(manager: MemoryManager) -> None:
    manager.store("Земля — это планета", source_ref="docs/астрономия.pdf")
    manager.store("Земля — это диск")
    node = manager.semantic.get_fact("Земля")
    assert node is not None
    assert (node.description, node.status) == ("планета", "disputed")


def test_hearsay_corrects_hearsay_and_a_person_corrects_both(manager: MemoryManager) -> None:
    for said, source in (("a Synology NAS", ""), ("a router", ""), ("an fnOS server", "user_input")):
        manager.store(f"Device A is {said}", source_ref=source)
        node = manager.semantic.get_fact("Device A")
        assert node is not None
        assert (node.description, node.status) == (said.split(maxsplit=1)[1], "current")


def test_the_brains_own_conclusions_confirm_nothing(manager: MemoryManager) -> None:
    before = manager.store("нейрон — это клетка", source_ref="user_input").semantic
    manager.store("нейрон — это клетка", source_ref="brain_inference")
    after = manager.semantic.get_facts(["нейрон"])["нейрон"]
    assert before is not None
    assert (after.confidence, after.source_ref) == (before.confidence, "user_input")
    assert manager.store("синапс — это контакт", source_ref="brain_inference").semantic is not None


def test_a_source_is_credited_with_its_facts(manager: MemoryManager) -> None:
    manager.store("нейрон — это клетка. Синапс — это контакт.", source_ref="docs/a.pdf#p1")
    manager.store("погода хорошая", source_ref="docs/a.pdf#p2")
    manager.store_fact("аксон", "отросток", source_ref="docs/a.pdf")
    record = manager.source.get("docs/a.pdf")
    assert record is not None
    assert record.fact_count == 3


def test_deriving_twice_from_an_episode_changes_nothing(
    semantic: SemanticMemory, sources: SourceMemory, episodic: EpisodicMemory
) -> None:
    learning = Learning(semantic, sources, BrainConfig())
    episode = episodic.store("нейрон — это клетка", source="docs/a.pdf")
    first, known = learning.learn_from(episode), sources.get("docs/a.pdf")
    again = learning.learn_from(episode)
    assert (first.fresh, again.fresh) == (1, 0)
    assert (again.nodes, sources.get("docs/a.pdf")) == (first.nodes, known)


def test_feedback_moves_the_fact_and_its_source(manager: MemoryManager) -> None:
    manager.store_fact("нейрон", "клетка", confidence=0.7, source_ref="docs/нейрон.pdf")
    assert manager.confirm("нейроны", "docs/нейрон.pdf").confidence == pytest.approx(0.75)
    assert manager.source.get_trust("docs/нейрон.pdf") == pytest.approx(0.75)
    assert manager.deny("нейрон", "fake_source.html").confidence == pytest.approx(0.65)
    assert manager.source.get_trust("fake_source.html") == pytest.approx(0.4)
    assert manager.confirm("нейрон").confidence == pytest.approx(0.7)
    assert len(manager.source) == 2


def test_feedback_on_the_unknown_moves_no_source(manager: MemoryManager) -> None:
    manager.source.register("docs/a.pdf")
    for feedback in (manager.confirm, manager.deny):
        with pytest.raises(NotFoundError, match="кварк"):
            feedback("кварк", "docs/a.pdf")
    assert manager.source.get_trust("docs/a.pdf") == 0.7
    assert len(manager.source) == 1
