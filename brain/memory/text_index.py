"""The one search: an inverted index over stems, kept in the store's own transaction.

Storing costs one row: a document's terms as a blob of 64-bit hashes. Every 2,048th document seals the run since the
last seal into a segment of posting lists; maintenance joins segments, so that there are few. A search adds up the
BM25 scores of a few posting lists with numpy and looks through the unsealed tail; it reads nothing else, sees what the
current transaction sees, and needs no lock and no word of another process's writes.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar

from brain.config import RetrievalConfig
from brain.memory.storage import MemoryDatabase

if TYPE_CHECKING:
    import numpy.typing as npt

    from brain.memory._postings import Documents, Ints, Segment
    from brain.memory._scoring import Part

__all__ = ["TextIndex", "term_id"]

_SEALED_EVERY = 2_048
_JOINED_AT = 4  # so many segments of one size class become one of the next
_MOSTLY_REMOVED = 0.5
_WIDER = 8

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """What posting lists were read: of which terms, from which segments and which tail, without which documents."""

    terms: list[int]
    segments: list[int]
    tail: Documents
    removed: Ints

    def is_same(self, other: _Read) -> bool:
        same = self.tail is other.tail and self.removed is other.removed
        return same and self.terms == other.terms and self.segments == other.segments


@dataclass(frozen=True, slots=True, eq=False)
class _Living:
    """Which documents of each segment still count, when these are `removed`."""

    removed: Ints
    by_segment: dict[int, npt.NDArray[Any] | None]


@lru_cache(maxsize=131_072)
def term_id(term: str) -> int:
    """Return the number of a term, the same in every process."""
    return int.from_bytes(blake2b(term.encode("utf-8", "replace"), digest_size=8).digest(), "little", signed=True)


class TextIndex:
    """An inverted index beside one table of a mind.

    Args:
        database: the mind.
        kind: 'episode', 'node' or 'procedure'.
        config: k1 and b of BM25.

    """

    def __init__(self, database: MemoryDatabase, kind: str, config: RetrievalConfig) -> None:
        self._database = database
        self._kind = kind
        self._config = config
        self._insert = f"INSERT INTO {kind}_documents VALUES (?, ?, ?)"
        self._last = f"SELECT MAX(doc) FROM {kind}_documents"
        # Caches of what cannot change: replaced as a whole, so that threads need not wait for each other, and
        # never from within a transaction, which may yet be undone.
        self._tail: tuple[int, Documents] | None = None  # and the document that it follows
        self._segments: dict[int, Segment] = {}
        self._removed: tuple[int, Ints] | None = None  # and the last removal that it knows of
        self._living: _Living | None = None
        self._last_read: tuple[_Read, list[Part]] | None = None
        self._tidied = (-1, -1)

    def next_document(self, connection: sqlite3.Connection) -> int:
        """Return a document number that was never used before."""
        return int(connection.execute(self._last).fetchone()[0] or 0) + 1

    def add(self, connection: sqlite3.Connection, owner: int, terms: Sequence[str], doc: int | None = None) -> int:
        """Index row `owner` under `terms`, in the caller's transaction.

        Args:
            connection: the caller's transaction.
            owner: what a search returns.
            terms: stems, repetitions included.
            doc: a number from `next_document`; a new one if None.

        Returns:
            The document's number, by which it can be removed.
        """
        number = self.next_document(connection) if doc is None else doc
        connection.execute(self._insert, (number, owner, array("q", map(term_id, terms)).tobytes()))
        if number % _SEALED_EVERY == 0:
            self._seal(connection)
        return number

    def remove(self, connection: sqlite3.Connection, doc: int) -> None:
        """Take a document out of the index, in the caller's transaction."""
        connection.execute(f"INSERT INTO {self._kind}_removed (doc) VALUES (?)", (doc,))
        # The row stays until it is sealed, so that its number is not given out again.
        connection.execute(f"UPDATE {self._kind}_documents SET terms = x'' WHERE doc = ?", (doc,))

    def document_counts(self, terms: Iterable[str]) -> dict[str, int]:
        """Return in how many rows each term stands."""
        wanted = list(dict.fromkeys(terms))
        if not wanted:
            return {}
        from brain.memory._scoring import counted

        numbers = {term: term_id(term) for term in wanted}
        with self._database.reading():
            found = counted(self._parts(list(numbers.values())))
        return {term: found.get(number, 0) for term, number in numbers.items()}

    def search_until(
        self, terms: list[str], count: int, read: Callable[[list[int]], list[Record]], *, filtered: bool
    ) -> list[Record]:
        """Return the best `count` records that `read` lets through, looking at as many rows as that takes.

        Args:
            terms: stems to search for.
            count: how many records are wanted.
            read: turns row numbers into records, in order, and may leave some out.
            filtered: whether it may; otherwise the first look is enough.
        """
        width = count * _WIDER if filtered else count
        while True:
            ranked = self.search(terms, width)
            found = read([owner for owner, _ in ranked])
            if len(found) >= count or len(ranked) < width or not filtered:
                return found[:count]
            width *= _WIDER

    def search(self, terms: Iterable[str], limit: int) -> list[tuple[int, float]]:
        """Return up to `limit` rows that contain any of `terms`, as (row, BM25 score), best and then newest first.

        The score is that of Robertson & Zaragoza (2009): for each term, ln(1 + (N - n + 0.5) / (n + 0.5)), to the power `rarity_exponent`, times
        tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)); the sum is multiplied by the share of the query's
        weight that the row covers, to the power `coordination`.
        """
        wanted = list(dict.fromkeys(map(term_id, terms)))
        if not wanted:
            return []
        from brain.memory._scoring import best

        with self._database.reading():
            return best(self._parts(wanted), wanted, limit, self._config)

    def maintain(self) -> None:
        """Join segments of like size, and rewrite those that are mostly removed. Not needed for right answers."""
        import numpy as np

        from brain.memory._postings import joined

        while (state := self._state()) != self._tidied:
            with self._database.reading():
                segments, removed = self._current_segments(), self._current_removed()
                group = _to_join(segments, removed)
                if not group:
                    self._tidied = state
                    return
                numbers = [segment.number for segment in group]
                marks = ",".join("?" * len(numbers))
                rows = self._database.rows(
                    f"SELECT term, segment, places, counts FROM {self._kind}_postings WHERE segment IN ({marks})"
                    " ORDER BY term, segment",
                    numbers,
                )
                whole, postings = joined(group, rows, removed)
            with self._database.transaction() as connection:
                present = connection.execute(
                    f"SELECT COUNT(*) FROM {self._kind}_segments WHERE segment IN ({marks})", numbers
                ).fetchone()[0]
                if present < len(numbers):
                    return  # another process was quicker
                self._swap(connection, numbers, whole, postings)
                gone = np.intersect1d(removed, np.concatenate([segment.docs for segment in group]))
                connection.executemany(f"DELETE FROM {self._kind}_removed WHERE doc = ?", [(int(doc),) for doc in gone])

    def _state(self) -> tuple[int, int]:
        """Return what changes whenever there may be something to tidy: the newest segment and the last removal."""
        return (
            self._number(f"SELECT MAX(segment) FROM {self._kind}_segments"),
            self._number(f"SELECT MAX(n) FROM {self._kind}_removed"),
        )

    def _seal(self, connection: sqlite3.Connection) -> None:
        """Turn the tail into a segment, in the caller's transaction."""
        from brain.memory._postings import Documents, Segment, postings_of

        rows = connection.execute(
            f"SELECT doc, owner, terms FROM {self._kind}_documents"
            f" WHERE doc > (SELECT COALESCE(MAX(last_doc), 0) FROM {self._kind}_segments) ORDER BY doc"
        ).fetchall()
        documents = Documents.from_rows(rows)
        segment = Segment(0, documents.docs, documents.owners, documents.lengths)
        self._write(connection, segment, postings_of(documents))
        # Their terms are in the segment now; the last row keeps the count of numbers.
        connection.execute(f"DELETE FROM {self._kind}_documents WHERE doc < ?", (rows[-1][0],))

    def _write(self, connection: sqlite3.Connection, segment: Segment, postings: Iterable[Any]) -> None:
        number = connection.execute(
            f"INSERT INTO {self._kind}_segments (last_doc, docs, owners, lengths) VALUES (?, ?, ?, ?)",
            (int(segment.docs[-1]), segment.docs.tobytes(), segment.owners.tobytes(), segment.lengths.tobytes()),
        ).lastrowid
        connection.executemany(f"INSERT INTO {self._kind}_postings VALUES ({number}, ?, ?, ?)", postings)

    def _swap(self, connection: sqlite3.Connection, numbers: list[int], whole: Segment, postings: list[Any]) -> None:
        for number in numbers:
            connection.execute(f"DELETE FROM {self._kind}_postings WHERE segment = ?", (number,))
            connection.execute(f"DELETE FROM {self._kind}_segments WHERE segment = ?", (number,))
        if len(whole.docs):
            self._write(connection, whole, postings)

    def _parts(self, wanted: list[int]) -> list[Part]:
        """Return each segment and the tail with their posting lists of the terms.

        A query's terms are counted and then searched for: what was read last is kept for the next step.
        """
        from brain.memory._postings import living
        from brain.memory._scoring import Part, tail_lists

        segments, tail, removed = self._current_segments(), self._current_tail(), self._current_removed()
        read = _Read(wanted, [segment.number for segment in segments], tail, removed)
        if self._last_read is not None and self._last_read[0].is_same(read):
            return self._last_read[1]
        alive = self._alive(segments, removed)
        parts = [
            Part(s, alive[s.number], {term: (p, n) for term, p, n in self._posting_rows(s.number, wanted)})
            for s in segments
        ]
        parts.append(Part(tail, living(tail.docs, removed), tail_lists(tail, wanted)))
        if not self._database.is_writing:
            self._last_read = (read, parts)
        return parts

    def _alive(self, segments: list[Segment], removed: Ints) -> dict[int, npt.NDArray[Any] | None]:
        from brain.memory._postings import living

        known = self._living.by_segment if self._living is not None and self._living.removed is removed else {}
        alive = {s.number: known[s.number] if s.number in known else living(s.docs, removed) for s in segments}
        if not self._database.is_writing:
            self._living = _Living(removed, alive)
        return alive

    def _posting_rows(self, segment: int, wanted: list[int]) -> list[tuple[Any, ...]]:
        return self._database.rows(
            f"SELECT term, places, counts FROM {self._kind}_postings"
            f" WHERE segment = ? AND term IN ({','.join('?' * len(wanted))})",
            (segment, *wanted),
        )

    def _current_segments(self) -> list[Segment]:
        """Return the sealed segments, oldest first; what they hold is read once."""
        from brain.memory._postings import Segment

        known, current = self._segments, {}
        for (number,) in self._database.rows(f"SELECT segment FROM {self._kind}_segments ORDER BY last_doc"):
            current[number] = known.get(number) or Segment.from_row(
                *(self._database.row(
                    f"SELECT segment, docs, owners, lengths FROM {self._kind}_segments WHERE segment = ?", (number,)
                ) or ())
            )  # fmt: skip
        if not self._database.is_writing:
            self._segments = current
        return list(current.values())

    def _current_tail(self) -> Documents:
        """Return the documents that no segment covers yet; only new ones are read.

        What is cached may be older than this moment of the mind, or newer, if another thread has read since.
        """
        from brain.memory._postings import Documents

        sealed, last = self._number(f"SELECT MAX(last_doc) FROM {self._kind}_segments"), self._number(self._last)
        base, cached = self._tail or (0, Documents.from_rows([]))
        usable = base <= sealed and not (len(cached.docs) and cached.docs[-1] > last)
        known = cached.after(sealed) if usable else Documents.from_rows([])
        reached = int(known.docs[-1]) if len(known.docs) else sealed
        rows = self._database.rows(
            f"SELECT doc, owner, terms FROM {self._kind}_documents WHERE doc > ? ORDER BY doc", (reached,)
        )
        tail = known.followed_by(Documents.from_rows(rows)) if rows else known
        if not self._database.is_writing:
            self._tail = (sealed, tail)
        return tail

    def _number(self, sql: str) -> int:
        found = self._database.row(sql)
        return int(found[0] or 0) if found else 0

    def _current_removed(self) -> Ints:
        """Return the documents that are still in a segment or in a cached tail but no longer count, ascending."""
        import numpy as np

        last, removed = self._removed or (0, np.zeros(0, np.int64))
        rows = self._database.rows(f"SELECT n, doc FROM {self._kind}_removed WHERE n > ? ORDER BY n", (last,))
        if rows:
            last, removed = rows[-1][0], np.union1d(removed, np.fromiter((doc for _, doc in rows), np.int64, len(rows)))
        if not self._database.is_writing:
            self._removed = (last, removed)
        return removed


def _to_join(segments: list[Segment], removed: npt.NDArray[Any]) -> list[Segment]:
    """Return neighbouring segments that are worth joining now, or none."""
    import numpy as np

    for segment in segments:
        if len(removed) and np.isin(segment.docs, removed).mean() > _MOSTLY_REMOVED:
            return [segment]
    classes = [len(segment.docs).bit_length() // 2 for segment in segments]
    for start in range(len(segments) - _JOINED_AT + 1):
        if len(set(classes[start : start + _JOINED_AT])) == 1:
            return segments[start : start + _JOINED_AT]
    return []
