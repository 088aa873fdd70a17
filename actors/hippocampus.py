"""Hippocampus: episodes and their consolidation as an actor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from actors import messages as m
from actors._by_meaning import by_meaning
from actors.anatomy import Anatomy, BrainStructure
from actors.clients import PrefrontalClient, SourceEvaluatorClient, TemporalCortexClient
from actors.message import Message
from actors.runtime import Address, Runtime
from actors.structure import handles
from brain.chance import make_generator
from brain.memory import (
    ConsolidationEngine,
    ConsolidationReport,
    ConsolidationStatus,
    DecayReport,
    EpisodicMemory,
    Learning,
)
from brain.memory.embedded import EmbeddedEpisodes

if TYPE_CHECKING:
    from numpy.random import Generator

    from brain.memory.recall import CuedRecall, FreeRecall, Recognition
    from brain.memory.recall.human_recall import HumanRecall

__all__ = ["Hippocampus"]


class Hippocampus(BrainStructure):
    """Keeps episodes, and by three timers consolidates, lets fade, and saves.

    Args:
        prefrontal, temporal, sources: whom it asks.

    """

    accepts = (
        m.StoreEpisode, m.GetEpisode, m.SearchEpisodes,
        m.RecallEpisodes, m.GetRecentEpisodes, m.GetEpisodesByConcept,
        m.GetEpisodesByTime, m.GetEpisodesBySession, m.GetEpisodesByTrace, m.GetNeighbours, m.FindDuplicate,
        m.GetPending, m.MarkConsolidated, m.DeleteEpisode, m.CountEpisodeTerms, m.CountEpisodes,
        m.CountForgottenEpisodes,
    )  # fmt: skip
    _recall_by_meaning = by_meaning(m.RecallByMeaning)
    _backfill = by_meaning(m.BackfillVectors)
    _forget_vectors = by_meaning(m.ForgetVectors)

    def __init__(
        self,
        runtime: Runtime,
        name: str,
        anatomy: Anatomy,
        prefrontal: Address,
        temporal: Address,
        sources: Address,
    ) -> None:
        super().__init__(runtime, name, anatomy)
        self._working = PrefrontalClient(runtime.asker(prefrontal))
        self._semantic = TemporalCortexClient(runtime.asker(temporal))
        self._sources = SourceEvaluatorClient(runtime.asker(sources))
        self._engine: ConsolidationEngine
        self._recall: HumanRecall | None = None
        self._generator: Generator | None = None
        self._listener: Address | None = None

    def build(self) -> EpisodicMemory:
        """Return episodic memory over the mind's file, with an engine that consolidates it."""
        a = self.anatomy
        self._recall = None
        episodes = (
            EpisodicMemory(ids=a.ids, **self.shared)
            if a.embedder is None
            else EmbeddedEpisodes(a.embedder, ids=a.ids, **self.shared)
        )
        self._engine = ConsolidationEngine(
            self._working, episodes, Learning(self._semantic, self._sources, a.config),
            fade=self._fade, save=self._save, clock=a.clock, pressure=a.pressure, config=a.config,
        )  # fmt: skip
        return episodes

    def begin(self) -> None:
        """Finish what a crash interrupted, and set the three timers."""
        self.runtime.tell(self.address, m.Replay())
        intervals = self.anatomy.config.consolidation
        timers: tuple[tuple[Message[Any], float], ...] = (
            (m.Consolidate(), intervals.CONSOLIDATION_INTERVAL),
            (m.ApplyDecay(), intervals.DECAY_INTERVAL),
            (m.SaveAll(), intervals.SAVE_INTERVAL),
        )
        for message, interval in timers:
            self.runtime.schedule(self.address, message, after=interval, every=interval)

    @handles(m.Consolidate)
    def _consolidate(self, _: m.Consolidate) -> ConsolidationReport:
        report = self._engine.consolidate()
        if self._listener is not None and (report.transferred or report.facts_learnt or report.cleaned):
            self.runtime.tell(self._listener, m.Consolidated(report))
        return report

    @handles(m.ApplyDecay)
    def _apply_decay(self, _: m.ApplyDecay) -> DecayReport:
        return self._engine.apply_decay()

    @handles(m.SaveAll)
    def _save_all(self, _: m.SaveAll) -> None:
        self._engine.save_all()

    @handles(m.Replay)
    def _replay(self, _: m.Replay) -> int:
        return self._engine.replay()

    @handles(m.DescribeConsolidation)
    def _describe(self, _: m.DescribeConsolidation) -> ConsolidationStatus:
        return self._engine.status()

    @handles(m.RecallFreely)
    def _recall_freely(self, message: m.RecallFreely) -> FreeRecall:
        return self._remembering().free_recall(message.session_id, seconds=message.seconds)

    @handles(m.CueRecall)
    def _cue_recall(self, message: m.CueRecall) -> CuedRecall:
        return self._remembering().cued_recall(message.cue, session_id=message.session_id)

    @handles(m.Recognise)
    def _recognise(self, message: m.Recognise) -> Recognition:
        return self._remembering().recognise(message.probe, session_id=message.session_id)

    @handles(m.GetActivation)
    def _activation(self, message: m.GetActivation) -> float:
        return self._remembering().activation_of(message.content, session_id=message.session_id)

    @handles(m.NoteSleep)
    def _note_sleep(self, message: m.NoteSleep) -> None:
        self._remembering().note_sleep(message.began, message.ended)

    @handles(m.ReportTo)
    def _report_to(self, message: m.ReportTo) -> None:
        self._listener = message.listener

    def _remembering(self) -> HumanRecall:
        """Return stochastic retrieval, made when first asked for; chance goes on where it was after a restart."""
        if self._recall is None:
            from brain.memory.recall import Traces
            from brain.memory.recall.human_recall import HumanRecall

            a = self.anatomy
            self._generator = self._generator or make_generator(a.seed)
            self._recall = HumanRecall(
                self._working, self._semantic, self.organ, self._sources, Traces(a.database, a.config.retrieval),
                a.clock, a.config, self._generator,
            )  # fmt: skip
        return self._recall

    def _fade(self, confidence_rate: float, trust_rate: float) -> None:
        self._semantic.apply_decay(confidence_rate)
        self._sources.apply_decay(trust_rate)

    def _save(self) -> None:
        self._semantic.save()
        self._sources.save()
        self.organ.save()
