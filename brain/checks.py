"""Checks on what comes from outside: each names the argument, what it got, and what it takes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sized
from typing import Any

from brain.errors import InvalidInputError

__all__ = [
    "check_amount",
    "check_choice",
    "check_count",
    "check_name",
    "check_names",
    "check_query",
    "check_table",
    "check_text",
    "check_unit",
    "text_of",
]

_SHOWN = 40
_MOST = 1e15


def check_unit(name: str, value: Any) -> float:
    """Return `value` as a float within 0-1.

    Raises:
        InvalidInputError: if it is not a number, not finite, or outside 0-1.

    """
    if type(value) is float and 0.0 <= value <= 1.0:  # NaN fails both comparisons
        return value
    if isinstance(value, bool) or not hasattr(value, "__float__") or isinstance(value, str):
        raise InvalidInputError(f"{name} must be a number from 0 to 1, not {_shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number) or not 0.0 <= number <= 1.0:
        raise InvalidInputError(f"{name} must be from 0 to 1, not {number!r}")
    return number


def check_count(name: str, value: Any, low: int = 1) -> int:
    """Return `value` as an int >= `low`.

    Raises:
        InvalidInputError: if it is not a whole number or is too small.

    """
    if isinstance(value, bool) or not isinstance(value, int) or value < low:
        raise InvalidInputError(f"{name} must be a whole number >= {low}, not {_shown(value)}")
    return value


def check_text(name: str, value: Any, max_chars: int) -> str:
    """Return `value` if it is text that every part of the brain can hold.

    Raises:
        InvalidInputError: if it is not a string, blank, longer than `max_chars`, or holds a NUL
            character or a lone surrogate (neither survives storage or a trace).

    """
    if not isinstance(value, str):
        raise InvalidInputError(f"{name} must be text, not {_shown(value)}")
    if not value or value.isspace():
        raise InvalidInputError(f"{name} is blank; give it some text")
    if len(value) > max_chars:
        raise InvalidInputError(f"{name} has {len(value):,} characters; at most {max_chars:,} fit: split it")
    return _check_characters(name, value)


def check_name(name: str, value: Any, *, blank: bool = True, max_chars: int = 4_096) -> str:
    """Return `value` as a short identifying text: a source, a session, a tag.

    Raises:
        InvalidInputError: as for `check_text`; blank values are refused only if `blank` is False.
    """
    if type(value) is str and (
        (value.isidentifier() and len(value) <= max_chars and value.isascii()) or (blank and not value)
    ):
        return value  # the usual names and none at all; they are checked at every store
    return check_text(name, value, max_chars)


def check_names(name: str, values: Any) -> list[str]:
    """Return `values` (None or an iterable of texts) as a list without repeats, order kept.

    Raises:
        InvalidInputError: if it is a bare string, not iterable, or holds something that is no text.

    """
    if values is None or values == []:
        return []
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidInputError(f"{name} must be a list of texts, not {_shown(values)}")
    return list(dict.fromkeys(check_name(name, value, blank=False) for value in values))


def check_query(name: str, value: Any) -> str:
    """Return `value` if it is text to look for; any text is, a blank one finds nothing.

    Raises:
        InvalidInputError: if it is not a string, or cannot be encoded.
    """
    if not isinstance(value, str):
        raise InvalidInputError(f"{name} must be text, not {_shown(value)}")
    return _check_characters(name, value)


def check_amount(name: str, value: Any) -> float:
    """Return `value` as a finite float >= 0: hours, milliseconds.

    Raises:
        InvalidInputError: if it is not such a number.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _MOST:
        raise InvalidInputError(f"{name} must be a number >= 0, not {_shown(value)}")
    return float(value)


def check_table(name: str, value: Any) -> dict[str, Any]:
    """Return `value` (None or a mapping of plain JSON values) as a dict.

    Raises:
        InvalidInputError: if it is no mapping, or holds something that JSON or UTF-8 cannot.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InvalidInputError(f"{name} must be a table of plain values, not {_shown(value)}")
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise InvalidInputError(f"{name} must hold plain JSON values: {error}") from None
    return dict(value)


def check_choice(name: str, value: Any, allowed: Iterable[str]) -> str:
    """Return `value` if it is one of `allowed`.

    Raises:
        InvalidInputError: if it is not; the allowed words are named.

    """
    options = tuple(allowed)
    if value not in options:
        raise InvalidInputError(f"{name} must be one of {', '.join(options)}, not {_shown(value)}")
    return str(value)


def text_of(content: Any) -> str:
    """Return the text under which `content` is remembered: itself, or JSON for plain objects.

    Raises:
        InvalidInputError: if it is neither text nor made of plain JSON values.

    """
    if isinstance(content, str):
        return content
    if content is None or (isinstance(content, Sized) and not len(content)):
        raise InvalidInputError("content is empty; give text or a plain object")
    try:
        return json.dumps(content, ensure_ascii=False, sort_keys=isinstance(content, Mapping), allow_nan=False)
    except (TypeError, ValueError) as error:
        raise InvalidInputError(f"content must be text or a plain JSON-like object: {error}") from None


def _check_characters(name: str, value: str) -> str:
    if "\x00" in value:
        raise InvalidInputError(f"{name} holds a NUL character at position {value.index(chr(0))}; remove it")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InvalidInputError(
                f"{name} holds a lone surrogate at position {error.start}; decode the text properly first"
            ) from None
    return value


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}… ({type(value).__name__})"
