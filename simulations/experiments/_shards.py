"""Shards: each worker's own file of results, one JSON object a line."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self, TextIO

__all__ = ["DONE", "FAILED", "Row", "ShardWriter", "began_in", "rows_in"]

DONE, FAILED = "done", "failed"
WORKER = "worker"
"""The stage of a run that ended its worker."""

_SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a run.

    Attributes:
        run: its number.
        status: 'done' or 'failed'.
        stage: where it failed: 'setup', a step such as 'step 3 (ask)', 'expectations', 'measures' or 'worker'.
        text: why, on one line.
        measures: its figures; a run that only failed its expectations has them too.

    """

    run: int
    status: str = DONE
    stage: str = ""
    text: str = ""
    measures: dict[str, float] = field(default_factory=dict)


class ShardWriter:
    """Appends to the shard of this worker; a context manager that leaves everything on the disk."""

    def __init__(self, directory: Path) -> None:
        # Workers may share a directory over a network, and a process over threads.
        name = f"{socket.gethostname()}-{os.getpid()}-{threading.get_native_id()}"
        self._path = directory / f"{name}{_SUFFIX}"
        self._file: TextIO

    def __enter__(self) -> Self:
        cut_short = _ends_within_a_line(self._path)
        self._file = self._path.open("a", encoding="utf-8", newline="\n")
        if cut_short:
            self._file.write("\n")
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
        finally:
            self._file.close()

    def begin(self, run: int) -> None:
        """Note that a run is being taken, so that one which ends its worker can be told from those behind it."""
        self._write({"began": run})

    def add(self, row: Row) -> None:
        """Write a row."""
        self._write(asdict(row))

    def _write(self, record: dict[str, Any]) -> None:
        self._file.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
        # The system keeps what it was given when a process is killed; only a power cut needs fsync.
        self._file.flush()


def _ends_within_a_line(path: Path) -> bool:
    if not path.exists() or not path.stat().st_size:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"


def rows_in(directory: Path) -> dict[int, Row]:
    """Return the row of each run that any worker has finished.

    A run that two workers took gave both the same row; one that was given up as deadly and yet came to an end counts.
    """
    rows: dict[int, Row] = {}
    for record in _records(directory):
        if "run" in record:
            row = Row(**record)
            known = rows.get(row.run)
            if known is None or known.stage == WORKER:
                rows[row.run] = row
    return rows


def began_in(directory: Path) -> Counter[int]:
    """Return how often each run was begun by any worker."""
    return Counter(record["began"] for record in _records(directory) if "began" in record)


def _records(directory: Path) -> Iterator[dict[str, Any]]:
    for shard in sorted(directory.glob(f"*{_SUFFIX}")):
        with shard.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                record = _record(line)
                if record is not None:
                    yield record


def _record(line: str) -> dict[str, Any] | None:
    """Return what a line says; None for one that was cut short: its run is taken again."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) and ("began" in record or {*record} == {*Row.__slots__}) else None
