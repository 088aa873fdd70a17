"""Messages to the hippocampus: stochastic retrieval, and sleep."""

from __future__ import annotations

from dataclasses import dataclass

from actors.message import Message
from brain.memory.recall.results import CuedRecall, FreeRecall, Recognition

__all__ = ["CueRecall", "GetActivation", "NoteSleep", "RecallFreely", "Recognise"]


@dataclass(frozen=True, slots=True)
class RecallFreely(Message[FreeRecall], method="free_recall"):
    """Say what comes to mind of a session."""

    session_id: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class CueRecall(Message[CuedRecall], method="cued_recall"):
    """Say what a cue brings to mind."""

    cue: str
    session_id: str = ""


@dataclass(frozen=True, slots=True)
class Recognise(Message[Recognition], method="recognise"):
    """Say whether something was met before."""

    probe: str
    session_id: str = ""


@dataclass(frozen=True, slots=True)
class GetActivation(Message[float], method="activation_of"):
    """Return how active something is."""

    content: str
    session_id: str = ""


@dataclass(frozen=True, slots=True)
class NoteSleep(Message[None], method="note_sleep"):
    """Note when the brain slept."""

    began: float
    ended: float
