"""Whether the steps of a scenario fit together: time runs forward, and whatever is referred to came before."""

from __future__ import annotations

from collections.abc import Iterable

from brain.clock import VirtualClock, iso_from_timestamp, timestamp_from
from brain.errors import BrainError, InvalidInputError
from simulations.scenario import steps as s
from simulations.scenario._entry import KeyedError, nearest
from simulations.scenario.durations import seconds_from
from simulations.scenario.measures import MEASURES
from simulations.scenario.stimuli import words_in

__all__ = ["StepError", "Timeline", "beginning"]

_TOLERANCE = 1e-6  # seconds
_MOST_SAMPLES = 1_000_000
_NUMBERS = ("at_least", "at_most", "above", "below")


class StepError(InvalidInputError):
    """A step does not fit those before it; `number` (from 1) and `key` say which."""

    def __init__(self, number: int, error: KeyedError) -> None:
        super().__init__(str(error))
        self.number = number
        self.key = error.key


def _time_taken(step: s.Step, spans: dict[str, float]) -> float:
    """Return how many seconds a step lasts; `spans` says how long each labelled list takes to perceive."""
    match step:
        case s.Wait() | s.Sleep():
            return step.seconds
        case s.Crash():
            return step.down
        case s.Generate():
            return step.spacing * (step.count - 1)
        case s.Rehearse():
            return step.spacing * (step.times - 1) + step.times * spans.get(step.label, 0.0)
    return 0.0


def beginning(steps: Iterable[s.Step]) -> float | None:
    """Return when a scenario begins so that its first timed percept comes in time; None if none is timed."""
    elapsed = 0.0
    spans: dict[str, float] = {}
    for step in steps:
        if isinstance(step, s.Perceive) and step.at is not None:
            return step.at - elapsed
        if isinstance(step, s.Generate):
            spans[step.label] = _time_taken(step, spans)
        elapsed += _time_taken(step, spans)
    return None


