"""The curves of free recall, on recalls whose curves are known."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulations.effects.free_recall_curves import first_recall, lag_crp, of_subjects, serial_position
from simulations.effects.free_recall_lists import Recalls
from simulations.effects.statistics import rmse

LAGS = [-2, -1, 1, 2]


def one(*lists: tuple[int, ...], items: int = 4) -> Recalls:
    return Recalls(items, (lists,))


def test_serial_position_counts_each_word_once_a_list() -> None:
    recalls = Recalls(3, (((0, 2), (0, 0)), ((1,), ())))
    assert serial_position(recalls).tolist() == [[1.0, 0.0, 0.5], [0.0, 0.5, 0.0]]
    assert of_subjects(serial_position(recalls)).tolist() == [0.5, 0.25, 0.25]


def test_first_recall_passes_over_intrusions_and_empty_lists() -> None:
    assert first_recall(one((3, 0), (-1, 2), (), (3,), (-1,))).tolist() == [[0, 0, 1 / 3, 2 / 3]]
    assert np.isnan(first_recall(one((), (-1,)))).all()


def test_a_transition_counts_against_those_that_were_possible() -> None:
    # From 1, after 1 has gone, 0, 2 and 3 are left: lags -1, 1, 2. Then from 2: 0 and 3, lags -2 and 1.
    assert lag_crp(one((1, 2, 3)), LAGS).tolist() == [[0.0, 0.0, 1.0, 0.0]]
    assert lag_crp(one((1, 0)), LAGS).tolist()[0][1:] == [1.0, 0.0, 0.0]


def test_a_lag_that_was_never_possible_has_no_value() -> None:
    assert math.isnan(lag_crp(one((0, 1)), LAGS)[0, 0])
    assert of_subjects(lag_crp(Recalls(4, (((0, 1),), ((3, 1),))), LAGS))[0] == 1.0


def test_intrusions_and_repetitions_break_the_chain() -> None:
    assert np.isnan(lag_crp(one((0, -1, 1)), LAGS)).all()
    np.testing.assert_array_equal(lag_crp(one((0, 1, 0, 2)), LAGS), lag_crp(one((0, 1)), LAGS))


@given(st.integers(2, 7), st.integers(0, 1000))
def test_by_brute_force(items: int, seed: int) -> None:
    chance = Random(seed)
    outputs = tuple(chance.sample(range(items), chance.randint(2, items)))
    for lag in range(1 - items, items):
        if not lag:
            continue
        steps = list(pairwise(outputs))
        possible = sum(0 <= a + lag < items and a + lag not in outputs[: n + 1] for n, (a, _) in enumerate(steps))
        made = sum(b - a == lag for a, b in steps)
        value = lag_crp(one(outputs, items=items), [lag])[0, 0]
        assert math.isnan(value) if not possible else value == pytest.approx(made / possible)


def test_rmse() -> None:
    assert rmse(np.array([1.0, 2.0]), [1.0, 4.0]) == pytest.approx(math.sqrt(2))
