"""Experiment files: TOML in, an experiment out, every mistake named before anything runs."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

from brain.errors import BrainError, ConfigError, InvalidInputError, NotFoundError
from simulations.experiments._cells import cells_from
from simulations.experiments.design import DESIGNS, MOST_RUNS
from simulations.experiments.experiment import Experiment
from simulations.experiments.factors import plain
from simulations.experiments.measuring import check_patterns
from simulations.experiments.targets import flattened, target_name
from simulations.scenario import Scenario, load_scenario, scenario_from_file
from simulations.scenario._entry import Entry, KeyedError, nearest
from simulations.scenario._lines import Lines

__all__ = ["builtin_experiments", "experiment_from_file", "load_experiment"]

_EXAMPLES = "simulations.experiments.examples"
_LARGEST_SEED = 2**63 - 1
_KEYS = (
    "name", "title", "why", "scenario", "design", "samples", "replications", "seed", "paired", "measures",
    "config", "parameters", "factors", "point",
)  # fmt: skip


def builtin_experiments() -> list[Experiment]:
    """Return the experiments that come with the program, by name."""
    return [experiment_from_file(path) for _, path in sorted(_builtin_files().items())]


def load_experiment(name_or_path: str) -> Experiment:
    """Return a built-in experiment by name, or read one from a `.toml` file.

    Raises:
        NotFoundError: if there is no such experiment; the nearest name is suggested.
        BrainError: if the file cannot be read or says something impossible.

    """
    if name_or_path.endswith(".toml"):
        return experiment_from_file(Path(name_or_path))
    known = _builtin_files()
    if name_or_path in known:
        return experiment_from_file(known[name_or_path])
    hint = nearest(name_or_path, sorted(known)).replace("known here", "known")
    raise NotFoundError(f"no experiment {name_or_path!r}; {hint}; or name a .toml file")


def experiment_from_file(path: Path) -> Experiment:
    """Read an experiment file; a scenario file that it names is looked for beside it.

    Raises:
        ConfigError: if it cannot be read or is not TOML, or a setting is unknown or out of range.
        InvalidInputError: for an unknown key or an impossible value; the line is named where it can be told.
        NotFoundError: for a scenario, factor or parameter that does not exist; the nearest name is suggested.

    """
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error
    try:
        return _experiment(table, path, text)
    except KeyedError as error:
        line = Lines(text).of_key(error.key)
        raise InvalidInputError(f"{path}{f', line {line}' if line else ''}: {error}") from error
    except BrainError as error:
        raise type(error)(f"{path}: {error}") from error


def _builtin_files() -> dict[str, Path]:
    files = (Path(str(each)) for each in resources.files(_EXAMPLES).iterdir())
    return {file.stem: file for file in files if file.suffix == ".toml"}


def _experiment(table: dict[str, Any], path: Path, text: str) -> Experiment:
    for key in table:
        if key not in _KEYS:
            raise KeyedError(f"unknown key {key!r}; {nearest(key, list(_KEYS))}", key)
    entry = Entry(table)
    name, title, why = entry.take_text("name", path.stem), entry.take_text("title"), entry.take_text("why")
    if "/" in name or "\\" in name or name.startswith("."):
        raise KeyedError(f"name {name!r} must hold no slash and not begin with a dot", "name")
    named = entry.take_text("scenario", required=True)
    points, factors = entry.take("point", []), _table(entry, "factors")
    design = entry.take_choice("design", DESIGNS, "list" if points else "grid")
    replications = entry.take_count("replications", 1, MOST_RUNS)
    seed = _whole(entry, "seed", 0, 0, _LARGEST_SEED)
    samples = _samples(entry, design)
    paired = entry.take("paired", False)
    if not isinstance(paired, bool):
        raise KeyedError(f"paired must be true or false, not {paired!r}", "paired")
    measures = _patterns(entry)
    settings, parameters = _table(entry, "config"), _table(entry, "parameters")
    scenario = _scenario(named, path)
    fixed = {target_name(key, scenario, "setting"): plain(each) for key, each in flattened(settings, scenario)}
    cells = cells_from(design, factors, points, samples, seed, scenario, fixed, parameters)
    if len(cells) * replications > MOST_RUNS:
        raise KeyedError(
            f"{len(cells)} cells x {replications} replications are more than {MOST_RUNS} runs", "replications"
        )
    check_patterns(measures, scenario)
    return Experiment(
        name, scenario, title, why.strip(), design, tuple(cells[0]), tuple(cells), replications, seed, paired,
        measures, fixed, {key: plain(each) for key, each in parameters.items()}, text,
    )  # fmt: skip


def _scenario(named: str, path: Path) -> Scenario:
    if not named.endswith(".toml"):
        return load_scenario(named)
    return scenario_from_file(path.parent / named)


def _table(entry: Entry, key: str) -> dict[str, Any]:
    value = entry.take(key, {})
    if not isinstance(value, dict):
        raise KeyedError(f"{key} must be a table, [{key}]", key)
    return value


def _samples(entry: Entry, design: str) -> int:
    if design == "latin":
        if "samples" not in entry:
            raise KeyedError("a latin design needs samples, the number of cells, such as samples = 50", "design")
        return entry.take_count("samples", 0, MOST_RUNS)
    if "samples" in entry:
        raise KeyedError(f"samples belongs to a latin design, and this one is a {design}", "samples")
    return 0


def _whole(entry: Entry, key: str, default: int, low: int, high: int) -> int:
    value = entry.take(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise KeyedError(f"{key} must be a whole number from {low} to {high}, not {value!r}", key)
    return value


def _patterns(entry: Entry) -> tuple[str, ...]:
    value = entry.take("measures", [])
    if not isinstance(value, list) or not all(isinstance(each, str) and each.strip() for each in value):
        raise KeyedError(f"measures must be a list of names, not {value!r:.60}", "measures")
    return tuple(value)
