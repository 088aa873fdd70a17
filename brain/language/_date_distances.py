"""Times told by their distance from now: yesterday, two weeks ago, last month, this morning."""

from __future__ import annotations

from brain.language import _date_words as words
from brain.language._calendar import Span, part_of_day
from brain.language._date_reader import Mention, Reader

__all__ = ["read_day_word", "read_ordinal_day", "read_part_of_day", "read_unit"]

_OFFSETS = {"last": -1, "before last": -2, "this": 0, "next": 1}
_SOME = {"minute": 30, "hour": 12, "day": 7, "week": 4, "weekend": 2, "month": 6, "quarter": 2, "year": 5}
_HALVES = {"полгода": ("month", 6), "полугода": ("month", 6), "полчаса": ("minute", 30)}
_PLURAL_LEADS = ("ые", "ие", "ых", "их", "ыми", "ими")
_PLURALS = frozenset(("minutes", "hours", "days", "weeks", "weekends", "months", "quarters", "years"))
_MOST = 10_000
_BARE_PARTS = {"утром": "morning", "вечером": "evening", "ночью": "night"}


def read_day_word(reader: Reader, place: int) -> Mention | None:
    """Read "yesterday", "the day before yesterday", "tonight" and their kin."""
    word = reader.word(place)
    offset, first = words.DAY_WORDS[word], place
    if word in ("yesterday", "tomorrow") and reader.word(place - 1) == ("before" if offset < 0 else "after"):
        if reader.word(place - 2) == "day":
            offset, first = offset * 2, place - 2
            first -= reader.word(first - 1) == "the"
    span = reader.calendar.day(offset)
    last = place + 1 if reader.word(place + 1) in ("день", "дня", "дню", "днем", "дне") and len(word) > 7 else place
    if word == "tonight":
        return Mention(first, place, part_of_day(span, "night"), "day")
    return Mention(first, last, span, "day")


def read_part_of_day(reader: Reader, place: int) -> Mention | None:
    """Read a part of a day: of this one, of the last, or of a day that stands beside it."""
    word = reader.word(place)
    part = words.PARTS_OF_DAY[word]
    today = reader.calendar.day(0)
    lead, first = reader.lead(place)
    if lead in ("last", "this"):
        span = part_of_day(today if lead == "this" else reader.calendar.day(-1), part)
        if lead == "this" and part == "night" and not word.isascii():
            span = _latest_part(reader, part)
        return Mention(reader.begin(first), place, span, "part of day", part=part)
    before = reader.word(place - 1)
    if word in _BARE_PARTS and not reader.habitual and before not in words.HOLIDAY_LEADS:
        return Mention(place, place, _latest_part(reader, part), "part of day", part=part)
    first = reader.begin(place)
    return Mention(first, place, part_of_day(today, part), "part of day", part=part, alone=False)


def _latest_part(reader: Reader, part: str) -> Span:
    span = part_of_day(reader.calendar.day(0), part)
    return span if span.start <= reader.calendar.now else part_of_day(reader.calendar.day(-1), part)


def read_ordinal_day(reader: Reader, place: int) -> Mention | None:
    """Read a day of the month without the month: "on the 7th", «7-го числа»."""
    token = reader.at(place)
    russian = reader.word(place + 1) in ("числа", "число")
    english = reader.word(place - 1) == "the" and reader.word(place - 2) == "on" and not reader.word(place + 1).isalpha()
    if not 1 <= token.number <= 31 or not (russian or (english and token.suffix in ("st", "nd", "rd", "th"))):
        return None
    calendar = reader.calendar
    for back in range(3):
        month = calendar.unit("month", -back)
        day = Span(month.start + (token.number - 1) * 86_400.0, month.start + token.number * 86_400.0, "day")
        if day.end <= month.end and day.start <= calendar.now:
            return Mention(reader.begin(place), place + russian, day, "day")
    return None


# --- units ---


def read_unit(reader: Reader, place: int) -> Mention | None:
    """Read what is told in units: "two weeks ago", "last month", "the past three days", "this year"."""
    word = reader.word(place)
    unit = words.UNITS[word]
    if word.startswith("прошлогодн"):
        return Mention(place, place, reader.calendar.unit("year", -1), "unit")
    return _ago(reader, place, unit) or _rolling(reader, place, unit) or _recurring(reader, place, unit)


