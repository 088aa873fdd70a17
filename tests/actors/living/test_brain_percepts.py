"""What reaches the brain: one sense or several, good or bad."""

from __future__ import annotations

from typing import Any

import pytest
from actor_kit import MakeBrain, held

from actors import BrainSystem, TraceRecord
from brain import BrainError, EncodedPercept, FusedPercept
from brain.errors import InvalidInputError

LECTURE = FusedPercept(
    fused_id="f1",
    inputs=[
        EncodedPercept("p1", "text", text="нейрон — клетка нервной системы", quality=0.5, source="docs/нейрон.pdf#p1"),
        EncodedPercept("p2", "image", text="a drawing of a neuron", quality=0.8, source="neuron.png"),
        EncodedPercept("p3", "audio", text="нейрон — клетка нервной системы", quality=0.6, source="лекция.mp3@t=15.3"),
    ],
    entities=["нейрон"],
    confidence=0.9,
    metadata={"importance": 0.7, "tags": ["lesson"], "time": "2025-12-31T23:00:00+00:00"},
    session_id="monday",
)


def test_several_senses_make_one_episode(brain: BrainSystem) -> None:
    stored = brain.perceive(LECTURE)
    assert stored.episodic is not None
    episode = brain.memory.episodic.get_by_id(stored.episodic.episode_id)
    assert episode.content == "нейрон — клетка нервной системы\na drawing of a neuron"
    assert (episode.modality, episode.source, episode.session_id) == ("mixed", "docs/нейрон.pdf#p1", "monday")
    assert [(piece.modality, piece.source) for piece in episode.modal_evidence] == [
        ("text", "docs/нейрон.pdf#p1"),
        ("image", "neuron.png"),
        ("audio", "лекция.mp3@t=15.3"),
    ]
    assert episode.concepts == ["нейрон"]
    assert episode.tags == ["lesson"]
    assert (episode.importance, episode.confidence) == (0.7, pytest.approx(0.9 * 0.8))


def test_an_episode_of_several_senses_is_found_by_each(brain: BrainSystem) -> None:
    brain.perceive(LECTURE)
    for query in ("что за клетка", "drawing of a neuron"):
        assert [episode.session_id for episode in brain.memory.episodic.search(query)] == ["monday"]


def test_facts_are_learnt_at_consolidation(brain: BrainSystem) -> None:
    brain.perceive(LECTURE)
    assert brain.memory.semantic.get_fact("нейрон") is None
    brain.advance(seconds=30)
    fact = brain.memory.semantic.get_fact("нейрон")
    assert fact is not None
    assert fact.description == "клетка нервной системы"


@pytest.mark.parametrize("modality", ["text", "image", "audio", "video", "concept"])
def test_a_single_sense_keeps_its_modality(brain: BrainSystem, modality: str) -> None:
    stored = brain.perceive("a neuron fires", modality=modality, importance=0.9)
    assert stored.working.modality == modality
    assert stored.episodic is not None
    assert stored.episodic.modality == modality


def test_what_is_unimportant_stays_in_mind_alone(brain: BrainSystem) -> None:
    stored = brain.perceive("a passing car", importance=0.39)
    assert stored.episodic is None
    assert len(brain.memory.episodic) == 0
    assert [item.content for item in brain.memory.get_context()] == ["a passing car"]


def test_one_trace_id_leads_from_percept_to_episode(brain: BrainSystem, records: list[TraceRecord]) -> None:
    stored = brain.perceive("a neuron fires", importance=0.9)
    brain.runtime.run_until_idle()
    assert {record.trace_id for record in records} == {stored.working.trace_id}
    assert stored.episodic is not None
    assert brain.memory.episodic.get_by_trace(stored.working.trace_id)[0].episode_id == stored.episodic.episode_id


def test_a_speaker_is_a_user(brain: BrainSystem) -> None:
    brain.perceive(FusedPercept(inputs=[EncodedPercept(text="I saw a whale")], metadata={"speaker": "Анна"}))
    source = brain.memory.source.get("Анна")
    assert source is not None
    assert source.source_type == "user"


BAD_PERCEPTS: dict[str, dict[str, Any]] = {
    "importance NaN": {"percept": "hello", "importance": float("nan")},
    "importance -1": {"percept": "hello", "importance": -1},
    "importance 2": {"percept": "hello", "importance": 2},
    "importance huge": {"percept": "hello", "importance": 10**400},
    "importance text": {"percept": "hello", "importance": "high"},
    "blank": {"percept": " \n\t"},
    "empty": {"percept": ""},
    "NUL": {"percept": "a\x00b"},
    "lone surrogate": {"percept": "a\ud800b"},
    "5 MB": {"percept": "нейрон " * 385_000},
    "modality": {"percept": "hello", "modality": "telepathy"},
    "source with NUL": {"percept": "hello", "source_ref": "a\x00b"},
    "tag with surrogate": {"percept": "hello", "tags": ["\udfff"]},
    "tag no text": {"percept": "hello", "tags": [1]},
    "entity no text": {"percept": "hello", "entities": [None]},
    "session with NUL": {"percept": "hello", "session_id": "\x00"},
    "no inputs": {"percept": FusedPercept()},
    "time": {"percept": FusedPercept(inputs=[EncodedPercept(text="hello")], metadata={"time": "yesterday"})},
    "nothing": {"percept": None},
    "number": {"percept": 42},
    "bytes": {"percept": b"hello"},
    "source no text": {"percept": "hello", "source_ref": 42},
    "session no text": {"percept": "hello", "session_id": 42},
}


@pytest.mark.parametrize("bad", BAD_PERCEPTS)
def test_a_bad_percept_is_refused_and_nothing_is_lost(make_brain: MakeBrain, bad: str) -> None:
    brain = make_brain()
    kept = brain.perceive("a good one", importance=0.9).episodic
    before = held(brain)
    for _ in range(7):  # more often than restarts are borne
        with pytest.raises(BrainError):
            brain.perceive(**BAD_PERCEPTS[bad])
    assert held(brain) == before
    assert {health.state for health in brain.health().values()} == {"running"}
    assert kept is not None
    assert brain.memory.episodic.get_by_id(kept.episode_id).content == "a good one"
    assert brain.perceive("another good one", importance=0.9).episodic is not None


BAD_QUESTIONS: dict[str, Any] = {
    "empty": "",
    "blank": "  \n",
    "NUL": "what is a\x00b?",
    "lone surrogate": "what is \ud800?",
    "5 MB": "что такое нейрон " * 180_000 + "?",
    "nothing": None,
    "number": 42,
    "bytes": b"what?",
}


@pytest.mark.parametrize("bad", BAD_QUESTIONS)
def test_a_bad_question_is_refused_and_nothing_is_lost(brain: BrainSystem, bad: str) -> None:
    brain.perceive("A neuron is a cell.", source_ref="user_a", importance=0.9)
    episodes = len(brain.memory.episodic)
    for _ in range(7):
        with pytest.raises(BrainError):
            brain.ask(BAD_QUESTIONS[bad])
    assert len(brain.memory.episodic) == episodes
    assert {health.state for health in brain.health().values()} == {"running"}
    assert brain.ask("What is a neuron?").action in ("answer", "hedge")


def test_a_refused_percept_is_in_the_trace(brain: BrainSystem, records: list[TraceRecord]) -> None:
    with pytest.raises(InvalidInputError):
        brain.perceive("hello", importance=2)
    assert [record.outcome for record in records if record.type == "Perceive"] == ["failed: InvalidInputError"]
