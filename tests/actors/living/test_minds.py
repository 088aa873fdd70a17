"""Minds outlive brains: what was acknowledged is there after a crash, and no id comes twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from actor_kit import MakeBrain

from actors import BrainSystem
from brain import BrainConfig, VirtualClock
from brain.memory import MemoryManager

ROOT = Path(__file__).resolve().parents[3]
LOOP = Path(__file__).with_name("storing_loop.py")


def killed(mind: Path, kind: str, after: int) -> list[str]:
    """Let a child store, kill it after so many acknowledgements, return all ids that it got to print."""
    child = subprocess.Popen(
        [sys.executable, LOOP, mind, kind],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert child.stdout is not None
    with child.stdout as printed:
        ids = [printed.readline().strip() for _ in range(after)]
        child.send_signal(signal.SIGKILL)
        ids += [line.strip() for line in printed if line.endswith("\n")]
    assert child.wait(60) == -signal.SIGKILL
    assert all(ids), "the child ended by itself"
    return ids


@pytest.mark.parametrize("after", [1, 7, 60])
def test_acknowledged_percepts_survive_a_kill(kind: str, tmp_path: Path, after: int) -> None:
    ids = killed(tmp_path, kind, after)
    assert len(set(ids)) == len(ids) >= after
    with BrainSystem.start(tmp_path, kind, clock=VirtualClock()) as brain:  # type: ignore[arg-type]
        for n, episode_id in enumerate(ids):
            assert brain.memory.episodic.get_by_id(episode_id).content == f"Зверь{n} — животное номер {n}."
        for n in range(len(ids)):
            fact = brain.memory.semantic.get_fact(f"Зверь{n}")
            assert fact is not None, "not derived again from its episode"
            assert fact.description == f"животное номер {n}"


def test_a_mind_survives_kill_after_kill_without_an_id_twice(kind: str, tmp_path: Path) -> None:
    ids = [episode_id for _ in range(3) for episode_id in killed(tmp_path, kind, 12)]
    assert len(set(ids)) == len(ids)
    with BrainSystem.start(tmp_path, kind, clock=VirtualClock()) as brain:  # type: ignore[arg-type]
        assert {brain.memory.episodic.get_by_id(episode_id).episode_id for episode_id in ids} == set(ids)


def test_a_replayed_episode_is_learnt_from_once(make_brain: MakeBrain, tmp_path: Path) -> None:
    with BrainSystem.start(tmp_path / "calm", seed=1) as calm:
        calm.perceive("A whale is a mammal.", source_ref="user_a", importance=0.9)
        calm.memory.force_consolidate()
        expected = calm.memory.semantic.get_fact("whale")
    config = BrainConfig()
    with MemoryManager(tmp_path / "mind", auto_consolidate=False, clock=VirtualClock(), config=config) as memory:
        memory.store("A whale is a mammal.", source_ref="user_a", importance=0.9, auto_extract_facts=False)
    brain = make_brain()
    for _ in range(3):
        brain.memory.consolidation.replay()
        brain.memory.force_consolidate()
    found = brain.memory.semantic.get_fact("whale")
    assert found is not None
    assert expected is not None
    assert found.confidence == expected.confidence
    source = brain.memory.source.get("user_a")
    assert source is not None
    assert source.fact_count == 1


def test_a_mind_opened_again_holds_what_it_held(make_brain: MakeBrain) -> None:
    brain = make_brain()
    stored = brain.perceive("A whale is a mammal.", source_ref="user_a", importance=0.9).episodic
    brain.ask("What is a whale?")
    brain.memory.semantic.add_relation("whale", "sea", weight=0.7)
    brain.memory.force_consolidate()
    before = brain.memory.status()
    fact = brain.memory.semantic.get_fact("whale")
    brain.stop()
    again = make_brain()
    after = again.memory.status()
    assert (after.episodes, after.nodes, after.sources, after.procedures) == (
        before.episodes,
        before.nodes,
        before.sources,
        before.procedures,
    )
    assert stored is not None
    assert again.memory.episodic.get_by_id(stored.episode_id).content == stored.content
    assert fact is not None
    found = again.memory.semantic.get_fact("whale")
    assert found is not None
    assert (found.description, found.confidence, found.relations) == (fact.description, fact.confidence, fact.relations)
    assert again.ask("What is a whale?").action in ("answer", "hedge")


def ids_of_a_life(make_brain: MakeBrain, seed: int) -> list[str]:
    brain = make_brain(seed=seed)
    ids = []
    for n in range(20):
        stored = brain.perceive(f"percept {n} of this life", importance=0.9)
        assert stored.episodic is not None
        ids += [stored.working.item_id, stored.episodic.episode_id, stored.working.trace_id]
    ids.append(brain.memory.procedural.create(f"skill of {ids[0]}").procedure_id)
    brain.stop()
    return ids


def test_no_id_comes_twice_however_often_a_mind_is_opened(make_brain: MakeBrain) -> None:
    ids = [each for _ in range(5) for each in ids_of_a_life(make_brain, seed=1)]
    ids += ids_of_a_life(make_brain, seed=11)
    assert len(set(ids)) == len(ids)


def test_brains_side_by_side_in_one_mind_share_no_id(make_brain: MakeBrain) -> None:
    one, other = make_brain(seed=1), make_brain(seed=1)
    ids = []
    for n in range(20):
        for brain in (one, other):
            stored = brain.perceive(f"percept {n}", importance=0.9)
            assert stored.episodic is not None
            ids += [stored.working.item_id, stored.episodic.episode_id]
    assert len(set(ids)) == len(ids)
    assert len(one.memory.episodic) == len(other.memory.episodic) == 40


def test_a_brain_without_a_directory_leaves_none() -> None:
    with BrainSystem.start(seed=1) as brain:
        brain.perceive("A whale is a mammal.", importance=0.9)
        path = brain._database.path
        assert path.exists()
    del brain
    import gc

    gc.collect()
    assert not path.exists()
