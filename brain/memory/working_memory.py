"""Working memory: what is in mind right now (prefrontal cortex). It lives in RAM only.

Items of importance >= 0.8 are protected from displacement, up to `max(5, max_size // 4)` of them. When the
protected list is full, its least important item (the oldest of several) moves to the newest end of the sliding
window, where it is held like any other: importance buys time, not a place for ever.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from brain.chance import IdFactory, random_ids
from brain.checks import (
    check_choice,
    check_count,
    check_name,
    check_names,
    check_query,
    check_text,
    check_unit,
    text_of,
)
from brain.clock import Clock, SystemClock, age_seconds, timestamp_from
from brain.config import BrainConfig, WorkingConfig
from brain.errors import NotFoundError
from brain.language import analyzer_for
from brain.memory.records import MODALITIES, MemoryItem
from brain.pressure import Pressure, SystemPressure

__all__ = ["WorkingMemory", "WorkingStatus"]

_STATUS_LINE = {
    "ru": "{window} обычных + {protected} защищённых (лимит: {limit})",
    "en": "{window} ordinary + {protected} protected (limit: {limit})",
}


@dataclass(frozen=True, slots=True)
class WorkingStatus:
    """How full working memory is; `limit` is what RAM allows the window to hold at present."""

    window: int
    protected: int
    limit: int
    max_size: int
    max_protected: int
    pressure_pct: float


class WorkingMemory:
    """A sliding window of recent items beside a short list of protected ones.

    Safe to use from several threads. Items are immutable; a changed item replaces the old one.

    Args:
        max_size: capacity of the window when RAM is plentiful.
        pressure: how full RAM is; the machine's own figure by default.
        clock, ids, config: time, chance and numbers.

    """

    IMPORTANCE_PROTECT_THRESHOLD = WorkingConfig.protect_threshold
    RAM_LIMIT_PCT = WorkingConfig.ram_limit_pct

    def __init__(
        self,
        max_size: int | None = None,
        *,
        clock: Clock | None = None,
        ids: IdFactory | None = None,
        pressure: Pressure | None = None,
        config: BrainConfig | None = None,
    ) -> None:
        settings = config or BrainConfig()
        self.config = settings.working
        self.max_size = self.config.max_size if max_size is None else check_count("max_size", max_size, 2)
        self.max_protected = max(5, self.max_size // 4)
        self._analyzer = analyzer_for(settings.storage.languages)
        self._max_chars = settings.episodic.max_content_chars
        self._clock = clock or SystemClock()
        self._ids = ids or random_ids()
        self._pressure = pressure or SystemPressure(self._clock)
        self._window: list[MemoryItem] = []
        self._protected: list[MemoryItem] = []
        self._words: dict[str, frozenset[str]] = {}  # filled when first searched, for most items never are
        self._arrivals: dict[str, int] = {}
        self._arrived = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._window) + len(self._protected)

    def push(
        self,
        content: Any,
        modality: str = "text",
        importance: float = 0.5,
        source_ref: str = "",
        tags: Iterable[str] | None = None,
        *,
        concepts: Iterable[str] | None = None,
        trace_id: str = "",
        session_id: str = "",
        episode_id: str = "",
        ts: float | None = None,
    ) -> MemoryItem:
        """Take something into mind, displacing the oldest unprotected item if there is no room.

        Args:
            content: text, or a plain JSON-like object.
            importance: 0-1; >= 0.8 is protected.
            episode_id: the episode that already keeps it, if any.
            ts: when it was perceived, Unix seconds; now by default.

        Raises:
            InvalidInputError: for a value that cannot be kept; nothing changes then.

        """
        check_text("content", text_of(content), self._max_chars)
        item = MemoryItem(
            content=content, modality=check_choice("modality", modality, MODALITIES),
            ts=self._clock.now() if ts is None else timestamp_from(ts), importance=check_unit("importance", importance),
            source_ref=check_name("source_ref", source_ref), tags=check_names("tags", tags),
            item_id=self._ids("wm"), trace_id=check_name("trace_id", trace_id),
            session_id=check_name("session_id", session_id), concepts=check_names("concepts", concepts),
            episode_id=episode_id,
        )  # fmt: skip
        with self._lock:
            self._arrived += 1
            self._arrivals[item.item_id] = self._arrived
            if item.importance >= self.config.protect_threshold:
                self._protect(item)
            else:
                self._slide(item)
        return item

    def get_context(self, n: int = 10) -> list[MemoryItem]:
        """Return the last `n` items, protected ones included, in the order in which they were perceived."""
        return self._in_order()[-check_count("n", n) :]

    def search(
        self, query: str, modality: str | None = None, top_n: int = 5, min_importance: float = 0.0
    ) -> list[MemoryItem]:
        """Return the items that share most words with `query`, inflected or not; the newer of equals first.

        Counts as an access to each.
        """
        wanted = set(self._analyzer.content_terms(check_query("query", query)))
        least = check_unit("min_importance", min_importance)
        with self._lock:
            scored = [
                (len(wanted & self._words_of(item)), item.ts, self._arrivals[item.item_id], item)
                for item in [*self._protected, *self._window]
                if (modality is None or item.modality == modality) and item.importance >= least
            ]
            best = sorted((entry for entry in scored if entry[0]), key=lambda e: e[:3], reverse=True)
            found = [item for *_, item in best[: check_count("top_n", top_n)]]
            return [self._replace(replace(item, access_count=item.access_count + 1)) for item in found]

    def peek_last(self) -> MemoryItem | None:
        """Return the item perceived last, or None."""
        items = self._in_order()
        return items[-1] if items else None

    def remove(self, item_id: str) -> MemoryItem:
        """Drop one item from mind and return it.

        Raises:
            NotFoundError: if no such item is held.

        """
        with self._lock:
            for held in (self._window, self._protected):
                for item in held:
                    if item.item_id == item_id:
                        self._forget(item)
                        return item
        raise NotFoundError(f"working memory holds no item {item_id!r}")

    def remove_episode(self, episode_id: str) -> int:
        """Drop the items that an episode keeps; return how many."""
        with self._lock:
            kept = [item for item in [*self._window, *self._protected] if episode_id and item.episode_id == episode_id]
            for item in kept:
                self._forget(item)
        return len(kept)

    def clear(self) -> int:
        """Drop everything from mind; return how much it was."""
        with self._lock:
            held = len(self)
            self._window, self._protected, self._words, self._arrivals = [], [], {}, {}
            return held

    def awaiting_transfer(self, limit: int, min_importance: float) -> list[MemoryItem]:
        """Return the oldest `limit` items, important enough, that no episode keeps yet."""
        waiting = [i for i in self._in_order() if not i.episode_id and i.importance >= min_importance]
        return waiting[: check_count("limit", limit)]

    def mark_transferred(self, item_id: str, episode_id: str) -> None:
        """Note that an episode now keeps an item; one that has left mind since is passed over."""
        with self._lock:
            for item in [*self._window, *self._protected]:
                if item.item_id == item_id:
                    self._replace(replace(item, episode_id=episode_id))

    def drop_stale(self, older_than: float, less_important_than: float, awaiting_from: float = 1.0) -> int:
        """Drop items older than so many seconds and less important than so much; return how many.

        Args:
            older_than: seconds.
            less_important_than: 0-1.
            awaiting_from: items at least so important that no episode keeps yet are spared.
        """
        now = self._clock.now()
        with self._lock:
            stale = [
                item for item in [*self._window, *self._protected]
                if age_seconds(item.ts, now) > older_than and item.importance < less_important_than
                and (item.episode_id or item.importance < awaiting_from)
            ]  # fmt: skip
            for item in stale:
                self._forget(item)
        return len(stale)

    def status(self) -> WorkingStatus:
        """Return how full working memory is."""
        with self._lock:
            return WorkingStatus(
                len(self._window), len(self._protected), self._limit(), self.max_size, self.max_protected,
                self._pressure.percent(),
            )  # fmt: skip

    def display_status(self, language: str = "ru") -> str:
        """Return the status as a line of text, in 'ru' (the document's own words) or 'en'."""
        status = self.status()
        return _STATUS_LINE[check_choice("language", language, _STATUS_LINE)].format(
            window=status.window, protected=status.protected, limit=status.limit
        )

    def _limit(self) -> int:
        pressure = self._pressure.percent()
        if pressure > self.config.ram_limit_pct:
            return max(2, self.max_size // 2)
        if pressure > self.config.ram_soft_pct:
            return max(3, int(self.max_size * 0.75))
        return self.max_size

    def _slide(self, item: MemoryItem) -> None:
        limit = self._limit()
        while len(self._window) >= limit:
            self._forget(self._window[0])
        self._window.append(item)

    def _protect(self, item: MemoryItem) -> None:
        self._protected.append(item)
        if len(self._protected) > self.max_protected:
            weakest = min(self._protected, key=lambda held: held.importance)
            self._protected.remove(weakest)
            self._slide(weakest)

    def _replace(self, changed: MemoryItem) -> MemoryItem:
        for held in (self._window, self._protected):
            for position, item in enumerate(held):
                if item.item_id == changed.item_id:
                    held[position] = changed
        return changed

    def _words_of(self, item: MemoryItem) -> frozenset[str]:
        words = self._words.get(item.item_id)
        if words is None:
            text = " ".join([text_of(item.content), *item.tags, *item.concepts])
            words = self._words[item.item_id] = frozenset(self._analyzer.indexed_terms(text))
        return words

    def _forget(self, item: MemoryItem) -> None:
        for held in (self._window, self._protected):
            for position, candidate in enumerate(held):
                if candidate is item:
                    del held[position]
                    del self._arrivals[item.item_id]
                    self._words.pop(item.item_id, None)
                    return

    def _in_order(self) -> list[MemoryItem]:
        with self._lock:
            return sorted([*self._protected, *self._window], key=lambda item: (item.ts, self._arrivals[item.item_id]))
