"""Messages to the basal ganglia: procedures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from actors.message import Message
from brain.memory import Procedure, ProcedureStep

__all__ = [
    "CountProcedures",
    "CreateProcedure",
    "DeleteProcedure",
    "GetBestProcedures",
    "GetProcedure",
    "GetProcedures",
    "PruneProcedures",
    "SearchProcedures",
    "UpdateSuccess",
]


@dataclass(frozen=True, slots=True)
class CreateProcedure(Message[Procedure], method="create"):
    """Learn a procedure."""

    name: str
    description: str = ""
    steps: Iterable[ProcedureStep | str] | None = None
    tags: Iterable[str] | None = None


@dataclass(frozen=True, slots=True)
class GetProcedure(Message[Procedure | None], method="get"):
    """Return a procedure."""

    name: str


@dataclass(frozen=True, slots=True)
class UpdateSuccess(Message[Procedure], method="update_success"):
    """Learn from one execution."""

    name: str
    success: bool
    duration_ms: float | None = None


@dataclass(frozen=True, slots=True)
class GetBestProcedures(Message[list[Procedure]], method="get_best"):
    """Return what works best."""

    top_n: int = 5


@dataclass(frozen=True, slots=True)
class SearchProcedures(Message[list[Procedure]], method="search"):
    """Find procedures by words."""

    query: str
    top_n: int = 5
    tags: Iterable[str] | None = None


@dataclass(frozen=True, slots=True)
class GetProcedures(Message[list[Procedure]], method="get_all"):
    """Return all procedures."""


@dataclass(frozen=True, slots=True)
class DeleteProcedure(Message[None], method="delete"):
    """Unlearn a procedure."""

    name: str


@dataclass(frozen=True, slots=True)
class PruneProcedures(Message[list[str]], method="prune"):
    """Unlearn what hardly ever works."""


@dataclass(frozen=True, slots=True)
class CountProcedures(Message[int], method="__len__"):
    """Count the procedures."""
