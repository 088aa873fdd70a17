"""Mentions of time that belong together: a day and its morning, the two ends of a range, a bound."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from brain.language import _date_words as words
from brain.language._calendar import Span, part_of_day, third
from brain.language._date_reader import Mention, Reader

__all__ = ["join"]

_DAY = 86_400.0
_WEEK = 7 * _DAY
_LAST = 31  # "the last week of May"
_EARLIEST = -62_135_510_400.0  # 0001-01-02
_LATEST = 253_402_128_000.0  # 9999-12-30
_HYPHENS = frozenset(("-", "–", "—"))
_TO = frozenset(("to", "until", "till", "through", "по")) | _HYPHENS
_LEADS = frozenset(("from", "between", "с", "со", "от", "между"))
_BEFORE_TO = {"up": "until", "prior": "before"}
_INSTRUMENTAL = ("ом", "ем", "ей", "ой", "ью", "ами", "ями")


def join(reader: Reader, mentions: list[Mention]) -> list[Mention]:
    """Join what belongs together; drop what names no time by itself."""
    for pair in (_same_day, _around_day, _range, _listed):
        mentions = _pairs(reader, mentions, pair)
    mentions = [mention for mention in mentions if mention.alone]
    return [_bound(reader, _portion(reader, mention)) for mention in mentions]


def _pairs(
    reader: Reader, mentions: list[Mention], joined: Callable[[Reader, Mention, Mention], list[Mention] | None]
) -> list[Mention]:
    result: list[Mention] = []
    for mention in mentions:
        pair = joined(reader, result[-1], mention) if result else None
        if pair is None:
            result.append(mention)
        else:
            result[-1:] = pair
    return result


def _between(reader: Reader, one: Mention, other: Mention) -> list[str]:
    return [reader.word(place) for place in range(one.last + 1, other.first)]


def _is_day(mention: Mention) -> bool:
    return mention.span.precision == "day"


def _same_day(reader: Reader, one: Mention, other: Mention) -> list[Mention] | None:
    """Join a day with a part of it, and a weekday with its date or its week."""
    gap = _between(reader, one, other)
    if gap not in ([], [","], ["the"], [",", "the"]):
        return None
    span = None
    if one.kind == "part of day" and _is_day(other) and not gap:
        span = part_of_day(other.span, one.part)
        if reader.word(other.first) == "на":  # «в ночь на понедельник» begins the day before
            span = Span(span.start - _DAY, span.end - _DAY, span.precision)
    elif other.kind == "part of day" and _is_day(one) and not gap:
        span = part_of_day(one.span, other.part)
        if other.part == "night" and reader.word(one.last) == "сегодня" and span.start > reader.calendar.now:
            span = part_of_day(reader.calendar.day(-1), "night")
    elif {one.kind, other.kind} == {"weekday", "day"} and _is_day(one) and _is_day(other):
        return [replace(other if one.kind == "weekday" else one, first=one.first, last=other.last)]
    elif one.kind == "weekday" and other.span.precision == "week" and not gap:
        span = _weekday_within(other.span, one.span)
    elif other.kind == "weekday" and one.span.precision == "week" and not gap:
        span = _weekday_within(one.span, other.span)
    return None if span is None else [Mention(one.first, other.last, span, "day")]


def _weekday_within(week: Span, day: Span) -> Span:
    start = week.start + (day.start - week.start) % _WEEK
    return Span(start, start + _DAY, "day")


def _around_day(reader: Reader, one: Mention, other: Mention) -> list[Mention] | None:
    """Join "last weekend before April 10", "the Sunday before 25 October"."""
    gap = _between(reader, one, other)
    if gap[:1] not in (["before"], ["after"], ["перед"], ["до"], ["после"]) or len(gap) != 1 or not _is_day(other):
        return None
    length = one.span.end - one.span.start
    if one.kind != "weekday" and one.span.precision not in ("weekend", "week"):
        return None
    before = gap[0] in ("before", "перед", "до")
    shift = (
        (other.span.start - one.span.end) // _WEEK * _WEEK
        if before
        else -((one.span.start - other.span.end) // _WEEK) * _WEEK
    )
    start = one.span.start + shift
    return [Mention(one.first, other.last, Span(start, start + length, one.span.precision), "unit")]


def _range(reader: Reader, one: Mention, other: Mention) -> list[Mention] | None:
    """Join the two ends of a range."""
    gap = _between(reader, one, other)
    start = one.first
    sign = gap[0] if len(gap) == 1 else reader.word(other.first) if not gap else ""
    led = reader.word(start - 1) in _LEADS or reader.word(start) in _LEADS
    led = led or (reader.word(start - 1) == "the" and reader.word(start - 2) in _LEADS)
    if sign not in _TO and not (led and sign in ("and", "и", "до", "to")):
        return None
    if "part of day" in (one.kind, other.kind):
        return None
    first = one.span
    if one.kind == other.kind == "weekday" and first.start > other.span.start:
        first = Span(first.start - _WEEK, first.end - _WEEK, first.precision)
    if one.at_year and (other.span.start < first.start or not other.at_year):
        first = _year_before(one.at_year, other.span)
    if first.start >= other.span.end:
        return None
    if reader.word(start - 1) in _LEADS:
        start -= 1
    return [Mention(start, other.last, Span(first.start, other.span.end, "range"), "range")]


def _year_before(at_year: Callable[[int], Span], other: Span) -> Span:
    year = other.first_day.year
    span = at_year(year)
    return span if span.start <= other.start else at_year(year - 1)


def _listed(reader: Reader, one: Mention, other: Mention) -> list[Mention] | None:
    """Give each of two what is told once for both: a year after them or a preposition before them."""
    gap = _between(reader, one, other)
    if one.kind == other.kind == "weekday" and one.alone and gap in (["and"], ["or"], ["и"], ["или"]):
        return [one, replace(other, alone=True)]
    if len(gap) != 1 or gap[0] not in ("and", "or", "и", "или", ",") or not one.at_year or other.at_year:
        return None
    if other.kind != one.kind:
        return None
    return [
        replace(one, span=_year_before(one.at_year, other.span), at_year=None, alone=True),
        replace(other, alone=True),
    ]


def _portion(reader: Reader, mention: Mention) -> Mention:
    """Take the part that is told before: "early", "the end of", "the second week of", "the first half of"."""
    if _is_day(mention) and reader.word(mention.first) == "of" and reader.word(mention.first - 1) == "week":
        monday = mention.span.first_day.weekday() * _DAY
        start = mention.span.start - monday
        return Mention(reader.begin(mention.first - 1), mention.last, Span(start, start + _WEEK, "week"), "unit")
    if mention.span.precision not in ("month", "season", "year", "week", "decade"):
        return mention
    at = mention.first - 1
    if reader.word(at) in _HYPHENS:
        at -= 1
    if reader.word(mention.first) in ("in", "в") or (reader.word(at) == "the" and reader.word(mention.first) != "of"):
        return mention
    number = words.PARTS.get(reader.word(at))
    if number is not None:
        ending = number == 2 and reader.word(reader.begin(at) - 1) in ("before", "до")
        span = mention.span if ending else third(mention.span, number)
        return replace(mention, first=reader.begin(at), span=span, part="end" if ending else "")
    if reader.word(at) in ("числа", "число"):
        at -= 1
    day = reader.at(at)
    if mention.kind == "unit" and day.suffix and 1 <= day.number <= 31 and mention.span.precision == "month":
        start = mention.span.start + (day.number - 1) * _DAY
        return replace(mention, first=reader.begin(at), span=Span(start, start + _DAY, "day"))
    ordinal = words.ORDINALS.get(reader.word(at - 1)) or reader.at(at - 1).number
    last = reader.word(at - 1) == "last" or reader.word(at - 1).startswith("последн")
    piece = _piece(mention.span, reader.word(at), _LAST if last else ordinal)
    return replace(mention, first=reader.begin(at - 1), span=piece) if piece else mention


def _piece(span: Span, name: str, number: int) -> Span | None:
    if not 1 <= number <= 31:
        return None
    if span.precision == "month" and (name in words.WEEKDAYS or name in ("day", "день")):
        step = _WEEK if name in words.WEEKDAYS else _DAY
        ahead = (words.WEEKDAYS[name] - span.first_day.weekday()) % 7 if name in words.WEEKDAYS else 0
        start = span.start + ahead * _DAY + (number - 1) * step
        if number == _LAST:
            start = span.start + ahead * _DAY + (span.end - span.start - (ahead + 1) * _DAY) // step * step
        return Span(start, start + _DAY, "day") if start < span.end else None
    if span.precision == "month" and words.UNITS.get(name) == "week" and (number <= 5 or number == _LAST):
        start = min(span.start + (number - 1) * _WEEK, span.end - _WEEK)
        return Span(start, start + _WEEK, "week")
    if name in ("half", "половине", "половину", "половина") and 1 <= number <= 2:
        middle = span.start + round((span.end - span.start) / _DAY / 2) * _DAY
        return Span(span.start, middle, "range") if number == 1 else Span(middle, span.end, "range")
    return None


def _bound(reader: Reader, mention: Mention) -> Mention:
    """Take the time before or after what is told: "since May", "before 2020", «после 7 мая»."""
    at = mention.first - 1
    if reader.word(at) == "the":
        at -= 1
    if mention.kind == "range" or reader.word(mention.first) == "by":
        at = mention.first
    word = reader.word(at)
    if word == "to" and reader.word(at - 1) in _BEFORE_TO:
        at, word = at - 1, _BEFORE_TO[reader.word(at - 1)]
    side = words.BOUNDS.get(word)
    if not side or mention.kind == "range":
        return mention
    if word in ("с", "со") and reader.word(mention.last).endswith(_INSTRUMENTAL):
        return mention
    first = at - 1 if word in ("с", "со") and reader.word(at - 1) == "начиная" else at
    unit = _unit_beside(reader, at, mention, side)
    if unit:
        return unit
    span = mention.span
    if side == "after" and mention.at_year and span.end > reader.calendar.now and not reader.future:
        span = reader.calendar.ended(mention.at_year)
    latest = max(reader.calendar.day(0).end, span.end + _DAY)
    if side == "before" and mention.part != "end":
        span = Span(_EARLIEST, span.start, side)
    elif side in ("before", "until"):
        span = Span(_EARLIEST, span.end, side)
    else:
        span = Span(span.start if side == "since" else span.end, latest, side)
    return replace(mention, first=first, span=span) if span.start < span.end else mention


def _unit_beside(reader: Reader, at: int, mention: Mention, side: str) -> Mention | None:
    """Read "the week before 7 May", "two days after 7 May", «за неделю до 7 мая»."""
    unit = words.UNITS.get(reader.word(at - 1))
    if side not in ("before", "after") or unit not in ("day", "week", "month") or not _is_day(mention):
        return None
    token = reader.at(at - 2)
    least, most = words.NUMBERS.get(token.word, (0, 0)) if token.number < 0 else (token.number, token.number)
    days = {"day": 1, "week": 7, "month": 30}[unit]
    if token.word == "за":
        least = most = 1
    first = at - 2 if least else at - 1
    if least:  # a distance
        sign = -1 if side == "before" else 1
        near, far = sorted((sign * least * days, sign * most * days))
        slack = {"day": 0, "week": 3, "month": 10}[unit]
        span = Span(
            mention.span.start + (near - slack) * _DAY,
            mention.span.end + (far + slack) * _DAY,
            "day" if unit == "day" and least == most else "range",
        )
    elif side == "before":
        span = Span(mention.span.start - days * _DAY, mention.span.start, unit)
    else:
        span = Span(mention.span.end, mention.span.end + days * _DAY, unit)
    return Mention(reader.begin(first), mention.last, span, "unit")
