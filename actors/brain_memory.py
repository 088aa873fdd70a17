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
    SourceEvaluatorClient,
    TemporalCortexClient,
)
from brain.memory import ConsolidationReport, MemoryItem, MemoryStatus, Relation, SemanticNode

__all__ = ["BrainMemory"]


class BrainMemory:
    """The memory of a running brain; every call is one or more messages.

    Args:
        association, core: the ways in and out.
        working, semantic, episodic, source, procedural, consolidation: the structures.

    """

    def __init__(
        self, association: EncodingClient, core: CognitiveCoreClient, working: PrefrontalClient,
        semantic: TemporalCortexClient, episodic: HippocampusClient, source: SourceEvaluatorClient,
        procedural: BasalGangliaClient, consolidation: ConsolidationClient,
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

    def save_all(self) -> None:
        """Bring all files up to date."""
        self.consolidation.save_all()

    def status(self) -> MemoryStatus:
        """Return how much each structure holds."""
        return MemoryStatus(
            self.working.status(), len(self.episodic), len(self.semantic), len(self.source), len(self.procedural),
            self.episodic.forgotten_count(), self.semantic.forgotten_count(), self.consolidation.status(),
        )  # fmt: skip
