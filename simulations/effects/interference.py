"""Retroactive interference: who learns new answers to old cues loses the old ones (Barnes & Underwood 1959).

The first list is A-B. Then half of the cues get new answers (A-D), and new pairs with other words take the time of the
other half (C-D).
"""

from __future__ import annotations

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import MINUTE, Subject, each_subject
from simulations.effects.material import Pair, words
from simulations.effects.statistics import Array, p_above_zero

__all__ = ["EFFECT"]

EACH = 12
FIRST = 4  # readings of the first list
MORE = (0, 1, 3, 9)  # readings of the second list
IMPORTANCE = 0.7


def interference(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Ask for the first answers after more and more learning of the second ones."""
    found = np.array(each_subject(_recall, config, seed, subjects, progress, "interference"))
    old, control = found.mean(axis=0)
    lost = found[:, 1, 1:].mean(axis=1) - found[:, 0, 1:].mean(axis=1)
    measures = {
        "lost": float(lost.mean()),
        "p_lost": p_above_zero(lost),
        "p_more_with_more": p_above_zero(found[:, 0, 1] - found[:, 0, -1]),
    }
    places = tuple(map(float, MORE))
    return Outcome(
        measures, (Series("old cue, new answer", places, tuple(old)), Series("other words", places, tuple(control)))
    )


def _recall(subject: Subject) -> Array:
    """Return the share of first answers recalled, (interfering and other words, readings of the second list)."""
    nouns = iter(words(subject, 7 * EACH))
    result = np.zeros((2, len(MORE)))
    each = EACH // len(MORE)
    for place, more in enumerate(MORE):
        first = [[Pair(next(nouns), next(nouns)) for _ in range(each)] for _ in range(2)]
        second = [Pair(pair.cue, next(nouns)) for pair in first[0]]
        second += [Pair(next(nouns), next(nouns)) for _ in first[1]] if more else []
        _read(subject, [*first[0], *first[1]], FIRST)
        _read(subject, second, more)
        subject.stay_awake(10 * MINUTE)
        for row, learnt in enumerate(first):
            right = [subject.brain.memory.cued_recall(pair.cue).content == pair.text for pair in learnt]
            result[row, place] = np.mean(right)
    return result


def _read(subject: Subject, learnt: list[Pair], times: int) -> None:
    for _ in range(times):
        for pair in learnt:
            subject.study(pair.text, seconds=3.0, importance=IMPORTANCE)


EFFECT = Effect(
    "interference", "Retroactive interference", "Barnes & Underwood 1959", interference, 40,
    {"p_lost": "<= 0.01", "p_more_with_more": "<= 0.01"}, Axes("readings of the second list", "first answers recalled"),
)  # fmt: skip
