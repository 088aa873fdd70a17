"""Paired associates over eight trials: more and more pairs are known, and they are known faster (Anderson 1981)."""

from __future__ import annotations

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import Subject, each_subject, human_figures
from simulations.effects.material import pairs
from simulations.effects.statistics import Array, correlation, rmse

__all__ = ["EFFECT"]

PAIRS, TRIALS = 20, 8
SECONDS = 5.0  # to answer, and as long again to study
READINGS = 2  # how often a pair is read in that time


def paired_associates(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Test and study 20 pairs eight times."""
    human = human_figures("paired_associates")
    found = np.array(each_subject(_trials, config, seed, subjects, progress, "paired associates"))
    accuracy = found[:, 0].mean(axis=0)
    latency = np.ma.masked_invalid(found[:, 1, 1:]).mean(axis=0).filled(np.nan)  # NaN if nobody ever knew
    measures = {
        "r_accuracy": correlation(accuracy, human["accuracy"]),
        "rmse_accuracy": rmse(accuracy, human["accuracy"]),
        "r_latency": correlation(latency, human["latency"]),
        "rmse_latency": rmse(latency, human["latency"]),
    }
    trials = tuple(map(float, range(1, TRIALS + 1)))
    return Outcome(
        measures,
        (
            Series("correct", trials, tuple(accuracy), tuple(human["accuracy"])),
            Series("latency, s", trials[1:], tuple(latency), tuple(human["latency"])),
        ),
    )


def _trials(subject: Subject) -> Array:
    """Return the share of correct answers and their mean latency, (2, trials)."""
    learnt = pairs(subject, PAIRS)
    result = np.full((2, TRIALS), np.nan)
    for trial in range(TRIALS):
        seconds = []
        for pair in learnt:
            answer = subject.brain.memory.cued_recall(pair.cue)
            if answer.content == pair.text:
                seconds.append(answer.latency)
            subject.brain.advance(seconds=SECONDS)
            for _ in range(READINGS):
                subject.study(pair.text, seconds=SECONDS / READINGS)
        result[0, trial] = len(seconds) / PAIRS
        result[1, trial] = np.mean(seconds) if seconds else np.nan
    return result


EFFECT = Effect(
    "paired_associates", "Paired associates over 8 trials", "Anderson 1981", paired_associates, 10,
    {"r_accuracy": ">= 0.97", "r_latency": ">= 0.9"}, Axes("trial", "share correct / seconds"),
    {"recall.threshold": (-2.0, 5.0), "recall.noise": (0.05, 2.0), "recall.latency_factor": (0.1, 20.0),
     "recall.latency_exponent": (0.1, 2.0), "recall.latency_fixed": (0.1, 2.0)}, 2,
)  # fmt: skip
