"""Axes: round steps for figures and for durations."""

from __future__ import annotations

import math

__all__ = ["figure_text", "figure_ticks", "hours_text", "hours_ticks"]

_MINUTE = 1 / 60
_ROUND_HOURS = (
    *(_MINUTE * each for each in (1, 2, 5, 10, 15, 30)),
    *(1, 2, 3, 6, 12),
    *(24 * each for each in (1, 2, 5, 7, 10, 14, 30, 60, 90, 180, 365)),
)


def figure_ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Return at most `most` + 1 round figures from `low` to `high`."""
    span = high - low
    if span <= 0 or not math.isfinite(span):
        return [low]
    power = 10.0 ** math.floor(math.log10(span / most))
    step = next(each * power for each in (1, 2, 5, 10) if each * power * most >= span * 0.999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [each * step for each in range(first, last + 1)]


def hours_ticks(span: float, most: int = 6) -> list[float]:
    """Return round durations in hours from 0 to `span` hours."""
    if span <= 0:
        return [0.0]
    rounds = (each for each in _ROUND_HOURS if each * most >= span * 0.999)
    step = next(rounds, 365 * 24 * math.ceil(span / (365 * 24 * most)))
    return [each * step for each in range(math.floor(span / step + 1e-9) + 1)]


def hours_text(hours: float) -> str:
    """Return a duration in its largest round unit: '30 s', '15 min', '6 h', '2 d', '1.5 d'."""
    if hours >= 48 or (hours >= 24 and hours % 24 == 0):
        return f"{hours / 24:.3g} d"
    if hours >= 1 or hours == 0:
        return f"{hours:.3g} h"
    return f"{hours * 60:.3g} min" if hours >= _MINUTE else f"{hours * 3600:.3g} s"


def figure_text(value: float) -> str:
    """Return a figure in a few digits."""
    return f"{value:.0f}" if value == round(value) and abs(value) < 1e7 else f"{value:.3g}"
