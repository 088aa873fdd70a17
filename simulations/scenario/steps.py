"""The steps of a scenario, and the scenario itself, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from brain.percept import FusedPercept

__all__ = [
    "Ask",
    "Check",
    "Crash",
    "Expect",
    "Feedback",
    "Generate",
    "Perceive",
    "Pressure",
    "Probe",
    "Rehearse",
    "Scenario",
    "ScenarioSource",
    "Sleep",
    "Step",
    "Wait",
]

_DEFAULT_SLEEP_INTERVAL = 300.0


@dataclass(frozen=True, slots=True)
class Perceive:
    """The brain takes something in.

    Attributes:
        percept: what.
        at: when, Unix seconds; time moves there first if it lies ahead. None for now.
        label: what `Rehearse` and probes call it.

    """

    percept: FusedPercept
    at: float | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """The brain is asked something; `label` names the answer in results."""

    question: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """Time passes."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Sleep:
    """Time passes without percepts while consolidation runs every `interval` seconds."""

    seconds: float
    interval: float = _DEFAULT_SLEEP_INTERVAL


@dataclass(frozen=True, slots=True)
class Rehearse:
    """What was perceived under a label is perceived again, `times` times over.

    `spacing` seconds lie between one repetition and the next; within one, a list keeps its own spacing.
    """

    label: str
    times: int = 1
    spacing: float = 0.0


@dataclass(frozen=True, slots=True)
class Feedback:
    """A concept, and its source if one is named, is confirmed or denied."""

    concept: str
    confirmed: bool
    source: str = ""


@dataclass(frozen=True, slots=True)
class Pressure:
    """RAM is said to be so full from now on (0-100 percent)."""

    percent: float


@dataclass(frozen=True, slots=True)
class Crash:
    """The brain dies without saving, stays down for so many seconds, and is started again on the same mind."""

    down: float = 0.0


@dataclass(frozen=True, slots=True)
class Generate:
    """A list of stimuli that follows from the run's seed is perceived, an item every `spacing` seconds.

    Attributes:
        kind: 'words', 'sentences' or 'facts'.
        label: what `Rehearse`, probes and other lists call it.
        count: how many.
        language: 'ru' or 'en'.
        spacing: seconds between one item and the next.
        about: the label of an earlier list of facts, whose subjects these facts are about; "" for subjects of its own.
        template: what the items have in common: source, importance, session, ...

    """

    kind: str
    label: str
    count: int
    language: str = "en"
    spacing: float = 0.0
    about: str = ""
    template: FusedPercept = field(default_factory=FusedPercept)


@dataclass(frozen=True, slots=True)
class Probe:
    """Something is measured, once or every so often.

    Attributes:
        name: what the figure is called in results.
        measure: one of `simulations.scenario.MEASURES`.
        of: the concept, source, label or list that the measure is about.
        contains: a text that an answer is searched for.
        cue: what the brain is reminded with.
        cues: pairs of a cue and the text that it should bring to mind.
        top: how many pieces of what is retrieved count.
        every: seconds between one measurement and the next; 0 for one measurement.
        lasting: for how many seconds it is repeated; infinite for the rest of the scenario.

    """

    name: str
    measure: str
    of: str = ""
    contains: str = ""
    cue: str = ""
    cues: tuple[tuple[str, str], ...] = ()
    top: int = 1
    every: float = 0.0
    lasting: float = float("inf")


@dataclass(frozen=True, slots=True)
class Check:
    """One demand on a value: `criterion` is 'at_least', `wanted` 0.6, say; or the name of a probe to compare with."""

    criterion: str
    wanted: Any


@dataclass(frozen=True, slots=True)
class Expect:
    """An answer (by its label) or a figure (by its probe's name) meets every one of `checks`."""

    name: str
    checks: tuple[Check, ...]


Step = Perceive | Ask | Wait | Sleep | Rehearse | Feedback | Pressure | Crash | Generate | Probe | Expect


@dataclass(frozen=True, slots=True)
class ScenarioSource:
    """Where a scenario was read from; kept so that it can be read again with other parameters."""

    path: Path
    text: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """What happens, in order.

    Attributes:
        name: how it is called on the command line.
        title: a line for lists.
        why: what it shows.
        steps: what happens.
        settings: the settings of the brain that it needs, as nested tables.
        parameters: the named values that its steps were made with.
        start: when it begins, Unix seconds; None for as late as the first timed percept allows.
        source: the file that it was read from, if it was.

    """

    name: str
    title: str = ""
    why: str = ""
    steps: tuple[Step, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    start: float | None = None
    source: ScenarioSource | None = field(default=None, compare=False, repr=False)
