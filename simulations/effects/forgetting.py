"""The forgetting curve: savings in relearning lists of syllables after 20 minutes to 31 days (Ebbinghaus 1885).

A list is read until its syllables are strong, and read until they are so again after a delay. What the second
learning takes less than the first is saved. Subjects live in between, and sleep at night.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import HOUR, Subject, each_subject, human_figures
from simulations.effects.material import syllables
from simulations.effects.statistics import Array, correlation, explained, rmse

__all__ = ["EFFECT"]

LENGTH = 13
CRITERION = 4.0  # strength at which a list counts as learnt
SECONDS = 0.4  # for each syllable
MOST = 60  # rounds after which nobody would go on
PROBED = slice(0, LENGTH, 6)


def forgetting(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Relearn after each delay, with nights asleep; and, to see what nights do, without."""
    human = human_figures("forgetting")
    savings = {
        nights: np.mean(
            each_subject(
                partial(_savings, hours=human["hours"], sleeping=nights),
                config, seed, subjects, progress, "forgetting",
            ),
            axis=0,
        )
        for nights in (True, False)
    }  # fmt: skip
    slept = savings[True]
    measures = {
        "r2": explained(slept, human["savings"]),
        "r2_sleepless": explained(savings[False], human["savings"]),
        "r": correlation(slept, human["savings"]),
        "rmse": rmse(slept, human["savings"]),
        "gain_of_nights": float((slept - savings[False])[3:].mean()),
    }
    hours = tuple(human["hours"])
    return Outcome(
        measures,
        (
            Series("nights asleep", hours, tuple(slept), tuple(human["savings"])),
            Series("never asleep", hours, tuple(savings[False])),
        ),
    )


def _savings(subject: Subject, hours: Sequence[float], *, sleeping: bool) -> Array:
    names = syllables(subject, LENGTH * len(hours))
    lists = [names[LENGTH * number :][:LENGTH] for number in range(len(hours))]
    first = [(_rounds(subject, each), subject.brain.clock.now()) for each in lists]
    saved = []
    for each, (rounds, learnt), delay in zip(lists, first, hours, strict=True):
        subject.live(learnt + delay * HOUR - subject.brain.clock.now(), sleeping=sleeping)
        saved.append(1.0 - _rounds(subject, each) / rounds)
    return np.array(saved)


def _rounds(subject: Subject, names: Sequence[str]) -> float:
    """Read a list until it is learnt; return how many rounds that took, the last one counted in part."""
    before = _strength(subject, names)
    for rounds in range(MOST):
        for name in names:
            subject.study(name, seconds=SECONDS)
        subject.distract()
        after = _strength(subject, names)
        if after >= CRITERION:
            return rounds + (CRITERION - before) / (after - before)
        before = after
    return float(MOST)


def _strength(subject: Subject, names: Sequence[str]) -> float:
    active = [math.exp(subject.brain.memory.activation_of(name)) for name in names[PROBED]]
    return sum(active) / len(active)


EFFECT = Effect(
    "forgetting", "Forgetting curve: savings", "Ebbinghaus 1885; Murre & Dros 2015", forgetting, 2,
    {"r2": ">= 0.985"}, Axes("hours since learning", "savings", logarithmic=True),
    {"recall.decay": (0.02, 0.5), "recall.labile": (0.0, 0.9), "recall.labile_seconds": (100.0, 7200.0),
     "recall.sleep_gain": (0.0, 2.0)}, 1,
)  # fmt: skip
