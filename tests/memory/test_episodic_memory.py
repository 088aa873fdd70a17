"""Episodic memory: round trips, order, time, concepts, sessions, capacity."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_kit import HOUR, private_database

from brain.chance import seeded_ids
from brain.clock import VirtualClock, iso_from_timestamp
from brain.errors import NotFoundError
from brain.memory import Episode, EpisodicMemory, MemoryDatabase, ModalEvidence

EVIDENCE = [
    ModalEvidence("text", "нейробиология.pdf#p12", "стр. 12", 0.92, {"page": 12}),
    ModalEvidence("image", "схема.png", "", 0.85, {"region": [0, 1.5, 20, 30], "alt": "схема «нейрон»"}),
    ModalEvidence("audio", "лекция.mp3@t=15.3", "", 0.91, {"time_range": {"from": 15.3, "to": None}}),
]
SEOUL_FIRST = [
    ("2026-05-20T09:00:00+09:00", "Seoul"),
    ("2026-05-20T04:00:00+03:00", "Москва"),
    ("2026-05-20T02:00:00", "no zone"),
    ("2026-05-20T03:00:00.000001Z", "Zulu"),
    ("2026-05-19T23:30:00-05:00", "Chicago"),
]


def ids(episodes: list[Episode]) -> list[str]:
    return [episode.episode_id for episode in episodes]


def texts(episodes: list[Episode]) -> list[str]:
    return [episode.content for episode in episodes]


def full_episode(episodic: EpisodicMemory) -> Episode:
    return episodic.store(
        "Нейрон проводит импульс", "mixed", 0.85, source="нейробиология.pdf", confidence=0.93,
        tags=["нейрон", "вопрос"], concepts=["нейрон", "нервная система"], modal_evidence=EVIDENCE,
        trace_id="trace_1", session_id="sess_1", created_at="2026-05-20T08:29:42.958511+00:00",
    )  # fmt: skip


def test_every_field_survives_reopening(tmp_path: Path) -> None:
    database = MemoryDatabase(tmp_path / "memory.db")
    stored = full_episode(EpisodicMemory(database=database, ids=seeded_ids(1)))
    database.close()
    reopened = MemoryDatabase(tmp_path / "memory.db")
    found = EpisodicMemory(database=reopened).get_by_id(stored.episode_id)
    reopened.close()
    assert found == stored
    assert found.modal_evidence == EVIDENCE
    assert (found.importance, found.confidence, found.is_protected) == (0.85, 0.93, True)
    assert (found.tags, found.concepts) == (["нейрон", "вопрос"], ["нейрон", "нервная система"])
    assert (found.trace_id, found.session_id) == ("trace_1", "sess_1")
    assert found.created_at == "2026-05-20T08:29:42.958511+00:00"


def test_a_stored_episode_has_the_documents_defaults(episodic: EpisodicMemory, clock: VirtualClock) -> None:
    episode = episodic.store("событие")
    assert (episode.modality, episode.importance, episode.confidence) == ("text", 0.5, 0.8)
    assert (episode.tags, episode.concepts, episode.modal_evidence) == ([], [], [])
    assert (episode.source, episode.trace_id, episode.session_id) == ("", "", "")
    assert episode.created_at == iso_from_timestamp(clock.now())
    assert episode.episode_id.startswith("ep_")
    assert episodic.max_episodes == 5_000


@pytest.mark.parametrize(("importance", "protected"), [(0.8, True), (0.7999, False), (1, True), (0, False)])
def test_protection_begins_at_exactly_the_threshold(
    episodic: EpisodicMemory, importance: float, protected: bool
) -> None:
    assert episodic.store("событие", importance=importance).is_protected is protected


def test_recent_events_come_newest_first(episodic: EpisodicMemory, clock: VirtualClock) -> None:
    for number in range(5):
        episodic.store(f"event {number}")
        clock.advance(1)
    assert texts(episodic.get_recent(3)) == ["event 4", "event 3", "event 2"]
    assert len(episodic.get_recent()) == len(episodic) == 5


def test_events_of_one_moment_come_newest_stored_first(episodic: EpisodicMemory) -> None:
    for number in range(3):
        episodic.store(f"event {number}")
    assert texts(episodic.get_recent()) == ["event 2", "event 1", "event 0"]


@pytest.mark.parametrize("query", ["нейрон", "Нейроны", "НЕЙРОНАМИ"])
def test_search_sees_through_inflection(episodic: EpisodicMemory, query: str) -> None:
    wanted = episodic.store("Пользователь спросил о нейронах")
    episodic.store("Погода хорошая")
    assert ids(episodic.search(query)) == [wanted.episode_id]


@pytest.mark.parametrize(
    ("stored", "query"),
    [
        ("клетки нервной системы", "клетка"),
        ("neurons fired", "neuron"),
        ("Пароль ротация выполняется ежеквартально", "пароль"),
        ("Le café est servi", "cafe"),
        ("東京カンファレンスの議事録", "東京"),
        ("배포 체크리스트", "배포"),
        ("учёный", "ученый"),
    ],
)
def test_every_script_is_found(episodic: EpisodicMemory, stored: str, query: str) -> None:
    episodic.store(stored)
    assert texts(episodic.search(query)) == [stored]


def test_search_reaches_back_so_many_hours_and_no_further(episodic: EpisodicMemory, clock: VirtualClock) -> None:
    episodic.store("нейрон давно")
    clock.advance(HOUR)
    episodic.store("нейрон недавно")
    clock.advance(23 * HOUR)
    assert len(episodic.search("нейрон", last_n_hours=24.0)) == 2
    clock.advance(1)
    assert texts(episodic.search("нейрон", last_n_hours=24.0)) == ["нейрон недавно"]
    assert episodic.search("нейрон", last_n_hours=0.0) == []
    assert len(episodic.search("нейрон")) == 2


def test_search_filters_by_modality_importance_and_number(episodic: EpisodicMemory) -> None:
    for modality, importance in [("text", 0.2), ("image", 0.5), ("text", 0.9)]:
        episodic.store("нейрон", modality, importance)
    assert {e.importance for e in episodic.search("нейрон", modality="text")} == {0.2, 0.9}
    assert {e.importance for e in episodic.search("нейрон", min_importance=0.5)} == {0.5, 0.9}
    assert len(episodic.search("нейрон", top_n=2)) == 2


@pytest.mark.parametrize("query", ["", " ", "?!*", "квантовая хромодинамика", "NEAR(", "a AND", '"', "col:val"])
def test_what_nobody_stored_is_not_found(episodic: EpisodicMemory, query: str) -> None:
    episodic.store("нейрон — клетка нервной системы")
    assert episodic.search(query) == []


def test_a_concept_is_met_in_every_inflection(episodic: EpisodicMemory, clock: VirtualClock) -> None:
    for concept in ("Нейрон", "нейроны", "нейронами"):
        episodic.store(f"о {concept}", concepts=[concept])
        clock.advance(1)
    episodic.store("нейрон в тексте, но не понятие")
    found = texts(episodic.get_by_concept("НЕЙРОНОВ"))
    assert found == ["о Нейрон", "о нейроны", "о нейронами"]
    assert texts(episodic.get_by_concept("нейрон", top_n=1)) == found[:1]
    assert episodic.retrieve_by_concept("синапс") == []


def test_two_inflections_in_one_episode_count_once(episodic: EpisodicMemory) -> None:
    episode = episodic.store("событие", concepts=["neuron", "neurons"])
    assert ids(episodic.get_by_concept("Neuron")) == [episode.episode_id]


def test_a_time_range_holds_over_mixed_zones(episodic: EpisodicMemory) -> None:
    for moment, where in reversed(SEOUL_FIRST):
        episodic.store(where, created_at=moment)
    everything = episodic.get_by_time_range("2026-05-20T00:00:00Z", "2026-05-20T04:30:00Z")
    assert texts(everything) == [where for _, where in SEOUL_FIRST]
    some = episodic.retrieve_by_time("2026-05-20T10:00:00+09:00", "2026-05-20T03:00:00")
    assert texts(some) == ["Москва", "no zone"]
    assert texts(episodic.get_recent(1)) == ["Chicago"]
    assert episodic.get_by_time_range("2026-05-21T00:00:00", "2026-05-20T00:00:00") == []


def test_hours_back_hold_over_mixed_zones(database: MemoryDatabase) -> None:
    clock = VirtualClock(1_779_242_400.0)  # 2026-05-20T02:00:00Z
    episodic = EpisodicMemory(database=database, clock=clock)
    for moment, where in SEOUL_FIRST:
        episodic.store(f"событие {where}", created_at=moment)
    clock.advance(2.5 * HOUR)
    found = {text.removeprefix("событие ") for text in texts(episodic.search("событие", 9, last_n_hours=2.5))}
    assert found == {"no zone", "Zulu", "Chicago"}


def test_sessions_and_traces_keep_their_order(episodic: EpisodicMemory) -> None:
    for number in range(4):
        episodic.store(f"s{number}", session_id=f"sess_{number % 2}", trace_id=f"trace_{number // 2}")
    episodic.store("alone")
    assert texts(episodic.get_by_session("sess_1")) == ["s1", "s3"]
    assert texts(episodic.get_by_trace("trace_1")) == ["s2", "s3"]
    assert episodic.get_by_session("") == episodic.get_by_trace("") == []


def test_neighbours_are_of_the_same_session(episodic: EpisodicMemory) -> None:
    kept = [episodic.store(f"a{n}", session_id="a") for n in range(2)]
    episodic.store("b0", session_id="b")
    kept += [episodic.store(f"a{n}", session_id="a") for n in range(2, 5)]
    assert texts(episodic.get_neighbours(kept[2].episode_id)) == ["a1", "a3"]
    assert texts(episodic.get_neighbours(kept[2].episode_id, span=9)) == ["a0", "a1", "a3", "a4"]
    assert texts(episodic.get_neighbours(kept[0].episode_id)) == ["a1"]
    alone = episodic.store("no session")
    assert episodic.get_neighbours(alone.episode_id) == []
    with pytest.raises(NotFoundError):
        episodic.get_neighbours("ep_unknown")


def test_the_newest_duplicate_within_reach_is_found(episodic: EpisodicMemory, clock: VirtualClock) -> None:
    episodic.store("Нейрон — клетка")
    clock.advance(10)
    newest = episodic.store("нейрон — КЛЕТКА")
    clock.advance(HOUR)
    assert episodic.find_duplicate("НЕЙРОН — клетка", HOUR) == newest
    assert episodic.find_duplicate("нейрон — клетки мозга", HOUR) is None
    clock.advance(0.5)
    assert episodic.find_duplicate("нейрон — клетка", HOUR) is None


def test_what_is_pending_is_worked_off_once(episodic: EpisodicMemory) -> None:
    first, second = episodic.store("one"), episodic.store("two")
    episodic.store("done", is_consolidated=True)
    assert ids(episodic.pending(9)) == [first.episode_id, second.episode_id]
    assert ids(episodic.pending(1)) == [first.episode_id]
    episodic.mark_consolidated([first.episode_id, "ep_unknown"])
    assert ids(episodic.pending(9)) == [second.episode_id]


STORABLE = st.text(min_size=1, max_size=60).filter(lambda s: not s.isspace() and "\x00" not in s)


@settings(max_examples=40)
@given(STORABLE, st.lists(STORABLE, max_size=4, unique=True), st.floats(-1e9, 4e9))
def test_any_text_comes_back_as_it_was(content: str, tags: list[str], moment: float) -> None:
    with private_database() as database:
        episodic = EpisodicMemory(database=database, ids=seeded_ids(1))
        stored = episodic.store(content, tags=tags, concepts=tags, created_at=moment)
        assert episodic.get_by_id(stored.episode_id) == stored
        assert (stored.content, stored.tags, stored.concepts) == (content, tags, tags)


def test_the_log_is_readable_alone(tmp_path: Path) -> None:
    episodic = EpisodicMemory(tmp_path / "episodes.db")
    episodic.store("одно событие")
    episodic.save()
    assert texts(EpisodicMemory(data_path=tmp_path / "episodes.db").get_recent()) == ["одно событие"]
