"""Questions and answers: goals, confidence, language, what is kept of an exchange and what is learnt."""

from __future__ import annotations

import re

import pytest

from actors import BrainSystem
from brain.cognition import CognitiveResult

OWN = "brain_inference"
LESSON = {
    "Нейрон — клетка нервной системы.": ("user_anna", "docs/neuron.pdf"),
    "A synapse is a junction between neurons.": ("user_bob", "docs/synapse.pdf"),
    "Кит — млекопитающее.": ("user_anna", "docs/whale.pdf"),
    "A whale is a mammal.": ("user_bob", "docs/whale.pdf"),
}
SKILLS = {
    "answer_question": "ответить_на_вопрос",
    "verify_claim": "проверить_утверждение",
    "explore_topic": "рассказать_о_теме",
}


@pytest.fixture
def taught(brain: BrainSystem) -> BrainSystem:
    for text, sources in LESSON.items():
        for source in sources:
            brain.perceive(text, source_ref=source, importance=0.8)
    brain.memory.force_consolidate()
    return brain


def cyrillic(text: str) -> bool:
    return re.search("[а-яё]", text.casefold()) is not None


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("Что такое нейрон?", "answer_question"),
        ("What is a synapse?", "answer_question"),
        ("Правда ли, что кит — млекопитающее?", "verify_claim"),
        ("Is it true that a whale is a mammal?", "verify_claim"),
        ("Расскажи о нейроне", "explore_topic"),
        ("Tell me about synapses", "explore_topic"),
        ("Аксон — отросток нейрона.", "learn_fact"),
        ("An axon is a fibre of a neuron.", "learn_fact"),
    ],
)
def test_goals_are_told_apart_and_met(taught: BrainSystem, text: str, goal: str) -> None:
    result = taught.ask(text)
    assert result.goal.goal_type == goal
    assert result.action in (("learn",) if goal == "learn_fact" else ("answer", "hedge"))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is my phone?", r"Probably: My phone — Pixel\. Source: user_input\."),
        ("Is my phone a Pixel?", r"Probably: yes, .*Pixel\. Source: user_input\."),
        ("Is my phone a Nokia?", r"Probably: no, .*Pixel\. Source: user_input\."),
        ("Was my phone a Nokia?", r"Probably: yes, .*Nokia\. Source: user_input\."),
        ("Is the server a Linux box?", r"Probably: no, .*BSD machine\. Source: user_input\."),
        ("Что такое мой дом?", r"Вероятно: Мой дом — дворец\. Источник: user_input\."),
        ("Правда ли, что мой дом был хижиной?", r"Вероятно: да, .*хижиной\. Источник: user_input\."),
    ],
)
def test_what_one_source_has_left_behind_is_no_objection(brain: BrainSystem, question: str, told: str) -> None:
    for text in (
        "My phone is a Pixel.", "My phone was a Nokia.", "The server is a Linux box.", "The server is a BSD machine.",
        "Мой дом — дворец.", "Мой дом был хижиной.",
    ):  # fmt: skip
        brain.perceive(text, source_ref="user_input", importance=0.8)
        brain.advance(seconds=1)
    brain.memory.force_consolidate()
    assert re.fullmatch(told, brain.ask(question).response)


def test_what_another_source_says_stays_an_objection(brain: BrainSystem) -> None:
    brain.perceive("My phone is a Nokia.", source_ref="user_anna", importance=0.8)
    brain.perceive("My phone is a Pixel.", source_ref="user_bob", importance=0.8)
    brain.memory.force_consolidate()
    assert "Nokia (user_anna)" in brain.ask("What is my phone?").response


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Что такое нейрон?", "клетка нервной системы"),
        ("What is a synapse?", "junction between neurons"),
        ("Расскажи про кита", "млекопитающее"),
        ("Tell me about the whale", "mammal"),
    ],
)
def test_the_answer_holds_the_fact_and_its_source(taught: BrainSystem, question: str, told: str) -> None:
    result = taught.ask(question)
    assert told in result.response
    assert any(piece.source in result.response for piece in result.support)
    assert told in result.support[0].text


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Правда ли, что кит — млекопитающее?", "да,"),
        ("Правда ли, что кит — не млекопитающее?", "нет,"),
        ("Is it true that a whale is a mammal?", "yes,"),
        ("Is it true that a whale is not a mammal?", "no,"),
    ],
)
def test_a_claim_gets_a_verdict(taught: BrainSystem, question: str, verdict: str) -> None:
    assert verdict in taught.ask(question).response.casefold()


@pytest.mark.parametrize(
    ("question", "russian"),
    [
        ("Что такое квазар?", True),
        ("What is a quasar?", False),
        ("Правда ли, что квазар — звезда?", True),
        ("Is it true that a quasar is a star?", False),
        ("Расскажи о квазарах", True),
        ("Tell me about quasars", False),
    ],
)
def test_of_what_it_does_not_know_the_brain_says_so(taught: BrainSystem, question: str, russian: bool) -> None:
    result = taught.ask(question)
    assert (result.action, result.confidence, result.support) == ("refuse", 0.0, [])
    assert cyrillic(result.response) is russian


@pytest.mark.parametrize("text", ["Аксон — отросток нейрона.", "An axon is a fibre of a neuron."])
def test_a_statement_is_taken_in_for_later(taught: BrainSystem, text: str) -> None:
    learnt = taught.ask(text)
    assert cyrillic(learnt.response) is cyrillic(text)
    question = "Что такое аксон?" if cyrillic(text) else "What is an axon?"
    answer = taught.ask(question)
    assert answer.action in ("answer", "hedge")
    assert ("отросток" if cyrillic(text) else "fibre") in answer.response


