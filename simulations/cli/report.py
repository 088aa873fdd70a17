"""`brain report` and `brain trace`: what a finished run tells."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brain.errors import InvalidInputError, NotFoundError

if TYPE_CHECKING:
    from actors.trace import TraceRecord
    from simulations.trace import RunFiles

__all__ = ["report", "trace"]

RunDir = Annotated[Path, typer.Argument(help="The directory of a finished run.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def report(
    run_dir: RunDir,
    out: Annotated[
        Path | None, typer.Option(help="Where to write it; report.html in the run directory by default.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write report.html again, from the run's own files."""
    from simulations.report import write_report

    path = write_report(run_dir, out)
    typer.echo(json.dumps({"report": str(path), "bytes": path.stat().st_size}) if as_json else str(path))


def trace(
    run_dir: RunDir,
    perfetto: Annotated[
        Path | None, typer.Option(help="Write a trace for https://ui.perfetto.dev or chrome://tracing to this file.")
    ] = None,
    mermaid: Annotated[
        bool, typer.Option("--mermaid", help="Print a question's path as a Mermaid sequence diagram.")
    ] = False,
    tree: Annotated[bool, typer.Option("--tree", help="Print a question's messages as a tree of causes.")] = False,
    question: Annotated[int | None, typer.Option(min=1, help="Which question, from 1; 1 by default.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what a run's trace holds; export it, or one question's path through the brain."""
    from simulations.trace import RunFiles, write_perfetto

    if question is not None and not (mermaid or tree):
        raise InvalidInputError("--question goes with --mermaid or --tree")
    if mermaid and tree:
        raise InvalidInputError("--mermaid and --tree print two things; ask for one of them")
    files = RunFiles.open(run_dir)
    if perfetto is not None:
        written = write_perfetto(files, perfetto)
        typer.echo(f"{perfetto}: {written} messages", err=mermaid or tree or as_json)
    if mermaid or tree:
        _show_question(files, question or 1, as_tree=tree)
    elif perfetto is None or as_json:
        _show_overview(files, as_json=as_json)
    for note in files.notes:
        typer.echo(f"note: {note}", err=True)


def _show_question(files: RunFiles, number: int, *, as_tree: bool) -> None:
    from simulations.trace import mermaid, question_paths
    from simulations.trace.causality import Causality

    records = list(files.records())
    asked = _questions(records)
    if number > len(asked):
        raise NotFoundError(f"{files.directory.path} holds {len(asked)} questions, there is no number {number}")
    wanted = asked[number - 1]
    if as_tree:
        typer.echo(_printable(Causality(records).tree(wanted.trace_id)), nl=False)
    else:
        typer.echo(_printable(mermaid(question_paths(records, [wanted])[0])), nl=False)


def _show_overview(files: RunFiles, *, as_json: bool) -> None:
    records = list(files.records())
    asked = [record.carried.get("text", "") for record in _questions(records)]
    counts = Counter((record.receiver, record.type) for record in records)
    failed = sum(record.outcome != "ok" for record in records)
    first, last = min((r.time for r in records), default=0.0), max((r.time for r in records), default=0.0)
    if as_json:
        overview: dict[str, Any] = {
            "messages": len(records), "failed": failed, "hours": (last - first) / 3600, "questions": asked,
            "counts": [{"receiver": who, "type": kind, "count": count} for (who, kind), count in counts.most_common()],
            "notes": files.notes,
        }  # fmt: skip
        typer.echo(_printable(json.dumps(overview, ensure_ascii=False)))
        return
    typer.echo(
        f"{len(records)} messages in {(last - first) / 3600:.4g} hours of brain time, {failed} not handled well\n"
    )
    for (who, kind), count in counts.most_common(15):
        typer.echo(f"{count:>7}  {who:<20} {kind}")
    if len(counts) > 15:
        typer.echo(f"         and {len(counts) - 15} more kinds")
    for number, text in enumerate(asked, start=1):
        typer.echo(f"{'' if number > 1 else chr(10)}question {number}: {_printable(' '.join(text.split()))}")


def _questions(records: list[TraceRecord]) -> list[TraceRecord]:
    return sorted((record for record in records if record.type == "Think"), key=lambda record: record.seq)


def _printable(text: str) -> str:
    """Return text without what a terminal cannot be sent: lone surrogates."""
    return text.encode("utf-8", "replace").decode()
