"""Ranges, Latin hypercubes, and seeds."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulations.experiments import Experiment
from simulations.experiments.factors import Factor, Span
from simulations.scenario import Scenario

Read = Callable[[str], Experiment]
LATIN = """
scenario = "short.toml"
design = "latin"
samples = 12
seed = {seed}
[factors]
n = {{ from = 1, to = 4 }}
wait = ["1m", "1h", "1d"]
"recall.noise" = {{ from = 0.1, to = 10.0, log = true }}
"""


def test_a_range_is_spread_from_end_to_end() -> None:
    assert Span(0.0, 1.0, 5).spread() == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert Span(1.0, 100.0, 3, log=True).spread() == pytest.approx([1, 10, 100])
    assert Span(1, 4, 9, whole=True).spread() == [1, 2, 3, 4]


@given(st.floats(0.01, 100), st.floats(0.01, 100), st.floats(0, 1, exclude_max=True), st.booleans(), st.booleans())
def test_a_sampled_value_lies_within_its_range(low: float, width: float, share: float, log: bool, whole: bool) -> None:
    low, high = (max(1, round(low)), max(1, round(low)) + max(1, round(width))) if whole else (low, low + width)
    value = Span(low, high, log=log, whole=whole).at(share)
    assert low - 1e-9 <= value <= high * (1 + 1e-12)
    assert not whole or isinstance(value, int)


def test_whole_numbers_are_equally_likely() -> None:
    span = Span(1, 4, whole=True)
    assert [span.at((i + 0.5) / 8) for i in range(8)] == [1, 1, 2, 2, 3, 3, 4, 4]


def test_a_latin_hypercube_covers_every_factor_evenly(read: Read) -> None:
    cells = read(LATIN.format(seed=3)).cells
    assert sorted(cell["n"] for cell in cells) == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3
    assert sorted(cell["wait"] for cell in cells) == ["1d"] * 4 + ["1h"] * 4 + ["1m"] * 4
    # Each twelfth of the range of the logarithm is hit once.
    strata = sorted(cell["recall.noise"] for cell in cells)
    assert all(0.1 * 100 ** (i / 12) <= value <= 0.1 * 100 ** ((i + 1) / 12) for i, value in enumerate(strata))


def test_a_latin_hypercube_follows_from_the_seed(read: Read) -> None:
    assert read(LATIN.format(seed=3)).cells == read(LATIN.format(seed=3)).cells
    assert read(LATIN.format(seed=3)).cells != read(LATIN.format(seed=4)).cells


def test_whole_settings_are_sampled_as_whole_numbers() -> None:
    factor = Factor.read("working.max_size", {"from": 3, "to": 9}, Scenario("s"))
    assert all(isinstance(factor.at(i / 10), int) for i in range(10))


def test_every_run_has_a_seed_of_its_own(read: Read) -> None:
    experiment = read('scenario = "short.toml"\nreplications = 10\nseed = 1\n[factors]\nn = [1, 2, 3]')
    runs = list(experiment.runs())
    assert [run.run for run in runs] == list(range(1, 31))
    assert len({run.seed for run in runs}) == 30
    assert all(0 <= run.seed < 2**48 for run in runs)


def test_seeds_do_not_change_when_cells_or_replications_are_added(read: Read) -> None:
    few = read('scenario = "short.toml"\nreplications = 2\nseed = 1\n[factors]\nn = [1, 2]')
    many = read('scenario = "short.toml"\nreplications = 5\nseed = 1\n[factors]\nn = [1, 2, 3]')
    seeds = {(run.cell, run.replication): run.seed for run in many.runs()}
    assert all(seeds[run.cell, run.replication] == run.seed for run in few.runs())


def test_another_seed_gives_other_runs(read: Read) -> None:
    one, two = (read(f'scenario = "short.toml"\nreplications = 5\nseed = {seed}') for seed in (1, 2))
    assert not {run.seed for run in one.runs()} & {run.seed for run in two.runs()}


def test_paired_cells_share_the_seeds_of_their_replications(read: Read) -> None:
    experiment = read('scenario = "short.toml"\npaired = true\nreplications = 3\n[factors]\nn = [1, 2]')
    by_replication = itertools.groupby(
        sorted(experiment.runs(), key=lambda run: run.replication), key=lambda run: run.replication
    )
    seeds = [{run.seed for run in runs} for _, runs in by_replication]
    assert [len(each) for each in seeds] == [1, 1, 1]
    assert len(set.union(*seeds)) == 3
