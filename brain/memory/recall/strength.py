"""How strong a trace is: base level over its encounters, as arrays.

Strength is the exponential of activation, A = ln(strength). Encounters lie along the last axis; a place that holds
none has weight 0. Times are seconds on any line; only differences count.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from brain.config import RecallConfig

__all__ = ["Array", "decays", "encoding", "stabilised", "strengths"]

Array = npt.NDArray[np.float64]


def encoding(positions: Array, importance: Array, config: RecallConfig) -> Array:
    """Return with what weight an encounter is encoded.

    The first events of a session find an unoccupied mind: 1 + primacy * exp(-position / primacy_reach). An
    encounter of importance 0.5 counts as it is, others exp(importance_weight * (importance - 0.5)) times as much.

    Args:
        positions: places in the session, from 0; infinity for an encounter outside any session.
        importance: 0-1.
        config: the parameters.
    """
    first = 1.0 + config.primacy * np.exp(-positions / config.primacy_reach)
    weighed: Array = first * np.exp(config.importance_weight * (importance - 0.5))
    return weighed


def decays(times: Array, weights: Array, slower: Array, config: RecallConfig) -> Array:
    """Return by what exponent each encounter fades, d_j = a + c * exp(A_j) (Pavlik & Anderson 2005).

    A_j is the activation that the encounters before it left at its moment: one that finds the trace still active
    adds less that lasts. That is the spacing effect.

    Args:
        times: of the encounters, ascending along the last axis.
        weights: of the encounters.
        slower: by what each exponent is multiplied besides (sleep, retrieval).
        config: `decay` is a, `decay_active` is c.
    """
    exponents: Array = config.decay * slower * np.ones(np.broadcast_shapes(times.shape, weights.shape))
    if not config.decay_active:
        return exponents
    for j in range(1, times.shape[-1]):
        before = faded(times[..., j : j + 1] - times[..., :j], exponents[..., :j], config)
        active = (weights[..., :j] * before).sum(axis=-1)
        exponents[..., j] += config.decay_active * active * slower[..., j]
    return exponents


def faded(ages: Any, exponents: Any, config: RecallConfig) -> Array:
    """Return what is left of an encounter, (1 + age / scale)^-d: a power law that starts at 1 (Wickelgren 1974).

    Of a fresh encounter the share `labile` is not yet fixed and fades as exp(-age / labile_seconds) instead.
    """
    since = np.maximum(ages, 0.0)
    left: Array = (1.0 + since / config.decay_scale_seconds) ** -exponents
    if config.labile:
        left = (1.0 - config.labile) * left + config.labile * np.exp(-since / config.labile_seconds)
    return left


def strengths(times: Array, weights: Array, exponents: Array, now: float | Array, config: RecallConfig) -> Array:
    """Return the strength of traces, the sum of s_j (1 + age_j / scale)^-d_j over the last axis."""
    total: Array = (weights * faded(now - times, exponents, config)).sum(axis=-1)
    return total


def stabilised(hours_slept: Array, config: RecallConfig) -> tuple[Array, Array]:
    """Return what sleep since an encounter did to it: a factor for its weight and one for its exponent.

    Both approach their full value with the hours slept, 1 - exp(-hours / sleep_hours).
    """
    share = -np.expm1(-hours_slept / config.sleep_hours)
    return 1.0 + config.sleep_gain * share, 1.0 - config.sleep_slowing * share
