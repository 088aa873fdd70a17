"""Small helpers that all structures use to turn records into rows and back."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from hashlib import blake2b
from typing import Any, TypeVar

__all__ = ["drained", "fingerprint", "from_json", "in_batches", "to_json"]

_BATCH = 500
T = TypeVar("T")


def to_json(value: Any) -> str:
    """Write a list or dict as compact JSON."""
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def from_json(written: str) -> Any:
    """Read what `to_json` wrote."""
    if written == "[]":
        return []
    return {} if written == "{}" else json.loads(written)


def drained(collected: deque[T]) -> list[T]:
    """Take what has been collected so far; others may collect, or take, at the same time."""
    taken: list[T] = []
    most = len(collected)
    with suppress(IndexError):
        while len(taken) < most:
            taken.append(collected.popleft())
    return taken


def in_batches(numbers: list[int]) -> Iterator[list[int]]:
    """Yield `numbers` in pieces that fit into one statement."""
    for start in range(0, len(numbers), _BATCH):
        yield numbers[start : start + _BATCH]


def fingerprint(folded: str) -> int:
    """Return a signed 64-bit hash of a folded text, the same in every process."""
    return int.from_bytes(blake2b(folded.encode(), digest_size=8).digest(), "big", signed=True)
