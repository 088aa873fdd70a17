"""Semantic memory: decay, capacity, and what is still believed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_kit import private_database

from brain.clock import VirtualClock
from brain.memory import SemanticMemory

RATES = st.one_of(st.sampled_from([0.003, 0.006, 0.015, 0.0]), st.floats(0, 0.5))


def confidence(semantic: SemanticMemory, concept: str) -> float:
    return semantic.get_facts([concept])[concept].confidence


def concepts(semantic: SemanticMemory) -> set[str]:
    return {node.concept for node in semantic.get_strongest(100)}


def test_one_tick_is_the_documents_rate(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка", confidence=0.8)
    semantic.apply_decay()
    assert confidence(semantic, "нейрон") == pytest.approx(0.8 * 0.997, rel=1e-12)


Step = st.one_of(
    st.tuples(st.just("decay"), RATES),
    st.tuples(st.just("store"), st.floats(0, 1)),
    st.tuples(st.sampled_from(["confirm", "deny"]), st.integers(0, 8)),
)


@settings(max_examples=25)
@given(st.lists(Step, max_size=40))
def test_decay_is_that_of_a_naive_loop(steps: list[tuple[str, float]]) -> None:
    naive: list[float] = []
    with private_database() as database:
        semantic = SemanticMemory(database=database, clock=VirtualClock())
        for kind, value in steps:
            apply_step(semantic, naive, kind, value)
        kept = [confidence(semantic, f"факт {number}") for number in range(len(naive))]
    assert kept == pytest.approx(naive, abs=1e-9)


def apply_step(semantic: SemanticMemory, naive: list[float], kind: str, value: float) -> None:
    """Take one step in both the mind and a plain list of confidences."""
    if kind == "decay":
        semantic.apply_decay(value)
        naive[:] = [held * (1 - value) for held in naive]
    elif kind == "store":
        semantic.store_fact(f"факт {len(naive)}", "известный", confidence=value)
        naive.append(value)
    elif value < len(naive):
        concept = f"факт {int(value)}"
        (semantic.confirm_fact if kind == "confirm" else semantic.deny_fact)(concept)
        moved = naive[int(value)] + (0.05 if kind == "confirm" else -0.1)
        naive[int(value)] = min(1.0, max(0.0, moved))


def test_a_thousand_ticks_lose_no_precision(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка", confidence=1.0)
    expected = 1.0
    for _ in range(1_000):
        semantic.apply_decay(0.003)
        expected *= 1 - 0.003
    assert confidence(semantic, "нейрон") == pytest.approx(expected, abs=1e-9)


def test_decay_moves_no_dates(semantic: SemanticMemory, clock: VirtualClock) -> None:
    stored = semantic.store_fact("нейрон", "клетка")
    clock.advance(300)
    semantic.apply_decay(0.5)
    assert semantic.get_facts(["нейрон"])["нейрон"].updated_at == stored.updated_at


def test_what_is_learnt_after_decay_has_not_faded(semantic: SemanticMemory) -> None:
    semantic.apply_decay(0.9)
    assert semantic.store_fact("нейрон", "клетка", confidence=0.8).confidence == 0.8


def test_feedback_counts_from_what_is_left(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка", confidence=0.8)
    semantic.apply_decay(0.5)
    assert semantic.confirm_fact("нейрон").confidence == pytest.approx(0.45)
    semantic.apply_decay(0.5)
    assert semantic.deny_fact("нейрон").confidence == pytest.approx(0.125)


def test_search_goes_by_what_is_believed_now(semantic: SemanticMemory) -> None:
    semantic.store_fact("старый факт", "известный", confidence=0.9)
    for _ in range(3):
        semantic.apply_decay(0.2)
    semantic.store_fact("новый факт", "известный", confidence=0.5)
    assert [n.concept for n in semantic.search("факт", min_confidence=0.48)] == ["новый факт"]
    assert {n.concept for n in semantic.search("факт", min_confidence=0.46)} == {"новый факт", "старый факт"}
    assert semantic.search("факт", min_confidence=0.51) == []
    assert [semantic.count_believed(least) for least in (0.46, 0.48, 0.51)] == [2, 1, 0]
    assert [n.concept for n in semantic.get_strongest(1)] == ["новый факт"]


@pytest.mark.parametrize("held", [0.3, 0.5, 0.8, 1.0])
def test_a_bound_includes_its_own_value(semantic: SemanticMemory, held: float) -> None:
    semantic.store_fact("факт", "известный", confidence=held)
    assert len(semantic.search("факт", min_confidence=held)) == semantic.count_believed(held) == 1


def test_a_fact_denied_to_nothing_is_still_there(semantic: SemanticMemory) -> None:
    semantic.store_fact("факт", "известный", confidence=0.05)
    semantic.deny_fact("факт")
    semantic.apply_decay(0.5)
    assert [n.confidence for n in semantic.search("факт", min_confidence=0.0)] == [0.0]
    assert semantic.search("факт", min_confidence=1e-9) == []


def test_past_capacity_the_least_believed_goes(clock: VirtualClock) -> None:
    with private_database() as database:
        semantic = SemanticMemory(max_nodes=3, database=database, clock=clock)
        for concept, belief in [("сильный", 0.9), ("слабый", 0.2), ("средний", 0.5)]:
            semantic.store_fact(concept, "факт", confidence=belief)
        semantic.store_fact("новый", "факт", confidence=0.1)
        assert concepts(semantic) == {"сильный", "средний", "новый"}
        semantic.store_fact("следующий", "факт", confidence=0.4)
        assert concepts(semantic) == {"сильный", "средний", "следующий"}
        assert (len(semantic), semantic.forgotten_count()) == (3, 2)
        assert semantic.search("слабый") == []


def test_capacity_goes_by_what_is_believed_now(clock: VirtualClock) -> None:
    with private_database() as database:
        semantic = SemanticMemory(max_nodes=2, database=database, clock=clock)
        semantic.store_fact("прежде сильный", "факт", confidence=0.9)
        semantic.apply_decay(0.8)
        semantic.store_fact("средний", "факт", confidence=0.4)
        semantic.store_fact("новый", "факт", confidence=0.3)
        assert concepts(semantic) == {"средний", "новый"}


def test_protected_nodes_are_never_displaced(clock: VirtualClock) -> None:
    with private_database() as database:
        semantic = SemanticMemory(max_nodes=2, database=database, clock=clock)
        for number in range(3):
            semantic.store_fact(f"важный {number}", "факт", confidence=0.1, importance=0.8)
        semantic.store_fact("обычный", "факт", confidence=1.0, importance=0.79)
        semantic.store_fact("последний", "факт", confidence=0.2)
        assert concepts(semantic) == {"важный 0", "важный 1", "важный 2", "последний"}


@settings(max_examples=25)
@given(st.lists(st.tuples(st.floats(0.01, 1), RATES), min_size=1, max_size=20), st.floats(0.01, 1))
def test_belief_counts_are_those_of_a_naive_loop(facts: list[tuple[float, float]], least: float) -> None:
    naive: list[float] = []
    with private_database() as database:
        semantic = SemanticMemory(database=database, clock=VirtualClock())
        for number, (belief, rate) in enumerate(facts):
            semantic.store_fact(f"факт {number}", "известный", confidence=belief)
            semantic.apply_decay(rate)
            naive = [held * (1 - rate) for held in [*naive, belief]]
        counted, found = semantic.count_believed(least), semantic.search("факт", 100, min_confidence=least)
    sure, maybe = (sum(held >= least + slack for held in naive) for slack in (1e-9, -1e-9))
    assert sure <= counted == len(found) <= maybe
