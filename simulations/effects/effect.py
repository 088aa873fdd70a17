"""What an effect is: an experiment on simulated subjects, with goals, and what it came to."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from brain.config import BrainConfig

__all__ = ["Axes", "Effect", "EffectResult", "Outcome", "Progress", "Series", "reached"]

Progress = Callable[[int, int, str], None]
"""Called with how many subjects are done, how many there are, and the name of the effect."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a figure: the model's, and the human one beside it.

    Attributes:
        x: where; human and model share it.
        human: empty if only the direction is known; NaN where no human figure is.
    """

    label: str
    x: tuple[float, ...]
    model: tuple[float, ...]
    human: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Axes:
    """How a figure is labelled; `ticks` name the places 0, 1, 2, ... of x; `joined` is False for mere kinds of things."""

    x: str
    y: str
    logarithmic: bool = False
    ticks: tuple[str, ...] = ()
    joined: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an experiment found: measures by name, lines to be drawn, and what a reader should know."""

    measures: Mapping[str, float]
    series: tuple[Series, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class EffectResult:
    """What one effect came to.

    Attributes:
        goals: by names of measures, each "<= number" or ">= number".
    """

    name: str
    title: str
    measures: Mapping[str, float]
    goals: Mapping[str, str]
    series: tuple[Series, ...]
    axes: Axes
    note: str = ""

    @property
    def passed(self) -> bool:
        """Whether every goal is reached."""
        return not self.missed

    @property
    def missed(self) -> tuple[str, ...]:
        """The measures that do not reach their goals."""
        return tuple(name for name, goal in self.goals.items() if not reached(self.measures[name], goal))


@dataclass(frozen=True, slots=True)
class Effect:
    """An experiment on brains that is compared with people.

    Attributes:
        name: on the command line.
        title: in a table.
        source: who found the effect in people.
        experiment: takes a configuration, a seed, how many subjects, and whom to tell of progress.
        subjects: how many the figures need.
        goals: what has to be reached, by measure.
        axes: of the figure.
        fitted: which settings an own fit may change, with the least and greatest value of each; none if the effect has
            only a direction.
        fit_subjects: how many subjects a step of the fit takes.
    """

    name: str
    title: str
    source: str
    experiment: Callable[[BrainConfig, int, int, Progress | None], Outcome]
    subjects: int
    goals: Mapping[str, str]
    axes: Axes
    fitted: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    fit_subjects: int = 2

    def run(
        self, config: BrainConfig, seed: int = 1, *, subjects: int | None = None, progress: Progress | None = None
    ) -> EffectResult:
        """Run the experiment and hold it against the goals.

        Args:
            config: of every subject's brain.
            seed: decides the material, and what chance decides in each brain.
            subjects: how many; as many as the figures need by default.
            progress: told after each subject.
        """
        outcome = self.experiment(config, seed, subjects or self.subjects, progress)
        measures = {name: float(value) for name, value in outcome.measures.items()}
        series = tuple(Series(line.label, *map(_plain, (line.x, line.model, line.human))) for line in outcome.series)
        return EffectResult(self.name, self.title, measures, self.goals, series, self.axes, outcome.note)


def _plain(values: Iterable[float]) -> tuple[float, ...]:
    """Return numbers as Python's own, whatever they were."""
    return tuple(map(float, values))


def reached(value: float, goal: str) -> bool:
    """Tell whether a value satisfies "<= number" or ">= number"; NaN satisfies nothing."""
    relation, limit = goal.split()
    if math.isnan(value):
        return False
    return value <= float(limit) if relation == "<=" else value >= float(limit)
