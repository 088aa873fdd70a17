"""The option `--embedder`, that several verbs take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from brain.memory.embedding import Embedder

__all__ = ["EmbedderOption", "embedder_of"]

EmbedderOption = Annotated[
    str | None,
    typer.Option(
        "--embedder",
        metavar="LIBRARY:FOLDER",
        help="Find by meaning too: model2vec:FOLDER or sentence-transformers:FOLDER, or a hub name instead of a folder.",
    ),
]


def embedder_of(spec: str | None) -> Embedder | None:
    """Return the embedder that the option names, or None without it.

    Raises:
        BrainError: as for `brain.embedders.embedder_from`.

    """
    if spec is None:
        return None
    from brain.embedders import embedder_from

    return embedder_from(spec)
