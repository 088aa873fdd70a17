"""`brain remember`, `brain recall`, `brain ask`: a mind that stays between calls."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from brain.errors import InvalidInputError
from simulations.cli.embedding import EmbedderOption, embedder_of

__all__ = ["ask", "mind_directory", "recall", "remember"]

_SHOWN = 240  # characters of a long text, around what was looked for
_NAME = re.compile(r"^[\w-]{1,64}$")

Mind = Annotated[str, typer.Option(help="Which mind.")]
DataDir = Annotated[
    Path | None,
    typer.Option(help="Where minds are kept; $BRAIN_DATA_DIR or ~/.local/share/brain by default."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def mind_directory(mind: str, data_dir: Path | None) -> Path:
    """Return the directory of a mind.

    Raises:
        InvalidInputError: if the name is not letters, digits, `_` and `-`.

    """
    if not _NAME.match(mind):
        raise InvalidInputError(f"a mind's name is 1 to 64 letters, digits, '_' or '-', not {mind!r}")
    default = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "brain"
    return (data_dir or Path(os.environ.get("BRAIN_DATA_DIR") or default)) / mind


def remember(
    text: Annotated[str, typer.Argument(help="What to remember.")],
    importance: Annotated[
        float, typer.Option(help="0 to 1; from 0.4 on it is kept for good, from 0.8 protected.")
    ] = 0.5,
    source: Annotated[str, typer.Option(help="Where it comes from.")] = "user_input",
    tag: Annotated[list[str] | None, typer.Option(help="A label; may be given several times.")] = None,
    session: Annotated[str, typer.Option(help="The conversation that it belongs to.")] = "",
    mind: Mind = "default",
    data_dir: DataDir = None,
    embedder: EmbedderOption = None,
    as_json: AsJson = False,
) -> None:
    """Remember a text; it is on disk when the command returns."""
    from brain.memory import MemoryManager
    from brain.memory.evidence import fact_text

    model = embedder_of(embedder)
    with MemoryManager(mind_directory(mind, data_dir), auto_consolidate=False, embedder=model) as memory:
        if importance < memory.config.episodic.store_threshold:
            raise InvalidInputError(
                f"importance {importance:g} is below {memory.config.episodic.store_threshold:g}:"
                " working memory alone would hold it and lose it when the command ends; give it more"
            )
        kept = memory.store(text, importance=importance, source_ref=source, tags=tag, session_id=session)
    if as_json:
        typer.echo(
            json.dumps(
                {
                    "episode": kept.episodic and asdict(kept.episodic),
                    "fact": kept.semantic and asdict(kept.semantic),
                },
                ensure_ascii=False,
            )
        )
        return
    assert kept.episodic is not None
    typer.echo(
        f"remembered {kept.episodic.episode_id}" + (f"; learnt {fact_text(kept.semantic)}" if kept.semantic else "")
    )


def recall(
    query: Annotated[str, typer.Argument(help="What to look for.")],
    top: Annotated[int, typer.Option(min=1, help="At most so many results.")] = 5,
    explain: Annotated[bool, typer.Option("--explain", help="Show why each result is there.")] = False,
    mind: Mind = "default",
    data_dir: DataDir = None,
    embedder: EmbedderOption = None,
    as_json: AsJson = False,
) -> None:
    """Show what memory holds on a question or topic, best first."""
    from brain.memory import MemoryManager
    from brain.memory.evidence import excerpt

    model = embedder_of(embedder)
    with MemoryManager(mind_directory(mind, data_dir), auto_consolidate=False, embedder=model) as memory:
        if model is not None:
            memory.backfill()
        bundle = memory.retrieve_staged(query, top_n=top)
    if as_json:
        typer.echo(json.dumps(asdict(bundle), ensure_ascii=False))
    elif not bundle.evidence:
        typer.echo("nothing found")
    elif explain:
        typer.echo(bundle.explain())
    else:
        for piece in bundle.evidence:
            typer.echo(f"{piece.score:5.2f}  {piece.source or '-':<20}  {excerpt(piece.text, query, _SHOWN)}")
        if bundle.sufficiency < memory.config.cognition.insufficient_below:
            typer.echo(f"probably none of this answers it (sufficiency {bundle.sufficiency:.2f})")


def ask(
    question: Annotated[str, typer.Argument(help="A question, a claim to verify, or a topic.")],
    explain: Annotated[bool, typer.Option("--explain", help="Show the evidence and its scores.")] = False,
    mind: Mind = "default",
    data_dir: DataDir = None,
    embedder: EmbedderOption = None,
    as_json: AsJson = False,
) -> None:
    """Ask a mind; it answers from what it remembers, with its sources, or says that it cannot."""
    from actors import BrainSystem

    model = embedder_of(embedder)
    with BrainSystem.start(data_dir=mind_directory(mind, data_dir), runtime="threads", embedder=model) as brain:
        if model is not None:
            brain.memory.backfill()
        result = brain.ask(question)
    if as_json:
        typer.echo(json.dumps(asdict(result), ensure_ascii=False))
        return
    typer.echo(result.response)
    if explain:
        typer.echo(
            f"\n{result.goal.goal_type}, {result.action}, confidence {result.confidence:.2f}\n{result.evidence.explain()}"
        )
