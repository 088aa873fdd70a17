"""Filters hold in a crowd: what passes them is found, however many better matches do not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from memory_kit import HOUR

from brain.clock import VirtualClock
from brain.memory import EpisodicMemory, ProceduralMemory, SemanticMemory

CROWD = 150
RARE = "одно старое редкое дерево, на котором выросло яблоко"
FILTERS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "modality": ({"modality": "image"}, {"modality": "image"}),
    "importance": ({"importance": 0.7}, {"min_importance": 0.6}),
    "hours": ({"created_at": VirtualClock.DEFAULT_START + 5 * HOUR}, {"last_n_hours": 1.0}),
}


@pytest.mark.parametrize(("stored", "wanted"), FILTERS.values(), ids=FILTERS)
def test_an_episode_that_passes_is_found_in_a_crowd(
    episodic: EpisodicMemory, clock: VirtualClock, stored: dict[str, Any], wanted: dict[str, Any]
) -> None:
    rare = episodic.store(RARE, **stored)
    for _ in range(CROWD):
        episodic.store("яблоко", importance=0.3)
    clock.advance(5 * HOUR)
    assert episodic.search("яблоко", top_n=1, **wanted) == [rare]


def test_a_believed_fact_is_found_in_a_crowd(semantic: SemanticMemory) -> None:
    semantic.store_fact("дерево", RARE, confidence=0.9)
    for number in range(CROWD):
        semantic.store_fact(f"сорт {number}", "яблоко", confidence=0.2)
    assert [node.concept for node in semantic.search("яблоко", top_n=1, min_confidence=0.5)] == ["дерево"]


def test_a_labelled_skill_is_found_in_a_crowd(skills: ProceduralMemory) -> None:
    skills.create("сад", RARE, tags=["осень"])
    for number in range(CROWD):
        skills.create(f"яблоко {number}")
    assert [found.name for found in skills.search("яблоко", top_n=1, tags=["осень"])] == ["сад"]


def test_saving_between_writes_changes_no_answer(episodic: EpisodicMemory) -> None:
    tidy: Callable[[], None] = episodic.save
    for number in range(60):
        episodic.store(f"яблоко {number}")
        if number % 7 == 0:
            tidy()
    for episode in episodic.get_recent(20):
        episodic.delete(episode.episode_id)
    before = {episode.content for episode in episodic.search("яблоко", top_n=100)}
    tidy()
    after = {episode.content for episode in episodic.search("яблоко", top_n=100)}
    assert before == after == {f"яблоко {number}" for number in range(40)}
