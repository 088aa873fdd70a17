"""Scenarios: what happens to a brain, in which order, as a value.

A scenario file is TOML: `name`, `title`, `why`, an optional `[config]` with settings of the brain, and a list of
`[[step]]` tables. Each step has exactly one of the keys `perceive`, `ask`, `wait`, `confirm`, `deny`, `pressure`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

from brain._settings import parse_toml
from brain.clock import timestamp_from
from brain.errors import BrainError, InvalidInputError, NotFoundError
from brain.percept import EncodedPercept, FusedPercept

__all__ = [
    "Ask",
    "Feedback",
    "Perceive",
    "Pressure",
    "Scenario",
    "Step",
    "Wait",
    "builtin_scenarios",
    "load_scenario",
    "seconds_from",
]

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}
_DURATION = re.compile(r"^\s*(\d+(?:\.\d+)?)\s*([smhdw])\s*$")
_BUILTIN = "simulations.scenarios"


@dataclass(frozen=True, slots=True)
class Perceive:
    """The brain takes something in; `at` (Unix seconds) moves time there first if it lies ahead."""

    percept: FusedPercept
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """The brain is asked something; `label` names the answer in results."""

    question: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """Time passes."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Feedback:
    """A concept, and its source if one is named, is confirmed or denied."""

    concept: str
    confirmed: bool
    source: str = ""


@dataclass(frozen=True, slots=True)
class Pressure:
    """RAM is said to be so full from now on (0-100 percent)."""

    percent: float


Step = Perceive | Ask | Wait | Feedback | Pressure


@dataclass(frozen=True, slots=True)
class Scenario:
    """What happens, in order.

    Attributes:
        name: how it is called on the command line.
        title: a line for lists.
        why: what it shows.
        steps: what happens.
        settings: the settings of the brain that it needs, as nested tables.

    """

    name: str
    title: str = ""
    why: str = ""
    steps: tuple[Step, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)


def seconds_from(duration: Any) -> float:
    """Read a duration such as "30s", "2h", "3d" or a number of seconds.

    Raises:
        InvalidInputError: if it is not one, or is negative.

    """
    if isinstance(duration, int | float) and not isinstance(duration, bool) and 0 <= duration < float("inf"):
        return float(duration)
    match = _DURATION.match(duration) if isinstance(duration, str) else None
    if match is None:
        raise InvalidInputError(f"not a duration: {duration!r}; write seconds, or a text such as '30s', '2h', '3d'")
    return float(match[1]) * _UNITS[match[2]]


def builtin_scenarios() -> list[Scenario]:
    """Return the scenarios that come with the program, the default first, then by name."""
    files = [f for f in resources.files(_BUILTIN).iterdir() if f.name.endswith(".toml")]
    scenarios = [scenario_from_file(Path(str(file))) for file in files]
    return sorted(scenarios, key=lambda scenario: (scenario.name != "neuron", scenario.name))


def load_scenario(name_or_path: str) -> Scenario:
    """Return a built-in scenario by name, or read one from a `.toml` file.

    Raises:
        NotFoundError: if there is no such scenario; the nearest name is suggested.
        BrainError: if the file cannot be read or says something impossible.

    """
    if name_or_path.endswith(".toml"):
        return scenario_from_file(Path(name_or_path))
    known = {scenario.name: scenario for scenario in builtin_scenarios()}
    if name_or_path in known:
        return known[name_or_path]
    near = difflib.get_close_matches(name_or_path, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}; or name a .toml file"
    raise NotFoundError(f"no scenario {name_or_path!r}; {hint}")


def scenario_from_file(path: Path) -> Scenario:
    """Read a scenario file.

    Raises:
        ConfigError: if it cannot be read or is not TOML.
        InvalidInputError: for an unknown key or an impossible value; the step is numbered.

    """
    table = parse_toml(path)
    unknown = set(table) - {"name", "title", "why", "config", "step"}
    if unknown:
        raise InvalidInputError(f"{path}: unknown key {min(unknown)!r}; known: name, title, why, config, step")
    steps = []
    for number, entry in enumerate(table.get("step", []), start=1):
        try:
            steps.append(_step(entry))
        except BrainError as error:
            raise InvalidInputError(f"{path}: step {number}: {error}") from error
    if not steps:
        raise InvalidInputError(f"{path}: the scenario has no [[step]]")
    name = table.get("name", path.stem)
    return Scenario(name, table.get("title", ""), table.get("why", "").strip(), tuple(steps), table.get("config", {}))


def _step(entry: Any) -> Step:
    kinds: dict[str, Callable[[Any, dict[str, Any]], Step]] = {
        "perceive": _perceive,
        "ask": _ask,
        "wait": _wait,
        "confirm": _confirm,
        "deny": _deny,
        "pressure": _pressure,
    }
    named = [key for key in entry if key in kinds] if isinstance(entry, dict) else []
    if len(named) != 1:
        raise InvalidInputError(f"needs exactly one of {', '.join(kinds)}")
    options = {key: value for key, value in entry.items() if key != named[0]}
    return kinds[named[0]](entry[named[0]], options)


def _allowed(options: dict[str, Any], *known: str) -> None:
    unknown = set(options) - set(known)
    if unknown:
        raise InvalidInputError(f"unknown key {min(unknown)!r}; known here: {', '.join(known) or 'none'}")


def _perceive(value: Any, options: dict[str, Any]) -> Perceive:
    """`perceive` is a text, or a list of tables, one a sense."""
    _allowed(
        options,
        "source_ref",
        "importance",
        "tags",
        "entities",
        "confidence",
        "session_id",
        "modality",
        "time",
    )
    senses = [value] if isinstance(value, str) else value
    source, modality = options.get("source_ref", ""), options.get("modality", "text")
    inputs = []
    for sense in senses:
        fields = {"text": sense} if isinstance(sense, str) else dict(sense)
        inputs.append(EncodedPercept.from_dict({"source": source, "modality": modality} | fields))
    metadata: dict[str, Any] = {key: options[key] for key in ("importance", "tags") if key in options}
    at = timestamp_from(options["time"]) if "time" in options else None
    percept = FusedPercept(
        inputs=inputs, entities=options.get("entities", []), confidence=options.get("confidence", 1.0),
        metadata=metadata, session_id=options.get("session_id", ""),
    )  # fmt: skip
    if not percept.text:
        raise InvalidInputError("perceive has no text")
    return Perceive(percept, at)


def _ask(value: Any, options: dict[str, Any]) -> Ask:
    _allowed(options, "label")
    if not isinstance(value, str) or not value.strip():
        raise InvalidInputError("ask needs a question")
    return Ask(value, options.get("label", ""))


def _wait(value: Any, options: dict[str, Any]) -> Wait:
    _allowed(options)
    return Wait(seconds_from(value))


def _confirm(value: Any, options: dict[str, Any]) -> Feedback:
    _allowed(options, "source")
    return Feedback(str(value), True, options.get("source", ""))


def _deny(value: Any, options: dict[str, Any]) -> Feedback:
    _allowed(options, "source")
    return Feedback(str(value), False, options.get("source", ""))


def _pressure(value: Any, options: dict[str, Any]) -> Pressure:
    _allowed(options)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise InvalidInputError(f"pressure must be from 0 to 100 percent, not {value!r}")
    return Pressure(float(value))
