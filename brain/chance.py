"""Chance as an argument: random generators and id factories that a seed fixes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

__all__ = ["IdFactory", "make_generator", "make_id_factory", "random_ids", "seeded_ids"]

IdFactory = Callable[[str], str]
"""Makes a new id from a prefix: `ids("ep")` -> `"ep_00002a61b2a9d3e8f70c"`."""

_COUNTED = 0xFFFFFF
_RANDOM_BITS = 56


def make_id_factory(generator: random.Random) -> IdFactory:
    """Return an id factory that draws from `generator`.

    Six digits count, so that ids made one after the other stand together in an index; fourteen are random, so that
    two processes writing to one mind share an id with a chance below one in 10^14 a pair.
    """
    counter = itertools.count()

    def new_id(prefix: str) -> str:
        return f"{prefix}_{next(counter) & _COUNTED:06x}{generator.getrandbits(_RANDOM_BITS):014x}"

    return new_id


def seeded_ids(seed: int | str) -> IdFactory:
    """Return an id factory whose ids follow from `seed` alone."""
    return make_id_factory(random.Random(seed))


def random_ids() -> IdFactory:
    """Return an id factory that draws from the operating system: no two processes share an id."""
    return make_id_factory(random.SystemRandom())


def make_generator(seed: int | str | None) -> np.random.Generator:
    """Return a generator of random numbers that follows from `seed` alone; from the operating system if None."""
    import numpy as np

    if seed is None:
        return np.random.default_rng()
    return np.random.default_rng(int.from_bytes(blake2b(str(seed).encode(), digest_size=16).digest(), "big"))
