"""Retrieval: one pass over all memories, or three stages that end in a bundle of evidence. Written once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from brain.checks import check_choice, check_count, check_text, check_unit
from brain.clock import Clock, age_seconds
from brain.config import BrainConfig
from brain.language import Analyzer, TimeCue, analyzer_for, asks_when, time_cues
from brain.memory._candidates import Candidate, from_item, from_node, from_recollection, scales, words_of
from brain.memory.contradiction import find_contradictions, in_place_of
from brain.memory.evidence import Evidence, EvidenceBundle, MemorySearchResult, ScoreParts
from brain.memory.expansion import Expansion, expand
from brain.memory.meaning import Meaning, relevance
from brain.memory.ports import EpisodicPort, SemanticPort, SourcePort, WorkingPort
from brain.memory.records import MODALITIES, Episode, MemoryItem, SemanticNode
from brain.memory.relevance import QueryScorer, sufficiency

__all__ = ["MEMORY_TYPES", "ActiveGoal", "Retrieval"]

MEMORY_TYPES = ("working", "semantic", "episodic")

_SETTLED = ("answer_question", "explore_topic")
"""Goals that look for what is true, not for what is new: there recency only decides between equals."""

_DAY = 86_400.0
_LONGEST_QUERY = 100_000


@dataclass(frozen=True, slots=True)
class _Question:
    """A query and what is understood of it.

    Attributes:
        text: the query.
        cues: the known sources that it names.
        times: the spans of time that it names.
        wants_time: whether it asks when.
        scorer: how much each of its words weighs.
    """

    text: str
    cues: list[str]
    times: tuple[TimeCue, ...]
    wants_time: bool
    scorer: QueryScorer


class ActiveGoal(Protocol):
    """What retrieval needs to know of a goal."""

    @property
    def goal_type(self) -> str:
        """'answer_question', 'verify_claim', 'explore_topic', 'learn_fact', 'plan', ..."""
        ...


class Retrieval:
    """Search over working, semantic and episodic memory.

    Args:
        working, semantic, episodic, sources: where to look and whom to believe.
        clock, config: time and numbers.
        meaning: episodic and semantic memory once more, if they have an embedder.

    """

    def __init__(
        self,
        working: WorkingPort,
        semantic: SemanticPort,
        episodic: EpisodicPort,
        sources: SourcePort,
        clock: Clock,
        config: BrainConfig,
        meaning: Meaning | None = None,
    ) -> None:
        self._meaning = meaning
        self._working = working
        self._semantic = semantic
        self._episodic = episodic
        self._sources = sources
        self._clock = clock
        self._config = config.retrieval
        self._analyzer = analyzer_for(config.storage.languages)

    def retrieve(
        self,
        query: str,
        memory_types: Iterable[str] | None = None,
        top_n: int = 5,
        min_importance: float = 0.0,
    ) -> MemorySearchResult:
        """Search each memory once, without judging what is found.

        Args:
            memory_types: some of 'working', 'semantic', 'episodic'; None for all.
            top_n: at most so many of each.
            min_importance: only what is at least so important (0-1).

        Raises:
            InvalidInputError: for an unknown memory type or a number out of range.

        """
        wanted = (
            MEMORY_TYPES
            if memory_types is None
            else [check_choice("memory_types", m, MEMORY_TYPES) for m in memory_types]
        )
        count, weight = check_count("top_n", top_n), check_unit("min_importance", min_importance)
        working = self._working.search(query, top_n=count, min_importance=weight) if "working" in wanted else []
        semantic = self._semantic.search(query, count, min_importance=weight) if "semantic" in wanted else []
        if self._meaning is not None and "semantic" in wanted:
            semantic = self._meaning.search_facts(query, count, weight, semantic)
        if self._meaning is not None and "episodic" in wanted:
            return MemorySearchResult(query, working, semantic, self._meaning.search_episodes(query, count, weight))
        episodic = self._episodic.search(query, count, min_importance=weight) if "episodic" in wanted else []
        return MemorySearchResult(query, working, semantic, episodic)

    def retrieve_staged(
        self,
        query: str,
        active_goal: ActiveGoal | None = None,
        modality_filter: str | None = None,
        time_sensitive: bool = False,
        top_n: int = 5,
    ) -> EvidenceBundle:
        """Search broadly, filter by trust and belief, rank by what the goal needs.

        Args:
            query: a question, a claim or a topic.
            active_goal: decides how the query is expanded; answering a question by default.
            modality_filter: only evidence of this modality.
            time_sensitive: only evidence of the last 24 hours.
            top_n: at most so many pieces altogether.

        Raises:
            InvalidInputError: for a blank query or a number out of range.

        """
        check_text("query", query, _LONGEST_QUERY)
        count = check_count("top_n", top_n)
        if modality_filter is not None:
            check_choice("modality_filter", modality_filter, MODALITIES)
        goal_type = active_goal.goal_type if active_goal else "answer_question"
        expansion = expand(query, goal_type, self._semantic, self._analyzer)
        asked = self._understood(query)
        pool = self._search_broadly(asked, expansion, modality_filter, count)
        kept = [piece for piece in pool if self._passes(piece, expansion, modality_filter, time_sensitive)]
        # Every statement is compared with every other: only the most active are worth that.
        foremost = sorted(kept, key=lambda piece: -piece.activation)[: self._config.compared]
        contradictions = find_contradictions(foremost, self._semantic, self._analyzer)
        disputed = {key for found in contradictions for key in found.keys} if goal_type == "verify_claim" else set()
        outdated = {key for found in contradictions for key in found.outdated}
        settled = goal_type in _SETTLED and not time_sensitive
        kept = in_place_of(kept, contradictions)
        ranked = self._ranked(kept, expansion, disputed, outdated, count, settled=settled)
        explained = [found.explanation for found in contradictions]
        return _bundle(
            query,
            goal_type,
            expansion,
            pool,
            kept,
            ranked,
            explained,
            self._analyzer,
            sufficiency(ranked, asked.scorer, asked.cues, self._config, self._analyzer),
        )

    def _understood(self, query: str) -> _Question:
        times = time_cues(query, self._clock.now())
        counts = self._episodic.term_counts(query)
        for term, count in self._semantic.term_counts(query).items():
            counts[term] += count
        # Words of a date that stand in no text ask for the time at which something was told.
        dated = {term for cue in times for term in self._analyzer.terms(cue.phrase)}
        counts = {term: count for term, count in counts.items() if count or term not in dated}
        total = len(self._episodic) + len(self._semantic)
        scorer = QueryScorer(counts, total, self._config, [cue.phrase for cue in times])
        return _Question(query, self._sources.named_in(query), times, asks_when(query), scorer)

    def _search_broadly(
        self, asked: _Question, expansion: Expansion, modality: str | None, count: int
    ) -> list[Evidence]:
        """Stage 1: candidates from every memory for every expanded query, each only once."""
        found: dict[tuple[str, str], Candidate] = {}
        kept_episodes: set[str] = set()
        candidates = max(self._config.episodic_candidates, 2 * count)
        spans = [(cue.start, cue.end) for cue in asked.times]
        for phrase in self._phrases(asked, expansion):
            # What else is searched for must match by its words: its meaning is not that of the query.
            meaning = self._meaning if phrase == asked.text else None
            recall = meaning.episodes.recall_by_meaning if meaning else self._episodic.recall
            recalled = recall(phrase, candidates, modality, asked.cues, spans)
            kept_episodes.update(each.episode.episode_id for each in recalled)
            # Only the query itself brings its context along; what else was searched for must match by itself.
            meant = phrase == asked.text or phrase in expansion.paraphrases
            pieces = [from_recollection(each, phrase) for each in recalled if meant or not each.hop]
            # A concept that is only linked to says nothing yet.
            near = meaning.facts.resembling(phrase, self._config.semantic_candidates) if meaning else []
            pieces += [
                from_node(each.node, phrase, self._analyzer, each.similarity) for each in near if each.node.description
            ]
            nodes = self._semantic.search(phrase, top_n=self._config.semantic_candidates)
            pieces += [from_node(node, phrase, self._analyzer) for node in nodes if node.description]
            pieces += [
                from_item(i, phrase) for i in self._working.search(phrase, modality, self._config.working_candidates)
            ]
            for piece in pieces:
                known = found.setdefault((piece.kind, piece.key), piece)
                known.strengths[phrase] = piece.strength
        # What is in mind and kept as an episode is one memory, not two.
        pool = [
            p for p in found.values() if not (isinstance(p.item, MemoryItem) and p.item.episode_id in kept_episodes)
        ]
        return self._judged(asked, expansion, pool)

    def _phrases(self, asked: _Question, expansion: Expansion) -> list[str]:
        """Return what to search for: the query itself too, if it may be found by meaning alone."""
        phrases = expansion.distinct()
        return phrases if self._meaning is None else list(dict.fromkeys([asked.text, *phrases]))

    def _judged(self, asked: _Question, expansion: Expansion, pool: list[Candidate]) -> list[Evidence]:
        """Turn candidates into evidence by giving them trust, relevance and activation."""
        trust = self._sources.trust_of(sorted({piece.source for piece in pool}))
        scorer = asked.scorer
        words = [words_of(piece, asked.times, self._analyzer) for piece in pool]
        literal = self._relevant(scorer, words, pool)
        covered = literal
        if expansion.synonyms:
            words = [[*each, *expansion.asked_for(each)] for each in words]
            covered = self._relevant(scorer, words, pool)
        best = scales(asked.text, expansion, pool, literal, covered, self._config.neighbour_share)
        evidence = []
        for piece, each, share in zip(pool, words, covered, strict=True):
            active = share
            if piece.kind == "episodic":
                active = max(strength * best[via] for via, strength in piece.strengths.items())
            if asked.wants_time and time_cues(piece.text, piece.created_at):
                active *= 1 + self._config.when_cue
            evidence.append(Evidence(
                piece.kind, piece.key, piece.text, piece.source, piece.modality, piece.confidence,
                trust[piece.source], piece.created_at, piece.item, piece.concepts,
                share, scorer.matched(each), piece.via, active, piece.hop,
                similarity=piece.similarity,
            ))  # fmt: skip
        return evidence

    def _relevant(self, scorer: QueryScorer, words: list[list[str]], pool: list[Candidate]) -> list[float]:
        """Return how relevant pieces with these words are, by what they say and by what they mean."""
        return [
            relevance(scorer.score(each), piece.similarity, self._config)
            for each, piece in zip(words, pool, strict=True)
        ]

    def _passes(self, piece: Evidence, expansion: Expansion, modality_filter: str | None, time_sensitive: bool) -> bool:
        """Stage 2: trusted, believed, of the right modality, fresh if need be, and to the point."""
        config = self._config
        age_hours = age_seconds(piece.created_at, self._clock.now()) / 3600
        return (
            piece.trust >= config.min_trust
            and piece.confidence >= config.min_confidence
            and (modality_filter is None or _has_modality(piece, modality_filter))
            and (not time_sensitive or age_hours < config.fresh_hours)
            and (piece.activation >= config.min_relevance or expansion.is_near(piece.concepts, piece.text))
        )

    def _ranked(
        self,
        pieces: list[Evidence],
        expansion: Expansion,
        disputed: set[str],
        outdated: set[str],
        count: int,
        *,
        settled: bool,
    ) -> list[Evidence]:
        """Stage 3: the document's formula, and what has been corrected below what holds."""
        config, now = self._config, self._clock.now()
        fresh = config.settled_recency if settled else config.weight_recency
        scored = []
        for piece in pieces:
            near = expansion.is_near(piece.concepts, piece.text)
            parts = ScoreParts(
                relevance=config.weight_relevance * piece.activation,
                trust=config.weight_trust * piece.trust,
                recency=fresh / max(1.0, age_seconds(piece.created_at, now) / _DAY),
                graph=config.weight_graph if near else 0.0,
                contradiction=config.weight_contradiction if piece.key in disputed else 0.0,
                outdated=-config.penalty_outdated if piece.key in outdated - disputed else 0.0,
            )
            scored.append((parts, piece))
        scored.sort(key=lambda pair: (-pair[0].total, -pair[1].created_at, pair[1].kind, pair[1].key))
        return [replace(piece, parts=parts) for parts, piece in scored[:count]]


