"""Snippets: the part of a text that is about something."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from brain.language.analyzer import DEFAULT_ANALYZER
from brain.language.tokens import fold

__all__ = ["snippet"]

_CHUNK = re.compile(r"\S+")
_LEAD = 4  # a quarter of the width stands before the first match


def snippet(text: str, wanted: Collection[str], width: int = 200) -> str:
    """Return the part of a text where most of the wanted terms stand together, on one line.

    Args:
        text: of any length.
        wanted: stems, as `DEFAULT_ANALYZER.content_terms` gives them.
        width: in characters; dots for what is left out come on top.

    """
    line = " ".join(text.split())
    if len(line) <= width:
        return line
    hits = list(_hits(line, frozenset(wanted)))
    first = _densest(hits, width - width // _LEAD) if hits else 0
    start = min(max(0, first - width // _LEAD), len(line) - width)
    start = 0 if start == 0 else line.find(" ", start, first) + 1 or start  # not in the middle of a word
    end = min(len(line), start + width)
    return f"{'…' if start else ''}{line[start:end].strip()}{'…' if end < len(line) else ''}"


def _hits(line: str, wanted: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Yield the place of each wanted term, in order."""
    for chunk in _CHUNK.finditer(line):
        found = wanted.intersection(DEFAULT_ANALYZER.indexed_terms(chunk.group()))
        if found:
            # Where words are written without spaces a chunk is a whole sentence.
            folded = fold(chunk.group())
            yield from sorted((chunk.start() + max(0, folded.find(term)), term) for term in found)


def _densest(hits: list[tuple[int, str]], width: int) -> int:
    """Return the place from which on most different terms stand within `width`; the first of several."""
    best, most = hits[0][0], 0
    inside: Counter[str] = Counter()
    end = 0
    for place, term in hits:
        while end < len(hits) and hits[end][0] < place + width:
            inside[hits[end][1]] += 1
            end += 1
        if len(inside) > most:
            best, most = place, len(inside)
        inside[term] -= 1
        if not inside[term]:
            del inside[term]
    return best
