"""The share of a fresh trace that is not yet fixed."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.config import RecallConfig
from brain.memory.recall.strength import strengths

SHARES = st.floats(0, 1)
AGES = st.lists(st.floats(0, 1e8), min_size=2, max_size=20)


def left(ages: list[float], config: RecallConfig) -> list[float]:
    """Return what is left of one encounter at these ages."""
    each = [strengths(np.zeros(1), np.ones(1), np.full(1, config.decay), age, config) for age in ages]
    return [float(value) for value in each]


@given(SHARES, AGES)
def test_a_trace_starts_at_one_and_only_fades(share: float, ages: list[float]) -> None:
    values = left([0.0, *sorted(ages)], RecallConfig(labile=share))
    assert values[0] == pytest.approx(1.0)
    assert all(later <= earlier + 1e-12 for earlier, later in pairwise(values))


@given(SHARES, AGES)
def test_long_after_only_the_fixed_share_is_left(share: float, ages: list[float]) -> None:
    old = [age + 1e6 for age in ages]
    fixed = [(1 - share) * value for value in left(old, RecallConfig(labile=0.0))]
    assert left(old, RecallConfig(labile=share)) == pytest.approx(fixed)


def test_the_labile_share_fades_exponentially() -> None:
    config = RecallConfig(labile=1.0, labile_seconds=600.0)
    assert left([600.0, 1200.0], config) == pytest.approx([math.exp(-1), math.exp(-2)])
