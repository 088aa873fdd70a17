"""The score of each piece of evidence as a stacked bar, its parts as a table."""

from __future__ import annotations

from collections.abc import Sequence

from simulations.report.markup import Markup, join, number, tag
from simulations.report.tables import table
from simulations.trace.retrievals import PARTS, Retrieved

__all__ = ["score_breakdown", "score_legend"]

_LONGEST = 140


def score_breakdown(evidence: Sequence[Retrieved], most: float) -> Markup:
    """Return the bars and the table.

    Args:
        evidence: best first.
        most: the score that fills the whole width, so that the answers of a run compare.

    """
    figures = [
        [piece.rank, piece.memory, piece.source, f"{piece.score:.3f}"]
        + [f"{piece.parts[part]:.3f}" for part in PARTS] + ["yes" if piece.supports else ""]
        for piece in evidence
    ]  # fmt: skip
    heads = ("#", "memory", "source", "score", *PARTS, "answer rests on it")
    return join(
        tag("ol", [_row(piece, most) for piece in evidence], class_="bars"),
        tag("details", tag("summary", "The figures"), table(heads, figures, numeric=range(3, 10))),
    )


def score_legend() -> Markup:
    """Return which colour is which part."""
    swatches = [
        tag(
            "li",
            tag(
                "svg", tag("rect", width=12, height=12, class_=f"f{place}"),
                viewBox="0 0 12 12", width=12, height=12, aria_hidden="true",
            ),
            " ", part,
        )
        for place, part in enumerate(PARTS[:-1])
    ]  # fmt: skip
    return tag("ul", swatches, class_="legend")


def _row(piece: Retrieved, most: float) -> Markup:
    text = " ".join(piece.text.split())
    shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
    return tag(
        "li",
        tag(
            "div",
            tag("bdi", shown), " ",
            tag("small", piece.memory, ", " if piece.source else None, tag("bdi", piece.source),
                f", {piece.hop} away from a match" if piece.hop else None),
            class_="said",
        ),
        tag("div", _bar(piece, most), tag("b", f"{piece.score:.2f}"), class_="score"),
        class_="supports" if piece.supports else None,
    )  # fmt: skip


def _bar(piece: Retrieved, most: float) -> Markup:
    rects: list[Markup] = []
    at = 0.0
    for place, part in enumerate(PARTS):
        value = piece.parts[part]
        if value > 0:
            width = 1000 * value / most
            rects.append(tag("rect", x=at, y=0, width=max(width - 2, 0.5), height=10, class_=f"f{place}"))
            at += width
    deducted = -sum(value for value in piece.parts.values() if value < 0)
    if deducted > 0:
        taken = 1000 * deducted / most
        rects.append(tag("rect", x=max(at - taken, 0.0), y=3, width=taken, height=4, class_="deducted"))
    parts = ", ".join(f"{part} {piece.parts[part]:.2f}" for part in PARTS if piece.parts[part])
    return tag(
        "svg", tag("title", f"score {piece.score:.2f}: {parts}"), rects,
        viewBox="0 0 1000 10", preserveAspectRatio="none", role="img", aria_label=f"score {number(piece.score * 100)} %",
    )  # fmt: skip
