"""The curves of free recall: serial position, first recall, and transitions by lag (Kahana 1996)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simulations.effects.free_recall_lists import Recalls

__all__ = ["Curve", "first_recall", "lag_crp", "of_subjects", "serial_position"]

Curve = npt.NDArray[np.float64]


def serial_position(recalls: Recalls) -> Curve:
    """Return the probability of recalling the word at each place, (subjects, items)."""
    said = [
        [[place in outputs for place in range(recalls.items)] for outputs in subject] for subject in recalls.subjects
    ]
    shares: Curve = np.asarray(said, dtype=np.float64).mean(axis=1)
    return shares


def first_recall(recalls: Recalls) -> Curve:
    """Return the probability that each place is recalled first, intrusions apart, (subjects, items).

    Lists of which nothing was recalled do not count; NaN for a subject without any other.
    """
    first = np.zeros((len(recalls.subjects), recalls.items))
    for row, subject in enumerate(recalls.subjects):
        for outputs in subject:
            place = next((place for place in outputs if place >= 0), None)
            if place is not None:
                first[row, place] += 1
    with np.errstate(invalid="ignore"):
        probability: Curve = first / first.sum(axis=1, keepdims=True)
    return probability


def lag_crp(recalls: Recalls, lags: Sequence[int]) -> Curve:
    """Return how often a transition of each lag was made when it could be made, (subjects, lags).

    Transitions from or to an intrusion or a repetition do not count; NaN where a lag never could be made.
    """
    reach = recalls.items - 1
    made = np.zeros((len(recalls.subjects), 2 * reach + 1))
    possible = np.zeros_like(made)
    for row, subject in enumerate(recalls.subjects):
        for outputs in subject:
            _count(outputs, recalls.items, made[row], possible[row])
    with np.errstate(invalid="ignore", divide="ignore"):
        probability: Curve = made / possible
    return probability[:, [reach + lag for lag in lags]]


def of_subjects(curves: Curve) -> Curve:
    """Return the mean over subjects, those left out for whom there is no value."""
    mean: Curve = np.nanmean(curves, axis=0)
    return mean


def _count(outputs: Sequence[int], items: int, made: Curve, possible: Curve) -> None:
    """Count the transitions of one list into `made` and those that could have been into `possible`."""
    left = np.ones(items, dtype=bool)
    places, before = np.arange(items), -1
    for place in outputs:
        fresh = place >= 0 and left[place]
        if before >= 0 and fresh:
            made[place - before + items - 1] += 1
            possible[places[left] - before + items - 1] += 1
        if place >= 0:
            left[place] = False
        before = place if fresh else -1
