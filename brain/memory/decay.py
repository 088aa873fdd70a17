"""Forgetting: how belief and trust fade, by one of several laws, without ever looping over all rows.

A law says what share of a value is left. The document's own law, `exponential`, counts decay ticks: after ticks
with rates r1…rn a value v has become v·Π(1-ri) = v·exp(-(D-d)), where D is the running sum of -ln(1-r) and d what
that sum was when v was written. One number a tick is stored, every reader applies it, and `ln v + d`, which does
not change between writes, keeps an index in the order of what rows are worth now. The other laws count time since
each encounter and are worked out for the rows that are read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

from brain.clock import Clock, age_seconds
from brain.config import DecayConfig
from brain.errors import InvalidInputError
from brain.memory.storage import MemoryDatabase

__all__ = ["DecayLaw", "Exponential", "Fading", "HalfLife", "NoDecay", "Power", "Wickelgren", "law_from"]


class DecayLaw(Protocol):
    """What share of a value is left."""

    def retained(self, ticked: float, ages: Sequence[float]) -> float:
        """Return the share that is left, 0-1.

        Args:
            ticked: the sum of -ln(1 - rate) over the decay ticks since the value was written.
            ages: seconds since each encounter with what is valued, at least one.
        """
        ...


class Exponential:
    """The document's law: each tick leaves the share 1 - rate."""

    def retained(self, ticked: float, ages: Sequence[float]) -> float:  # noqa: ARG002
        """Return exp(-ticked)."""
        return math.exp(-ticked)


class NoDecay:
    """Nothing is forgotten."""

    def retained(self, ticked: float, ages: Sequence[float]) -> float:  # noqa: ARG002
        """Return 1."""
        return 1.0


class HalfLife:
    """Half is left after each half-life since the last encounter."""

    def __init__(self, hours: float) -> None:
        self._seconds = hours * 3600

    def retained(self, ticked: float, ages: Sequence[float]) -> float:  # noqa: ARG002
        """Return 2^(-age / half-life)."""
        return float(2.0 ** -(min(ages) / self._seconds))


class Wickelgren:
    """The power-exponential's power part, P = (1 + h t)^-f, t in hours (Wickelgren 1974; Wixted & Carpenter 2007)."""

    def __init__(self, rate_per_hour: float, exponent: float) -> None:
        self._rate = rate_per_hour / 3600
        self._exponent = exponent

    def retained(self, ticked: float, ages: Sequence[float]) -> float:  # noqa: ARG002
        """Return (1 + h age)^-f for the last encounter."""
        return float((1.0 + self._rate * min(ages)) ** -self._exponent)


class Power:
    """Base-level activation of ACT-R, exp(B) = Σ t_j^-d over all encounters (Anderson & Schooler 1991).

    Time is counted in units of `scale` and starts at 1, so that an encounter is worth 1 at first; the sum is cut at
    1, for belief cannot exceed what it was. Each earlier encounter makes forgetting slower.
    """

    def __init__(self, exponent: float, scale_hours: float) -> None:
        self._exponent = exponent
        self._scale = scale_hours * 3600

    def retained(self, ticked: float, ages: Sequence[float]) -> float:  # noqa: ARG002
        """Return min(1, Σ (1 + age_j / scale)^-d)."""
        return min(1.0, math.fsum((1.0 + age / self._scale) ** -self._exponent for age in ages))


def law_from(name: str, config: DecayConfig) -> DecayLaw:
    """Return the law of that name with the configuration's parameters."""
    if name == "power":
        return Power(config.power_exponent, config.power_scale_hours)
    if name == "wickelgren":
        return Wickelgren(config.wickelgren_rate, config.wickelgren_exponent)
    if name == "half_life":
        return HalfLife(config.half_life_hours)
    return NoDecay() if name == "none" else Exponential()


class Fading:
    """The fading of one kind of value in one mind.

    Args:
        database: where the sum of ticks is kept.
        key: its name in `consolidation_state`.
        clock: how old encounters are.
        law: what is left.
    """

    def __init__(self, database: MemoryDatabase, key: str, clock: Clock, law: DecayLaw) -> None:
        self._database = database
        self._key = key
        self._clock = clock
        self.law = law
        self.is_ticked = isinstance(law, Exponential)

    def total(self) -> float:
        """Return D, the sum of -ln(1 - rate) over all ticks so far (>= 0)."""
        return self._database.state(self._key)

    def tick(self, rate: float) -> None:
        """Let every value fade by the factor 1 - `rate`, if the law counts ticks.

        Raises:
            InvalidInputError: if `rate` is not from 0 to below 1.
        """
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate < 1:
            raise InvalidInputError(f"decay rate must be from 0 to below 1, not {rate!r}")
        if rate:
            self._database.add_to_state(self._key, -math.log1p(-rate))

    def current(self, value: float, mark: float, encounters: Sequence[float]) -> float:
        """Return what a value is worth now; see `at_once`."""
        return self.at_once()(value, mark, encounters)

    def at_once(self) -> Callable[[float, float, Sequence[float]], float]:
        """Return a function that says what values are worth at this moment, for reading many.

        It takes what a value was when it was written, the total of ticks then, and the Unix seconds of each encounter.
        """
        total, now = self.total(), self._clock.now()

        def worth(value: float, mark: float, encounters: Sequence[float]) -> float:
            return value * self.law.retained(total - mark, [age_seconds(when, now) for when in encounters])

        return worth

    @staticmethod
    def strength(value: float, mark: float) -> float:
        """Return the constant that orders values by their worth at any later time, if the law counts ticks."""
        return math.log(value) + mark if value > 0 else -math.inf

    def bound(self, value: float) -> float:
        """Return a strength that no row worth at least `value` now falls short of."""
        return math.log(value) + (self.total() if self.is_ticked else 0.0) if value > 0 else -math.inf
