"""Messages to the cognitive core: thought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from actors.message import Message
from actors.runtime import Address
from brain.cognition import CognitiveResult, Goal
from brain.memory import ActiveGoal, ConsolidationReport, EvidenceBundle, ForgetReport, MemorySearchResult, SemanticNode

__all__ = [
    "Confirm",
    "Consolidated",
    "Deny",
    "Forget",
    "GetActiveGoal",
    "PerceptStored",
    "ReportTo",
    "Retrieve",
    "RetrieveStaged",
    "Think",
]


@dataclass(frozen=True, slots=True)
class Think(Message[CognitiveResult]):
    """Answer, verify, tell or take in."""

    text: str
    session_id: str = ""


@dataclass(frozen=True, slots=True)
class Retrieve(Message[MemorySearchResult], method="retrieve"):
    """Search each memory once."""

    query: str
    memory_types: Iterable[str] | None = None
    top_n: int = 5
    min_importance: float = 0.0


@dataclass(frozen=True, slots=True)
class RetrieveStaged(Message[EvidenceBundle], method="retrieve_staged"):
    """Search broadly, filter, rank."""

    query: str
    active_goal: ActiveGoal | None = None
    modality_filter: str | None = None
    time_sensitive: bool = False
    top_n: int = 5


@dataclass(frozen=True, slots=True)
class Confirm(Message[SemanticNode], method="confirm"):
    """Believe a concept and its source more."""

    concept: str
    source_ref: str = ""


@dataclass(frozen=True, slots=True)
class Deny(Message[SemanticNode], method="deny"):
    """Believe a concept and its source less."""

    concept: str
    source_ref: str = ""


@dataclass(frozen=True, slots=True)
class Forget(Message[ForgetReport]):
    """Forget what an id or a concept names, for good."""

    key: str


@dataclass(frozen=True, slots=True)
class GetActiveGoal(Message[Goal | None]):
    """Return the goal pursued at present."""


@dataclass(frozen=True, slots=True)
class PerceptStored(Message[None]):
    """Upward: a percept has been taken in."""

    text: str
    episode_id: str


@dataclass(frozen=True, slots=True)
class Consolidated(Message[None]):
    """Upward: a consolidation cycle has ended."""

    report: ConsolidationReport


@dataclass(frozen=True, slots=True)
class ReportTo(Message[None]):
    """Ask a structure below to tell `listener` of what it does."""

    listener: Address
