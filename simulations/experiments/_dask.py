"""Dask distributed as an engine: a cluster on this machine, or a scheduler that is there already."""

from __future__ import annotations

import logging
import re
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any

from brain.errors import InvalidInputError, MissingExtraError
from simulations.experiments._engines import is_killed_worker, processors
from simulations.experiments.errors import EngineError

__all__ = ["DaskEngine"]

_PRELOADED = "simulations.experiments._dask_worker"
_ADDRESS = re.compile(r"^((tcp|tls|wss?|ucxx?)://)?([\w.-]+|\[[\da-fA-F:]+\]):\d{1,5}$")
_PATIENCE = 5.0  # seconds to wait for a scheduler
_PATIENCE_WORKERS = 30.0  # and for a worker of it


class DaskEngine:
    """A Dask cluster.

    Args:
        workers: how many processes to start; None for one a processor. Not with a scheduler, which has its own.
        scheduler: the address of a running scheduler, such as "tcp://10.0.0.1:8786"; "" starts a cluster here.

    Raises:
        MissingExtraError: if distributed is not installed.
        InvalidInputError: for workers with a scheduler, or an address that is none.

    """

    def __init__(self, workers: int | None = None, scheduler: str = "") -> None:
        try:
            import distributed
        except ImportError as error:
            raise MissingExtraError("the dask engine needs distributed: pip install 'actor-brain[cluster]'") from error
        if scheduler and not _ADDRESS.match(scheduler):
            raise InvalidInputError(
                f"{scheduler!r} is not the address of a scheduler; it is such as tcp://10.0.0.1:8786"
            )
        if scheduler and workers:
            raise InvalidInputError("a scheduler has its own workers; leave --workers out")
        self._distributed: Any = distributed
        self._scheduler = scheduler
        self._cluster: Any = None
        self._client: Any = None
        self.workers = workers or processors()

    def start(self) -> Executor:
        """Return the cluster as an executor.

        Raises:
            EngineError: if there is no scheduler at the address, or it has no workers.

        """
        self.stop()
        # What its nannies say of dead workers is dealt with here.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._client = self._connected() if self._scheduler else self._own()
        return self._executor()

    def recover(self, *, broken: bool) -> Executor:
        """Wait until there is a worker again; the cluster itself stays.

        Raises:
            EngineError: if none comes.

        """
        assert not broken
        self._wait_for_worker()
        return self._executor()

    def has_lost_worker(self, error: BaseException) -> bool:
        """Tell whether the worker of a chunk died."""
        return is_killed_worker(error)

    def stop(self) -> None:
        """Let go of the scheduler; end a cluster that was started here."""
        client, cluster, self._client, self._cluster = self._client, self._cluster, None, None
        for each in (client, cluster):
            if each is not None:
                with suppress(OSError, TimeoutError):
                    each.close()

    def _own(self) -> Any:
        import dask

        # A death is reported at once: who dies of what is found out by the sweep, not by guesses of the scheduler.
        with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
            self._cluster = self._distributed.LocalCluster(
                n_workers=self.workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0",
                silence_logs=logging.CRITICAL, preload=[_PRELOADED],
            )  # fmt: skip
        return self._distributed.Client(self._cluster, set_as_default=False)

    def _connected(self) -> Any:
        try:
            client = self._distributed.Client(self._scheduler, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError, OverflowError) as error:
            raise EngineError(f"no Dask scheduler answers at {self._scheduler} within {_PATIENCE:g} s") from error
        self._client = client
        self._wait_for_worker()
        self.workers = max(1, sum(client.nthreads().values()))
        return client

    def _wait_for_worker(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE_WORKERS)
        except TimeoutError as error:
            raise EngineError(f"the Dask cluster at {self._client.scheduler.address} has no workers") from error

    def _executor(self) -> Executor:
        executor: Executor = self._client.get_executor(pure=False)
        return executor
