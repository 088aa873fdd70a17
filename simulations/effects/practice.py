"""The power law of practice: each encounter makes the next retrieval faster, less and less so (Newell & Rosenbloom 1981).

Subjects read a few pairs and verify them, again and again. Does a power function of the number of trials describe their
latencies better than an exponential one?
"""

from __future__ import annotations

from typing import Any

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import MINUTE, Subject, each_subject, human_figures
from simulations.effects.material import pairs
from simulations.effects.statistics import Array, explained, p_above_zero, scipy_module

__all__ = ["EFFECT", "fitted_curve"]

PAIRS, TRIALS = 4, 48
PAUSE = 2 * MINUTE  # between trials, with something else to do


def practice(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Fit both functions to each subject's mean latencies, and to the human ones of paired associates."""
    found = np.array(each_subject(_latencies, config, seed, subjects, progress, "practice"))
    trials = np.arange(1.0, TRIALS + 1)
    advantage = [explained(fitted_curve("power", trials, each), each)
                 - explained(fitted_curve("exponential", trials, each), each) for each in found]  # fmt: skip
    mean = found.mean(axis=0)
    people = np.array(human_figures("paired_associates")["latency"])
    studied = np.arange(1.0, len(people) + 1)
    power, exponential = (fitted_curve(kind, trials, mean) for kind in ("power", "exponential"))
    measures = {
        "r2_power": explained(power, mean),
        "r2_exponential": explained(exponential, mean),
        "p_power_better": p_above_zero(advantage),
        "speedup": float(mean[0] / mean[-1]),
        "human_r2_power": explained(fitted_curve("power", studied, people), people),
        "human_r2_exponential": explained(fitted_curve("exponential", studied, people), people),
    }
    places = tuple(map(float, trials))
    series = (
        Series("subjects", places, tuple(mean)),
        Series("power function", places, tuple(power)),
        Series("exponential", places, tuple(exponential)),
    )
    return Outcome(
        measures, series, "over the 7 trials of the paired associates an exponential describes people better"
    )


def fitted_curve(kind: str, trials: Array, seconds: Array) -> Array:
    """Return the best a + b n^-c ('power') or a + b exp(-c n) ('exponential') by least squares, with a, b, c >= 0."""
    optimize: Any = scipy_module("optimize")

    def shape(rate: float) -> Array:
        curve: Array = trials**-rate if kind == "power" else np.exp(-rate * (trials - 1))
        return curve

    def best(rate: float) -> Array:
        weights, _ = optimize.nnls(np.column_stack([np.ones_like(trials), shape(rate)]), seconds)
        curve: Array = weights[0] + weights[1] * shape(rate)
        return curve

    found = optimize.minimize_scalar(
        lambda rate: float(((best(rate) - seconds) ** 2).sum()), bounds=(1e-3, 5.0), method="bounded"
    )
    return best(float(found.x))


def _latencies(subject: Subject) -> Array:
    """Return the mean seconds to recognise a pair in each trial; after each it is read once more."""
    learnt = pairs(subject, PAIRS)
    seconds = np.zeros(TRIALS)
    for trial in range(TRIALS):
        for pair in learnt:
            subject.study(pair.text, seconds=5.0)
        subject.stay_awake(PAUSE)
        seconds[trial] = np.mean([subject.brain.memory.recognise(pair.text).latency for pair in learnt])
    return seconds


EFFECT = Effect(
    "practice", "Power law of practice", "Newell & Rosenbloom 1981", practice, 6,
    {"r2_power": ">= 0.95", "p_power_better": "<= 0.01"}, Axes("trial", "seconds", logarithmic=True),
)  # fmt: skip
