"""Sleep protects: less is forgotten asleep than awake in the same time (Jenkins & Dallenbach 1924)."""

from __future__ import annotations

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import HOUR, Subject, each_subject, human_figures
from simulations.effects.material import Pair, pairs
from simulations.effects.statistics import Array, p_above_zero, rmse

__all__ = ["EFFECT"]

LENGTH = 10
READINGS = 3


def sleep(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Learn ten pairs, then sleep or stay awake for one to eight hours; eight sittings a subject."""
    human = human_figures("sleep")
    found = np.array(
        each_subject(lambda subject: _recall(subject, human["hours"]), config, seed, subjects, progress, "sleep")
    )
    asleep, awake = found.mean(axis=0)
    measures = {
        "asleep_over_awake": float((asleep - awake).mean()),
        "p_asleep_over_awake": p_above_zero((found[:, 0] - found[:, 1]).mean(axis=1)),
        "p_at_8_hours": p_above_zero(found[:, 0, -1] - found[:, 1, -1]),
        "rmse": rmse([*asleep, *awake], [*human["asleep"], *human["awake"]]),
    }
    hours = tuple(human["hours"])
    return Outcome(
        measures,
        (
            Series("asleep", hours, tuple(asleep), tuple(human["asleep"])),
            Series("awake", hours, tuple(awake), tuple(human["awake"])),
        ),
    )


def _recall(subject: Subject, hours: list[float]) -> Array:
    """Return the share recalled, (asleep and awake, hours)."""
    learnt = pairs(subject, LENGTH * 4)
    fresh = iter(learnt[start:][:LENGTH] for start in range(0, len(learnt), LENGTH))
    result = np.zeros((2, len(hours)))
    for place, delay in enumerate(hours):
        sitting = next(fresh)
        half = LENGTH // 2
        for row, (part, spend) in enumerate(((sitting[:half], subject.sleep), (sitting[half:], subject.stay_awake))):
            _study(subject, part)
            spend(delay * HOUR)
            right = [subject.brain.memory.cued_recall(pair.cue).content == pair.text for pair in part]
            result[row, place] = np.mean(right)
    return result


def _study(subject: Subject, learnt: list[Pair]) -> None:
    for _ in range(READINGS):
        for pair in learnt:
            subject.study(pair.text, seconds=2.0)


EFFECT = Effect(
    "sleep", "Sleep against waking", "Jenkins & Dallenbach 1924", sleep, 40,
    {"p_asleep_over_awake": "<= 0.01", "p_at_8_hours": "<= 0.01"}, Axes("hours", "share recalled"),
    {"recall.sleep_gain": (0.0, 3.0), "recall.sleep_share": (0.0, 1.0), "recall.threshold": (-2.0, 5.0),
     "recall.decay": (0.02, 1.0)}, 6,
)  # fmt: skip
