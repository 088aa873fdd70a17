"""Simulated subjects who study lists of words and recall them freely, each of them a brain of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from actors import BrainSystem
from brain.config import BrainConfig
from simulations.effects.effect import Progress
from simulations.scenario.stimuli import Stimuli

__all__ = ["Recalls", "StudyDesign", "recall_lists"]

_COUNT_SECONDS = 2.0
_COUNT_IMPORTANCE = 0.1  # a number counted passes through the mind and leaves no episode
_LARGE = 1_000_000


@dataclass(frozen=True, slots=True)
class StudyDesign:
    """How lists are studied.

    Attributes:
        items: words in a list.
        seconds_per_item: from one word to the next; recall begins as long after the last.
        subjects, lists: how many brains, and how many lists each of them studies.
        distraction_seconds: how long the subject counts aloud before recall, one number every two seconds.
    """

    items: int
    seconds_per_item: float
    subjects: int
    lists: int
    distraction_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Recalls:
    """What was recalled: for each subject and list the places of the words said, in order (-1: an intrusion)."""

    items: int
    subjects: tuple[tuple[tuple[int, ...], ...], ...]


def recall_lists(
    design: StudyDesign, config: BrainConfig, seed: int, progress: Progress | None = None
) -> Recalls:  # fmt: skip
    """Let subjects study and recall; every second one studies Russian words, the others English ones.

    Args:
        design: how.
        config: of every subject's brain.
        seed: decides the words and what chance decides in each brain.
        progress: told after each subject.
    """
    found = []
    for subject in range(design.subjects):
        found.append(tuple(_one_subject(design, config, seed, subject)))
        if progress is not None:
            progress(subject + 1, design.subjects, "free recall")
    return Recalls(design.items, tuple(found))


def _one_subject(design: StudyDesign, config: BrainConfig, seed: int, subject: int) -> Iterator[tuple[int, ...]]:
    own = seed * _LARGE + subject
    language = ("ru", "en")[subject % 2]
    with BrainSystem.start(seed=own, config=config) as brain:
        for number in range(design.lists):
            words = Stimuli(own * _LARGE + number).make("words", design.items, language)
            session = f"list {number}"
            for word in words:
                brain.perceive(word.text, session_id=session)
                brain.advance(seconds=design.seconds_per_item)
            _count_aloud(brain, design.distraction_seconds)
            yield brain.memory.free_recall(session).positions


def _count_aloud(brain: BrainSystem, seconds: float) -> None:
    """Count down from 300 by threes, which keeps words from staying in mind (Glanzer & Cunitz 1966)."""
    for step in range(int(seconds / _COUNT_SECONDS)):
        brain.perceive(str(300 - 3 * step), importance=_COUNT_IMPORTANCE, session_id="counting")
        brain.advance(seconds=_COUNT_SECONDS)
