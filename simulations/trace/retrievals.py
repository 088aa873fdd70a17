"""What was retrieved: a row for every piece of evidence of every question, with the parts of its score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from actors.trace import TraceRecord

__all__ = ["PARTS", "Retrieved", "retrieved"]

PARTS = ("relevance", "trust", "recency", "graph", "contradiction", "outdated")
"""The parts of a score, in the order of the formula; the last is a deduction."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """One piece of evidence.

    Attributes:
        seq: the message that retrieved it: a question, or a call of `retrieve_staged`.
        time: when, seconds.
        rank: from 1.
        memory: 'working', 'semantic' or 'episodic'; `key` is the item's id there.
        hop: for an episode, how many places in its session it is away from a match.
        parts: the score by `PARTS`; they add up to `score`.
        supports: whether the answer rests on it.

    """

    seq: int
    time: float
    query: str
    rank: int
    memory: str
    key: str
    source: str
    text: str
    hop: int
    parts: dict[str, float]
    score: float
    supports: bool


def retrieved(records: Iterable[TraceRecord]) -> Iterator[Retrieved]:
    """Yield the evidence of each retrieval, best first."""
    for record in records:
        reply = record.reply
        if isinstance(reply, dict) and reply.get("type") in ("CognitiveResult", "EvidenceBundle"):
            support = set(reply.get("support", ()))
            for rank, piece in enumerate(reply["evidence"], start=1):
                yield _piece(record, reply, rank, piece, piece["key"] in support)


def _piece(record: TraceRecord, reply: dict[str, Any], rank: int, piece: dict[str, Any], supports: bool) -> Retrieved:
    parts = {name: float(piece["parts"].get(name, 0.0)) for name in PARTS}
    return Retrieved(
        record.seq, record.time, reply["query"], rank, piece["memory"], piece["key"], piece["source"], piece["text"],
        piece["hop"], parts, sum(parts.values()), supports,
    )  # fmt: skip
