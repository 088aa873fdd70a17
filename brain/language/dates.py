"""Times that a text names, in English and Russian: "yesterday", "in May 2023", «на прошлой неделе»."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from brain.errors import InvalidInputError
from brain.language import _date_words as words
from brain.language._calendar import Calendar
from brain.language._date_distances import read_day_word, read_ordinal_day, read_part_of_day, read_unit
from brain.language._date_joins import join
from brain.language._date_names import read_decade, read_month, read_numeric, read_season, read_weekday, read_year
from brain.language._date_reader import Mention, Reader
from brain.language._date_tokens import tokens_of

__all__ = ["TimeCue", "dates_in", "time_cues"]

_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_EARLIEST = -62_135_510_400.0  # 0001-01-02; the clock goes no further
_LATEST = 253_402_128_000.0  # 9999-12-30
_READERS: tuple[tuple[frozenset[str], Callable[[Reader, int], Mention | None]], ...] = (
    (frozenset(words.MONTHS), read_month),
    (frozenset(words.WEEKDAYS), read_weekday),
    (frozenset(words.DAY_WORDS), read_day_word),
    (frozenset(words.SEASONS), read_season),
    (frozenset(words.PARTS_OF_DAY), read_part_of_day),
    (frozenset(words.UNITS), read_unit),
)
_BY_WORD = {word: read for those, read in reversed(_READERS) for word in those}


@dataclass(frozen=True, slots=True)
class TimeCue:
    """An interval of time that a text names.

    Attributes:
        start: its first moment (Unix seconds, UTC).
        end: the moment after its last one; always later than `start`.
        phrase: the words of the text that name it, with their preposition.
        precision: what is named: "minute", "hour", "part of day", "day", "weekend", "week", "month", "quarter",
            "season", "year", "decade", "range", or one side of a time: "before", "until", "after", "since".

    """

    start: float
    end: float
    phrase: str
    precision: str


def time_cues(text: str, now: float) -> tuple[TimeCue, ...]:
    """Return the intervals of time that a text names, in the order in which it names them.

    Args:
        text: a question or statement in English or Russian.
        now: the moment from which "yesterday" and "in May" are seen (Unix seconds, UTC).

    What is named without a year is the latest that has begun ("in May", "in summer"); a weekday is the last one
    before today. "Two weeks ago" are the seven days around that day, "two months ago" is that calendar month. Weeks
    begin on Monday, seasons are those of the northern hemisphere, the winter of 2023 ends in 2023, days are those of UTC. In a date
    such as 5/7/2023 the month stands first, unless the text has Cyrillic letters or only the other order gives a date.

    Raises:
        InvalidInputError: if `now` is not within the years 1 to 9999.

    """
    if not _DIGIT.search(text) and words.ANCHORS.isdisjoint(_WORD.findall(text.lower())):
        return ()
    if not _EARLIEST <= now <= _LATEST:
        raise InvalidInputError(f"now = {now!r} is no time; give Unix seconds within the years 1 to 9999")
    reader = Reader(tokens_of(text), Calendar(now))
    mentions = _mentions(reader)
    reader.free_from = 0
    return tuple(
        TimeCue(
            found.span.start,
            found.span.end,
            text[reader.tokens[found.first].start : reader.tokens[found.last].end],
            found.span.precision,
        )
        for found in (join(reader, mentions) if mentions else ())
    )


def dates_in(text: str, said_at: float) -> tuple[TimeCue, ...]:
    """Return the intervals of time that a statement speaks of, seen from the moment at which it was said.

    Args:
        text: the statement, in English or Russian.
        said_at: when it was said (Unix seconds, UTC).

    Raises:
        InvalidInputError: if `said_at` is not within the years 1 to 9999.

    """
    return time_cues(text, said_at)


def _mentions(reader: Reader) -> list[Mention]:
    mentions: list[Mention] = []
    for place, token in enumerate(reader.tokens):
        read = _BY_WORD.get(token.word)
        if token.date:
            read = read_numeric
        elif token.number >= 0:
            read = _read_number
        if read is None or place < reader.free_from:
            continue
        try:
            mention = read(reader, place)
        except (ValueError, OverflowError):  # 31 February, a thousand years ago
            continue
        if mention:
            mentions.append(mention)
            reader.free_from = mention.last + 1
    return mentions


def _read_number(reader: Reader, place: int) -> Mention | None:
    token = reader.at(place)
    if token.suffix in ("s", "х", "е"):
        return read_decade(reader, place)
    return read_year(reader, place) or read_ordinal_day(reader, place)
