"""Adding up BM25 over posting lists."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from brain.config import RetrievalConfig
from brain.memory._postings import Documents, Segment

__all__ = ["Lists", "best", "counted", "tail_lists"]

Lists = dict[int, tuple[bytes, bytes]]
"""For each term its places (int32) and counts (uint8)."""


def tail_lists(tail: Documents, wanted: list[int]) -> Lists:
    """Return posting lists for the unsealed documents."""
    places, terms = tail.places(np.array(wanted, dtype=np.int64))
    lists: Lists = {}
    for term in wanted:
        own, counts = np.unique(places[terms == term], return_counts=True)
        if len(own):
            lists[term] = (own.astype(np.int32).tobytes(), np.minimum(counts, 255).astype(np.uint8).tobytes())
    return lists


def counted(parts: Sequence[tuple[Segment | Documents, Lists]], removed: frozenset[int]) -> dict[int, int]:
    """Return in how many documents that still count each term stands."""
    gone = np.fromiter(removed, np.int64, len(removed))
    found: dict[int, int] = {}
    for part, lists in parts:
        for term, (places, counts) in lists.items():
            dead = np.isin(part.docs[np.frombuffer(places, np.int32)], gone).sum() if len(gone) else 0
            found[term] = found.get(term, 0) + len(counts) - int(dead)
    return found


def best(
    parts: list[tuple[Segment | Documents, Lists]],
    wanted: list[int],
    removed: frozenset[int],
    limit: int,
    config: RetrievalConfig,
) -> list[tuple[int, float]]:
    """Return the owners with the highest scores over all parts, best and then newest first."""
    total = sum(len(part.docs) for part, _ in parts)
    mean = max(1.0, sum(float(part.lengths.sum()) for part, _ in parts) / max(total, 1))
    weights = {
        term: _rarity(total, sum(len(lists[term][1]) for _, lists in parts if term in lists)) ** config.rarity_exponent
        for term in wanted
    }
    owners, docs, scores = [], [], []
    gone = np.fromiter(removed, np.int64, len(removed))
    for part, lists in parts:
        if lists:
            hit, score = _scored(part, lists, weights, config, mean)
            alive = ~np.isin(part.docs[hit], gone) if len(gone) else slice(None)
            hit, score = _top(hit[alive], score[alive], limit)
            owners.append(part.owners[hit])
            docs.append(part.docs[hit])
            scores.append(score)
    if not owners:
        return []
    all_owners, all_docs, all_scores = np.concatenate(owners), np.concatenate(docs), np.concatenate(scores)
    order = np.lexsort((-all_docs, -all_scores))[:limit]
    return [(int(all_owners[i]), float(all_scores[i])) for i in order]


def _rarity(total: int, containing: int) -> float:
    return math.log(1 + (total - containing + 0.5) / (containing + 0.5)) if total else 0.0


def _scored(
    part: Segment | Documents, lists: Lists, weights: dict[int, float], config: RetrievalConfig, mean: float
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the places that contain any term, and their scores."""
    k1, b = config.bm25_k1, config.bm25_b
    sums, covered = np.zeros(len(part.docs)), np.zeros(len(part.docs))
    for term, (place_bytes, count_bytes) in lists.items():
        places = np.frombuffer(place_bytes, np.int32)
        counts = np.frombuffer(count_bytes, np.uint8).astype(np.float64)
        pivot = k1 * (1 - b + b * part.lengths[places] / mean)
        sums[places] += weights[term] * counts * (k1 + 1) / (counts + pivot)
        covered[places] += weights[term]
    hit = np.flatnonzero(sums)
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
