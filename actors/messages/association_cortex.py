"""Messages to the association cortex: what reaches the brain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from actors.message import Message
from brain.memory import ModalEvidence, StoreResult
from brain.percept import FusedPercept

__all__ = ["Perceive", "StoreMemory"]


@dataclass(frozen=True, slots=True)
class StoreMemory(Message[StoreResult], method="store"):
    """Remember something."""

    content: Any
    modality: str = "text"
    importance: float = 0.5
    source_ref: str = ""
    tags: Iterable[str] | None = None
    concepts: Iterable[str] | None = None
    trace_id: str = ""
    session_id: str = ""
    auto_extract_facts: bool = True
    confidence: float | None = None
    modal_evidence: Iterable[ModalEvidence] | None = None
    created_at: float | str | None = None


@dataclass(frozen=True, slots=True)
class Perceive(Message[StoreResult]):
    """Take in a percept of one or several senses."""

    percept: FusedPercept
