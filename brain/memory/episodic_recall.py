"""What a query brings to mind of the episodes: matches, their context, and what each is worth."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from brain.config import RetrievalConfig
from brain.memory.activation import Match, spread, worth
from brain.memory.records import Episode, Recollection
from brain.memory.storage import MemoryDatabase
from brain.memory.text_index import TextIndex

__all__ = ["EpisodicRecall", "Reminded"]

_REACH = 3  # neighbours on either side that activation reaches
_SAME = "SELECT n.seq FROM episodes n WHERE n.session_id = e.session_id AND n.session_id <> '' AND n.seq"
_NEIGHBOURS = ", ".join(
    f"({_SAME} {side} e.seq ORDER BY n.seq {way} LIMIT 1 OFFSET {skipped})"
    for side, way in (("<", "DESC"), (">", "ASC"))
    for skipped in range(_REACH)
)
_NUMBERED = "FROM json_each(?) j CROSS JOIN episodes e ON e.seq = j.value"
_AROUND = f"SELECT e.seq, e.session_id, {_NEIGHBOURS} {_NUMBERED}"
_ABOUT = f"SELECT e.seq, e.source, e.asks, LENGTH(e.content), e.created_at {_NUMBERED}"


@dataclass(frozen=True, slots=True)
class Reminded:
    """Episodes that came to mind, by number.

    Attributes:
        order: the most active first.
        values: how active each is.
        hops: for those that do not match themselves, how many places away the match is that brought them.
        cosines: how near in meaning they are to the query; empty without an embedder.
    """

    order: list[int]
    values: dict[int, float]
    hops: dict[int, int]
    cosines: dict[int, float] = field(default_factory=dict)

    def recollection(self, number: int, episode: Episode) -> Recollection:
        """Return an episode with what is known of how it came to mind."""
        return Recollection(episode, self.strength(number), self.hops.get(number, 0), self.cosines.get(number, 0.0))

    def strength(self, number: int) -> float:
        """Return an episode's activation relative to that of the strongest, 0-1."""
        return self.values[number] / self.values[self.order[0]]


class EpisodicRecall:
    """From words to episodes, context included; see `brain.memory.activation`.

    Args:
        database, index: the episodes, and where their words stand.
        config: how activation spreads and what else counts.

    """

    def __init__(self, database: MemoryDatabase, index: TextIndex, config: RetrievalConfig) -> None:
        self._database = database
        self._index = index
        self._config = config

    def reminded(self, query: str, count: int, cues: Sequence[str], times: Sequence[tuple[float, float]]) -> Reminded:
        """Return what `query` brings to mind, at least `count` episodes if so many are active.

        Args:
            cues: sources that the query names; their names are not searched for.
            times: spans of time that the query names, as (start, end) in Unix seconds.
        """
        named = {term for cue in cues for term in self._database.analyzer.terms(cue)}
        words = self._database.analyzer.content_terms(query)
        wanted = [word for word in words if word not in named] or words
        scores = self._matching(query, wanted, max(count, self._config.spread_from))
        alone = self._config.time_alone * max(scores.values(), default=1.0)
        scores |= {seq: alone for seq in self._told_in(times) if alone and seq not in scores}
        active = spread(self._matches(scores), self._config)
        # Only the foremost can come to the top, whatever they are worth.
        foremost = active.foremost(max(self._config.weighed, 3 * count))
        values = self._weighed(active.values, foremost, frozenset(cues), times)
        return Reminded(sorted(values, key=lambda seq: (-values[seq], -seq)), values, active.hops)

    def _matching(self, query: str, wanted: list[str], limit: int) -> dict[int, float]:  # noqa: ARG002
        """Return the scores of the episodes that match by themselves; by words alone here."""
        return dict(self._index.search(wanted, limit))

    def _told_in(self, times: Sequence[tuple[float, float]]) -> list[int]:
        """Return the last episodes of these spans of time."""
        return [
            row[0]
            for start, end in times
            for row in self._database.rows(
                "SELECT seq FROM episodes WHERE created_at >= ? AND created_at < ? ORDER BY created_at DESC LIMIT ?",
                (start, end, self._config.time_candidates),
            )
        ]

    def _matches(self, scores: dict[int, float]) -> dict[int, Match]:
        """Return matching episodes with their neighbours in the session."""
        rows = self._database.rows(_AROUND, (json.dumps(list(scores)),))
        return {
            seq: Match(scores[seq], session, _known(around[:_REACH]), _known(around[_REACH:]))
            for seq, session, *around in rows
        }

    def _weighed(
        self, values: dict[int, float], seqs: list[int], cues: frozenset[str], times: Sequence[tuple[float, float]]
    ) -> dict[int, float]:
        """Return the activation of these episodes, multiplied by what they are worth."""
        rows = self._database.rows(_ABOUT, (json.dumps(seqs),))
        return {
            seq: values[seq] * worth(
                source, asks=asks, length=length, told_at=told_at, cues=cues, times=times, config=self._config
            )
            for seq, source, asks, length, told_at in rows
        }  # fmt: skip


def _known(numbers: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(number for number in numbers if number is not None)
