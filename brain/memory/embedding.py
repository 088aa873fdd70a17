"""What retrieval needs of a language model: texts in, vectors out. Optional; nothing here loads a model.

An embedder is anything with `encode(texts) -> array of shape (len(texts), d)`. If it has a `name`, vectors made by
it are never compared with vectors of an embedder of another name. See `brain.embedders` for ready adapters.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from brain.errors import EmbeddingError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Embedder", "Encoder"]


class Embedder(Protocol):
    """Turns texts into vectors whose angle tells how alike the texts are in meaning."""

    def encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        """Return one row of d numbers for each text, in order; d is the same at every call."""
        ...


class Encoder:
    """An embedder whose answers are checked and brought to length 1.

    Args:
        embedder: the model. Its attribute `name` (a text), if it has one, or else its class, identifies it.

    """

    def __init__(self, embedder: Embedder) -> None:
        self.name = str(getattr(embedder, "name", "") or type(embedder).__qualname__)
        self._embedder = embedder
        self._last: tuple[str, npt.NDArray[np.float32]] | None = None  # episodes and facts ask for the same query

    @classmethod
    def of(cls, embedder: Embedder) -> Encoder:
        """Return `embedder` itself if it is an encoder already, else one around it."""
        return embedder if isinstance(embedder, cls) else cls(embedder)

    def encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        """Return one row of length 1 (or 0, if the model knows none of its words) for each text.

        Raises:
            EmbeddingError: if what the model answers is not a finite number array of that shape.
        """
        import numpy as np

        rows = _checked(self._embedder.encode(texts), texts, self.name)
        # First to numbers of at most 1, whose squares neither overflow nor vanish.
        rows = rows / _or_one(np.abs(rows).max(axis=1, keepdims=True))
        return (rows / _or_one(np.linalg.norm(rows, axis=1, keepdims=True))).astype(np.float32)

    def encode_one(self, text: str) -> npt.NDArray[np.float32]:
        """Return the row of one text; asking for the same text again costs nothing.

        Raises:
            EmbeddingError: as for `encode`.
        """
        last = self._last
        if last is None or last[0] != text:
            last = (text, self.encode([text])[0])
            self._last = last
        return last[1]


def _checked(answer: Any, texts: Sequence[str], name: str) -> npt.NDArray[np.float64]:
    import numpy as np

    try:
        rows = np.asarray(answer, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise EmbeddingError(f"embedder {name!r} must return an array of numbers: {error}") from error
    if rows.ndim != 2 or len(rows) != len(texts) or not rows.shape[1]:
        raise EmbeddingError(
            f"embedder {name!r} must return an array of shape ({len(texts)}, d) for {len(texts)} texts,"
            f" not {rows.shape}"
        )
    broken = np.flatnonzero(~np.isfinite(rows).all(axis=1))
    if len(broken):
        raise EmbeddingError(f"embedder {name!r} returned NaN or infinity for the text {texts[broken[0]][:60]!r}")
    return rows


def _or_one(lengths: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    import numpy as np

    return np.where(lengths > 0, lengths, 1.0)