class Timeline:
    """Goes through the steps as a run would, without a brain.

    Args:
        start: when the scenario begins, Unix seconds.

    """

    def __init__(self, start: float | None) -> None:
        self._start = VirtualClock.DEFAULT_START if start is None else start
        self._elapsed = 0.0
        self._answers: set[str] = set()
        self._probes: dict[str, tuple[float, s.Probe]] = {}
        self._set_up: dict[str, int] = {}
        self._lists: dict[str, str] = {}
        self._sizes: dict[str, int] = {}
        self._spans: dict[str, float] = {}
        self._words: dict[str, int] = {}
        self._sessions: dict[str, str] = {}

    def check(self, steps: Iterable[s.Step]) -> None:
        """Look for contradictions.

        Raises:
            StepError: for the first one.

        """
        for number, step in enumerate(steps, start=1):
            try:
                self._take(step)
            except KeyedError as error:
                raise StepError(number, error) from error
            if isinstance(step, s.Probe):
                self._set_up[step.name] = number
        for name, (began, probe) in self._probes.items():
            lasting = min(self._elapsed - began, probe.lasting)
            if probe.every and lasting / probe.every > _MOST_SAMPLES:
                text = f"every {probe.every:g} s is too often for {lasting:g} s; at most {_MOST_SAMPLES:,} times"
                raise StepError(self._set_up[name], KeyedError(text, "every"))

    def _take(self, step: s.Step) -> None:
        match step:
            case s.Perceive():
                self._perceive(step)
            case s.Ask():
                self._name(step.label, self._answers, "label")
                self._answers.add(step.label)
            case s.Generate():
                self._generate(step)
            case s.Rehearse() if step.label not in self._lists:
                self._unknown("rehearse", "nothing perceived so far is labelled", step.label, self._lists)
            case s.Probe():
                self._probe(step)
            case s.Expect():
                self._expect(step)
        self._elapsed += _time_taken(step, self._spans)
        try:
            timestamp_from(self._start + self._elapsed)
        except BrainError as error:
            raise KeyedError(f"time leaves the calendar: {error}") from error

    def _perceive(self, step: s.Perceive) -> None:
        if step.at is not None:
            ahead = step.at - self._start - self._elapsed
            if ahead < -_TOLERANCE:
                shows = iso_from_timestamp(self._start + self._elapsed)[:19]
                raise KeyedError(f"time {iso_from_timestamp(step.at)[:19]} has passed: the clock shows {shows}", "time")
            self._elapsed += max(ahead, 0.0)
        if step.label:
            self._name(step.label, self._lists, "label")
            self._lists[step.label], self._sizes[step.label] = "percept", 1
            self._sessions[step.label] = step.percept.session_id

    def _generate(self, step: s.Generate) -> None:
        if step.about and self._lists.get(step.about) != "facts":
            self._unknown("about", "no list of facts so far is labelled", step.about, self._lists)
        if step.about and self._sizes[step.about] < step.count:
            raise KeyedError(f"n = {step.count} is more than the {self._sizes[step.about]} of {step.about!r}", "n")
        self._name(step.label, self._lists, "label")
        if step.kind == "words":
            left = self._words.setdefault(step.language, words_in(step.language))
            if step.count > left:
                raise KeyedError(f"n = {step.count} is more than the {left} words that are left", "n")
            self._words[step.language] -= step.count
        self._lists[step.label], self._sizes[step.label] = step.kind, step.count
        self._sessions[step.label] = step.template.session_id
        self._spans[step.label] = _time_taken(step, self._spans)

    def _probe(self, step: s.Probe) -> None:
        self._name(step.name, self._probes, "probe")
        self._name(step.name, self._answers, "probe")
        about = MEASURES[step.measure].about
        if about == "answer" and step.of not in self._answers:
            self._unknown("of", "no question so far is labelled", step.of, self._answers)
        if (about == "list" or (about == "cues" and step.of)) and step.of not in self._lists:
            self._unknown("of", "nothing perceived so far is labelled", step.of, self._lists)
        if step.measure == "free_recall" and not self._sessions.get(step.of):
            raise KeyedError(
                f"free_recall asks for a session; {step.of!r} was perceived in none: give it a session_id", "of"
            )
        of_facts = step.measure in ("hit_rate", "list_confidence") and bool(step.of)
        if of_facts and self._lists[step.of] != "facts":
            raise KeyedError(f"{step.measure} needs a generated list of facts; {step.of!r} is none", "of")
        self._probes[step.name] = (self._elapsed, step)

    def _expect(self, step: s.Expect) -> None:
        answered = step.name in self._answers
        if not answered:
            self._check_measured(step.name, "expect")
        for check in step.checks:
            numeric = check.criterion in _NUMBERS or (check.criterion == "equals" and not answered)
            if numeric and isinstance(check.wanted, str):
                self._check_measured(check.wanted, check.criterion)
            elif not answered and not numeric:
                raise KeyedError(f"{check.criterion} is asked of answers; {step.name!r} is a figure", check.criterion)

    def _check_measured(self, name: str, key: str) -> None:
        """Refuse what is neither an answer nor a figure by now."""
        if name in self._answers:
            return
        base, at, when = name.partition("@")
        if base not in self._probes:
            self._unknown(key, "no answer or probe so far is named", name, [*self._answers, *self._probes])
        if at:
            began, probe = self._probes[base]
            try:
                rounds = seconds_from(when) / probe.every if probe.every else -1
            except BrainError as error:
                raise KeyedError(f"{name!r}: {error}", key) from error
            last = min(self._elapsed - began, probe.lasting) / probe.every if probe.every else -1
            if abs(rounds - round(rounds)) > _TOLERANCE or not -_TOLERANCE <= rounds <= last + _TOLERANCE:
                raise KeyedError(f"{base!r} is not measured at {when} by this step", key)

    @staticmethod
    def _name(name: str, taken: Iterable[str], key: str) -> None:
        if name and name in taken:
            raise KeyedError(f"{name!r} is the name of an earlier step; take another", key)

    @staticmethod
    def _unknown(key: str, what: str, name: str, known: Iterable[str]) -> None:
        raise KeyedError(f"{what} {name!r}; {nearest(name, sorted(filter(None, known)))}", key)
