"""Adding up BM25 over posting lists."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from brain.config import RetrievalConfig
from brain.memory._postings import Documents, Segment, runs

__all__ = ["Lists", "Part", "best", "counted", "tail_lists"]

Lists = dict[int, tuple[bytes, bytes]]
"""For each term its places (int32) and counts (uint8)."""

_ENOUGH = 10_000  # so many postings of rarer terms, and a more common term brings no candidates of its own


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A segment or the tail of an index, with its posting lists.

    Attributes:
        documents: what it covers.
        alive: for each place whether its document still counts; None if all do.
        lists: the posting lists of the terms that were asked for.
    """

    documents: Segment | Documents
    alive: npt.NDArray[np.bool_] | None
    lists: Lists


def tail_lists(tail: Documents, wanted: list[int]) -> Lists:
    """Return posting lists for the unsealed documents."""
    places, terms = tail.places(np.array(wanted, dtype=np.int64))
    if not len(places):
        return {}
    order = np.argsort(terms, kind="stable")  # places come in order
    return {term: (own, counts) for term, own, counts in runs(terms[order], places[order])}


def counted(parts: list[Part]) -> dict[int, int]:
    """Return in how many documents that still count each term stands."""
    found: dict[int, int] = {}
    for part in parts:
        for term, (places, counts) in part.lists.items():
            alive = len(counts) if part.alive is None else int(part.alive[np.frombuffer(places, np.int32)].sum())
            found[term] = found.get(term, 0) + alive
    return found


def best(parts: list[Part], wanted: list[int], limit: int, config: RetrievalConfig) -> list[tuple[int, float]]:
    """Return the owners with the highest scores over all parts, best and then newest first."""
    total = sum(len(part.documents.docs) for part in parts)
    mean = max(1.0, sum(float(part.documents.lengths.sum()) for part in parts) / max(total, 1))
    held = {term: sum(len(part.lists[term][1]) for part in parts if term in part.lists) for term in wanted}
    # Counted over all parts, so that how the index is split changes nothing.
    rarest_first = sorted(wanted, key=lambda term: (held[term], term))
    weights = {term: _rarity(total, held[term]) ** config.rarity_exponent for term in rarest_first}
    reached = itertools.accumulate((held[term] for term in rarest_first), initial=0)
    leading = sum(before < _ENOUGH for before in itertools.islice(reached, len(rarest_first)))
    owners, docs, scores = [], [], []
    for part in parts:
        if part.lists:
            hit, score = _scored(part, weights, leading, config, mean)
            hit, score = _top(hit, score, limit)
            owners.append(part.documents.owners[hit])
            docs.append(part.documents.docs[hit])
            scores.append(score)
    if not owners:
        return []
    all_owners, all_docs, all_scores = np.concatenate(owners), np.concatenate(docs), np.concatenate(scores)
    order = np.lexsort((-all_docs, -all_scores))[:limit]
    return [(int(all_owners[i]), float(all_scores[i])) for i in order]


def _rarity(total: int, containing: int) -> float:
    return math.log(1 + (total - containing + 0.5) / (containing + 0.5)) if total else 0.0


def _scored(
    part: Part, weights: dict[int, float], leading: int, config: RetrievalConfig, mean: float
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the living places that contain any of the `leading` rarest terms, and their scores by all terms.

    Args:
        part: where to look.
        weights: of the terms, the rarest first.
        leading: how many of them bring candidates; the others only add to what those have brought.
        config, mean: the parameters of BM25, and the mean length of a document.
    """
    k1, b = config.bm25_k1, config.bm25_b
    # What is said in one place of a long text is not said less: past some length nothing more is held against it.
    lengths = np.minimum(part.documents.lengths / mean, config.bm25_longest)
    pivots = (k1 * (1 - b) + k1 * b * lengths).astype(np.float32)
    sums, covered = np.zeros(len(lengths), np.float32), np.zeros(len(lengths), np.float32)
    for number, (term, weight) in enumerate(weights.items()):
        if term not in part.lists:
            continue
        places = np.frombuffer(part.lists[term][0], np.int32)
        counts = np.frombuffer(part.lists[term][1], np.uint8)
        if number >= leading:
            brought = sums[places] > 0
            places, counts = places[brought], counts[brought]
        often = counts.astype(np.float32)
        sums[places] += often / (often + pivots[places]) * np.float32(weight * (k1 + 1))
        covered[places] += np.float32(weight)
    hit = np.flatnonzero(sums if part.alive is None else sums * part.alive)
    share = covered[hit] / sum(weights.values())
    return hit, sums[hit] * share**config.coordination


def _top(hit: npt.NDArray[Any], score: npt.NDArray[Any], limit: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the best `limit` places; of equal scores at the edge the newest, so that the choice is always the same."""
    if len(hit) <= limit:
        return hit, score
    edge = np.partition(score, len(score) - limit)[len(score) - limit]
    above, level = np.flatnonzero(score > edge), np.flatnonzero(score == edge)
    chosen = np.concatenate([above, level[len(level) - (limit - len(above)) :]])
    return hit[chosen], score[chosen]
