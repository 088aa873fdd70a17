"""Procedural memory: learning from success and failure, durations, pruning, search."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_kit import private_database

from brain.chance import seeded_ids
from brain.clock import VirtualClock, iso_from_timestamp
from brain.errors import NotFoundError
from brain.memory import MemoryDatabase, ProceduralMemory, ProcedureStep

STEPS = [
    ProcedureStep("retrieve", "найти в памяти", {"top_n": 5, "память": ["semantic"]}),
    ProcedureStep("answer", "сказать, что нашлось"),
]


def names(found: list[object]) -> list[str]:
    return [procedure.name for procedure in found]  # type: ignore[attr-defined]


def test_every_field_survives_reopening(tmp_path: Path) -> None:
    database = MemoryDatabase(tmp_path / "memory.db")
    skills = ProceduralMemory(database=database, clock=VirtualClock(), ids=seeded_ids(1))
    skills.create("ответить_на_вопрос", "Ответ на вопрос", STEPS, ["диалог", "поиск"])
    before = skills.update_success("ответить_на_вопрос", success=True, duration_ms=150)
    database.close()
    reopened = MemoryDatabase(tmp_path / "memory.db")
    found = ProceduralMemory(database=reopened).get("ответить_на_вопрос")
    reopened.close()
    assert found == before
    assert (found.steps, found.tags, found.description) == (STEPS, ["диалог", "поиск"], "Ответ на вопрос")
    assert (found.execution_count, found.avg_duration_ms) == (1, 150.0)
    assert found.procedure_id.startswith("proc_")


def test_a_new_procedure_has_not_been_tried(skills: ProceduralMemory, clock: VirtualClock) -> None:
    procedure = skills.create("greet", steps=["say hello", "smile"])
    assert (procedure.success_rate, procedure.execution_count, procedure.avg_duration_ms) == (0.5, 0, 0.0)
    assert (procedure.last_used, procedure.created_at) == ("", iso_from_timestamp(clock.now()))
    assert procedure.steps == [ProcedureStep("say hello"), ProcedureStep("smile")]
    assert skills.get(procedure.procedure_id) == procedure
    assert skills.get("unknown") is None


def test_one_success_and_one_failure_follow_the_formulas(skills: ProceduralMemory, clock: VirtualClock) -> None:
    skills.create("greet")
    clock.advance(7)
    assert skills.update_success("greet", success=True).success_rate == pytest.approx(0.5 + (1 - 0.5) * 0.1)
    procedure = skills.record_result("greet", success=False)
    assert procedure.success_rate == pytest.approx(0.55 - 0.55 * 0.1)
    assert (procedure.execution_count, procedure.last_used) == (2, iso_from_timestamp(clock.now()))


@settings(max_examples=25)
@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1e6)), min_size=1, max_size=30))
def test_any_practice_follows_the_formulas_and_the_mean(practice: list[tuple[bool, float]]) -> None:
    rate = 0.5
    with private_database() as database:
        skills = ProceduralMemory(database=database, clock=VirtualClock(), ids=seeded_ids(1))
        skills.create("умение")
        for success, duration in practice:
            procedure = skills.update_success("умение", success, duration)
            rate = rate + (1 - rate) * 0.1 if success else rate - rate * 0.1
            assert 0.0 <= procedure.success_rate <= 1.0
    assert procedure.success_rate == pytest.approx(rate, rel=1e-9)
    assert procedure.avg_duration_ms == pytest.approx(sum(d for _, d in practice) / len(practice), rel=1e-9)
    assert procedure.execution_count == len(practice)


def test_the_mean_duration_is_of_what_was_timed(skills: ProceduralMemory) -> None:
    skills.create("greet")
    skills.update_success("greet", success=True)
    assert skills.update_success("greet", success=True, duration_ms=100).avg_duration_ms == pytest.approx(100)
    assert skills.update_success("greet", success=True, duration_ms=300).avg_duration_ms == pytest.approx(200)


def test_learning_anew_keeps_the_record(skills: ProceduralMemory, clock: VirtualClock) -> None:
    first = skills.create("greet", "old way", ["wave", "bow", "leave"], ["manners"])
    skills.update_success("greet", success=True, duration_ms=10)
    clock.advance(5)
    again = skills.store("greet", "new way", ["nod"], ["short"])
    assert (again.procedure_id, again.created_at) == (first.procedure_id, first.created_at)
    assert (again.description, again.steps, again.tags) == ("new way", [ProcedureStep("nod")], ["short"])
    assert (again.execution_count, again.success_rate) == (1, pytest.approx(0.55))
    assert (len(skills), names(skills.search("old manners"))) == (1, [])


def test_the_best_come_by_success_then_by_practice(skills: ProceduralMemory) -> None:
    for name, results in [("untried", ""), ("bad", "---"), ("good", "++"), ("even", "+-")]:
        skills.create(name)
        for result in results:
            skills.update_success(name, success=result == "+")
    skills.create("also untried")
    assert names(skills.get_best(4)) == ["good", "untried", "also untried", "even"]
    assert names(skills.get_all()) == ["untried", "bad", "good", "even", "also untried"]


def test_among_equally_good_the_more_practised_comes_first(database: MemoryDatabase) -> None:
    skills = ProceduralMemory(database=database, clock=VirtualClock())
    skills.create("novice")
    skills.create("veteran")
    for name, count in [("novice", 400), ("veteran", 401)]:
        for _ in range(count):
            skills.update_success(name, success=True)
    assert names(skills.get_best(1)) == ["veteran"]


def test_only_what_was_tried_often_and_failed_is_unlearnt(skills: ProceduralMemory) -> None:
    for name, failures in [("hopeless", 16), ("poor", 15), ("fresh", 9)]:
        skills.create(name)
        for _ in range(failures):
            skills.update_success(name, success=False)
    assert 0.5 * 0.9**15 > 0.1 > 0.5 * 0.9**16
    assert skills.prune() == ["hopeless"]
    assert names(skills.get_all()) == ["poor", "fresh"]
    assert skills.prune() == []


def test_a_few_failures_never_unlearn(database: MemoryDatabase) -> None:
    from brain.config import BrainConfig

    config = BrainConfig().with_settings({"procedural.prune_below": 1.0})
    skills = ProceduralMemory(database=database, clock=VirtualClock(), config=config)
    skills.create("young")
    for _ in range(9):
        skills.update_success("young", success=False)
    assert skills.prune() == []
    skills.update_success("young", success=False)
    assert skills.prune() == ["young"]


@pytest.mark.parametrize("query", ["вопросы", "ответ", "диалогами"])
def test_search_reads_names_descriptions_and_tags(skills: ProceduralMemory, query: str) -> None:
    skills.create("ответить_на_вопрос", "Даёт ответ", tags=["диалог"])
    skills.create("sleep", "rest a while")
    assert names(skills.search(query)) == ["ответить_на_вопрос"]


def test_search_can_ask_for_tags(skills: ProceduralMemory) -> None:
    skills.create("greet formally", tags=["manners", "slow"])
    skills.create("greet briefly", tags=["manners"])
    assert names(skills.search("greet", tags=["slow", "manners"])) == ["greet formally"]
    assert len(skills.search("greet", tags=["manners"])) == 2
    assert len(skills.search("greet", top_n=1)) == 1
    assert skills.search("квантовая хромодинамика") == skills.search("") == []


def test_deleting_unlearns_everywhere(skills: ProceduralMemory) -> None:
    skills.create("greet", "say hello", ["wave"])
    skills.delete("greet")
    assert (skills.get("greet"), skills.search("hello"), skills.get_all(), len(skills)) == (None, [], [], 0)
    for missing in (skills.delete, lambda name: skills.update_success(name, success=True)):
        with pytest.raises(NotFoundError, match="greet"):
            missing("greet")
    assert skills.create("greet").steps == []
