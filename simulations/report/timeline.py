"""The timeline of a run: a strip for each kind of event, and the events in words."""

from __future__ import annotations

from collections.abc import Sequence

from simulations.report.axes import hours_text, hours_ticks
from simulations.report.markup import Markup, join, tag
from simulations.report.material import Event

__all__ = ["LANES", "event_list", "strips"]

LANES = {
    "percept": "percepts",
    "question": "questions",
    "consolidation": "consolidations that changed something",
    "feedback": "feedback",
    "sleep": "sleep",
    "crash": "crashes",
    "failure": "failures",
}
_WIDE = 1000.0
_MOST_WORDS = 200
_MOST_EVENTS = 300


def strips(events: Sequence[Event], hours: float) -> Markup:
    """Return a strip for each kind of event that happened, over `hours` of the brain's time."""
    lanes = []
    for place, (lane, name) in enumerate(LANES.items()):
        found = [event for event in events if event.lane == lane]
        if found:
            lanes.append(
                tag(
                    "div",
                    tag("span", f"{name} ", tag("b", len(found))),
                    tag(
                        "svg",
                        tag("title", f"{name}: {len(found)}"),
                        tag("rect", x=0, y=0, width=_WIDE, height=18, class_="strip"),
                        [tag("rect", x=_at(event.hours, hours), y=2, width=4, height=14, class_=f"f{place % 6}")
                         for event in found],
                        viewBox=f"0 0 {_WIDE + 4:.0f} 18", preserveAspectRatio="none", role="img",
                    ),
                    class_="lane",
                )
            )  # fmt: skip
    ticks = [_tick(tick, tick / hours if hours else 0.0) for tick in hours_ticks(hours, 5)]
    return tag("div", lanes, tag("div", tag("span"), tag("div", ticks, class_="ticks"), class_="lane"), class_="strips")


def event_list(events: Sequence[Event]) -> Markup:
    """Return the events in words, folded if there are many."""
    shown = events[:_MOST_EVENTS]
    listed = tag("ol", [_event(event, before) for event, before in zip(shown, [None, *shown], strict=False)],
                 class_="events")  # fmt: skip
    left = len(events) - len(shown)
    rest = tag("p", f"{left} more are in the trace.", class_="quiet") if left else None
    return tag(
        "details", tag("summary", f"All {len(events)} events in words"), listed, rest,
        open="open" if len(events) <= 40 else None,
    )  # fmt: skip


def _tick(hours: float, share: float) -> Markup:
    kind = "first" if share == 0 else "last" if share > 0.95 else None
    return tag("span", hours_text(hours), style=f"left:{100 * share:.2f}%", class_=kind)


def _event(event: Event, before: Event | None) -> Markup:
    when = hours_text(event.hours)
    same = before is not None and hours_text(before.hours) == when
    return tag(
        "li",
        tag("time", "" if same else when),
        tag("span", event.lane, class_=f"kind k-{event.lane}"),
        tag(
            "span",
            tag("bdi", _cut(event.text)),
            join(" ", tag("small", tag("bdi", _cut(event.detail)))) if event.detail else None,
        ),
    )


def _at(hours: float, whole: float) -> float:
    return _WIDE * hours / whole if whole else 0.0


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MOST_WORDS else line[: _MOST_WORDS - 1] + "…"
