"""Means and standard errors of cells, and the table that shows them."""

from __future__ import annotations

import math
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from simulations.experiments import CellFigures, Experiment, Figure, Row
from simulations.experiments._cell_figures import cell_figures
from simulations.experiments.cell_table import cell_table
from simulations.scenario import Scenario


def experiment(cells: int, replications: int) -> Experiment:
    return Experiment(
        "e", Scenario("s"), factors=("x",), cells=tuple({"x": i} for i in range(cells)), replications=replications
    )


def test_figures_are_those_of_the_replications() -> None:
    values = [0.2, 0.4, 0.9, 0.5]
    rows = {i: Row(i, measures={"m": value}) for i, value in enumerate(values, start=1)}
    [cell] = cell_figures(experiment(1, 4), rows)
    assert cell.measures["m"].mean == pytest.approx(0.5)
    assert cell.measures["m"].standard_error == pytest.approx(statistics.stdev(values) / 2)
    assert (cell.n, cell.failed) == (4, 0)


def test_failed_runs_and_missing_figures_are_counted_out() -> None:
    rows = {
        1: Row(1, measures={"m": 1.0}),
        2: Row(2, "failed", "step 1 (wait)", "no"),
        3: Row(3, "failed", "expectations", "no", {"m": 3.0}),
        4: Row(4, measures={"m": math.nan}),
        5: Row(5, measures={"m": 7.0}),
    }
    first, second = cell_figures(experiment(3, 4), rows)
    assert (first.n, first.failed) == (4, 2)
    assert first.measures["m"] == Figure(2, 2.0, pytest.approx(1.0))
    assert second.measures["m"] == Figure(1, 7.0, None)


def test_columns_are_aligned() -> None:
    lines = cell_table(
        [
            CellFigures(1, {"слово": "клетка"}, 10, 0, {"belief": Figure(10, 0.5, 0.01), "kept": Figure(10, 120, 3)}),
            CellFigures(2, {"слово": "東京"}, 9, 1, {"belief": Figure(8, 12.25, 0.5)}),
        ]
    )
    assert lines == [
        "слово   runs  failed       belief        kept",
        "──────  ────  ──────  ───────────  ──────────",
        "клетка    10       0   0.50 ±0.01  120.0 ±3.0",
        "東京       9       1  12.25 ±0.50      -",
    ]


NAMES = st.text("abc .:@яж東", min_size=1, max_size=40)
VALUES = st.one_of(st.floats(allow_nan=False), st.integers(), NAMES, st.lists(st.integers(), max_size=30))


@settings(max_examples=60)
@given(st.dictionaries(NAMES, VALUES, max_size=6), st.lists(NAMES, unique=True, max_size=9), st.floats(0, 1e9))
def test_no_line_is_wider_than_a_terminal(values: dict[str, object], measures: list[str], mean: float) -> None:
    figures = {name: Figure(3, mean, mean / 7) for name in measures}
    lines = cell_table([CellFigures(i, values, 3, 1, figures) for i in (1, 2)])
    assert all(cell_len(line) <= 80 for line in lines)
