"""Sealed segments of an inverted index: how they are built, joined and read. Arrays in, arrays out.

A segment covers a run of documents. For each term it holds the places (positions within the segment) of the
documents that contain it, and how often they do; for each place the document's number, its owner and its length.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Documents", "Posting", "Segment", "joined", "living", "postings_of", "runs"]

Ints = npt.NDArray[np.int64]
_MOST_COUNTED = 255


@dataclass(frozen=True, slots=True)
class Documents:
    """A run of documents, oldest first; `terms` holds all their terms one after the other.

    All arrays have one entry a document, but `terms`, which has the sum of `lengths`.
    """

    docs: Ints
    owners: Ints
    lengths: npt.NDArray[np.int32]
    terms: Ints

    @classmethod
    def from_rows(cls, rows: list[tuple[int, int, bytes]]) -> Documents:
        """Make a run from (document, owner, terms) rows."""
        blobs = [row[2] for row in rows]
        return cls(
            np.fromiter((row[0] for row in rows), np.int64, len(rows)),
            np.fromiter((row[1] for row in rows), np.int64, len(rows)),
            np.fromiter((len(blob) // 8 for blob in blobs), np.int32, len(rows)),
            np.frombuffer(b"".join(blobs), np.int64),
        )

    def followed_by(self, later: Documents) -> Documents:
        """Return this run and a later one as one."""
        return Documents(
            np.concatenate([self.docs, later.docs]),
            np.concatenate([self.owners, later.owners]),
            np.concatenate([self.lengths, later.lengths]),
            np.concatenate([self.terms, later.terms]),
        )

    def after(self, last_doc: int) -> Documents:
        """Return the part of the run that follows a document."""
        first = int(np.searchsorted(self.docs, last_doc, "right"))
        return Documents(
            self.docs[first:],
            self.owners[first:],
            self.lengths[first:],
            self.terms[int(self.lengths[:first].sum()) :],
        )

    def places(self, wanted: Ints) -> tuple[npt.NDArray[np.int32], Ints]:
        """Return where any of the `wanted` terms stand: the document's place and the term, one entry a hit."""
        hits = np.flatnonzero(np.isin(self.terms, wanted))
        ends = np.cumsum(self.lengths)
        return np.searchsorted(ends, hits, "right").astype(np.int32), self.terms[hits]


@dataclass(frozen=True, slots=True)
class Segment:
    """What a sealed segment knows of its documents, one entry a place."""

    number: int
    docs: Ints
    owners: Ints
    lengths: npt.NDArray[np.int32]

    @classmethod
    def from_row(cls, number: int, docs: bytes, owners: bytes, lengths: bytes) -> Segment:
        """Read a row of the segments table."""
        return cls(
            number, np.frombuffer(docs, np.int64), np.frombuffer(owners, np.int64), np.frombuffer(lengths, np.int32)
        )


def living(docs: Ints, removed: Ints) -> npt.NDArray[np.bool_] | None:
    """Return for each of `docs` whether it is not among the `removed`, both ascending; None if none is."""
    if not len(docs):
        return None
    first, last = np.searchsorted(removed, docs[0]), np.searchsorted(removed, docs[-1], "right")
    return ~np.isin(docs, removed[first:last]) if first < last else None


Posting = tuple[int, bytes, bytes]
"""A term, the places of the documents that contain it (int32), and how often (uint8, at most 255)."""


def postings_of(documents: Documents) -> Iterator[Posting]:
    """Return the postings of a run, by term."""
    places = np.repeat(np.arange(len(documents.docs), dtype=np.int32), documents.lengths)
    order = np.lexsort((places, documents.terms))
    return runs(documents.terms[order], places[order])


def runs(terms: Ints, places: npt.NDArray[np.int32]) -> Iterator[Posting]:
    """Yield the postings of terms that stand at places, both sorted by term and then by place."""
    # Runs of the same term in the same document become one entry with a count.
    new = np.ones(len(terms), bool)
    new[1:] = (terms[1:] != terms[:-1]) | (places[1:] != places[:-1])
    starts = np.flatnonzero(new)
    counts = np.minimum(np.diff(np.append(starts, len(terms))), _MOST_COUNTED).astype(np.uint8)
    terms, places = terms[starts], places[starts]
    edges = np.append(np.flatnonzero(np.append(True, terms[1:] != terms[:-1])), len(terms)) if len(terms) else [0]
    for start, end in itertools.pairwise(edges):
        yield int(terms[start]), places[start:end].tobytes(), counts[start:end].tobytes()


def joined(
    segments: list[Segment], postings: Iterable[tuple[int, int, bytes, bytes]], removed: Ints
) -> tuple[Segment, list[Posting]]:
    """Join segments into one without the `removed` documents.

    Args:
        segments: oldest first; the result takes the number of the last.
        postings: (term, segment, places, counts) of all of them, by term and segment.

    """
    docs = np.concatenate([segment.docs for segment in segments])
    kept = ~np.isin(docs, removed)
    moved = np.cumsum(kept, dtype=np.int32) - 1
    offsets = dict(zip((s.number for s in segments), np.cumsum([0, *(len(s.docs) for s in segments)]), strict=False))
    whole = Segment(
        segments[-1].number,
        docs[kept],
        np.concatenate([segment.owners for segment in segments])[kept],
        np.concatenate([segment.lengths for segment in segments])[kept],
    )
    result: list[Posting] = []
    for term, number, places, counts in postings:
        old = np.frombuffer(places, np.int32) + int(offsets[number])
        alive = kept[old]
        new_places, new_counts = (
            moved[old[alive]].astype(np.int32).tobytes(),
            np.frombuffer(counts, np.uint8)[alive].tobytes(),
        )
        if result and result[-1][0] == term:
            result[-1] = (term, result[-1][1] + new_places, result[-1][2] + new_counts)
        elif new_places:
            result.append((term, new_places, new_counts))
    return whole, result
