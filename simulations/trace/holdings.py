"""What each structure held over time: items one by one, and how many there were."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from actors.trace import TraceRecord
from brain.config import BrainConfig
from simulations.trace.beliefs import Beliefs
from simulations.trace.working import MindReplay

__all__ = ["STRUCTURES", "Holdings", "Item"]

STRUCTURES = {
    "prefrontal": "working memory",
    "hippocampus": "episodes",
    "temporal_cortex": "facts",
    "source_evaluator": "sources",
    "basal_ganglia": "skills",
}
"""The structures that hold something, by their names in traces, and what."""

_COUNTED = {
    "CountItems": "prefrontal", "CountEpisodes": "hippocampus", "CountFacts": "temporal_cortex",
    "CountSources": "source_evaluator", "CountProcedures": "basal_ganglia",
}  # fmt: skip


@dataclass(slots=True)
class Item:
    """Something that a structure held.

    Attributes:
        structure: a key of `STRUCTURES`.
        item: its id, concept, source or name.
        text: what it says, cut as in the trace.
        since, until: seconds; `until` is None if it was held at the end of the trace.
        ended: 'held', or how it left: 'displaced', 'stale', 'removed', 'cleared', 'crash', 'forgotten'.
        trace_id: the chain of events that brought it.

    """

    structure: str
    item: str
    text: str
    since: float
    until: float | None
    ended: str
    importance: float | None
    source: str
    trace_id: str


class Holdings:
    """Follows what is held through a trace."""

    def __init__(self, config: BrainConfig, beliefs: Beliefs) -> None:
        self._beliefs = beliefs
        self._mind = MindReplay(config)
        self._kept: dict[tuple[str, str], Item] = {}
        self._counts: list[tuple[float, str, int]] = []
        self._texts: dict[str, Item] = {}

    @property
    def doubts(self) -> list[str]:
        """Where what was in mind is only an estimate; known after `items`."""
        return self._mind.doubts

    def see(self, record: TraceRecord) -> None:
        """Take in one message; `beliefs` must have seen it before."""
        self._mind.see(record)
        follow = _FOLLOWED.get(record.type)
        if follow is not None and record.outcome == "ok":
            follow(self, record)
        elif record.type in _COUNTED and isinstance(record.reply, int):
            self._counts.append((record.time, _COUNTED[record.type], record.reply))

    def items(self) -> list[Item]:
        """Return everything that was held, structure by structure, in order of arrival."""
        minded = [
            Item(
                "prefrontal", stay.item, str(stay.record.carried["content"]), stay.record.time, stay.until, stay.ended,
                stay.record.carried["importance"], stay.record.carried["source_ref"], stay.record.trace_id,
            )
            for stay in self._mind.stays()
        ]  # fmt: skip
        believed = [
            Item(
                structure, course.name, course.about, course.changes[0].time, course.ended,
                "held" if course.ended is None else "forgotten", None,
                course.name if structure == "source_evaluator" else "",
                course.trace_id,
            )
            for structure, courses in (("temporal_cortex", self._beliefs.facts), ("source_evaluator", self._beliefs.sources))
            for course in courses.values()
        ]  # fmt: skip
        order = list(STRUCTURES)
        return sorted([*minded, *self._kept.values(), *believed], key=lambda item: order.index(item.structure))

    def levels(self, items: list[Item]) -> dict[str, list[tuple[float, int]]]:
        """Return how many things each structure held: (seconds, count) after each change.

        Between two counts that the brain itself gave, the count follows the items; at each it is what the brain said.
        """
        changes = [(item.since, False, item.structure, 1) for item in items]
        changes += [(item.until, False, item.structure, -1) for item in items if item.until is not None]
        changes += [(time, True, structure, count) for time, structure, count in self._counts]
        levels: dict[str, list[tuple[float, int]]] = {structure: [] for structure in STRUCTURES}
        for time, said, structure, figure in sorted(changes, key=lambda change: change[:2]):
            steps = levels[structure]
            before = steps[-1][1] if steps else 0
            after = figure if said else max(0, before + figure)
            if steps and steps[-1][0] == time:
                steps[-1] = (time, after)
            elif after != before or not steps:
                steps.append((time, after))
        return levels

    def _pushed(self, record: TraceRecord) -> None:
        item = str(record.reply).partition("=")[2].removesuffix(")")
        carried = record.carried
        self._texts[item] = Item(
            "hippocampus", "", str(carried["content"]), 0.0, None, "held", carried["importance"],
            carried["source_ref"], record.trace_id,
        )  # fmt: skip

    def _transferred(self, record: TraceRecord) -> None:
        pushed = self._texts.get(record.carried["item_id"])
        if pushed is not None:
            self._keep(record, record.carried["episode_id"], pushed.text, pushed.importance, pushed.source)

    def _stored(self, record: TraceRecord) -> None:
        episode = str(record.reply).partition("=")[2].removesuffix(")")
        carried = record.carried
        self._keep(record, episode, str(carried["content"]), carried["importance"], carried["source"])

    def _created(self, record: TraceRecord) -> None:
        carried = record.carried
        self._keep(record, carried["name"], carried["description"], None, "", "basal_ganglia")

    def _keep(
        self, record: TraceRecord, item: str, text: str, importance: Any, source: str, structure: str = "hippocampus"
    ) -> None:  # fmt: skip
        held = self._kept.get((structure, item))
        if held is None or held.until is not None:
            self._kept[structure, item] = Item(
                structure, item, text, record.time, None, "held", importance, source, record.trace_id
            )

    def _deleted(self, record: TraceRecord) -> None:
        structure, name = ("hippocampus", "episode_id") if record.type == "DeleteEpisode" else ("basal_ganglia", "name")
        gone = record.reply["first"] if record.type == "PruneProcedures" else [record.carried[name]]
        for item in gone:
            held = self._kept.get((structure, item))
            if held is not None:
                held.until, held.ended = record.time, "forgotten"

    def _described(self, record: TraceRecord) -> None:
        if isinstance(record.reply, dict):
            held = record.reply.get("window", 0) + record.reply.get("protected", 0)
            self._counts.append((record.time, "prefrontal", held))


_FOLLOWED: dict[str, Callable[[Holdings, TraceRecord], None]] = {
    "PushItem": Holdings._pushed,  # noqa: SLF001
    "MarkTransferred": Holdings._transferred,  # noqa: SLF001
    "StoreEpisode": Holdings._stored,  # noqa: SLF001
    "CreateProcedure": Holdings._created,  # noqa: SLF001
    **dict.fromkeys(("DeleteEpisode", "DeleteProcedure", "PruneProcedures"), Holdings._deleted),  # noqa: SLF001
    "DescribeWorking": Holdings._described,  # noqa: SLF001
}
