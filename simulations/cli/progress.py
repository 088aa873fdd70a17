"""The progress bar of a long run; on stderr, and only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from simulations.runner import Progress

__all__ = ["progress_bar"]


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Progress | None]:
    """Give a function to report steps to, or None where nobody would see a bar."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description:<10}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("start", total=None)
        yield lambda done, total, what: bar.update(task, completed=done, total=total, description=what)
