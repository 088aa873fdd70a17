"""How fast `retrieve_staged` is as memory grows, and how much RAM that takes.

python benchmarks/retrieval_speed.py [EPISODES ...]      default: 5000 100000 1000000
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import psutil
from measure import print_table

from brain.config import BrainConfig
from brain.memory import MemoryManager

NODES = 10_000
QUESTIONS = 200
WORDS = 50_000
GOALS = {5_000: 10, 100_000: 20, 1_000_000: 50}
CONFIG = BrainConfig().with_settings({"episodic.max_episodes": 100_000_000, "semantic.max_nodes": 100_000_000})


def word(rank: int) -> str:
    """Return the word of a rank: pronounceable, half of them Russian."""
    russian, latin = (
        ("ба", "ве", "ги", "до", "жу", "ка", "ле", "ми", "но", "ру"),
        ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "ru"),
    )
    syllables = russian if rank % 2 else latin
    return "".join(syllables[int(digit)] for digit in str(rank + 100))


def zipf(generator: random.Random) -> str:
    """Return a word; the one of rank r comes up about 1/r as often as the first."""
    return word(int(WORDS ** generator.random()))


def sentence(generator: random.Random) -> str:
    return " ".join(zipf(generator) for _ in range(generator.randint(6, 16)))


def filled(directory: Path, episodes: int, memory: MemoryManager | None, already: int) -> MemoryManager:
    """Add episodes (and, at first, nodes) to a mind, as quickly as that goes."""
    generator = random.Random(already)
    memory = memory or MemoryManager(directory, auto_consolidate=False, config=CONFIG)
    if not already:
        with memory.database.transaction():
            for number in range(NODES):
                memory.semantic.store_fact(
                    f"{word(number)} {word(number // 7)}", f"{zipf(generator)} {zipf(generator)}"
                )
    for first in range(already, episodes, 5_000):
        with memory.database.transaction():
            for number in range(first, min(first + 5_000, episodes)):
                memory.episodic.store(
                    sentence(generator), source=f"speaker{number % 50}", session_id=f"s{number // 30}", is_consolidated=True
                )  # fmt: skip
        memory.episodic.save()
    return memory


def main() -> None:
    sizes = [int(argument) for argument in sys.argv[1:]] or [5_000, 100_000, 1_000_000]
    rows, memory, already = [], None, 0
    with tempfile.TemporaryDirectory() as name:
        for size in sizes:
            memory, already = filled(Path(name), size, memory, already), size
            generator = random.Random(99)
            taken = []
            for _ in range(QUESTIONS):
                question = " ".join(zipf(generator) for _ in range(6))
                began = time.perf_counter()
                memory.retrieve_staged(question)
                taken.append((time.perf_counter() - began) * 1e3)
            p95 = statistics.quantiles(taken, n=20)[-1]
            held = psutil.Process().memory_info().rss / 1e6
            goal = f"<= {GOALS[size]}" if size in GOALS else ""
            rows.append((f"{size:,}", f"{statistics.median(taken):.1f}", f"{p95:.1f}", goal, f"{held:.0f}"))
        if memory is not None:
            memory.stop()
    print_table("retrieve_staged, six Zipf-distributed words", ("episodes", "p50 ms", "p95 ms", "goal", "RSS MB"), rows)


if __name__ == "__main__":
    main()
