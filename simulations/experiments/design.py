"""Designs: which combinations of the factors' values are run."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from brain.errors import InvalidInputError, MissingExtraError
from simulations.experiments.factors import Factor

__all__ = ["DESIGNS", "MOST_RUNS", "full_grid", "latin_hypercube", "side_by_side"]

DESIGNS = ("grid", "list", "latin")
MOST_RUNS = 1_000_000


def full_grid(factors: Sequence[Factor]) -> list[dict[str, Any]]:
    """Return every combination; the last factor varies fastest.

    Raises:
        InvalidInputError: if a range has no steps, or there are more combinations than can be run.

    """
    values = [factor.values() for factor in factors]
    count = math.prod(len(each) for each in values)
    if count > MOST_RUNS:
        raise InvalidInputError(
            f"the grid has {count} cells, more than {MOST_RUNS}; take fewer values, or a latin design"
        )
    names = [factor.name for factor in factors]
    return [dict(zip(names, combination, strict=True)) for combination in itertools.product(*values)]


def side_by_side(factors: Sequence[Factor]) -> list[dict[str, Any]]:
    """Return the first values of all factors, the second ones, and so on.

    Raises:
        InvalidInputError: if the factors have different numbers of values.

    """
    values = [factor.values() for factor in factors]
    for factor, each in zip(factors, values, strict=True):
        if len(each) != len(values[0]):
            raise InvalidInputError(
                f"a list design takes values side by side, but {factors[0].name!r} has {len(values[0])}"
                f" and {factor.name!r} {len(each)}"
            )
    names = [factor.name for factor in factors]
    return [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]


def latin_hypercube(factors: Sequence[Factor], samples: int, seed: int) -> list[dict[str, Any]]:
    """Return `samples` combinations that cover every factor evenly (a Latin hypercube, McKay et al. 1979).

    Raises:
        MissingExtraError: if scipy is not installed.

    """
    try:
        from scipy.stats import qmc
    except ImportError as error:
        raise MissingExtraError("a latin design needs scipy: pip install 'actor-brain[lab]'") from error
    # The design has a stream of its own, apart from those of the runs.
    chance = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(0,)))
    shares = qmc.LatinHypercube(len(factors), seed=chance).random(samples)
    return [
        {factor.name: factor.at(float(share)) for factor, share in zip(factors, row, strict=True)} for row in shares
    ]
