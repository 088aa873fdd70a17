"""A running brain: its structures assembled, their lives looked after. The object that a user holds."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from actors import clients as c
from actors.anatomy import Anatomy
from actors.association_cortex import AssociationCortex
from actors.basal_ganglia import BasalGanglia
from actors.brain_memory import BrainMemory
from actors.cognitive_core import CognitiveCoreActor
from actors.deterministic import DeterministicRuntime
from actors.errors import StructureDownError
from actors.hippocampus import Hippocampus
from actors.prefrontal import PrefrontalCortex
from actors.runtime import Health, Runtime
from actors.source_evaluator import SourceEvaluator
from actors.temporal_cortex import TemporalCortex
from actors.threads import ThreadRuntime
from actors.trace import Subscriber, Tracer
from brain.chance import IdFactory, random_ids, seeded_ids
from brain.checks import check_choice
from brain.clock import Clock, SystemClock, VirtualClock
from brain.cognition import CognitiveResult
from brain.config import BrainConfig
from brain.memory import MemoryDatabase, StoreResult
from brain.memory.embedding import Embedder, Encoder
from brain.percept import EncodedPercept, FusedPercept
from brain.pressure import FixedPressure, Pressure, SystemPressure

__all__ = ["BrainSystem"]

RuntimeName = Literal["deterministic", "threads"]


class BrainSystem:
    """All structures of a brain as actors over one mind's file. Make one with `start`; stop it, or use `with`.

    Attributes:
        memory: the interface of `MemoryManager`, through the actors.
        runtime: delivers messages.
        clock: the time of the brain.
        config: its numbers.

    """

    def __init__(self, runtime: Runtime, anatomy: Anatomy) -> None:
        self.runtime = runtime
        self.clock = anatomy.clock
        self.config = anatomy.config
        self._database = anatomy.database
        start = runtime.start
        prefrontal = start(PrefrontalCortex, anatomy, name="prefrontal")
        temporal = start(TemporalCortex, anatomy, name="temporal_cortex")
        sources = start(SourceEvaluator, anatomy, name="source_evaluator")
        ganglia = start(BasalGanglia, anatomy, name="basal_ganglia")
        hippocampus = start(Hippocampus, anatomy, prefrontal, temporal, sources, name="hippocampus")
        association = start(
            AssociationCortex, anatomy, hippocampus, prefrontal, temporal, sources, name="association_cortex"
        )
        core = start(
            CognitiveCoreActor, anatomy, association, hippocampus, prefrontal, temporal, sources, ganglia,
            name="cognitive_core",
        )  # fmt: skip
        asker = runtime.asker
        self._association = c.EncodingClient(asker(association))
        self._core = c.CognitiveCoreClient(asker(core))
        self.memory = BrainMemory(
            self._association, self._core, c.PrefrontalClient(asker(prefrontal)),
            c.TemporalCortexClient(asker(temporal)), c.HippocampusClient(asker(hippocampus)),
            c.SourceEvaluatorClient(asker(sources)), c.BasalGangliaClient(asker(ganglia)),
            c.ConsolidationClient(asker(hippocampus)), c.RecallClient(asker(hippocampus)),
            anatomy.config.retrieval.vector_batch if anatomy.embedder else 0,
        )  # fmt: skip
        runtime.run_until_idle()

    @classmethod
    def start(
        cls,
        data_dir: str | Path | None = None,
        runtime: RuntimeName = "deterministic",
        seed: int = 0,
        config: BrainConfig | None = None,
        *,
        clock: Clock | None = None,
        pressure: Pressure | None = None,
        trace_file: Path | None = None,
        timing_file: Path | None = None,
        embedder: Embedder | None = None,
    ) -> Self:
        """Start a brain.

        Args:
            data_dir: the directory of its mind, made if missing; None for a private temporary one.
            runtime: 'deterministic' (one thread, virtual time, the order of events follows from the seed) or
                'threads' (real threads; real time unless `clock` is virtual).
            seed: decides every choice left to chance in the deterministic runtime.
            clock: a `VirtualClock` or `SystemClock` by default, as befits the runtime.
            pressure: how full RAM is; the machine's own figure only in real time.
            trace_file, timing_file: where to write traces, and durations by the wall clock.
            embedder: a model that turns texts into vectors, to find by meaning too; with threads it is called from
                several of them. What was stored without one is found by words alone until `memory.backfill()`.

        Raises:
            StorageError: if the mind cannot be opened or a file not be written.
            InvalidInputError: for an unknown runtime.

        """
        settings = config or BrainConfig()
        deterministic = check_choice("runtime", runtime, ("deterministic", "threads")) == "deterministic"
        time = clock or (VirtualClock() if deterministic else SystemClock())
        virtual = isinstance(time, VirtualClock)
        path = None if data_dir is None else Path(data_dir) / settings.storage.file_name
        database = MemoryDatabase(path, settings.storage)
        settings = database.settled(settings)
        try:
            # A mind that is opened again must not meet the ids of the last time again.
            opening = int(database.add_to_state("openings", 1))
            ids: IdFactory = seeded_ids(f"{seed}:{opening}") if deterministic else random_ids()
            tracer = Tracer(trace_file, timing_file)
            made: Runtime = (
                DeterministicRuntime(
                    seed, time, tracer, max_steps=settings.runtime.max_steps, ids=seeded_ids(f"trace:{seed}:{opening}")
                )
                if deterministic
                else ThreadRuntime(time, tracer, ask_timeout=settings.runtime.ask_timeout)
            )  # fmt: skip
            gauge = pressure or (FixedPressure() if virtual else SystemPressure(time))
            try:
                encoder = None if embedder is None else Encoder.of(embedder)
                return cls(made, Anatomy(database, time, ids, gauge, settings, f"recall:{seed}:{opening}", encoder))
            except BaseException:
                made.stop()
                raise
        except BaseException:
            database.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def perceive(
        self,
        percept: FusedPercept | str,
        *,
        source_ref: str = "",
        importance: float | None = None,
        modality: str = "text",
        tags: list[str] | None = None,
        entities: list[str] | None = None,
        session_id: str = "",
    ) -> StoreResult:
        """Take something in; what is kept for good is on disk when this returns.

        Args:
            percept: a fused percept, or a text, to which the other arguments then apply.
            source_ref: where it comes from.
            importance: 0-1; the configuration's usual importance if None.
            entities: the concepts that it is about.

        Raises:
            InvalidInputError: for a value that cannot be kept; nothing is stored then.

        """
        if not isinstance(percept, FusedPercept):
            metadata = {"tags": tags or []} | ({} if importance is None else {"importance": importance})
            percept = FusedPercept(
                inputs=[EncodedPercept(text=percept, modality=modality, source=source_ref)],
                entities=entities or [], metadata=metadata, session_id=session_id,
            )  # fmt: skip
        return self._association.perceive(percept)

    def ask(self, question: str, *, session_id: str = "") -> CognitiveResult:
        """Ask something; a claim is verified, a topic told about, a statement taken in.

        Raises:
            InvalidInputError: for a blank or unusable text.

        """
        return self._core.think(question, session_id)

    def advance(self, *, seconds: float = 0.0, hours: float = 0.0, days: float = 0.0) -> None:
        """Let virtual time pass; timers go off in order.

        Raises:
            InvalidInputError: if the sum is negative, or time is not virtual.

        """
        self.runtime.advance(seconds + hours * 3600 + days * 86_400)

    def sleep(self, *, hours: float) -> None:
        """Consolidate, let virtual time pass without percepts, and remember that this was sleep.

        What sleep does to memory is in the configuration, `recall.sleep_*`; nothing by default.

        Raises:
            InvalidInputError: if `hours` is negative, or time is not virtual.

        """
        self.memory.force_consolidate()
        began = self.clock.now()
        self.advance(hours=hours)
        self.memory.note_sleep(began, self.clock.now())

    def suspend(self, *, until: float) -> None:
        """Jump to a later time (Unix seconds) without living through it: no timer goes off in between."""
        self.runtime.suspend(until)

    def interrupt(self) -> None:
        """End what is going on with KeyboardInterrupt, from a handler of SIGINT; the brain can still be closed.

        On one thread the message that is being handled is finished first.
        """
        self.runtime.interrupt(KeyboardInterrupt())

    def subscribe(self, callback: Subscriber) -> Callable[[], None]:
        """Call `callback` with every trace record from now on; call what is returned to end that."""
        return self.runtime.tracer.subscribe(callback)

    def health(self) -> dict[str, Health]:
        """Return how each structure is."""
        return dict(self.runtime.health)

    def stop(self) -> None:
        """Save, stop the actors and close the file. Safe to call again."""
        if self._database.closed:
            return
        try:
            # A brain whose hippocampus is down has nothing to save that is not on disk already.
            with suppress(StructureDownError):
                self.memory.save_all()
        finally:
            self.runtime.stop()
            self._database.close()
