"""Free recall: serial position, first recall and lag-CRP (PEERS), another study predicted, and Glanzer & Cunitz's delay.

Subjects are brains that perceive words one by one in virtual time and then say what comes to mind; see
docs/human-recall.md. The same parameters are used throughout.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.free_recall_curves import Curve, first_recall, lag_crp, of_subjects, serial_position
from simulations.effects.free_recall_lists import Recalls, StudyDesign, recall_lists
from simulations.effects.statistics import correlation, p_above_zero, rmse

__all__ = ["EFFECTS", "delay", "first_recalls", "predicted_serial_positions", "serial_positions", "transitions"]

PEERS_SUBJECTS, PEERS_LISTS = 48, 25
MORTON_SUBJECTS, MORTON_LISTS = 32, 25
DELAY_SUBJECTS, DELAY_LISTS = 32, 6
_CLOSE = 3  # places at either end that count as primacy and recency


def serial_positions(
    config: BrainConfig, seed: int, subjects: int, progress: Progress | None = None, *, lists: int = PEERS_LISTS
) -> Outcome:
    """Compare the probability of recalling each of 16 words with PEERS."""
    human, recalls = _human("peers"), _peers(config, seed, subjects, lists, progress)
    return _compared(serial_position(recalls), human["serial_position"])


def first_recalls(
    config: BrainConfig, seed: int, subjects: int, progress: Progress | None = None, *, lists: int = PEERS_LISTS
) -> Outcome:
    """Compare the probability of starting with each of 16 words with PEERS."""
    human, recalls = _human("peers"), _peers(config, seed, subjects, lists, progress)
    return _compared(first_recall(recalls), human["first_recall"])


def transitions(
    config: BrainConfig, seed: int, subjects: int, progress: Progress | None = None, *, lists: int = PEERS_LISTS
) -> Outcome:
    """Compare transitions by lag with PEERS: neighbours follow each other, more often forward (Kahana 1996)."""
    human, recalls = _human("peers"), _peers(config, seed, subjects, lists, progress)
    return _compared(lag_crp(recalls, human["lags"]), human["lag_crp"], human["lags"])


def predicted_serial_positions(
    config: BrainConfig, seed: int, subjects: int, progress: Progress | None = None, *, lists: int = MORTON_LISTS
) -> Outcome:
    """Predict the serial positions of Morton et al. (2013), lists of 24, with what was fitted on PEERS."""
    recalls = _studied("morton", config, seed, subjects, lists, progress)
    return _compared(serial_position(recalls), _human("morton")["serial_position"])


def delay(
    config: BrainConfig, seed: int, subjects: int, progress: Progress | None = None, *, lists: int = DELAY_LISTS
) -> Outcome:
    """Count aloud for 30 s before recall: recency goes, primacy stays (Glanzer & Cunitz 1966).

    Raises:
        MissingExtraError: without scipy.
    """
    counting = float(_human("glanzer_cunitz")["distraction_seconds"])
    curves = {
        name: serial_position(_studied("glanzer_cunitz", config, seed, subjects, lists, progress, seconds))
        for name, seconds in (("immediate", 0.0), ("delayed", counting))
    }
    recency = {name: _advantage(curve, recent=True) for name, curve in curves.items()}
    primacy = _advantage(curves["delayed"], recent=False)
    measures = {
        "recency_immediate": float(recency["immediate"].mean()),
        "recency_delayed": float(recency["delayed"].mean()),
        "primacy_delayed": float(primacy.mean()),
        "p_recency_lost": p_above_zero(recency["immediate"] - recency["delayed"]),
        "p_primacy_delayed": p_above_zero(primacy),
    }
    return Outcome(measures, tuple(_line(name, of_subjects(curve)) for name, curve in curves.items()))


@cache
def _human(study: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath("data/free_recall.toml").read_text(encoding="utf-8")
    figures: dict[str, Any] = tomllib.loads(text)[study]
    return figures


def _studied(
    study: str, config: BrainConfig, seed: int, subjects: int, lists: int, progress: Progress | None,
    counting: float = 0.0,
) -> Recalls:  # fmt: skip
    human = _human(study)
    design = StudyDesign(int(human["items"]), float(human["seconds_per_item"]), subjects, lists)
    return recall_lists(replace(design, distraction_seconds=counting), config, seed, progress)


class _Heard:
    """Passes progress on, and is the same as any other: a cached result does not depend on who is told of it."""

    def __init__(self, progress: Progress | None) -> None:
        self.progress = progress

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Heard)

    def __hash__(self) -> int:
        return 0


def _peers(config: BrainConfig, seed: int, subjects: int, lists: int, progress: Progress | None) -> Recalls:
    """Return the recalls that three of the effects look at."""
    return _cached_peers(config, seed, subjects, lists, _Heard(progress))


@lru_cache(maxsize=2)
def _cached_peers(config: BrainConfig, seed: int, subjects: int, lists: int, heard: _Heard) -> Recalls:
    return _studied("peers", config, seed, subjects, lists, heard.progress)


def _compared(model: Curve, human: list[float], x: list[int] | None = None) -> Outcome:
    mean = of_subjects(model)
    return Outcome({"rmse": rmse(mean, human), "r": correlation(mean, human)}, (_line("all subjects", mean, human, x),))


def _line(label: str, model: Curve, human: list[float] | None = None, x: list[int] | None = None) -> Series:
    places = x if x is not None else range(1, len(model) + 1)
    return Series(label, tuple(map(float, places)), tuple(map(float, model)), tuple(human or ()))


def _advantage(curve: Curve, *, recent: bool) -> Curve:
    """Return by how much each subject recalls the last (or first) three words better than those in the middle."""
    ends = curve[:, -_CLOSE:] if recent else curve[:, :_CLOSE]
    above: Curve = ends.mean(axis=1) - curve[:, 2 * _CLOSE : -2 * _CLOSE].mean(axis=1)
    return above


_PLACES = Axes("place in the list", "probability of recall")
_PEERS = "PEERS (Healey & Kahana)"

EFFECTS = (
    Effect("serial_position", "Serial position", _PEERS, serial_positions, PEERS_SUBJECTS, {"rmse": "<= 0.03"}, _PLACES),
    Effect("first_recall", "First recall", _PEERS, first_recalls, PEERS_SUBJECTS, {"rmse": "<= 0.02"}, _PLACES),
    Effect("lag_crp", "Transitions by lag", _PEERS, transitions, PEERS_SUBJECTS, {"rmse": "<= 0.02"},
           Axes("lag", "probability")),
    Effect("serial_position_morton", "Serial position, predicted", "Morton et al. 2013", predicted_serial_positions,
           MORTON_SUBJECTS, {"rmse": "<= 0.09"}, _PLACES),
    Effect("delayed_free_recall", "Free recall after counting", "Glanzer & Cunitz 1966", delay, DELAY_SUBJECTS,
           {"recency_immediate": ">= 0.1", "recency_delayed": "<= 0.05", "p_recency_lost": "<= 0.01",
            "p_primacy_delayed": "<= 0.01"}, _PLACES),
)  # fmt: skip
"""The effects of this module."""
