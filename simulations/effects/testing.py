"""The testing effect: being asked helps more than reading again, but only later (Roediger & Karpicke 2006)."""

from __future__ import annotations

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import DAY, MINUTE, Subject, each_subject, human_figures
from simulations.effects.material import facts
from simulations.effects.statistics import Array, p_above_zero, rmse

__all__ = ["EFFECT"]

DELAYS = (5 * MINUTE, 2 * DAY, 7 * DAY)
EACH = 8  # facts for each way of learning and each delay
READINGS = 3  # in a session of seven minutes
IMPORTANCE = 0.8


def testing(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Read everything; then read one half again and ask for the other; ask for all of it later."""
    human = human_figures("testing")
    found = np.array(each_subject(_recall, config, seed, subjects, progress, "testing"))
    twice, tested = found.mean(axis=0)
    model = np.concatenate([twice, tested])
    measures = {
        "read_ahead_soon": float(twice[0] - tested[0]),
        "p_read_ahead_soon": p_above_zero(found[:, 0, 0] - found[:, 1, 0]),
        "tested_ahead_later": float(tested[2] - twice[2]),
        "p_tested_ahead_later": p_above_zero(found[:, 1, 2] - found[:, 0, 2]),
        "rmse": rmse(model, [*human["studied_twice"], *human["studied_and_tested"]]),
    }
    days = (0.0, 1.0, 2.0)
    return Outcome(
        measures,
        (
            Series("read twice", days, tuple(twice), tuple(human["studied_twice"])),
            Series("read and tested", days, tuple(tested), tuple(human["studied_and_tested"])),
        ),
        "asked with the subject of each fact; people recalled freely",
    )


def _recall(subject: Subject) -> Array:
    """Return the chance of recall, (read twice and tested, delays)."""
    learnt = facts(subject, 2 * EACH * len(DELAYS))
    sets = [learnt[EACH * number :][:EACH] for number in range(2 * len(DELAYS))]
    reread, asked = sets[: len(DELAYS)], sets[len(DELAYS) :]
    _read(subject, [fact.text for fact in learnt])
    subject.stay_awake(2 * MINUTE)
    for fact in (fact for each in asked for fact in each):
        subject.brain.memory.cued_recall(fact.subject)
    _read(subject, [fact.text for each in reread for fact in each])
    ended = subject.brain.clock.now()
    result = np.zeros((2, len(DELAYS)))
    for place, delay in enumerate(DELAYS):
        subject.live(ended + delay - subject.brain.clock.now())
        for row, each in enumerate((reread[place], asked[place])):
            result[row, place] = np.mean([subject.chance(fact.subject, fact.text) for fact in each])
    return result


def _read(subject: Subject, texts: list[str]) -> None:
    for _ in range(READINGS):
        for text in texts:
            subject.study(text, importance=IMPORTANCE)
        subject.brain.advance(seconds=7 * MINUTE / READINGS)


EFFECT = Effect(
    "testing", "Testing effect", "Roediger & Karpicke 2006", testing, 12,
    {"p_read_ahead_soon": "<= 0.01", "p_tested_ahead_later": "<= 0.01"},
    Axes("delay", "chance of recall", ticks=("5 min", "2 days", "7 days")),
)  # fmt: skip
