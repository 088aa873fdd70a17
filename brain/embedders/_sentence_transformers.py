"""Sentence embeddings by sentence-transformers; needs torch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from brain.embedders._loading import identity, library, loading, place_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["SentenceTransformersEmbedder"]


class SentenceTransformersEmbedder:
    """An embedder over a sentence-transformers model.

    Args:
        model: its folder, or its name on the hub.
        device: 'cpu', 'cuda', ...; the library's choice if None.

    Attributes:
        name: follows from the weights.

    Raises:
        MissingExtraError: without the extra `sentence-transformers`.
        InvalidInputError: if there is no such folder.
        EmbeddingError: if the model cannot be loaded.

    """

    def __init__(self, model: str | Path, device: str | None = None) -> None:
        place = place_of(model)
        transformer = library("sentence_transformers", "sentence-transformers").SentenceTransformer
        with loading(place):
            # Of a folder nothing may be looked up on the hub.
            self._model = transformer(place, device=device, local_files_only=Path(place).is_dir())
            weights = next(iter(self._model.parameters())).detach().cpu().float().numpy()
            self.name = identity("sentence-transformers", weights)

    def encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        """Return one row for each text."""
        rows: npt.NDArray[np.float32] = self._model.encode(texts, show_progress_bar=False, convert_to_numpy=True)
        return rows
