"""Consolidation: thresholds, duplicates, limits, forgetting by pressure, the timetable, crashes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from memory_kit import HOUR, crash, new_manager

from brain.clock import VirtualClock
from brain.memory import ConsolidationConfig, ConsolidationReport, MemoryManager
from brain.pressure import FixedPressure

TABLE = {
    "CONSOLIDATION_INTERVAL": 30, "DECAY_INTERVAL": 300, "SAVE_INTERVAL": 120, "IMPORTANCE_TO_EPISODIC": 0.3,
    "IMPORTANCE_TO_SEMANTIC": 0.4, "CONFIDENCE_DECAY_RATE": 0.003, "SOURCE_DECAY_RATE": 0.001,
    "RAM_AGGRESSIVE_DECAY_PCT": 85, "RAM_NORMAL_DECAY_PCT": 70, "MAX_ITEMS_PER_CONSOLIDATION": 50,
}  # fmt: skip


@pytest.fixture
def roomy(clock: VirtualClock, pressure: FixedPressure) -> Iterator[MemoryManager]:
    mind = new_manager(clock=clock, pressure=pressure, working_max_size=200)
    yield mind
    mind.stop()


@pytest.mark.parametrize(("name", "value"), TABLE.items())
def test_the_documents_table(name: str, value: float) -> None:
    assert getattr(ConsolidationConfig, name) == getattr(ConsolidationConfig(), name) == value


@pytest.mark.parametrize(("importance", "kept"), [(0.3, 1), (0.2999, 0), (0.39, 1), (1.0, 1)])
def test_importance_decides_what_becomes_an_episode(manager: MemoryManager, importance: float, kept: int) -> None:
    manager.working.push("встреча с коллегами", importance=importance)
    assert manager.force_consolidate().transferred == len(manager.episodic) == kept


def test_an_item_becomes_an_episode_with_all_it_was(manager: MemoryManager, clock: VirtualClock) -> None:
    item = manager.working.push(
        "схема нейрона", "image", 0.35, "схема.png", ["биология"], concepts=["нейрон"], trace_id="t", session_id="s"
    )
    clock.advance(30)
    manager.force_consolidate()
    (episode,) = manager.episodic.get_recent()
    assert (episode.content, episode.modality, episode.importance) == ("схема нейрона", "image", 0.35)
    assert (episode.source, episode.tags, episode.concepts) == ("схема.png", ["биология"], ["нейрон"])
    assert (episode.trace_id, episode.session_id) == ("t", "s")
    assert manager.episodic.get_by_time_range(item.ts, item.ts) == [episode]
    assert manager.get_context()[0].episode_id == episode.episode_id


@pytest.mark.parametrize(
    ("importance", "modality", "learnt"),
    [(0.4, "text", 1), (0.4, "concept", 1), (0.3999, "text", 0), (0.9, "image", 0), (0.9, "audio", 0)],
)
def test_importance_and_modality_decide_what_is_searched_for_facts(
    manager: MemoryManager, importance: float, modality: str, learnt: int
) -> None:
    manager.working.push("нейрон — это клетка нервной системы", modality, importance)
    report = manager.force_consolidate()
    assert (report.transferred, report.facts_learnt, len(manager.semantic)) == (1, learnt, learnt)


@pytest.mark.parametrize(
    "text", ["нейрон это клетка", "нейрон — клетка", "Нейрон: нервная клетка", "A neuron is a nerve cell"]
)
def test_every_pattern_of_the_document_teaches(manager: MemoryManager, text: str) -> None:
    manager.working.push(text, importance=0.5)
    assert manager.force_consolidate().facts_learnt == 1


def test_a_second_cycle_moves_nothing_twice(manager: MemoryManager) -> None:
    manager.working.push("нейрон — это клетка", importance=0.5)
    manager.force_consolidate()
    confidence = manager.semantic.get_facts(["нейрон"])["нейрон"].confidence
    assert manager.force_consolidate() == ConsolidationReport()
    assert len(manager.episodic) == 1
    assert manager.semantic.get_facts(["нейрон"])["нейрон"].confidence == confidence


@pytest.mark.parametrize(("waited", "transferred"), [(HOUR, 0), (HOUR + 1, 1)])
def test_what_an_episode_of_the_last_hour_says_is_not_kept_twice(
    manager: MemoryManager, clock: VirtualClock, waited: float, transferred: int
) -> None:
    kept = manager.episodic.store("Нейрон — клетка")
    clock.advance(waited)
    manager.working.push("нейрон — КЛЕТКА", importance=0.5)
    report = manager.force_consolidate()
    assert (report.transferred, report.duplicates) == (transferred, 1 - transferred)
    assert len(manager.episodic) == 1 + transferred
    assert (manager.get_context()[0].episode_id == kept.episode_id) is (transferred == 0)


def test_what_store_has_kept_is_not_transferred_again(manager: MemoryManager, clock: VirtualClock) -> None:
    manager.store("нейрон — это клетка", importance=0.5)
    clock.advance(2 * HOUR)
    report = manager.force_consolidate()
    assert (report.transferred, report.duplicates, len(manager.episodic)) == (0, 0, 1)


def test_at_most_fifty_items_a_cycle_the_oldest_first(roomy: MemoryManager, clock: VirtualClock) -> None:
    for number in range(120):
        roomy.working.push(f"заметка {number}", importance=0.35)
        clock.advance(0.1)
    assert [roomy.force_consolidate().transferred for _ in range(4)] == [50, 50, 20, 0]
    assert roomy.episodic.get_recent(1)[0].content == "заметка 119"


def test_at_most_fifty_episodes_a_cycle_are_searched_for_facts(roomy: MemoryManager) -> None:
    for number in range(70):
        roomy.store(f"Сорт {number} — это яблоко", auto_extract_facts=False)
    assert [roomy.force_consolidate().examined for _ in range(3)] == [50, 20, 0]
    assert len(roomy.semantic) == 70


CLEANUP = [
    (0, 1800, 0.2), (70, 1800, 0.2), (70.1, 900, 0.3), (85, 900, 0.3), (85.1, 300, 0.5), (100, 300, 0.5),
]  # fmt: skip


@pytest.mark.parametrize(("percent", "age", "importance"), CLEANUP)
def test_pressure_decides_what_leaves_the_mind(
    roomy: MemoryManager, clock: VirtualClock, pressure: FixedPressure, percent: float, age: float, importance: float
) -> None:
    roomy.working.push("old and dull", importance=importance - 0.01)
    roomy.working.push("old and worth it", importance=importance)
    clock.advance(0.5)
    roomy.working.push("younger and dull", importance=importance - 0.01)
    clock.advance(age)
    pressure.set(percent)
    assert roomy.force_consolidate().cleaned == 1
    assert {item.content for item in roomy.get_context()} == {"old and worth it", "younger and dull"}


def test_nothing_worth_an_episode_is_dropped_before_it_has_one(
    roomy: MemoryManager, clock: VirtualClock, pressure: FixedPressure
) -> None:
    for number in range(60):
        roomy.working.push(f"заметка {number}", importance=0.35)
    clock.advance(301)
    pressure.set(90)
    while roomy.force_consolidate().transferred:
        pass
    assert len(roomy.episodic) == 60


@pytest.mark.parametrize(
    ("percent", "rate"), [(0, 0.003), (70, 0.003), (70.1, 0.006), (85, 0.006), (85.1, 0.015), (100, 0.015)]
)
def test_pressure_decides_how_fast_belief_fades(
    manager: MemoryManager, pressure: FixedPressure, percent: float, rate: float
) -> None:
    manager.store_fact("нейрон", "клетка", confidence=0.8, source_ref="docs/a.pdf")
    pressure.set(percent)
    report = manager.consolidation.apply_decay()
    assert (report.confidence_rate, report.trust_rate) == (pytest.approx(rate), 0.001)
    assert report.pressure_pct == percent
    assert manager.semantic.get_facts(["нейрон"])["нейрон"].confidence == pytest.approx(0.8 * (1 - rate))
    assert manager.source.get_trust("docs/a.pdf") == pytest.approx(0.7 * 0.999)


def test_jobs_fall_due_at_exactly_their_intervals(manager: MemoryManager, clock: VirtualClock) -> None:
    due = {}
    for second in range(1, 601):
        clock.advance(1)
        for job in manager.consolidation.tick():
            due.setdefault(job, []).append(second)
    assert due == {"consolidate": list(range(30, 601, 30)), "decay": [300, 600], "save": list(range(120, 601, 120))}
    status = manager.consolidation.status()
    assert (status.cycles, status.decays, status.saves) == (20, 2, 5)
    assert status.last_decay == clock.now()


def test_nothing_is_due_before_its_time(manager: MemoryManager, clock: VirtualClock) -> None:
    assert manager.consolidation.tick() == []
    clock.advance(29.999)
    assert manager.consolidation.tick() == []


def test_a_long_sleep_is_made_up_for_once(manager: MemoryManager, clock: VirtualClock) -> None:
    manager.store_fact("нейрон", "клетка", confidence=0.8)
    clock.advance(10 * HOUR)
    assert set(manager.consolidation.tick()) == {"consolidate", "decay", "save"}
    assert manager.consolidation.tick() == []
    assert manager.semantic.get_facts(["нейрон"])["нейрон"].confidence == pytest.approx(0.8 * 0.997)


def test_a_clock_set_back_stops_no_job(manager: MemoryManager, clock: VirtualClock) -> None:
    clock.set(clock.now() - 10 * HOUR)
    manager.consolidation.tick()
    clock.advance(30)
    assert "consolidate" in manager.consolidation.tick()


def facts_of(manager: MemoryManager) -> dict[str, tuple[float, str, int]]:
    return {n.concept: (n.confidence, n.description, len(n.relations)) for n in manager.semantic.get_strongest(100)}


def test_what_a_crash_left_underived_is_derived_once(tmp_path: Path) -> None:
    before = new_manager(tmp_path)
    for number in range(70):
        before.store(f"Сорт {number} — это яблоко", auto_extract_facts=False, source_ref="docs/a.pdf")
    crash(before)
    after = new_manager(tmp_path, seed=2).start()
    learnt = facts_of(after)
    assert len(learnt) == 70
    assert after.source.get("docs/a.pdf").fact_count == 70  # type: ignore[union-attr]
    assert after.consolidation.replay() == 0
    crash(after)
    third = new_manager(tmp_path, seed=3).start()
    assert facts_of(third) == learnt
    third.stop()


def test_items_in_mind_are_all_that_a_crash_takes(tmp_path: Path) -> None:
    before = new_manager(tmp_path)
    before.store("важное событие", importance=0.4)
    before.store("мелочь", importance=0.39)
    crash(before)
    after = new_manager(tmp_path, seed=2).start()
    assert [episode.content for episode in after.episodic.get_recent()] == ["важное событие"]
    assert after.get_context() == []
    after.stop()


def test_a_deleted_episode_does_not_come_back(manager: MemoryManager, clock: VirtualClock) -> None:
    stored = manager.store("тайное событие", importance=0.7)
    assert stored.episodic is not None
    manager.episodic.delete(stored.episodic.episode_id)
    clock.advance(30)
    manager.consolidation.tick()
    assert manager.episodic.search("тайное") == []
