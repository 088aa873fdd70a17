"""Which decay law of the brain forgets as people do? Each law's parameters are fitted to Ebbinghaus's savings, and then
a fact is learnt by a brain with that law and its confidence read after the same delays.

The exponential law is the documents' own, with ticks; the confidence that a fact starts with is fitted too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from brain.config import BrainConfig
from brain.memory.decay import law_from
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import DAY, HOUR, Subject, each_subject, human_figures
from simulations.effects.statistics import Array, explained, scipy_module

__all__ = ["EFFECT"]

TICK = 300.0


@dataclass(frozen=True, slots=True)
class _Law:
    """A law, the settings that are its parameters, and where the search for them starts (in logarithms)."""

    keys: tuple[str, ...]
    starts: tuple[tuple[float, ...], ...]


LAWS: Mapping[str, _Law] = {
    "exponential": _Law(("consolidation.CONFIDENCE_DECAY_RATE",), ((-10.0,), (-7.0,), (-4.0,))),
    "half_life": _Law(("decay.half_life_hours",), ((0.0,), (3.0,), (6.0,))),
    "wickelgren": _Law(("decay.wickelgren_exponent", "decay.wickelgren_rate"), ((-2.0, 0.0), (-2.0, 5.0))),
    "power": _Law(("decay.power_exponent", "decay.power_scale_hours"), ((-2.0, 0.0), (-2.0, -5.0))),
}


def decay_laws(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Fit every law, let brains forget by it, and see which explains the human savings best."""
    human = human_figures("forgetting")
    measures, series = {}, []
    for name in LAWS:
        settings, start = _fitted(name, config, human["hours"], np.array(human["savings"]))
        forgetful = config.with_settings(settings | _quiet(name) | {"decay.semantic": name})
        kept = np.mean(
            each_subject(
                partial(_kept, hours=human["hours"], start=start),
                forgetful, seed, subjects, progress, name,
            ),
            axis=0,
        )  # fmt: skip
        measures[f"r2_{name}"] = explained(kept, human["savings"])
        people = tuple(human["savings"]) if name == "power" else ()  # the same beside all: drawn once
        series.append(Series(name.replace("_", " "), tuple(human["hours"]), tuple(kept), people))
    best = max(measures, key=lambda name: measures[name])
    measures["power_over_exponential"] = measures["r2_power"] - measures["r2_exponential"]
    return Outcome(measures, tuple(series), f"the {best.removeprefix('r2_').replace('_', ' ')} law wins")


def _quiet(law: str) -> dict[str, float]:
    """Return timers that go off once a day, so that months take seconds: what they do touches no confidence.

    Only the exponential law counts ticks, and keeps them.
    """
    timers = ["CONSOLIDATION_INTERVAL", "SAVE_INTERVAL"] + ["DECAY_INTERVAL"] * (law != "exponential")
    return {f"consolidation.{timer}": DAY for timer in timers}


def _kept(subject: Subject, hours: list[float], start: float) -> Array:
    memory, began, kept = subject.brain.memory, subject.brain.clock.now(), []
    memory.store_fact("нейрон", "клетка нервной системы", confidence=start)
    for delay in hours:
        subject.brain.advance(seconds=began + delay * HOUR - subject.brain.clock.now())
        node = memory.semantic.get_fact("нейрон")
        kept.append(0.0 if node is None else node.confidence)
    return np.array(kept)


def _fitted(name: str, config: BrainConfig, hours: list[float], savings: Array) -> tuple[dict[str, Any], float]:
    """Return a law's best settings, and the confidence to start with (least squares)."""
    law = LAWS[name]
    optimize: Any = scipy_module("optimize")

    def settings(logarithms: Array) -> dict[str, Any]:
        return {key: float(value) for key, value in zip(law.keys, np.exp(logarithms), strict=True)}

    def error(logarithms: Array) -> float:
        share = _share(name, config, settings(logarithms), hours)
        return float(((_start(share, savings) * share - savings) ** 2).sum())

    bounds = [(-12.0, -0.01) if name == "exponential" else (-9.0, 9.0)] * len(law.keys)
    tries = [optimize.minimize(error, start, method="Nelder-Mead", bounds=bounds) for start in law.starts]
    best = settings(min(tries, key=lambda found: float(found.fun)).x)
    return best, _start(_share(name, config, best, hours), savings)


def _share(name: str, config: BrainConfig, settings: dict[str, Any], hours: list[float]) -> Array:
    """Return what share the law itself leaves after each delay."""
    law = law_from(name, config.with_settings({k: v for k, v in settings.items() if k.startswith("decay.")}).decay)
    rate = settings.get("consolidation.CONFIDENCE_DECAY_RATE", 0.0)
    return np.array([law.retained(-np.log1p(-rate) * (hour * HOUR // TICK), [hour * HOUR]) for hour in hours])


def _start(share: Array, savings: Array) -> float:
    """Return the confidence, at most 1, from which a share comes closest to the savings."""
    return float(np.clip(share @ savings / np.maximum(share @ share, 1e-12), 0.01, 1.0))


EFFECT = Effect(
    "decay_laws", "Decay laws against savings", "Ebbinghaus 1885", decay_laws, 1,
    {"r2_power": ">= 0.97", "power_over_exponential": ">= 0.3"},
    Axes("hours since learning", "confidence / savings", logarithmic=True),
)  # fmt: skip
