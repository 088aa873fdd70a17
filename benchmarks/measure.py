"""What the measuring scripts share: medians of repeats, and a table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence

__all__ = ["print_table", "seconds_per_call"]


def seconds_per_call(call: Callable[[], object], calls: int, repeats: int = 5) -> float:
    """Return the median over `repeats` of the mean time of `calls` calls."""
    means = []
    for _ in range(repeats):
        began = time.perf_counter()
        for _ in range(calls):
            call()
        means.append((time.perf_counter() - began) / calls)
    return statistics.median(means)


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under a header, the first column left, the others right."""
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    print(title)
    for row in [header, *rows]:
        cells = [
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        print("  " + "  ".join(cells).rstrip())
    print()
