"""From encounters to the strength of what was met: time as it was lived, sleep, trust, and the base level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from brain.clock import Clock
from brain.config import RecallConfig
from brain.language import fold
from brain.memory.ports import SourcePort
from brain.memory.recall.strength import Array, decays, encoding, stabilised, strengths
from brain.memory.recall.traces import Encounter, Traces

__all__ = ["Item", "Weighing", "items_of"]

_UNKNOWN_TRUST = 1.0  # what nobody is named for is what the brain lived itself


@dataclass(slots=True)
class Item:
    """Something met once or several times.

    Attributes:
        key: its content, folded: what makes two encounters the same.
        position: its place among the percepts of its session, from 0, where it was met first.
    """

    key: str
    content: str
    position: int
    encounters: list[Encounter] = field(default_factory=list)

    @property
    def episode_id(self) -> str:
        """The episode of the latest encounter."""
        return self.encounters[-1].episode_id if self.encounters else ""


def items_of(encounters: Sequence[Encounter]) -> list[Item]:
    """Return what was met, in order of first encounter."""
    items: dict[str, Item] = {}
    percepts = 0
    for encounter in encounters:
        key = fold(encounter.content)
        if key not in items:
            items[key] = Item(key, encounter.content, percepts)
        items[key].encounters.append(encounter)
        percepts += not encounter.recalled
    return list(items.values())


class Weighing:
    """Works out how strong items are now.

    Args:
        traces: when the brain slept, and how much has happened.
        sources: how far sources are believed.
        clock, config: time and numbers.
    """

    def __init__(self, traces: Traces, sources: SourcePort, clock: Clock, config: RecallConfig) -> None:
        self._traces = traces
        self._sources = sources
        self._clock = clock
        self._config = config

    def strengths(self, items: Sequence[Item]) -> Array:
        """Return the strength of each item's trace at this moment, (items,)."""
        config = self._config
        if not items:
            return np.zeros(0)
        now = self._clock.now()
        encounters = [encounter for item in items for encounter in item.encounters]
        # As rows of equal length, for the functions over arrays: a place without an encounter weighs nothing.
        places = np.zeros((len(items), max(len(item.encounters) for item in items)), dtype=bool)
        for row, item in enumerate(items):
            places[row, : len(item.encounters)] = True

        def arranged(values: Array, empty: float) -> Array:
            table = np.full(places.shape, empty)
            table[places] = values
            return table

        at = np.array([encounter.at for encounter in encounters])
        lived, hours = self._lived(at, now)
        gain, slower = stabilised(hours, config)
        recalled = np.array([encounter.recalled for encounter in encounters])
        weights = self._encoded(encounters) * gain * np.where(recalled, config.recalled_strength, 1.0)
        slower *= np.where(recalled, 1.0 - config.recalled_slowing, 1.0)
        times, weighed = arranged(lived, 0.0), arranged(weights, 0.0)
        return strengths(times, weighed, decays(times, weighed, arranged(slower, 1.0), config), 0.0, config)

    def _lived(self, at: Array, now: float) -> tuple[Array, Array]:
        """Return moments as seconds before now (<= 0) as they count for forgetting, and the hours slept since each."""
        config, since = self._config, np.minimum(at - now, 0.0)
        hours = np.zeros_like(at)
        if config.sleep_gain or config.sleep_slowing or config.sleep_share < 1:
            began, ended = np.array(self._traces.sleeps()).reshape(-1, 2).T[:, :, None]
            hours = np.maximum(np.minimum(ended, now) - np.maximum(at, began), 0.0).sum(axis=0) / 3600
        lived = since + (1.0 - config.sleep_share) * hours * 3600
        if config.interference_seconds:
            before = np.array(self._traces.events_before([*at.tolist(), now]), dtype=np.float64)
            lived -= config.interference_seconds * np.maximum(before[-1] - before[:-1] - 1.0, 0.0)
        return lived, hours

    def _encoded(self, encounters: Sequence[Encounter]) -> Array:
        """Return with what weight encounters were encoded, trust in who said it included."""
        config = self._config
        places = np.array([e.place if e.session_id and not e.recalled else np.inf for e in encounters])
        weights = encoding(places, np.array([encounter.importance for encounter in encounters]), config)
        if not config.trust_weight:
            return weights
        named = sorted({encounter.source for encounter in encounters if encounter.source})
        trust = self._sources.trust_of(named) if named else {}
        believed = np.array([trust.get(encounter.source, _UNKNOWN_TRUST) for encounter in encounters])
        age = np.maximum(self._clock.now() - np.array([encounter.at for encounter in encounters]), 0.0)
        # Who said it is forgotten by a law of its own; what is left of the link discounts the claim.
        link = (1.0 + age / config.decay_scale_seconds) ** -config.source_decay
        weights *= np.maximum(1.0 - (1.0 - believed) * link, 1e-9) ** config.trust_weight
        return weights
