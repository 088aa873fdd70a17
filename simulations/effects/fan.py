"""The fan effect: the more is known of a person and a place, the longer it takes to verify a sentence (Anderson 1974)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import MINUTE, Subject, each_subject, human_figures
from simulations.effects.material import words
from simulations.effects.statistics import Array, correlation, p_above_zero, rmse

__all__ = ["EFFECT"]

FANS = (1, 2, 3)
ROUNDS = 10
SECONDS = 5.0
IMPORTANCE = 0.8  # sentences mean something, and subjects are told to learn them by heart
WORDS = 36


@dataclass(slots=True)
class _Sentences:
    """Sentences "person place": in each cell of the design the two have the cell's number of facts."""

    learnt: list[str] = field(default_factory=list)
    persons: dict[tuple[int, int], str] = field(default_factory=dict)
    places: dict[tuple[int, int], str] = field(default_factory=dict)


def fan(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Verify nine targets and nine foils."""
    human = human_figures("fan")
    found = np.array(each_subject(_verification, config, seed, subjects, progress, "fan"))
    targets, foils = found.mean(axis=0)
    people = np.array([human["targets"], human["foils"]])
    both = found.mean(axis=0)
    slower = found[:, 0, 2, 2] - found[:, 0, 0, 0]
    measures = {
        "r": correlation(both.ravel(), people.ravel()),
        "rmse": rmse(both.ravel(), people.ravel()),
        "slower_with_fan": float(slower.mean()),
        "p_slower": p_above_zero(slower),
    }
    cells = tuple(map(float, range(9)))
    return Outcome(
        measures,
        (
            Series("targets", cells, tuple(targets.ravel()), tuple(people[0].ravel())),
            Series("foils", cells, tuple(foils.ravel()), tuple(people[1].ravel())),
        ),
    )


def _verification(subject: Subject) -> Array:
    """Return the seconds it takes to verify, (targets and foils, fan of the place, fan of the person)."""
    sentences = _composed(subject)
    for _ in range(ROUNDS):
        for sentence in sentences.learnt:
            subject.study(sentence, seconds=SECONDS, importance=IMPORTANCE)
    subject.stay_awake(5 * MINUTE)
    seconds = np.zeros((2, len(FANS), len(FANS)))
    for row, place_fan in enumerate(FANS):
        for column, person_fan in enumerate(FANS):
            cell = (person_fan, place_fan)
            other = (person_fan % 3 + 1, place_fan)
            same = (person_fan, place_fan % 3 + 1)
            target = f"{sentences.persons[cell]} {sentences.places[cell]}"
            foil = f"{sentences.persons[same]} {sentences.places[other]}"
            for kind, probe in enumerate((target, foil)):
                seconds[kind, row, column] = subject.brain.memory.recognise(probe).latency
    return seconds


def _composed(subject: Subject) -> _Sentences:
    """Make the sentences, 27 in all."""
    made, left = _Sentences(), iter(words(subject, WORDS))
    for person_fan in FANS:
        for place_fan in FANS:
            person, place = next(left), next(left)
            made.persons[person_fan, place_fan], made.places[person_fan, place_fan] = person, place
            made.learnt.append(f"{person} {place}")
            made.learnt += [f"{person} {next(left)}" for _ in range(person_fan - 1)]
            made.learnt += [f"{next(left)} {place}" for _ in range(place_fan - 1)]
    return made


EFFECT = Effect(
    "fan", "Fan effect: time to verify", "Anderson 1974", fan, 4,
    {"r": ">= 0.9", "rmse": "<= 0.08", "p_slower": "<= 0.01"},
    Axes("facts about place-person", "seconds", ticks=tuple(f"{a}-{b}" for a in FANS for b in FANS)),
    {"recall.cue_weight": (0.1, 3.0), "recall.latency_factor": (0.1, 20.0), "recall.latency_exponent": (0.1, 2.0),
     "recall.latency_fixed": (0.1, 2.0)}, 1,
)  # fmt: skip
