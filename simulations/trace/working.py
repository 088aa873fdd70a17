"""What was in mind from when to when: working memory lives in RAM, so its life is taken again from its messages.

A trace holds every message to working memory but not which item was displaced when a new one came. The same messages
given to a `WorkingMemory` of the same settings displace the same items. How full RAM was is known only where a reply
tells it; each push is taken at the figure told next after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from actors.trace import TraceRecord
from brain.clock import VirtualClock
from brain.config import BrainConfig
from brain.memory import WorkingMemory
from brain.pressure import FixedPressure

__all__ = ["MindReplay", "Stay"]

_OPERATIONS = ("PushItem", "MarkTransferred", "RemoveItem", "RemoveEpisode", "ClearItems", "DropStale")
_ENDINGS = {"PushItem": "displaced", "DropStale": "stale", "ClearItems": "cleared", "Replay": "crash"}


@dataclass(slots=True)
class Stay:
    """One item's stay in mind: `until` is when it left, seconds, or None; `ended` says how.

    `ended` is 'held' at the end of the trace, 'displaced', 'stale', 'removed', 'cleared', or 'crash'.
    """

    item: str
    record: TraceRecord
    until: float | None = None
    ended: str = "held"


class MindReplay:
    """Collects what was said to working memory, and replays it.

    Attributes:
        doubts: where the replay holds another number of items than the brain said it did, a sentence each.

    """

    def __init__(self, config: BrainConfig) -> None:
        self._config = config
        self._heard: list[TraceRecord] = []
        self._pressures: list[tuple[int, float]] = []
        self.doubts: list[str] = []

    def see(self, record: TraceRecord) -> None:
        """Take in one message."""
        if record.outcome != "ok":
            return
        if (record.type in _OPERATIONS and record.reply != 0) or record.type in ("Replay", "DescribeWorking"):
            self._heard.append(record)
        if isinstance(record.reply, dict) and record.reply.get("type") in ("WorkingStatus", "DecayReport"):
            self._pressures.append((record.seq, float(record.reply.get("pressure_pct", 0.0))))

    def stays(self) -> list[Stay]:
        """Return the stay of every item, in order of arrival."""
        stays: dict[str, Stay] = {}
        self._pressures.sort()
        life = _Life(self._config)
        for record in self._heard:
            if record.type == "Replay":
                _end(stays, life.held(), record)
                life = _Life(self._config)
            elif record.type == "DescribeWorking":
                self._compare(life, record)
            else:
                before = life.held()
                if record.type == "PushItem":
                    item = _identified(record.reply)
                    stays[item] = Stay(item, record)
                    before = {**before, item: None}
                life.take(record, self._pressure_at(record.seq))
                _end(stays, before.keys() - life.held().keys(), record)
        return list(stays.values())

    def _pressure_at(self, seq: int) -> float:
        later = (percent for told, percent in self._pressures if told > seq)
        return next(later, self._pressures[-1][1] if self._pressures else 0.0)

    def _compare(self, life: _Life, record: TraceRecord) -> None:
        said = record.reply.get("window", 0) + record.reply.get("protected", 0) if isinstance(record.reply, dict) else 0
        if said != len(life.held()) and not self.doubts:
            self.doubts.append(
                f"from message {record.seq} on, what was in mind is an estimate: the brain said that it held {said}"
                f" items, its messages taken again give {len(life.held())}"
            )


class _Life:
    """Working memory from one start of the brain to the next."""

    def __init__(self, config: BrainConfig) -> None:
        self._clock = VirtualClock(0.0)
        self._pressure = FixedPressure()
        self._next = ""
        self._memory = WorkingMemory(
            clock=self._clock, ids=lambda _: self._next, pressure=self._pressure, config=config
        )  # fmt: skip

    def held(self) -> dict[str, None]:
        count = len(self._memory)
        return dict.fromkeys(item.item_id for item in self._memory.get_context(count)) if count else {}

    def take(self, record: TraceRecord, pressure: float) -> None:
        self._clock.advance(max(0.0, record.time - self._clock.now()))
        self._pressure.set(pressure)
        _TAKEN[record.type](self, record)

    def push(self, record: TraceRecord) -> None:
        self._next = _identified(record.reply)
        carried = record.carried
        at = carried.get("ts")
        self._memory.push(
            "-", importance=float(carried["importance"]), episode_id=carried["episode_id"],
            ts=record.time if at is None else float(at),
        )  # fmt: skip

    def mark(self, record: TraceRecord) -> None:
        self._memory.mark_transferred(record.carried["item_id"], record.carried["episode_id"])

    def remove(self, record: TraceRecord) -> None:
        if record.carried["item_id"] in self.held():
            self._memory.remove(record.carried["item_id"])

    def remove_episode(self, record: TraceRecord) -> None:
        self._memory.remove_episode(record.carried["episode_id"])

    def drop(self, record: TraceRecord) -> None:
        self._memory.drop_stale(**{name: float(value) for name, value in record.carried.items()})

    def clear(self, _: TraceRecord) -> None:
        self._memory.clear()


_TAKEN: dict[str, Callable[[_Life, TraceRecord], None]] = {
    "PushItem": _Life.push,
    "MarkTransferred": _Life.mark,
    "RemoveItem": _Life.remove,
    "RemoveEpisode": _Life.remove_episode,
    "DropStale": _Life.drop,
    "ClearItems": _Life.clear,
}


def _end(stays: dict[str, Stay], items: Iterable[str], record: TraceRecord) -> None:
    for item in items:
        stay = stays.get(item)
        if stay is not None:
            stay.until, stay.ended = record.time, _ENDINGS.get(record.type, "removed")


def _identified(reply: Any) -> str:
    """Return what identifies a record that a trace tells as `Class(field=it)`."""
    return str(reply).partition("=")[2].removesuffix(")")
