"""What a factor can act upon: a setting of the brain, a section of them, or a parameter of the scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from brain.config import BrainConfig
from brain.errors import NotFoundError
from simulations.scenario import Scenario
from simulations.scenario._entry import nearest

__all__ = ["Assignment", "assignment", "flattened", "section_names", "setting_kinds", "target_name", "whole_target"]


@dataclass(frozen=True, slots=True)
class Assignment:
    """Values of factors, parted by what they act upon: dotted settings and parameters of the scenario."""

    settings: dict[str, Any]
    parameters: dict[str, Any]


@cache
def setting_kinds() -> dict[str, type]:
    """Return every setting of the brain by its dotted name, with the type of its values."""
    return {
        f"{section.name}.{spec.name}": spec.metadata["kind"]
        for section in fields(BrainConfig)
        for spec in fields(getattr(BrainConfig(), section.name))
        if spec.metadata
    }


@cache
def section_names() -> tuple[str, ...]:
    """Return the sections of the configuration."""
    return tuple(section.name for section in fields(BrainConfig))


def target_name(name: str, scenario: Scenario, kind: str = "factor") -> str:
    """Return `name` as the configuration or the scenario spells it; a parameter goes before a section.

    Args:
        kind: what an error calls it.

    Raises:
        NotFoundError: if there is no such setting, section or parameter; the nearest name is suggested.

    """
    if name in scenario.parameters:
        return name
    spellings = {each.casefold(): each for each in (*setting_kinds(), *section_names())}
    if name.casefold() in spellings:
        return spellings[name.casefold()]
    owns = f"scenario {scenario.name!r} has the parameters: {', '.join(scenario.parameters) or 'none'}"
    hint = nearest(name, [*scenario.parameters, *setting_kinds(), *section_names()])
    hint = (
        hint if hint.startswith("did you mean") else f"a {kind} is a setting such as 'retrieval.min_trust', and {owns}"
    )
    raise NotFoundError(f"unknown {kind} {name!r}; {hint}")


def whole_target(name: str, scenario: Scenario) -> bool:
    """Tell whether a target takes whole numbers alone."""
    if name in scenario.parameters:
        default = scenario.parameters[name]
        return isinstance(default, int) and not isinstance(default, bool)
    return setting_kinds().get(name) is int


def flattened(table: Mapping[str, Any], scenario: Scenario) -> Iterator[tuple[str, Any]]:
    """Yield names and values; a table under a section's name is that section's settings.

    TOML reads an unquoted `retrieval.min_trust = 1` as a table `retrieval`.
    """
    for name, value in table.items():
        is_section = name.casefold() in section_names() and name not in scenario.parameters
        if is_section and isinstance(value, dict):
            yield from ((f"{name}.{key}", each) for key, each in value.items())
        else:
            yield name, value


def assignment(values: Mapping[str, Any], scenario: Scenario) -> Assignment:
    """Part the values of factors by what they act upon; a section's table becomes dotted settings."""
    settings: dict[str, Any] = {}
    parameters: dict[str, Any] = {}
    for name, value in values.items():
        if name in scenario.parameters:
            parameters[name] = value
        elif name in section_names() and isinstance(value, dict):
            settings.update({f"{name}.{key}": each for key, each in value.items()})
        else:
            settings[name] = value
    return Assignment(settings, parameters)
