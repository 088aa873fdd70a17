"""Messages to the hippocampus and the temporal cortex of a brain with an embedder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from actors.message import Message
from brain.memory import Recollection, Resemblance

__all__ = ["BackfillVectors", "FindResembling", "ForgetVectors", "RecallByMeaning"]


@dataclass(frozen=True, slots=True)
class RecallByMeaning(Message[list[Recollection]], method="recall_by_meaning"):
    """Find what a query brings to mind by words and by meaning, context included."""

    query: str
    top_n: int = 5
    modality: str | None = None
    cues: Sequence[str] = ()
    times: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True, slots=True)
class FindResembling(Message[list[Resemblance]], method="resembling"):
    """Find the facts that are nearest in meaning."""

    query: str
    top_n: int = 5


@dataclass(frozen=True, slots=True)
class BackfillVectors(Message[int], method="backfill"):
    """Embed some of what has no vector; the reply says how many."""

    limit: int


@dataclass(frozen=True, slots=True)
class ForgetVectors(Message[None], method="forget_vectors"):
    """Forget all vectors."""
