"""Free recall: serial position, first recall and lag-CRP (PEERS), another study predicted, and Glanzer & Cunitz's delay.

Subjects are brains that perceive words one by one in virtual time and then say what comes to mind; see
docs/human-recall.md. The same parameters are used throughout.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import numpy as np

from brain.config import BrainConfig
from brain.errors import MissingExtraError
from simulations.effects.free_recall_curves import Curve, first_recall, lag_crp, of_subjects, rmse, serial_position
from simulations.effects.free_recall_lists import Recalls, StudyDesign, recall_lists

__all__ = [
    "EFFECTS",
    "CurveFit",
    "FreeRecallFinding",
    "delay",
    "first_recalls",
    "predicted_serial_positions",
    "serial_positions",
    "transitions",
]

PEERS_SUBJECTS, PEERS_LISTS = 48, 25
MORTON_SUBJECTS, MORTON_LISTS = 32, 25
DELAY_SUBJECTS, DELAY_LISTS = 32, 6
_CLOSE = 3  # places at either end that count as primacy and recency


@dataclass(frozen=True, slots=True)
class CurveFit:
    """The model's curve beside the human one, to be drawn.

    Attributes:
        x: places in the list from 1, or lags.
        human: empty if only the direction is known.
    """

    label: str
    x: tuple[float, ...]
    model: tuple[float, ...]
    human: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class FreeRecallFinding:
    """What one effect came to.

    Attributes:
        measures: by name.
        goals: by the same names, each "<= number" or ">= number".
        curves: to be drawn.
    """

    name: str
    measures: dict[str, float]
    goals: dict[str, str]
    curves: tuple[CurveFit, ...]

    @property
    def passed(self) -> bool:
        """Whether every goal is reached."""
        return all(_reached(self.measures[name], goal) for name, goal in self.goals.items())


def serial_positions(
    config: BrainConfig, seed: int = 1, *, subjects: int = PEERS_SUBJECTS, lists: int = PEERS_LISTS
) -> FreeRecallFinding:
    """Compare the probability of recalling each of 16 words with PEERS."""
    human, recalls = _human("peers"), _peers(config, seed, subjects, lists)
    return _compared("serial_position", serial_position(recalls), human["serial_position"], 0.03)


def first_recalls(
    config: BrainConfig, seed: int = 1, *, subjects: int = PEERS_SUBJECTS, lists: int = PEERS_LISTS
) -> FreeRecallFinding:
    """Compare the probability of starting with each of 16 words with PEERS."""
    human, recalls = _human("peers"), _peers(config, seed, subjects, lists)
    return _compared("first_recall", first_recall(recalls), human["first_recall"], 0.02)


def transitions(
    config: BrainConfig, seed: int = 1, *, subjects: int = PEERS_SUBJECTS, lists: int = PEERS_LISTS
) -> FreeRecallFinding:
    """Compare transitions by lag with PEERS: neighbours follow each other, more often forward (Kahana 1996)."""
    human, recalls = _human("peers"), _peers(config, seed, subjects, lists)
    model = lag_crp(recalls, human["lags"])
    return _compared("lag_crp", model, human["lag_crp"], 0.02, human["lags"])


def predicted_serial_positions(
    config: BrainConfig, seed: int = 1, *, subjects: int = MORTON_SUBJECTS, lists: int = MORTON_LISTS
) -> FreeRecallFinding:
    """Predict the serial positions of Morton et al. (2013), lists of 24, with what was fitted on PEERS."""
    human, recalls = _human("morton"), _studied("morton", config, seed, subjects, lists)
    return _compared("serial_position_morton", serial_position(recalls), human["serial_position"], 0.09)


def delay(
    config: BrainConfig, seed: int = 1, *, subjects: int = DELAY_SUBJECTS, lists: int = DELAY_LISTS
) -> FreeRecallFinding:
    """Count aloud for 30 s before recall: recency goes, primacy stays (Glanzer & Cunitz 1966).

    Raises:
        MissingExtraError: without scipy.
    """
    counting = float(_human("glanzer_cunitz")["distraction_seconds"])
    curves = {
        name: serial_position(_studied("glanzer_cunitz", config, seed, subjects, lists, seconds))
        for name, seconds in (("immediate", 0.0), ("delayed", counting))
    }
    recency = {name: _advantage(curve, recent=True) for name, curve in curves.items()}
    primacy = _advantage(curves["delayed"], recent=False)
    measures = {
        "recency_immediate": float(recency["immediate"].mean()),
        "recency_delayed": float(recency["delayed"].mean()),
        "primacy_delayed": float(primacy.mean()),
        "p_recency_lost": _p_above_zero(recency["immediate"] - recency["delayed"]),
        "p_primacy_delayed": _p_above_zero(primacy),
    }
    goals = {
        "recency_immediate": ">= 0.1",
        "recency_delayed": "<= 0.05",
        "p_recency_lost": "<= 0.01",
        "p_primacy_delayed": "<= 0.01",
    }
    drawn = tuple(_curve(name, of_subjects(curve)) for name, curve in curves.items())
    return FreeRecallFinding("delayed_free_recall", measures, goals, drawn)


EFFECTS: dict[str, Callable[..., FreeRecallFinding]] = {
    "serial_position": serial_positions,
    "first_recall": first_recalls,
    "lag_crp": transitions,
    "serial_position_morton": predicted_serial_positions,
    "delayed_free_recall": delay,
}
"""The effects of this module by name; each takes a configuration and a seed."""


@cache
def _human(study: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath("data/free_recall.toml").read_text(encoding="utf-8")
    figures: dict[str, Any] = tomllib.loads(text)[study]
    return figures


def _studied(
    study: str, config: BrainConfig, seed: int, subjects: int, lists: int, counting: float = 0.0
) -> Recalls:  # fmt: skip
    human = _human(study)
    design = StudyDesign(int(human["items"]), float(human["seconds_per_item"]), subjects, lists)
    return recall_lists(replace(design, distraction_seconds=counting), config, seed)


@lru_cache(maxsize=2)
def _peers(config: BrainConfig, seed: int, subjects: int, lists: int) -> Recalls:
    """Return the recalls that three of the effects look at."""
    return _studied("peers", config, seed, subjects, lists)


def _compared(
    name: str, model: Curve, human: list[float], most: float, x: list[int] | None = None
) -> FreeRecallFinding:
    """Return a curve's distance from the human one; `most` is the RMSE allowed."""
    mean = of_subjects(model)
    measures = {"rmse": rmse(mean, human), "r": float(np.corrcoef(mean, human)[0, 1])}
    return FreeRecallFinding(name, measures, {"rmse": f"<= {most}"}, (_curve(name, mean, human, x),))


def _curve(label: str, model: Curve, human: list[float] | None = None, x: list[int] | None = None) -> CurveFit:
    places = x if x is not None else range(1, len(model) + 1)
    return CurveFit(label, tuple(map(float, places)), tuple(map(float, model)), tuple(human or ()))


def _advantage(curve: Curve, *, recent: bool) -> Curve:
    """Return by how much each subject recalls the last (or first) three words better than those in the middle."""
    ends = curve[:, -_CLOSE:] if recent else curve[:, :_CLOSE]
    above: Curve = ends.mean(axis=1) - curve[:, 2 * _CLOSE : -2 * _CLOSE].mean(axis=1)
    return above


def _p_above_zero(values: Curve) -> float:
    """Return the one-sided p of a t-test over subjects that the mean is above 0."""
    try:
        from scipy import stats
    except ImportError:
        raise MissingExtraError("tests over subjects need scipy: pip install 'actor-brain[lab]'") from None
    return float(stats.ttest_1samp(values, 0.0, alternative="greater").pvalue)


def _reached(value: float, goal: str) -> bool:
    relation, limit = goal.split()
    return value <= float(limit) if relation == "<=" else value >= float(limit)
