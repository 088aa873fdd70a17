"""All effects by name."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from functools import cache

from brain.errors import InvalidInputError
from simulations.effects import (
    decay_laws,
    false_memory,
    fan,
    forgetting,
    free_recall,
    interference,
    misinformation,
    paired_associates,
    practice,
    short_term,
    sleep,
    spacing,
    testing,
    trust,
)
from simulations.effects.effect import Effect

__all__ = ["all_effects", "effects_named"]


def all_effects() -> Mapping[str, Effect]:
    """Return every effect by its name, in the order in which they are run."""
    return _registered()


def effects_named(names: Sequence[str]) -> list[Effect]:
    """Return the effects of these names, all if there is none.

    Raises:
        InvalidInputError: for an unknown name; the nearest one is given.
    """
    known = _registered()
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.4)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}"
            raise InvalidInputError(f"no effect is called {name!r}{hint}")
    return [known[name] for name in dict.fromkeys(names)] if names else list(known.values())


@cache
def _registered() -> dict[str, Effect]:
    listed = [
        forgetting.EFFECT, decay_laws.EFFECT, short_term.EFFECT, *free_recall.EFFECTS, fan.EFFECT,
        paired_associates.EFFECT, practice.EFFECT, spacing.EFFECT, testing.EFFECT, false_memory.EFFECT, sleep.EFFECT,
        interference.EFFECT, trust.EFFECT, misinformation.EFFECT, misinformation.SLEEPER,
    ]  # fmt: skip
    return {effect.name: effect for effect in listed}
