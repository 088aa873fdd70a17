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
_EARLIEST = -62_135_510_400.0  # 0001-01-02
_LATEST = 253_402_128_000.0  # 9999-12-30
_HYPHENS = frozenset(("-", "–", "—"))
_TO = frozenset(("to", "until", "till", "through", "по")) | _HYPHENS
_LEADS = frozenset(("from", "between", "с", "со", "от", "между"))
_INSTRUMENTAL = ("ом", "ем", "ей", "ой", "ью", "ами", "ями")


def join(reader: Reader, mentions: list[Mention]) -> list[Mention]:
    """Join what belongs together; drop what names no time by itself."""
    for pair in (_same_day, _around_day, _range, _shared_year):
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
    elif other.kind == "part of day" and _is_day(one) and not gap:
        span = part_of_day(one.span, other.part)
        if other.part == "night" and reader.word(one.last) == "сегодня" and span.start > reader.calendar.now:
            span = part_of_day(reader.calendar.day(-1), "night")
    elif one.kind == "weekday" and other.kind == "day" and _is_day(other):
        return [replace(other, first=one.first)]
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
    shift = (other.span.start - one.span.end) // _WEEK * _WEEK if before else -((one.span.start - other.span.end) // _WEEK) * _WEEK
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
    if one.at_year and other.span.start < first.start or (one.at_year and not other.at_year):
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


def _shared_year(reader: Reader, one: Mention, other: Mention) -> list[Mention] | None:
    """Give the first of two the year that is told once for both: "in May and June 2023"."""
    gap = _between(reader, one, other)
    if len(gap) != 1 or gap[0] not in ("and", "or", "и", "или", ",") or not one.at_year or other.at_year:
        return None
    if other.kind != one.kind:
        return None
    return [replace(one, span=_year_before(one.at_year, other.span), at_year=None, alone=True), replace(other, alone=True)]


def _portion(reader: Reader, mention: Mention) -> Mention:
    """Take the part that is told before: "early", "the end of", "the second week of", "the first half of"."""
    if mention.span.precision not in ("month", "season", "year", "week"):
        return mention
    at = mention.first - 1
    if reader.word(at) in _HYPHENS:
        at -= 1
    if reader.word(mention.first) in ("in", "в") or (reader.word(at) == "the" and reader.word(mention.first) != "of"):
        return mention
    number = words.PARTS.get(reader.word(at))
    if number is not None:
        return replace(mention, first=reader.begin(at), span=third(mention.span, number))
    ordinal = words.ORDINALS.get(reader.word(at - 1)) or reader.at(at - 1).number
    last = reader.word(at - 1) == "last" or reader.word(at - 1).startswith("последн")
    span = _piece(mention.span, reader.word(at), 5 if last else ordinal)
    return replace(mention, first=reader.begin(at - 1), span=span) if span else mention


def _piece(span: Span, name: str, number: int) -> Span | None:
    if span.precision == "month" and words.UNITS.get(name) == "week" and 1 <= number <= 5:
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
    latest = max(reader.calendar.day(0).end, span.end + _DAY)
    if side == "before":
        span = Span(_EARLIEST, span.start, side)
    elif side == "until":
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
    first = at - 2 if least else at - 1
    if least:  # a distance
        sign = -1 if side == "before" else 1
        near, far = sorted((sign * least * days, sign * most * days))
        slack = {"day": 0, "week": 3, "month": 10}[unit]
        span = Span(mention.span.start + (near - slack) * _DAY, mention.span.end + (far + slack) * _DAY, "day" if unit == "day" and least == most else "range")
    elif side == "before":
        span = Span(mention.span.start - days * _DAY, mention.span.start, unit)
    else:
        span = Span(mention.span.end, mention.span.end + days * _DAY, unit)
    return Mention(reader.begin(first), mention.last, span, "unit")
