"""The store pipeline: from something perceived to what memory keeps of it. Written once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from brain.checks import check_choice, check_name, check_names, check_text, check_unit, text_of
from brain.clock import Clock, timestamp_from
from brain.config import BrainConfig
from brain.language import Fact, analyzer_for, extract_facts, head_noun
from brain.memory.ports import EpisodicPort, SemanticPort, SourcePort, WorkingPort
from brain.memory.records import MODALITIES, Episode, MemoryItem, ModalEvidence, Relation, SemanticNode, check_evidence
from brain.memory.source_memory import source_type_of

__all__ = ["Encoding", "Learning", "Learnt", "StoreResult"]

_REMEMBERED = 2_000  # characters; a text is looked at when it is stored and again when it is learnt from
_FACTUAL_MODALITIES = ("text", "concept", "mixed")


@dataclass(frozen=True, slots=True)
class StoreResult:
    """What a `store` came to; each part also by name, as in `result["episodic"]`.

    Attributes:
        working: the item now in mind.
        episodic: the event kept, or None if it was not important enough.
        semantic: the fact learnt, or None if the text states none (the first of several).

    """

    working: MemoryItem
    episodic: Episode | None = None
    semantic: SemanticNode | None = None

    def __getitem__(self, part: str) -> MemoryItem | Episode | SemanticNode | None:
        if part not in ("working", "episodic", "semantic"):
            raise KeyError(part)
        return getattr(self, part)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Learnt:
    """What came of deriving facts from one episode.

    Attributes:
        nodes: what is held now of every concept that it states something of.
        fresh: how many facts were new, or strengthened what was known.

    """

    nodes: list[SemanticNode] = field(default_factory=list)
    fresh: int = 0


@lru_cache(maxsize=512)
def _facts_of(text: str) -> tuple[Fact, ...]:
    return tuple(extract_facts(text))


class Learning:
    """Deriving facts from an episode: the one way from events to semantic memory.

    Deriving twice from the same episode changes nothing, so that it may be repeated after a crash.
    """

    _SAME_STANDING = 0.05  # trust drifts a little with every decay tick; that is no difference in standing

    def __init__(self, semantic: SemanticPort, sources: SourcePort, config: BrainConfig) -> None:
        self._semantic = semantic
        self._sources = sources
        self._threshold = config.consolidation.IMPORTANCE_TO_SEMANTIC
        self._analyzer = analyzer_for(config.storage.languages)

    def facts_in(self, text: str, importance: float, modality: str) -> list[Fact]:
        """Return what an event states, if events of this importance and modality are searched for facts."""
        due = importance >= self._threshold and modality in _FACTUAL_MODALITIES
        if not due:
            return []
        return list(_facts_of(text)) if len(text) <= _REMEMBERED else extract_facts(text)

    def learn_from(self, episode: Episode) -> Learnt:
        """Put every fact that the episode states into semantic memory."""
        facts = self.facts_in(episode.content, episode.importance, episode.modality)
        if not facts:
            return Learnt()
        known = self._semantic.get_facts([fact.subject for fact in facts])
        derived = self._semantic.derived_from(episode.episode_id)
        fresh = [fact for fact in facts if self._analyzer.concept_key(fact.subject) not in derived]
        if source_type_of(episode.source) == "inference":
            # What the brain concluded may fill a gap, but it must not confirm what it was concluded from.
            fresh = [fact for fact in fresh if fact.subject not in known]
        rivals = [known[fact.subject].source_ref for fact in fresh if fact.subject in known]
        trust = self._sources.trust_of([*rivals, episode.source]) if rivals else {}
        nodes = {fact.subject: known[fact.subject] for fact in facts if fact.subject in known}
        nodes |= {fact.subject: self._learn(fact, episode, known.get(fact.subject), trust) for fact in fresh}
        if episode.source and fresh:
            self._sources.register(episode.source, facts=len(fresh))
        return Learnt(list(nodes.values()), len(fresh))

    def _learn(self, fact: Fact, episode: Episode, known: SemanticNode | None, trust: dict[str, float]) -> SemanticNode:
        head = head_noun(fact.description)
        kind = "is_not" if fact.negated else fact.relation_type
        linked = bool(head) and head.casefold() != fact.subject.casefold()
        supersede = known is None or trust[episode.source] >= trust[known.source_ref] - self._SAME_STANDING
        return self._semantic.store_fact(
            fact.subject,
            fact.description,
            episode.tags,
            fact.confidence,
            episode.importance,
            episode.source,
            [Relation(head, kind, fact.confidence)] if linked else [],
            negated=fact.negated,
            supersede=supersede,
            origin=episode.episode_id,
            told_at=timestamp_from(episode.created_at),
            past=fact.past,
        )


class Encoding:
    """`store`: working memory always, an episode if important enough, facts if asked for.

    Args:
        working, episodic, sources: where it goes.
        learning: how facts are derived.
        clock, config: time and numbers.
        atomic: opens a transaction around all that goes to disk; where each structure keeps its own, there
            is none, and consolidation completes what a crash leaves half done.

    """

    def __init__(
        self,
        working: WorkingPort,
        episodic: EpisodicPort,
        sources: SourcePort,
        learning: Learning,
        clock: Clock,
        config: BrainConfig,
        atomic: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._working = working
        self._episodic = episodic
        self._sources = sources
        self._learning = learning
        self._clock = clock
        self._atomic = atomic
        self._config = config.episodic

    def store(
        self,
        content: Any,
        modality: str = "text",
        importance: float = 0.5,
        source_ref: str = "",
        tags: Iterable[str] | None = None,
        concepts: Iterable[str] | None = None,
        trace_id: str = "",
        session_id: str = "",
        auto_extract_facts: bool = True,
        *,
        confidence: float | None = None,
        modal_evidence: Iterable[ModalEvidence] | None = None,
        created_at: float | str | None = None,
    ) -> StoreResult:
        """Remember something.

        Args:
            content: text, or a plain JSON-like object.
            modality: 'text', 'image', 'audio', 'video', 'concept' or 'mixed'.
            importance: 0-1; from 0.4 on an episode is kept, from 0.8 on it is protected.
            source_ref: where it came from.
            auto_extract_facts: derive facts at once; otherwise consolidation does so later.
            created_at: when it happened (Unix seconds or ISO 8601); now by default.

        Raises:
            InvalidInputError: for a value that cannot be kept; nothing is stored then.

        """
        text = check_text("content", text_of(content), self._config.max_content_chars)
        weight = check_unit("importance", importance)
        check_choice("modality", modality, MODALITIES)
        happened = self._clock.now() if created_at is None else timestamp_from(created_at)
        evidence = check_evidence(modal_evidence)
        for name, value in (("source_ref", source_ref), ("trace_id", trace_id), ("session_id", session_id)):
            check_name(name, value)
        labels, subjects = check_names("tags", tags), check_names("concepts", concepts)
        episode, nodes = None, []
        with self._atomic():
            if source_ref:
                self._sources.meet(source_ref)
            if weight >= self._config.store_threshold:
                facts = self._learning.facts_in(text, weight, modality)
                episode = self._episodic.store(
                    text, modality, weight, source=source_ref, confidence=confidence, tags=labels, concepts=subjects,
                    modal_evidence=evidence, trace_id=trace_id, session_id=session_id,
                    created_at=happened, is_consolidated=not facts,
                )  # fmt: skip
                if facts and auto_extract_facts:
                    nodes = self._learning.learn_from(episode).nodes
                    self._episodic.mark_consolidated([episode.episode_id])
        # Only after the commit: what is in mind must not name an episode that was rolled back.
        item = self._working.push(
            content, modality, weight, source_ref, labels, concepts=subjects, trace_id=trace_id,
            session_id=session_id, episode_id=episode.episode_id if episode else "", ts=happened,
        )  # fmt: skip
        return StoreResult(item, episode, nodes[0] if nodes else None)
