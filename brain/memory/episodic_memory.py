"""Episodic memory: the chronicle of events (hippocampus and cortex).

An episode is the log of the mind: what was stored stays as it was lived until it is deleted or, past
capacity, displaced by stronger ones. Facts are derived from it later and may be derived again.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from brain.chance import IdFactory, random_ids
from brain.checks import (
    check_amount,
    check_choice,
    check_count,
    check_name,
    check_names,
    check_query,
    check_text,
    check_unit,
)
from brain.clock import Clock, SystemClock, age_seconds, iso_from_timestamp, timestamp_from
from brain.config import BrainConfig
from brain.errors import NotFoundError
from brain.language import fold, is_question, only_asks
from brain.memory._rows import fingerprint, from_json, in_batches, to_json
from brain.memory.decay import law_from
from brain.memory.episodic_recall import EpisodicRecall
from brain.memory.records import MODALITIES, Episode, ModalEvidence, Recollection, check_evidence
from brain.memory.storage import MemoryDatabase, opened
from brain.memory.text_index import TextIndex

__all__ = ["EpisodicMemory"]

_COLUMNS = (
    "episode_id, content, modality, source, importance, confidence, tags, concepts, modal_evidence,"
    " trace_id, session_id, created_at, is_protected"
)
_INSERT = f"INSERT INTO episodes (seq, {_COLUMNS}, fingerprint, is_consolidated, asks) VALUES ({','.join('?' * 17)})"
_SELECT = f"SELECT {_COLUMNS} FROM episodes"
_FOUND = ", ".join(f"e.{column.strip()}" for column in _COLUMNS.split(","))


class EpisodicMemory:
    """Events in the order in which they happened.

    Args:
        data_path: a SQLite or `.json` file to keep them in; None for a private temporary one.
        max_episodes: capacity; past it the least important unprotected episode goes, oldest first.
        database: a mind to share instead of `data_path`.
        clock, ids, config: time, chance and numbers.

    """

    def __init__(
        self,
        data_path: str | Path | None = None,
        max_episodes: int | None = None,
        *,
        database: MemoryDatabase | None = None,
        clock: Clock | None = None,
        ids: IdFactory | None = None,
        config: BrainConfig | None = None,
    ) -> None:
        settings = config or BrainConfig()
        self.config = settings.episodic
        self.max_episodes = (
            self.config.max_episodes if max_episodes is None else check_count("max_episodes", max_episodes)
        )
        self._clock = clock or SystemClock()
        self._database = database or opened(
            data_path, "episodes", settings.episodic.autosave_every, settings, self._clock
        )
        self._ids = ids or random_ids()
        self._retrieval = settings.retrieval
        self._law = law_from(settings.decay.episodic, settings.decay)
        self._analyzer = self._database.analyzer
        self._index = TextIndex(self._database, "episode", settings.retrieval)
        self._recall = EpisodicRecall(self._database, self._index, settings.retrieval)

    def __len__(self) -> int:
        return int(self._database.state("episode_count"))

    def store(
        self,
        content: str,
        modality: str = "text",
        importance: float = 0.5,
        *,
        source: str = "",
        confidence: float | None = None,
        tags: Iterable[str] | None = None,
        concepts: Iterable[str] | None = None,
        modal_evidence: Iterable[ModalEvidence] | None = None,
        trace_id: str = "",
        session_id: str = "",
        created_at: float | str | None = None,
        is_consolidated: bool = False,
    ) -> Episode:
        """Keep an event; it is on disk when this returns.

        Args:
            content: what happened, in words.
            modality: one of `MODALITIES`.
            importance, confidence: 0-1; importance >= 0.8 protects from displacement.
            created_at: when it happened (Unix seconds or ISO 8601); now by default.
            is_consolidated: True if nothing remains to be derived from it.

        Raises:
            InvalidInputError: for a value that cannot be kept; nothing is stored then.

        """
        happened = self._clock.now() if created_at is None else timestamp_from(created_at)
        episode = Episode(
            episode_id=self._ids("ep"),
            content=check_text("content", content, self.config.max_content_chars),
            modality=check_choice("modality", modality, MODALITIES),
            source=check_name("source", source),
            importance=check_unit("importance", importance),
            confidence=check_unit("confidence", self.config.default_confidence if confidence is None else confidence),
            tags=check_names("tags", tags),
            concepts=check_names("concepts", concepts),
            modal_evidence=check_evidence(modal_evidence),
            trace_id=check_name("trace_id", trace_id),
            session_id=check_name("session_id", session_id),
            created_at=iso_from_timestamp(happened),
            is_protected=importance >= self.config.protect_threshold,
        )
        self._write(episode, happened, is_consolidated)
        return episode

    def get_by_id(self, episode_id: str) -> Episode:
        """Return one episode.

        Raises:
            NotFoundError: if this mind has no such episode.

        """
        found = self._select("WHERE episode_id = ?", (check_query("episode_id", episode_id),))
        if not found:
            raise NotFoundError(f"no episode {episode_id!r} in this mind")
        return found[0]

    def search(
        self,
        query: str,
        top_n: int = 5,
        last_n_hours: float | None = None,
        modality: str | None = None,
        min_importance: float = 0.0,
    ) -> list[Episode]:
        """Return the episodes that best match any word of `query`, inflected or not, best first.

        Args:
            top_n: at most so many.
            last_n_hours: only events of so many hours back from now.
            modality: only of this modality.
            min_importance: only at least so important (0-1).

        """
        wanted = self._analyzer.content_terms(check_query("query", query))
        count = check_count("top_n", top_n)
        since = -math.inf
        if last_n_hours is not None:
            since = self._clock.now() - check_amount("last_n_hours", last_n_hours) * 3600
        limits = (since, modality, modality, check_unit("min_importance", min_importance))
        filtered = last_n_hours is not None or modality is not None or bool(min_importance)
        with self._database.reading():
            return self._index.search_until(wanted, count, lambda seqs: self._matching(seqs, limits), filtered=filtered)

    def recall(
        self,
        query: str,
        top_n: int = 5,
        modality: str | None = None,
        cues: Sequence[str] = (),
        times: Sequence[tuple[float, float]] = (),
    ) -> list[Recollection]:
        """Return the episodes that `query` brings to mind, by what they say and by what was said around them.

        See `brain.memory.activation`. Strengths are relative to the strongest, which has 1.

        Args:
            query: words, in any inflection.
            top_n: at most so many.
            modality: only of this modality.
            cues: sources that the query names. What comes from them gains; their names are then not searched for,
                since people are named by others more than by themselves.
            times: spans of time that the query names, as (start, end) in Unix seconds. What was said then gains.
        """
        return self._recollected(self._recall, query, top_n, modality, cues, times)

    def get_recent(self, n: int = 10) -> list[Episode]:
        """Return the last `n` events, newest first."""
        return self._select("ORDER BY created_at DESC, seq DESC LIMIT ?", (check_count("n", n),))

    def get_by_concept(self, concept: str, top_n: int | None = None) -> list[Episode]:
        """Return the episodes about `concept` in any spelling or inflection, oldest first."""
        return self._episodes(
            f"SELECT {_FOUND} FROM episode_concepts c JOIN episodes e ON e.seq = c.seq"
            " WHERE c.concept_key = ? ORDER BY e.created_at, e.seq LIMIT ?",
            (
                self._analyzer.concept_key(check_query("concept", concept)),
                -1 if top_n is None else check_count("top_n", top_n),
            ),
        )

    retrieve_by_concept = get_by_concept

    def get_by_time_range(self, start_ts: float | str, end_ts: float | str) -> list[Episode]:
        """Return the episodes from `start_ts` to `end_ts` inclusive (Unix seconds or ISO 8601), oldest first."""
        return self._select(
            "WHERE created_at BETWEEN ? AND ? ORDER BY created_at, seq",
            (timestamp_from(start_ts), timestamp_from(end_ts)),
        )

    retrieve_by_time = get_by_time_range

    def get_by_session(self, session_id: str) -> list[Episode]:
        """Return the episodes of one session in the order in which they were stored."""
        return self._select(
            "WHERE session_id = ? AND session_id <> '' ORDER BY seq", (check_query("session_id", session_id),)
        )

    def get_by_trace(self, trace_id: str) -> list[Episode]:
        """Return the episodes of one causal chain in the order in which they were stored."""
        return self._select("WHERE trace_id = ? AND trace_id <> '' ORDER BY seq", (check_query("trace_id", trace_id),))

    def get_neighbours(self, episode_id: str, span: int = 1) -> list[Episode]:
        """Return the up to `span` episodes before and after one in its session, in order.

        Raises:
            NotFoundError: if this mind has no such episode.

        """
        reach = check_count("span", span)
        with self._database.reading():
            here = self._database.row(
                "SELECT seq, session_id FROM episodes WHERE episode_id = ?", (check_query("episode_id", episode_id),)
            )
            if here is None:
                raise NotFoundError(f"no episode {episode_id!r} in this mind")
            session = "WHERE session_id = ? AND session_id <> ''"
            before = self._select(f"{session} AND seq < ? ORDER BY seq DESC LIMIT ?", (here[1], here[0], reach))
            after = self._select(f"{session} AND seq > ? ORDER BY seq LIMIT ?", (here[1], here[0], reach))
        return before[::-1] + after

    def find_duplicate(self, content: str, within_seconds: float) -> Episode | None:
        """Return the newest episode of the last `within_seconds` with the same words, or None."""
        found = self._select(
            "WHERE fingerprint = ? AND created_at >= ? ORDER BY created_at DESC, seq DESC LIMIT 1",
            (fingerprint(fold(check_query("content", content))), self._clock.now() - within_seconds),
        )
        return found[0] if found else None

    def pending(self, limit: int) -> list[Episode]:
        """Return the oldest `limit` episodes from which facts have not yet been derived."""
        return self._select("WHERE is_consolidated = 0 ORDER BY seq LIMIT ?", (check_count("limit", limit),))

    def mark_consolidated(self, episode_ids: list[str]) -> None:
        """Note that nothing remains to be derived from these episodes."""
        with self._database.transaction() as connection:
            connection.executemany(
                "UPDATE episodes SET is_consolidated = 1 WHERE episode_id = ?", [(i,) for i in episode_ids]
            )

    def delete(self, episode_id: str) -> None:
        """Forget one episode: in every index, in counts, for good.

        Raises:
            NotFoundError: if this mind has no such episode.

        """
        with self._database.transaction() as connection:
            gone = connection.execute(
                "DELETE FROM episodes WHERE episode_id = ?", (check_query("episode_id", episode_id),)
            ).rowcount
        if not gone:
            raise NotFoundError(f"no episode {episode_id!r} in this mind")

    def term_counts(self, query: str) -> dict[str, int]:
        """Return in how many episodes each content term of `query` stands."""
        return self._index.document_counts(self._analyzer.content_terms(check_query("query", query)))

    def forgotten_count(self) -> int:
        """Return how many episodes capacity has displaced since this mind began."""
        return int(self._database.state("episodes_forgotten"))

    def save(self) -> None:
        """Tidy the index and the file; every episode already was on disk when it was stored."""
        self._index.maintain()
        self._database.checkpoint()

    def _write(self, episode: Episode, happened: float, is_consolidated: bool) -> None:
        indexed = " ".join([episode.content, *episode.tags, *episode.concepts])
        found_terms = self._analyzer.indexed_terms(indexed)
        with self._database.transaction() as connection:
            seq = self._index.next_document(connection)
            connection.execute(
                _INSERT,
                (
                    seq,
                    episode.episode_id, episode.content, episode.modality, episode.source, episode.importance,
                    episode.confidence, to_json(episode.tags), to_json(episode.concepts),
                    to_json([evidence.to_dict() for evidence in episode.modal_evidence]), episode.trace_id,
                    episode.session_id, happened, episode.is_protected,
                    fingerprint(fold(episode.content)), is_consolidated,
                    2 if only_asks(episode.content) else int(is_question(episode.content)),
                ),
            )  # fmt: skip
            self._index.add(connection, seq, found_terms, seq)
            for key in {self._analyzer.concept_key(concept): None for concept in episode.concepts}:
                connection.execute("INSERT OR IGNORE INTO episode_concepts VALUES (?, ?)", (key, seq))
            excess = len(self) - self.max_episodes
            if excess > 0:
                self._displace(excess, seq)

    def _displace(self, excess: int, newest: int) -> None:
        """Let the weakest unprotected episodes go; what has just been acknowledged stays."""
        with self._database.transaction() as connection:
            gone = connection.execute(
                "DELETE FROM episodes WHERE seq IN (SELECT seq FROM episodes"
                " WHERE is_protected = 0 AND seq <> ? ORDER BY importance, seq LIMIT ?)",
                (newest, excess),
            ).rowcount
        if gone:
            self._database.add_to_state("episodes_forgotten", gone)

    def _recollected(
        self,
        recall: EpisodicRecall,
        query: str,
        top_n: int,
        modality: str | None,
        cues: Sequence[str],
        times: Sequence[tuple[float, float]],
    ) -> list[Recollection]:
        count = check_count("top_n", top_n)
        with self._database.reading():
            reminded = recall.reminded(check_query("query", query), count, cues, times)
            order = reminded.order if modality else reminded.order[:count]
            found = self._by_seq(order, (-math.inf, modality, modality, 0.0))
        return [reminded.recollection(seq, found[seq]) for seq in order if seq in found][:count]

    def _matching(self, seqs: list[int], limits: tuple[Any, ...]) -> list[Episode]:
        """Return those of the episodes that are within the limits, in the order given."""
        found = self._by_seq(seqs, limits)
        return [found[seq] for seq in seqs if seq in found]

    def _by_seq(self, seqs: list[int], limits: tuple[Any, ...]) -> dict[int, Episode]:
        found: dict[int, Episode] = {}
        for batch in in_batches(seqs):
            rows = self._database.rows(
                f"SELECT seq, {_COLUMNS} FROM episodes WHERE seq IN ({','.join('?' * len(batch))})"
                " AND created_at >= ? AND (? IS NULL OR modality = ?) AND importance >= ?",
                (*batch, *limits),
            )
            found.update((row[0], self._episode(row[1:])) for row in rows)
        return found

    def _select(self, clause: str, parameters: tuple[Any, ...]) -> list[Episode]:
        return self._episodes(f"{_SELECT} {clause}", parameters)

    def _episodes(self, sql: str, parameters: tuple[Any, ...]) -> list[Episode]:
        return [self._episode(row) for row in self._database.rows(sql, parameters)]

    def _episode(self, row: tuple[Any, ...]) -> Episode:
        confidence = row[5] * self._law.retained(0.0, [age_seconds(row[11], self._clock.now())])
        return Episode(
            row[0], row[1], row[2], row[3], row[4], confidence, from_json(row[6]), from_json(row[7]),
            [ModalEvidence(**values) for values in from_json(row[8])],
            row[9], row[10], iso_from_timestamp(row[11]), bool(row[12]),
        )  # fmt: skip
