"""What wins: Luce's choice among activations and a threshold, and how long that takes. As arrays.

Noise of the extreme-value kind with scale s on each activation and on the threshold makes the highest one win with
the probability exp(A_i / s) / (exp(T / s) + sum_k exp(A_k / s)) (Luce 1959; McFadden 1974). With one candidate that
is ACT-R's 1 / (1 + exp((T - A) / s)).
"""

from __future__ import annotations

import numpy as np

from brain.config import RecallConfig
from brain.memory.recall.strength import Array

__all__ = ["drawn", "latencies", "luce", "stopping"]


def luce(activations: Array, threshold: float | Array, noise: float) -> Array:
    """Return with which probability each candidate is retrieved; what is missing to 1 is retrieval failure.

    Args:
        activations: candidates along the last axis; minus infinity for one that cannot be chosen.
        threshold: one number, or one a row with a last axis of length 1.
        noise: s > 0.
    """
    limit = np.asarray(threshold, dtype=np.float64)
    most = np.maximum(activations.max(axis=-1, keepdims=True, initial=-np.inf), limit)
    odds = np.exp((activations - most) / noise)
    share: Array = odds / (odds.sum(axis=-1, keepdims=True) + np.exp((limit - most) / noise))
    return share


def stopping(outputs: int, config: RecallConfig) -> float:
    """Return the threshold of free recall after so many outputs: each makes giving up a little easier."""
    return config.free_threshold + config.free_threshold_growth * outputs


def latencies(activations: Array, threshold: float, config: RecallConfig) -> Array:
    """Return the seconds to retrieve, F exp(-f A) + t0 (ACT-R); below the threshold, the seconds to give up."""
    seconds: Array = config.latency_fixed + config.latency_factor * np.exp(
        -config.latency_exponent * np.maximum(activations, threshold)
    )
    return seconds


def drawn(chances: Array, point: float) -> int | None:
    """Return which candidate a random point in [0, 1) falls on; None for retrieval failure.

    Args:
        chances: of the candidates; what is missing to 1 is failure.
        point: the random number.
    """
    place = int(np.searchsorted(np.cumsum(chances), point, side="right"))
    return place if place < chances.shape[-1] else None
