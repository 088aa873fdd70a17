"""Line charts over the hours of a run, as SVG that stays readable at the width of a phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from simulations.report.axes import figure_text, figure_ticks, hours_text, hours_ticks
from simulations.report.markup import Markup, join, number, tag

__all__ = ["Line", "legend", "line_chart"]

_WIDTH, _LEFT, _RIGHT, _TOP, _BOTTOM = 360.0, 34.0, 22.0, 8.0, 24.0
_MOST_POINTS = 240
_APART = 10.0


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its name, (hours, value) points in order, and whether it moves in steps; `dotted` marks each point."""

    name: str
    points: Sequence[tuple[float, float]]
    stepped: bool = False
    dotted: bool = False


@dataclass(frozen=True, slots=True)
class _Scale:
    hours: float
    low: float
    high: float
    height: float

    def x(self, hours: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (hours / self.hours if self.hours else 0.0)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return _TOP + (self.height - _TOP - _BOTTOM) * (1 - share)


def line_chart(
    lines: Sequence[Line], *, title: str, about: str, hours: float, low: float = 0.0, high: float | None = None,
    height: float = 170.0, threshold: tuple[float, str] | None = None,
    whole: bool = False,
) -> Markup:  # fmt: skip
    """Return a chart.

    Lines differ in colour, in dashes and by a number at their end, which `legend` repeats.

    Args:
        title, about: read aloud in place of the picture.
        hours: the length of the time axis, from 0.
        low, high: the value axis; `high` fits the lines if None.
        threshold: a level to mark, and its name.
        whole: whether values are counts, so that only whole figures stand at the axis.

    """
    highest = max((value for line in lines for _, value in line.points), default=1.0) if high is None else high
    ticks = figure_ticks(low, max(highest, low + 1e-9) if highest > low else low + 1)
    if whole:
        ticks = [tick for tick in ticks if abs(tick - round(tick)) < 1e-9]
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1.0
    top = ticks[-1] if ticks[-1] >= highest - 1e-9 else ticks[-1] + step
    scale = _Scale(hours, low, max(top, low + 1e-9) if high is None else high, height)
    return tag(
        "svg",
        tag("title", title), tag("desc", about),
        _grid(scale, [*ticks, top] if top != ticks[-1] and high is None else ticks),
        [_line(scale, line, place) for place, line in enumerate(lines)],
        _threshold(scale, threshold),
        _ends(scale, lines) if len(lines) > 1 else None,
        viewBox=f"0 0 {number(_WIDTH)} {number(height)}", role="img", class_="chart",
    )  # fmt: skip


def legend(lines: Sequence[Line]) -> Markup:
    """Return the names of the lines as a list, each with its number and a piece of its line."""
    return tag(
        "ul",
        [
            tag(
                "li",
                tag(
                    "svg",
                    tag("line", x1=1, y1=6, x2=25, y2=6, class_=f"line s{place % 8}"),
                    viewBox="0 0 26 12", width=26, height=12, aria_hidden="true",
                ),
                tag("b", place + 1), " ", tag("bdi", line.name),
            )
            for place, line in enumerate(lines)
        ],
        class_="legend",
    )  # fmt: skip


def _grid(scale: _Scale, ticks: Sequence[float]) -> Markup:
    right = _WIDTH - _RIGHT
    bottom = scale.y(scale.low)
    across = [
        join(
            tag("line", x1=_LEFT, x2=right, y1=scale.y(tick), y2=scale.y(tick), class_="grid"),
            tag("text", figure_text(tick), x=_LEFT - 4, y=scale.y(tick) + 3, text_anchor="end"),
        )
        for tick in ticks
    ]
    down = [
        join(
            tag("line", x1=scale.x(tick), x2=scale.x(tick), y1=bottom, y2=bottom + 3, class_="axis"),
            tag("text", hours_text(tick), x=scale.x(tick), y=bottom + 14, text_anchor="middle"),
        )
        for tick in hours_ticks(scale.hours)
    ]
    return join(across, tag("line", x1=_LEFT, x2=right, y1=bottom, y2=bottom, class_="axis"), down)


def _threshold(scale: _Scale, threshold: tuple[float, str] | None) -> Markup | None:
    if threshold is None:
        return None
    y = scale.y(threshold[0])
    return join(
        tag("line", x1=_LEFT, x2=_WIDTH - _RIGHT, y1=y, y2=y, class_="threshold"),
        tag("text", threshold[1], x=_LEFT + 3, y=y + 10, class_="halo quiet"),
    )


def _line(scale: _Scale, line: Line, place: int) -> Markup:
    points = _thinned(line.points)
    places = [(scale.x(hours), scale.y(value)) for hours, value in points]
    written = [f"{number(x)},{number(y)}" for x, y in (_steps(places) if line.stepped else places)]
    drawn = tag("polyline", points=" ".join(written), class_=f"line s{place % 8}")
    if not line.dotted and len(places) > 1:
        return drawn
    return join(drawn, [tag("circle", cx=x, cy=y, r=2.2, class_=f"dot s{place % 8}") for x, y in places])


def _steps(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    steps = list(places[:1])
    for before, after in pairwise(places):
        steps += [(after[0], before[1]), after]
    return steps


def _thinned(points: Sequence[tuple[float, float]]) -> Sequence[tuple[float, float]]:
    """Return so many points as can be told apart: of each stretch the first, the lowest, the highest and the last."""
    if len(points) <= _MOST_POINTS:
        return points
    stretch = -(-len(points) * 4 // _MOST_POINTS)
    kept: list[tuple[float, float]] = []
    for start in range(0, len(points), stretch):
        part = range(start, min(start + stretch, len(points)))
        chosen = {part[0], part[-1], min(part, key=lambda at: points[at][1]), max(part, key=lambda at: points[at][1])}
        kept += [points[at] for at in sorted(chosen)]
    return kept


def _ends(scale: _Scale, lines: Sequence[Line]) -> Markup:
    """Return the number of each line at its right end, moved apart where lines end close together."""
    ends = sorted((scale.y(line.points[-1][1]), place, line) for place, line in enumerate(lines) if line.points)
    labels: list[Markup] = []
    free = 0.0
    for y, place, line in ends:
        at = max(y + 3, free)
        free = at + _APART
        labels.append(tag("text", place + 1, x=scale.x(line.points[-1][0]) + 4, y=at, class_=f"end t{place % 8}"))
    return join(labels)
