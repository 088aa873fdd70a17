"""A table of a scenario file as its reader sees it: every value checked, every mistake under its key."""

from __future__ import annotations

import difflib
from typing import Any

from brain.checks import check_choice, check_text
from brain.errors import BrainError, InvalidInputError
from simulations.scenario.durations import seconds_from

__all__ = ["Entry", "KeyedError", "nearest"]

_LONGEST = 1_000_000


class KeyedError(InvalidInputError):
    """Something is wrong with the value of `key`, or with the table as a whole if `key` is ""."""

    def __init__(self, message: str, key: str = "") -> None:
        super().__init__(message)
        self.key = key


def nearest(name: str, known: list[str]) -> str:
    """Return a hint at the known name that was probably meant, or at all of them."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known here: {', '.join(dict.fromkeys(known)) or 'none'}"


class Entry:
    """The keys of a table, taken out one by one; `finish` refuses those that nobody took.

    Each `take_*` raises KeyedError for a value that cannot be used.
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = dict(values)
        self._known: list[str] = []

    def __contains__(self, key: str) -> bool:
        self._known.append(key)  # what is asked for may be there
        return key in self._values

    def take(self, key: str, default: Any = None) -> Any:
        """Return the value as it stands."""
        self._known.append(key)
        return self._values.pop(key, default)

    def take_text(self, key: str, default: str = "", *, required: bool = False) -> str:
        """Return a text, not blank if it is given or required."""
        if key not in self._values and not required:
            self._known.append(key)
            return default
        value = self.take(key)
        if value is None:
            raise KeyedError(f"needs {key}", key)
        try:
            return check_text(key, value, _LONGEST)
        except BrainError as error:
            raise KeyedError(str(error), key) from error

    def take_choice(self, key: str, allowed: tuple[str, ...], default: str) -> str:
        """Return one of a few words."""
        try:
            return check_choice(key, self.take(key, default), allowed)
        except BrainError as error:
            raise KeyedError(str(error), key) from error

    def take_seconds(self, key: str, default: float = 0.0, *, positive: bool = False) -> float:
        """Return a duration in seconds."""
        try:
            seconds = seconds_from(self.take(key, default))
        except BrainError as error:
            raise KeyedError(f"{key}: {error}", key) from error
        if positive and not seconds:
            raise KeyedError(f"{key} must be longer than nothing", key)
        return seconds

    def take_number(self, key: str, low: float, high: float, default: float = 0.0) -> float:
        """Return a number within [low, high]."""
        value = self.take(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise KeyedError(f"{key} must be a number from {low:g} to {high:g}, not {value!r}", key)
        return float(value)

    def take_count(self, key: str, default: int, most: int) -> int:
        """Return a whole number from 1 to `most`."""
        value = self.take(key, default)
        whole = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
        if not whole or not 1 <= value <= most:
            raise KeyedError(f"{key} must be a whole number from 1 to {most}, not {value!r}", key)
        return int(value)

    def finish(self) -> None:
        """Refuse what is left.

        Raises:
            KeyedError: for a key that nobody took; the nearest known one is suggested.

        """
        if self._values:
            unknown = min(self._values)
            raise KeyedError(f"unknown key {unknown!r}; {nearest(unknown, self._known)}", unknown)
