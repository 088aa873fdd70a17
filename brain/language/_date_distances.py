"""Times told by their distance from now: yesterday, two weeks ago, last month, this morning."""

from __future__ import annotations

from brain.language import _date_words as words
from brain.language._calendar import Span, part_of_day, third
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
    beyond = ("day", {"yesterday": "before", "tomorrow": "after"}.get(word))
    if (reader.word(place - 2), reader.word(place - 1)) == beyond:
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
    if word in _BARE_PARTS and not reader.habitual and before not in words.NO_PART_OF_DAY:
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
    english = _is_the_day(reader, place) and not reader.word(place + 1).isalpha()
    if not 1 <= token.number <= 31 or not (russian or (english and token.suffix in ("st", "nd", "rd", "th"))):
        return None
    calendar = reader.calendar
    if russian and reader.lead(place + 3)[0]:  # of a month that is told next
        return None
    for back in range(3):
        month = calendar.unit("month", -back)
        day = Span(month.start + (token.number - 1) * 86_400.0, month.start + token.number * 86_400.0, "day")
        if day.end <= month.end and day.start <= calendar.now:
            return Mention(reader.begin(place), place + russian, day, "day")
    return None


def _is_the_day(reader: Reader, place: int) -> bool:
    """Tell whether "on the" or "Tuesday the" stands before a place."""
    before = [token.word for token in reader.tokens[max(place - 2, 0) : place]]
    return before[1:] == ["the"] and (before[0] == "on" or before[0] in words.WEEKDAYS)


# --- units ---


def read_unit(reader: Reader, place: int) -> Mention | None:
    """Read what is told in units: "two weeks ago", "last month", "the past three days", "this year"."""
    word = reader.word(place)
    unit = words.UNITS[word]
    if word.startswith("прошлогодн"):
        return Mention(place, place, reader.calendar.unit("year", -1), "unit")
    return (
        _ago(reader, place, unit)
        or _ahead(reader, place, unit)
        or _rolling(reader, place, unit)
        or _recurring(reader, place, unit)
    )


def _ago(reader: Reader, place: int, unit: str) -> Mention | None:
    """Read a number of units before or after now."""
    last = place + 1
    inverted = reader.word(place + 1) in words.NUMBERS and reader.word(place + 2) in ("назад", "тому")
    if inverted:
        last = place + 2
    if reader.word(last) == "тому" and reader.word(last + 1) == "назад":
        last += 1
    past = reader.word(last) in ("ago", "назад")
    future = reader.word(last) == "from" and reader.word(last + 1) == "now"
    if not past and not future:
        return None
    numbers = words.NUMBERS[reader.word(place + 1)] if inverted else None
    least, most, first = (*numbers, place) if numbers else _number(reader, place)
    if not least and reader.word(place) not in words.ONE and reader.word(place - 1) != "полтора":
        return None
    unit, size = _HALVES.get(reader.word(place), (unit, 1))
    if reader.word(place - 1) == "полтора" and unit == "year":
        unit, size, first = "month", 18, place - 1
    if reader.word(first - 1) == "half" and unit in ("year", "hour"):
        unit, size, first = ("month", 6, first - 1) if unit == "year" else ("minute", 30, first - 1)
    least, most = (least or 1) * size, (most or 1) * size
    span = reader.calendar.away(unit, -least, -most) if past else reader.calendar.away(unit, most, least)
    return Mention(first, last + future, span, "unit")


def _ahead(reader: Reader, place: int, unit: str) -> Mention | None:
    """Read "in two weeks" and «через неделю» where the text speaks of the future; in the past they are durations."""
    least, most, first = _number(reader, place)
    before = reader.word(first - 1)
    if before == "через":
        if reader.narrated or reader.word(place + 1) == "после":
            return None
    elif before != "in" or not least or not reader.planned:
        return None
    unit, size = _HALVES.get(reader.word(place), (unit, 1))
    span = reader.calendar.away(unit, (most or 1) * size, (least or 1) * size)
    return Mention(first - 1, place, span, "unit")


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
    plural = word in _PLURALS or (word != "сутки" and not word.isascii() and reader.word(first).endswith(_PLURAL_LEADS))
    if (
        not most
        and not plural
        and (unit == "minute" or (unit == "day" and word != "сутки") or (unit == "hour" and not word.isascii()))
    ):
        return None
    count = most or (_SOME[unit] if plural else 1)
    return Mention(reader.begin(first), place, reader.calendar.rolling(unit, count), "unit")


def _recurring(reader: Reader, place: int, unit: str) -> Mention | None:
    """Read this, the last or the next week, weekend, month, quarter or year."""
    if unit in ("minute", "hour", "day"):
        return _other_day(reader, place)
    lead, first = reader.lead(place)
    calendar = reader.calendar
    last_but_one = reader.word(place + 1) == "before" and reader.word(place + 2) == "last"
    if last_but_one and reader.word(place) not in _PLURALS and reader.word(place + 3) not in words.ANCHORS:
        return Mention(reader.begin(place), place + 2, calendar.unit(unit, -2), "unit")
    if unit == "weekend" and lead in ("", "last", "past"):
        told = lead or (reader.word(place - 1) == "the" and reader.word(place - 2) in ("on", "over", "during", "at"))
        told = told or reader.word(place - 1) in ("на", "в") or _bounded(reader, place)
        return Mention(reader.begin(first), place, calendar.last_weekend(), "unit") if told else None
    offset = _OFFSETS.get(lead)
    if not lead and _parted(reader, place):
        return _part_of_this(reader, place, unit)
    anaphoric = lead == "next" and reader.word(first - 1) == "the"
    anaphoric = anaphoric or (lead == "last" and reader.word(place + 1) == "of")
    many = unit != "weekend" and (reader.word(place) in _PLURALS or reader.word(first).endswith(_PLURAL_LEADS))
    if offset is None or anaphoric or many:
        return None
    return Mention(reader.begin(first), place, calendar.unit(unit, offset), "unit")


def _bounded(reader: Reader, place: int) -> bool:
    before = reader.word(place - 2) if reader.word(place - 1) == "the" else reader.word(place - 1)
    return before in words.BOUNDS and before != "by"


def _parted(reader: Reader, place: int) -> bool:
    """Tell whether a unit is the current one, as in "the end of the year" and «с начала года»."""
    word = reader.word(place)
    if word.isascii():
        return [reader.word(place - 1), reader.word(place - 2)] == ["the", "of"] and reader.word(
            place - 3
        ) in words.PARTS
    return word in ("года", "месяца", "недели") and reader.word(place - 1) in words.PARTS


def _part_of_this(reader: Reader, place: int, unit: str) -> Mention:
    at = place - (3 if reader.word(place).isascii() else 1)
    span = reader.calendar.unit(unit, 0)
    passed = third(span, words.PARTS[reader.word(at)]).start <= reader.calendar.now
    if not (
        passed or reader.future or _bounded(reader, at) or {"к", "by"} & {reader.word(at - 1), reader.word(at - 2)}
    ):
        span = reader.calendar.unit(unit, -1)
    return Mention(reader.begin(place), place, span, "unit")


def _other_day(reader: Reader, place: int) -> Mention | None:
    """Read "the other day" and «на днях»: some day of the last seven."""
    english = reader.word(place) == "day" and reader.word(place - 1) == "other" and reader.word(place - 2) == "the"
    if english or (reader.word(place) == "днях" and reader.word(place - 1) == "на"):
        first = place - 2 if english else place - 1
        return Mention(first, place, reader.calendar.rolling("day", 7), "unit")
    return None
