"""A brain's life: housekeeping by timers, failures, an end that leaves nothing, minds that are opened again."""

from __future__ import annotations

import threading
from pathlib import Path

import psutil
import pykka
import pytest
from actor_kit import MakeBrain, Nonsense, in_thread, ref_of

from actors import BrainSystem, TraceRecord
from actors import messages as m
from actors.association_cortex import AssociationCortex
from actors.cognitive_core import CognitiveCoreActor
from actors.errors import StructureDownError, StructureFailedError, UnknownMessageError, WrongThreadError
from actors.hippocampus import Hippocampus
from actors.prefrontal import PrefrontalCortex
from brain import BrainConfig, VirtualClock
from brain.errors import ClosedError, InvalidInputError, StorageError

STRUCTURES = {
    "prefrontal",
    "temporal_cortex",
    "source_evaluator",
    "basal_ganglia",
    "hippocampus",
    "association_cortex",
    "cognitive_core",
}


def open_files(directory: Path) -> list[str]:
    return [file.path for file in psutil.Process().open_files() if file.path.startswith(str(directory))]


def test_all_structures_run(brain: BrainSystem) -> None:
    assert set(brain.health()) == STRUCTURES
    assert {health.state for health in brain.health().values()} == {"running"}


def test_an_end_leaves_nothing(kind: str, tmp_path: Path) -> None:
    threads = set(threading.enumerate())
    files = {"trace_file": tmp_path / "trace.jsonl", "timing_file": tmp_path / "timing.jsonl"}
    brain = BrainSystem.start(tmp_path / "mind", kind, clock=VirtualClock(), **files)  # type: ignore[arg-type]
    try:
        brain.perceive("A whale is a mammal.", importance=0.9)
        assert open_files(tmp_path)
    finally:
        brain.stop()
    brain.stop()
    assert open_files(tmp_path) == []
    assert set(threading.enumerate()) <= threads
    assert pykka.ActorRegistry.get_all() == []


def test_an_error_in_the_users_block_leaves_nothing_either(kind: str, tmp_path: Path) -> None:
    def use() -> None:
        with BrainSystem.start(tmp_path / "mind", kind) as brain:  # type: ignore[arg-type]
            brain.perceive("A whale is a mammal.", importance=0.9)
            raise ZeroDivisionError

    threads = set(threading.enumerate())
    with pytest.raises(ZeroDivisionError):
        use()
    assert open_files(tmp_path) == []
    assert set(threading.enumerate()) <= threads


def test_a_brain_that_cannot_start_leaves_nothing(kind: str, tmp_path: Path) -> None:
    threads = set(threading.enumerate())
    for bad in ({"trace_file": tmp_path / "none" / "trace.jsonl"}, {"timing_file": tmp_path}):
        with pytest.raises(StorageError):
            BrainSystem.start(tmp_path / "mind", kind, **bad)  # type: ignore[arg-type]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "memory.db").write_text("no mind at all" * 1000)
    with pytest.raises(StorageError):
        BrainSystem.start(tmp_path / "other", kind)  # type: ignore[arg-type]
    assert open_files(tmp_path) == []
    assert set(threading.enumerate()) <= threads
    assert pykka.ActorRegistry.get_all() == []


def test_an_unknown_runtime_is_named() -> None:
    with pytest.raises(InvalidInputError, match="deterministic, threads"):
        BrainSystem.start(runtime="fibres")  # type: ignore[arg-type]


def test_a_stopped_brain_says_so(brain: BrainSystem) -> None:
    brain.stop()
    for call in (
        lambda: brain.perceive("hello"),
        lambda: brain.ask("What?"),
        brain.memory.status,
        brain.memory.force_consolidate,
    ):
        with pytest.raises(ClosedError):
            call()


def test_a_day_of_housekeeping(brain: BrainSystem) -> None:
    start = brain.clock.now()
    brain.advance(hours=24)
    done = brain.memory.consolidation.status()
    assert (done.cycles, done.decays, done.saves) == (2880, 288, 720)
    assert done.last_consolidation == done.last_decay == done.last_save == start + 86_400


def test_timers_of_the_hippocampus_go_off_on_time(brain: BrainSystem, records: list[TraceRecord]) -> None:
    start = brain.clock.now()
    brain.advance(seconds=600)
    went_off = [(record.type, record.time - start) for record in records if record.kind == "timer"]
    expected = {"Consolidate": 30.0, "SaveAll": 120.0, "ApplyDecay": 300.0}
    for message, every in expected.items():
        times = [at for name, at in went_off if name == message]
        assert times == [every * n for n in range(1, int(600 / every) + 1)]


def test_a_night_asleep_is_not_lived_through(brain: BrainSystem) -> None:
    start = brain.clock.now()
    brain.suspend(until=start + 28_800)
    assert brain.clock.now() == start + 28_800
    assert brain.memory.consolidation.status().cycles == 0
    brain.advance(seconds=30)
    assert brain.memory.consolidation.status().cycles == 1


