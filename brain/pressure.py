"""Memory pressure as an argument: how full the machine's RAM is, or is said to be, in percent."""

from __future__ import annotations

from brain.clock import Clock
from brain.errors import InvalidInputError

__all__ = ["FixedPressure", "Pressure", "SystemPressure"]


class Pressure:
    """Something that knows how much RAM is in use."""

    def percent(self) -> float:
        """Return the share of RAM in use, 0-100."""
        raise NotImplementedError


class FixedPressure(Pressure):
    """A pressure that is what it was last set to: for scenarios, where the host must not matter."""

    def __init__(self, percent: float = 0.0) -> None:
        self.set(percent)

    def percent(self) -> float:
        """Return the share of RAM said to be in use, 0-100."""
        return self._percent

    def set(self, percent: float) -> None:
        """Say that `percent` (0-100) of RAM is in use.

        Raises:
            InvalidInputError: if it is outside 0-100 or not a number.

        """
        if isinstance(percent, bool) or not isinstance(percent, int | float) or not 0 <= percent <= 100:
            raise InvalidInputError(f"memory pressure must be from 0 to 100 percent, not {percent!r}")
        self._percent = float(percent)


class SystemPressure(Pressure):
    """The machine's own figure, asked for at most once a second: asking costs more than a push."""

    _VALID_FOR = 1.0

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._asked_at = -self._VALID_FOR
        self._percent = 0.0

    def percent(self) -> float:
        """Return the share of the machine's RAM in use, 0-100."""
        now = self._clock.now()
        if not 0 <= now - self._asked_at < self._VALID_FOR:
            import psutil

            self._percent, self._asked_at = float(psutil.virtual_memory().percent), now
        return self._percent
