"""Factors: what varies in an experiment, and over which values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from brain.errors import InvalidInputError
from simulations.experiments.targets import target_name, whole_target
from simulations.scenario import Scenario
from simulations.scenario._entry import nearest

__all__ = ["Factor", "Span", "plain"]

_RANGE_KEYS = ("from", "to", "steps", "log")
_MOST_STEPS = 100_000


@dataclass(frozen=True, slots=True)
class Span:
    """A range of numbers.

    Attributes:
        low, high: its ends, both included.
        steps: how many values of it a grid takes; 0 if the file does not say.
        log: whether values are spread evenly over the logarithm.
        whole: whether they are whole numbers.

    """

    low: float
    high: float
    steps: int = 0
    log: bool = False
    whole: bool = False

    def at(self, share: float) -> float:
        """Return the value that has `share` (0-1) of the range below it."""
        if not self.whole:
            return self._between(self.low, self.high, share)
        # Each whole number owns an equal piece (of the logarithm): the range reaches half a step beyond its ends.
        value = math.floor(self._between(self.low - 0.5, self.high + 0.5, share) + 0.5)
        return int(min(max(value, self.low), self.high))

    def spread(self) -> list[float]:
        """Return `steps` values from end to end, without repetitions."""
        shares = [i / (self.steps - 1) if self.steps > 1 else 0.0 for i in range(self.steps)]
        values = [self._between(self.low, self.high, share) for share in shares]
        return list(dict.fromkeys(round(value) for value in values)) if self.whole else values

    def _between(self, low: float, high: float, share: float) -> float:
        if not self.log:
            # Written so that a share of 1 gives the upper end exactly.
            return low * (1.0 - share) + high * share
        return float(low ** (1.0 - share) * high**share)


@dataclass(frozen=True, slots=True)
class Factor:
    """Something that varies: a dotted setting, a section, or a parameter of the scenario.

    Attributes:
        name: its name, which is a column of the results.
        levels: the values listed, or a range.

    """

    name: str
    levels: tuple[Any, ...] | Span

    @classmethod
    def read(cls, name: str, value: Any, scenario: Scenario) -> Factor:
        """Read a factor of an experiment file.

        Raises:
            NotFoundError: if the brain and the scenario have nothing of that name.
            InvalidInputError: if its values are not a list or a range.

        """
        known = target_name(name, scenario)
        if isinstance(value, list):
            if not value:
                raise InvalidInputError(f"factor {name!r} has no values")
            return cls(known, tuple(plain(each) for each in value))
        if isinstance(value, dict) and (not value or "from" in value or "to" in value):
            return cls(known, _span(name, value, whole=whole_target(known, scenario)))
        raise InvalidInputError(
            f"factor {name!r} must be a list of values, or a range such as {{ from = 0.1, to = 0.9 }}, not {value!r:.60}"
        )

    def values(self) -> list[Any]:
        """Return the values that a grid takes.

        Raises:
            InvalidInputError: for a range without `steps`.

        """
        if not isinstance(self.levels, Span):
            return list(self.levels)
        if not self.levels.steps:
            raise InvalidInputError(
                f"factor {self.name!r} is a range without steps: add steps = 5, list its values, or sample it"
                ' with design = "latin"'
            )
        return list(self.levels.spread())

    def at(self, share: float) -> Any:
        """Return the value at `share` (0-1) of the range or of the list."""
        if isinstance(self.levels, Span):
            return self.levels.at(share)
        return self.levels[min(int(share * len(self.levels)), len(self.levels) - 1)]


def plain(value: Any) -> Any:
    """Return a TOML value as JSON can hold it: dates and times as ISO text."""
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list) else value


def _span(name: str, table: dict[str, Any], *, whole: bool) -> Span:
    for key in table:
        if key not in _RANGE_KEYS:
            raise InvalidInputError(f"factor {name!r}: unknown key {key!r}; {nearest(key, list(_RANGE_KEYS))}")
    low, high = (_end(name, table, key) for key in ("from", "to"))
    steps, log = table.get("steps", 0), table.get("log", False)
    if not low < high:
        raise InvalidInputError(f"factor {name!r}: from = {low:g} must be less than to = {high:g}")
    if not isinstance(log, bool):
        raise InvalidInputError(f"factor {name!r}: log must be true or false, not {log!r}")
    if log and low <= 0:
        raise InvalidInputError(f"factor {name!r}: log = true needs from > 0, not {low:g}")
    if isinstance(steps, bool) or not isinstance(steps, int) or ("steps" in table and not 2 <= steps <= _MOST_STEPS):
        raise InvalidInputError(f"factor {name!r}: steps must be a whole number from 2 to {_MOST_STEPS}, not {steps!r}")
    if whole and (low % 1 or high % 1):
        raise InvalidInputError(f"factor {name!r} takes whole numbers, not {low:g} to {high:g}")
    if log and whole and low < 1:
        raise InvalidInputError(f"factor {name!r}: log = true needs from >= 1, not {low:g}")
    return Span(low, high, steps, log, whole)


def _end(name: str, table: dict[str, Any], key: str) -> float:
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        said = "is missing" if value is None else f"must be a number, not {value!r}"
        raise InvalidInputError(f"factor {name!r}: {key} {said}; a range is such as {{ from = 0.1, to = 0.9 }}")
    return value
