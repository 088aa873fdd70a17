"""Times that have a name in the calendar: months, weekdays, seasons and years."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from brain.language import _date_words as words
from brain.language._calendar import Span, day_of, month_of, season_of, year_of
from brain.language._date_reader import Mention, Reader

__all__ = ["read_decade", "read_month", "read_numeric", "read_season", "read_weekday", "read_year"]

_OF = frozenset(("of", "числа"))
_HYPHENS = frozenset(("-", "–", "—", "‑"))
_SPAN_SIGNS = _HYPHENS | {"to", "and", "through", "until", "till", "по", "до", "и"}
_RANGE_LEADS = frozenset(("from", "between", "с", "со", "от", "между"))
_MATES = frozenset(("from", "between", "to", "through", "and", "по", "и", "между", "or", "или")) | _HYPHENS
_PEOPLE = frozenset(("i", "we", "you", "he", "she", "it", "they", "the", "god"))
_FROM_INSIDE = frozenset(("month", "week", "weekend", "half", "rest", "days", *words.WEEKDAYS, "most", "all", "day"))
_YEAR_LEADS = frozenset(
    ("in", "since", "before", "after", "until", "till", "by", "during", "throughout", "year", "around", "circa")
) | frozenset(("в", "с", "до", "после", "к", "около"))
_LAST_YEAR = 2099
_FIRST_YEAR = 1700


def read_numeric(reader: Reader, place: int) -> Mention | None:
    """Read a date in digits."""
    span = reader.at(place).date
    return None if span is None else Mention(reader.begin(place), place, span, span.precision)


# --- months and days ---


def read_month(reader: Reader, place: int) -> Mention | None:
    """Read a month with what belongs to it: the day or days, the year, "last"."""
    month = words.MONTHS[reader.word(place)]
    days, first, last = _days_before(reader, place)
    if not days:
        days, last = _days_after(reader, place)
    if not days and reader.word(place + 1) in _HYPHENS and reader.word(place - 1) in _HYPHENS:
        return _joined_by_hyphens(reader, place)
    year, last = reader.year(last + 1)
    if days and not year and last > place and reader.is_year(place - 1):
        year, first = reader.at(place - 1).number, place - 1
    if days and not year and not _is_day(reader, place, first):
        return None
    if days:
        return _day(reader, (first, last), year, month, days)
    return _month(reader, place, last, year, month)


def _joined_by_hyphens(reader: Reader, place: int) -> Mention | None:
    """Read "12-Jun-2023"."""
    day, year = reader.at(place - 2), reader.at(place + 2)
    if not 1 <= day.number <= 31 or not reader.is_year(place + 2):
        return None
    return _day(reader, (place - 2, place + 2), year.number, words.MONTHS[reader.word(place)], (day.number,))


def _days_before(reader: Reader, place: int) -> tuple[tuple[int, ...], int, int]:
    """Return the day or the two days told before a month, and the first and last token of both."""
    at = place - 1
    if reader.word(at) in _OF:
        at -= 1
    if reader.word(at) == "day":
        at -= 1
    day, at = _day_number(reader, at)
    if not day:
        return (), place, place
    joint = at - 2 if reader.word(at - 1) == "the" else at - 1
    if reader.word(joint) in _SPAN_SIGNS:
        start, before = _day_number(reader, joint - 1)
        begin = _range_begin(reader, before)
        if start and start < day and (begin < before or reader.word(joint) not in ("and", "и", "до")):
            return (start, day), begin, place
    return (day,), at, place


def _range_begin(reader: Reader, place: int) -> int:
    before = place - 2 if reader.word(place - 1) == "the" else place - 1
    return before if reader.word(before) in _RANGE_LEADS else place


def _day_number(reader: Reader, place: int) -> tuple[int, int]:
    """Return the day of a month told at a place, and where it begins; (0, place) if none is."""
    token = reader.at(place)
    if 1 <= token.number <= 31 and token.suffix not in ("s", "х", "м"):
        return token.number, place
    ordinal = words.ORDINALS.get(token.word, 0)
    tens = place - 2 if reader.word(place - 1) == "-" else place - 1
    if 0 < ordinal < 10 and reader.word(tens) in words.TENS:
        ordinal += words.TENS[reader.word(tens)]
        return (ordinal, tens) if ordinal <= 31 else (0, place)
    return ordinal, place


def _days_after(reader: Reader, place: int) -> tuple[tuple[int, ...], int]:
    """Return the days told after an English month ("May 7", "May 3-10") and the last token."""
    at = place + 2 if reader.word(place + 1) == "the" else place + 1
    if reader.word(place + 1) == "." and reader.word(place) in words.SHORT_MONTHS:
        at = place + 2
    if not reader.word(place).isascii():
        return (), place
    ordinal = words.ORDINALS.get(reader.word(at), 0)
    day = ordinal or reader.at(at).number
    if not 1 <= day <= 31 or (not ordinal and not reader.at(at).suffix and reader.counts(at)):
        return (), place
    until = reader.at(at + 2).number
    told = (
        reader.word(at + 1) in _SPAN_SIGNS - {"and"} and day < until <= 31 and reader.word(at + 3) not in words.MONTHS
    )
    return ((day, until), at + 2) if told else ((day,), at)


def _is_day(reader: Reader, place: int, first: int) -> bool:
    """Tell whether a day and a month without a year are a date and no street, march or modal verb."""
    word, capital = reader.word(place), reader.at(place).capital
    if any(reader.word(first - back) in words.STREETS for back in (1, 2)):
        return False
    if word in ("may", "march", "mar") and not capital:
        return reader.word(place - 1) == "of" or reader.word(first - 1) in ("on", "the", "since", *_RANGE_LEADS)
    return capital or word not in words.SHORT_MONTHS or not word.isascii()


def _day(reader: Reader, ends: tuple[int, int], year: int, month: int, days: tuple[int, ...]) -> Mention | None:
    first, last = ends
    if reader.word(first) not in _RANGE_LEADS:
        first = reader.begin(first)

    def at_year(year: int) -> Span:
        start, end = day_of(year, month, days[0]), day_of(year, month, days[-1])
        return Span(start.start, end.end, "day" if len(days) == 1 else "range")

    if year:
        return Mention(first, last, at_year(year), "day")
    return Mention(first, last, reader.latest(at_year), "day", at_year)


def _month(reader: Reader, place: int, last: int, year: int, month: int) -> Mention | None:
    lead, first = reader.lead(place)
    at_year = partial(month_of, month=month)
    if year:
        return Mention(reader.begin(place), last, at_year(year), "month")
    if lead and lead != "past":
        span = _recurring(reader, at_year, lead)
        return Mention(reader.begin(first), place, span, "month")
    said = _said_as_month(reader, place)
    if not said:
        return None
    span = reader.latest(at_year)
    return Mention(reader.begin(place), place, span, "month", at_year, alone=said != "mate")


def _recurring(reader: Reader, at_year: Callable[[int], Span], lead: str) -> Span:
    """Return the last, this year's or next of what every year has."""
    calendar = reader.calendar
    if lead == "next":
        return calendar.coming(at_year)
    if lead == "this":
        return at_year(calendar.today.year)
    span = calendar.ended(at_year)
    return at_year(span.first_day.year - 1) if lead == "before last" else span


