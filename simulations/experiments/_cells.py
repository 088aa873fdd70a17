"""The cells of an experiment, each checked against the scenario and the configuration."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from brain.config import BrainConfig
from brain.errors import BrainError, InvalidInputError, NotFoundError
from simulations.experiments.design import full_grid, latin_hypercube, side_by_side
from simulations.experiments.factors import Factor, plain
from simulations.experiments.targets import assignment, flattened, target_name
from simulations.scenario import Scenario, with_parameters
from simulations.scenario._entry import KeyedError

__all__ = ["cells_from"]


def cells_from(
    design: str, factors: dict[str, Any], points: Any, samples: int, seed: int, scenario: Scenario,
    settings: dict[str, Any], parameters: dict[str, Any],
) -> list[dict[str, Any]]:  # fmt: skip
    """Return what is run: each cell gives every factor a value; without factors there is one empty cell.

    Raises:
        NotFoundError: for an unknown factor.
        ConfigError, InvalidInputError: if a cell could not be run.

    """
    if points:
        if design != "list":
            raise KeyedError(f"[[point]] belongs to a list design, and this one is a {design}", "point")
        if factors:
            raise KeyedError("a list design takes [[point]] or [factors], not both", "factors")
        cells = _points(points, scenario, settings, parameters)
    else:
        read = [Factor.read(name, value, scenario) for name, value in flattened(factors, scenario)]
        for factor in read:
            if factor.name in settings or factor.name in parameters:
                raise InvalidInputError(f"{factor.name!r} is a factor and also fixed; leave it out of one")
        cells = _designed(design, read, samples, seed)
    _check(cells, scenario, settings, parameters)
    return cells


def _designed(design: str, factors: list[Factor], samples: int, seed: int) -> list[dict[str, Any]]:
    names = [factor.name for factor in factors]
    for name in names:
        if names.count(name) > 1:
            raise InvalidInputError(f"factor {name!r} stands there twice")
        section, dot, _ = name.partition(".")
        if dot and section in names:
            raise InvalidInputError(f"{section!r} and {name!r} cannot both be factors: one holds the other")
    if not factors:
        if design == "latin":
            raise InvalidInputError("a latin design needs [factors] to sample")
        return [{}]
    if design == "latin":
        return latin_hypercube(factors, samples, seed)
    return side_by_side(factors) if design == "list" else full_grid(factors)


def _points(
    points: Any, scenario: Scenario, settings: dict[str, Any], parameters: dict[str, Any]
) -> list[dict[str, Any]]:  # fmt: skip
    """Return points as cells; what a point does not name has the value that it would have anyway."""
    if not isinstance(points, list) or not all(isinstance(point, dict) for point in points):
        raise KeyedError("points must be tables, [[point]]", "point")
    named = [
        {target_name(name, scenario): plain(value) for name, value in flattened(point, scenario)} for point in points
    ]
    usual: dict[str, Any] = {}
    for name in dict.fromkeys(name for point in named for name in point):
        if name in scenario.parameters:
            usual[name] = plain(parameters.get(name, scenario.parameters[name]))
        else:
            section, _, key = name.partition(".")
            config = BrainConfig.from_dict(scenario.settings).with_settings(settings)
            usual[name] = config.to_dict()[section][key]
    return [{**usual, **point} for point in named]


def _check(
    cells: Sequence[dict[str, Any]], scenario: Scenario, settings: dict[str, Any], parameters: dict[str, Any]
) -> None:  # fmt: skip
    """Refuse what could not be set up; each distinct set of parameters and of settings is tried once.

    Raises:
        BrainError: naming the cell.

    """
    tried: set[str] = set()
    for number, values in enumerate(cells, start=1):
        chosen = assignment(values, scenario)
        key = json.dumps([chosen.parameters, chosen.settings], sort_keys=True, default=str)
        if key in tried:
            continue
        tried.add(key)
        try:
            filled = with_parameters(scenario, {**parameters, **chosen.parameters})
            BrainConfig.from_dict(filled.settings).with_settings({**settings, **chosen.settings})
        except NotFoundError:
            raise
        except BrainError as error:
            where = ", ".join(f"{name} = {value!r:.30}" for name, value in values.items())
            raise type(error)(f"cell {number} ({where}): {error}" if values else str(error)) from error
