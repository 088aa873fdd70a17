"""Forgetting that costs nothing: a running sum instead of a loop over all rows.

After ticks with rates r1…rn a value v has become v·Π(1-ri) = v·exp(-(D-d)), where D is the sum of
-ln(1-r) over all ticks so far and d what that sum was when v was written. One number a tick is
stored; every reader applies it. `ln v + d` does not change between writes, so an index on it keeps
rows in the order of what they are worth now.
"""

from __future__ import annotations

import math

from brain.errors import InvalidInputError
from brain.memory.storage import MemoryDatabase

__all__ = ["DecayLedger"]


class DecayLedger:
    """The running decay of one kind of value in one mind.

    Args:
        database: where the sum is kept.
        key: its name in `consolidation_state`.

    """

    def __init__(self, database: MemoryDatabase, key: str) -> None:
        self._database = database
        self._key = key

    def total(self) -> float:
        """Return D, the sum of -ln(1 - rate) over all ticks so far (>= 0)."""
        return self._database.state(self._key)

    def tick(self, rate: float) -> float:
        """Let every value of this kind fade by the factor 1 - `rate`; return the new total.

        Args:
            rate: 0 <= rate < 1.

        Raises:
            InvalidInputError: if `rate` is outside that range or not a number.

        """
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate < 1:
            raise InvalidInputError(f"decay rate must be from 0 to below 1, not {rate!r}")
        if rate == 0:
            return self.total()
        return self._database.add_to_state(self._key, -math.log1p(-rate))

    @staticmethod
    def faded(value: float, mark: float, total: float) -> float:
        """Return what `value`, written when the total was `mark`, is worth at `total`."""
        return value * math.exp(mark - total)

    @staticmethod
    def strength(value: float, mark: float) -> float:
        """Return the constant that orders values by their worth at any later time."""
        return math.log(value) + mark if value > 0 else -math.inf

    @staticmethod
    def bound(value: float, total: float) -> float:
        """Return the strength that a row must have to be worth at least `value` at `total`."""
        return math.log(value) + total if value > 0 else -math.inf
