"""One mind, many users: threads and processes lose nothing, double nothing and never see a locked file."""

from __future__ import annotations

import multiprocessing
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing.synchronize import Barrier as ProcessBarrier
from pathlib import Path
from queue import Queue
from threading import Barrier, Event, Thread

import pytest
from memory_kit import new_manager

from brain.chance import random_ids
from brain.clock import VirtualClock
from brain.config import BrainConfig
from brain.memory import MemoryManager

WRITERS, READERS, EACH = 8, 4, 15
PROCESSES, STORED = 4, 10


def run_all(workers: list[Callable[[], None]]) -> list[BaseException]:
    """Run each worker on its own thread, all at once; return what they raised."""
    raised: Queue[BaseException] = Queue()
    barrier = Barrier(len(workers))

    def run(worker: Callable[[], None]) -> None:
        try:
            barrier.wait()
            worker()
        except BaseException as error:  # noqa: BLE001 - whatever it is, the test must show it
            raised.put(error)

    threads = [Thread(target=run, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [raised.get() for _ in range(raised.qsize())]


def writer(mind: MemoryManager, number: int) -> Callable[[], None]:
    def write() -> None:
        for step in range(EACH):
            mind.store(f"Сорт {number}x{step} — это яблоко", importance=0.6, source_ref="docs/a.pdf")
            mind.store("Общий сорт — это груша", importance=0.6, source_ref="docs/a.pdf")

    return write


def reader(mind: MemoryManager, finished: Event) -> Callable[[], None]:
    def read() -> None:
        seen = 0
        while not finished.is_set():
            bundle = mind.retrieve_staged("яблоко", top_n=10)
            assert bundle.total_returned == len(bundle.evidence) <= 10
            mind.retrieve("груша")
            assert seen <= (seen := len(mind.episodic))

    return read


def test_threads_lose_and_double_nothing(tmp_path: Path) -> None:
    mind, finished = new_manager(tmp_path), Event()
    waiting = [writer(mind, number) for number in range(WRITERS)]
    done: Queue[None] = Queue()

    def counted(write: Callable[[], None]) -> Callable[[], None]:
        def work() -> None:
            try:
                write()
            finally:
                done.put(None)
                if done.qsize() == WRITERS:
                    finished.set()

        return work

    raised = run_all([*map(counted, waiting), *(reader(mind, finished) for _ in range(READERS))])
    contents = [episode.content for episode in mind.episodic.get_recent(10_000)]
    nodes, record = len(mind.semantic), mind.source.get("docs/a.pdf")
    mind.stop()
    assert raised == []
    own = [f"Сорт {number}x{step} — это яблоко" for number in range(WRITERS) for step in range(EACH)]
    assert sorted(contents) == sorted([*own, *["Общий сорт — это груша"] * (WRITERS * EACH)])
    assert nodes == WRITERS * EACH + 1
    assert record is not None
    assert record.fact_count == 2 * WRITERS * EACH


def test_consolidation_and_storing_at_once_keep_each_item_once(tmp_path: Path) -> None:
    mind = new_manager(tmp_path, working_max_size=1_000)

    def push(number: int) -> Callable[[], None]:
        return lambda: [mind.working.push(f"заметка {number} {step}", importance=0.35) for step in range(20)] and None

    def consolidate() -> None:
        for _ in range(20):
            mind.force_consolidate()

    raised = run_all([*(push(number) for number in range(4)), consolidate, consolidate])
    while mind.force_consolidate().transferred:
        pass
    contents = [episode.content for episode in mind.episodic.get_recent(1_000)]
    mind.stop()
    assert raised == []
    assert sorted(contents) == sorted(f"заметка {number} {step}" for number in range(4) for step in range(20))


@pytest.fixture
def _eager_threads() -> Iterator[None]:
    """Let threads take turns as often as the interpreter can, so that a race shows."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("_eager_threads")
def test_no_lookup_is_left_uncounted(tmp_path: Path) -> None:
    mind = new_manager(tmp_path)
    mind.store_fact("нейрон", "клетка")

    def look() -> None:
        for _ in range(500):
            mind.semantic.get_fact("нейрон")

    def save() -> None:
        for _ in range(100):
            mind.semantic.save()

    raised = run_all([look] * 4 + [save] * 3)
    mind.semantic.save()
    node = mind.semantic.get_facts(["нейрон"])["нейрон"]
    mind.stop()
    assert raised == []
    assert node.access_count == 2_000


def live_in(directory: str, number: int, barrier: ProcessBarrier) -> None:
    """Open a mind together with the other processes and store into it."""
    barrier.wait()
    mind = MemoryManager(directory, auto_consolidate=False, clock=VirtualClock(), ids=random_ids())
    for step in range(STORED):
        mind.store(f"Сорт {number}x{step} — это яблоко", source_ref="docs/a.pdf")
        mind.store("Общий сорт — это груша", source_ref="docs/a.pdf")
        mind.retrieve_staged("яблоко")
        mind.retrieve("груша")
    mind.stop()


def test_processes_share_a_new_mind(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(PROCESSES)
    processes = [context.Process(target=live_in, args=(str(tmp_path), n, barrier)) for n in range(PROCESSES)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(timeout=60)
    assert [process.exitcode for process in processes] == [0] * PROCESSES
    mind = new_manager(tmp_path)
    contents = [episode.content for episode in mind.episodic.get_recent(1_000)]
    nodes, record = len(mind.semantic), mind.source.get("docs/a.pdf")
    mind.stop()
    assert len(set(contents)) == PROCESSES * STORED + 1
    assert len(contents) == 2 * PROCESSES * STORED
    assert nodes == PROCESSES * STORED + 1
    assert record is not None
    assert record.fact_count == 2 * PROCESSES * STORED


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Poll until the condition holds; give up after so long that it never will."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    return condition()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_failed_cycle_does_not_end_the_background_work(tmp_path: Path) -> None:
    clock = VirtualClock()
    config = BrainConfig().with_settings({"storage.busy_timeout": 0.01})
    with MemoryManager(tmp_path, clock=clock, config=config) as mind:
        mind.working.push("заметка", importance=0.35)
        with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            clock.advance(30)
            time.sleep(1.5)
            other.execute("COMMIT")
        clock.advance(30)
        assert wait_for(lambda: mind.consolidation.status().cycles > 0, 4.0)
        assert [episode.content for episode in mind.episodic.get_recent()] == ["заметка"]


def test_the_background_consolidates_by_the_minds_clock(tmp_path: Path) -> None:
    clock = VirtualClock()
    with MemoryManager(tmp_path, clock=clock) as mind:
        mind.working.push("заметка", importance=0.35)
        clock.advance(30)
        assert wait_for(lambda: len(mind.episodic) == 1)
