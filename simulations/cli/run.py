"""`brain run` and `brain scenarios`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from brain.config import BrainConfig
from brain.errors import InvalidInputError, StorageError

__all__ = ["run", "scenarios", "setting"]

_RUNTIMES = Literal["deterministic", "threads"]


def run(
    scenario: Annotated[str, typer.Argument(help="A built-in scenario, or a scenario file (.toml).")] = "neuron",
    percepts: Annotated[
        Path | None, typer.Option(help="Perceive this file instead: JSON lines (.jsonl) or a text a line.")
    ] = None,
    ask: Annotated[list[str] | None, typer.Option(help="Ask this at the end; may be given several times.")] = None,
    seed: Annotated[int, typer.Option(help="Decides every choice left to chance.")] = 0,
    out: Annotated[Path | None, typer.Option(help="The run directory; runs/NAME-seedN by default.")] = None,
    runtime: Annotated[
        _RUNTIMES, typer.Option(help="One thread with a seeded order, or real threads.")
    ] = "deterministic",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="A setting, such as working.max_size=7, or a scenario's own parameter."
        ),
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings of the brain.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Run a scenario on a fresh brain and show what became of it."""
    from simulations.cli.progress import progress_bar
    from simulations.percept_file import scenario_from_percepts
    from simulations.report import write_report
    from simulations.runner import ExpectationFailedError, StepFailedError, run_scenario
    from simulations.scenario import Ask, load_scenario, with_parameters
    from simulations.summary import print_summary

    chosen = scenario_from_percepts(percepts) if percepts else load_scenario(scenario)
    given = dict(map(setting, settings or []))
    chosen = with_parameters(chosen, {key: given[key] for key in given if "." not in key})
    if ask:
        chosen = replace(
            chosen,
            steps=(*chosen.steps, *(Ask(question, f"question {i}") for i, question in enumerate(ask, 1))),
        )
    brain_config = _configuration(chosen.settings, config, {key: given[key] for key in given if "." in key})
    directory = out or Path("runs") / f"{chosen.name}-seed{seed}"
    try:
        with progress_bar(quiet=as_json) as progress:
            result = run_scenario(
                chosen, seed=seed, out=directory, runtime=runtime, config=brain_config, progress=progress
            )
    except StepFailedError as error:
        write_report(directory)
        raise StorageError(f"{error}; what came before is kept in {directory}") from error
    if as_json:
        typer.echo(result.to_json(), nl=False)
    else:
        print_summary(result, chosen, brain_config, directory)
    write_report(directory)
    failed = result.failed_expectations
    if failed:
        names = ", ".join(dict.fromkeys(record.name for record in failed))
        raise ExpectationFailedError(f"{len(failed)} of {len(result.expectations)} expectations failed: {names}")


def scenarios(
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List the built-in scenarios."""
    from simulations.scenario import builtin_scenarios

    known = builtin_scenarios()
    if as_json:
        typer.echo(json.dumps([{"name": s.name, "title": s.title, "why": s.why} for s in known], ensure_ascii=False))
        return
    width = max(len(scenario.name) for scenario in known)
    for scenario in known:
        typer.echo(f"{scenario.name:<{width}}  {scenario.title}")


def _configuration(scenario_settings: dict[str, Any], file: Path | None, settings: dict[str, Any]) -> BrainConfig:
    """Combine the defaults, the scenario's own settings, a file's, and single ones; the later wins."""
    config = BrainConfig.from_dict(scenario_settings)
    if file is not None:
        config = config.updated(file)
    return config.with_settings(settings)


def setting(written: str) -> tuple[str, Any]:
    """Read KEY=VALUE.

    Raises:
        InvalidInputError: if it is not of that form.
    """
    key, sign, value = written.partition("=")
    if not sign or not key.strip():
        raise InvalidInputError(f"--set takes KEY=VALUE, such as working.max_size=7, not {written!r}")
    try:
        return key.strip(), json.loads(value)
    except json.JSONDecodeError:
        return key.strip(), value.strip()
