"""Names of concepts in running text: which spans of words may be one, and what else the concept is called."""

from __future__ import annotations

from collections.abc import Sequence

from brain.language import tokenize
from brain.memory._facts import FactTable

__all__ = ["other_names", "spans_of"]

_LONGEST_NAME = 6  # tokens; "National Aeronautics and Space Administration" has five


def spans_of(words: Sequence[str], longest: int) -> list[str]:
    """Return all runs of up to `longest` words, longest first, each in order of appearance."""
    return [
        " ".join(words[start : start + size])
        for size in range(min(longest, len(words)), 0, -1)
        for start in range(len(words) - size + 1)
    ]


def other_names(text: str, facts: FactTable) -> dict[str, list[str]]:
    """Return the other names of the concepts that a text names, by the tokens with which it names them.

    Of names that overlap, the longest counts.
    """
    tokens, analyzer = tokenize(text), facts.database.analyzer
    stems = [analyzer.stem(token) for token in tokens]
    names = facts.names_of(spans_of(stems, _LONGEST_NAME))
    if not names:
        return {}
    found: dict[str, list[str]] = {}
    taken: set[int] = set()
    for size in range(min(_LONGEST_NAME, len(tokens)), 0, -1):
        for start in range(len(tokens) - size + 1):
            key, places = " ".join(stems[start : start + size]), range(start, start + size)
            if key in names and taken.isdisjoint(places):
                taken.update(places)
                said = " ".join(tokens[start : start + size])
                found[said] = [name for name in names[key] if analyzer.concept_key(name) != key]
    return found
