"""The figures by which effects are judged."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulations.effects.effect import reached
from simulations.effects.practice import fitted_curve
from simulations.effects.statistics import correlation, explained, p_above_zero, p_sign, rmse

NUMBERS = st.lists(st.floats(-1e3, 1e3), min_size=3, max_size=12)


@given(NUMBERS, st.floats(-100, 100))
def test_a_constant_shift_is_the_rmse(values: list[float], shift: float) -> None:
    assert rmse([value + shift for value in values], values) == pytest.approx(abs(shift), abs=1e-6)


@given(NUMBERS, st.floats(0.1, 10), st.floats(-5, 5))
def test_r_is_blind_to_scale_and_shift_and_knows_the_sign(values: list[float], scale: float, shift: float) -> None:
    varied = np.ptp(values) > 1e-3
    moved = [scale * value + shift for value in values]
    assert correlation(moved, values) == pytest.approx(1.0 if varied else correlation(moved, values))
    if varied:
        assert correlation([-value for value in moved], values) == pytest.approx(-1.0)


@given(NUMBERS)
def test_r_is_numpys(values: list[float]) -> None:
    other = np.linspace(0, 1, len(values)) ** 2
    if np.std(values) > 1e-3:
        assert correlation(values, other) == pytest.approx(np.corrcoef(values, other)[0, 1], abs=1e-9)


def test_what_does_not_vary_correlates_with_nothing() -> None:
    assert correlation([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]) == 0
    assert correlation([2.0], [3.0]) == 0


@given(NUMBERS)
def test_the_mean_explains_nothing_and_the_truth_everything(values: list[float]) -> None:
    if np.ptp(values) > 1e-3:
        assert explained(values, values) == 1.0
        assert explained([float(np.mean(values))] * len(values), values) == pytest.approx(0.0, abs=1e-9)
        assert explained([value + 10 * np.ptp(values) for value in values], values) < 0
    assert explained([1.0, 2.0], [3.0, 3.0]) == -math.inf


def test_p_over_subjects() -> None:
    clear, unclear = [0.4, 0.5, 0.6, 0.5, 0.45], [0.4, -0.5, 0.1, -0.2, 0.15]
    assert p_above_zero(clear) < 0.001
    assert p_above_zero([-value for value in clear]) > 0.99
    assert 0.2 < p_above_zero(unclear) < 0.8
    assert p_above_zero([0.3, 0.3, 0.3]) == 0
    assert p_above_zero([0.0, 0.0, 0.0]) == 1
    assert p_above_zero([0.3]) == 1


def test_p_of_signs() -> None:
    assert p_sign([1, 1, 1, 1, 1, 1, 1, 0]) == pytest.approx(0.5**7)
    assert p_sign([0, 0]) == 1
    assert p_sign([-1, -1, 1]) > 0.5


@pytest.mark.parametrize(("value", "goal", "verdict"), [
    (0.97, ">= 0.97", True), (0.969, ">= 0.97", False), (0.03, "<= 0.03", True), (0.031, "<= 0.03", False),
    (math.nan, "<= 0.03", False), (math.nan, ">= 0.03", False),
])  # fmt: skip
def test_goals(value: float, goal: str, verdict: bool) -> None:
    assert reached(value, goal) is verdict


@pytest.mark.parametrize("kind", ["power", "exponential"])
@pytest.mark.parametrize("rate", [0.2, 0.7, 1.5])
def test_practice_curves_are_found_again(kind: str, rate: float) -> None:
    trials = np.arange(1.0, 33.0)
    shape = trials**-rate if kind == "power" else np.exp(-rate * (trials - 1))
    seconds = 0.8 + 1.7 * shape
    other = "exponential" if kind == "power" else "power"
    assert explained(fitted_curve(kind, trials, seconds), seconds) > 0.9999
    assert explained(fitted_curve(other, trials, seconds), seconds) < 0.9999
