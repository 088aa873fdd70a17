"""Durations as people write them: "30s", "2h", "3d"."""

from __future__ import annotations

import re
from typing import Any

from brain.errors import InvalidInputError

__all__ = ["duration_text", "seconds_from"]

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}
_DURATION = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*([smhdw])\s*$")


def seconds_from(duration: Any) -> float:
    """Read a duration such as "30s", "2h", "3d" or a number of seconds.

    Raises:
        InvalidInputError: if it is not one, or is negative.

    """
    if isinstance(duration, int | float) and not isinstance(duration, bool) and 0 <= duration < float("inf"):
        return float(duration)
    match = _DURATION.match(duration) if isinstance(duration, str) else None
    if match is None:
        raise InvalidInputError(f"not a duration: {duration!r}; write seconds, or a text such as '30s', '2h', '3d'")
    return float(match[1]) * _UNITS[match[2]]


def duration_text(seconds: float) -> str:
    """Write seconds (>= 0) in the largest unit up to days that divides them: 7200 is "2h", 5400 is "90m"."""
    for unit in ("d", "h", "m"):
        count = seconds / _UNITS[unit]
        if seconds and abs(count - round(count)) < 1e-9 * count:
            return f"{round(count)}{unit}"
    return f"{seconds:.6g}s"
