"""Short-term forgetting: three letters are gone within seconds if one has to count (Peterson & Peterson 1959)."""

from __future__ import annotations

import math
import random

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import Subject, each_subject, human_figures
from simulations.effects.material import syllables
from simulations.effects.statistics import Array, p_above_zero, rmse

__all__ = ["EFFECT"]

SECONDS = (3.0, 6.0, 9.0, 12.0, 15.0, 18.0)
COUNT_SECONDS = 2.0  # for each number counted, about
EACH = 6
_CONSONANTS = "bcdfghjklmnpqrstvwxz"


def short_term(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Show a trigram once, let the subject count for a while, and ask."""
    human = human_figures("short_term")
    found = np.array(each_subject(_recall, config, seed, subjects, progress, "short term"))
    model = found.mean(axis=0)
    people = dict(zip(human["seconds"], human["recalled"], strict=True))
    common = [SECONDS.index(seconds) for seconds in human["seconds"]]
    measures = {
        "rmse": rmse(model[common], human["recalled"]),
        "p_falls": p_above_zero(found[:, 0] - found[:, -1]),
        "after_3_s": float(model[0]),
        "after_18_s": float(model[-1]),
    }
    return Outcome(
        measures,
        (Series("recalled", SECONDS, tuple(model), tuple(people.get(seconds, math.nan) for seconds in SECONDS)),),
    )


def _recall(subject: Subject) -> Array:
    """Return the share recalled after each delay."""
    chance = random.Random(subject.seed)
    labels = iter(syllables(subject, EACH * len(SECONDS)))
    trials = [place for place in range(len(SECONDS)) for _ in range(EACH)]
    chance.shuffle(trials)
    result = np.zeros(len(SECONDS))
    for place in trials:
        label = next(labels)
        trigram = f"{label} {''.join(chance.sample(_CONSONANTS, 3))}"
        subject.study(trigram)
        counted = round(SECONDS[place] / COUNT_SECONDS)
        subject.distract(counted, seconds=SECONDS[place] / counted)
        result[place] += (subject.brain.memory.cued_recall(label).content == trigram) / EACH
        subject.distract()
    return result


EFFECT = Effect(
    "short_term", "Short-term forgetting while counting", "Peterson & Peterson 1959", short_term, 20,
    {"p_falls": "<= 0.01", "rmse": "<= 0.15"}, Axes("seconds of counting", "share recalled"),
    {"recall.threshold": (-2.0, 5.0), "recall.noise": (0.05, 2.0), "recall.working_reach": (0.3, 10.0)}, 4,
)  # fmt: skip
