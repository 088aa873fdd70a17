"""What memory holds: items, nodes, episodes, sources and procedures, as plain dataclasses.

Times in fields named `*_at`, `*_seen` or `last_used` are ISO 8601 text in UTC; `ts` is Unix seconds.
Importance, confidence, trust, weight and success are 0-1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from brain.checks import check_name, check_table, check_unit
from brain.errors import InvalidInputError

__all__ = [
    "MODALITIES",
    "Episode",
    "FormerFact",
    "MemoryItem",
    "ModalEvidence",
    "Procedure",
    "ProcedureStep",
    "Recollection",
    "Relation",
    "Resemblance",
    "SemanticNode",
    "SourceRecord",
    "check_evidence",
]

MODALITIES = ("text", "image", "audio", "video", "concept", "mixed")


class _Record:
    """Shared by all records: a plain-dict form for JSON."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain JSON values, nested records included."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]


@dataclass(frozen=True, slots=True)
class MemoryItem(_Record):
    """One thing held in working memory.

    Attributes:
        content: text, or any plain object.
        modality: one of `MODALITIES`.
        ts: when it was pushed, Unix seconds.
        importance: >= 0.8 is protected from displacement.
        source_ref: where it came from, such as "docs/нейрон.pdf#p1".
        tags: free labels.
        access_count: how often it was looked up.
        item_id: unique in this brain.
        trace_id: the chain of events that it belongs to.
        session_id: the conversation or sitting that it belongs to.
        concepts: the concepts that it is about.
        episode_id: the episode that already keeps it, or "".

    """

    content: Any
    modality: str = "text"
    ts: float = 0.0
    importance: float = 0.5
    source_ref: str = ""
    tags: list[str] = field(default_factory=list)
    access_count: int = 0
    item_id: str = ""
    trace_id: str = ""
    session_id: str = ""
    concepts: list[str] = field(default_factory=list)
    episode_id: str = ""


@dataclass(frozen=True, slots=True)
class Relation(_Record):
    """A directed, weighted link to another concept."""

    target: str
    relation_type: str = "related"
    weight: float = 0.5


@dataclass(frozen=True, slots=True)
class SemanticNode(_Record):
    """A concept and what is held to be true of it now.

    Attributes:
        confidence: as of the moment it was read: decay is already applied.
        negated: the description is what the concept is *not*.
        status: 'current', or 'disputed' while a rival description of like standing is known.

    """

    concept: str
    description: str = ""
    tags: list[str] = field(default_factory=list)
    confidence: float = 0.8
    importance: float = 0.5
    source_ref: str = ""
    access_count: int = 0
    created_at: str = ""
    updated_at: str = ""
    relations: list[Relation] = field(default_factory=list)
    negated: bool = False
    status: str = "current"


@dataclass(frozen=True, slots=True)
class FormerFact(_Record):
    """What was, or is elsewhere, said about a concept but does not lead.

    Attributes:
        status: 'outdated' (superseded by a newer statement, or said of the past), 'disputed' (said by a source that is believed
            less), 'refined' (a fuller statement says the same) or 'additional' (holds as well).
        learnt_at, ended_at: ISO 8601; for a disputed statement both are when it was last heard.

    """

    concept: str
    description: str
    negated: bool
    confidence: float
    source_ref: str
    status: str
    learnt_at: str
    ended_at: str


@dataclass(frozen=True, slots=True)
class ModalEvidence(_Record):
    """What one sense contributed to an episode; `metadata` holds page, time range, region, ..."""

    modality: str
    source: str = ""
    content_ref: str = ""
    confidence: float = 1.0
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Episode(_Record):
    """One event, as it was lived."""

    episode_id: str
    content: str
    modality: str = "text"
    source: str = ""
    importance: float = 0.5
    confidence: float = 0.8
    tags: list[str] = field(default_factory=list)
    concepts: list[str] = field(default_factory=list)
    modal_evidence: list[ModalEvidence] = field(default_factory=list)
    trace_id: str = ""
    session_id: str = ""
    created_at: str = ""
    is_protected: bool = False


@dataclass(frozen=True, slots=True)
class Recollection(_Record):
    """An episode that came to mind.

    Attributes:
        strength: its activation relative to that of the strongest, 0-1.
        hop: 0 if it matches the query itself, else how many places in its session the match that brought it is away.
        similarity: the cosine of its meaning with the query's, -1 to 1; 0 without an embedder.
    """

    episode: Episode
    strength: float
    hop: int
    similarity: float = 0.0


@dataclass(frozen=True, slots=True)
class Resemblance(_Record):
    """A concept that is near in meaning.

    Attributes:
        similarity: the cosine of its meaning with the query's, -1 to 1.
    """

    node: SemanticNode
    similarity: float


@dataclass(frozen=True, slots=True)
class SourceRecord(_Record):
    """What is known of a source of information."""

    source_id: str
    source_type: str = "unknown"
    trust_score: float = 0.4
    fact_count: int = 0
    confirmed_count: int = 0
    denied_count: int = 0
    first_seen: str = ""
    last_seen: str = ""
    is_blacklisted: bool = False
    is_whitelisted: bool = False
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProcedureStep(_Record):
    """One step of a procedure: what to do, and with what."""

    action: str
    description: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Procedure(_Record):
    """A named sequence of steps and how well it has served."""

    procedure_id: str
    name: str
    description: str = ""
    steps: list[ProcedureStep] = field(default_factory=list)
    success_rate: float = 0.5
    execution_count: int = 0
    avg_duration_ms: float = 0.0
    tags: list[str] = field(default_factory=list)
    created_at: str = ""
    last_used: str = ""


def check_evidence(evidence: Iterable[ModalEvidence] | None) -> list[ModalEvidence]:
    """Return cross-modal evidence as a list.

    Raises:
        InvalidInputError: if it holds something else, or a piece that cannot be kept.
    """
    if evidence is not None and not isinstance(evidence, Iterable):
        raise InvalidInputError(f"modal_evidence must be a list of ModalEvidence, not {type(evidence).__name__}")
    checked = list(evidence or ())
    for piece in checked:
        if not isinstance(piece, ModalEvidence):
            raise InvalidInputError(f"modal_evidence must hold ModalEvidence, not {type(piece).__name__}")
        check_unit("modal_evidence confidence", piece.confidence)
        check_table("modal_evidence metadata", piece.metadata)
        for name in ("modality", "source", "content_ref"):
            check_name(f"modal_evidence {name}", getattr(piece, name))
    return checked
