"""The path of a question as a sequence diagram in SVG."""

from __future__ import annotations

from simulations.report.markup import Markup, join, number, tag
from simulations.trace.path import QuestionPath, Step

__all__ = ["sequence_diagram"]

_LANE, _ROW, _TOP, _MARGIN = 128.0, 34.0, 40.0, 66.0
_MOST_STEPS = 80
_LETTER = 5.6


def sequence_diagram(path: QuestionPath) -> Markup:
    """Return the diagram: a lane for each structure, an arrow for each message with what came back beneath it."""
    steps = path.steps[:_MOST_STEPS]
    lanes = {name: _MARGIN + _LANE * place for place, name in enumerate(path.participants)}
    width = 2 * _MARGIN + _LANE * (len(lanes) - 1)
    height = _TOP + _ROW * len(steps) + 16
    return tag(
        "svg",
        tag("title", "The path of a question through the brain"),
        tag("desc", f"{len(path.steps)} messages between {', '.join(path.participants)}; the table below lists them"),
        tag(
            "defs",
            tag("marker", tag("path", d="M0 0L8 4L0 8z", class_="head"), id="arrow", viewBox="0 0 8 8",
                refX=7, refY=4, markerWidth=7, markerHeight=7, orient="auto"),
        ),
        [_lane(name, x, height) for name, x in lanes.items()],
        [_step(step, lanes, _TOP + _ROW * (place + 0.6), width) for place, step in enumerate(steps)],
        viewBox=f"0 0 {number(width)} {number(height)}", style=f"width:{number(width)}px",
        role="img", class_="sequence",
    )  # fmt: skip


def _lane(name: str, x: float, height: float) -> Markup:
    return join(
        tag("line", x1=x, x2=x, y1=30, y2=height, class_="lane"),
        tag("rect", x=x - 60, y=8, width=120, height=22, rx=5, class_="paper"),
        tag("rect", x=x - 60, y=8, width=120, height=22, rx=5, class_="actor"),
        tag("text", name.replace("_", " "), x=x, y=23, text_anchor="middle"),
    )


def _step(step: Step, lanes: dict[str, float], y: float, width: float) -> Markup:
    start, end = lanes[step.sender], lanes[step.receiver]
    near = 3 if end > start else -3
    label = f"{step.seq} {step.type}" + (f": {step.says}" if step.says else "")
    middle = (start + end) / 2
    if start == end:
        line = tag("path", d=f"M{number(start)} {number(y)}h26v8h-23", class_="message", marker_end="url(#arrow)")
    else:
        line = tag("line", x1=start, x2=end - near, y1=y, y2=y, marker_end="url(#arrow)",
                   class_="message" if step.kind == "ask" else "message told")  # fmt: skip
    return join(
        line,
        _label(label, middle, y - 4, width, "failed" if step.outcome != "ok" else None),
        _label(f"= {step.answer}", middle, y + 11, width, "quiet") if step.answer else None,
    )


def _label(text: str, middle: float, y: float, width: float, kind: str | None) -> Markup:
    """Return a label centred on its arrow, moved in where it would leave the picture."""
    half = _LETTER * len(text) / 2
    x = min(max(middle, half + 4), max(width - half - 4, half + 4))
    return tag("text", text, x=x, y=y, text_anchor="middle", class_=f"halo {kind}" if kind else "halo")
