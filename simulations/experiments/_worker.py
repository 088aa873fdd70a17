"""What a worker does: it takes the runs of a chunk one by one and writes a row for each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from brain.errors import BrainError
from simulations.experiments._shards import FAILED, Row, ShardWriter
from simulations.experiments.experiment import RunPlan
from simulations.experiments.measuring import measures_of
from simulations.experiments.targets import assignment
from simulations.provenance import Provenance, provenance
from simulations.run_result import RunResult
from simulations.runner import StepFailedError, configured, run_scenario
from simulations.scenario import Scenario, with_parameters

__all__ = ["Chunk", "ChunkReport", "Job", "WrongWorkerError", "run_chunk"]


class WrongWorkerError(BrainError):
    """A worker is of another version than the sweep."""


@dataclass(frozen=True, slots=True)
class Job:
    """What all runs of a sweep have in common.

    Attributes:
        scenario: what is run.
        settings, parameters: what is the same in every run.
        measures: patterns of what is kept.
        shards: where each worker writes its shard.
        token: a file name that tells whether a worker sees the same directory as the sweep.
        made_by: the versions that the sweep was begun with.

    """

    scenario: Scenario
    settings: dict[str, object]
    parameters: dict[str, object]
    measures: tuple[str, ...]
    shards: Path
    token: str
    made_by: Provenance


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some runs for one worker.

    `number` makes each handing over its own task: to Dask the same call with the same arguments is the same task,
    and one that was lost would stay lost.
    """

    job: Job
    runs: tuple[RunPlan, ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """What came of a chunk: how many runs, how many of them failed, how long they took.

    `rows` is empty where the worker wrote them into a shard that the sweep can read.
    """

    count: int
    failed: int
    seconds: float
    rows: tuple[Row, ...] = ()


def run_chunk(chunk: Chunk) -> ChunkReport:
    """Take every run of a chunk; those that fail are rows too.

    Raises:
        WrongWorkerError: if this worker is of another version than the sweep.
        OSError: if the shard cannot be written.

    """
    job = chunk.job
    _check_version(job.made_by)
    began = time.perf_counter()
    if (job.shards / job.token).exists():
        with ShardWriter(job.shards) as shard:
            rows = _rows(chunk, shard.begin, shard.add)
        return ChunkReport(len(rows), _failed(rows), time.perf_counter() - began)
    rows = _rows(chunk, lambda _: None, lambda _: None)
    return ChunkReport(len(rows), _failed(rows), time.perf_counter() - began, tuple(rows))


def _rows(chunk: Chunk, begin: Callable[[int], None], add: Callable[[Row], None]) -> list[Row]:
    rows = []
    for plan in chunk.runs:
        begin(plan.run)
        row = _row(chunk.job, plan)
        add(row)
        rows.append(row)
    return rows


def _failed(rows: Sequence[Row]) -> int:
    return sum(row.status == FAILED for row in rows)


def _row(job: Job, plan: RunPlan) -> Row:
    stage = "setup"
    try:
        chosen = assignment(plan.values, job.scenario)
        scenario = with_parameters(job.scenario, {**job.parameters, **chosen.parameters})
        config = configured(scenario, {**job.settings, **chosen.settings})
        stage = "run"
        result = run_scenario(scenario, seed=plan.seed, config=config)
        stage = "measures"
        return _judged(plan.run, result, measures_of(result, job.measures))
    except StepFailedError as error:
        failure = error.result.failure
        at = f"step {failure.step} ({failure.kind})" if failure else stage
        return Row(plan.run, FAILED, at, _line(failure.text if failure else str(error)))
    except Exception as error:  # noqa: BLE001  a run's boundary: whatever it raises is its row
        return Row(plan.run, FAILED, stage, _line(f"{type(error).__name__}: {error}"))


def _judged(run: int, result: RunResult, measures: dict[str, float]) -> Row:
    unmet = result.failed_expectations
    if not unmet:
        return Row(run, measures=measures)
    return Row(run, FAILED, "expectations", _line("; ".join(record.diff() for record in unmet)), measures)


def _line(text: str) -> str:
    return " ".join(text.split())


def _check_version(wanted: Provenance) -> None:
    mine = provenance()
    # The commit of a source tree may move on while a sweep is under way; what its workers have loaded does not.
    for part in ("version", "python", "sqlite", "pykka"):
        if getattr(mine, part) != getattr(wanted, part):
            raise WrongWorkerError(
                f"a worker has {part} {getattr(mine, part)}, the sweep {getattr(wanted, part)}; install the same on both"
            )
