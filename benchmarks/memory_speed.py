"""The memory layer against the barest SQLite that could do the same job, in the same run."""

from __future__ import annotations

import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from measure import print_table

from brain.config import BrainConfig
from brain.memory import MemoryManager

SMALL, LARGE, BATCH = 1_000, int(sys.argv[1]) if len(sys.argv) > 1 else 50_000, 1_000
CONFIG = BrainConfig().with_settings({"episodic.max_episodes": 10_000_000, "semantic.max_nodes": 10_000_000})


def sentence(number: int) -> str:
    """Return an utterance of about a dozen words, most of them common, some rare."""
    return (
        f"в день {number} пользователь {number % 53} рассказал о погоде, природе и слове{number % 977};"
        f" later we talked about topic{number % 401} and trains"
    )


def floor_rate(directory: Path, count: int) -> float:
    """Return how many rows a second plain SQLite takes: a row, an FTS5 row, a commit."""
    file = directory / "floor.db"
    file.unlink(missing_ok=True)
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT, at REAL)")
    connection.execute("CREATE VIRTUAL TABLE f USING fts5 (text)")
    began = time.perf_counter()
    for number in range(count):
        text = sentence(number)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO t VALUES (?, ?, ?)", (number, text, 0.0))
        connection.execute("INSERT INTO f (rowid, text) VALUES (?, ?)", (number, text))
        connection.execute("COMMIT")
    rate = count / (time.perf_counter() - began)
    connection.close()
    return rate


def store(memory: MemoryManager, first: int, count: int) -> float:
    """Store so many sentences; return seconds a store."""
    began = time.perf_counter()
    for number in range(first, first + count):
        memory.store(sentence(number), importance=0.5, source_ref="user_input", session_id=f"s{number // 40}")
    return (time.perf_counter() - began) / count


def consolidate_50(memory: MemoryManager, cycle: int) -> float:
    """Return the seconds that a cycle over 50 items of working memory takes, half of which state a fact."""
    for number in range(cycle * 50, cycle * 50 + 50):
        text = f"понятие{number} — предмет номер {number}" if number % 2 else sentence(10_000_000 + number)
        memory.working.push(text, importance=0.45, source_ref="user_input")
    began = time.perf_counter()
    report = memory.force_consolidate()
    taken = time.perf_counter() - began
    assert report.transferred == 50
    return taken


def opening(directory: Path) -> tuple[float, float]:
    """Return how long a process takes to open 10,000 nodes and 5,000 episodes and recall, and what it then holds (MB).

    The time is that beyond starting Python and importing; memory is the whole process's.
    """
    mind = directory / "large"
    with MemoryManager(mind, auto_consolidate=False, config=CONFIG) as memory, memory.database.transaction():
        for number in range(10_000):
            memory.semantic.store_fact(f"понятие{number}", f"предмет номер {number} рода {number % 53}")
        for number in range(5_000):
            memory.episodic.store(sentence(number), importance=0.5, source="user_input", is_consolidated=True)
    code = (
        "import sys, time, psutil\n"
        "from brain.memory import MemoryManager\n"
        "began = time.perf_counter()\n"
        "memory = MemoryManager(sys.argv[1], auto_consolidate=False).start()\n"
        "opened = time.perf_counter() - began\n"
        "memory.retrieve_staged('понятие77 погода')\n"
        "print(opened, psutil.Process().memory_info().rss / 1e6)\n"
        "memory.stop()\n"
    )
    said = subprocess.run([sys.executable, "-c", code, str(mind)], check=True, capture_output=True, text=True)
    opened, held = map(float, said.stdout.split())
    return opened, held


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        floor = statistics.median(floor_rate(directory, 2_000) for _ in range(5))
        memory = MemoryManager(directory / "mind", working_max_size=100, auto_consolidate=False, config=CONFIG)
        import_module("numpy")  # what the index needs at its first seal: once a process, not once a store
        store(memory, LARGE * 10, 100)  # warm up: stems, patterns, pages
        small = store(memory, 0, 2 * BATCH)
        store(memory, 2 * BATCH, LARGE - 3 * BATCH)
        large = store(memory, LARGE - BATCH, 2 * BATCH)
        memory.working.clear()
        cycles = []
        for cycle in range(9):
            cycles.append(consolidate_50(memory, cycle))
            memory.working.clear()
        began = time.perf_counter()
        memory.semantic.apply_decay()
        decay = time.perf_counter() - began
        memory.stop()
        opened, held = opening(directory)
    rows = [
        ("bare SQLite floor, rows a second", f"{floor:,.0f}", ""),
        (f"store at {SMALL:,} episodes, a second", f"{1 / small:,.0f}", ""),
        ("  as a share of the floor", f"{100 / small / floor:.0f} %", ">= 40 %"),
        (f"store at {LARGE:,} episodes, a second", f"{1 / large:,.0f}", ""),
        (f"cost at {LARGE:,} over cost at {SMALL:,}", f"{large / small:.2f}", "<= 1.3"),
        (
            f"consolidate 50 items at {LARGE:,} episodes, ms (median of 9)",
            f"{statistics.median(cycles) * 1e3:.1f}",
            "< 30",
        ),
        ("  worst of 9 (a checkpoint may fall into one)", f"{max(cycles) * 1e3:.1f}", ""),
        ("apply_decay at any size, ms", f"{decay * 1e3:.2f}", "< 5"),
        ("open 10,000 nodes + 5,000 episodes, s", f"{opened:.3f}", "< 0.2"),
        ("  resident after a recall, MB", f"{held:.0f}", "< 150"),
    ]
    print_table("memory layer", ("", "measured", "goal"), rows)


if __name__ == "__main__":
    main()
