"""Traces: every message as a record, live to subscribers and as JSON lines in a file.

In the deterministic runtime a record holds nothing that the seed does not fix; how long things took by the wall
clock goes to a file of its own.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import structlog

from brain.errors import StorageError

__all__ = ["TraceRecord", "Tracer", "bounded"]

_LONGEST_TEXT = 200
_FIRST_ITEMS = 3
_MOST_KEYS = 20
_DEEPEST = 3
_IDENTIFYING = (
    "episode_id",
    "item_id",
    "procedure_id",
    "source_id",
    "concept",
    "fused_id",
    "query",
    "target",
)


class TraceRecord(NamedTuple):
    """One message that was handled.

    Attributes:
        seq: the order in which messages were sent.
        time: when it was handled, Unix seconds by the brain's clock.
        sender, receiver: names of structures; "outside" for the user.
        kind: 'ask', 'tell' or 'timer'.
        type: the message's class.
        trace_id: the chain of events that it belongs to.
        cause: the `seq` of the message during which it was sent, or None.
        outcome: 'ok', or what went wrong and what supervision did about it.
        carried, reply: what the message held and what it was answered with, cut to a readable size.

    """

    seq: int
    time: float
    sender: str
    receiver: str
    kind: str
    type: str
    trace_id: str
    cause: int | None
    outcome: str
    carried: dict[str, Any]
    reply: Any


Subscriber = Callable[[TraceRecord], None]

# `json.dumps` would make an encoder for every record.
_ENCODE = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str).encode


class Tracer:
    """Hands records to subscribers and writes them to a file.

    Args:
        path: the JSON Lines file to write; None for none.
        timing_path: the file for wall-clock durations, `{"seq": 1, "wall_s": 0.0001}` a line; None for none.

    Raises:
        StorageError: if a file cannot be written.

    """

    def __init__(self, path: Path | None = None, timing_path: Path | None = None) -> None:
        self._files: list[BinaryIO] = []
        self._subscribers: list[Subscriber] = []
        self._log = self._opened(path) if path else None
        self._timing = self._opened(timing_path) if timing_path else None

    @property
    def active(self) -> bool:
        """Whether anybody would see a record."""
        return self._log is not None or bool(self._subscribers)

    @property
    def timed(self) -> bool:
        """Whether durations are wanted."""
        return self._timing is not None

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call `subscriber` with every record from now on; call what is returned to end that."""
        self._subscribers.append(subscriber)

        def unsubscribe() -> None:
            if subscriber in self._subscribers:
                self._subscribers.remove(subscriber)

        return unsubscribe

    def write(self, record: TraceRecord) -> None:
        """Hand out one record. A subscriber that raises is dropped, with a warning: it must not stop the brain."""
        if self._log is not None:
            self._log.msg(_line(record._asdict()))
        for subscriber in tuple(self._subscribers):
            try:
                subscriber(record)
            except Exception:  # noqa: BLE001  whatever a stranger's callback may raise
                self._subscribers.remove(subscriber)
                structlog.get_logger("actors.trace").warning("trace subscriber dropped", exc_info=True)

    def write_timing(self, seq: int, wall_seconds: float) -> None:
        """Note how long a message took by the wall clock."""
        if self._timing is not None:
            self._timing.msg(_line({"seq": seq, "wall_s": round(wall_seconds, 7)}))

    def close(self) -> None:
        """Flush and close the files. Safe to call again."""
        self._log = self._timing = None
        while self._files:
            self._files.pop().close()

    def _opened(self, path: Path) -> structlog.BytesLogger:
        try:
            file = path.open("wb", buffering=0)  # a record is in the file before its message is answered
        except OSError as error:
            raise StorageError(f"{path}: cannot be written: {error.strerror or error}") from error
        self._files.append(file)
        # structlog's output logger alone: the tracer must neither heed nor touch how the user has set up structlog,
        # and its processors would cost more than all the rest of a message.
        return structlog.BytesLogger(file)


def bounded(value: Any, depth: int = 0) -> Any:
    """Return a JSON-ready stand-in for `value` of a readable size."""
    if isinstance(value, str):
        return value if len(value) <= _LONGEST_TEXT else f"{value[:_LONGEST_TEXT]}…"
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else repr(value)
    if is_dataclass(value):
        return _named(value)
    return _shortened(value, depth) if depth < _DEEPEST else type(value).__name__


def _shortened(value: Any, depth: int) -> Any:
    if isinstance(value, Mapping):
        return {str(key): bounded(value[key], depth + 1) for key in list(value)[:_MOST_KEYS]}
    if not isinstance(value, list | tuple):
        return type(value).__name__
    first = [bounded(item, depth + 1) for item in value[:_FIRST_ITEMS]]
    return first if len(value) <= _FIRST_ITEMS else {"count": len(value), "first": first}


_FIELD_NAMES: dict[type[Any], tuple[str, ...]] = {}


def message_fields(kind: type[Any]) -> tuple[str, ...]:
    """Return the field names of a dataclass; they are looked up for every message."""
    names = _FIELD_NAMES.get(kind)
    if names is None:
        names = _FIELD_NAMES[kind] = tuple(spec.name for spec in fields(kind))
    return names


def _named(value: Any) -> str:
    """Return a record's type and what identifies it, or its first few plain fields."""
    names = message_fields(type(value))
    identifying = [name for name in _IDENTIFYING if name in names][:1]
    parts = [getattr(value, name) for name in identifying or names[:_FIRST_ITEMS]]
    shown = ", ".join(str(part) for part in parts if isinstance(part, str | int | float))
    return f"{type(value).__name__} {shown[:_LONGEST_TEXT]}".rstrip()


def _line(event: Mapping[str, Any]) -> bytes:
    # A lone surrogate cannot be UTF-8, but its escape is JSON.
    return _ENCODE(event).encode("utf-8", "backslashreplace")
