"""How fast the nearest of many vectors are found, in which form they are held in RAM, and whether all are found.

python benchmarks/vector_search.py [ROWS ...]      default: 1000 10000 100000

Float32 in one matrix is the exact answer that the others are compared with. Float16 halves the RAM and is widened
block by block; what it finds is taken as it is. The 8-bit codes are this project's own table: codes in RAM, the few
rows that can be among the nearest read in full from SQLite.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from measure import print_table

from brain.memory import MemoryDatabase
from brain.memory.embedding import Encoder
from brain.memory.vectors import VectorTable

DIMENSIONS = 256
TOPICS = 500
QUERIES = 60
TOP = 60  # what `retrieve_staged` asks for
BLOCK = 1_024
Search = Callable[[int], list[int]]


class Rows:
    """An embedder whose texts are numbers of rows."""

    name = "rows"

    def __init__(self, rows: npt.NDArray[np.float32]) -> None:
        self.rows = rows

    def encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        return self.rows[[int(text) for text in texts]]


def unit(rows: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def made(rows: int) -> npt.NDArray[np.float32]:
    """Return rows around topics, and after them queries near some rows."""
    generator = np.random.default_rng(rows)
    centres = generator.standard_normal((TOPICS, DIMENSIONS))
    texts = centres[generator.integers(0, TOPICS, rows)] + 1.2 * generator.standard_normal((rows, DIMENSIONS))
    queries = texts[generator.integers(0, rows, QUERIES)] + generator.standard_normal((QUERIES, DIMENSIONS))
    return unit(np.concatenate([texts, queries]))


def best(near: npt.NDArray[np.float32]) -> list[int]:
    found = np.argpartition(near, len(near) - TOP)[-TOP:]
    return [int(i) for i in found[np.argsort(-near[found])]]


def float32(rows: npt.NDArray[np.float32], n: int) -> Search:
    return lambda query: best(rows[:n] @ rows[n + query])


def float16(rows: npt.NDArray[np.float32], n: int) -> Search:
    halves = rows[:n].astype(np.float16)

    def search(query: int) -> list[int]:
        near = np.empty(n, np.float32)
        for start in range(0, n, BLOCK):
            near[start : start + BLOCK] = halves[start : start + BLOCK].astype(np.float32) @ rows[n + query]
        return best(near)

    return search


def codes(rows: npt.NDArray[np.float32], n: int) -> Search:
    database = MemoryDatabase()
    table = VectorTable(database, "episode", Encoder(Rows(rows)))
    with database.transaction() as connection:
        connection.executemany(
            "INSERT INTO episodes VALUES (?, ?, ?, 'text', '', .5, .8, '[]', '[]', '[]', '', '', 0, 0, 0, 1, 0)",
            [(number + 1, f"ep{number}", str(number)) for number in range(n)],
        )
    while table.backfill(10_000):
        pass
    return lambda query: [owner - 1 for owner, _ in table.nearest(str(n + query), TOP)]


def main() -> None:
    lines = []
    for n in [int(argument) for argument in sys.argv[1:]] or [1_000, 10_000, 100_000]:
        rows = made(n)
        truth = [float32(rows, n)(query) for query in range(QUERIES)]
        for name, make, bytes_each in (("float32", float32, 4), ("float16", float16, 2), ("8-bit codes", codes, 1)):
            search = make(rows, n)
            began = time.perf_counter()
            search(0)
            first = (time.perf_counter() - began) * 1e3
            taken, found = [], 0
            for query in range(QUERIES):
                began = time.perf_counter()
                answer = search(query)
                taken.append((time.perf_counter() - began) * 1e3)
                found += len(set(answer) & set(truth[query]))
            p95 = statistics.quantiles(taken, n=20)[-1]
            lines.append(
                (
                    f"{n:,} {name}", f"{first:.1f}", f"{statistics.median(taken):.2f}", f"{p95:.2f}",
                    f"{found / QUERIES / TOP:.4f}", f"{n * DIMENSIONS * bytes_each / 1e6:.1f}",
                )
            )  # fmt: skip
    header = ("vectors", "first ms", "p50 ms", "p95 ms", f"recall@{TOP}", "RAM MB")
    print_table(f"the nearest {TOP} of vectors with {DIMENSIONS} numbers", header, lines)


if __name__ == "__main__":
    main()
