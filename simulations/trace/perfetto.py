"""A run in the Chrome trace-event format, which Perfetto (https://ui.perfetto.dev) and chrome://tracing show.

Structures are threads, messages are slices, and an arrow leads from who sent a message to who handled it. The time
axis is the brain's own. Everything that happens at one moment of virtual time is laid out one after the other from
that moment on, as long as it took by the wall clock if that is known, and a microsecond a message if not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from actors.trace import TraceRecord
from brain.errors import StorageError
from simulations.trace.run_files import RunFiles

__all__ = ["perfetto_events", "write_perfetto"]

_PROCESS = 1
_LEAST = 1.0  # microseconds


def perfetto_events(
    records: Iterable[TraceRecord], wall_seconds: Mapping[int, float] | None = None, name: str = "brain"
) -> Iterator[dict[str, Any]]:
    """Yield the events: names of process and threads, then a slice a message, and the two ends of its arrow.

    Args:
        records: the messages of a run, in any order.
        wall_seconds: how long each took, by `seq`; see `RunFiles.wall_seconds`.
        name: what the process is called.

    """
    ordered = sorted(records, key=lambda record: record.seq)
    threads = {"outside": 0}
    for record in ordered:
        for actor in (record.sender, record.receiver):
            threads.setdefault(actor, len(threads))
    yield _named("process_name", name, 0)
    for actor, thread in threads.items():
        yield _named("thread_name", actor, thread)
        yield {"ph": "M", "pid": _PROCESS, "tid": thread, "name": "thread_sort_index", "args": {"sort_index": thread}}
    yield from _Layout(ordered, wall_seconds or {}, threads).events()


def write_perfetto(files: RunFiles, out: Path) -> int:
    """Write the trace of a run to `out` and return how many messages it holds.

    Raises:
        StorageError: if a file cannot be read or written.

    """
    records = list(files.records())
    wall = files.wall_seconds()
    name = f"{files.manifest.get('scenario', 'brain')}, seed {files.manifest.get('seed', '?')}"
    try:
        with out.open("w", encoding="utf-8", newline="\n") as file:
            file.write('{"displayTimeUnit":"ms","traceEvents":[\n')
            before = ""
            for event in perfetto_events(records, wall, name):
                file.write(before + json.dumps(event, ensure_ascii=True, separators=(",", ":")))
                before = ",\n"
            file.write("\n]}\n")
    except OSError as error:
        raise StorageError(f"{out}: cannot be written: {error.strerror or error}") from error
    return len(records)


class _Layout:
    """Gives every message a beginning and a length, in microseconds: an ask lies within what asked."""

    def __init__(self, ordered: list[TraceRecord], wall: Mapping[int, float], threads: dict[str, int]) -> None:
        self._wall = wall
        self._threads = threads
        self._ordered = ordered
        self._start = ordered[0].time if ordered else 0.0
        self._within: dict[int, list[TraceRecord]] = {}
        known = {record.seq for record in ordered}
        self._nested = {record.seq for record in ordered if record.kind == "ask" and record.cause in known}
        for record in ordered:
            if record.seq in self._nested and record.cause is not None:
                self._within.setdefault(record.cause, []).append(record)
        self._lengths: dict[int, float] = {}
        for record in reversed(ordered):  # what is asked is sent later than what asks
            inner = sum(self._lengths[each.seq] for each in self._within.get(record.seq, ()))
            own = self._wall.get(record.seq, 0.0) * 1e6
            self._lengths[record.seq] = max(own, inner + _LEAST)
        self._places: dict[int, tuple[int, float, float]] = {}

    def events(self) -> Iterator[dict[str, Any]]:
        free = 0.0
        for record in self._ordered:
            if record.seq not in self._nested:
                at = max((record.time - self._start) * 1e6, free)
                free = at + self._lengths[record.seq] + _LEAST
                yield from self._shown(record, at)

    def _shown(self, record: TraceRecord, at: float) -> Iterator[dict[str, Any]]:
        """Yield a message, its arrow, and what it asked; a stack of its own, for chains may be deep."""
        pending = [(record, at)]
        while pending:
            record, at = pending.pop()
            length = self._lengths[record.seq]
            yield from self._slice(record, at, length)
            inner_at = at + _LEAST / 2
            for inner in self._within.get(record.seq, ()):
                pending.append((inner, inner_at))
                inner_at += self._lengths[inner.seq]

    def _slice(self, record: TraceRecord, at: float, length: float) -> Iterator[dict[str, Any]]:
        thread = self._threads[record.receiver]
        args = {
            "seq": record.seq, "trace_id": record.trace_id, "from": record.sender, "outcome": record.outcome,
            "virtual_time": record.time, "carried": record.carried, "reply": record.reply,
        }  # fmt: skip
        at, length = round(at, 3), round(length - 0.002, 3)  # neighbours must not overlap once rounded
        place = {"pid": _PROCESS, "tid": thread}
        self._places[record.seq] = (thread, at, length)
        if record.sender == "outside" and record.kind != "timer":
            sending = {"pid": _PROCESS, "tid": self._threads["outside"]}
            yield {"ph": "X", **sending, "ts": at, "dur": length, "name": record.type, "cat": "outside"}
            origin = (sending, at)
        elif record.cause in self._places:
            sender, began, lasted = self._places[record.cause]
            origin = ({"pid": _PROCESS, "tid": sender}, min(max(at, began), round(began + lasted - _LEAST / 2, 3)))
        else:
            origin = ({}, at)
        yield {"ph": "X", **place, "ts": at, "dur": length, "name": record.type, "cat": record.kind, "args": args}
        if origin[0]:
            arrow = {"id": record.seq, "name": "message", "cat": record.kind}
            yield {"ph": "s", **origin[0], "ts": origin[1], **arrow}
            yield {"ph": "f", "bp": "e", **place, "ts": at, **arrow}


def _named(event: str, name: str, thread: int) -> dict[str, Any]:
    return {"ph": "M", "pid": _PROCESS, "tid": thread, "name": event, "args": {"name": name}}
