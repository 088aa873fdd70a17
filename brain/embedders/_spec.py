"""An embedder named in one word, as on the command line."""

from __future__ import annotations

from brain.embedders._model2vec import Model2VecEmbedder
from brain.embedders._sentence_transformers import SentenceTransformersEmbedder
from brain.errors import InvalidInputError
from brain.memory.embedding import Embedder

__all__ = ["embedder_from"]

_LIBRARIES = {"model2vec": Model2VecEmbedder, "sentence-transformers": SentenceTransformersEmbedder}


def embedder_from(spec: str) -> Embedder:
    """Return the embedder that `LIBRARY:FOLDER_OR_NAME` names.

    Raises:
        InvalidInputError: for an unknown library, or a folder that is not there.
        MissingExtraError: if the library is not installed.
        EmbeddingError: if the model cannot be loaded.
    """
    library, colon, model = spec.partition(":")
    if library not in _LIBRARIES or not colon or not model:
        raise InvalidInputError(f"an embedder is {' or '.join(f'{each}:FOLDER' for each in _LIBRARIES)}, not {spec!r}")
    made: Embedder = _LIBRARIES[library](model)
    return made
