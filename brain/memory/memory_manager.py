"""The memory of one mind in one process: all structures over one file, one way in and one way out."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from brain.chance import IdFactory, make_generator, random_ids
from brain.checks import check_choice, check_query
from brain.clock import Clock, SystemClock
from brain.config import BrainConfig
from brain.errors import BrainError, InvalidInputError
from brain.memory.consolidation_engine import ConsolidationEngine, ConsolidationReport, ConsolidationStatus
from brain.memory.encoding import Encoding, Learning, StoreResult
from brain.memory.episodic_memory import EpisodicMemory
from brain.memory.evidence import EvidenceBundle, MemorySearchResult
from brain.memory.feedback import Feedback
from brain.memory.forgetting import ForgetReport, Forgetting
from brain.memory.json_backing import json_database
from brain.memory.meaning import Meaning, embedded
from brain.memory.procedural_memory import ProceduralMemory
from brain.memory.records import MemoryItem, ModalEvidence, Relation, SemanticNode
from brain.memory.retrieval import ActiveGoal, Retrieval
from brain.memory.semantic_memory import SemanticMemory
from brain.memory.source_memory import SourceMemory
from brain.memory.storage import MemoryDatabase
from brain.memory.working_memory import WorkingMemory, WorkingStatus
from brain.pressure import Pressure, SystemPressure

if TYPE_CHECKING:
    from brain.memory.embedding import Embedder
    from brain.memory.recall import CuedRecall, FreeRecall, Recognition
    from brain.memory.recall.human_recall import HumanRecall

__all__ = ["MemoryManager", "MemoryStatus"]

_TICK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class MemoryStatus:
    """How much each memory holds, and what the hippocampus has been doing.

    `background_error` says why its last background cycle failed; "" if it did not.
    """

    working: WorkingStatus
    episodes: int
    nodes: int
    sources: int
    procedures: int
    episodes_forgotten: int
    nodes_forgotten: int
    consolidation: ConsolidationStatus
    background_error: str = ""


class MemoryManager:
    """The memory system for a synchronous user; safe to share between threads.

    Everything that `store` puts into lasting memory is on disk before it returns, as one transaction.

    Args:
        data_dir: the directory of the mind, made if missing; None for a private temporary one.
        working_max_size, semantic_max_nodes, episodic_max: capacities; the configuration's by default.
        auto_consolidate: whether `start` runs consolidation in the background.
        storage_backend: 'sqlite', or 'json' for the document's four files, which lag behind by up to 20 changes.
        clock, ids, pressure, config: time, chance, RAM and numbers.
        embedder: a model that turns texts into vectors, to find by meaning too; see `brain.memory.embedding`. What
            was stored without one is found by words alone until `backfill`.
        seed: decides the chance in free recall, cued recall and recognition; None for a different one each time.

    Raises:
        StorageError: if the mind cannot be opened.

    """

    def __init__(
        self,
        data_dir: str | Path | None = None,
        working_max_size: int | None = None,
        semantic_max_nodes: int | None = None,
        episodic_max: int | None = None,
        auto_consolidate: bool = True,
        storage_backend: str = "sqlite",
        *,
        clock: Clock | None = None,
        ids: IdFactory | None = None,
        pressure: Pressure | None = None,
        config: BrainConfig | None = None,
        seed: int | str | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        self._seed = seed
        settings = config or BrainConfig()
        self.clock = clock or SystemClock()
        ids = ids or random_ids()
        pressure = pressure or SystemPressure(self.clock)
        self.database = _database(data_dir, storage_backend, settings, self.clock)
        self.config = self.database.settled(settings)
        shared: dict[str, Any] = {"database": self.database, "clock": self.clock, "config": self.config}
        self.working = WorkingMemory(working_max_size, clock=self.clock, ids=ids, pressure=pressure, config=self.config)
        self.semantic, self.episodic, self._meaning = _lasting(
            embedder, {"max_nodes": semantic_max_nodes, **shared}, {"max_episodes": episodic_max, "ids": ids, **shared}
        )
        self.source = SourceMemory(**shared)
        self.procedural = ProceduralMemory(ids=ids, **shared)
        learning = Learning(self.semantic, self.source, self.config)
        self._encoding = Encoding(
            self.working,
            self.episodic,
            self.source,
            learning,
            self.clock,
            self.config,
            self.database.transaction,
        )
        self._retrieval = Retrieval(
            self.working, self.semantic, self.episodic, self.source, self.clock, self.config, self._meaning
        )
        self._feedback = Feedback(self.semantic, self.source)
        self._forgetting = Forgetting(self.working, self.episodic, self.semantic)
        self.consolidation = ConsolidationEngine(
            self.working, self.episodic, learning, fade=self._fade, save=self._save,
            clock=self.clock, pressure=pressure, config=self.config, atomic=self.database.transaction,
        )  # fmt: skip
        self._auto_consolidate = auto_consolidate
        self._stopping = threading.Event()
        self._background_error = ""
        self._thread: threading.Thread | None = None

    def start(self) -> Self:
        """Finish what a crash interrupted and, if so configured, consolidate in the background from now on."""
        self.consolidation.replay()
        if self._auto_consolidate and self._thread is None:
            self._stopping.clear()
            self._thread = threading.Thread(target=self._tick, name="hippocampus", daemon=True)
            self._thread.start()
        return self

    def stop(self) -> None:
        """End the background work, save, and close the file. Safe to call again."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if not self.database.closed:
            self.save_all()
            self.database.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

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
        """Remember something; see `Encoding.store`. One transaction, on disk when it returns."""
        return self._encoding.store(
            content, modality, importance, source_ref, tags, concepts, trace_id, session_id,
            auto_extract_facts, confidence=confidence, modal_evidence=modal_evidence, created_at=created_at,
        )  # fmt: skip

    def retrieve(
        self,
        query: str,
        memory_types: Iterable[str] | None = None,
        top_n: int = 5,
        min_importance: float = 0.0,
    ) -> MemorySearchResult:
        """Search each memory once; see `Retrieval.retrieve`."""
        with self.database.reading():
            return self._retrieval.retrieve(query, memory_types, top_n, min_importance)

    def retrieve_staged(
        self,
        query: str,
        active_goal: ActiveGoal | None = None,
        modality_filter: str | None = None,
        time_sensitive: bool = False,
        top_n: int = 5,
    ) -> EvidenceBundle:
        """Search broadly, filter, rank; see `Retrieval.retrieve_staged`."""
        with self.database.reading():
            return self._retrieval.retrieve_staged(query, active_goal, modality_filter, time_sensitive, top_n)

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
        """Learn a fact directly; see `SemanticMemory.store_fact`. Its source is registered."""
        with self.database.transaction():
            node = self.semantic.store_fact(concept, description, tags, confidence, importance, source_ref, relations)
            if source_ref:
                self.source.register(source_ref, facts=1)
            return node

    def confirm(self, concept: str, source_ref: str = "") -> SemanticNode:
        """Believe a concept more (+0.05), and its source if one is named (+0.05).

        Raises:
            NotFoundError: if nothing is known of the concept.

        """
        with self.database.transaction():
            return self._feedback.confirm(concept, source_ref)

    def deny(self, concept: str, source_ref: str = "") -> SemanticNode:
        """Believe a concept less (-0.1), and its source if one is named (-0.1).

        Raises:
            NotFoundError: if nothing is known of the concept.

        """
        with self.database.transaction():
            return self._feedback.deny(concept, source_ref)

    def forget(self, key: str) -> ForgetReport:
        """Forget an episode, an item or a concept for good; see `Forgetting.forget`.

        Raises:
            NotFoundError: if nothing in this mind answers to `key`.
        """
        with self.database.transaction():
            return self._forgetting.forget(check_query("key", key))

    def free_recall(self, session_id: str, *, seconds: float | None = None) -> FreeRecall:
        """Say what comes to mind of a session; see `HumanRecall.free_recall`."""
        with self._remembering():
            return self._recall.free_recall(session_id, seconds=seconds)

    def cued_recall(self, cue: str, *, session_id: str = "") -> CuedRecall:
        """Say what a cue brings to mind; see `HumanRecall.cued_recall`."""
        with self._remembering():
            return self._recall.cued_recall(cue, session_id=session_id)

    def recognise(self, probe: str, *, session_id: str = "") -> Recognition:
        """Say whether something was met before; see `HumanRecall.recognise`."""
        return self._recall.recognise(probe, session_id=session_id)

    def activation_of(self, content: str, *, session_id: str = "") -> float:
        """Return how active something is; see `HumanRecall.activation_of`."""
        return self._recall.activation_of(content, session_id=session_id)

    def note_sleep(self, began: float, ended: float) -> None:
        """Note that the brain slept from one moment to another (Unix seconds)."""
        self._recall.note_sleep(began, ended)

    def get_context(self, n: int = 10) -> list[MemoryItem]:
        """Return the last `n` items in mind, in the order in which they were perceived."""
        return self.working.get_context(n)

    def force_consolidate(self) -> ConsolidationReport:
        """Run one consolidation cycle now."""
        return self.consolidation.consolidate()

    def backfill(self) -> int:
        """Embed what was stored without an embedder, in batches; return how many rows. May be stopped and called again.

        Raises:
            InvalidInputError: if there is no embedder.
            EmbeddingError: if it answers nonsense, or the mind's vectors are another model's.
        """
        return embedded(self._meaning).backfill(self.config.retrieval.vector_batch)

    def reembed(self) -> int:
        """Make all vectors anew, for instance with another model than before; return how many.

        Raises:
            InvalidInputError: if there is no embedder.
            EmbeddingError: if it answers nonsense.
        """
        return embedded(self._meaning).reembed(self.config.retrieval.vector_batch)

    def save_all(self) -> None:
        """Bring the file up to date; what was acknowledged is on disk already."""
        self.consolidation.save_all()

    def status(self) -> MemoryStatus:
        """Return how much each memory holds."""
        return MemoryStatus(
            self.working.status(), len(self.episodic), len(self.semantic), len(self.source), len(self.procedural),
            self.episodic.forgotten_count(), self.semantic.forgotten_count(), self.consolidation.status(),
            self._background_error,
        )  # fmt: skip

    @cached_property
    def _recall(self) -> HumanRecall:
        """Stochastic retrieval, made when first asked for."""
        from brain.memory.recall import Traces
        from brain.memory.recall.human_recall import HumanRecall

        return HumanRecall(
            self.working, self.semantic, self.episodic, self.source, Traces(self.database, self.config.retrieval),
            self.clock, self.config, make_generator(self._seed),
        )  # fmt: skip

    def _remembering(self) -> AbstractContextManager[object]:
        """Return the transaction of an act of remembering: one that writes if the brain learns from it."""
        learns = self.config.recall.learns_from_retrieval == "on"
        return self.database.transaction() if learns else self.database.reading()

    def _fade(self, confidence_rate: float, trust_rate: float) -> None:
        with self.database.transaction():
            self.semantic.apply_decay(confidence_rate)
            self.source.apply_decay(trust_rate)

    def _save(self) -> None:
        self.semantic.save()
        self.source.save()
        self.episodic.save()

    def _tick(self) -> None:
        while not self._stopping.wait(_TICK_SECONDS):
            try:
                self.consolidation.tick()
            except BrainError as error:
                # A full disk or a lock held too long passes; what was due stays due and is tried again.
                self._background_error = str(error)
            else:
                self._background_error = ""


def _lasting(
    embedder: Embedder | None, facts: dict[str, Any], episodes: dict[str, Any]
) -> tuple[SemanticMemory, EpisodicMemory, Meaning | None]:
    """Return semantic and episodic memory, and how they are searched by meaning, if they are."""
    if embedder is None:
        return SemanticMemory(**facts), EpisodicMemory(**episodes), None
    from brain.memory.embedded import EmbeddedEpisodes, EmbeddedFacts
    from brain.memory.embedding import Encoder

    encoder = Encoder.of(embedder)  # one for both: a query is encoded once
    semantic, episodic = EmbeddedFacts(encoder, **facts), EmbeddedEpisodes(encoder, **episodes)
    return semantic, episodic, Meaning(episodic, semantic)


def _database(data_dir: str | Path | None, backend: str, config: BrainConfig, clock: Clock) -> MemoryDatabase:
    check_choice("storage_backend", backend, ("sqlite", "json"))
    if backend == "sqlite":
        return MemoryDatabase(None if data_dir is None else Path(data_dir) / config.storage.file_name, config.storage)
    if data_dir is None:
        raise InvalidInputError("storage_backend='json' needs a data_dir to keep the files in")
    return json_database(Path(data_dir), config, clock)
