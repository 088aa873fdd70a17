"""Association cortex: what the senses bring, on its way into memory, as an actor."""

from __future__ import annotations

from typing import Any

from actors import messages as m
from actors.anatomy import Anatomy, BrainStructure
from actors.clients import HippocampusClient, PrefrontalClient, SourceEvaluatorClient, TemporalCortexClient
from actors.runtime import Address, Runtime
from actors.structure import handles
from brain.errors import InvalidInputError
from brain.memory import Encoding, Learning, ModalEvidence, StoreResult
from brain.percept import FusedPercept

__all__ = ["AssociationCortex"]


class AssociationCortex(BrainStructure):
    """Takes in fused percepts and whatever else is to be remembered.

    Args:
        hippocampus, prefrontal, temporal, sources: whom it asks.

    """

    accepts = (m.StoreMemory,)

    def __init__(
        self, runtime: Runtime, name: str, anatomy: Anatomy, hippocampus: Address, prefrontal: Address,
        temporal: Address, sources: Address,
    ) -> None:  # fmt: skip
        super().__init__(runtime, name, anatomy)
        self._episodic = HippocampusClient(runtime.asker(hippocampus))
        self._working = PrefrontalClient(runtime.asker(prefrontal))
        self._semantic = TemporalCortexClient(runtime.asker(temporal))
        self._sources = SourceEvaluatorClient(runtime.asker(sources))
        self._listener: Address | None = None

    def build(self) -> Encoding:
        """Return the store pipeline over messages."""
        learning = Learning(self._semantic, self._sources, self.anatomy.config)
        return Encoding(self._working, self._episodic, self._sources, learning, self.anatomy.clock, self.anatomy.config)

    @handles(m.Perceive)
    def _perceive(self, message: m.Perceive) -> StoreResult:
        percept = message.percept
        delivery = self.runtime.current
        trace_id = percept.trace_id or (delivery.trace_id if delivery else "")
        speaker = str(percept.metadata.get("speaker", ""))
        if speaker and not percept.source:
            self._sources.register(speaker, "user")
        stored: StoreResult = self.organ.store(**self._described(percept), trace_id=trace_id)
        if self._listener is not None:
            episode_id = stored.episodic.episode_id if stored.episodic else ""
            self.runtime.tell(self._listener, m.PerceptStored(percept.text, episode_id))
        return stored

    @handles(m.ReportTo)
    def _report_to(self, message: m.ReportTo) -> None:
        self._listener = message.listener

    def _described(self, percept: FusedPercept) -> dict[str, Any]:
        """Return the arguments of `store` for a percept; facts are left to consolidation."""
        if not percept.text:
            raise InvalidInputError("the percept has no text in any of its inputs; there is nothing to remember")
        known = percept.metadata
        quality = max(each.quality for each in percept.inputs)
        return {
            "content": percept.text,
            "modality": percept.modality,
            "importance": known.get("importance", self.anatomy.config.cognition.percept_importance),
            "source_ref": percept.source or str(known.get("speaker", "")),
            "tags": known.get("tags"),
            "concepts": percept.entities,
            "session_id": percept.session_id,
            "auto_extract_facts": False,
            "confidence": percept.confidence * quality,
            "modal_evidence": [
                ModalEvidence(each.modality, each.source, each.percept_id, each.quality, each.metadata)
                for each in percept.inputs
            ],
            "created_at": known.get("time"),
        }
