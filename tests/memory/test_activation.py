"""Context is memory: neighbours, sessions, named sources."""

from __future__ import annotations

import pytest

from brain import BrainConfig, VirtualClock
from brain.memory import EpisodicMemory, MemoryManager, Recollection
from brain.memory.activation import Match, spread, worth

CONFIG = BrainConfig().retrieval
ALONE = BrainConfig().with_settings(
    {f"retrieval.{name}": 0 for name in ("spread_forward_1", "spread_forward_2", "spread_forward_3", "spread_back_1",
                                         "spread_back_2", "spread_back_3", "session_weight")}
)  # fmt: skip


def told(memory: EpisodicMemory, *lines: str, session: str = "talk") -> list[str]:
    return [memory.store(line, session_id=session).episode_id for line in lines]


def by_id(found: list[Recollection]) -> dict[str, Recollection]:
    return {each.episode.episode_id: each for each in found}


def test_an_answer_is_recalled_by_its_question() -> None:
    memory = EpisodicMemory(clock=VirtualClock())
    asked, answered, _ = told(memory, "Где ты провёл отпуск?", "На Байкале, там чудесно", "Пора идти")
    told(memory, "погода хорошая", session="other")
    found = by_id(memory.recall("отпуск", top_n=10))
    assert (found[asked].hop, found[answered].hop) == (0, 1)
    assert len(found) == 3


def test_context_can_be_switched_off() -> None:
    memory = EpisodicMemory(clock=VirtualClock(), config=ALONE)
    (asked, *_) = told(memory, "Где ты провёл отпуск?", "На Байкале", "Пора идти")
    assert list(by_id(memory.recall("отпуск", top_n=10))) == [asked]


def test_neighbours_are_those_of_the_session_even_when_sessions_interleave() -> None:
    memory = EpisodicMemory(clock=VirtualClock())
    first = memory.store("Where did you spend the holidays?", session_id="one").episode_id
    strangers = told(memory, *(f"weather report {n}" for n in range(5)), session="two")
    answer = memory.store("At lake Baikal", session_id="one").episode_id
    found = by_id(memory.recall("holidays", top_n=20))
    assert found.keys() == {first, answer}
    assert not found.keys() & set(strangers)


def test_more_is_passed_forward_than_back_and_less_with_every_step() -> None:
    around = Match(1.0, "s", before=(4, 3, 2), after=(6, 7, 8))
    values = spread({5: around}, CONFIG).values
    assert values[6] > values[7] > values[8]
    assert values[4] > values[3] > values[2]
    assert values[6] > values[4]
    assert values[6] == pytest.approx(CONFIG.spread_forward_1 + CONFIG.session_weight)


def test_what_matches_is_of_hop_zero_even_if_reached() -> None:
    active = spread({1: Match(1.0, "s", after=(2,)), 2: Match(0.5, "s", before=(1,))}, CONFIG)
    assert active.hops == {}
    assert active.values[2] == pytest.approx(0.5 + CONFIG.spread_forward_1 + CONFIG.session_weight * 1.5)


def own(score: float) -> object:
    return pytest.approx(score * (1 + CONFIG.session_weight))


def test_episodes_without_a_session_stand_alone() -> None:
    assert spread({1: Match(1.0), 2: Match(2.0)}, CONFIG).values == {1: own(1.0), 2: own(2.0)}


def test_a_named_source_counts_more_and_its_name_is_not_searched_for() -> None:
    memory = MemoryManager(clock=VirtualClock(), auto_consolidate=False)
    memory.store("Anna, your garden is lovely", source_ref="Boris", session_id="a")
    own = memory.store("my garden has roses and tulips", source_ref="Anna", session_id="b")["episodic"]
    assert memory.source.named_in("What grows in Anna's garden?") == ["Anna"]
    assert memory.retrieve_staged("What grows in Anna's garden?").episodes[0].episode_id == own.episode_id
    memory.stop()


def test_questions_and_scraps_are_worth_less() -> None:
    usual = worth("", asks=False, length=100, cues=frozenset(), config=CONFIG)
    assert worth("", asks=True, length=100, cues=frozenset(), config=CONFIG) < usual
    assert worth("", asks=False, length=5, cues=frozenset(), config=CONFIG) < usual
    assert worth("Anna", asks=False, length=100, cues=frozenset({"Anna"}), config=CONFIG) > usual


def test_explanations_say_how_far_the_match_was() -> None:
    memory = MemoryManager(clock=VirtualClock(), auto_consolidate=False)
    memory.store("Где ты провёл отпуск?", session_id="talk")
    memory.store("На Байкале, там чудесно", session_id="talk")
    assert "1 away from a match" in memory.retrieve_staged("отпуск").explain()
    memory.stop()
