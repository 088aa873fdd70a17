"""Tables that scroll on their own where the page is narrow."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from simulations.report.markup import Markup, tag

__all__ = ["table"]


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], *, numeric: Container[int] = ()) -> Markup:
    """Return a table; cells are escaped and kept apart from the direction of their neighbours.

    Args:
        numeric: the columns that are set to the right.

    """

    def kind(column: int) -> str | None:
        return "num" if column in numeric else "when" if heads[column] == "time" else None

    return tag(
        "div",
        tag(
            "table",
            tag("thead", tag("tr", [tag("th", head, scope="col", class_=kind(i)) for i, head in enumerate(heads)])),
            tag(
                "tbody",
                [
                    tag("tr", [tag("td", tag("bdi", cell), class_=kind(i)) for i, cell in enumerate(row)])
                    for row in rows
                ],
            ),
        ),
        class_="wide",
        tabindex=0,
    )
