"""What else makes a trace come to mind: that it is still held, and what has just been recalled beside it. As arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from brain.config import RecallConfig
from brain.memory.recall.strength import Array

__all__ = ["beginning", "held", "in_mind", "neighbours"]


def held(newer: Any, config: RecallConfig) -> Array:
    """Return the strength of what is in working memory, working_strength * exp(-newer / working_reach).

    Args:
        newer: how many things came to mind after it; infinity for what is not in mind.
        config: the parameters.
    """
    strength: Array = config.working_strength * np.exp(-np.asarray(newer, dtype=np.float64) / config.working_reach)
    return strength


def neighbours(lags: Any, config: RecallConfig) -> Array:
    """Return how much stronger what stands `lags` places later in the session becomes, relative to its own strength.

    Forward context_forward, then context_forward * context_fall, and so on; back likewise from context_back. A lag
    of 0 gives 0.
    """
    lag = np.asarray(lags, dtype=np.float64)
    first = np.where(lag > 0, config.context_forward, config.context_back)
    reached: Array = np.where(lag != 0, first * config.context_fall ** np.maximum(np.abs(lag) - 1.0, 0.0), 0.0)
    return reached


def beginning(positions: Array, config: RecallConfig) -> Array:
    """Return how much stronger the start of the session as a cue makes items, before anything has been recalled.

    It is as if what was before the first item had just been recalled: context_start, context_start * context_fall, ...
    """
    started: Array = config.context_start * config.context_fall**positions
    return started


def in_mind(base: Array, newer: Array, gain: Array, outputs: int, config: RecallConfig) -> Array:
    """Return the activation of a session's items in the middle of free recall.

    A = ln(background + (trace + held) (1 + gain)): what has been said so far has displaced what was held, and what
    was said last brings its neighbours along.

    Args:
        base: the strength of the items' traces.
        newer: how many things came to mind after each, before recall began; infinity for what is not in mind.
        gain: what context adds, from `beginning` for the first output and from `neighbours` for the others.
        outputs: how many there were.
        config: the parameters.
    """
    present = base + held(newer + config.working_displaced * outputs, config)
    active: Array = np.log(config.background + present * (1.0 + gain))
    return active
