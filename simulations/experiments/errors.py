"""What can go wrong around a sweep; what goes wrong in a run is its row."""

from __future__ import annotations

from brain.errors import BrainError

__all__ = ["EngineError"]


class EngineError(BrainError):
    """The workers cannot be reached, or came to an end; what was done is kept."""
