"""`brain effects`: human effects on simulated subjects."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brain.errors import BrainError

if TYPE_CHECKING:
    from rich.table import Table

    from simulations.effects import Effect, EffectResult
    from simulations.effects.fits import Fit

__all__ = ["EffectsMissedError", "effects"]


class EffectsMissedError(BrainError):
    """Some effects did not reach their goals."""


def effects(
    names: Annotated[
        list[str] | None, typer.Argument(help="Which effects; all by default.", metavar="[NAME]...")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Decides material and chance.")] = 1,
    subjects: Annotated[
        int | None, typer.Option(min=2, help="Subjects of each effect; as many as its figures need by default.")
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A setting, such as recall.decay=0.5.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Draw each effect, and all on one page, into this directory.")
    ] = None,
    fit: Annotated[bool, typer.Option("--fit", help="Also fit each effect by itself; takes minutes.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Only list the effects.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Hold the brain against people: experiments on simulated subjects, one set of parameters for all."""
    from simulations.cli.progress import progress_bar
    from simulations.cli.run import setting
    from simulations.effects import effects_named, standard_config

    chosen = effects_named(names or [])
    if listed:
        _list(chosen, as_json=as_json)
        return
    config = standard_config().with_settings(dict(map(setting, settings or [])))
    fits: dict[str, Fit] = {}
    with progress_bar(quiet=as_json) as progress:
        results = [effect.run(config, seed, subjects=subjects, progress=progress) for effect in chosen]
        if fit:
            from simulations.effects.fits import fit as fitted

            fits = {
                effect.name: fitted(effect, config, seed, subjects=subjects, progress=progress)
                for effect in chosen
                if effect.fitted
            }
    files = _drawn(results, out)
    if as_json:
        typer.echo(json.dumps([_as_json(result, fits.get(result.name)) for result in results], ensure_ascii=False))
    else:
        _print(results, fits, files)
    missed = [result.name for result in results if not result.passed]
    if missed:
        raise EffectsMissedError(f"{len(missed)} of {len(results)} effects missed their goals: {', '.join(missed)}")


def _list(chosen: Sequence[Effect], *, as_json: bool) -> None:
    if as_json:
        rows = [{"name": e.name, "title": e.title, "source": e.source, "goals": dict(e.goals)} for e in chosen]
        typer.echo(json.dumps(rows, ensure_ascii=False))
        return
    width = max(len(effect.name) for effect in chosen)
    for effect in chosen:
        typer.echo(f"{effect.name:<{width}}  {effect.title}; {effect.source}")


def _drawn(results: list[EffectResult], out: Path | None) -> list[Path]:
    if out is None:
        return []
    from simulations.effects.plots import draw_all

    return draw_all(results, out)


def _as_json(result: EffectResult, fit: Fit | None) -> dict[str, Any]:
    # NaN is no JSON.
    measures = {name: None if value != value else value for name, value in result.measures.items()}  # noqa: PLR0124
    row = {"name": result.name, "passed": result.passed, "measures": measures, "goals": dict(result.goals)}
    if fit is not None:
        row["fit"] = {
            "settings": fit.settings,
            "distance": [fit.before, fit.after],
            "passed": fit.result.passed,
            "measures": dict(fit.result.measures),
        }
    return row


def _print(results: list[EffectResult], fits: dict[str, Fit], files: list[Path]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    console.print(_table(results, "One set of parameters for all effects"))
    for result in results:
        if result.note:
            console.print(f"[dim]{result.name}: {result.note}[/]")
    if fits:
        console.print()
        console.print(_table([fit.result for fit in fits.values()], "Each with parameters of its own"))
        console.print("[dim]distance: from the human figures (RMSE), on the few subjects of the fit[/]")
        for name, fit in fits.items():
            own = ", ".join(f"{key.removeprefix('recall.')} {value:.3g}" for key, value in fit.settings.items())
            console.print(f"[dim]{name}, distance {fit.before:.3f} to {fit.after:.3f}: {own}[/]")
    passed = sum(result.passed for result in results)
    console.print(f"{passed} of {len(results)} effects reach their goals")
    if files:
        console.print(f"drawn in {files[-1].parent}: overview.svg, overview.png, and one of each for every effect")


def _table(results: Sequence[EffectResult], title: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("effect", "measure"):
        table.add_column(column, no_wrap=True)
    for column in ("brain", "goal"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("")
    for result in results:
        shown = result.name
        for name, goal in result.goals.items():
            verdict = "[bold red]missed[/]" if name in result.missed else "[green]reached[/]"
            table.add_row(shown, name, _number(result.measures[name]), goal, verdict)
            shown = ""
    return table


def _number(value: float) -> str:
    return "0.000" if value == 0 else f"{value:.1e}" if abs(value) < 0.0005 else f"{value:.3f}"