def _ago(reader: Reader, place: int, unit: str) -> Mention | None:
    """Read a number of units before or after now."""
    last = place + 1
    inverted = reader.word(place + 2) == "назад" and reader.word(place + 1) in words.NUMBERS
    if inverted:
        last = place + 2
    elif reader.word(last) == "тому" and reader.word(last + 1) == "назад":
        last += 1
    past = reader.word(last) in ("ago", "назад")
    future = reader.word(last) == "from" and reader.word(last + 1) == "now"
    if not past and not future:
        return None
    numbers = words.NUMBERS[reader.word(place + 1)] if inverted else None
    least, most, first = (*numbers, place) if numbers else _number(reader, place)
    if not least and reader.word(place).isascii():
        return None
    unit, size = _HALVES.get(reader.word(place), (unit, 1))
    if reader.word(place - 1) == "полтора" and unit == "year":
        unit, size, first = "month", 18, place - 1
    if reader.word(first - 1) == "half" and unit in ("year", "hour"):
        unit, size, first = ("month", 6, first - 1) if unit == "year" else ("minute", 30, first - 1)
    least, most = (least or 1) * size, (most or 1) * size
    span = reader.calendar.away(unit, -least, -most) if past else reader.calendar.away(unit, most, least)
    return Mention(first, last + future, span, "unit")


def _number(reader: Reader, place: int) -> tuple[int, int, int]:
    """Return how many units are told before a place, at least and at most, and where; zeros if no number is."""
    at = place - 1
    if reader.word(at) == "of":
        at -= 1
    least, most = _amount(reader, at)
    if not least:
        return 0, 0, place
    if reader.word(at - 1) in ("or", "to", "или", "-", "–") and _amount(reader, at - 2)[0]:
        least, at = min(least, _amount(reader, at - 2)[0]), at - 2
    return least, most, at - 1 if reader.word(at - 1) in ("a", "the") and reader.word(at) in ("few", "couple") else at


def _amount(reader: Reader, place: int) -> tuple[int, int]:
    number = reader.at(place).number
    if 0 < number <= _MOST and not reader.at(place).suffix:
        return number, number
    return words.NUMBERS.get(reader.word(place), (0, 0))


def _rolling(reader: Reader, place: int, unit: str) -> Mention | None:
    """Read the time that reaches up to now: "the past week", "in the last three days", «за последний месяц»."""
    _, most, at = _number(reader, place)
    lead, first = reader.lead(at)
    if reader.word(place + 1) == "of" or lead not in ("past", "last"):
        return None
    english = reader.word(first) == "last"
    open_ended = lead == "past" or (english and (most or reader.word(first - 1) == "the"))
    if not open_ended and not (most and lead == "last"):
        return None
    word = reader.word(place)
    plural = word in _PLURALS or (not word.isascii() and reader.word(first).endswith(_PLURAL_LEADS))
    if not most and not plural and (unit in ("minute", "day") or (unit == "hour" and not word.isascii())):
        return None
    count = most or (_SOME[unit] if plural else 1)
    return Mention(reader.begin(first), place, reader.calendar.rolling(unit, count), "unit")


def _recurring(reader: Reader, place: int, unit: str) -> Mention | None:
    """Read this, the last or the next week, weekend, month, quarter or year."""
    if unit in ("minute", "hour", "day"):
        return _other_day(reader, place)
    lead, first = reader.lead(place)
    calendar = reader.calendar
    if reader.word(place + 1) == "before" and reader.word(place + 2) == "last":
        return Mention(reader.begin(place), place + 2, calendar.unit(unit, -2), "unit")
    if unit == "weekend" and lead in ("", "last", "past"):
        told = lead or (reader.word(place - 1) == "the" and reader.word(place - 2) in ("on", "over", "during", "at"))
        told = told or reader.word(place - 1) in ("на", "в")
        return Mention(reader.begin(first), place, calendar.last_weekend(), "unit") if told else None
    offset = _OFFSETS.get(lead)
    anaphoric = lead == "next" and reader.word(first - 1) == "the"
    many = unit != "weekend" and (reader.word(place) in _PLURALS or reader.word(first).endswith(_PLURAL_LEADS))
    if offset is None or anaphoric or many:
        return None
    return Mention(reader.begin(first), place, calendar.unit(unit, offset), "unit")


def _other_day(reader: Reader, place: int) -> Mention | None:
    """Read "the other day" and «на днях»: some day of the last seven."""
    english = reader.word(place) == "day" and reader.word(place - 1) == "other" and reader.word(place - 2) == "the"
    if english or (reader.word(place) == "днях" and reader.word(place - 1) == "на"):
        first = place - 2 if english else place - 1
        return Mention(first, place, reader.calendar.rolling("day", 7), "unit")
    return None
