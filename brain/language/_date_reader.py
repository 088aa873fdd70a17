"""What the readers of dates share: the tokens around a place, and what they make of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from brain.language import _date_words as words
from brain.language._calendar import Calendar, Span
from brain.language._date_tokens import NOTHING, Token

__all__ = ["Mention", "Reader"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A piece of text that names a time.

    Attributes:
        first, last: of its tokens.
        span: the time that it names.
        kind: "weekday", "part of day", "day", "month", "season", "unit" or "year".
        at_year: gives the time in a year that is told elsewhere ("from May to July 2023"); None if it has its own.
        part: of the day.
        alone: it names a time by itself; others count only beside another one.

    """

    first: int
    last: int
    span: Span
    kind: str
    at_year: Callable[[int], Span] | None = None
    part: str = ""
    alone: bool = True


class Reader:
    """The tokens of one text, read from one moment.

    Args:
        tokens: of the text.
        calendar: as seen from the moment at which it is read.

    """

    def __init__(self, tokens: list[Token], calendar: Calendar) -> None:
        self.tokens = tokens
        self.calendar = calendar
        self.free_from = 0  # tokens before belong to other mentions
        said = [token.word for token in tokens]
        self.habitual = not words.HABITS.isdisjoint(said)
        will = bool(said) and said[0] == "will" and said[-1] == "?"  # no Will is meant
        self.future = will or any(token.word in words.FUTURE and not token.capital for token in tokens)

    @cached_property
    def planned(self) -> bool:
        """Whether the text speaks of what is going to be, in English: "will", "is coming"."""
        after = [token.word for token in self.tokens[1:]]
        return self.future or any(
            token.word in ("am", "is", "are", "m", "re") and word.endswith("ing")
            for token, word in zip(self.tokens, after, strict=False)
        )

    @cached_property
    def narrated(self) -> bool:
        """Whether a Russian text speaks of the past."""
        return any(words.RUSSIAN_PAST.fullmatch(token.word) for token in self.tokens)

    def at(self, place: int) -> Token:
        """Return the token at a place; an empty one outside the text or where another mention stands."""
        return self.tokens[place] if self.free_from <= place < len(self.tokens) else NOTHING

    def word(self, place: int) -> str:
        """Return the folded word at a place ('' if there is none)."""
        return self.at(place).word

    def begin(self, first: int) -> int:
        """Return where a mention begins, its preposition and article included."""
        before = first - 1
        if self.word(before) in ("the", "весь", "всю"):
            before -= 1
        return before if self.word(before) in words.IN else first if before == first - 1 else before + 1

    def latest(self, at_year: Callable[[int], Span]) -> Span:
        """Return the latest of what every year has, or the next one if the text speaks of the future."""
        return self.calendar.coming(at_year) if self.future else self.calendar.nearest(at_year)

    def lead(self, place: int) -> tuple[str, int]:
        """Return which of a recurring time is meant ("last", "this", "next", "past" or '') and where that is said."""
        word = self.word(place - 1)
        if word == "past" and self.word(place - 2) == "this":
            return "last", place - 2
        if word in words.BEFORE_LAST:
            return "before last", place - 1
        for name, said in (("last", words.LAST), ("this", words.THIS), ("next", words.NEXT), ("past", words.ROLLING)):
            if word in said:
                return name, place - 1
        return "", place

    def year(self, place: int) -> tuple[int, int]:
        """Return the year told from a place on and the last token of it; (0, place - 1) if none is told.

        A comma or "of" may stand before it, and the word for year after it.
        """
        start = place
        if self.word(place) in (",", "of", "в"):
            place += 1
        if self.word(place) == "the":
            place += 1
        lead = self.lead(place + 1)[0]
        offset = {"last": -1, "this": 0, "next": 1, "before last": -2}.get(lead)
        if offset is not None and (self.word(place + 1) == "year" or self.word(place + 1) in words.YEAR_WORDS):
            return self.calendar.today.year + offset, place + 1
        if self.is_year(place):
            return self.at(place).number, self.after_year(place)
        return 0, start - 1

    def after_year(self, place: int) -> int:
        """Return the last token of a year: the word for it may follow, and the point of an abbreviation."""
        if self.word(place + 1) not in words.YEAR_WORDS:
            return place
        dot = self.word(place + 1) in ("г", "гг") and self.word(place + 2) == "."
        return place + 1 + dot

    def is_year(self, place: int) -> bool:
        """Tell whether a number has the look of a year and counts nothing."""
        token = self.at(place)
        if len(token.word) != 4 or not 1000 <= token.number <= 2999 or token.suffix not in ("", "м", "го", "й", "ом"):
            return False
        if self.word(place + 1) == "г":
            return self.word(place + 2) == "." or not (self.word(place + 2).isalpha() and self.counts(place + 1))
        return self.word(place + 1) in words.YEAR_WORDS or not self.counts(place)

    def counts(self, place: int) -> bool:
        """Tell whether the number at a place counts what the next word names ("2000 users", "2000 строк")."""
        token = self.at(place + 1)
        word = token.word
        if token.capital or not word.isalpha():
            return word in ("%", "$", "€", "£", "₽", "°")
        if word in words.COUNTED:
            return True
        if word.isascii():
            return len(word) > 3 and word.endswith("s") and word not in words.NOT_COUNTED
        return not (word in words.FUNCTION_WORDS or words.RUSSIAN_VERB.fullmatch(word))
