"""The machinery under `brain.config`: fields with ranges, checking, TOML in and out."""

from __future__ import annotations

import difflib
import json
import math
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

from brain.errors import ConfigError

S = TypeVar("S", bound="Section")


def number(default: float, low: float, high: float) -> Any:
    """Declare a real-valued setting within [low, high]."""
    return field(default=default, metadata={"kind": float, "low": low, "high": high})


def whole(default: int, low: int, high: int) -> Any:
    """Declare an integer setting within [low, high]."""
    return field(default=default, metadata={"kind": int, "low": low, "high": high})


def choice(default: str, allowed: tuple[str, ...]) -> Any:
    """Declare a setting that takes one of a few words."""
    return field(default=default, metadata={"kind": str, "allowed": allowed})


def text(default: str) -> Any:
    """Declare a setting that takes any non-empty text."""
    return field(default=default, metadata={"kind": str})


def words() -> Any:
    """Declare a setting that takes a list of words; none by default."""
    return field(default=(), metadata={"kind": tuple})


@dataclass(frozen=True)
class Section:
    """A table of settings. Values are checked however the section is made."""

    def __post_init__(self) -> None:
        for spec in fields(self):
            if spec.metadata:
                checked = _check(spec.name, getattr(self, spec.name), dict(spec.metadata))
                object.__setattr__(self, spec.name, checked)

    def to_dict(self) -> dict[str, Any]:
        """Return plain nested tables."""
        values = {spec.name: getattr(self, spec.name) for spec in fields(self)}
        return {name: _plain(value) for name, value in values.items()}


def section_from(section: type[S], values: Any, path: str = "") -> S:
    """Build `section` from a table, naming the full path of whatever is wrong with it."""
    if not isinstance(values, dict):
        raise ConfigError(f"{path or 'the configuration'} must be a table of settings, not {values!r}")
    known = {spec.name.lower(): spec for spec in fields(section)}
    arguments: dict[str, Any] = {}
    for key, value in values.items():
        spec = known.get(str(key).lower())
        dotted = f"{path}.{key}" if path else str(key)
        if spec is None:
            raise ConfigError(f"unknown setting {dotted!r}{_suggestion(str(key), list(known))}")
        if spec.metadata:
            arguments[spec.name] = _check(dotted, value, dict(spec.metadata))
        else:
            arguments[spec.name] = section_from(_section_type(spec.default_factory), value, dotted)
    return section(**arguments)


def parse_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file into nested tables.

    Raises:
        ConfigError: if it cannot be read, is not UTF-8, or is not TOML (the line is named).

    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is not valid TOML: {error}") from error


def section_to_toml(section: Section, path: str = "") -> str:
    """Write a section and those below it as TOML."""
    lines, below = [], []
    for spec in fields(section):
        value = getattr(section, spec.name)
        if isinstance(value, Section):
            below.append((f"{path}.{spec.name}" if path else spec.name, value))
        else:
            lines.append(f"{spec.name} = {_toml_value(value)}")
    parts = ["\n".join(lines)] if lines else []
    parts += [f"[{name}]\n{section_to_toml(value, name)}" for name, value in below]
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _plain(value: Any) -> Any:
    if isinstance(value, Section):
        return value.to_dict()
    return list(value) if isinstance(value, tuple) else value


def _toml_value(value: Any) -> str:
    # JSON's strings are TOML basic strings, and its lists of them TOML's; repr of a float keeps every digit.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str | tuple) else repr(value)


def _section_type(factory: Any) -> type[Section]:
    if isinstance(factory, type) and issubclass(factory, Section):
        return factory
    raise TypeError(f"{factory!r} does not make a Section")


def _suggestion(key: str, known: list[str]) -> str:
    near = difflib.get_close_matches(key.lower(), known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known here: {', '.join(known)}"


def _check(path: str, value: Any, rule: dict[str, Any]) -> Any:
    kind = rule["kind"]
    if kind is tuple:
        return _check_words(path, value)
    if kind is str:
        return _check_word(path, value, rule.get("allowed"))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ConfigError(f"{path} must be a number, not {value!r}")
    if not math.isfinite(value) or (kind is int and value != int(value)):
        raise ConfigError(f"{path} must be a {'whole' if kind is int else 'finite'} number, not {value!r}")
    if not rule["low"] <= value <= rule["high"]:
        raise ConfigError(f"{path} = {value!r} is out of range: {rule['low']:g} to {rule['high']:g}")
    return kind(value)


def _check_word(path: str, value: Any, allowed: tuple[str, ...] | None) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{path} must be a non-empty text, not {value!r}")
    if allowed and value not in allowed:
        raise ConfigError(f"{path} = {value!r} is not one of: {', '.join(allowed)}")
    return value


def _check_words(path: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(word, str) and word.strip() for word in value):
        raise ConfigError(f'{path} must be a list of words, such as ["german"], not {value!r}')
    return tuple(value)
