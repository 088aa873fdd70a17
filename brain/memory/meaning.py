"""Finding by meaning: what an embedder adds to retrieval. Without one, none of this is used.

The words of a query and its meaning each bring candidates. How well words match is told relative to the best match;
how alike two texts are in meaning, by their cosine above a floor: `(cosine - floor) / (1 - floor)`, 0 below it. An
episode's score is the weighted sum of both, and activation spreads from that sum as it does from words alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Protocol

from brain.config import RetrievalConfig
from brain.errors import InvalidInputError
from brain.memory.records import Episode, Recollection, Resemblance, SemanticNode

__all__ = ["EpisodesByMeaning", "FactsByMeaning", "Meaning", "Vectors", "embedded", "fused", "relevance", "resemblance"]

_WIDER = 4


class Vectors(Protocol):
    """What keeps a vector for each of its rows."""

    def backfill(self, limit: int) -> int:
        """Embed up to `limit` rows that have no vector; return how many there were."""
        ...

    def forget_vectors(self) -> None:
        """Forget all vectors."""
        ...


class EpisodesByMeaning(Vectors, Protocol):
    """Episodic memory with an embedder, as retrieval sees it."""

    def recall_by_meaning(
        self,
        query: str,
        top_n: int = ...,
        modality: str | None = ...,
        cues: Sequence[str] = ...,
        times: Sequence[tuple[float, float]] = ...,
    ) -> list[Recollection]:
        """Find what a query brings to mind by words and by meaning, context included."""
        ...


class FactsByMeaning(Vectors, Protocol):
    """Semantic memory with an embedder, as retrieval sees it."""

    def resembling(self, query: str, top_n: int = ...) -> list[Resemblance]:
        """Find the facts that are nearest in meaning."""
        ...


@dataclass(frozen=True, slots=True)
class Meaning:
    """Both memories with an embedder, for retrieval."""

    episodes: EpisodesByMeaning
    facts: FactsByMeaning

    def search_episodes(self, query: str, top_n: int, min_importance: float) -> list[Episode]:
        """Return the episodes that match by words or meaning, best first, without those that are only their context."""
        recalled = self.episodes.recall_by_meaning(query, _WIDER * top_n)
        return [r.episode for r in recalled if not r.hop and r.episode.importance >= min_importance][:top_n]

    def search_facts(
        self, query: str, top_n: int, min_importance: float, words: list[SemanticNode]
    ) -> list[SemanticNode]:
        """Return by turns what was found by words and what is found by meaning."""
        near = [r.node for r in self.facts.resembling(query, top_n) if r.node.importance >= min_importance]
        turns = [node for node in chain.from_iterable(zip_longest(words, near)) if node is not None]
        return list({node.concept: node for node in turns}.values())[:top_n]

    def backfill(self, batch: int) -> int:
        """Embed every row that has no vector, `batch` rows a transaction; return how many there were."""
        return sum(_batches(self.episodes, batch)) + sum(_batches(self.facts, batch))

    def reembed(self, batch: int) -> int:
        """Forget all vectors and make new ones; if that is interrupted, `backfill` completes it."""
        self.episodes.forget_vectors()
        self.facts.forget_vectors()
        return self.backfill(batch)


def _batches(rows: Vectors, batch: int) -> Iterator[int]:
    while done := rows.backfill(batch):
        yield done


def embedded(meaning: Meaning | None) -> Meaning:
    """Return `meaning`.

    Raises:
        InvalidInputError: if there is none.
    """
    if meaning is None:
        raise InvalidInputError("this mind was opened without an embedder; open it with embedder=...")
    return meaning


def resemblance(cosine: float, config: RetrievalConfig) -> float:
    """Return how alike in meaning two texts with this cosine are, 0-1."""
    return max(0.0, min(1.0, (cosine - config.vector_floor) / (1 - config.vector_floor)))


def fused(words: Mapping[int, float], near: Mapping[int, float], config: RetrievalConfig) -> dict[int, float]:
    """Return one score (above 0, at most 1) for each row that either list brings.

    Args:
        words: scores of the rows that share words with the query.
        near: cosines of rows, whatever brought them.
        config: `weight_vector` is the share of meaning in the sum, `vector_floor` the cosine that counts as 0.
    """
    alike = {seq: value for seq, cosine in near.items() if (value := resemblance(cosine, config)) > 0}
    share = config.weight_vector
    best = max(words.values(), default=1.0)
    scores = {seq: (1 - share) * words.get(seq, 0.0) / best + share * alike.get(seq, 0.0) for seq in {**words, **alike}}
    return {seq: score for seq, score in scores.items() if score > 0}  # with a share of 1 words bring nothing


def relevance(covered: float, cosine: float, config: RetrievalConfig) -> float:
    """Return how relevant a text is that covers so much of a query by words and has this cosine with it, 0-1.

    Meaning fills up to `vector_relevance` of what the words leave open; without a vector words alone count.
    """
    return covered + config.vector_relevance * resemblance(cosine, config) * (1 - covered) if cosine else covered
