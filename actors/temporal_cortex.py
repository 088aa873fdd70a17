"""Temporal cortex: semantic memory as an actor."""

from __future__ import annotations

from actors import messages as m
from actors._by_meaning import by_meaning
from actors.anatomy import BrainStructure
from brain.memory import SemanticMemory
from brain.memory.embedded import EmbeddedFacts

__all__ = ["TemporalCortex"]


class TemporalCortex(BrainStructure):
    """Holds facts and the graph of concepts."""

    accepts = (
        m.StoreFact, m.GetFact, m.GetFacts, m.SearchFacts, m.AddRelation, m.AddAlias, m.GetRelated, m.GetAssociates,
        m.GetConceptChain, m.FindConcepts, m.FindOtherNames, m.GetDerived, m.ConfirmFact, m.DenyFact, m.FadeFacts, m.GetHistory,
        m.GetHistories, m.CountBelieved, m.GetStrongest, m.DeleteFact,
        m.ForgetDerived, m.CountFactTerms, m.CountFacts, m.CountForgottenFacts,
        m.SaveFacts,
    )  # fmt: skip
    _resembling = by_meaning(m.FindResembling)
    _backfill = by_meaning(m.BackfillVectors)
    _forget_vectors = by_meaning(m.ForgetVectors)

    def build(self) -> SemanticMemory:
        """Return semantic memory over the mind's file."""
        embedder = self.anatomy.embedder
        return SemanticMemory(**self.shared) if embedder is None else EmbeddedFacts(embedder, **self.shared)
