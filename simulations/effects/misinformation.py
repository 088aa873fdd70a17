"""Misinformation: what is said after an event takes the place of what was seen (Loftus, Miller & Burns 1978).

And the sleeper effect: who is told something by a source that it does not believe discounts it at once, and less so
when it has forgotten who said it.
"""

from __future__ import annotations

import math

import numpy as np

from actors import BrainSystem
from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import DAY, MINUTE, Subject, each_subject, human_figures
from simulations.effects.material import Pair, words
from simulations.effects.statistics import Array, p_above_zero

__all__ = ["EFFECT", "SLEEPER"]

EACH = 9
SEEN, TOLD = 3, 2  # how often something is seen, and something else said later
IMPORTANCE = 0.8
BELIEVED, DISBELIEVED = "docs/report.pdf", "http://rumours.example.com/a"
DENIALS = 3
WEEKS = 28 * DAY


def misinformation(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """See an event; be told otherwise by nobody, by a believed and by a disbelieved source; remember what was seen."""
    human = human_figures("misinformation")
    found = np.array(each_subject(_memories, config, seed, subjects, progress, "misinformation"))
    right, wrong = found.mean(axis=0)
    measures = {
        "right_untold": float(right[0]),
        "right_believed": float(right[1]),
        "right_disbelieved": float(right[2]),
        "misled_believed": float(wrong[1]),
        "misled_disbelieved": float(wrong[2]),
        "p_misled": p_above_zero(found[:, 0, 0] - found[:, 0, 1]),
        "p_resisted": p_above_zero(found[:, 1, 1] - found[:, 1, 2]),
    }
    people = (human["right_untold"], human["right_misled"], math.nan)
    return Outcome(
        measures,
        (
            Series("right", (0.0, 1.0, 2.0), tuple(right), people),
            Series("misled", (0.0, 1.0, 2.0), tuple(wrong)),
        ),
    )


def sleeper(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Ask for claims of both sources at once and four weeks later."""
    found = np.array(each_subject(_claims, config, seed, subjects, progress, "sleeper"))
    mean = found.mean(axis=0)
    discount = found[:, 0] - found[:, 1]
    measures = {
        "discount_at_once": float(discount[:, 0].mean()),
        "discount_later": float(discount[:, 1].mean()),
        "p_discounted": p_above_zero(discount[:, 0]),
        "p_less_later": p_above_zero(discount[:, 0] - discount[:, 1]),
        "rise_of_disbelieved": float(mean[1, 1] - mean[1, 0]),
        "p_disbelieved_rises": p_above_zero(found[:, 1, 1] - found[:, 1, 0]),
    }
    return Outcome(
        measures,
        (Series("believed", (0.0, 1.0), tuple(mean[0])), Series("disbelieved", (0.0, 1.0), tuple(mean[1]))),
    )


def _memories(subject: Subject) -> Array:
    """Return how often what was seen, and what was told, comes to mind, (2, untold / believed / disbelieved)."""
    _meet_sources(subject.brain)
    nouns = iter(words(subject, 3 * EACH))
    seen = [Pair(next(nouns), next(nouns)) for _ in range(EACH)]
    told = [Pair(pair.cue, next(nouns)) for pair in seen]
    for pair in seen * SEEN:
        subject.study(pair.text, seconds=2.0, importance=IMPORTANCE)
    subject.stay_awake(20 * MINUTE)
    for number, pair in enumerate(told * TOLD):
        kind = number % EACH % 3
        if kind:
            said_by = (BELIEVED, DISBELIEVED)[kind - 1]
            subject.study(pair.text, seconds=2.0, source=said_by, importance=IMPORTANCE)
    subject.stay_awake(20 * MINUTE)
    result = np.zeros((2, 3))
    for number, (first, second) in enumerate(zip(seen, told, strict=True)):
        said = subject.brain.memory.cued_recall(first.cue).content
        result[:, number % 3] += np.array([said == first.text, said == second.text]) * 3 / EACH
    return result


def _claims(subject: Subject) -> Array:
    """Return how often claims come to mind, (believed and disbelieved, at once and later)."""
    _meet_sources(subject.brain)
    nouns = words(subject, 8 * EACH)
    claims = [Pair(cue, response) for cue, response in zip(nouns[::2], nouns[1::2], strict=True)]
    sets = [claims[number * EACH :][:EACH] for number in range(4)]
    for _ in range(TOLD):
        for number, each in enumerate(sets):
            for pair in each:
                subject.study(pair.text, source=(BELIEVED, DISBELIEVED)[number % 2], importance=IMPORTANCE)
        subject.brain.advance(seconds=MINUTE)
    result = np.zeros((2, 2))
    for later, wait in enumerate((MINUTE, WEEKS)):
        subject.live(wait)
        for row in range(2):
            right = [subject.brain.memory.cued_recall(pair.cue).content == pair.text for pair in sets[2 * later + row]]
            result[row, later] = np.mean(right)
    return result


def _meet_sources(brain: BrainSystem) -> None:
    """Let one source be known as reliable and one as not."""
    brain.memory.source.register(BELIEVED)
    brain.memory.source.register(DISBELIEVED)
    for _ in range(DENIALS):
        brain.memory.source.update_trust(BELIEVED, confirmed=True)
        brain.memory.source.update_trust(DISBELIEVED, confirmed=False)


EFFECT = Effect(
    "misinformation", "Misinformation after the event", "Loftus, Miller & Burns 1978", misinformation, 40,
    {"p_misled": "<= 0.01", "p_resisted": "<= 0.01"},
    Axes("told otherwise by", "share of answers", ticks=("nobody", "believed", "disbelieved"), joined=False),
    {"recall.trust_weight": (0.0, 5.0), "recall.noise": (0.05, 2.0)}, 6,
)  # fmt: skip

SLEEPER = Effect(
    "sleeper", "Sleeper effect", "Hovland & Weiss 1951", sleeper, 16,
    {"p_discounted": "<= 0.01", "p_less_later": "<= 0.01", "p_disbelieved_rises": "<= 0.01"},
    Axes("", "share of claims that come to mind", ticks=("at once", "after 4 weeks")),
)  # fmt: skip
