"""A sweep under way: chunks of runs out to the workers, and what to do when one of these dies."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait

from brain.errors import BrainError
from simulations.experiments._engines import Engine
from simulations.experiments._shards import FAILED, WORKER, Row
from simulations.experiments._worker import Chunk, ChunkReport, Job, run_chunk
from simulations.experiments.errors import EngineError
from simulations.experiments.experiment import RunPlan
from simulations.experiments.sweep_directory import SweepDirectory
from simulations.provenance import provenance

__all__ = ["Progress", "Sweeping"]

Progress = Callable[[int, int, int], None]
"""Told how many runs are done, of how many, and how many of those failed."""

_TRIES = 3  # so often a run may end its worker before it is given up
_FRUITLESS = 20  # losses in a row of workers that had begun nothing, until the sweep is given up
_CHUNK_SECONDS = 0.5  # so long a chunk should take: long against the cost of handing it over, short for progress
_LARGEST_CHUNK = 64
_AHEAD = 2  # chunks for each worker that are under way, so that none waits for this process


class Sweeping:
    """Takes every run of an experiment that its directory does not hold yet."""

    def __init__(self, directory: SweepDirectory, engine: Engine, progress: Progress) -> None:
        experiment = directory.experiment
        self._directory = directory
        self._engine = engine
        self._progress = progress
        self._job = Job(
            experiment.scenario, experiment.settings, experiment.parameters, experiment.measures,
            directory.shards.resolve(), directory.token, provenance(),
        )  # fmt: skip
        rows = directory.rows()
        self._total = len(experiment)
        self._done = len(rows)
        self._failed = sum(row.status == FAILED for row in rows.values())
        # By replications, so that what there is of an interrupted sweep says something of every cell.
        missing = (plan for plan in experiment.runs() if plan.run not in rows)
        self._waiting = deque(sorted(missing, key=lambda plan: (plan.replication, plan.cell)))
        self._suspects: list[RunPlan] = []
        self._tries: Counter[int] = Counter()
        self._executor: Executor
        self._under_way: dict[Future[ChunkReport], Chunk] = {}
        self._begun = directory.begun()
        self._fruitless = 0  # losses in a row of workers that had not begun anything
        self._seconds, self._timed = 0.0, 0
        self._sent, self._returned = 0, 0

    def complete(self) -> None:
        """Take all runs; return when each has a row.

        Raises:
            EngineError: if the workers cannot work at all.

        """
        self._progress(self._done, self._total, self._failed)
        if not self._waiting:
            return
        self._executor = self._engine.start()
        while self._waiting or self._suspects:
            self._together()
            self._one_by_one()
        rows = self._directory.rows()
        if len(rows) < self._total:
            raise EngineError(f"{self._total - len(rows)} rows are missing in {self._directory.shards}; use --resume")

    def _together(self) -> None:
        """Take waiting runs in chunks until none is left; runs that may have ended a worker become suspects."""
        while self._waiting or self._under_way:
            self._fill()
            finished, _ = wait(self._under_way, return_when=FIRST_COMPLETED)
            self._settle(finished)

    def _one_by_one(self) -> None:
        """Take each suspect alone: if a worker ends now, there is no doubt of the cause."""
        suspects, self._suspects = self._suspects, []
        for plan in suspects:
            if self._tries[plan.run] >= _TRIES:
                self._give_up(plan)
                continue
            self._send((plan,))
            finished, _ = wait(self._under_way)
            self._settle(finished)

    def _fill(self) -> None:
        while self._waiting and len(self._under_way) < _AHEAD * self._engine.workers:
            size = self._chunk_size()
            self._send(tuple(self._waiting.popleft() for _ in range(size)))

    def _chunk_size(self) -> int:
        """Return how many runs to hand over at once: fewer towards the end, so that all workers end together."""
        usual = _CHUNK_SECONDS / (self._seconds / self._timed) if self._seconds else 1
        fair = len(self._waiting) / (_AHEAD * self._engine.workers)
        return max(1, min(math.ceil(usual), math.ceil(fair), _LARGEST_CHUNK, len(self._waiting)))

    def _send(self, runs: tuple[RunPlan, ...]) -> None:
        self._sent += 1
        chunk = Chunk(self._job, runs, self._sent)
        try:
            future = self._executor.submit(run_chunk, chunk)
        except BrokenExecutor as error:
            # It broke between two chunks: the same as if it had broken during this one.
            future = Future()
            future.set_exception(error)
        self._under_way[future] = chunk

    def _settle(self, finished: Iterable[Future[ChunkReport]]) -> None:
        lost: list[Chunk] = []
        broken = False
        for future in finished:
            if self._is_lost(future):
                broken = broken or isinstance(future.exception(), BrokenExecutor)
                lost.append(self._under_way[future])
            del self._under_way[future]
        if broken:
            # What else was handed to the same pool is lost too, or just came back.
            rest, _ = wait(self._under_way)
            lost += [self._under_way[future] for future in rest if self._is_lost(future)]
            self._under_way.clear()
        if lost:
            self._after_loss(lost, broken=broken)

    def _is_lost(self, future: Future[ChunkReport]) -> bool:
        """Note what came of a chunk; tell whether that is nothing because its worker ended.

        Raises:
            BrainError: if the chunk could not be taken for another reason, which would hold for others too.

        """
        try:
            report = future.result()
        except BrainError:
            raise
        except CancelledError as error:
            raise EngineError("the scheduler has gone away; what is done is kept, use --resume") from error
        except Exception as error:
            if self._engine.has_lost_worker(error):
                return True
            raise EngineError(f"a worker failed: {type(error).__name__}: {error}") from error
        self._note(report)
        return False

    def _note(self, report: ChunkReport) -> None:
        if report.rows:
            self._directory.add(*report.rows)
        self._returned += 1
        self._fruitless = 0
        self._seconds += report.seconds
        self._timed += report.count
        self._count(report.count, report.failed)

    def _after_loss(self, lost: list[Chunk], *, broken: bool) -> None:
        rows, begun = self._directory.rows(), self._directory.begun()
        self._fruitless = self._fruitless + 1 if begun == self._begun else 0
        if self._fruitless >= _TRIES and not (begun or self._returned):
            raise EngineError(
                "the workers end before they begin; a script that sweeps must do so under"
                " `if __name__ == '__main__':`, and the workers need the same packages"
            )
        if self._fruitless >= _FRUITLESS:
            raise EngineError("the workers keep ending before they begin a run; what is done is kept, use --resume")
        for chunk in lost:
            finished = [rows[plan.run] for plan in chunk.runs if plan.run in rows]
            self._count(len(finished), sum(row.status == FAILED for row in finished))
            left = [plan for plan in chunk.runs if plan.run not in rows]
            # A worker takes its runs in order: the first that has no row is the one that it was at, if it began it.
            if left and (begun[left[0].run] > self._begun[left[0].run] or not begun):
                suspect = left.pop(0)
                self._tries[suspect.run] += 1
                self._suspects.append(suspect)
            self._waiting.extendleft(reversed(left))
        self._begun = begun
        self._executor = self._engine.recover(broken=broken)

    def _count(self, done: int, failed: int) -> None:
        self._done += done
        self._failed += failed
        self._progress(self._done, self._total, self._failed)

    def _give_up(self, plan: RunPlan) -> None:
        text = f"the worker process ended each of {_TRIES} times that it took this run"
        self._directory.add(Row(plan.run, FAILED, WORKER, text))
        self._count(1, 1)
