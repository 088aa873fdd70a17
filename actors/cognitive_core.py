"""Cognitive core: thought as an actor."""

from __future__ import annotations

from actors import messages as m
from actors.anatomy import Anatomy, BrainStructure
from actors.clients import (
    BasalGangliaClient,
    EncodingClient,
    HippocampusClient,
    PrefrontalClient,
    SourceEvaluatorClient,
    TemporalCortexClient,
)
from actors.runtime import Address, Runtime
from actors.structure import handles
from brain.cognition import CognitiveCore, CognitiveResult, Goal, goal_of
from brain.memory import EvidenceBundle, Feedback, ForgetReport, Forgetting, MemorySearchResult, Retrieval, SemanticNode
from brain.memory.meaning import Meaning

__all__ = ["CognitiveCoreActor"]


class CognitiveCoreActor(BrainStructure):
    """Thinks: sets goals, retrieves, judges, answers.

    Args:
        association, hippocampus, prefrontal, temporal, sources, ganglia: whom it asks.

    """

    accepts = ()

    def __init__(
        self, runtime: Runtime, name: str, anatomy: Anatomy, association: Address, hippocampus: Address,
        prefrontal: Address, temporal: Address, sources: Address, ganglia: Address,
    ) -> None:  # fmt: skip
        super().__init__(runtime, name, anatomy)
        self._store = EncodingClient(runtime.asker(association))
        self._episodic = HippocampusClient(runtime.asker(hippocampus))
        self._working = PrefrontalClient(runtime.asker(prefrontal))
        self._semantic = TemporalCortexClient(runtime.asker(temporal))
        self._sources = SourceEvaluatorClient(runtime.asker(sources))
        self._skills = BasalGangliaClient(runtime.asker(ganglia))
        self._reporters = (association, hippocampus)
        self._retrieval: Retrieval
        self._feedback: Feedback

    def build(self) -> CognitiveCore:
        """Return the thinking pipeline over messages."""
        a = self.anatomy
        meaning = None if a.embedder is None else Meaning(self._episodic, self._semantic)
        self._retrieval = Retrieval(
            self._working, self._semantic, self._episodic, self._sources, a.clock, a.config, meaning
        )
        self._feedback = Feedback(self._semantic, self._sources)
        return CognitiveCore(self._store, self._retrieval, self._skills, a.clock, a.config)

    def begin(self) -> None:
        """Ask to be told of what reaches memory."""
        for reporter in self._reporters:
            self.runtime.tell(reporter, m.ReportTo(self.address))

    @handles(m.Think)
    def _think(self, message: m.Think) -> CognitiveResult:
        delivery = self.runtime.current
        trace_id = delivery.trace_id if delivery else ""
        result: CognitiveResult = self.organ.think(message.text, trace_id=trace_id, session_id=message.session_id)
        return result

    @handles(m.Retrieve)
    def _retrieve(self, message: m.Retrieve) -> MemorySearchResult:
        return self._retrieval.retrieve(message.query, message.memory_types, message.top_n, message.min_importance)

    @handles(m.RetrieveStaged)
    def _retrieve_staged(self, message: m.RetrieveStaged) -> EvidenceBundle:
        return self._retrieval.retrieve_staged(
            message.query, message.active_goal, message.modality_filter, message.time_sensitive, message.top_n
        )

    @handles(m.Confirm)
    def _confirm(self, message: m.Confirm) -> SemanticNode:
        return self._feedback.confirm(message.concept, message.source_ref)

    @handles(m.Deny)
    def _deny(self, message: m.Deny) -> SemanticNode:
        return self._feedback.deny(message.concept, message.source_ref)

    @handles(m.Forget)
    def _forget(self, message: m.Forget) -> ForgetReport:
        return Forgetting(self._working, self._episodic, self._semantic).forget(message.key)

    @handles(m.GetActiveGoal)
    def _active_goal(self, _: m.GetActiveGoal) -> Goal | None:
        goal: Goal | None = self.organ.planner.peek()
        return goal

    @handles(m.PerceptStored)
    def _percept_stored(self, message: m.PerceptStored) -> None:
        self.organ.planner.push(goal_of(message.text))

    @handles(m.Consolidated)
    def _consolidated(self, _: m.Consolidated) -> None:
        """Once facts have settled, what percepts asked for has been done or has passed."""
        while self.organ.planner.pop() is not None:
            pass
