"""Retrieval by time: what a question says of when brings up what was told then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from actors import BrainSystem, RuntimeName
from brain.clock import VirtualClock, timestamp_from
from brain.config import BrainConfig
from brain.memory import MemoryManager

NOW = timestamp_from("2024-06-20T12:00:00Z")
DIARY = {
    "2023-05-08T10:00:00Z": "We painted the fence together",
    "2023-08-01T10:00:00Z": "We painted the kitchen together",
    "2024-06-12T10:00:00Z": "We painted the boat together",
    "2023-05-09T10:00:00Z": "Ходили с детьми в зоопарк",
    "2023-09-03T10:00:00Z": "Ходили с детьми в музей",
    "2024-06-19T10:00:00Z": "Ходили с детьми в цирк",
}


def remembering(config: BrainConfig | None = None) -> MemoryManager:
    memory = MemoryManager(auto_consolidate=False, clock=VirtualClock(NOW), config=config)
    for told_at, text in DIARY.items():
        memory.store(text, source_ref="diary", created_at=told_at)
    memory.working.clear()
    return memory


@pytest.fixture
def memory() -> Iterator[MemoryManager]:
    with remembering() as manager:
        yield manager


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What did we paint in May 2023?", "fence"),
        ("What did we paint in August 2023?", "kitchen"),
        ("What did we paint last week?", "boat"),
        ("Куда ходили с детьми в мае 2023 года?", "зоопарк"),
        ("Куда ходили с детьми в сентябре 2023?", "музей"),
        ("Куда ходили с детьми вчера?", "цирк"),
    ],
)
def test_what_was_told_then_comes_first(memory: MemoryManager, question: str, told: str) -> None:
    assert told in memory.retrieve_staged(question).episodes[0].content


@pytest.mark.parametrize(("question", "told"), [("Что было вчера?", "цирк"), ("What happened last week?", "boat")])
def test_a_question_about_nothing_but_a_time_finds_what_was_told_then(
    memory: MemoryManager, question: str, told: str
) -> None:
    bundle = memory.retrieve_staged(question)
    assert told in bundle.episodes[0].content
    assert bundle.sufficiency > 0.25


def test_a_time_is_among_the_reasons(memory: MemoryManager) -> None:
    assert "matches last week" in memory.retrieve_staged("What happened last week?").explain()


def test_what_was_told_soon_after_counts_too(memory: MemoryManager) -> None:
    # Nothing was told on that day itself; the next day's diary is the likeliest place.
    assert "зоопарк" in memory.retrieve_staged("Куда ходили с детьми 8 мая 2023?").episodes[0].content


def test_nothing_was_told_then(memory: MemoryManager) -> None:
    assert not memory.retrieve_staged("What happened in January 1999?").evidence


def test_a_date_in_the_text_itself_still_matches(memory: MemoryManager) -> None:
    memory.store("The old bridge was built in May 1905", source_ref="guide")
    assert "bridge" in memory.retrieve_staged("What was built in May 1905?").episodes[0].content


def test_a_question_about_when_is_answered_by_what_names_a_time() -> None:
    with MemoryManager(auto_consolidate=False, clock=VirtualClock(NOW)) as memory:
        memory.store("Maria went to Lisbon with Paul by an early train", source_ref="a")
        dated = memory.store("Maria went to Lisbon with Paul two weeks ago", source_ref="b").episodic
        memory.store("Maria went to Lisbon with Paul and two suitcases", source_ref="c")
        memory.working.clear()
        assert memory.retrieve_staged("When did Maria go to Lisbon with Paul?").episodes[0] == dated


def test_times_can_be_switched_off() -> None:
    off = BrainConfig().with_settings({f"retrieval.{key}": 0 for key in ("time_cue", "time_alone", "when_cue")})
    with remembering(off) as memory:
        assert not memory.retrieve_staged("Что было вчера?").evidence


@pytest.mark.parametrize("runtime", ["deterministic", "threads"])
def test_times_travel_with_the_message(runtime: RuntimeName) -> None:
    with BrainSystem.start(runtime=runtime, clock=VirtualClock(NOW)) as brain:
        for told_at, text in DIARY.items():
            brain.memory.store(text, source_ref="diary", created_at=told_at)
        brain.memory.working.clear()
        found = brain.memory.retrieve_staged("Куда ходили с детьми в мае 2023 года?")
        assert "зоопарк" in found.episodes[0].content
