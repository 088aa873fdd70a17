"""Messages to the source evaluator: trust."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from actors.message import Message
from brain.memory import SourceRecord

__all__ = [
    "BlacklistSource",
    "ClearSourceFlags",
    "CountSources",
    "FadeTrust",
    "FindSources",
    "GetSource",
    "GetSources",
    "GetTrust",
    "GetTrustOf",
    "MeetSource",
    "RegisterSource",
    "SaveSources",
    "UpdateTrust",
    "WhitelistSource",
]


@dataclass(frozen=True, slots=True)
class RegisterSource(Message[SourceRecord], method="register"):
    """Note that a source was met."""

    source_id: str
    source_type: str | None = None
    metadata: dict[str, Any] | None = None
    facts: int = 0


@dataclass(frozen=True, slots=True)
class MeetSource(Message[None], method="meet"):
    """Note that a source was met, cheaply."""

    source_id: str


@dataclass(frozen=True, slots=True)
class SaveSources(Message[None], method="save"):
    """Write what meetings have only collected."""


@dataclass(frozen=True, slots=True)
class GetSource(Message[SourceRecord | None], method="get"):
    """Return what is known of a source."""

    source_id: str


@dataclass(frozen=True, slots=True)
class GetTrust(Message[float], method="get_trust"):
    """Return how far a source is believed."""

    source_id: str


@dataclass(frozen=True, slots=True)
class FindSources(Message[list[str]], method="named_in"):
    """Return the known sources that a text names."""

    text: str


@dataclass(frozen=True, slots=True)
class GetTrustOf(Message[dict[str, float]], method="trust_of"):
    """Return how far several sources are believed."""

    source_ids: list[str]


@dataclass(frozen=True, slots=True)
class UpdateTrust(Message[SourceRecord], method="update_trust"):
    """Move trust after feedback."""

    source_id: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class BlacklistSource(Message[SourceRecord], method="blacklist"):
    """Never believe a source."""

    source_id: str


@dataclass(frozen=True, slots=True)
class WhitelistSource(Message[SourceRecord], method="whitelist"):
    """Always believe a source."""

    source_id: str


@dataclass(frozen=True, slots=True)
class ClearSourceFlags(Message[SourceRecord], method="clear_flags"):
    """Take a source off both lists."""

    source_id: str


@dataclass(frozen=True, slots=True)
class FadeTrust(Message[None], method="apply_decay"):
    """Let trust in every source fade."""

    rate: float = 0.001


@dataclass(frozen=True, slots=True)
class GetSources(Message[list[SourceRecord]], method="get_all"):
    """Return all sources."""


@dataclass(frozen=True, slots=True)
class CountSources(Message[int], method="__len__"):
    """Count the sources."""
