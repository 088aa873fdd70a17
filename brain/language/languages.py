"""Which of the two languages a text is written in."""

from __future__ import annotations

import re
from typing import Literal

__all__ = ["language_of"]

_CYRILLIC = re.compile(r"[\u0400-\u04ff]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")


def language_of(text: str) -> Literal["ru", "en"]:
    """Return "ru" if `text` has Cyrillic letters and no fewer of them than Latin ones, otherwise "en"."""
    if text.isascii():
        return "en"
    cyrillic = _letters(_CYRILLIC, text)
    return "ru" if cyrillic and cyrillic >= _letters(_LATIN, text) else "en"


def _letters(script: re.Pattern[str], text: str) -> int:
    return sum(map(len, script.findall(text)))