def band(result: CognitiveResult) -> str:
    bands = [(0.85, "answer"), (0.60, "hedge"), (0.40, "clarify")]
    return next((action for above, action in bands if result.confidence > above), "refuse")


@pytest.mark.parametrize(
    ("sources", "action"),
    [
        (["user_anna", "docs/whale.pdf"], "answer"),
        (["user_anna"], "hedge"),
        (["https://example.org/whale"], "clarify"),
    ],
)
def test_more_and_better_sources_make_a_surer_answer(brain: BrainSystem, sources: list[str], action: str) -> None:
    for source in sources:
        brain.perceive("A whale is a mammal.", source_ref=source, importance=0.8)
    result = brain.ask("What is a whale?")
    assert result.action == band(result) == action


def test_a_contradiction_lowers_confidence_and_is_spoken_of(brain: BrainSystem) -> None:
    brain.perceive("A whale is a mammal.", source_ref="user_anna", importance=0.8)
    before = brain.ask("Is it true that a whale is a mammal?")
    brain.perceive("A whale is not a mammal.", source_ref="https://example.org", importance=0.8)
    after = brain.ask("Is it true that a whale is a mammal?")
    assert after.confidence < before.confidence
    assert after.contradictions
    assert "An objection" in after.response
    assert "https://example.org" in after.response


@pytest.mark.parametrize("question", ["Что такое нейрон?", "What is a synapse?"])
def test_the_exchange_is_kept_under_its_trace(taught: BrainSystem, question: str) -> None:
    result = taught.ask(question, session_id="talk")
    asked, concluded = taught.memory.episodic.get_by_trace(result.trace_id)
    assert (asked.content, asked.source, asked.session_id) == (question, "user_input", "talk")
    assert (concluded.source, concluded.session_id) == (OWN, "talk")
    assert concluded.content.startswith("Ответ:" if cyrillic(question) else "Answer:")
    source = taught.memory.source.get(OWN)
    assert source is not None
    assert source.source_type == "inference"


def test_where_nothing_was_concluded_no_conclusion_is_kept(taught: BrainSystem) -> None:
    result = taught.ask("What is a quasar?")
    assert [episode.source for episode in taught.memory.episodic.get_by_trace(result.trace_id)] == ["user_input"]


@pytest.mark.parametrize(
    ("question", "goal"),
    [
        ("What is a synapse?", "answer_question"),
        ("Правда ли, что кит — млекопитающее?", "verify_claim"),
        ("Tell me about the whale", "explore_topic"),
    ],
)
def test_success_is_practice(taught: BrainSystem, question: str, goal: str) -> None:
    rates = []
    for _ in range(3):
        taught.ask(question)
        skill = taught.memory.procedural.get(SKILLS[goal])
        assert skill is not None
        rates.append((skill.execution_count, skill.success_rate))
    assert rates == [(1, pytest.approx(0.55)), (2, pytest.approx(0.595)), (3, pytest.approx(0.6355))]
    assert len(taught.memory.procedural) == 1


def test_failure_is_practice_too(taught: BrainSystem) -> None:
    taught.ask("What is a quasar?")
    skill = taught.memory.procedural.get(SKILLS["answer_question"])
    assert skill is not None
    assert (skill.execution_count, skill.success_rate) == (1, pytest.approx(0.45))


def test_learning_is_no_skill(taught: BrainSystem) -> None:
    taught.ask("An axon is a fibre of a neuron.")
    assert len(taught.memory.procedural) == 0


@pytest.mark.parametrize("question", ["Что такое кит?", "Is it true that a whale is a mammal?", "Tell me about whales"])
def test_repetition_makes_nothing_truer(taught: BrainSystem, question: str) -> None:
    first = taught.ask(question)
    fact = taught.memory.semantic.get_fact("whale")
    for _ in range(15):
        taught.memory.force_consolidate()
        again = taught.ask(question)
        assert again.confidence <= first.confidence + 1e-9
        assert OWN not in {piece.source for piece in again.support}
    still = taught.memory.semantic.get_fact("whale")
    assert fact is not None
    assert still is not None
    assert (still.description, still.source_ref) == (fact.description, fact.source_ref)
    assert still.confidence <= fact.confidence + 1e-9


@pytest.mark.parametrize(
    "question",
    [
        "Правда ли, что летучая мышь — птица?",
        "Проверь, что летучая мышь — птица",
        "Is it true that a bat is a bird?",
        "Verify that a bat is a bird",
        "Check whether a bat is a bird",
    ],
)
def test_a_claim_is_not_believed_for_being_asked_about(taught: BrainSystem, question: str) -> None:
    nodes = len(taught.memory.semantic)
    for _ in range(3):
        assert taught.ask(question).action == "refuse"
        taught.memory.force_consolidate()
    assert len(taught.memory.semantic) == nodes


def test_the_active_goal_is_what_was_perceived_until_it_is_learnt(brain: BrainSystem) -> None:
    brain.perceive("A whale is a mammal.", importance=0.8)
    brain.runtime.run_until_idle()
    goal = brain._core.active_goal()
    assert goal is not None
    assert (goal.goal_type, goal.target) == ("learn_fact", "A whale is a mammal.")
    brain.ask("What is a whale?")
    assert brain._core.active_goal() == goal
    brain.memory.force_consolidate()
    brain.runtime.run_until_idle()
    assert brain._core.active_goal() is None


def test_feedback_moves_belief(taught: BrainSystem) -> None:
    before = taught.memory.semantic.get_fact("whale")
    assert before is not None
    assert taught.memory.deny("whale", "user_bob").confidence == pytest.approx(before.confidence - 0.1)
    assert taught.memory.confirm("whale", "user_bob").confidence == pytest.approx(before.confidence - 0.05)
    assert taught.memory.source.get_trust("user_bob") == pytest.approx(0.75)
