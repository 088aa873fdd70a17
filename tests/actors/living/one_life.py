"""Lives through a day with a given seed and leaves its trace: run in a process of its own by the tests of traces.

Arguments: the mind's directory, the trace file, the seed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from actors import BrainSystem
from brain import BrainError, EncodedPercept, FusedPercept

PERCEPTS = [
    ("Нейрон — клетка нервной системы.", "docs/нейрон.pdf#p1", 0.8),
    ("A synapse is a junction between neurons.", "user_bob", 0.7),
    ("A whale is a mammal.", "user_anna", 0.8),
    ("A whale is not a mammal.", "https://example.org", 0.6),
    ("a passing car", "", 0.1),
]
QUESTIONS = [
    "Что такое нейрон?",
    "Is it true that a whale is a mammal?",
    "Tell me about synapses",
    "An axon is a fibre of a neuron.",
    "What is a quasar?",
]


def live(data_dir: Path, trace_file: Path, seed: int) -> list[str]:
    """Return what was answered."""
    with BrainSystem.start(data_dir, seed=seed, trace_file=trace_file) as brain:
        for text, source, importance in PERCEPTS:
            brain.perceive(text, source_ref=source, importance=importance, tags=["a", "b"], session_id="day")
        seen = [EncodedPercept(text="a whale", modality="image"), EncodedPercept(text="кит", modality="audio")]
        brain.perceive(FusedPercept(inputs=seen, entities=["whale", "кит"], metadata={"importance": 0.9}))
        try:
            brain.perceive("refused", importance=2)
        except BrainError:
            brain.advance(hours=1)
        answers = [brain.ask(question).response for question in QUESTIONS]
        brain.memory.semantic.add_relation("neuron", "synapse", weight=0.7)
        brain.memory.status()
        brain.advance(hours=23)
    return answers


if __name__ == "__main__":
    live(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
