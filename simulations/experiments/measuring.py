"""What a run of an experiment reports: the scenario's probes, or how things stood at its end."""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

from brain.errors import InvalidInputError, NotFoundError
from simulations.run_result import RunResult
from simulations.scenario import Ask, Probe, Scenario
from simulations.scenario._entry import nearest

__all__ = ["MOST_MEASURES", "check_patterns", "measures_of"]

MOST_MEASURES = 1_000
"""So many columns of measures a table may have."""

_HELD = ("in_mind", "protected", "episodes", "facts", "believed", "sources", "trusted", "procedures")
_DONE = ("transferred", "facts_learnt", "episodes_forgotten", "facts_forgotten", "crashes")


def measures_of(result: RunResult, patterns: Sequence[str] = ()) -> dict[str, float]:
    """Return the figures of a run by name.

    Without patterns these are the last value of each probe; of a scenario without probes, what each structure held
    at the end, what consolidation did, and the confidence of each labelled answer. Patterns, with `*` for anything,
    choose among all of these and the single values of repeated probes, such as "believed@12h".

    Raises:
        InvalidInputError: if there are more than MOST_MEASURES.

    """
    at_end = _at_end(result)
    if patterns:
        known = {**at_end, **result.measures}
        chosen = {name: value for name, value in known.items() if any(_matches(name, each) for each in patterns)}
    else:
        repeated = tuple(f"{name}@" for name in result.series)
        chosen = {name: value for name, value in result.measures.items() if not name.startswith(repeated)} or at_end
    if len(chosen) > MOST_MEASURES:
        raise InvalidInputError(f"{len(chosen)} measures are more than {MOST_MEASURES}; choose by `measures = [...]`")
    return chosen


def check_patterns(patterns: Sequence[str], scenario: Scenario) -> None:
    """Refuse patterns that no measure of the scenario could match.

    Raises:
        NotFoundError: with the nearest known name.

    """
    probes = [step for step in scenario.steps if isinstance(step, Probe)]
    answers = [_confidence(step.label) for step in scenario.steps if isinstance(step, Ask) and step.label]
    names = list(dict.fromkeys([*(probe.name for probe in probes), *answers, *_HELD, *_DONE]))
    repeated = tuple(f"{probe.name}@" for probe in probes if probe.every)
    for pattern in patterns:
        # Which moments a repeated probe is taken at, the run alone can tell.
        timed = any(_matches(prefix, pattern[: len(prefix)]) for prefix in repeated) or (
            "*" in pattern and any(_matches(f"{prefix}1h", pattern) for prefix in repeated)
        )
        if not timed and not any(_matches(name, pattern) for name in names):
            raise NotFoundError(f"no measure {pattern!r}; {nearest(pattern, names)}")


def _matches(name: str, pattern: str) -> bool:
    return fnmatchcase(name, pattern.replace("[", "[[]"))


def _confidence(label: str) -> str:
    return f"{label}: confidence"


def _at_end(result: RunResult) -> dict[str, float]:
    answers = {_confidence(each.label): each.confidence for each in result.answers if each.label}
    held = {name: float(getattr(result.holdings[-1], name)) for name in _HELD} if result.holdings else {}
    return {**held, **{name: float(getattr(result, name)) for name in _DONE}, **answers}
