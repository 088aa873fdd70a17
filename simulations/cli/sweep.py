"""`brain sweep`: an experiment run over all its cells."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from brain.errors import InvalidInputError

if TYPE_CHECKING:
    from simulations.experiments import SweepResult
    from simulations.experiments._sweeping import Progress

__all__ = ["sweep"]

_INTERRUPTED = 130
_SHOWN_FAILURES = 5


def sweep(
    experiment: Annotated[str, typer.Argument(help="A built-in experiment, such as forgetting, or a file (.toml).")],
    engine: Annotated[
        Literal["processes", "dask"] | None,
        typer.Option(help="Where runs are taken: processes of this machine, or Dask.", show_default="processes"),
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="How many processes; one a processor by default.")] = None,
    scheduler: Annotated[str, typer.Option(help="A running Dask scheduler, such as tcp://10.0.0.1:8786.")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an interrupted sweep.")] = False,
    out: Annotated[Path | None, typer.Option(help="The directory to write; runs/NAME-sweep by default.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures of each cell as JSON.")] = False,
) -> None:
    """Run an experiment over all its cells and replications; every run is a row of one table."""
    from simulations.experiments import EngineError, load_experiment, run_sweep
    from simulations.experiments.sweep import default_directory

    if scheduler and engine == "processes":
        raise InvalidInputError("a scheduler belongs to the dask engine; leave --engine processes out")
    chosen = load_experiment(experiment)
    directory = out or default_directory(chosen)
    try:
        with _progress_bar(quiet=as_json) as progress:
            result = run_sweep(
                chosen, engine=engine or ("dask" if scheduler else "processes"), workers=workers, scheduler=scheduler,
                out=directory, resume=resume, progress=progress,
            )  # fmt: skip
    except KeyboardInterrupt:
        again = f"brain sweep {experiment} --resume" + (f" --out {out}" if out else "")
        print(f"brain: interrupted; what is done is kept in {directory}; go on with: {again}", file=sys.stderr)  # noqa: T201
        sys.exit(_INTERRUPTED)
    if as_json:
        typer.echo(json.dumps(_as_json(result), ensure_ascii=False))
    else:
        _print(result)
    if len(result.failed) == len(result.rows):
        raise EngineError(f"every run failed, the first at {result.failed[0].stage}: {result.failed[0].text}")


def _as_json(result: SweepResult) -> dict[str, Any]:
    return {
        "experiment": result.experiment.name,
        "directory": str(result.directory),
        "runs": len(result.rows),
        "failed": len(result.failed),
        "cells": [asdict(cell) for cell in result.cells],
    }


def _print(result: SweepResult) -> None:
    from simulations.experiments.cell_table import cell_table

    experiment, failed = result.experiment, result.failed
    typer.echo(experiment.name + (f": {experiment.title}" if experiment.title else ""))
    typer.echo(f"{len(result.rows)} runs of {experiment.scenario.name}, {len(failed)} failed; mean ± standard error\n")
    for line in cell_table(result.cells):
        typer.echo(line)
    typer.echo()
    for (stage, text), count in Counter((row.stage, row.text) for row in failed).most_common(_SHOWN_FAILURES):
        typer.echo(f"failed {count} times at {stage}: {text}" if count > 1 else f"failed once at {stage}: {text}")
    if any(row.measures for row in failed):
        typer.echo("runs that only missed an expectation count in the means")
    typer.echo(f"kept in {result.directory}: results.db, results.csv")


@contextmanager
def _progress_bar(*, quiet: bool) -> Iterator[Progress | None]:
    """Give a function to report runs to, or None where nobody would see a bar."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Rate(ProgressColumn):
        """Runs a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:.3g} runs/s" if speed else "starting")

    columns = (
        TextColumn("{task.description}"), BarColumn(bar_width=24), MofNCompleteColumn(), Rate(), TimeRemainingColumn(),
    )  # fmt: skip
    with Bar(*columns, console=Console(stderr=True), transient=True, refresh_per_second=4) as bar:
        task = bar.add_task("sweep", total=None)

        def report(done: int, total: int, failed: int) -> None:
            said = f"sweep, {failed} failed" if failed else "sweep"
            bar.update(task, completed=done, total=total, description=said)

        yield report
