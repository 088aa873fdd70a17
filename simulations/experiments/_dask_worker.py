"""What a worker of a local Dask cluster loads when it starts."""

from __future__ import annotations

import signal

from simulations.experiments._worker import run_chunk

__all__ = ["dask_setup", "run_chunk"]  # what chunks need is imported before the first of them comes


def dask_setup(_: object) -> None:
    """Make the worker deaf to Ctrl-C, which a terminal sends to all: it is the sweep's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
