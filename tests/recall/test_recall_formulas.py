"""The pure functions: base level, encoding, sleep, context, choice."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.config import RecallConfig
from brain.memory.recall.choice import drawn, latencies, luce, stopping
from brain.memory.recall.context import beginning, held, in_mind, neighbours
from brain.memory.recall.strength import decays, encoding, stabilised, strengths

PLAIN = RecallConfig(primacy=0.0)
DAY = 86_400.0


def strength_after(ages: list[float], config: RecallConfig = PLAIN) -> float:
    """Return the strength of a trace met so many seconds ago, oldest first."""
    times, weights = -np.array(ages), np.ones(len(ages))
    return float(strengths(times, weights, decays(times, weights, weights, config), 0.0, config))


def test_forgetting_is_a_power_law() -> None:
    """Far from the beginning the logarithm of strength is a straight line over that of time, of slope -d."""
    ages = np.logspace(5, 8, 7)
    slopes = np.diff(np.log([strength_after([age]) for age in ages])) / np.diff(np.log(ages))
    assert slopes == pytest.approx(np.full(6, -PLAIN.decay), abs=1e-3)


@given(st.floats(0, 1e8), st.floats(0, 1e8))
def test_older_is_weaker(one: float, other: float) -> None:
    young, old = sorted((one, other))
    assert strength_after([old]) <= strength_after([young]) <= 1.0


@given(st.lists(st.floats(0, 1e7), min_size=1, max_size=6), st.floats(0, 1e7))
def test_every_encounter_adds(ages: list[float], further: float) -> None:
    with_it = sorted([*ages, further], reverse=True)
    assert strength_after(with_it) > strength_after(sorted(ages, reverse=True))


def test_no_encounter_no_strength() -> None:
    times = np.array([[-5.0, 0.0], [-5.0, -5.0]])
    weights = np.array([[1.0, 0.0], [1.0, 1.0]])
    once, twice = strengths(times, weights, decays(times, weights, np.ones_like(times), PLAIN), 0.0, PLAIN)
    assert once == pytest.approx(strength_after([5.0]))
    assert twice == pytest.approx(2 * once)


def test_a_spaced_repetition_lasts_longer() -> None:
    """At once the massed one is ahead, after a week the spaced one (Cepeda et al. 2008)."""
    config = RecallConfig(decay=0.2, decay_active=0.3)

    def at_test(gap: float, delay: float) -> float:
        return strength_after([gap + delay, delay], config)

    assert at_test(60, 60) > at_test(2 * DAY, 60)
    assert at_test(2 * DAY, 7 * DAY) > at_test(60, 7 * DAY)


def test_the_best_gap_grows_with_the_delay() -> None:
    config = RecallConfig(decay=0.2, decay_active=0.3)
    gaps = np.logspace(1, 7, 61)
    best = [
        gaps[int(np.argmax([strength_after([gap + delay, delay], config) for gap in gaps]))]
        for delay in (0.1 * DAY, 7 * DAY, 350 * DAY)
    ]
    assert best[0] < best[1] < best[2]
    assert gaps[0] < best[1] < gaps[-1]


def test_the_first_of_a_session_and_the_important_are_encoded_better() -> None:
    config = RecallConfig(primacy=1.0, primacy_reach=2.0, importance_weight=1.0)
    places = np.array([0.0, 1.0, 10.0, math.inf])
    weights = encoding(places, np.full(4, 0.5), config)
    assert weights[0] == pytest.approx(2.0)
    assert weights[0] > weights[1] > weights[2] > weights[3] == 1.0
    assert encoding(places[3:], np.array([1.0]), config)[0] == pytest.approx(math.exp(0.5))


def test_sleep_stabilises_with_the_hours_slept() -> None:
    config = RecallConfig(sleep_gain=0.5, sleep_slowing=0.4, sleep_hours=3.0)
    gain, slower = stabilised(np.array([0.0, 2.0, 8.0, 1000.0]), config)
    assert (gain[0], slower[0]) == (1.0, 1.0)
    assert np.all(np.diff(gain) > 0)
    assert np.all(np.diff(slower) < 0)
    assert (gain[-1], slower[-1]) == pytest.approx((1.5, 0.6))


def test_what_is_held_fades_with_what_came_after() -> None:
    strength = held([0, 1, 5, math.inf], PLAIN)
    assert strength[0] == PLAIN.working_strength
    assert strength[0] > strength[1] > strength[2] > strength[3] == 0.0


def test_neighbours_gain_more_forward_than_back_and_less_far_away() -> None:
    config = RecallConfig(context_forward=2.0, context_back=1.0, context_fall=0.5)
    assert neighbours([-2, -1, 0, 1, 2], config) == pytest.approx([0.5, 1.0, 0.0, 2.0, 1.0])
    assert neighbours([-2, 1], RecallConfig(context_fall=0.0))[0] == 0.0
    assert beginning(np.arange(3.0), RecallConfig(context_start=4.0, context_fall=0.5)) == pytest.approx([4, 2, 1])


def test_outputs_displace_what_was_held() -> None:
    base, newer, gain = np.ones(2), np.array([0.0, math.inf]), np.zeros(2)
    advantage = [float(np.subtract(*in_mind(base, newer, gain, outputs, PLAIN))) for outputs in range(6)]
    assert np.all(np.diff(advantage) < 0)
    assert advantage[-1] > 0


@given(st.floats(-8, 8), st.floats(-8, 8), st.floats(0.05, 5))
def test_a_single_candidate_is_retrieved_as_in_actr(activation: float, threshold: float, noise: float) -> None:
    expected = 1 / (1 + math.exp((threshold - activation) / noise))
    assert luce(np.array([activation]), threshold, noise)[0] == pytest.approx(expected)


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=8), st.floats(-20, 20))
def test_chances_and_failure_make_one(activations: list[float], threshold: float) -> None:
    chances = luce(np.array([*activations, -np.inf]), threshold, 0.7)
    assert chances[-1] == 0
    assert np.all(chances >= 0)
    assert chances.sum() <= 1 + 1e-12
    order = np.argsort(activations)
    assert np.all(np.diff(chances[:-1][order]) >= -1e-12)


def test_a_point_falls_on_a_candidate_or_on_failure() -> None:
    chances = np.array([0.25, 0.0, 0.5])
    assert [drawn(chances, point) for point in (0.0, 0.24, 0.25, 0.74, 0.75, 0.99)] == [0, 0, 2, 2, None, None]
    assert drawn(np.zeros(0), 0.3) is None


def test_the_strong_comes_faster_and_giving_up_takes_longest() -> None:
    seconds = latencies(np.array([2.0, 1.0, -5.0, -np.inf]), 0.0, PLAIN)
    assert seconds[0] < seconds[1] < seconds[2] == seconds[3]
    assert stopping(5, PLAIN) > stopping(0, PLAIN)
