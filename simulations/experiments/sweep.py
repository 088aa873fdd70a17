"""Sweeping: an experiment in, a table of its runs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from brain.errors import InvalidInputError
from simulations.experiments._cell_figures import CellFigures, cell_figures
from simulations.experiments._dask import DaskEngine
from simulations.experiments._engines import Engine, GivenEngine, ProcessEngine
from simulations.experiments._shards import FAILED, Row
from simulations.experiments._sweeping import Progress, Sweeping
from simulations.experiments._table import ResultTable, write_table
from simulations.experiments.experiment import Experiment
from simulations.experiments.files import load_experiment
from simulations.experiments.loading import load_results
from simulations.experiments.sweep_directory import SweepDirectory

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EngineName", "SweepResult", "default_directory", "run_sweep"]

EngineName = Literal["processes", "dask"]


@dataclass(frozen=True, slots=True)
class SweepResult:
    """A sweep that is done.

    Attributes:
        experiment: what was run.
        directory: where results.db, results.csv and the shards are.
        rows: what became of each run, by its number.

    """

    experiment: Experiment
    directory: Path
    rows: Mapping[int, Row]

    @property
    def failed(self) -> list[Row]:
        """The runs that failed."""
        return [row for row in self.rows.values() if row.status == FAILED]

    @property
    def cells(self) -> list[CellFigures]:
        """Means and standard errors, a cell at a time."""
        return cell_figures(self.experiment, self.rows)

    def frame(self) -> pd.DataFrame:
        """Return the table, one row a run; see `load_results`."""
        return load_results(self.directory)


def default_directory(experiment: Experiment) -> Path:
    """Return where a sweep goes if nothing else is said."""
    return Path("runs") / f"{experiment.name}-sweep"


def run_sweep(
    experiment: Experiment | str | Path,
    *,
    engine: EngineName = "processes",
    workers: int | None = None,
    scheduler: str = "",
    executor: Executor | Callable[[], Executor] | None = None,
    out: Path | str | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> SweepResult:
    """Run every cell of an experiment as often as it says, and write the table.

    The table depends on the experiment alone: not on the engine, the number of workers, the order in which they end,
    or whether the sweep was interrupted and resumed. A run that fails is a row; one that ends its worker three times
    is a row too.

    Args:
        experiment: what to run, or its name or file.
        engine: 'processes' of this machine, or 'dask'.
        workers: how many processes; one a processor if it is None.
        scheduler: the address of a Dask scheduler whose workers are used.
        executor: any other executor, such as mpi4py's; or a function that makes one, and another should it break.
        out: the directory to write; runs/NAME-sweep if it is None.
        resume: go on with what an interrupted sweep left there; runs that have failed are not tried again.
        progress: told now and then how many runs are done, of how many, and how many failed.

    Raises:
        BrainError: if the sweep cannot be set up.
        EngineError: if the workers cannot be reached or cannot work; what is done is kept.
        KeyboardInterrupt: what is done is kept, as a table too.

    """
    chosen = experiment if isinstance(experiment, Experiment) else load_experiment(str(experiment))
    place = _engine(engine, workers, scheduler, executor)
    directory = SweepDirectory.prepare(Path(out or default_directory(chosen)), chosen, resume=resume)
    sweeping = Sweeping(directory, place, progress or (lambda *_: None))
    try:
        try:
            sweeping.complete()
        finally:
            place.stop()
    finally:
        rows = directory.rows()
        write_table(directory, ResultTable.of(directory, rows))
    return SweepResult(chosen, directory.path, rows)


def _engine(
    engine: EngineName, workers: int | None, scheduler: str, executor: Executor | Callable[[], Executor] | None
) -> Engine:  # fmt: skip
    if workers is not None and workers < 1:
        raise InvalidInputError(f"a sweep needs at least one worker, not {workers}")
    if executor is not None:
        return GivenEngine(executor, workers)
    if engine == "dask":
        return DaskEngine(workers, scheduler)
    if engine != "processes":
        raise InvalidInputError(f"no engine {engine!r}; there are 'processes' and 'dask'")
    if scheduler:
        raise InvalidInputError("a scheduler belongs to the dask engine; add --engine dask")
    return ProcessEngine(workers)
