"""What the graph of concepts adds: items of a session strengthen what they are linked to, met or not.

Each item passes association * strength * weight / fan to every concept linked to it, fan being how many there are.
What several studied words point at may so come to mind though it was never met (Roediger & McDermott 1995).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from brain.config import RecallConfig
from brain.language import Analyzer, fold
from brain.memory.ports import SemanticPort
from brain.memory.recall.strength import Array
from brain.memory.recall.weighing import Item

__all__ = ["Associations", "Linked"]

Places = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Linked:
    """How a session's items are linked: `passed[k]` of an item's strength goes from item `starts[k]` to `ends[k]`.

    Attributes:
        intruders: what is linked to the items but was not met there; their numbers follow those of the items.
        share: how much of what is passed reaches others without the item being recalled.
    """

    intruders: list[Item]
    starts: Places
    ends: Places
    passed: Array
    share: float

    def added(self, base: Array) -> Array:
        """Return the strengths of items and intruders, with what reaches them from the items."""
        whole = np.concatenate([base, np.zeros(len(self.intruders))])
        np.add.at(whole, self.ends, self.share * self.passed)
        return whole

    def from_one(self, number: int, count: int) -> Array:
        """Return what one of `count` items and intruders passes to each."""
        reached = np.zeros(count)
        mine = self.starts == number
        np.add.at(reached, self.ends[mine], self.passed[mine])
        return reached


class Associations:
    """Reads links between items from the graph.

    Args:
        semantic: the graph.
        config: the parameters.
        analyzer: how words are compared.
    """

    def __init__(self, semantic: SemanticPort, config: RecallConfig, analyzer: Analyzer) -> None:
        self._semantic = semantic
        self._analyzer = analyzer
        self._config = config

    def around(self, items: Sequence[Item], strengths: Array) -> Linked:
        """Return how items of these strengths are linked, and to what else."""
        places = {self._analyzer.concept_key(item.content): place for place, item in enumerate(items)}
        intruders: list[Item] = []
        starts, ends, passed = list[int](), list[int](), list[float]()
        for start, linked in enumerate(self._links(items)):
            for name, weight in linked.items():
                key = self._analyzer.concept_key(name)
                if key not in places:
                    places[key] = len(items) + len(intruders)
                    intruders.append(Item(fold(name), name, -1))
                starts.append(start)
                ends.append(places[key])
                passed.append(float(strengths[start]) * weight / len(linked))
        return Linked(
            intruders, np.array(starts, dtype=np.intp), np.array(ends, dtype=np.intp),
            np.array(passed, dtype=np.float64), self._config.association,
        )  # fmt: skip

    def familiarity(self, content: str, items: Sequence[Item], strengths: Array) -> float:
        """Return the strength that reaches a content from the items linked to it."""
        key = self._analyzer.concept_key(content)
        return self._config.association * sum(
            float(strengths[start]) * weight / len(linked)
            for start, linked in enumerate(self._links(items))
            for name, weight in linked.items()
            if self._analyzer.concept_key(name) == key
        )

    def _links(self, items: Sequence[Item]) -> list[dict[str, float]]:
        if not items or not (self._config.association or self._config.association_cue):
            return [{} for _ in items]
        found = self._semantic.associates([item.content for item in items])
        return [{link.target: link.weight for link in found[item.content]} for item in items]
