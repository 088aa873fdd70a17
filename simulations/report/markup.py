"""HTML and SVG from nested calls; whatever is not markup is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

__all__ = ["Markup", "join", "number", "tag"]

# Control characters are not allowed in HTML, lone surrogates cannot be written, and a bidirectional override in a
# stored text would turn round what stands beside it.
_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
_EMPTY = {"meta", "br", "hr", "rect", "line", "path", "circle", "polyline"}


class Markup(str):
    """Text that is markup already; only `tag` and `join` make it."""

    __slots__ = ()


def tag(name: str, *children: object, **attributes: str | float | None) -> Markup:
    """Return an element.

    Args:
        name: such as 'p' or 'rect'.
        children: markup, other values, which are escaped, iterables of both, or None for nothing.
        attributes: escaped; a trailing underscore is dropped and others become hyphens (`class_`, `stroke_width`);
            None leaves one out.

    """
    written = "".join(
        f' {_name(key)}="{_plain(value)}"' for key, value in attributes.items() if value is not None
    )  # fmt: skip
    if name in _EMPTY and not children:
        return Markup(f"<{name}{written}/>" if name not in ("meta", "br", "hr") else f"<{name}{written}>")
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


def join(*children: object) -> Markup:
    """Return children one after the other, as markup."""
    return Markup("".join(_child(child) for child in children))


def number(value: float) -> str:
    """Return a coordinate with at most one decimal, the same on every machine."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


def _child(child: object) -> str:
    if child is None:
        return ""
    if isinstance(child, Markup):
        return child
    if isinstance(child, Iterable) and not isinstance(child, str | bytes):
        return join(*child)
    return _plain(child)


def _plain(value: object) -> str:
    text = number(value) if isinstance(value, float) else str(value)
    return escape(_UNSAFE.sub("\ufffd", text), quote=True)


def _name(key: str) -> str:
    return key.removesuffix("_").replace("_", "-") if key not in ("viewBox", "preserveAspectRatio") else key
