"""The spacing ridge: when to learn again depends on when it will be needed (Cepeda et al. 2008).

Facts are learnt, learnt again after a gap of up to 105 days, and asked for after a week, or up to a year. For each delay
recall should rise and then fall with the gap, and the best gap should be the longer the longer the delay. Subjects
forget at different rates, so that a direction can be tested over them.
"""

from __future__ import annotations

import math
import random

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import DAY, MINUTE, Subject, each_subject, human_figures
from simulations.effects.material import facts
from simulations.effects.statistics import Array, correlation, p_above_zero

__all__ = ["EFFECT"]

GAPS = (0.0, 1.0, 2.0, 4.0, 7.0, 11.0, 21.0, 35.0, 70.0, 105.0)
DELAYS = (7.0, 35.0, 70.0, 350.0)
FIRST, AGAIN = 3, 2  # how often a fact is read in the two sessions
IMPORTANCE = 0.8
GAP_MASSED = 3 * MINUTE
RATES_DIFFER = 0.2  # the standard deviation of the logarithm of a subject's decay


def spacing(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Cross all gaps with all delays within each subject."""
    chance = random.Random(f"spacing:{seed}")
    found = []
    for number in range(subjects):
        decay = min(config.recall.decay * math.exp(chance.gauss(0.0, RATES_DIFFER)), 10.0)
        own = config.with_settings({"recall.decay": decay})
        found += each_subject(_recall, own, seed * subjects + number, 1)
        if progress is not None:
            progress(number + 1, subjects, "spacing")
    return _ridge(np.array(found))


def _ridge(found: Array) -> Outcome:
    """Return what the chances of recall, (subjects, delays, gaps), come to."""
    mean, gaps, rows = found.mean(axis=0), np.array(GAPS), np.arange(len(DELAYS))
    best = mean.argmax(axis=1)
    falls = best < len(GAPS) - 1
    rise = (found[:, rows, best] - found[:, :, 0]).mean(axis=1)
    fall = (found[:, rows, best] - found[:, :, -1])[:, falls].mean(axis=1) if falls.any() else np.zeros(len(found))
    own = gaps[found.argmax(axis=2)]
    human = human_figures("spacing")
    measures = {f"best_gap_{delay:g}d": float(gap) for delay, gap in zip(DELAYS, gaps[best], strict=True)} | {
        "share_week": float(gaps[best[0]] / DELAYS[0]),
        "share_year": float(gaps[best[-1]] / DELAYS[-1]),
        "p_rise": p_above_zero(rise),
        "p_fall": p_above_zero(fall),
        "delays_with_fall": float(falls.sum()),
        "later_best": correlation(np.log(DELAYS), np.log(gaps[best] + 1.0)),
        "p_later_best": p_above_zero(own[:, -1] - own[:, 0]),
    }
    note = (
        f"people: best gap {human['week_share'][0]:.0%} to {human['week_share'][1]:.0%} of a week,"
        f" {human['year_share'][0]:.0%} to {human['year_share'][1]:.0%} of a year"
    )
    places = tuple(gap + 0.1 for gap in GAPS)
    lines = tuple(Series(f"after {delay:g} d", places, tuple(row)) for delay, row in zip(DELAYS, mean, strict=True))
    return Outcome(measures, lines, note)


def _recall(subject: Subject) -> Array:
    """Return the chance of recall, (delays, gaps)."""
    cells = [(row, column) for row in range(len(DELAYS)) for column in range(len(GAPS))]
    learnt = dict(zip(cells, facts(subject, len(cells)), strict=True))
    began = subject.brain.clock.now()
    _read(subject, [fact.text for fact in learnt.values()], FIRST)
    agenda = sorted((when, cell, again) for cell in cells for when, again in _appointments(*cell))
    result = np.zeros((len(DELAYS), len(GAPS)))
    for when, cell, again in agenda:
        wait = began + when - subject.brain.clock.now()
        if wait > 0:
            subject.live(wait)
        if again:
            _read(subject, [learnt[cell].text], AGAIN)
        else:
            result[cell] = subject.chance(learnt[cell].subject, learnt[cell].text)
    return result


def _appointments(row: int, column: int) -> list[tuple[float, bool]]:
    """Return when a fact is learnt again, and when it is asked for."""
    again = FIRST * MINUTE + GAP_MASSED if GAPS[column] == 0 else GAPS[column] * DAY
    return [(again, True), (again + DELAYS[row] * DAY, False)]


def _read(subject: Subject, texts: list[str], times: int) -> None:
    """Read so often, at once: that what is read lies a minute apart is of no account after days."""
    for _ in range(times):
        for text in texts:
            subject.study(text, importance=IMPORTANCE)
        if len(texts) > 1:
            subject.brain.advance(seconds=MINUTE)


EFFECT = Effect(
    "spacing", "Spacing ridge", "Cepeda et al. 2008", spacing, 8,
    {"p_rise": "<= 0.01", "p_fall": "<= 0.01", "delays_with_fall": ">= 3", "later_best": ">= 0.8",
     "p_later_best": "<= 0.01"},
    Axes("gap in days", "chance of recall", logarithmic=True),
)  # fmt: skip
