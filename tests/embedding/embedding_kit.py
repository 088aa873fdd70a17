"""Embedders that the tests make themselves: words are given meanings by hand, in Russian and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from brain.chance import seeded_ids
from brain.clock import VirtualClock
from brain.config import BrainConfig
from brain.language import DEFAULT_ANALYZER
from brain.memory import MemoryManager
from brain.pressure import FixedPressure

MEANINGS = {
    "собака": "dog", "пёс": "dog", "щенок": "dog", "dog": "dog", "hound": "dog", "puppy": "dog",
    "автомобиль": "car", "машина": "car", "car": "car", "automobile": "car", "vehicle": "car",
    "врач": "doctor", "доктор": "doctor", "physician": "doctor", "doctor": "doctor",
}  # fmt: skip

_OPENINGS = count(1)


def direction(word: str, dimensions: int) -> npt.NDArray[np.float64]:
    """Return a direction of its own for every word, the same in every process."""
    seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "little")
    return np.random.default_rng(seed).standard_normal(dimensions)


@dataclass
class Thesaurus:
    """An embedder: the sum of its words' directions, where words of one meaning share most of theirs."""

    name: str = "thesaurus"
    dimensions: int = 64
    meanings: Mapping[str, str] = field(default_factory=lambda: MEANINGS)
    asked: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._by_stem = {DEFAULT_ANALYZER.terms(word)[0]: meaning for word, meaning in self.meanings.items()}

    def encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        self.asked.append(list(texts))
        return np.array([self._sum(text) for text in texts], dtype=np.float32).reshape(len(texts), self.dimensions)

    def _sum(self, text: str) -> npt.NDArray[np.float64]:
        words = DEFAULT_ANALYZER.terms(text)
        shared = [3 * direction(self._by_stem[word], self.dimensions) for word in words if word in self._by_stem]
        return np.sum([np.zeros(self.dimensions), *shared, *(direction(w, self.dimensions) for w in words)], axis=0)


def new_mind(data_dir: Any = None, *, embedder: Any = None, settings: Any = None, **sizes: int) -> MemoryManager:
    return MemoryManager(
        data_dir, auto_consolidate=False, clock=VirtualClock(), ids=seeded_ids(next(_OPENINGS)), pressure=FixedPressure(),
        config=BrainConfig().with_settings(settings or {}), embedder=embedder, **sizes,
    )  # fmt: skip
