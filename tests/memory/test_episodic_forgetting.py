"""Episodic memory: what is deleted or displaced is gone everywhere; what is protected stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_kit import private_database

from brain.chance import seeded_ids
from brain.clock import VirtualClock
from brain.errors import NotFoundError
from brain.memory import Episode, EpisodicMemory, MemoryDatabase


def texts(episodes: list[Episode]) -> list[str]:
    return [episode.content for episode in episodes]


def lived_through(episodic: EpisodicMemory) -> Episode:
    return episodic.store(
        "Нейрон проводит импульс", source="нейробиология.pdf", tags=["вопрос"], concepts=["нейрон"],
        trace_id="trace_1", session_id="sess_1",
    )  # fmt: skip


def test_past_capacity_the_least_important_goes_the_oldest_of_equals(database: MemoryDatabase) -> None:
    episodic = EpisodicMemory(max_episodes=3, database=database)
    for content, importance in [("weak old", 0.3), ("weak new", 0.3), ("strong", 0.7)]:
        episodic.store(content, importance=importance)
    episodic.store("newest", importance=0.1)
    assert set(texts(episodic.get_recent())) == {"weak new", "strong", "newest"}
    episodic.store("next", importance=0.5)
    assert set(texts(episodic.get_recent())) == {"weak new", "strong", "next"}
    assert (len(episodic), episodic.forgotten_count()) == (3, 2)
    assert episodic.search("old") == []


def test_protected_episodes_are_never_displaced(database: MemoryDatabase) -> None:
    episodic = EpisodicMemory(max_episodes=2, database=database)
    for number in range(4):
        episodic.store(f"dear {number}", importance=0.8)
    episodic.store("ordinary", importance=0.79)
    episodic.store("later", importance=0.1)
    assert set(texts(episodic.get_recent())) == {"dear 0", "dear 1", "dear 2", "dear 3", "later"}


def by_all_ways(episodic: EpisodicMemory, gone: Episode, neighbour: Episode) -> dict[str, list[Episode]]:
    return {
        "text": episodic.search("импульс"),
        "tag": episodic.search("вопрос"),
        "concept": episodic.get_by_concept("нейроны"),
        "time": episodic.get_by_time_range(gone.created_at, gone.created_at),
        "session": [e for e in episodic.get_by_session("sess_1") if e != neighbour],
        "trace": episodic.get_by_trace("trace_1"),
        "neighbours": episodic.get_neighbours(neighbour.episode_id),
        "recent": [e for e in episodic.get_recent() if e != neighbour],
        "duplicate": [e for e in [episodic.find_duplicate(gone.content, 1e9)] if e],
        "pending": [e for e in episodic.pending(9) if e != neighbour],
    }


def assert_gone(episodic: EpisodicMemory, gone: Episode, neighbour: Episode) -> None:
    assert {way: found for way, found in by_all_ways(episodic, gone, neighbour).items() if found} == {}
    assert len(episodic) == 1
    assert set(episodic.term_counts("нейрон импульс вопрос").values()) == {0}
    with pytest.raises(NotFoundError, match=gone.episode_id):
        episodic.get_by_id(gone.episode_id)


def test_deleting_forgets_everywhere_and_for_good(tmp_path: Path) -> None:
    database = MemoryDatabase(tmp_path / "memory.db")
    episodic = EpisodicMemory(database=database, clock=VirtualClock(), ids=seeded_ids(9))
    gone = lived_through(episodic)
    neighbour = episodic.store("сосед", session_id="sess_1", created_at="2026-01-01T00:00:01Z")
    assert all(by_all_ways(episodic, gone, neighbour).values())
    episodic.delete(gone.episode_id)
    assert_gone(episodic, gone, neighbour)
    with pytest.raises(NotFoundError):
        episodic.delete(gone.episode_id)
    database.close()
    reopened = MemoryDatabase(tmp_path / "memory.db")
    assert_gone(EpisodicMemory(database=reopened, clock=VirtualClock()), gone, neighbour)
    reopened.close()


@settings(max_examples=25)
@given(st.lists(st.floats(0, 1), max_size=25), st.integers(1, 6))
def test_capacity_keeps_what_a_plain_list_would(events: list[float], capacity: int) -> None:
    kept: list[tuple[float, int]] = []
    with private_database() as database:
        episodic = EpisodicMemory(max_episodes=capacity, database=database, clock=VirtualClock())
        for number, importance in enumerate(events):
            episodic.store(f"event {number}", importance=importance)
            kept = [*displaced(kept, capacity - 1), (importance, number)]
            assert sorted(texts(episodic.get_recent(100))) == sorted(f"event {n}" for _, n in kept)
            assert len(episodic) == len(kept)


def displaced(kept: list[tuple[float, int]], room: int) -> list[tuple[float, int]]:
    """Drop the weakest unprotected events until `room` are left, if so many may go."""
    weakest = sorted(event for event in kept if event[0] < 0.8)
    gone = weakest[: max(0, len(kept) - room)]
    return [event for event in kept if event not in gone]
