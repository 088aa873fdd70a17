"""Chance as an argument: random generators and id factories that a seed fixes."""

from __future__ import annotations

import random
from collections.abc import Callable

__all__ = ["IdFactory", "make_id_factory", "random_ids", "seeded_ids"]

IdFactory = Callable[[str], str]
"""Makes a new id from a prefix: `ids("ep")` -> `"ep_5f0c61b2a9d3e8f7"`."""

_ID_BITS = 64  # a million ids collide with a chance below 1 in 30 million


def make_id_factory(generator: random.Random) -> IdFactory:
    """Return an id factory that draws from `generator`."""

    def new_id(prefix: str) -> str:
        return f"{prefix}_{generator.getrandbits(_ID_BITS):016x}"

    return new_id


def seeded_ids(seed: int | str) -> IdFactory:
    """Return an id factory whose ids follow from `seed` alone."""
    return make_id_factory(random.Random(seed))


def random_ids() -> IdFactory:
    """Return an id factory that draws from the operating system: no two processes share an id."""
    return make_id_factory(random.SystemRandom())
