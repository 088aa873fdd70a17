"""Episodic and semantic memory with an embedder: a vector for each row, and a search that uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from brain.checks import check_count, check_query
from brain.config import RetrievalConfig
from brain.memory.embedding import Embedder, Encoder
from brain.memory.episodic_memory import EpisodicMemory
from brain.memory.episodic_recall import EpisodicRecall, Reminded
from brain.memory.meaning import fused
from brain.memory.records import Episode, Recollection, Resemblance
from brain.memory.semantic_memory import SemanticMemory
from brain.memory.storage import MemoryDatabase
from brain.memory.text_index import TextIndex
from brain.memory.vectors import VectorTable

__all__ = ["EmbeddedEpisodes", "EmbeddedFacts"]


class EmbeddedEpisodes(EpisodicMemory):
    """Episodic memory that also finds by meaning.

    Args:
        embedder: makes the vectors, one a stored episode, in the same transaction.
        database, options: as for `EpisodicMemory`.

    """

    def __init__(self, embedder: Embedder, *, database: MemoryDatabase, **options: Any) -> None:
        super().__init__(database=database, **options)
        self.vectors = VectorTable(database, "episode", Encoder.of(embedder))
        self._by_meaning = _FusedRecall(database, self._index, self._retrieval, self.vectors)

    def recall_by_meaning(
        self,
        query: str,
        top_n: int = 5,
        modality: str | None = None,
        cues: Sequence[str] = (),
        times: Sequence[tuple[float, float]] = (),
    ) -> list[Recollection]:
        """Return what `recall` does, with what is near in meaning as a second kind of match.

        Raises:
            EmbeddingError: if the model answers nonsense, or the mind's vectors are another model's.
        """
        return self._recollected(self._by_meaning, query, top_n, modality, cues, times)

    def backfill(self, limit: int) -> int:
        """Embed up to `limit` episodes that have no vector; return how many there were.

        Raises:
            EmbeddingError: as for `recall_by_meaning`.
        """
        return self.vectors.backfill(limit)

    def forget_vectors(self) -> None:
        """Forget all vectors, for instance to have them made by another model."""
        self.vectors.clear()

    def _write(self, episode: Episode, happened: float, is_consolidated: bool) -> None:
        with self._database.transaction() as connection:
            super()._write(episode, happened, is_consolidated)
            seq = connection.execute("SELECT seq FROM episodes WHERE episode_id = ?", (episode.episode_id,)).fetchone()
            self.vectors.follow(connection, seq[0])


class EmbeddedFacts(SemanticMemory):
    """Semantic memory that also finds by meaning.

    Args:
        embedder: makes the vectors, one a concept that is written, in the same transaction.
        database, options: as for `SemanticMemory`.

    """

    def __init__(self, embedder: Embedder, *, database: MemoryDatabase, **options: Any) -> None:
        super().__init__(database=database, **options)
        self._floor = _settings(options).vector_floor
        self.vectors = VectorTable(database, "node", Encoder.of(embedder))

    def resembling(self, query: str, top_n: int = 5) -> list[Resemblance]:
        """Return the nodes nearest in meaning to `query` whose cosine is above the floor, nearest first.

        Raises:
            EmbeddingError: if the model answers nonsense, or the mind's vectors are another model's.
        """
        count = check_count("top_n", top_n)
        with self._database.reading():
            near = [
                (seq, cosine)
                for seq, cosine in self.vectors.nearest(check_query("query", query), count)
                if cosine > self._floor
            ]
            rows = self._facts.by_seq([seq for seq, _ in near], float("-inf"), 0.0)
            present = [(rows[seq], cosine) for seq, cosine in near if seq in rows]
            nodes = self._nodes([row for row, _ in present])
        return [Resemblance(node, cosine) for node, (_, cosine) in zip(nodes, present, strict=True)]

    def backfill(self, limit: int) -> int:
        """Embed up to `limit` nodes that have no vector; return how many there were.

        Raises:
            EmbeddingError: as for `resembling`.
        """
        return self.vectors.backfill(limit)

    def forget_vectors(self) -> None:
        """Forget all vectors, for instance to have them made by another model."""
        self.vectors.clear()

    def _reindex(self, key: str, seq: int) -> None:
        with self._database.transaction() as connection:
            super()._reindex(key, seq)
            self.vectors.follow(connection, seq)


class _FusedRecall(EpisodicRecall):
    """From words and meaning to episodes."""

    def __init__(
        self, database: MemoryDatabase, index: TextIndex, config: RetrievalConfig, vectors: VectorTable
    ) -> None:
        super().__init__(database, index, config)
        self._vectors = vectors

    def reminded(self, query: str, count: int, cues: Sequence[str], times: Sequence[tuple[float, float]]) -> Reminded:
        """Return what `query` brings to mind, with the cosine of each episode."""
        found = super().reminded(query, count, cues, times)
        return replace(found, cosines=self._vectors.similarities(query, found.order))

    def _matching(self, query: str, wanted: list[str], limit: int) -> dict[int, float]:
        words = super()._matching(query, wanted, limit)
        near = dict(self._vectors.nearest(query, self._config.vector_candidates))
        near |= self._vectors.similarities(query, [seq for seq in words if seq not in near])
        return fused(words, near, self._config)


def _settings(options: Mapping[str, Any]) -> RetrievalConfig:
    config = options.get("config")
    return config.retrieval if config is not None else RetrievalConfig()
