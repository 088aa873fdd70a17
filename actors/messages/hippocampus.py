"""Messages to the hippocampus: episodes and consolidation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from actors.message import Message
from brain.memory import ConsolidationReport, ConsolidationStatus, DecayReport, Episode, ModalEvidence, Recollection

__all__ = [
    "ApplyDecay",
    "Consolidate",
    "CountEpisodeTerms",
    "CountEpisodes",
    "CountForgottenEpisodes",
    "DeleteEpisode",
    "DescribeConsolidation",
    "FindDuplicate",
    "GetEpisode",
    "GetEpisodesByConcept",
    "GetEpisodesBySession",
    "GetEpisodesByTime",
    "GetEpisodesByTrace",
    "GetNeighbours",
    "GetPending",
    "GetRecentEpisodes",
    "MarkConsolidated",
    "RecallEpisodes",
    "Replay",
    "SaveAll",
    "SearchEpisodes",
    "StoreEpisode",
]


@dataclass(frozen=True, slots=True)
class StoreEpisode(Message[Episode], method="store"):
    """Keep an event."""

    content: str
    modality: str = "text"
    importance: float = 0.5
    source: str = ""
    confidence: float | None = None
    tags: Iterable[str] | None = None
    concepts: Iterable[str] | None = None
    modal_evidence: Iterable[ModalEvidence] | None = None
    trace_id: str = ""
    session_id: str = ""
    created_at: float | str | None = None
    is_consolidated: bool = False


@dataclass(frozen=True, slots=True)
class GetEpisode(Message[Episode], method="get_by_id"):
    """Return one event."""

    episode_id: str


@dataclass(frozen=True, slots=True)
class SearchEpisodes(Message[list[Episode]], method="search"):
    """Find events by words."""

    query: str
    top_n: int = 5
    last_n_hours: float | None = None
    modality: str | None = None
    min_importance: float = 0.0


@dataclass(frozen=True, slots=True)
class RecallEpisodes(Message[list[Recollection]], method="recall"):
    """Find what a query brings to mind, context included."""

    query: str
    top_n: int = 5
    modality: str | None = None
    cues: Sequence[str] = ()
    times: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True, slots=True)
class GetRecentEpisodes(Message[list[Episode]], method="get_recent"):
    """Return the last events."""

    n: int = 10


@dataclass(frozen=True, slots=True)
class GetEpisodesByConcept(Message[list[Episode]], method="get_by_concept"):
    """Return the events about a concept."""

    concept: str
    top_n: int | None = None


@dataclass(frozen=True, slots=True)
class GetEpisodesByTime(Message[list[Episode]], method="get_by_time_range"):
    """Return the events of a period."""

    start_ts: float | str
    end_ts: float | str


@dataclass(frozen=True, slots=True)
class GetEpisodesBySession(Message[list[Episode]], method="get_by_session"):
    """Return the events of a session."""

    session_id: str


@dataclass(frozen=True, slots=True)
class GetEpisodesByTrace(Message[list[Episode]], method="get_by_trace"):
    """Return the events of a causal chain."""

    trace_id: str


@dataclass(frozen=True, slots=True)
class GetNeighbours(Message[list[Episode]], method="get_neighbours"):
    """Return what came before and after an event."""

    episode_id: str
    span: int = 1


@dataclass(frozen=True, slots=True)
class FindDuplicate(Message[Episode | None], method="find_duplicate"):
    """Find a recent event with the same words."""

    content: str
    within_seconds: float


@dataclass(frozen=True, slots=True)
class GetPending(Message[list[Episode]], method="pending"):
    """Return the events from which facts are still to be derived."""

    limit: int


@dataclass(frozen=True, slots=True)
class MarkConsolidated(Message[None], method="mark_consolidated"):
    """Note that nothing remains to be derived from events."""

    episode_ids: list[str]


@dataclass(frozen=True, slots=True)
class DeleteEpisode(Message[None], method="delete"):
    """Forget one event for good."""

    episode_id: str


@dataclass(frozen=True, slots=True)
class CountEpisodeTerms(Message[dict[str, int]], method="term_counts"):
    """Count the events in which each term stands."""

    query: str


@dataclass(frozen=True, slots=True)
class CountEpisodes(Message[int], method="__len__"):
    """Count the events kept."""


@dataclass(frozen=True, slots=True)
class CountForgottenEpisodes(Message[int], method="forgotten_count"):
    """Count the events displaced."""


@dataclass(frozen=True, slots=True)
class Consolidate(Message[ConsolidationReport]):
    """Run one consolidation cycle now."""


@dataclass(frozen=True, slots=True)
class ApplyDecay(Message[DecayReport]):
    """Let confidence and trust fade once now."""


@dataclass(frozen=True, slots=True)
class SaveAll(Message[None]):
    """Bring all files up to date."""


@dataclass(frozen=True, slots=True)
class Replay(Message[int]):
    """Derive what a crash kept from being derived."""


@dataclass(frozen=True, slots=True)
class DescribeConsolidation(Message[ConsolidationStatus]):
    """Say what consolidation has done so far."""
