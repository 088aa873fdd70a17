"""Traces: every message as a record, live to subscribers and as JSON lines in a file.

In the deterministic runtime a record holds nothing that the seed does not fix; how long things took by the wall
clock goes to a file of its own.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import structlog

from actors._bounded import carried_by
from actors._delivery import Delivery
from actors._replies import told_reply
from brain.errors import StorageError

__all__ = ["Subscriber", "TraceRecord", "Tracer"]


@dataclass(frozen=True)  # without slots: its dict is the line that is written, keys in order
class TraceRecord:
    """One message that was handled.

    Attributes:
        seq: the order in which messages were sent.
        time: when it was sent, seconds by the brain's clock.
        sender: the name of an actor, or "outside".
        receiver: the name of an actor.
        kind: 'ask', 'tell' or 'timer'.
        type: the message's class.
        trace_id: the chain of events that it belongs to.
        cause: the `seq` of the message during which it was sent, or None.
        outcome: 'ok', or what went wrong and what supervision did about it: 'failed: X', 'restarted: X',
            'stopped: X', 'interrupted: X', or 'dropped' for what a stopped actor never handled.
        carried: what the message held, cut to a readable size.
        reply: what it was answered with, cut likewise; of beliefs, trust, consolidation and retrieved evidence the
            figures too, as an object with its "type".

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

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode


class Tracer:
    """Hands records to subscribers and writes them to a file.

    Subscribers are called where the message was handled: on an actor's thread with threads.

    Args:
        path: the JSON Lines file to write; None for none.
        timing_path: the file for wall-clock durations, `{"seq": 1, "wall_s": 0.0001}` a line; None for none.

    Raises:
        StorageError: if a file cannot be opened.

    """

    def __init__(self, path: Path | None = None, timing_path: Path | None = None) -> None:
        self._files: list[BinaryIO] = []
        self._lock = threading.Lock()
        self._subscribers: tuple[Subscriber, ...] = ()
        self.active = False
        self._timing = self._file(timing_path) if timing_path else None
        self.timed = self._timing is not None
        if path:
            # The file is the first subscriber: a full disk then ends the trace and not the mind.
            write = _LineLogger(structlog.BytesLogger(self._file(path)), [_to_json], {}).write
            self.subscribe(lambda record: write(vars(record)))

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Call `subscriber` with every record from now on; call what is returned to end that.

        A subscriber that raises is dropped, with a structlog warning: it must not break the brain.
        """
        with self._lock:
            self._subscribers = (*self._subscribers, subscriber)
            self.active = True
        return lambda: self._drop(subscriber)

    def record(self, delivery: Delivery, outcome: str, carried: dict[str, Any], reply: Any) -> None:
        """Hand out the record of one delivery."""
        record = TraceRecord(
            delivery.seq,
            delivery.sent_at,
            delivery.sender,
            delivery.receiver,
            delivery.kind,
            type(delivery.message).__name__,
            delivery.trace_id,
            delivery.cause,
            outcome,
            carried,
            told_reply(reply),
        )
        for subscriber in self._subscribers:
            try:
                subscriber(record)
            except Exception as error:  # noqa: BLE001  whatever a stranger's callback may raise
                self._drop(subscriber)
                structlog.get_logger("actors.trace").warning("trace subscriber dropped", error=repr(error))

    def time(self, seq: int, wall_seconds: float) -> None:
        """Note how long a message took by the wall clock, in seconds."""
        timing = self._timing
        if timing is not None:
            try:
                timing.write(b'{"seq":%d,"wall_s":%.7f}\n' % (seq, wall_seconds))
            except (OSError, ValueError) as error:
                self._timing, self.timed = None, False
                structlog.get_logger("actors.trace").warning("timing file dropped", error=repr(error))

    @staticmethod
    def carried(message: Any) -> dict[str, Any]:
        """Return what a message holds, bounded; take it before the handler can change it."""
        return carried_by(message)

    def close(self) -> None:
        """Flush and close the files and let subscribers go. Safe to call again."""
        with self._lock:
            self._subscribers, self._timing = (), None
            self.active = self.timed = False
            while self._files:
                self._close(self._files.pop())

    @staticmethod
    def _close(file: BinaryIO) -> None:
        try:
            file.close()
        except OSError as error:  # what was buffered is lost; the mind is not to be told by an exception
            structlog.get_logger("actors.trace").warning("trace file is incomplete", error=repr(error))

    def _drop(self, subscriber: Subscriber) -> None:
        with self._lock:
            self._subscribers = tuple(other for other in self._subscribers if other is not subscriber)
            self.active = bool(self._subscribers)

    def _file(self, path: Path) -> BinaryIO:
        try:
            file = path.open("wb")
        except OSError as error:
            raise StorageError(f"{path}: cannot be written: {error.strerror or error}") from error
        self._files.append(file)
        return file


class _LineLogger(structlog.BoundLoggerBase):
    """A structlog wrapper with a chain of its own.

    The tracer must neither heed nor touch how the user has set up structlog.
    """

    def write(self, line: dict[str, Any]) -> None:
        """Write one JSON line, its keys in the given order."""
        self._proxy_to_logger("msg", None, line=line)


def _to_json(_logger: object, _method: str, event: Any) -> bytes:
    # A lone surrogate cannot be UTF-8, but its escape is JSON.
    return _encode(event["line"]).encode("utf-8", "backslashreplace")
