"""What the graph of concepts adds: items of a session strengthen what they are linked to, met or not.

Each item passes association * strength * weight / fan to every concept linked to it, fan being how many there are.
What several studied words point at may so come to mind though it was never met (Roediger & McDermott 1995).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from brain.config import RecallConfig
from brain.language import concept_key, fold
from brain.memory.ports import SemanticPort
from brain.memory.recall.strength import Array
from brain.memory.recall.weighing import Item

__all__ = ["Associations", "Linked"]


@dataclass(frozen=True, slots=True)
class Linked:
    """How a session's items are linked.

    Attributes:
        intruders: what is linked to them but was not met there.
        between: what each passes on of its strength, (from, to) over items and then intruders.
        share: how much of that reaches others without being recalled itself.
    """

    intruders: list[Item]
    between: Array
    share: float

    def added(self, base: Array) -> Array:
        """Return the strengths of items and intruders, with what reaches them from the items."""
        whole = np.concatenate([base, np.zeros(len(self.intruders))])
        return whole + self.share * self.between.sum(axis=0) if self.between.size else whole


class Associations:
    """Reads links between items from the graph.

    Args:
        semantic: the graph.
        config: the parameters.
    """

    def __init__(self, semantic: SemanticPort, config: RecallConfig) -> None:
        self._semantic = semantic
        self._config = config

    def around(self, items: Sequence[Item], strengths: Array) -> Linked:
        """Return how items of these strengths are linked, and to what else."""
        config = self._config
        links = self._links(items)
        if not any(links):
            return Linked([], np.zeros((len(items), len(items))), config.association)
        places = {concept_key(item.content): place for place, item in enumerate(items)}
        intruders: list[Item] = []
        for name in (name for linked in links for name in linked):
            key = concept_key(name)
            if key not in places:
                places[key] = len(items) + len(intruders)
                intruders.append(Item(fold(name), name, -1))
        between = np.zeros((len(places), len(places)))
        for start, linked in enumerate(links):
            for name, weight in linked.items():
                between[start, places[concept_key(name)]] = strengths[start] * weight / len(linked)
        return Linked(intruders, between, config.association)

    def familiarity(self, content: str, items: Sequence[Item], strengths: Array) -> float:
        """Return the strength that reaches a content from the items linked to it."""
        key = concept_key(content)
        return self._config.association * sum(
            float(strengths[start]) * weight / len(linked)
            for start, linked in enumerate(self._links(items))
            for name, weight in linked.items()
            if concept_key(name) == key
        )

    def _links(self, items: Sequence[Item]) -> list[dict[str, float]]:
        if not items or not (self._config.association or self._config.association_cue):
            return [{} for _ in items]
        found = self._semantic.associates([item.content for item in items])
        return [{link.target: link.weight for link in found[item.content]} for item in items]
