"""Workers that are killed in mid-sweep: every row still arrives, and it is the row of an undisturbed sweep."""

from __future__ import annotations

import itertools
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from simulations.experiments import Experiment, Row, SweepResult, run_sweep
from simulations.experiments.sweep import EngineName

MANY = """
scenario = "short.toml"
replications = 10
seed = 5
[factors]
n = [2, 12]
"""
SLOW = """
scenario = "slow.toml"
replications = 6
seed = 5
"""
SLOW_SCENARIO = """
[[step]]
generate = "sentences"
label = "list"
n = 60
spacing = "1m"
[[step]]
probe = "episodes"
"""
UNLUCKY, DEADLY = 2, 4


def worker_of(shard: Path) -> int:
    return int(shard.stem.split("-")[-2])


def kill(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


@contextmanager
def killing(times: dict[int, int], out: Path) -> Iterator[list[int]]:
    """Kill whichever worker begins one of some runs, as many times as is said of that run; list the runs."""
    killed: list[int] = []
    over = threading.Event()

    def watch() -> None:
        seen: Counter[tuple[Path, int]] = Counter()
        while not over.wait(0.002):
            for shard, run in itertools.product(out.glob("shards/*.jsonl"), times):
                count = shard.read_text(encoding="utf-8").count(f'{{"began":{run}}}\n')
                fresh = count > seen[shard, run]
                seen[shard, run] = count
                if fresh and killed.count(run) < times[run] and kill(worker_of(shard)):
                    killed.append(run)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield killed
    finally:
        over.set()
        watcher.join()


def undisturbed(experiment: Experiment, tmp_path: Path) -> SweepResult:
    with ThreadPoolExecutor(1) as executor:
        return run_sweep(experiment, executor=executor, out=tmp_path / "alone")


def test_a_killed_worker_costs_no_row(read: Callable[[str], Experiment], tmp_path: Path) -> None:
    experiment, out = read(MANY), tmp_path / "out"
    killed: list[int] = []

    def strike(done: int, *_: int) -> None:
        if done >= 5 and not killed:
            shards = sorted(out.glob("shards/*.jsonl"), key=lambda shard: -shard.stat().st_mtime)
            killed.extend(worker_of(shard) for shard in shards[:1] if kill(worker_of(shard)))

    result = run_sweep(experiment, workers=2, out=out, progress=strike)
    assert len(killed) == 1
    assert not result.failed
    expected = undisturbed(experiment, tmp_path)
    for name in ("results.csv", "results.db"):
        assert (out / name).read_bytes() == (expected.directory / name).read_bytes()


@pytest.mark.parametrize("engine", ["processes", "dask"])
def test_a_run_is_given_up_when_three_workers_died_of_it(
    read: Callable[[str], Experiment], tmp_path: Path, engine: EngineName
) -> None:
    """One run's worker is killed once, another's each time: the first is done, the second a failed row."""
    (tmp_path / "slow.toml").write_text(SLOW_SCENARIO, encoding="utf-8")
    experiment, out = read(SLOW), tmp_path / "out"
    with killing({UNLUCKY: 1, DEADLY: 9}, out) as killed:
        result = run_sweep(experiment, engine=engine, workers=2, out=out)
    assert sorted(killed) == [UNLUCKY, DEADLY, DEADLY, DEADLY]
    assert result.failed == [Row(DEADLY, "failed", "worker", result.failed[0].text)]
    assert "each of 3 times" in result.failed[0].text
    expected = {**undisturbed(experiment, tmp_path).rows, DEADLY: result.failed[0]}
    assert dict(result.rows) == expected


def test_a_worker_does_not_outlive_the_sweep(read: Callable[[str], Experiment], tmp_path: Path) -> None:
    out = tmp_path / "out"

    def interrupt(done: int, *_: int) -> None:
        if done >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_sweep(read(MANY), workers=2, out=out, progress=interrupt)
    workers = [worker_of(shard) for shard in out.glob("shards/*.jsonl")]
    assert workers
    assert not any(alive(pid) for pid in workers)
    resumed: SweepResult = run_sweep(read(MANY), workers=2, out=out, resume=True)
    assert len(resumed.rows) == 20


def alive(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            return True
        time.sleep(0.02)
    return False