def _said_as_month(reader: Reader, place: int) -> str:
    """Tell how a bare month is told to be one: "yes", "mate" (beside another time) or ''."""
    if reader.word(place - 1) in words.STREETS or reader.word(place - 2) in words.STREETS:
        return ""
    word = reader.word(place)
    if reader.word(place + 1) in _HYPHENS and reader.word(place + 2) in words.MONTHS:
        return "mate"
    if word in words.CLEAR_MONTHS:
        named = reader.at(place + 1).capital and reader.word(place - 1) not in words.PLACES
        return "" if named else "yes"
    return _said_as_english_month(reader, place) if word.isascii() else _said_as_russian_month(reader, place)


def _said_as_english_month(reader: Reader, place: int) -> str:
    """Tell the same of a word that may be a verb or a name: March, April, May, June, August and abbreviations."""
    before, earlier, after = (reader.word(at) for at in (place - 1, place - 2, place + 1))
    modal = reader.word(place) == "may" and after in _PEOPLE
    possessed = after in ("'", "’") and reader.word(place + 2) == "s"
    if modal or possessed:
        return ""
    portion = before in words.PARTS or (before in _HYPHENS and earlier in words.PARTS)
    inside = before == "of" and (earlier in words.PARTS or earlier in _FROM_INSIDE)
    capital = reader.at(place).capital
    placed = before in words.PLACES and before not in ("by", "of")
    if portion or inside or (placed and (capital or before in ("in", "during", "since", "throughout"))):
        return "yes"
    return "mate" if before in _MATES and capital else ""


def _said_as_russian_month(reader: Reader, place: int) -> str:
    """Tell the same of a Russian month: the preposition before it must go with its case."""
    word, before = reader.word(place), reader.word(place - 1)
    person = reader.at(place).capital and word in ("марта", "мая", "августа", "июня", "июля")
    if word in words.SHORT_MONTHS or person:
        return ""
    if word.endswith(("я", "а")):
        placed = before in words.BEFORE_GENITIVE or words.UNITS.get(before) in ("week", "weekend")
        placed = placed or before in words.WEEKDAYS or before == "день"
    elif word.endswith("е"):
        placed = before in ("в", "во", "о", "об")
    elif word.endswith(("ь", "й", "т")):
        placed = before in ("за", "на", "весь")
    else:
        placed = before in ("к", "ко")
    return "yes" if placed else "mate" if before in _MATES else ""


# --- weekdays ---


