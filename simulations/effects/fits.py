"""How close an effect comes if it may have parameters of its own: a fit of the experiment itself, on few subjects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Effect, EffectResult, Progress
from simulations.effects.statistics import Array, scipy_module

__all__ = ["Fit", "distance", "fit"]

STEPS = 40
_FIRST_STEP = 0.12  # of each parameter's range


@dataclass(frozen=True, slots=True)
class Fit:
    """An effect with settings fitted to it alone.

    Attributes:
        settings: by dotted key.
        before, after: the root of the mean squared difference from the human figures, with the subjects of the fit.
        result: of the whole experiment with these settings.
    """

    settings: dict[str, float]
    before: float
    after: float
    result: EffectResult


def distance(result: EffectResult) -> float:
    """Return the root of the mean squared difference between lines and human figures; NaN if there are none."""
    pairs = np.array([p for line in result.series if line.human for p in zip(line.model, line.human, strict=True)])
    if not len(pairs):
        return float("nan")
    model, human = pairs[~np.isnan(pairs).any(axis=1)].T
    return float(np.sqrt(np.mean((model - human) ** 2)))


def fit(
    effect: Effect, config: BrainConfig, seed: int = 1, *, subjects: int | None = None, steps: int = STEPS,
    progress: Progress | None = None,
) -> Fit:  # fmt: skip
    """Search an effect's own settings by the simplex method, starting from `config`; then run it whole.

    Every step runs the experiment on the same few subjects with the same seed, so that steps differ by the settings alone.

    Args:
        subjects: of the whole run at the end.
        steps: how many experiments the search may take.
        progress: told after each of them.

    Raises:
        MissingExtraError: without scipy.
    """
    keys = list(effect.fitted)
    bounds = np.array([effect.fitted[key] for key in keys])
    tables = config.to_dict()
    start = np.clip([float(tables[key.split(".")[0]][key.split(".")[1]]) for key in keys], *bounds.T)
    taken = 0

    def settings(values: Array) -> dict[str, float]:
        return {key: float(value) for key, value in zip(keys, values, strict=True)}

    def error(values: Array) -> float:
        nonlocal taken
        inside = np.clip(values, *bounds.T)
        found = distance(effect.run(config.with_settings(settings(inside)), seed, subjects=effect.fit_subjects))
        taken += 1
        if progress is not None:
            progress(min(taken, steps), steps, f"fit {effect.name}")
        return found

    before = error(start)
    best, after = start, before
    if keys:
        step = _FIRST_STEP * (bounds[:, 1] - bounds[:, 0])
        # Away from a bound, where a clipped step would be none.
        step = np.where(start + step > bounds[:, 1], -step, step)
        optimize: Any = scipy_module("optimize")
        found = optimize.minimize(
            error, start, method="Nelder-Mead", bounds=[tuple(pair) for pair in bounds],
            options={"maxfev": steps, "initial_simplex": np.vstack([start, start + np.diag(step)])},
        )  # fmt: skip
        if found.fun <= before:
            best, after = found.x, float(found.fun)
    own = settings(best)
    return Fit(own, before, after, effect.run(config.with_settings(own), seed, subjects=subjects))
