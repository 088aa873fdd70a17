"""The search index agrees with what is kept: after deletions, roll-backs, saves, and for a second user of the file."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain.clock import VirtualClock
from brain.memory import EpisodicMemory, MemoryDatabase, SemanticMemory

WORDS = ["нейрон", "клетка", "синапс", "paris"]
ACTIONS = ["store", "store", "store and undo", "delete", "save", "look"]


class PowerCut(Exception):  # noqa: N818 - an event, not an error of the brain
    """Ends a transaction."""


def cut_short(database: MemoryDatabase, episodic: EpisodicMemory, text: str) -> None:
    with database.transaction():
        stored = episodic.store(text)
        assert stored.episode_id in found(episodic, text.split(maxsplit=1)[0])
        raise PowerCut


def store_and_undo(database: MemoryDatabase, episodic: EpisodicMemory, text: str) -> None:
    with pytest.raises(PowerCut):
        cut_short(database, episodic, text)


def found(episodic: EpisodicMemory, word: str) -> set[str]:
    return {episode.episode_id for episode in episodic.search(word, top_n=1_000)}


def holding(kept: dict[str, str], word: str) -> set[str]:
    return {episode_id for episode_id, text in kept.items() if word in text.split()}


def test_a_search_forgets_what_was_rolled_back(database: MemoryDatabase, episodic: EpisodicMemory) -> None:
    store_and_undo(database, episodic, "призрак")
    assert episodic.search("призрак") == []
    stored = episodic.store("явь")
    assert found(episodic, "явь") == {stored.episode_id}
    assert episodic.search("призрак") == []
    assert list(episodic.term_counts("призрак явь").values()) == [0, 1]


def test_counts_follow_deletion_after_a_search(episodic: EpisodicMemory) -> None:
    gone, kept = episodic.store("нейрон"), episodic.store("нейрон и синапс")
    assert list(episodic.term_counts("нейрон").values()) == [2]
    episodic.delete(gone.episode_id)
    assert found(episodic, "нейрон") == {kept.episode_id}
    assert list(episodic.term_counts("нейрон").values()) == [1]


def test_counts_follow_a_correction_after_a_search(semantic: SemanticMemory) -> None:
    semantic.store_fact("Device A", "Synology NAS")
    assert list(semantic.term_counts("Synology").values()) == [1]
    semantic.store_fact("Device A", "printer")
    assert set(semantic.term_counts("Synology").values()) == {0}
    semantic.delete_fact("Device A")
    assert set(semantic.term_counts("Device printer").values()) == {0}


Texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
Steps = st.lists(st.tuples(st.booleans(), st.sampled_from(ACTIONS), Texts), max_size=15)


@settings(max_examples=40, report_multiple_bugs=False)
@given(Steps)
def test_two_users_of_a_file_find_what_a_plain_list_holds(steps: list[tuple[bool, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        databases = [MemoryDatabase(Path(directory) / "memory.db") for _ in range(2)]
        users = [EpisodicMemory(database=database, clock=VirtualClock()) for database in databases]
        kept: dict[str, str] = {}
        try:
            for second, action, text in steps:
                act(databases[second], users[second], kept, action, text)
            for user in users:
                assert {word: found(user, word) for word in WORDS} == {word: holding(kept, word) for word in WORDS}
                assert len(user) == len(kept)
        finally:
            for database in databases:
                database.close()


def act(database: MemoryDatabase, user: EpisodicMemory, kept: dict[str, str], action: str, text: str) -> None:
    """Take one step in both the mind and a plain table."""
    if action == "store":
        kept[user.store(text).episode_id] = text
    elif action == "store and undo":
        store_and_undo(database, user, text)
    elif action == "delete" and kept:
        episode_id = next(iter(kept))
        user.delete(episode_id)
        del kept[episode_id]
    elif action == "save":
        user.save()
    else:
        word = text.split(maxsplit=1)[0]
        assert found(user, word) == holding(kept, word)


def test_a_large_mind_is_tidied_without_loss(database: MemoryDatabase, episodic: EpisodicMemory) -> None:
    kept: dict[str, str] = {}
    with database.transaction():
        for number in range(700):
            text = f"яблоко сорт{number % 7}"
            kept[episodic.store(text).episode_id] = text
    for episode_id in list(kept)[::3]:
        episodic.delete(episode_id)
        del kept[episode_id]
    for _ in range(3):
        assert {f"сорт{n}": found(episodic, f"сорт{n}") for n in range(7)} == {
            f"сорт{n}": holding(kept, f"сорт{n}") for n in range(7)
        }
        episodic.save()
