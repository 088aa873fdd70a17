"""Scenario files: TOML in, a scenario out, every mistake with its file, line, step and key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from brain.clock import timestamp_from
from brain.config import BrainConfig
from brain.errors import BrainError, ConfigError, InvalidInputError, NotFoundError
from simulations.scenario._entry import KeyedError, nearest
from simulations.scenario._lines import Lines
from simulations.scenario._parameters import check_names, filled_in
from simulations.scenario._step_readers import step_from
from simulations.scenario._timeline import StepError, Timeline, beginning
from simulations.scenario.steps import Scenario, ScenarioSource, Step

__all__ = ["builtin_scenarios", "load_scenario", "scenario_from_file", "with_parameters"]

_SAFE_NAME = re.compile(r"^\w[^/\\\0]*$")
_BUILTIN = "simulations.scenarios"
_KEYS = ("name", "title", "why", "start", "config", "parameters", "step")


def builtin_scenarios() -> list[Scenario]:
    """Return the scenarios that come with the program, the default first, then by name."""
    files = [f for f in resources.files(_BUILTIN).iterdir() if f.name.endswith(".toml")]
    scenarios = [scenario_from_file(Path(str(file))) for file in files]
    return sorted(scenarios, key=lambda scenario: (scenario.name != "neuron", scenario.name))


def load_scenario(name_or_path: str, parameters: Mapping[str, Any] | None = None) -> Scenario:
    """Return a built-in scenario by name, or read one from a `.toml` file.

    Args:
        parameters: values that take the place of those in the file.

    Raises:
        NotFoundError: if there is no such scenario or parameter; the nearest name is suggested.
        BrainError: if the file cannot be read or says something impossible.

    """
    if name_or_path.endswith(".toml"):
        return scenario_from_file(Path(name_or_path), parameters)
    known = {f.name.removesuffix(".toml"): f for f in resources.files(_BUILTIN).iterdir() if f.name.endswith(".toml")}
    if name_or_path in known:
        return scenario_from_file(Path(str(known[name_or_path])), parameters)
    names = sorted(known)
    hint = nearest(name_or_path, names)
    raise NotFoundError(f"no scenario {name_or_path!r}; {hint.replace('known here', 'known')}; or name a .toml file")


def scenario_from_file(path: Path, parameters: Mapping[str, Any] | None = None) -> Scenario:
    """Read a scenario file.

    Raises:
        ConfigError: if it cannot be read or is not TOML.
        InvalidInputError: for an unknown key, an impossible value, or steps that contradict each other; the line
            is named where it can be told, and the step is numbered.
        NotFoundError: for a parameter that the file does not list.

    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text") from error
    return _read(ScenarioSource(path, text), parameters or {})


def with_parameters(scenario: Scenario, parameters: Mapping[str, Any]) -> Scenario:
    """Return the scenario with other values for some of its parameters.

    Raises:
        NotFoundError: for a parameter that it does not have; the nearest name is suggested.
        InvalidInputError: if a value makes a step impossible.

    """
    _check_known(parameters, scenario.parameters, scenario.name)
    if not parameters:
        return scenario
    if scenario.source is None:
        raise InvalidInputError(f"{scenario.name} was not read from a file; its parameters cannot be changed")
    return _read(scenario.source, {**scenario.parameters, **parameters})


def _check_known(given: Mapping[str, Any], known: Mapping[str, Any], where: object) -> None:
    for name in given:
        if name not in known:
            raise NotFoundError(f"{where} has no parameter {name!r}; {nearest(str(name), list(known))}")


def _read(source: ScenarioSource, parameters: Mapping[str, Any]) -> Scenario:
    path, lines = source.path, Lines(source.text)
    try:
        table = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error
    for key in table:
        if key not in _KEYS:
            hint = nearest(key, list(_KEYS))
            raise InvalidInputError(f"{_at(path, lines.of_key(key))}: unknown key {key!r}; {hint}")
    try:
        known = _table(table, "parameters")
        check_names(known)
        _check_known(parameters, known, "it")
        values = {name: _plain(parameters.get(name, default)) for name, default in known.items()}
        title, why, name = _text(table, "title"), _text(table, "why"), _name(table)
        settings = filled_in(_table(table, "config"), values)
        BrainConfig.from_dict(settings)
        start = timestamp_from(table["start"]) if "start" in table else None
    except KeyedError as error:
        raise InvalidInputError(f"{_at(path, lines.of_key(error.key))}: {error}") from error
    except BrainError as error:
        raise type(error)(f"{path}: {error}") from error
    steps = _steps(table, values, path, lines)
    start = beginning(steps) if start is None else start
    try:
        Timeline(start).check(steps)
    except StepError as error:
        raise InvalidInputError(
            f"{_at(path, lines.of_step(error.number, error.key))}: step {error.number}: {error}"
        ) from error
    return Scenario(name or path.stem, title, why.strip(), steps, settings, values, start, source)


def _steps(table: dict[str, Any], values: dict[str, Any], path: Path, lines: Lines) -> tuple[Step, ...]:
    entries = table.get("step", [])
    if not isinstance(entries, list) or not entries:
        raise InvalidInputError(f"{path}: the scenario has no [[step]]")
    steps = []
    for number, entry in enumerate(entries, start=1):
        try:
            steps.append(step_from(filled_in(entry, values)))
        except BrainError as error:
            key = error.key if isinstance(error, KeyedError) else ""
            raise InvalidInputError(f"{_at(path, lines.of_step(number, key))}: step {number}: {error}") from error
    return tuple(steps)


def _table(table: dict[str, Any], key: str) -> dict[str, Any]:
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise KeyedError(f"{key} must be a table, [{key}]", key)
    return value


def _text(table: dict[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise KeyedError(f"{key} must be a text, not {value!r:.60}", key)
    return value


def _name(table: dict[str, Any]) -> str:
    name = _text(table, "name")
    # Run directories are named by it.
    if name and not _SAFE_NAME.match(name):
        raise KeyedError(f"name {name!r} must begin with a letter or digit and hold no slash", "name")
    return name


def _plain(value: Any) -> Any:
    """Return a number of numpy, such as a sweep may give, as Python's own."""
    return value.item() if hasattr(value, "item") and not getattr(value, "shape", ()) else value


def _at(path: Path, line: int | None) -> str:
    return f"{path}, line {line}" if line else str(path)
