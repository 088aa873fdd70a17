"""Time as an argument: what time it is, who may say so, and how long ago something was.

All times are Unix seconds (float, UTC). Text is ISO 8601 with an offset. Only `SystemClock`
reads the wall clock.
"""

from __future__ import annotations

import math
import time
from datetime import UTC, datetime
from typing import Protocol

from brain.errors import InvalidInputError

__all__ = [
    "Clock",
    "SystemClock",
    "VirtualClock",
    "age_seconds",
    "iso_from_timestamp",
    "timestamp_from",
]

_EARLIEST = datetime(1, 1, 2, tzinfo=UTC).timestamp()
_LATEST = datetime(9999, 12, 30, tzinfo=UTC).timestamp()


class Clock(Protocol):
    """Anything that can say what time it is."""

    def now(self) -> float:
        """Return the current time in Unix seconds."""
        ...


class SystemClock:
    """The wall clock of the machine."""

    def now(self) -> float:
        """Return the wall-clock time in Unix seconds."""
        return time.time()


class VirtualClock:
    """A clock that moves only when told to.

    Args:
        start: the first time shown, in Unix seconds. The default is 2026-01-01T00:00:00Z, so that
            a run that names no date has one that every run shares.

    """

    DEFAULT_START = 1_767_225_600.0

    def __init__(self, start: float = DEFAULT_START) -> None:
        self._now = _checked(start)

    def now(self) -> float:
        """Return the current virtual time in Unix seconds."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Move time forward.

        Args:
            seconds: how far, >= 0.

        Raises:
            InvalidInputError: if `seconds` is negative or not finite.

        """
        if not math.isfinite(seconds) or seconds < 0:
            raise InvalidInputError(f"time cannot advance by {seconds!r} s; give a finite number >= 0")
        self._now = _checked(self._now + seconds)

    def set(self, timestamp: float) -> None:
        """Show `timestamp` (Unix seconds) from now on; it may lie in the past, as after an NTP step."""
        self._now = _checked(timestamp)


def age_seconds(then: float, now: float) -> float:
    """Return how long ago `then` was, never below zero.

    A clock that was set back must not make anything younger than new.
    """
    return max(0.0, now - then)


def timestamp_from(when: float | str | datetime) -> float:
    """Read a moment as Unix seconds.

    Args:
        when: Unix seconds, a datetime, or ISO 8601 text. A naive datetime is read as UTC.

    Raises:
        InvalidInputError: if it is not a moment between the years 1 and 9999.

    """
    if isinstance(when, datetime):
        aware = when if when.tzinfo else when.replace(tzinfo=UTC)
        return _checked(aware.timestamp())
    if isinstance(when, str):
        try:
            parsed = datetime.fromisoformat(when.strip())
        except ValueError:
            raise InvalidInputError(
                f"not a time: {when[:60]!r}; write ISO 8601, such as 2026-05-20T08:29:42+00:00"
            ) from None
        return timestamp_from(parsed)
    if isinstance(when, bool) or not isinstance(when, int | float):
        raise InvalidInputError(f"not a time: {when!r}; give Unix seconds, a datetime or ISO 8601 text")
    return _checked(float(when))


def iso_from_timestamp(timestamp: float) -> str:
    """Write Unix seconds as ISO 8601 in UTC, to the microsecond."""
    return datetime.fromtimestamp(timestamp, UTC).isoformat(timespec="microseconds")


def _checked(timestamp: float) -> float:
    if not math.isfinite(timestamp) or not _EARLIEST <= timestamp <= _LATEST:
        raise InvalidInputError(f"not a time: {timestamp!r}; Unix seconds between the years 1 and 9999 are")
    return float(timestamp)
