"""Running a scenario: steps in, a record of what the brain did out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from actors import BrainSystem, RuntimeName
from brain.clock import VirtualClock, iso_from_timestamp
from brain.cognition import CognitiveResult
from brain.config import BrainConfig
from brain.memory import SemanticNode, SourceRecord
from brain.pressure import FixedPressure
from simulations.provenance import Provenance, provenance
from simulations.run_directory import RunDirectory
from simulations.scenario import Ask, Feedback, Perceive, Scenario, Step, Wait

__all__ = ["AnswerRecord", "Holdings", "RunResult", "StepFailedError", "run_scenario"]

_AWAKE_FOR = 1800.0  # seconds that a brain stays awake in a pause before it is suspended until the next percept
_REPORTED = 20


class StepFailedError(Exception):
    """A step of a scenario failed; `__cause__` is why."""


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
class RunResult:
    """The record of a run: the same scenario, seed and settings give the same record.

    Attributes:
        transferred, facts_learnt, cleaned: what consolidation did over the run.
        consolidations, decays, saves: how often each timer did its work.
        episodes_forgotten, facts_forgotten: what capacity displaced.

    """

    scenario: str
    seed: int
    began: str
    ended: str
    percepts: int
    answers: list[AnswerRecord] = field(default_factory=list)
    holdings: list[Holdings] = field(default_factory=list)
    facts: list[SemanticNode] = field(default_factory=list)
    sources: list[SourceRecord] = field(default_factory=list)
    transferred: int = 0
    facts_learnt: int = 0
    consolidations: int = 0
    decays: int = 0
    saves: int = 0
    episodes_forgotten: int = 0
    facts_forgotten: int = 0
    made_by: Provenance = field(default_factory=provenance)

    def to_json(self) -> str:
        """Return the record as indented JSON with sorted keys."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


Progress = Callable[[int, int, str], None]
"""Called before each step with its number (from 0), how many there are, and what it is."""


def run_scenario(
    scenario: Scenario,
    *,
    seed: int = 0,
    out: Path | None = None,
    runtime: RuntimeName = "deterministic",
    config: BrainConfig | None = None,
    progress: Progress | None = None,
) -> RunResult:
    """Run a scenario on a fresh brain and return its record.

    Args:
        seed: decides every choice left to chance.
        out: the run directory to write; None keeps nothing.
        runtime: 'deterministic' or 'threads'; virtual time in both.
        config: settings of the brain; what the scenario itself sets comes on top of the defaults only.
        progress: told of every step.

    Raises:
        BrainError: if the run cannot be set up.
        StepFailedError: if a step fails; the step is named, what came before it is kept in `out`.

    """
    settings = config or BrainConfig.from_dict(scenario.settings)
    directory = RunDirectory.prepare(out, settings) if out else None
    start = next((s.at for s in scenario.steps if isinstance(s, Perceive) and s.at is not None), None)
    clock = VirtualClock() if start is None else VirtualClock(start)
    pressure = FixedPressure()
    with BrainSystem.start(
        data_dir=directory.path if directory else None, runtime=runtime, seed=seed, config=settings, clock=clock,
        pressure=pressure, trace_file=directory.trace if directory else None,
        timing_file=directory.timing if directory else None,
    ) as brain:  # fmt: skip
        run = _Run(scenario, seed, brain, clock, pressure, settings)
        result = run.through(progress or (lambda *_: None))
    if directory:
        directory.write_result(result.to_json())
    return result


class _Run:
    """A run in progress."""

    def __init__(
        self, scenario: Scenario, seed: int, brain: BrainSystem, clock: VirtualClock, pressure: FixedPressure,
        config: BrainConfig,
    ) -> None:  # fmt: skip
        self._scenario = scenario
        self._seed = seed
        self._brain = brain
        self._clock = clock
        self._pressure = pressure
        self._config = config
        self._answers: list[AnswerRecord] = []
        self._holdings: list[Holdings] = []

    def through(self, progress: Progress) -> RunResult:
        began = iso_from_timestamp(self._clock.now())
        steps = self._scenario.steps
        for number, step in enumerate(steps):
            progress(number, len(steps), type(step).__name__.lower())
            try:
                self._take(step)
            except Exception as error:
                raise StepFailedError(f"step {number + 1} ({type(step).__name__.lower()}): {error}") from error
        self._look("end")
        progress(len(steps), len(steps), "done")
        memory = self._brain.memory
        done, status = memory.consolidation.status(), memory.status()
        return RunResult(
            scenario=self._scenario.name,
            seed=self._seed,
            began=began,
            ended=iso_from_timestamp(self._clock.now()),
            percepts=sum(isinstance(step, Perceive) for step in steps),
            answers=self._answers,
            holdings=self._holdings,
            facts=memory.semantic.get_strongest(_REPORTED),
            sources=memory.source.get_all()[:_REPORTED],
            transferred=done.transferred,
            facts_learnt=done.facts_learnt,
            consolidations=done.cycles,
            decays=done.decays,
            saves=done.saves,
            episodes_forgotten=status.episodes_forgotten,
            facts_forgotten=status.nodes_forgotten,
        )

    def _take(self, step: Step) -> None:
        if isinstance(step, Perceive):
            if step.at is not None:
                self._pass_until(step.at)
            self._brain.perceive(step.percept)
        elif isinstance(step, Ask):
            self._answers.append(self._recorded(step, self._brain.ask(step.question)))
            self._look(step.label or step.question)
        elif isinstance(step, Wait):
            self._brain.advance(seconds=step.seconds)
        elif isinstance(step, Feedback):
            feedback = self._brain.memory.confirm if step.confirmed else self._brain.memory.deny
            feedback(step.concept, step.source)
        else:
            self._pressure.set(step.percent)

    def _pass_until(self, moment: float) -> None:
        """Let time pass until a percept's own time; a long pause is spent asleep, not ticking."""
        gap = moment - self._clock.now()
        self._brain.advance(seconds=min(max(gap, 0.0), _AWAKE_FOR))
        if gap > _AWAKE_FOR:
            self._brain.suspend(until=moment)

    def _recorded(self, step: Ask, result: CognitiveResult) -> AnswerRecord:
        return AnswerRecord(
            label=step.label,
            question=step.question,
            asked_at=iso_from_timestamp(self._clock.now()),
            goal=result.goal.goal_type,
            action=result.action,
            confidence=result.confidence,
            response=result.response,
            sources=list(dict.fromkeys(piece.source for piece in result.support if piece.source)),
            contradictions=result.contradictions,
            why=result.evidence.explain().splitlines(),
        )

    def _look(self, moment: str) -> None:
        memory, retrieval = self._brain.memory, self._config.retrieval
        status = memory.status()
        sources = memory.source.get_all()
        self._holdings.append(
            Holdings(
                moment=moment,
                time=iso_from_timestamp(self._clock.now()),
                in_mind=status.working.window + status.working.protected,
                protected=status.working.protected,
                episodes=status.episodes,
                facts=status.nodes,
                believed=memory.semantic.count_believed(retrieval.min_confidence),
                sources=status.sources,
                trusted=sum(source.trust_score >= retrieval.min_trust for source in sources),
                procedures=status.procedures,
            )
        )
