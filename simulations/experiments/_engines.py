"""Engines: where the runs of a sweep are taken. Each is a `concurrent.futures.Executor` with a way to renew it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from multiprocessing.connection import Connection, wait
from typing import Protocol

from simulations.experiments.errors import EngineError

__all__ = ["Engine", "GivenEngine", "ProcessEngine", "is_killed_worker", "processors"]

_PRELOADED = "simulations.experiments._worker"


class Engine(Protocol):
    """Where runs are taken.

    Attributes:
        workers: how many runs are taken at a time.

    """

    workers: int

    def start(self) -> Executor:
        """Return an executor that is ready for work."""
        ...

    def recover(self, *, broken: bool) -> Executor:
        """Return an executor after a worker was lost: a new one if it is broken, else the same."""
        ...

    def has_lost_worker(self, error: BaseException) -> bool:
        """Tell whether a chunk failed because its worker came to an end."""
        ...

    def stop(self) -> None:
        """End the workers, at once."""
        ...


def is_killed_worker(error: BaseException) -> bool:
    """Tell whether Dask gave a task up because its worker died."""
    distributed = sys.modules.get("distributed")
    return distributed is not None and isinstance(error, distributed.KilledWorker)


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class ProcessEngine:
    """Processes of this machine.

    They end when this process does, however it ends: each waits for the other end of a pipe to close.
    """

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or processors()
        self._executor: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    def start(self) -> Executor:
        """Return a pool, in place of an earlier one."""
        self.stop()
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        context = multiprocessing.get_context(method)
        if method == "forkserver":
            # Imported once, by the process from which the workers are then forked.
            context.set_forkserver_preload([_PRELOADED])
        reader, self._lifeline = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(self.workers, context, _attend, (reader,))
        return self._executor

    def recover(self, *, broken: bool) -> Executor:
        """Return a new pool; one that lost a worker is always broken."""
        assert broken
        return self.start()

    def has_lost_worker(self, error: BaseException) -> bool:
        """Tell whether the pool is broken."""
        return isinstance(error, BrokenExecutor)

    def stop(self) -> None:
        """End the workers, whatever they are doing."""
        executor, lifeline, self._executor, self._lifeline = self._executor, self._lifeline, None, None
        if executor is not None and lifeline is not None:
            executor.shutdown(wait=False, cancel_futures=True)
            lifeline.close()
            executor.shutdown(wait=True)


def _attend(lifeline: Connection) -> None:
    """Make a fresh worker deaf to Ctrl-C, which is the parent's affair, and mortal with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    wait([lifeline])
    os._exit(1)


class GivenEngine:
    """An executor that the caller made, or a function that makes one and, should it break, the next."""

    def __init__(self, executor: Executor | Callable[[], Executor], workers: int | None = None) -> None:
        self._given = executor
        self._made: Executor | None = None
        self.workers = workers or int(getattr(executor, "_max_workers", 0)) or processors()

    def start(self) -> Executor:
        """Return the executor."""
        self._made = self._given if isinstance(self._given, Executor) else self._given()
        return self._made

    def recover(self, *, broken: bool) -> Executor:
        """Return the executor, or the next if it broke.

        Raises:
            EngineError: if it broke and was not given as a function.

        """
        if broken and isinstance(self._given, Executor):
            raise EngineError("the executor broke; resume the sweep with a new one, or pass a function that makes it")
        if broken:
            self.stop()
        return self._made if self._made is not None else self.start()

    def has_lost_worker(self, error: BaseException) -> bool:
        """Tell whether the executor is broken, or gave up a task because its worker died."""
        return isinstance(error, BrokenExecutor) or is_killed_worker(error)

    def stop(self) -> None:
        """End an executor that was made here; one that was given is its owner's."""
        if self._made is not None and not isinstance(self._given, Executor):
            self._made.shutdown(wait=True, cancel_futures=True)
            self._made = None
