"""Words, numbers and numeric dates of a text, with their places in it."""

from __future__ import annotations

import re
from typing import NamedTuple

from brain.language._calendar import Span, day_of, month_of

__all__ = ["Token", "tokens_of"]

_TOKEN = re.compile(
    r"(?P<date>(?<![\w.,/:+-])(?:\d{1,4}(?P<sign>[-./])\d{1,2}(?P=sign)\d{1,4}|\d{4}-\d\d)"
    r"(?:T\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?(?![-./:+]?\w))"
    r"|(?P<junk>\d++(?:(?:[.:/]\d++|,(?!\d{4}(?!\d))\d++))+)"
    r"|(?P<number>\d++)(?P<suffix>st|nd|rd|th|s|-?(?:ого|ое|ом|го|му|е|м|й|х|я))?(?!\w)"
    r"|(?P<word>[^\W\d_]++)(?!\w)"
    r"|\w+|\S",
    re.IGNORECASE,
)
_NUMERIC = re.compile(r"(\d+)([-./])(\d+)(?:[-./](\d+))?")
_LONGEST_NUMBER = 6
_YEAR_DIGITS = 4
_CENTURY_TURNS = 70  # two digits below are of the 21st century, as in POSIX


class Token(NamedTuple):
    """A piece of a text.

    Attributes:
        word: folded; the sign itself for punctuation.
        start, end: its place in the text.
        number: the value of a whole number, or -1.
        suffix: what an ordinal or a decade ends with ("th", "s", "го").
        capital: it begins with a capital letter.
        date: what a numeric date means.

    """

    word: str
    start: int
    end: int
    number: int = -1
    suffix: str = ""
    capital: bool = False
    date: Span | None = None


NOTHING = Token("", 0, 0)


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text; a date in digits is one token."""
    day_first = re.search(r"[\u0400-\u04ff]", text) is not None
    return [_token(found, day_first) for found in _TOKEN.finditer(text)]


def _token(found: re.Match[str], day_first: bool) -> Token:
    said, kind = found.group(), found.lastgroup
    start, end = found.span()
    if found["date"]:
        return Token(said, start, end, date=_numeric_date(said, day_first))
    if found["number"]:
        digits = found["number"]
        number = int(digits) if len(digits) <= _LONGEST_NUMBER else -1
        return Token(digits, start, end, number=number, suffix=(found["suffix"] or "").lower().lstrip("-"))
    if kind == "word":
        return Token(said.lower().replace("ё", "е"), start, end, capital=said[0].isupper())
    return Token(said, start, end)


def _numeric_date(said: str, day_first: bool) -> Span | None:
    """Return what a date in digits means, or None if it is none.

    The year may stand first (ISO) or last. With points the day comes first, as wherever dates are written so; with
    strokes and hyphens the day comes first in text with Cyrillic letters and the month in other text, unless only the
    other order gives a date.
    """
    parts = _NUMERIC.match(said)
    if not parts:
        return None
    first, sign, second, last = parts.groups()
    try:
        if last is None:
            return month_of(int(first), int(second))
        if len(first) == _YEAR_DIGITS:
            return day_of(int(first), int(second), int(last))
        year = _year(last) if len(last) == _YEAR_DIGITS or sign == "/" or (sign == "." and len(first) == 2) else 0
        return _ordered(year, int(first), int(second), day_first or sign == ".") if year else None
    except ValueError:
        return None


def _year(digits: str) -> int:
    year = int(digits)
    if len(digits) == 2:
        return year + (2000 if year < _CENTURY_TURNS else 1900)
    return year if len(digits) == _YEAR_DIGITS else 0


def _ordered(year: int, one: int, other: int, day_first: bool) -> Span:
    day, month = (one, other) if day_first else (other, one)
    if month > 12 >= day:
        day, month = month, day
    return day_of(year, month, day)
