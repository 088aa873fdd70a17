"""`brain.memory`: the interface of `MemoryManager`, through the actors."""

from __future__ import annotations

from collections.abc import Iterable

from actors.clients import (
    BasalGangliaClient,
    CognitiveCoreClient,
    ConsolidationClient,
    EncodingClient,
    HippocampusClient,
    PrefrontalClient,
    RecallClient,
    SourceEvaluatorClient,
    TemporalCortexClient,
)
from brain.memory import ConsolidationReport, MemoryItem, MemoryStatus, Relation, SemanticNode
from brain.memory.meaning import Meaning, embedded

__all__ = ["BrainMemory"]


class BrainMemory:
    """The memory of a running brain; every call is one or more messages.

    Args:
        association, core: the ways in and out.
        working, semantic, episodic, source, procedural, consolidation, recall: the structures.
        vector_batch: how many rows one message may have embedded; 0 if the brain has no embedder.

    """

    def __init__(
        self, association: EncodingClient, core: CognitiveCoreClient, working: PrefrontalClient,
        semantic: TemporalCortexClient, episodic: HippocampusClient, source: SourceEvaluatorClient,
        procedural: BasalGangliaClient, consolidation: ConsolidationClient, recall: RecallClient,
        vector_batch: int = 0,
    ) -> None:  # fmt: skip
        self.working = working
        self.semantic = semantic
        self.episodic = episodic
        self.source = source
        self.procedural = procedural
        self.consolidation = consolidation
        self.store = association.store
        self.retrieve = core.retrieve
        self.retrieve_staged = core.retrieve_staged
        self.confirm = core.confirm
        self.deny = core.deny
        self.forget = core.forget
        self.free_recall = recall.free_recall
        self.cued_recall = recall.cued_recall
        self.recognise = recall.recognise
        self.activation_of = recall.activation_of
        self.note_sleep = recall.note_sleep
        self._meaning = Meaning(episodic, semantic) if vector_batch else None
        self._vector_batch = vector_batch

    def store_fact(
        self,
        concept: str,
        description: str,
        importance: float | None = None,
        confidence: float | None = None,
        tags: Iterable[str] | None = None,
        source_ref: str = "",
        relations: Iterable[Relation] | None = None,
    ) -> SemanticNode:
        """Learn a fact directly; its source is registered."""
        node = self.semantic.store_fact(concept, description, tags, confidence, importance, source_ref, relations)
        if source_ref:
            self.source.register(source_ref, facts=1)
        return node

    def get_context(self, n: int = 10) -> list[MemoryItem]:
        """Return the last `n` items in mind, in the order in which they were perceived."""
        return self.working.get_context(n)

    def force_consolidate(self) -> ConsolidationReport:
        """Run one consolidation cycle now."""
        return self.consolidation.consolidate()

    def backfill(self) -> int:
        """Embed what was stored without an embedder; see `MemoryManager.backfill`."""
        return embedded(self._meaning).backfill(self._vector_batch)

    def reembed(self) -> int:
        """Make all vectors anew; see `MemoryManager.reembed`."""
        return embedded(self._meaning).reembed(self._vector_batch)

    def save_all(self) -> None:
        """Bring all files up to date."""
        self.consolidation.save_all()

    def status(self) -> MemoryStatus:
        """Return how much each structure holds."""
        return MemoryStatus(
            self.working.status(), len(self.episodic), len(self.semantic), len(self.source), len(self.procedural),
            self.episodic.forgotten_count(), self.semantic.forgotten_count(), self.consolidation.status(),
        )  # fmt: skip
