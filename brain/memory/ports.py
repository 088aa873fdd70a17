"""What the pipelines need of each structure.

The structures themselves satisfy these protocols, and so do their clients in the actor system: each
pipeline (store, consolidate, retrieve) is written once and runs in-process or over messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from brain.memory.records import (
    Episode,
    FormerFact,
    MemoryItem,
    ModalEvidence,
    Recollection,
    Relation,
    SemanticNode,
    SourceRecord,
)

__all__ = ["EpisodicPort", "SemanticPort", "SourcePort", "WorkingPort"]


class WorkingPort(Protocol):
    """Working memory, as the pipelines see it."""

    def push(
        self, content: Any, modality: str = ..., importance: float = ..., source_ref: str = ...,
        tags: Iterable[str] | None = ..., *, concepts: Iterable[str] | None = ..., trace_id: str = ...,
        session_id: str = ..., episode_id: str = ..., ts: float | None = ...,
    ) -> MemoryItem:  # fmt: skip
        """Take something into mind."""
        ...

    def search(
        self, query: str, modality: str | None = ..., top_n: int = ..., min_importance: float = ...
    ) -> list[MemoryItem]:
        """Find held items by words."""
        ...

    def get_context(self, n: int = ...) -> list[MemoryItem]:
        """Return the last items."""
        ...

    def awaiting_transfer(self, limit: int, min_importance: float) -> list[MemoryItem]:
        """Return the oldest items that no episode keeps yet."""
        ...

    def mark_transferred(self, item_id: str, episode_id: str) -> None:
        """Note that an episode keeps an item."""
        ...

    def drop_stale(self, older_than: float, less_important_than: float, awaiting_from: float = ...) -> int:
        """Drop old, unimportant items."""
        ...


class EpisodicPort(Protocol):
    """Episodic memory, as the pipelines see it."""

    def store(
        self, content: str, modality: str = ..., importance: float = ..., *, source: str = ...,
        confidence: float | None = ..., tags: Iterable[str] | None = ..., concepts: Iterable[str] | None = ...,
        modal_evidence: Iterable[ModalEvidence] | None = ..., trace_id: str = ..., session_id: str = ...,
        created_at: float | str | None = ..., is_consolidated: bool = ...,
    ) -> Episode:  # fmt: skip
        """Keep an event."""
        ...

    def search(
        self, query: str, top_n: int = ..., last_n_hours: float | None = ..., modality: str | None = ...,
        min_importance: float = ...,
    ) -> list[Episode]:  # fmt: skip
        """Find events by words."""
        ...

    def recall(
        self,
        query: str,
        top_n: int = ...,
        modality: str | None = ...,
        cues: Sequence[str] = ...,
        times: Sequence[tuple[float, float]] = ...,
    ) -> list[Recollection]:
        """Find what a query brings to mind, context included."""
        ...

    def find_duplicate(self, content: str, within_seconds: float) -> Episode | None:
        """Find the newest recent event with the same words."""
        ...

    def pending(self, limit: int) -> list[Episode]:
        """Return the oldest events from which facts are still to be derived."""
        ...

    def mark_consolidated(self, episode_ids: list[str]) -> None:
        """Note that nothing remains to be derived from these events."""
        ...

    def term_counts(self, query: str) -> dict[str, int]:
        """Return in how many events each content term stands."""
        ...

    def __len__(self) -> int:
        """Return how many events are kept."""
        ...


class SemanticPort(Protocol):
    """Semantic memory, as the pipelines see it."""

    def store_fact(
        self, concept: str, description: str = ..., tags: Iterable[str] | None = ...,
        confidence: float | None = ..., importance: float | None = ..., source_ref: str = ...,
        relations: Iterable[Relation] | None = ..., *, negated: bool = ..., supersede: bool = ..., origin: str = ...,
        told_at: float | None = ..., past: bool = ...,
    ) -> SemanticNode:  # fmt: skip
        """Learn a fact."""
        ...

    def get_facts(self, concepts: list[str]) -> dict[str, SemanticNode]:
        """Return the nodes of several concepts."""
        ...

    def search(
        self, query: str, top_n: int = ..., min_confidence: float = ..., min_importance: float = ...
    ) -> list[SemanticNode]:
        """Find facts by words."""
        ...

    def derived_from(self, origin: str) -> list[str]:
        """Return the keys of the concepts that were derived from an event."""
        ...

    def concepts_in(self, text: str, limit: int = ...) -> list[str]:
        """Return the known concepts that a text names."""
        ...

    def other_names(self, text: str) -> dict[str, list[str]]:
        """Return the other names of the concepts that a text names, by what it calls them."""
        ...

    def get_related(self, concept: str, top_n: int = ..., relation_types: Iterable[str] | None = ...) -> list[str]:
        """Return the concepts linked to one."""
        ...

    def associates(self, concepts: list[str]) -> dict[str, list[Relation]]:
        """Return what each concept is linked to, in either direction."""
        ...

    def get_concept_chain(self, start: str, end: str | None = ..., max_depth: int = ...) -> list[str]:
        """Walk the graph breadth first."""
        ...

    def get_histories(self, concepts: list[str]) -> dict[str, list[FormerFact]]:
        """Return what else was said of several concepts."""
        ...

    def term_counts(self, query: str) -> dict[str, int]:
        """Return in how many nodes each content term stands."""
        ...

    def __len__(self) -> int:
        """Return how many nodes there are."""
        ...


class SourcePort(Protocol):
    """Source memory, as the pipelines see it."""

    def register(
        self,
        source_id: str,
        source_type: str | None = ...,
        metadata: dict[str, Any] | None = ...,
        *,
        facts: int = ...,
    ) -> SourceRecord:
        """Note that a source was met."""
        ...

    def meet(self, source_id: str) -> None:
        """Note that a source was met, cheaply."""
        ...

    def named_in(self, text: str) -> list[str]:
        """Return the known sources that a text names."""
        ...

    def trust_of(self, source_ids: list[str]) -> dict[str, float]:
        """Return how far several sources are believed."""
        ...
