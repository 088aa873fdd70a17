"""One search, written once: what one memory finds, every memory finds, by the same rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brain.chance import seeded_ids
from brain.clock import VirtualClock
from brain.memory import EpisodicMemory, MemoryDatabase, ProceduralMemory, SemanticMemory, WorkingMemory
from brain.pressure import FixedPressure

Store = Callable[[str], object]
Search = Callable[[str], list[object]]

STORED_AND_ASKED = [
    ("Пароль ротация выполняется ежеквартально", ["пароль", "ПАРОЛЬ", "пароли", "ротации", "паролем"]),
    ("배포 체크리스트", ["배포", "체크리스트"]),
    ("Le café est servi", ["café", "cafe", "CAFÉ", "cafe\u0301"]),
    ("東京カンファレンスの議事録", ["東京", "議事録"]),
    ("猫 and 집", ["猫", "집"]),
    ("Ёлка стоит в зале", ["елка", "ёлки", "ЕЛКУ"]),
    ("Пользователь спросил о нейронах", ["нейрон", "нейроны", "пользователи"]),
    ("клетки нервной системы", ["клетка", "нервная система", "систем"]),
    ("neurons fired", ["neuron", "fires", "Neurons"]),
    ("Написано на C", ["C", "c"]),
    ("Перенесли на Go", ["Go", "go"]),
    ("ИИ помогает врачам", ["ИИ", "врач"]),
    ("Сервер на ubuntu 20.04", ["20.04", "ubuntu 20.04", "серверы"]),
    ("R2-D2 is here", ["R2-D2", "r2 d2"]),
    ("don't use agents", ["don't use agents", "agent", "dont"]),
    ("pre-edit hook", ["pre-edit", "hooks"]),
    ("Downloads/transcripts", ["Downloads/transcripts", "transcript"]),
    ("40 GB/s", ["GB/s"]),
    ("--error-on-warnings", ['"--error-on-warnings"', "warning"]),
    ("skill-audit", ["skill-audit, x"]),
]
HOSTILE = ["a AND", "NEAR(", "*", "c++", "col:val", "", " ", "?!", "''", '"', "--", "%", "NOT", "(" * 99, "x" * 9999]
STRANGERS = ["квантовая хромодинамика", "quantum chromodynamics", "Эверест", "東京タワー", "사과", "zzz*"]


@pytest.fixture(params=["working", "semantic", "episodic", "procedural"])
def memory(request: pytest.FixtureRequest) -> Iterator[tuple[Store, Search]]:
    clock, ids, database = VirtualClock(), seeded_ids(1), MemoryDatabase()
    semantic = SemanticMemory(database=database, clock=clock)
    episodic = EpisodicMemory(database=database, clock=clock, ids=ids)
    skills = ProceduralMemory(database=database, clock=clock, ids=ids)
    working = WorkingMemory(clock=clock, ids=ids, pressure=FixedPressure())
    kinds: dict[str, tuple[Store, Search]] = {
        "working": (working.push, lambda query: [item.content for item in working.search(query)]),
        "semantic": (
            lambda text: semantic.store_fact("понятие", text),
            lambda query: [node.description for node in semantic.search(query)],
        ),
        "episodic": (episodic.store, lambda query: [episode.content for episode in episodic.search(query)]),
        "procedural": (
            lambda text: skills.create("навык", text),
            lambda query: [skill.description for skill in skills.search(query)],
        ),
    }
    yield kinds[request.param]
    database.close()


@pytest.mark.parametrize(("text", "queries"), STORED_AND_ASKED, ids=[text for text, _ in STORED_AND_ASKED])
def test_what_is_stored_is_found(memory: tuple[Store, Search], text: str, queries: list[str]) -> None:
    store, search = memory
    store(text)
    assert {query: search(query) for query in queries} == {query: [text] for query in queries}


def test_signs_are_no_syntax(memory: tuple[Store, Search]) -> None:
    store, search = memory
    store("NEAR the old mill, not far")
    assert [query for query in HOSTILE if search(query)] == ["NEAR(", "NOT"]


def test_a_stranger_finds_nothing(memory: tuple[Store, Search]) -> None:
    store, search = memory
    store("Пользователь спросил о погоде: will it rain in Kyoto, 京都?")
    assert [query for query in STRANGERS if search(query)] == []


@settings(max_examples=30)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=30))
def test_any_text_finds_itself_or_has_no_word(text: str) -> None:
    """Whatever can be stored is found by its own words in working memory and in an index alike."""
    database, clock, ids = MemoryDatabase(), VirtualClock(), seeded_ids(1)
    try:
        working = WorkingMemory(clock=clock, ids=ids, pressure=FixedPressure())
        episodic = EpisodicMemory(database=database, clock=clock, ids=ids)
        stored = f"{text} ."
        working.push(stored)
        episodic.store(stored)
        held = [item.content for item in working.search(stored)], [e.content for e in episodic.search(stored)]
        assert held[0] == held[1]
        assert held[0] == [stored] or not any(map(str.isalnum, stored))
    finally:
        database.close()
