"""Ready embedders: thin adapters to embedding libraries, each an extra of its own. Nothing is loaded on import.

A model is a local folder, or the name of a model on the library's hub, which the library then downloads.
"""

from brain.embedders._model2vec import Model2VecEmbedder
from brain.embedders._sentence_transformers import SentenceTransformersEmbedder
from brain.embedders._spec import embedder_from

__all__ = ["Model2VecEmbedder", "SentenceTransformersEmbedder", "embedder_from"]
