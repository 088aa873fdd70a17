"""An experiment as a value: cells, replications, and the seed of every run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulations.scenario import Scenario

__all__ = ["Experiment", "RunPlan"]

_SEED_BITS = 48  # every digit of such a number survives in a spreadsheet and in JavaScript
_RUNS = 1  # the key of the runs' own branch of seeds


@dataclass(frozen=True, slots=True)
class RunPlan:
    """One run of an experiment.

    Attributes:
        run, cell, replication: numbers from 1.
        seed: decides every choice left to chance in it.
        values: the value of each factor.

    """

    run: int
    cell: int
    replication: int
    seed: int
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A scenario run many times under varied conditions.

    Attributes:
        name: how it is called on the command line.
        scenario: what is run.
        title: a line for lists.
        why: what it is to show.
        design: 'grid', 'list' or 'latin'.
        factors: the names of what varies; columns of the results.
        cells: the combinations of values that are run.
        replications: how often each of them is run.
        seed: all other seeds follow from it.
        paired: whether replication 1 of every cell has the same seed, and so on (common random numbers).
        measures: which measures are kept, as names or patterns with `*`; none for the scenario's own figures.
        settings: dotted settings of the brain that are the same in every run.
        parameters: parameters of the scenario that are the same in every run.
        text: the file that it was read from, "" if it was made in Python.

    """

    name: str
    scenario: Scenario
    title: str = ""
    why: str = ""
    design: str = "grid"
    factors: tuple[str, ...] = ()
    cells: tuple[dict[str, Any], ...] = field(default=({},))
    replications: int = 1
    seed: int = 0
    paired: bool = False
    measures: tuple[str, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)
    parameters: dict[str, Any] = field(default_factory=dict)
    text: str = field(default="", compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.cells) * self.replications

    def runs(self) -> Iterator[RunPlan]:
        """Yield every run in the order of its number: cell by cell, within them replication by replication."""
        for cell, values in enumerate(self.cells, start=1):
            for replication in range(1, self.replications + 1):
                number = (cell - 1) * self.replications + replication
                yield RunPlan(number, cell, replication, self._seed_of(cell, replication), values)

    def _seed_of(self, cell: int, replication: int) -> int:
        """Return a seed that depends on the run alone, not on who runs it or when."""
        key = (_RUNS, replication) if self.paired else (_RUNS, replication, cell)
        state = np.random.SeedSequence(self.seed, spawn_key=key).generate_state(1, np.uint64)
        return int(state[0]) >> (64 - _SEED_BITS)
