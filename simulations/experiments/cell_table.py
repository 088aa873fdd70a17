"""The figures of a sweep's cells as aligned text of at most 80 columns."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len, chop_cells, set_cell_size

from simulations.experiments._cell_figures import CellFigures, Figure

__all__ = ["cell_table"]

_WIDTH = 80
_GAP = "  "
_FACTOR_WIDTH = 18
_FACTORS_WIDTH = 44
_HEADING_WIDTH = 18
_SMALLEST, _LARGEST = 0.01, 1e6  # between these, numbers are written without an exponent


@dataclass(frozen=True, slots=True)
class _Column:
    heading: list[str]
    texts: list[str]
    left: bool = False

    @property
    def width(self) -> int:
        return max(cell_len(text) for text in [*self.heading, *self.texts])


def cell_table(cells: Sequence[CellFigures]) -> list[str]:
    """Return lines: a row a cell with how many runs, how many failed, and mean ± standard error of each measure.

    Measures that do not fit beside each other follow below. Factors that do not fit are written out above, by the
    number of the cell.
    """
    if not cells:
        return []
    above, keys = _keys(cells)
    counts = [
        _Column(["runs"], [str(cell.n) for cell in cells]),
        _Column(["failed"], [str(cell.failed) for cell in cells]),
    ]
    lines = above
    for block in _blocks([*keys, *counts], _measures(cells)):
        lines += [*_lines(block), ""]
    return lines[:-1]


def _keys(cells: Sequence[CellFigures]) -> tuple[list[str], list[_Column]]:
    """Return what tells the cells apart, as lines above the table and as columns of it."""
    names = list(cells[0].values)
    columns = [_Column(_heading(name), [_value(cell.values[name]) for cell in cells], left=True) for name in names]
    numbers = _Column(["cell"], [str(cell.cell) for cell in cells])
    if any(column.width > _FACTOR_WIDTH for column in columns):
        above = []
        for cell in cells:
            said = ", ".join(f"{name} = {_value(value)}" for name, value in cell.values.items())
            above += _wrapped(f"cell {cell.cell}: {said}", _WIDTH, "    ")
        return [*above, ""], [numbers]
    if sum(column.width + len(_GAP) for column in columns) <= _FACTORS_WIDTH:
        return [], columns
    return [line for block in _blocks([numbers], columns) for line in [*_lines(block), ""]], [numbers]


def _heading(name: str) -> list[str]:
    """Return a name on as many lines as it takes, broken at spaces and dots rather than within words."""
    if cell_len(name) <= _HEADING_WIDTH:
        return [name]
    return _wrapped(name.replace(".", ". "), _HEADING_WIDTH)


def _wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Break a text into lines of at most `width` columns; unlike textwrap it knows that some letters take two."""
    lines, line = [], ""
    for word in text.split():
        for piece in chop_cells(word, width - len(indent)):
            longer = f"{line} {piece}" if line.strip() else line + piece
            if line.strip() and cell_len(longer) > width:
                lines.append(line)
                longer = indent + piece
            line = longer
    return [*lines, line]


def _measures(cells: Sequence[CellFigures]) -> list[_Column]:
    names = dict.fromkeys(name for cell in cells for name in cell.measures)
    return [_Column(_heading(name), _aligned([cell.measures.get(name) for cell in cells])) for name in names]


def _aligned(figures: Sequence[Figure | None]) -> list[str]:
    written = _writer([figure.mean for figure in figures if figure])
    means = [written(figure.mean) if figure else "-" for figure in figures]
    errors = [written(f.standard_error) if f and f.standard_error is not None else "" for f in figures]
    mean_width, error_width = max(map(len, means)), max(map(len, errors))
    if not error_width:
        return means
    return [
        f"{mean:>{mean_width}}" + (f" ±{error:>{error_width}}" if error else " " * (2 + error_width))
        for mean, error in zip(means, errors, strict=True)
    ]


def _writer(means: Sequence[float]) -> Callable[[float], str]:
    """Return how to write the numbers of a column: four digits of its largest, the same decimals in every row."""
    largest = max((abs(mean) for mean in means), default=0.0)
    if largest and not _SMALLEST <= largest < _LARGEST:
        return _short
    decimals = min(3, max(0, 3 - math.floor(math.log10(largest)))) if largest else 3
    return lambda number: f"{number:.{decimals}f}"


def _blocks(keys: list[_Column], measures: list[_Column]) -> list[list[_Column]]:
    room = _WIDTH - _needed(keys)
    blocks, left = [list(keys)], room
    for column in measures:
        needed = column.width + len(_GAP)
        if needed > left and len(blocks[-1]) > len(keys):
            blocks.append(list(keys))
            left = room
        blocks[-1].append(column)
        left -= needed
    return blocks


def _needed(columns: list[_Column]) -> int:
    return sum(column.width for column in columns) + len(_GAP) * (len(columns) - 1)


def _lines(columns: list[_Column]) -> list[str]:
    height = max(len(column.heading) for column in columns)
    headings = [[""] * (height - len(column.heading)) + column.heading for column in columns]
    rows = [
        *zip(*headings, strict=True),
        tuple("─" * column.width for column in columns),
        *zip(*(column.texts for column in columns), strict=True),
    ]
    return [
        _GAP.join(_placed(text, column) for text, column in zip(row, columns, strict=True)).rstrip() for row in rows
    ]


def _placed(text: str, column: _Column) -> str:
    if column.left:
        return set_cell_size(text, column.width)
    return " " * (column.width - cell_len(text)) + text


def _value(value: Any) -> str:
    if isinstance(value, float):
        return _short(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _short(number: float) -> str:
    return f"{number:.4g}"
