"""What can go wrong between actors."""

from __future__ import annotations

from brain.errors import BrainError

__all__ = [
    "AskTimeoutError",
    "DeadlockError",
    "HandlerInterruptedError",
    "StepLimitError",
    "StructureDownError",
    "StructureFailedError",
    "UnknownMessageError",
    "WrongThreadError",
]


class UnknownMessageError(BrainError, TypeError):
    """An actor was sent something that it has no handler for."""


class StructureFailedError(BrainError):
    """A structure failed unexpectedly while handling a message and was rebuilt; `__cause__` is why."""


class StructureDownError(BrainError):
    """A structure failed too often, could not start, or was stopped; it answers nothing any more."""


class AskTimeoutError(BrainError, TimeoutError):
    """A structure did not answer, or did not stop, in time."""


class DeadlockError(BrainError):
    """Actors wait for each other, and nothing is left that could run."""


class HandlerInterruptedError(BrainError):
    """Ctrl-C or an exit within a handler cut it short; who asked gets no answer."""


class StepLimitError(BrainError):
    """A single call set off more messages than allowed: two actors probably keep each other busy."""


class WrongThreadError(BrainError):
    """A runtime was used from a thread, or from within a handler, where that cannot work."""
