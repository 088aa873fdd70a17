"""The one search: candidates from an inverted index over stems, and how relevant a text is to a query.

Stems are computed by `brain.language`, so that both languages, both spellings of a letter and every
script are folded alike when storing and when asking; FTS5 sees ready terms and only counts them.
"""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from brain.config import RetrievalConfig
from brain.memory.storage import MemoryDatabase

__all__ = ["QueryScorer", "TextIndex", "match_expression"]


def match_expression(terms: Iterable[str]) -> str:
    """Return an FTS5 expression for "any of these terms"; quoting keeps every term a plain word."""
    return " OR ".join('"' + term.replace('"', '""') + '"' for term in dict.fromkeys(terms))


class TextIndex:
    """An inverted index beside one table of a mind.

    Args:
        database: the mind.
        kind: 'episode', 'node' or 'procedure'.

    """

    def __init__(self, database: MemoryDatabase, kind: str) -> None:
        self._database = database
        self._insert = f"INSERT INTO {kind}_terms (rowid, terms) VALUES (?, ?)"
        self._delete = f"DELETE FROM {kind}_terms WHERE rowid = ?"
        self._count = f"SELECT doc FROM {kind}_vocabulary WHERE term = ?"
        self.table = f"{kind}_terms"

    def add(self, connection: sqlite3.Connection, seq: int, terms: Sequence[str]) -> None:
        """Index row `seq` under `terms`, in the caller's transaction."""
        connection.execute(self._insert, (seq, " ".join(terms)))

    def replace(self, connection: sqlite3.Connection, seq: int, terms: Sequence[str]) -> None:
        """Index row `seq` anew, in the caller's transaction."""
        self.remove(connection, seq)
        self.add(connection, seq, terms)

    def remove(self, connection: sqlite3.Connection, seq: int) -> None:
        """Take row `seq` out of the index, in the caller's transaction."""
        connection.execute(self._delete, (seq,))

    def document_counts(self, terms: Iterable[str]) -> dict[str, int]:
        """Return in how many rows each term stands."""
        counts = {}
        for term in dict.fromkeys(terms):
            found = self._database.row(self._count, (term,))
            counts[term] = int(found[0]) if found else 0
        return counts


class QueryScorer:
    """How much of a query's meaning a text covers, 0-1, comparable across memories.

    Each query term weighs `ln(1 + (n+1)/(df+1))`, an inverse document frequency that stays finite for
    words never seen; a text earns a term's weight times the saturation of BM25 (Robertson & Zaragoza 2009).
    The sum is divided by the weight of the whole query, so that a text which shares only a common word
    with the question scores low, whatever else is in memory.

    Args:
        counts: in how many documents each query term stands.
        total: how many documents there are.
        config: k1 and b of BM25.

    """

    _USUAL_LENGTH = 12.0  # terms in a spoken sentence; a fixed pivot keeps scores stable as memory grows

    def __init__(self, counts: Mapping[str, int], total: float, config: RetrievalConfig) -> None:
        self.weights = {term: math.log(1 + (total + 1) / (df + 1)) for term, df in counts.items()}
        self._whole = sum(self.weights.values())
        self._k1, self._b = config.bm25_k1, config.bm25_b

    def score(self, terms: Sequence[str]) -> float:
        """Return the relevance (0-1) of a text with these terms."""
        if not self._whole:
            return 0.0
        pivot = self._k1 * (1 - self._b + self._b * max(1.0, len(terms) / self._USUAL_LENGTH))
        found = Counter(term for term in terms if term in self.weights)
        gained = sum(self.weights[t] * tf * (1 + self._k1) / (tf + pivot) for t, tf in found.items())
        return min(1.0, gained / self._whole)

    def matched(self, terms: Iterable[str]) -> list[str]:
        """Return the query terms that stand in a text, heaviest first."""
        present = {term for term in terms if term in self.weights}
        return sorted(present, key=lambda term: (-self.weights[term], term))
