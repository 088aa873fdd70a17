"""A run in progress: the steps of a scenario taken one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from brain.clock import VirtualClock, iso_from_timestamp
from brain.cognition import CognitiveResult
from brain.config import BrainConfig
from brain.percept import FusedPercept
from brain.pressure import FixedPressure
from simulations import scenario as s
from simulations._mortal import MortalBrain
from simulations._passing import Passing
from simulations.expectations import judged
from simulations.probing import Probing
from simulations.run_result import AnswerRecord, ExpectationRecord, FailureRecord, Holdings, RunResult, Sample
from simulations.scenario.stimuli import Stimuli, Stimulus

__all__ = ["Run"]

_AWAKE_FOR = 1800.0  # seconds that a brain stays awake in a pause before it is suspended until the next percept
_REPORTED = 20


class Run:
    """One run of a scenario.

    Args:
        scenario: what happens.
        seed: decides generated stimuli.
        born: starts the brain, in its first life (0) and after each crash.
        clock, pressure: the time and the RAM of the run.
        config: the numbers of the brain.

    Attributes:
        lives: how often the brain was started.
        error: what made a step fail, if one did.

    """

    def __init__(
        self, scenario: s.Scenario, seed: int, born: Callable[[int], MortalBrain], clock: VirtualClock,
        pressure: FixedPressure, config: BrainConfig,
    ) -> None:  # fmt: skip
        self._scenario = scenario
        self._seed = seed
        self._born = born
        self._clock = clock
        self._pressure = pressure
        self._config = config
        self._began = clock.now()
        self._stimuli = Stimuli(seed)
        self._passing = Passing(clock, self._sample)
        self._percepts = 0
        self._perceived: dict[str, list[FusedPercept]] = {}
        self._lists: dict[str, Sequence[Stimulus]] = {}
        self._sessions: dict[str, str] = {}
        self._spacings: dict[str, float] = {}
        self._answers: list[AnswerRecord] = []
        self._labelled: dict[str, AnswerRecord] = {}
        self._measures: dict[str, float] = {}
        self._series: dict[str, list[Sample]] = {}
        self._expectations: list[ExpectationRecord] = []
        self._holdings: list[Holdings] = []
        self._done = {"transferred": 0, "facts_learnt": 0, "cycles": 0, "decays": 0, "saves": 0}
        self._failure: FailureRecord | None = None
        self.error: Exception | None = None
        self.lives = 0
        self._brain = self._start()

    @property
    def brain(self) -> MortalBrain:
        """The brain that is alive now."""
        return self._brain

    def through(self, progress: Callable[[int, int, str], None]) -> None:
        """Take every step; the first that fails ends the run and is noted."""
        steps = self._scenario.steps
        for number, step in enumerate(steps, start=1):
            kind = type(step).__name__.lower()
            progress(number - 1, len(steps), kind)
            try:
                self._take(number, step)
            except Exception as error:  # noqa: BLE001  a run's boundary: what a step raises is part of the record
                self.error, self._failure = error, FailureRecord(number, kind, str(error) or type(error).__name__)
                return
        progress(len(steps), len(steps), "done")

    def result(self) -> RunResult:
        """Return the record so far; after a failure, whatever of it the brain can still tell."""
        known: dict[str, Any] = {}
        try:
            self._look("end")
            self._count()
            memory = self._brain.memory
            status = memory.status()
            known["facts"] = memory.semantic.get_strongest(_REPORTED)
            known["sources"] = memory.source.get_all()[:_REPORTED]
            known["episodes_forgotten"] = status.episodes_forgotten
            known["facts_forgotten"] = status.nodes_forgotten
        except Exception:
            # A brain that has failed may not be able to tell any more; what made it fail matters then.
            if self._failure is None:
                raise
        done = self._done
        return RunResult(
            scenario=self._scenario.name, seed=self._seed, began=iso_from_timestamp(self._began),
            ended=iso_from_timestamp(self._clock.now()), percepts=self._percepts,
            parameters=self._scenario.parameters, answers=self._answers, measures=self._measures,
            series=self._series, expectations=self._expectations, failure=self._failure, holdings=self._holdings,
            crashes=self.lives - 1, transferred=done["transferred"], facts_learnt=done["facts_learnt"],
            consolidations=done["cycles"], decays=done["decays"], saves=done["saves"], **known,
        )  # fmt: skip

    def end(self) -> None:
        """Stop the brain."""
        self._brain.stop()

    def _take(self, number: int, step: s.Step) -> None:  # noqa: C901  one line for each kind of step
        match step:
            case s.Perceive():
                self._perceive_at(step)
            case s.Generate():
                self._generate(step)
            case s.Rehearse():
                self._rehearse(step)
            case s.Ask():
                self._ask(step)
            case s.Wait():
                self._wait(step.seconds)
            case s.Sleep():
                self._sleep(step)
            case s.Feedback():
                feedback = self._brain.memory.confirm if step.confirmed else self._brain.memory.deny
                feedback(step.concept, step.source)
            case s.Pressure():
                self._pressure.set(step.percent)
            case s.Crash():
                self._crash(step)
            case s.Probe() if step.every:
                self._passing.add(step)
            case s.Probe():
                self._measures[step.name] = self._probing.measure(step)
            case s.Expect():
                self._expectations += judged(number, step, self._labelled, self._measures)

    def _start(self) -> MortalBrain:
        brain = self._born(self.lives)
        self.lives += 1
        self._probing = Probing(brain, self._config, self._lists, self._sessions, self._labelled)
        return brain

    def _perceive(self, percept: FusedPercept) -> None:
        self._brain.perceive(percept)
        self._percepts += 1

    def _perceive_at(self, step: s.Perceive) -> None:
        if step.at is not None:
            self._pass_until(step.at)
        self._perceive(step.percept)
        if step.label:
            text = step.percept.text
            self._perceived[step.label] = [step.percept]
            self._lists[step.label] = [Stimulus(text, text, text)]
            self._sessions[step.label] = step.percept.session_id

    def _generate(self, step: s.Generate) -> None:
        about = list(self._lists[step.about]) if step.about else None
        made = self._stimuli.make(step.kind, step.count, step.language, about)
        leading = step.template.inputs[0]
        self._perceived[step.label] = [
            replace(
                step.template,
                inputs=[replace(leading, text=stimulus.text)],
                entities=[*step.template.entities, *([stimulus.subject] if stimulus.subject else [])],
            )
            for stimulus in made
        ]
        self._lists[step.label] = made
        self._sessions[step.label] = step.template.session_id
        self._spacings[step.label] = step.spacing
        self._go_through(step.label)

    def _rehearse(self, step: s.Rehearse) -> None:
        for round_number in range(step.times):
            if round_number:
                self._wait(step.spacing)
            self._go_through(step.label)

    def _go_through(self, label: str) -> None:
        for position, percept in enumerate(self._perceived[label]):
            if position:
                self._wait(self._spacings.get(label, 0.0))
            self._perceive(percept)

    def _ask(self, step: s.Ask) -> None:
        record = self._recorded(step, self._brain.ask(step.question))
        self._answers.append(record)
        if step.label:
            self._labelled[step.label] = record
        self._look(step.label or step.question)

    def _wait(self, seconds: float) -> None:
        self._passing.until(self._clock.now() + seconds, self._live_until)

    def _live_until(self, moment: float) -> None:
        self._brain.advance(seconds=max(0.0, moment - self._clock.now()))

    def _sleep(self, step: s.Sleep) -> None:
        began, rounds, morning = self._clock.now(), 1, self._clock.now() + step.seconds
        while began + rounds * step.interval <= morning:
            self._passing.until(began + rounds * step.interval, self._live_until)
            self._brain.memory.force_consolidate()
            rounds += 1
        self._passing.until(morning, self._live_until)
        self._brain.memory.note_sleep(began, self._clock.now())

    def _pass_until(self, moment: float) -> None:
        """Let time pass until a percept's own time; a long pause is spent asleep, not ticking."""
        now = self._clock.now()
        self._passing.until(min(max(moment, now), now + _AWAKE_FOR), self._live_until)
        if moment - now > _AWAKE_FOR:
            self._passing.until(moment, lambda due: self._brain.suspend(until=max(due, self._clock.now())))

    def _crash(self, step: s.Crash) -> None:
        self._look(f"crash {self.lives}")
        self._count()
        self._brain.crash()
        self._clock.advance(step.down)
        self._brain = self._start()
        self._passing.skip_missed()
        self._look(f"replayed {self.lives - 1}")

    def _sample(self, probe: s.Probe, since: float) -> None:
        value = self._probing.measure(probe)
        self._series.setdefault(probe.name, []).append(Sample(since / 3600.0, value))
        self._measures[f"{probe.name}@{s.duration_text(since)}"] = value
        self._measures[probe.name] = value

    def _count(self) -> None:
        """Add up what consolidation did in the life that ends."""
        status = self._brain.memory.consolidation.status()
        for name in self._done:
            self._done[name] += getattr(status, name)

    def _recorded(self, step: s.Ask, result: CognitiveResult) -> AnswerRecord:
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
