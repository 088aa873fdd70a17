"""The cognitive core's thinking: from a percept to a goal, to evidence, to an answer. Written once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from brain.checks import check_text
from brain.clock import Clock
from brain.cognition.answers import word_answer, word_learnt
from brain.cognition.goals import Goal, Planner, goal_of
from brain.cognition.judgement import OWN_SOURCE, Action, judge
from brain.config import BrainConfig
from brain.memory import Evidence, EvidenceBundle, Procedure, ProcedureStep, StoreResult

__all__ = ["CognitiveCore", "CognitiveResult"]

_SKILLS = {
    "answer_question": ("ответить_на_вопрос", "answer a question from memory"),
    "verify_claim": ("проверить_утверждение", "verify a claim against memory"),
    "explore_topic": ("рассказать_о_теме", "tell what is known of a topic"),
}
_STEPS = ("retrieve_staged", "judge", "answer", "store_episode")
_LONGEST = 100_000
_WIDER = 4  # earlier questions and own answers crowd the first ranks; they are no evidence


class _Store(Protocol):
    def store(
        self, content: str, modality: str = ..., importance: float = ..., source_ref: str = ...,
        tags: Iterable[str] | None = ..., concepts: Iterable[str] | None = ..., trace_id: str = ..., session_id: str = ...,
        auto_extract_facts: bool = ...,
    ) -> StoreResult: ...  # fmt: skip


class _Recall(Protocol):
    def retrieve_staged(
        self, query: str, active_goal: Goal | None = ..., modality_filter: str | None = ...,
        time_sensitive: bool = ..., top_n: int = ...,
    ) -> EvidenceBundle: ...  # fmt: skip


class _Skills(Protocol):
    def get(self, name: str) -> Procedure | None: ...

    def create(
        self, name: str, description: str = ..., steps: Iterable[ProcedureStep | str] | None = ...,
        tags: Iterable[str] | None = ...,
    ) -> Procedure: ...  # fmt: skip

    def update_success(self, name: str, success: bool, duration_ms: float | None = ...) -> Procedure: ...


@dataclass(frozen=True, slots=True)
class CognitiveResult:
    """What the brain concluded.

    Attributes:
        action: 'answer' (sure), 'hedge' (fairly sure), 'clarify' (asks for more), 'refuse' (does not
            conclude), or 'learn' (a statement was taken in).
        response: the answer in words, in the language of the question.
        confidence: 0-1.
        evidence: all that was retrieved, with scores.
        goal: what was pursued.
        trace_id: the chain of events, also on every message and episode that it caused.
        contradictions: those that the evidence contains, explained.
        support: the pieces that the answer rests on.

    """

    action: Action
    response: str
    confidence: float
    evidence: EvidenceBundle
    goal: Goal
    trace_id: str = ""
    contradictions: list[str] = field(default_factory=list)
    support: list[Evidence] = field(default_factory=list)


class CognitiveCore:
    """Goal, retrieval, judgement, answer, and what is learnt from answering.

    Args:
        store, recall: the two ways into memory.
        skills: the procedures whose success is tracked.
        clock, config: time and numbers.

    """

    def __init__(self, store: _Store, recall: _Recall, skills: _Skills, clock: Clock, config: BrainConfig) -> None:
        self.planner = Planner()
        self._store = store
        self._recall = recall
        self._skills = skills
        self._clock = clock
        self._config = config.cognition

    def think(self, text: str, *, trace_id: str = "", session_id: str = "") -> CognitiveResult:
        """Answer a question, verify a claim, tell about a topic, or take a statement in.

        The exchange is kept as an episode and the conclusion under the brain's own source.

        Raises:
            InvalidInputError: for a blank or unusable text; nothing is stored then.

        """
        goal = goal_of(check_text("the question", text, _LONGEST))
        self.planner.push(goal)
        try:
            if goal.goal_type == "learn_fact":
                return self._learn(text, goal, trace_id, session_id)
            return self._answer(text, goal, trace_id, session_id)
        finally:
            self.planner.pop()

    def _learn(self, text: str, goal: Goal, trace_id: str, session_id: str) -> CognitiveResult:
        self._store.store(
            text,
            "text",
            self._config.question_importance,
            "user_input",
            trace_id=trace_id,
            session_id=session_id,
        )
        nothing = EvidenceBundle(query=text, goal_type=goal.goal_type)
        return CognitiveResult("learn", word_learnt(text), 1.0, nothing, goal, trace_id)

    def _answer(self, text: str, goal: Goal, trace_id: str, session_id: str) -> CognitiveResult:
        began = self._clock.now()
        bundle = self._recall.retrieve_staged(goal.target, goal, top_n=self._config.evidence_items * _WIDER)
        judged = judge(bundle, goal.target, self._config)
        answer = word_answer(text, goal.goal_type, goal.target, judged)
        subjects = list(dict.fromkeys(concept for piece in judged.support for concept in piece.concepts))[:5]
        self._store.store(
            text, "text", self._config.question_importance, "user_input", ["question"], subjects,
            trace_id=trace_id, session_id=session_id,
        )  # fmt: skip
        if answer.inference:
            self._store.store(
                answer.inference, "text", self._config.answer_importance, OWN_SOURCE, ["answer", judged.action], subjects,
                trace_id=trace_id, session_id=session_id, auto_extract_facts=False,
            )  # fmt: skip
        self._practise(goal.goal_type, judged.action in ("answer", "hedge"), (self._clock.now() - began) * 1000)
        return CognitiveResult(
            judged.action, answer.response, judged.confidence, bundle, goal, trace_id,
            bundle.contradictions, judged.support,
        )  # fmt: skip

    def _practise(self, goal_type: str, success: bool, duration_ms: float) -> None:
        name, description = _SKILLS[goal_type]
        if self._skills.get(name) is None:
            self._skills.create(name, description, list(_STEPS), ["dialogue"])
        self._skills.update_success(name, success, max(0.0, duration_ms))
