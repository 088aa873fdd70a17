"""Sufficiency: whether memory holds an answer at all, on questions with and without one."""

from __future__ import annotations

import statistics
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from actors import BrainSystem
from brain.memory import MemoryManager

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("abstention.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def memory() -> Iterator[MemoryManager]:
    with MemoryManager(auto_consolidate=False) as manager:
        for said in DATA["memory"]:
            manager.store(said["text"], source_ref=said["source"], session_id=said["session"])
        manager.working.clear()
        yield manager


def sufficiencies(memory: MemoryManager, questions: list[dict[str, Any]], *kinds: str) -> list[float]:
    return [
        memory.retrieve_staged(question["text"]).sufficiency
        for question in questions
        if not kinds or question["kind"] in kinds
    ]


def test_it_tells_questions_with_an_answer_from_questions_without(memory: MemoryManager) -> None:
    with_answer = sufficiencies(memory, DATA["answerable"])
    without = sufficiencies(memory, DATA["unanswerable"])
    pairs = [(one > other) + (one == other) / 2 for one in with_answer for other in without]
    assert statistics.fmean(pairs) >= 0.85  # the area under the ROC curve; 0.89 when the coefficients were fitted


def test_a_stranger_to_memory_finds_nothing_sufficient(memory: MemoryManager) -> None:
    found = sufficiencies(memory, DATA["unanswerable"], "stranger")
    assert statistics.median(found) < 0.05
    assert sum(value >= 0.5 for value in found) <= 1


def test_what_is_known_of_another_person_is_not_sufficient(memory: MemoryManager) -> None:
    assert statistics.median(sufficiencies(memory, DATA["unanswerable"], "other person")) < 0.1


def test_plain_questions_are_answered(memory: MemoryManager) -> None:
    found = sufficiencies(memory, DATA["answerable"], "plain", "inflected")
    assert statistics.median(found) > 0.75
    assert sum(value < 0.25 for value in found) <= len(found) * 0.06


def test_it_is_calibrated_within_reason(memory: MemoryManager) -> None:
    outcomes = [(value, 1) for value in sufficiencies(memory, DATA["answerable"])]
    outcomes += [(value, 0) for value in sufficiencies(memory, DATA["unanswerable"])]
    brier = statistics.fmean((value - held) ** 2 for value, held in outcomes)
    assert brier < 0.16  # always saying 0.5 would give 0.25; 0.135 when the coefficients were fitted


@pytest.mark.parametrize("question", ["Какова высота Эвереста?", "How high is Mount Everest?"])
def test_an_empty_mind_has_no_answer(question: str) -> None:
    with MemoryManager(auto_consolidate=False) as empty:
        assert empty.retrieve_staged(question).sufficiency == 0.0
        empty.store(question)
        assert empty.retrieve_staged(question).sufficiency == 0.0  # that it was asked answers nothing


@pytest.mark.parametrize("runtime", ["deterministic", "threads"])
@pytest.mark.parametrize(
    ("fact", "answered", "refused"),
    [
        ("Байкал — это озеро в Сибири", "Что такое Байкал?", "Кто дирижировал оркестром на концерте в Вене?"),
        ("Lake Baikal is a lake in Siberia", "What is Lake Baikal?", "Who conducted the orchestra in Vienna?"),
    ],
)
def test_the_brain_refuses_where_memory_is_insufficient(runtime: Any, fact: str, answered: str, refused: str) -> None:
    with BrainSystem.start(runtime=runtime) as brain:
        brain.perceive(fact, source_ref="user_input")
        assert brain.ask(answered).action in ("answer", "hedge")
        assert brain.ask(refused).action == "refuse"
