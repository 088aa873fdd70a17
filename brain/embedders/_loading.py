"""What the adapters share: where a model is, what it is, and how a failure to load it is told."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brain.errors import BrainError, EmbeddingError, InvalidInputError, MissingExtraError

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["identity", "library", "loading", "place_of"]

_HUB_NAME = re.compile(r"[\w.-]+(/[\w.-]+)?")
_SAMPLED = 512  # rows


def library(module: str, extra: str) -> Any:
    """Import an optional library.

    Raises:
        MissingExtraError: if it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(f"{module} cannot be imported ({error}); pip install 'actor-brain[{extra}]'") from error


def place_of(model: str | Path) -> str:
    """Return the folder of a model if there is one, else its name on a hub.

    Raises:
        InvalidInputError: if it is neither.
    """
    folder = Path(model).expanduser()
    if folder.is_dir():
        return str(folder)
    if isinstance(model, Path) or not _HUB_NAME.fullmatch(model) or model.startswith("."):
        raise InvalidInputError(f"no folder with an embedding model at {str(model)!r}")
    return model


@contextmanager
def loading(place: str) -> Iterator[None]:
    """Turn whatever a library raises for a model that it cannot load into one line.

    Raises:
        EmbeddingError: if the block raises.
    """
    try:
        yield
    except BrainError:
        raise
    except Exception as error:  # tokenizers and weight files have exceptions of their own, some plain `Exception`
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        raise EmbeddingError(f"the embedding model {place!r} cannot be loaded: {reason}") from error


def identity(library_name: str, weights: npt.NDArray[Any]) -> str:
    """Return a name that follows from a model's weights, so that it stays when the folder is moved."""
    digest = blake2b(repr(weights.shape).encode(), digest_size=6)
    digest.update(weights[:: max(1, len(weights) // _SAMPLED)].tobytes())
    return f"{library_name}:{digest.hexdigest()}"
