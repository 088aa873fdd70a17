"""Static embeddings by model2vec: a table of token vectors, fast on any processor, no torch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from brain.embedders._loading import identity, library, loading, place_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Model2VecEmbedder"]


class Model2VecEmbedder:
    """An embedder over a model2vec model.

    Args:
        model: its folder, or its name on the hub.

    Attributes:
        name: follows from the weights.

    Raises:
        MissingExtraError: without the extra `model2vec`.
        InvalidInputError: if there is no such folder.
        EmbeddingError: if the model cannot be loaded.

    """

    def __init__(self, model: str | Path) -> None:
        place = place_of(model)
        static_model = library("model2vec", "model2vec").StaticModel
        with loading(place):
            self._model = static_model.from_pretrained(place, force_download=False)
            self.name = identity("model2vec", self._model.embedding)

    def encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        """Return one row for each text."""
        # Processes of its own for long lists would be started from within a transaction.
        rows: npt.NDArray[np.float32] = self._model.encode(texts, use_multiprocessing=False)
        return rows
