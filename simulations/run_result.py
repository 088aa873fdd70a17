"""The record of a run."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from brain.errors import BrainError
from brain.memory import SemanticNode, SourceRecord
from simulations.provenance import Provenance, provenance

__all__ = [
    "RUN_FORMAT",
    "AnswerRecord",
    "ExpectationFailedError",
    "ExpectationRecord",
    "FailureRecord",
    "Holdings",
    "RunResult",
    "Sample",
]

RUN_FORMAT = 2
"""The version of what a run directory holds; a reader refuses another."""


class ExpectationFailedError(BrainError):
    """A scenario expected something else than what was found."""


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """One question and what came of it; `why` is the score table of the evidence, a line a piece."""

    label: str
    question: str
    asked_at: str
    goal: str
    action: str
    confidence: float
    response: str
    sources: list[str]
    contradictions: list[str]
    why: list[str]


@dataclass(frozen=True, slots=True)
class Holdings:
    """What each structure held at a moment.

    `believed` counts facts of confidence >= the retrieval threshold, `trusted` sources likewise.
    """

    moment: str
    time: str
    in_mind: int
    protected: int
    episodes: int
    facts: int
    believed: int
    sources: int
    trusted: int
    procedures: int


@dataclass(frozen=True, slots=True)
class Sample:
    """One value of a repeated probe, `hours` after it was set up."""

    hours: float
    value: float


@dataclass(frozen=True, slots=True)
class ExpectationRecord:
    """What a scenario expected and what was found.

    Attributes:
        step: the number of the step, from 1.
        name: the label of an answer or the name of a probe.
        expected: such as "at least 0.6" or "contains 'клетка'".
        found: the answer or the figure.
        passed: whether it was as expected.

    """

    step: int
    name: str
    expected: str
    found: str
    passed: bool

    def diff(self) -> str:
        """Return what was expected and what was found, on two lines."""
        return f"step {self.step}, {self.name}: expected {self.expected}\n{' ' * 4}found {self.found}"


@dataclass(frozen=True, slots=True)
class FailureRecord:
    """The step that could not be taken, from 1; its kind; and why."""

    step: int
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class RunResult:
    """The record of a run: the same scenario, seed and settings give the same record.

    Attributes:
        measures: what the probes measured, by name; a repeated probe's values by "name@time since it was set up",
            such as "believed@12h", and its last one by its name alone.
        series: the values of repeated probes.
        expectations: what was expected and found, in order.
        failure: the step that failed, or None if the run came to its end.
        crashes: how often the brain died and was started again.
        transferred, facts_learnt: what consolidation did over the run.
        consolidations, decays, saves: how often each timer did its work.
        episodes_forgotten, facts_forgotten: what capacity displaced.

    """

    scenario: str
    seed: int
    began: str
    ended: str
    percepts: int
    parameters: dict[str, Any] = field(default_factory=dict)
    answers: list[AnswerRecord] = field(default_factory=list)
    measures: dict[str, float] = field(default_factory=dict)
    series: dict[str, list[Sample]] = field(default_factory=dict)
    expectations: list[ExpectationRecord] = field(default_factory=list)
    failure: FailureRecord | None = None
    holdings: list[Holdings] = field(default_factory=list)
    facts: list[SemanticNode] = field(default_factory=list)
    sources: list[SourceRecord] = field(default_factory=list)
    crashes: int = 0
    transferred: int = 0
    facts_learnt: int = 0
    consolidations: int = 0
    decays: int = 0
    saves: int = 0
    episodes_forgotten: int = 0
    facts_forgotten: int = 0
    format: int = RUN_FORMAT
    made_by: Provenance = field(default_factory=provenance)

    @property
    def failed_expectations(self) -> list[ExpectationRecord]:
        """What was not as expected."""
        return [record for record in self.expectations if not record.passed]

    @property
    def passed(self) -> bool:
        """Whether the run came to its end and everything was as expected."""
        return self.failure is None and not self.failed_expectations

    def check(self) -> None:
        """Raise if something was not as expected.

        Raises:
            ExpectationFailedError: with a line of expected and one of found for each.

        """
        failed = self.failed_expectations
        if failed:
            raise ExpectationFailedError("\n".join(record.diff() for record in failed))

    def to_json(self) -> str:
        """Return the record as indented JSON with sorted keys."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
