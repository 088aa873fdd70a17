"""Stochastic retrieval through the actors: both runtimes, replays, sleep, everyday use left as it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import pytest
from recall_kit import ENGLISH, RUSSIAN, mind, study

from actors import BrainSystem
from actors.errors import StructureFailedError
from brain import BrainConfig, VirtualClock
from brain.errors import InvalidInputError
from brain.memory import EpisodicMemory
from brain.memory.schema import MIGRATIONS

Runtime = Literal["deterministic", "threads"]


def lived(runtime: Runtime, seed: int = 4, **rest: Any) -> list[Any]:
    """Return all that a brain remembers of two lists and a fact."""
    config = BrainConfig().with_settings({"recall.learns_from_retrieval": "on"})
    with BrainSystem.start(runtime=runtime, seed=seed, config=config, clock=VirtualClock(), **rest) as brain:
        for session, words in (("список", RUSSIAN), ("list", ENGLISH)):
            for word in words:
                brain.perceive(word, session_id=session)
        found: list[Any] = []
        for _ in range(3):
            free = brain.memory.free_recall("список", seconds=40)
            cued = brain.memory.cued_recall("music", session_id="list")
            found += [free, (cued.content, cued.activation, cued.probability), brain.memory.recognise("окно")]
        return [*found, brain.memory.activation_of("река"), len(brain.memory.episodic)]


def test_both_runtimes_remember_the_same() -> None:
    assert lived("deterministic") == lived("threads")


def test_the_seed_decides() -> None:
    assert lived("deterministic") == lived("deterministic")
    assert lived("deterministic") != lived("deterministic", seed=5)


def test_traces_replay_byte_for_byte(tmp_path: Path) -> None:
    one, other = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    lived("deterministic", trace_file=one)
    lived("deterministic", trace_file=other)
    assert one.read_bytes() == other.read_bytes()
    assert b"RecallFreely" in one.read_bytes()


def test_the_actors_remember_as_the_manager_does() -> None:
    with mind() as memory, BrainSystem.start() as brain:
        study(memory, RUSSIAN)
        for word in RUSSIAN:
            brain.perceive(word, session_id="list")
            brain.advance(seconds=4)
        assert brain.memory.activation_of("камень") == pytest.approx(memory.activation_of("камень"))
        theirs, ours = brain.memory.cued_recall("сад"), memory.cued_recall("сад")
        assert theirs.activation == pytest.approx(ours.activation)
        assert theirs.probability == pytest.approx(ours.probability)


def test_a_brain_sleeps(tmp_path: Path) -> None:
    config = BrainConfig().with_settings({"recall.sleep_gain": 0.5, "recall.working_strength": 0})
    awake: dict[bool, float] = {}
    for slept in (True, False):
        with BrainSystem.start(tmp_path / str(slept), config=config) as brain:
            brain.perceive("нейрон")
            began = brain.clock.now()
            if slept:
                brain.sleep(hours=2)
            else:
                brain.advance(hours=2)
            assert brain.clock.now() - began == pytest.approx(7200)
            awake[slept] = brain.memory.activation_of("нейрон")
    assert awake[True] > awake[False] + 0.1
    # What a mind has slept is kept with it.
    with BrainSystem.start(tmp_path / "True", config=config, clock=VirtualClock(VirtualClock().now() + 7200)) as again:
        assert again.memory.activation_of("нейрон") == pytest.approx(awake[True])


def test_an_older_mind_is_opened(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "memory.db")) as older:
        older.executescript("CREATE TABLE schema_version (version INTEGER PRIMARY KEY);" + MIGRATIONS[0])
        older.execute("INSERT INTO schema_version VALUES (1)")
        older.commit()
    with BrainSystem.start(tmp_path) as brain:
        assert brain.config.storage.languages == ("english", "russian")
        brain.perceive("нейрон", session_id="s")
        brain.sleep(hours=1)
        assert brain.memory.free_recall("s").studied == 1


def test_everyday_retrieval_is_left_as_it_was() -> None:
    """Asking in the human way changes nothing unless the brain is to learn from it."""
    with BrainSystem.start() as brain:
        brain.perceive("нейрон — клетка нервной системы", session_id="s")
        before = brain.memory.retrieve_staged("нейрон")
        brain.memory.free_recall("s")
        brain.memory.cued_recall("нейрон")
        brain.memory.recognise("клетка")
        assert brain.memory.retrieve_staged("нейрон") == before
        assert len(brain.memory.episodic) == 1


def test_chance_goes_on_after_a_restart_of_the_hippocampus(monkeypatch: pytest.MonkeyPatch) -> None:
    """A structure that was rebuilt does not throw the same dice again."""

    def fails(_: EpisodicMemory) -> int:
        raise RuntimeError("a fault")

    monkeypatch.setattr(EpisodicMemory, "forgotten_count", fails)

    def recalls(*, restarted: bool) -> list[Any]:
        with BrainSystem.start(seed=2) as brain:
            for word in ENGLISH:
                brain.perceive(word, session_id="list")
            said = [brain.memory.free_recall("list") for _ in range(2)]
            if restarted:
                with pytest.raises(StructureFailedError):
                    brain.memory.episodic.forgotten_count()
                assert brain.health()["hippocampus"].restarts == 1
            return [*said, *(brain.memory.free_recall("list") for _ in range(2))]

    assert recalls(restarted=True) == recalls(restarted=False)


@pytest.mark.parametrize(("began", "ended"), [(5.0, 1.0), (float("nan"), 1.0), ("gestern", 1.0)])
def test_an_impossible_sleep_is_refused(began: Any, ended: float) -> None:
    with BrainSystem.start() as brain:
        with pytest.raises(InvalidInputError) as refused:
            brain.memory.note_sleep(began, ended)
        assert "\n" not in str(refused.value)
        with pytest.raises(InvalidInputError):
            brain.sleep(hours=-1)
