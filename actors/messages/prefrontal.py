"""Messages to the prefrontal cortex: working memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from actors.message import Message
from brain.memory import MemoryItem, WorkingStatus

__all__ = [
    "AwaitingTransfer",
    "ClearItems",
    "CountItems",
    "DescribeWorking",
    "DropStale",
    "GetContext",
    "MarkTransferred",
    "PeekLast",
    "PushItem",
    "RemoveEpisode",
    "RemoveItem",
    "SearchItems",
]


@dataclass(frozen=True, slots=True)
class PushItem(Message[MemoryItem], method="push"):
    """Take something into mind."""

    content: Any
    modality: str = "text"
    importance: float = 0.5
    source_ref: str = ""
    tags: Iterable[str] | None = None
    concepts: Iterable[str] | None = None
    trace_id: str = ""
    session_id: str = ""
    episode_id: str = ""
    ts: float | None = None


@dataclass(frozen=True, slots=True)
class SearchItems(Message[list[MemoryItem]], method="search"):
    """Find held items by words."""

    query: str
    modality: str | None = None
    top_n: int = 5
    min_importance: float = 0.0


@dataclass(frozen=True, slots=True)
class GetContext(Message[list[MemoryItem]], method="get_context"):
    """Return the last items."""

    n: int = 10


@dataclass(frozen=True, slots=True)
class PeekLast(Message[MemoryItem | None], method="peek_last"):
    """Return the item perceived last."""


@dataclass(frozen=True, slots=True)
class RemoveItem(Message[MemoryItem], method="remove"):
    """Drop one item from mind."""

    item_id: str


@dataclass(frozen=True, slots=True)
class RemoveEpisode(Message[int], method="remove_episode"):
    """Drop the items that an episode keeps."""

    episode_id: str


@dataclass(frozen=True, slots=True)
class ClearItems(Message[int], method="clear"):
    """Drop everything from mind."""


@dataclass(frozen=True, slots=True)
class AwaitingTransfer(Message[list[MemoryItem]], method="awaiting_transfer"):
    """Return the oldest items that no episode keeps yet."""

    limit: int
    min_importance: float


@dataclass(frozen=True, slots=True)
class MarkTransferred(Message[None], method="mark_transferred"):
    """Note that an episode keeps an item."""

    item_id: str
    episode_id: str


@dataclass(frozen=True, slots=True)
class DropStale(Message[int], method="drop_stale"):
    """Drop old, unimportant items."""

    older_than: float
    less_important_than: float
    awaiting_from: float = 1.0


@dataclass(frozen=True, slots=True)
class DescribeWorking(Message[WorkingStatus], method="status"):
    """Say how full working memory is."""


@dataclass(frozen=True, slots=True)
class CountItems(Message[int], method="__len__"):
    """Count what is in mind."""
