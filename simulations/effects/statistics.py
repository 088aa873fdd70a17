"""How close two curves are, and how sure a direction is over subjects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from brain.errors import MissingExtraError

if TYPE_CHECKING:
    from types import ModuleType

__all__ = ["Array", "correlation", "explained", "p_above_zero", "p_sign", "rmse", "scipy_module"]

Array = npt.NDArray[np.float64]


def scipy_module(name: str) -> ModuleType:
    """Return a part of scipy.

    Raises:
        MissingExtraError: if scipy is not installed.
    """
    from importlib import import_module

    try:
        return import_module(f"scipy.{name}")
    except ImportError:
        raise MissingExtraError("human effects need scipy: pip install 'actor-brain[lab]'") from None


def rmse(model: Sequence[float] | Array, human: Sequence[float] | Array) -> float:
    """Return the root of the mean squared difference."""
    return float(np.sqrt(np.mean((np.asarray(model) - np.asarray(human)) ** 2)))


def correlation(model: Sequence[float] | Array, human: Sequence[float] | Array) -> float:
    """Return Pearson's r; 0 if either does not vary."""
    first, second = np.asarray(model, dtype=np.float64), np.asarray(human, dtype=np.float64)
    if len(first) < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return 0.0
    # Centred and scaled first: squares of tiny deviations would underflow.
    first, second = (each - each.mean() for each in (first, second))
    first, second = first / np.abs(first).max(), second / np.abs(second).max()
    return float(np.clip(first @ second / np.sqrt((first @ first) * (second @ second)), -1.0, 1.0))


def explained(model: Sequence[float] | Array, human: Sequence[float] | Array) -> float:
    """Return r2 = 1 - SSE / SST, the share of the variance in human figures that a model explains.

    At most 1; below 0 for a model that is worse than the mean; minus infinity if the human figures do not vary.
    """
    target = np.asarray(human, dtype=np.float64)
    error = float(((np.asarray(model) - target) ** 2).sum())
    total = float(((target - target.mean()) ** 2).sum())
    return 1.0 - error / total if total > 0 else -np.inf


def p_above_zero(values: Sequence[float] | Array) -> float:
    """Return the one-sided p of a t-test over subjects that the mean is above 0.

    1 if there are fewer than two subjects; 0 or 1 if all have the same value.
    """
    found = np.asarray(values, dtype=np.float64)
    if len(found) < 2:
        return 1.0
    if np.ptp(found) == 0:
        return float(found[0] <= 0)
    stats: Any = scipy_module("stats")
    return float(stats.ttest_1samp(found, 0.0, alternative="greater").pvalue)


def p_sign(values: Sequence[float] | Array) -> float:
    """Return the one-sided p of a sign test over subjects that more are above 0 than below; ties do not count."""
    found = np.asarray(values, dtype=np.float64)
    above, below = int((found > 0).sum()), int((found < 0).sum())
    if above + below == 0:
        return 1.0
    stats: Any = scipy_module("stats")
    return float(stats.binomtest(above, above + below, 0.5, alternative="greater").pvalue)
