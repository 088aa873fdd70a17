"""The parts of thought: goals, the planner, judgement."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain import BrainConfig
from brain.cognition.goals import Goal, Planner, goal_of
from brain.cognition.judgement import OWN_SOURCE, judge
from brain.memory import Evidence, EvidenceBundle, SemanticNode

CONFIG = BrainConfig().cognition
UNIT = st.floats(0, 1)


def piece(text: str, source: str, confidence: float = 1.0, trust: float = 1.0, relevance: float = 1.0) -> Evidence:
    concept, _, description = text.partition(" is ")
    node = SemanticNode(concept, description)
    return Evidence("semantic", concept, text, source, "text", confidence, trust, 0.0, node, relevance=relevance)


def bundle(pieces: list[Evidence], goal_type: str, sufficiency: float = 1.0) -> EvidenceBundle:
    return EvidenceBundle("whale", evidence=pieces, goal_type=goal_type, sufficiency=sufficiency)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("Правда ли, что кит — рыба?", Goal("verify_claim", "кит — рыба")),
        ("А правда, что кит — рыба?", Goal("verify_claim", "кит — рыба")),
        ("Верно ли, что кит дышит?", Goal("verify_claim", "кит дышит")),
        ("Проверь, что кит — рыба.", Goal("verify_claim", "кит — рыба")),
        ("Is it true that whales are fish?", Goal("verify_claim", "whales are fish")),
        ("is it correct that whales are fish", Goal("verify_claim", "whales are fish")),
        ("Verify that whales are fish.", Goal("verify_claim", "whales are fish")),
        ("Is the whale of the story a fish?", Goal("verify_claim", "the whale of the story is a fish")),
        ("Is Device A an old phone?", Goal("verify_claim", "Device A is an old phone")),
        ("Was my phone a Nokia? ", Goal("verify_claim", "my phone was a Nokia")),
        ("Is the depth of a whale known?", Goal("answer_question", "Is the depth of a whale known?")),
        ("Is it a whale?", Goal("answer_question", "Is it a whale?")),
        ("Расскажи мне о китах", Goal("explore_topic", "китах")),
        ("Что ты знаешь о китах?", Goal("explore_topic", "китах")),
        ("Tell me more about whales.", Goal("explore_topic", "whales")),
        ("What do you know about whales?", Goal("explore_topic", "whales")),
        ("Describe a whale", Goal("explore_topic", "a whale")),
        ("Где живут киты?", Goal("answer_question", "Где живут киты?")),
        ("where do whales live", Goal("answer_question", "where do whales live")),
        ("Киты живут в море.", Goal("learn_fact", "Киты живут в море.")),
        ("  Whales live in the sea.\n", Goal("learn_fact", "Whales live in the sea.")),
    ],
)
def test_goals(text: str, goal: Goal) -> None:
    assert goal_of(text) == goal


@pytest.mark.parametrize("text", ["Is it true?", "Правда ли?", "Tell me about ", "Расскажи о", "", "?", "…"])
def test_a_goal_without_an_object_is_no_claim_and_no_topic(text: str) -> None:
    assert goal_of(text).goal_type in ("answer_question", "learn_fact")


@given(st.text())
def test_any_text_sets_a_goal(text: str) -> None:
    goal = goal_of(text)
    assert goal.goal_type in ("answer_question", "verify_claim", "explore_topic", "learn_fact")
    assert set(goal.target.casefold()) <= {" ", *text.casefold()}


def test_the_latest_goal_is_active() -> None:
    planner = Planner()
    assert planner.peek() is planner.pop() is None
    first, second = Goal("answer_question", "a"), Goal("learn_fact", "b")
    planner.push(first)
    planner.push(second)
    assert planner.peek() == second
    assert (planner.pop(), planner.pop(), planner.pop()) == (second, first, None)


def test_goals_do_not_pile_up() -> None:
    planner = Planner()
    for n in range(1000):
        planner.push(Goal("learn_fact", str(n)))
    kept = []
    while (goal := planner.pop()) is not None:
        kept.append(goal.target)
    assert kept == [str(n) for n in range(999, 899, -1)]


@pytest.mark.parametrize(
    ("confidence", "action"),
    [
        (1.0, "answer"),
        (0.8501, "answer"),
        (0.85, "hedge"),
        (0.6001, "hedge"),
        (0.60, "clarify"),
        (0.4001, "clarify"),
        (0.40, "refuse"),
        (0.0, "refuse"),
    ],
)
def test_bands(confidence: float, action: str) -> None:
    judged = judge(bundle([piece("whale is a mammal", "a", confidence)], "answer_question"), "whale", CONFIG)
    assert judged.confidence == pytest.approx(confidence)
    assert judged.action == action


def test_independent_sources_add_up() -> None:
    pieces = [piece("whale is a mammal", source, 0.5) for source in ("a", "b", "c")]
    assert judge(bundle(pieces, "answer_question"), "whale", CONFIG).confidence == pytest.approx(1 - 0.5**3)


def test_one_source_is_one_witness() -> None:
    pieces = [piece("whale is a mammal", "a", confidence) for confidence in (0.5, 0.3, 0.5)]
    assert judge(bundle(pieces, "answer_question"), "whale", CONFIG).confidence == pytest.approx(0.5)


@given(st.lists(st.tuples(st.sampled_from("abc"), UNIT, UNIT, UNIT), max_size=6))
def test_own_conclusions_never_count(pieces: list[tuple[str, float, float, float]]) -> None:
    others = [piece("whale is a mammal", *numbers) for numbers in pieces]
    own = [piece("whale is a mammal", OWN_SOURCE), piece("whale is a fish", OWN_SOURCE)]
    for goal, target in (("answer_question", "whale"), ("verify_claim", "whale is a mammal")):
        assert judge(bundle([*own, *others], goal), target, CONFIG) == judge(bundle(others, goal), target, CONFIG)


@given(st.lists(st.tuples(st.sampled_from("abc"), UNIT, UNIT, UNIT), min_size=1, max_size=6), UNIT)
def test_confidence_is_a_probability_and_objections_lower_it(
    pieces: list[tuple[str, float, float, float]], doubt: float
) -> None:
    claim = "whale is a mammal"
    agreeing = [piece(claim, *numbers) for numbers in pieces]
    objection = piece("whale is not a mammal", "d", doubt)
    alone = judge(bundle(agreeing, "verify_claim"), claim, CONFIG)
    disputed = judge(bundle([*agreeing, objection], "verify_claim"), claim, CONFIG)
    assert 0 <= disputed.confidence <= 1
    if disputed.verdict:
        assert disputed.confidence <= alone.confidence
        assert [against.source for against in disputed.against] == ["d"]


def test_questions_are_no_evidence() -> None:
    asked = Evidence("episodic", "e", "Is a whale a fish?", "user", "text", 1, 1, 0, SemanticNode("e"), relevance=1)
    assert judge(bundle([asked], "answer_question"), "whale", CONFIG).action == "refuse"


def test_evidence_that_probably_answers_something_else_concludes_nothing() -> None:
    said = [piece("whale is a mammal", "a")]
    assert judge(bundle(said, "answer_question", CONFIG.insufficient_below - 0.01), "whale", CONFIG).action == "refuse"
    assert judge(bundle(said, "answer_question", CONFIG.insufficient_below), "whale", CONFIG).action == "answer"
    claimed = judge(bundle(said, "verify_claim", 0.0), "whale is a mammal", CONFIG)
    assert (claimed.action, claimed.verdict) == ("answer", True)


def test_a_witness_is_heard_with_the_last_word() -> None:
    claim = "whale is a fish"
    first = replace(piece(claim, "a"), created_at=1.0)
    later = replace(piece("whale is not a fish", "a"), created_at=2.0)
    for pieces in ([first, later], [later, first]):
        judged = judge(bundle(pieces, "verify_claim"), claim, CONFIG)
        assert (judged.verdict, judged.action, judged.against) == (False, "answer", [])
    other = replace(piece(claim, "b"), created_at=1.0)
    assert judge(bundle([later, other], "verify_claim"), claim, CONFIG).against
