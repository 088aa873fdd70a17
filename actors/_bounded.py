"""Stand-ins of a readable size for whatever messages carry.

Nothing here may depend on memory addresses, hash order or the platform, nor use up an iterator, nor raise.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from itertools import islice
from typing import Any

__all__ = ["bounded", "carried_by"]

_LONGEST_TEXT = 200
_FIRST_ITEMS = 3
_DEEPEST = 2
_WIDEST_INT = 64
_PLAIN_NAMES = ("id", "name", "key", "concept")


def carried_by(message: Any) -> dict[str, Any]:
    """Return the fields of a message as bounded JSON-ready values; anything else as {"value": ...}."""
    names = _field_names(type(message))
    if not names and not is_dataclass(message):
        return {"value": bounded(message)}
    return {name: bounded(getattr(message, name, None)) for name in names}


def bounded(value: Any, depth: int = 0) -> Any:
    """Return a JSON-ready stand-in for `value`.

    Text is cut at 200 characters; a collection becomes its length and its first three items (a set only its
    length, for its order depends on the hash seed); a dataclass its class and what identifies it; a number
    that JSON cannot hold, its name; everything else its class.
    """
    kind = type(value)
    plain = _PLAIN.get(kind)
    if plain is not None:
        return plain(value)
    if isinstance(value, enum.Enum):
        return f"{kind.__name__}.{value.name}"
    if is_dataclass(kind):
        return _identified(value)
    for base, stand_in in _PLAIN.items():
        if isinstance(value, base):
            return stand_in(value)
    return _collection(value, depth)


def _collection(value: Any, depth: int) -> Any:
    if isinstance(value, bytes | bytearray | set | frozenset):
        return {"type": type(value).__name__, "len": len(value)}
    if not isinstance(value, list | tuple | Mapping) or depth >= _DEEPEST:
        return f"<{type(value).__name__}>"
    if isinstance(value, Mapping):
        pairs = islice(value.items(), _FIRST_ITEMS)
        return {
            "len": len(value),
            "first": [[bounded(key, depth + 1), bounded(item, depth + 1)] for key, item in pairs],
        }
    return {"len": len(value), "first": [bounded(item, depth + 1) for item in value[:_FIRST_ITEMS]]}


def _text(value: str) -> str:
    return str(value) if len(value) <= _LONGEST_TEXT else f"{value[:_LONGEST_TEXT]}…"


def _whole(value: int) -> int | str:
    # Python refuses to write integers of more than some thousand digits, and JSON readers stop far earlier.
    bits = value.bit_length()
    return int(value) if bits <= _WIDEST_INT else f"<int of {bits} bits>"


def _real(value: float) -> float | str:
    return float(value) if math.isfinite(value) else str(float(value))


def _same(value: Any) -> Any:
    return value


_PLAIN: dict[type, Callable[[Any], Any]] = {
    str: _text,
    bool: _same,
    int: _whole,
    float: _real,
    type(None): _same,
}


def _identified(value: Any) -> str:
    kind = type(value)
    name = _identifying_field(kind)
    if not name:
        return kind.__name__
    held = getattr(value, name, None)
    shown = _text(held) if isinstance(held, str) else str(bounded(held, _DEEPEST))
    return f"{kind.__name__}({name}={shown})"


_FIELDS: dict[type[Any], tuple[str, ...]] = {}  # looked up for every message
_IDENTIFYING: dict[type[Any], str] = {}


def _field_names(kind: type[Any]) -> tuple[str, ...]:
    names = _FIELDS.get(kind)
    if names is None:
        names = tuple(spec.name for spec in fields(kind)) if is_dataclass(kind) else ()
        _FIELDS[kind] = names
    return names


def _identifying_field(kind: type[Any]) -> str:
    found = _IDENTIFYING.get(kind)
    if found is None:
        names = _field_names(kind)
        candidates = [*(name for name in _PLAIN_NAMES if name in names), *names]
        found = next((name for name in candidates if name in _PLAIN_NAMES or name.endswith("_id")), "")
        _IDENTIFYING[kind] = found
    return found
