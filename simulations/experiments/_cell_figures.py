"""What the replications of a cell say together: how many, how many failed, means and standard errors."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from simulations.experiments._shards import FAILED, Row
from simulations.experiments.experiment import Experiment

__all__ = ["CellFigures", "Figure", "cell_figures"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A measure over the runs of a cell.

    Attributes:
        n: how many runs have it.
        mean: its mean.
        standard_error: the standard deviation of the sample over the root of n; None for a single run.

    """

    n: int
    mean: float
    standard_error: float | None


@dataclass(frozen=True, slots=True)
class CellFigures:
    """A cell of the design.

    Attributes:
        cell: its number, from 1.
        values: the value of each factor.
        n: how many runs there are.
        failed: how many of them failed.
        measures: the figure of each measure; runs that only failed their expectations count in it.

    """

    cell: int
    values: dict[str, Any]
    n: int
    failed: int
    measures: dict[str, Figure]


def cell_figures(experiment: Experiment, rows: Mapping[int, Row]) -> list[CellFigures]:
    """Return the figures of every cell of which there is a run."""
    cells: dict[int, list[Row]] = {}
    values: dict[int, dict[str, Any]] = {}
    for plan in experiment.runs():
        if plan.run in rows:
            cells.setdefault(plan.cell, []).append(rows[plan.run])
            values[plan.cell] = plan.values
    return [
        CellFigures(cell, values[cell], len(runs), sum(run.status == FAILED for run in runs), _figures(runs))
        for cell, runs in cells.items()
    ]


def _figures(runs: list[Row]) -> dict[str, Figure]:
    taken: dict[str, list[float]] = {}
    for run in runs:
        for name, value in run.measures.items():
            if math.isfinite(value):
                taken.setdefault(name, []).append(value)
    return {name: _figure(values) for name, values in taken.items()}


def _figure(values: list[float]) -> Figure:
    n = len(values)
    error = statistics.stdev(values) / math.sqrt(n) if n > 1 else None
    return Figure(n, statistics.fmean(values), error)