def test_questions_between_structures_form_no_cycle(brain: BrainSystem, records: list[TraceRecord]) -> None:
    brain.perceive("A whale is a mammal.", source_ref="user_a", importance=0.9)
    for text in (
        "What is a whale?",
        "Is it true that a whale is a fish?",
        "Tell me about whales",
        "An axon is a fibre.",
    ):
        brain.ask(text)
    brain.advance(hours=1)
    asked = {(record.sender, record.receiver) for record in records if record.kind == "ask"}
    assert len(asked) > 8
    reached = set(asked)
    while more := {(a, d) for a, b in reached for c, d in asked if b == c} - reached:
        reached |= more
    assert not [pair for pair in reached if pair[0] == pair[1]]


def test_thought_and_housekeeping_told_at_once_are_both_done(brain: BrainSystem, records: list[TraceRecord]) -> None:
    brain.perceive("A whale is a mammal.", source_ref="user_a", importance=0.9)
    for _ in range(10):
        ref_of(Hippocampus).tell(m.Consolidate())
        ref_of(CognitiveCoreActor).tell(m.Think("What is a whale?"))
    brain.runtime.run_until_idle()
    assert {record.outcome for record in records} == {"ok"}
    assert [record.kind for record in records].count("tell") >= 20


def test_strangers_reach_structures_by_stock_means(brain: BrainSystem) -> None:
    stored = ref_of(AssociationCortex).ask(m.StoreMemory("A whale is a mammal.", importance=0.9), timeout=60)
    assert ref_of(Hippocampus).ask(m.GetEpisode(stored.episodic.episode_id), timeout=60) == stored.episodic
    for stranger in (Nonsense(), "hello", m.Think("What?")):
        with pytest.raises(UnknownMessageError):
            ref_of(PrefrontalCortex).ask(stranger, timeout=60)
        ref_of(PrefrontalCortex).tell(stranger)
    assert ref_of(PrefrontalCortex).ask(m.CountItems(), timeout=60) == 1


def test_a_broken_structure_comes_back_with_what_the_store_holds(brain: BrainSystem) -> None:
    kept = brain.perceive("A whale is a mammal.", importance=0.9).episodic
    broken = m.StoreEpisode("x", importance=0.9, concepts=iter(lambda: 1 / 0, 1))  # type: ignore[arg-type]
    with pytest.raises(StructureFailedError, match="hippocampus"):
        ref_of(Hippocampus).ask(broken, timeout=60)
    assert brain.health()["hippocampus"].restarts == 1
    assert kept is not None
    assert brain.memory.episodic.get_by_id(kept.episode_id) == kept
    brain.advance(seconds=60)
    assert brain.memory.semantic.get_fact("whale") is not None


def test_a_structure_that_keeps_failing_is_down_and_the_rest_lives(make_brain: MakeBrain) -> None:
    brain = make_brain(config=BrainConfig().with_settings({"runtime.max_restarts": 2}))
    for error in (StructureFailedError, StructureFailedError, StructureDownError, StructureDownError):
        with pytest.raises(error):
            brain.memory.procedural.search("x", tags=iter(lambda: 1 / 0, 1))  # type: ignore[arg-type]
    assert brain.health()["basal_ganglia"].state == "down"
    assert "ZeroDivisionError" in brain.health()["basal_ganglia"].last_error
    assert brain.perceive("A whale is a mammal.", importance=0.9).episodic is not None
    assert len(brain.memory.episodic) == 1
    with pytest.raises(StructureDownError, match="basal_ganglia"):
        brain.ask("What is a whale?")


def test_a_brain_whose_hippocampus_is_down_can_still_be_stopped(make_brain: MakeBrain, tmp_path: Path) -> None:
    brain = make_brain(config=BrainConfig().with_settings({"runtime.max_restarts": 0}))
    with pytest.raises(StructureDownError):
        ref_of(Hippocampus).ask(m.StoreEpisode("x", concepts=iter(lambda: 1 / 0, 1)), timeout=60)  # type: ignore[arg-type]
    brain.stop()
    assert open_files(tmp_path) == []


@pytest.mark.parametrize("leaves_first", [False, True])
def test_a_subscriber_that_raises_is_dropped_and_the_brain_lives(brain: BrainSystem, leaves_first: bool) -> None:
    calls: list[TraceRecord] = []
    seen: list[TraceRecord] = []

    def bad(record: TraceRecord) -> None:
        calls.append(record)
        if leaves_first:
            leave()
        raise ValueError("not my day")

    leave = brain.subscribe(bad)
    brain.subscribe(seen.append)
    brain.perceive("A whale is a mammal.", source_ref="user_a", importance=0.9)
    assert brain.ask("What is a whale?").action != "refuse"
    assert len(seen) > 20
    assert 1 <= len(calls) < len(seen) / 4  # with threads, several actors may call it before it is dropped


def test_who_unsubscribes_hears_no_more(brain: BrainSystem) -> None:
    seen: list[TraceRecord] = []
    leave = brain.subscribe(seen.append)
    leave()
    leave()
    brain.perceive("A whale is a mammal.")
    assert seen == []


def test_a_deterministic_brain_belongs_to_one_thread(tmp_path: Path) -> None:
    with BrainSystem.start(tmp_path / "mind", seed=1) as brain:
        for call in (
            lambda: brain.perceive("from afar", importance=0.9),
            lambda: brain.ask("What?"),
            lambda: brain.advance(seconds=1),
            brain.memory.status,
        ):
            with pytest.raises(WrongThreadError):
                in_thread(call)
        brain.advance(seconds=60)
        assert len(brain.memory.episodic) == 0
