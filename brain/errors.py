"""The errors that this project raises on purpose.

Everything that a caller can get wrong, or that can go wrong around a mind, ends as one of these;
the message names the thing and the way out, and fits on one line.
"""

from __future__ import annotations

__all__ = [
    "BrainError",
    "ClosedError",
    "ConfigError",
    "EmbeddingError",
    "InvalidInputError",
    "MissingExtraError",
    "NotFoundError",
    "StorageError",
]


class BrainError(Exception):
    """The root of all errors that the brain raises deliberately."""


class InvalidInputError(BrainError, ValueError):
    """An argument or an input line has a value that cannot be used."""


class NotFoundError(BrainError, LookupError):
    """An id or a name that nothing in this mind answers to."""


class ConfigError(BrainError):
    """A configuration key is unknown, or its value is outside the allowed range."""


class StorageError(BrainError):
    """The mind's file cannot be opened, read or written."""


class ClosedError(BrainError):
    """Something was asked of a mind that has been stopped."""


class MissingExtraError(BrainError):
    """An optional part was used whose libraries are not installed."""


class EmbeddingError(BrainError):
    """An embedder answered with something that is not vectors, or with vectors of another model than the mind's."""
