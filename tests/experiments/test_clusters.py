"""A Dask cluster that somebody else started, and executors that are given from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from conftest import GRID
from distributed import Client, LocalCluster

from brain.errors import InvalidInputError
from simulations.experiments import EngineError, Experiment, run_sweep

Read = Callable[[str], Experiment]


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        dashboard_address="127.0.0.1:0",
        protocol="tcp",
        host="127.0.0.1",
    ) as started:
        yield started


@pytest.fixture
def expected(read: Read, tmp_path: Path) -> bytes:
    with ThreadPoolExecutor(1) as executor:
        directory = run_sweep(read(GRID), executor=executor, out=tmp_path / "expected").directory
    return (directory / "results.db").read_bytes()


def test_a_scheduler_that_is_there_is_used_and_left_running(
    cluster: LocalCluster, read: Read, tmp_path: Path, expected: bytes
) -> None:
    for out in ("one", "two"):
        result = run_sweep(read(GRID), engine="dask", scheduler=cluster.scheduler_address, out=tmp_path / out)
        assert (result.directory / "results.db").read_bytes() == expected
    assert len(list((tmp_path / "one" / "shards").glob("*.jsonl"))) == 2


def test_executors_are_given_from_python_and_left_open(
    cluster: LocalCluster, read: Read, tmp_path: Path, expected: bytes
) -> None:
    with Client(cluster, set_as_default=False) as client, client.get_executor() as executor:
        result = run_sweep(read(GRID), executor=executor, out=tmp_path / "dask")
        assert (result.directory / "results.db").read_bytes() == expected
        assert executor.submit(abs, -1).result() == 1
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        result = run_sweep(read(GRID), executor=executor, out=tmp_path / "pool")
        assert (result.directory / "results.db").read_bytes() == expected
        assert executor.submit(abs, -1).result() == 1


def test_a_scheduler_that_goes_away_leaves_what_is_done(read: Read, tmp_path: Path) -> None:
    own = LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        dashboard_address="127.0.0.1:0",
        protocol="tcp",
        host="127.0.0.1",
    )

    def leave(done: int, *_: int) -> None:
        if done >= 3 and own.status.name == "running":
            own.close()

    with pytest.raises(EngineError, match="--resume"):
        run_sweep(
            read(GRID), engine="dask", scheduler=own.scheduler_address, out=tmp_path / "out", progress=leave
        )  # fmt: skip
    with ThreadPoolExecutor(1) as executor:
        result = run_sweep(read(GRID), executor=executor, out=tmp_path / "out", resume=True)
    assert len(result.rows) == 12
    assert not result.failed


@pytest.mark.parametrize("address", ["nonsense://x", "tcp://host", "tcp://host:port", "tcp://a b:1", ":8786"])
def test_an_address_that_is_none(read: Read, tmp_path: Path, address: str) -> None:
    with pytest.raises(InvalidInputError, match="is not the address of a scheduler; it is such as"):
        run_sweep(read(GRID), engine="dask", scheduler=address, out=tmp_path / "out")
    assert not (tmp_path / "out").exists()