def _has_modality(piece: Evidence, wanted: str) -> bool:
    if piece.kind == "semantic":
        return wanted in ("concept", "text")
    return piece.modality == wanted


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _bundle(
    query: str,
    goal_type: str,
    expansion: Expansion,
    pool: list[Evidence],
    kept: list[Evidence],
    ranked: list[Evidence],
    contradictions: list[str],
    analyzer: Analyzer,
    sufficient: float,
) -> EvidenceBundle:
    records = [piece.item for piece in ranked]
    named = [concept for piece in ranked for concept in piece.concepts]
    by_key = {analyzer.concept_key(concept): concept for concept in reversed([*expansion.concepts, *named])}
    return EvidenceBundle(
        query=query,
        expanded_queries=expansion.queries,
        working_items=[record for record in records if isinstance(record, MemoryItem)],
        semantic_nodes=[record for record in records if isinstance(record, SemanticNode)],
        episodes=[record for record in records if isinstance(record, Episode)],
        avg_confidence=_mean([piece.confidence for piece in ranked]),
        avg_source_trust=_mean([piece.trust for piece in ranked]),
        contradictions=contradictions,
        top_concepts=list(reversed(by_key.values())),
        total_retrieved=len(pool),
        total_after_filter=len(kept),
        total_returned=len(ranked),
        evidence=ranked,
        goal_type=goal_type,
        sufficiency=sufficient,
    )