def read_weekday(reader: Reader, place: int) -> Mention | None:
    """Read a weekday: the nearest one before today, unless "this" or "next" is said."""
    token = reader.at(place)
    number = words.WEEKDAYS[token.word]
    if token.word in words.SHORT_WEEKDAYS and not token.capital:
        return None
    lead, first = reader.lead(place)
    before = reader.word(place - 1)
    alone = _said_as_weekday(reader, place, lead, before)
    follows = reader.word(place + 1)
    within_month = (lead and follows == "of") or (follows in words.MONTHS and not follows.isascii())
    if within_month or before in words.ASIDE or (reader.habitual and not lead):
        return None
    direction = {"this": 0, "next": 1, "": 1 if reader.future else -1}.get(lead, -1)
    span = reader.calendar.weekday(number, direction)
    return Mention(reader.begin(first), place, span, "weekday", alone=alone)


def _said_as_weekday(reader: Reader, place: int, lead: str, before: str) -> bool:
    token = reader.at(place)
    if token.word.isascii():
        follows = reader.at(place + 1)
        ends = not follows.word.isalpha() or follows.word in words.PARTS_OF_DAY
        possessive = follows.word in ("'", "’")
        told = before in ("on", "since", "until", "till", "before", "after", "by", "from") or bool(lead)
        return told or (ends and not possessive and token.capital and token.word not in words.SHORT_WEEKDAYS)
    if lead:
        return True
    if before in ("в", "во"):
        surroundings = token.word == "среду" and words.SURROUNDED.match(reader.word(place + 1))
        return token.word.endswith(("к", "г", "у", "ье", "ие")) and not surroundings
    return before in ("с", "со", "до", "после") and token.word.endswith(("а", "ы", "я", "у", "и"))


# --- seasons ---


def read_season(reader: Reader, place: int) -> Mention | None:
    """Read a season: of a year, the last, this or next one, or else the latest that has begun."""
    word = reader.word(place)
    at_year = partial(season_of, season=words.SEASONS[word])
    lead, first = reader.lead(place)
    year, last = reader.year(place + 1)
    if year and word != "лет":
        if reader.word(last + 1) in _HYPHENS and reader.at(last + 2).number == year + 1:  # "winter 2022-2023"
            year, last = year + 1, reader.after_year(last + 2)
        return Mention(reader.begin(place), last, at_year(year), "season")
    if reader.word(place + 1) == "before" and reader.word(place + 2) == "last":
        return Mention(reader.begin(place), place + 2, _recurring(reader, at_year, "before last"), "season")
    if lead and lead != "past":
        return Mention(reader.begin(first), place, _recurring(reader, at_year, lead), "season")
    if reader.habitual or reader.word(place - 1) in words.ASIDE or not _said_as_season(reader, place):
        return None
    return Mention(reader.begin(place), place, reader.latest(at_year), "season", at_year)


def _said_as_season(reader: Reader, place: int) -> bool:
    word, before = reader.word(place), reader.word(place - 1)
    if not word.isascii():
        if word in ("летом", "осенью", "зимой", "весной"):
            return before not in ("с", "со", "под", "над", "перед", "за")
        genitive = before in words.PARTS and word in ("лета", "осени", "зимы", "весны")
        return genitive or (before in ("до", "после", "с", "со", "за", "все", "всю") and word not in ("лету", "лете"))
    if before in words.PARTS or (before == "of" and reader.word(place - 2) in words.PARTS):
        return True
    if before == "the":
        return reader.word(place - 2) in words.PLACES
    return before in words.PLACES and before not in ("by", "of", "before", "after", "until")


# --- years ---


def read_year(reader: Reader, place: int) -> Mention | None:
    """Read a year that stands alone: after a preposition or before the word for year."""
    if not reader.is_year(place):
        return None
    year, last = reader.at(place).number, reader.after_year(place)
    mention = Mention(reader.begin(place), last, year_of(year), "year")
    if last > place:
        return mention
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        return None
    before, earlier = reader.word(place - 1), reader.word(place - 2)
    inside = before == "of" and (earlier in words.PARTS or earlier in _FROM_INSIDE)
    if before in _YEAR_LEADS or before in words.PARTS or inside or (before == "the" and earlier == "of"):
        return mention
    if before == "to" and earlier in ("up", "prior"):
        return replace(mention, first=place)
    mates = before in _MATES or reader.word(place + 1) in _SPAN_SIGNS
    return replace(mention, first=place, alone=False) if mates else None


def read_decade(reader: Reader, place: int) -> Mention | None:
    """Read a decade: "the 1990s", "in the 90s", «в 90-х»."""
    token = reader.at(place)
    start = token.number if len(token.word) == 4 else token.number + 1900 if len(token.word) == 2 else 0
    told = reader.word(place - 1) in ("the", "в", "во", *words.PARTS) or len(token.word) == 4
    told = told and (
        token.suffix != "е" or not reader.word(place + 1).isalpha() or reader.word(place + 1) in words.YEAR_WORDS
    )
    if not told or start % 10 or not _FIRST_YEAR <= start <= _LAST_YEAR:
        return None
    if len(token.word) == 2 and token.number < 20:
        return None
    return Mention(reader.begin(place), reader.after_year(place), year_of(start, 10), "year")
