"""Intervals of the calendar as seen from one moment: days, weeks, months, seasons, years and what is left of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

__all__ = ["Calendar", "Span", "day_of", "month_of", "part_of_day", "season_of", "third", "year_of"]

_EPOCH = date(1970, 1, 1).toordinal()
_DAY = 86_400.0
_HOUR = 3_600.0
_SECONDS = {"minute": 60.0, "hour": _HOUR}
_SEASON_MONTH = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_HOURS = {"morning": (5, 12), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
_MONTHS = {"month": 1, "quarter": 3, "season": 3, "year": 12, "decade": 120}
_NEAR_YEARS = 9  # back to the last 29 February
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Span:
    """An interval of time: from `start` up to, but not including, `end` (Unix seconds, UTC)."""

    start: float
    end: float
    precision: str

    @property
    def first_day(self) -> date:
        """The day in which the interval begins."""
        return date.fromordinal(int(self.start // _DAY) + _EPOCH)


def _start(day: date) -> float:
    return (day.toordinal() - _EPOCH) * _DAY


def _days(first: date, count: int, precision: str) -> Span:
    start = _start(first)
    return Span(start, start + count * _DAY, precision)


def day_of(year: int, month: int, day: int) -> Span:
    """Return a day. ValueError if there is none such."""
    return _days(date(year, month, day), 1, "day")


def _months(year: int, month: int, count: int, precision: str) -> Span:
    """Return `count` months from one on; `month` may be any number, 0 being the December before."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    last = month - 1 + count
    return Span(_start(date(year, month, 1)), _start(date(year + last // 12, last % 12 + 1, 1)), precision)


def month_of(year: int, month: int) -> Span:
    """Return a month of a year."""
    return _months(year, month, 1, "month")


def year_of(year: int, count: int = 1) -> Span:
    """Return a year, or the decade that begins with it."""
    return _months(year, 1, 12 * count, "year" if count == 1 else "decade")


def season_of(year: int, season: str) -> Span:
    """Return a season of the northern hemisphere; the winter of a year is the one that ends in it."""
    first = _SEASON_MONTH[season]
    return _months(year - 1 if season == "winter" else year, first, 3, "season")


def part_of_day(day: Span, part: str) -> Span:
    """Return the morning, afternoon, evening or night of a day; a night is the one that begins then."""
    first, last = _HOURS[part]
    return Span(day.start + first * _HOUR, day.start + last * _HOUR, "part of day")


def third(span: Span, number: int) -> Span:
    """Return the first (0), second or last third of an interval: in months, or in days where it is no longer."""
    first, months = span.first_day, _MONTHS.get(span.precision, 0) // 3
    if months:
        return _months(first.year, first.month + number * months, months, "range")
    days = round((span.end - span.start) / _DAY)
    edges = [round(days * part / 3) for part in range(4)]
    return Span(span.start + edges[number] * _DAY, span.start + edges[number + 1] * _DAY, "range")


class Calendar:
    """The calendar as seen from one moment.

    Args:
        now: Unix seconds.

    Every method raises ValueError or OverflowError for what lies outside the years 1 to 9999.

    """

    def __init__(self, now: float) -> None:
        self.now = now
        self.today = date.fromordinal(int(now // _DAY) + _EPOCH)

    def day(self, offset: int) -> Span:
        """Return the day that lies `offset` days from today."""
        return _days(self.today + timedelta(days=offset), 1, "day")

    def unit(self, unit: str, offset: int) -> Span:
        """Return this (0), the last (-1), the next (1) ... day, week, weekend, month, quarter or year."""
        if unit == "day":
            return self.day(offset)
        if unit in ("week", "weekend"):
            monday = self.today - timedelta(days=self.today.weekday()) + timedelta(days=7 * offset)
            return (
                _days(monday, 7, "week") if unit == "week" else _days(monday + timedelta(days=_SATURDAY), 2, "weekend")
            )
        months = _MONTHS[unit]
        first = (self.today.month - 1) // months * months + 1
        return _months(self.today.year, first + months * offset, months, unit)

    def last_weekend(self) -> Span:
        """Return the last weekend that is over."""
        span = self.unit("weekend", 0)
        return span if span.end <= self.now else self.unit("weekend", -1)

    def away(self, unit: str, least: int, most: int) -> Span:
        """Return the time between `most` and `least` units away; negative numbers are the past, `most` <= `least`.

        Days, months and years are the calendar's; weeks are the seven days around that day; hours and minutes are
        half a unit wide to either side.
        """
        exact = least == most
        if unit in _SECONDS:
            size = _SECONDS[unit]
            return Span(self.now + (most - 0.5) * size, self.now + (least + 0.5) * size, unit if exact else "range")
        if unit == "week":
            first = self.today + timedelta(days=7 * most - 3)
            return _days(first, 7 * (least - most + 1), "week" if exact else "range")
        if unit == "weekend":
            last = self.last_weekend().first_day
            first, end = (last + timedelta(days=7 * (weeks + 1)) for weeks in (most, least))
            return Span(_start(first), _start(end) + 2 * _DAY, "weekend" if exact else "range")
        return Span(self.unit(unit, most).start, self.unit(unit, least).end, unit if exact else "range")

    def rolling(self, unit: str, count: int) -> Span:
        """Return the last `count` units up to and including today (to this second for hours and minutes)."""
        if unit in _SECONDS:
            return Span(self.now - count * _SECONDS[unit], self.now + 1.0, "range")
        if unit == "weekend":
            return Span(self.away(unit, -1, -count).start, self.last_weekend().end, "range")
        end = self.day(0).end
        if unit in ("day", "week"):
            return Span(end - (7 if unit == "week" else 1) * count * _DAY - _DAY, end, "range")
        month = self.unit("month", -count * _MONTHS[unit])
        within = min(self.today.day - 1, round((month.end - month.start) / _DAY) - 1)
        return Span(month.start + within * _DAY, end, "range")

    def weekday(self, number: int, direction: int) -> Span:
        """Return the nearest such weekday before today (-1) or after it (1), or that of this week (0)."""
        ahead = number - self.today.weekday()
        if direction < 0 <= ahead:
            ahead -= 7
        elif direction > 0 >= ahead:
            ahead += 7
        return self.day(ahead)

    def nearest(self, at_year: Callable[[int], Span]) -> Span:
        """Return the latest of what every year has that does not begin in the future."""
        return self._latest(at_year, lambda span: span.start <= self.now)

    def ended(self, at_year: Callable[[int], Span]) -> Span:
        """Return the latest of what every year has that is over."""
        return self._latest(at_year, lambda span: span.end <= self.now)

    def coming(self, at_year: Callable[[int], Span]) -> Span:
        """Return the first of what every year has that begins in the future."""
        return self._first(range(self.today.year, self.today.year + _NEAR_YEARS), at_year, lambda s: s.start > self.now)

    def _latest(self, at_year: Callable[[int], Span], fits: Callable[[Span], bool]) -> Span:
        year = self.today.year + 1  # a winter is told by the year in which it ends
        return self._first(range(year, year - _NEAR_YEARS, -1), at_year, fits)

    @staticmethod
    def _first(years: range, at_year: Callable[[int], Span], fits: Callable[[Span], bool]) -> Span:
        for year in years:
            try:
                span = at_year(year)
            except ValueError:  # no 29 February
                continue
            if fits(span):
                return span
        raise ValueError("no such date near this year")
