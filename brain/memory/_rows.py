"""Small helpers that all structures use to turn records into rows and back."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

__all__ = ["fingerprint", "from_json", "to_json"]


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


def fingerprint(folded: str) -> int:
    """Return a signed 64-bit hash of a folded text, the same in every process."""
    return int.from_bytes(blake2b(folded.encode(), digest_size=8).digest(), "big", signed=True)
