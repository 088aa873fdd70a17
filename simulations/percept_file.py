"""Percepts from a file: a JSON object a line (`.jsonl`), or a text a line (anything else)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from brain.checks import check_choice, check_names, check_text, check_unit
from brain.clock import timestamp_from
from brain.errors import BrainError, InvalidInputError
from brain.memory.records import MODALITIES
from brain.percept import EncodedPercept, FusedPercept
from simulations.scenario import Perceive, Scenario

__all__ = ["scenario_from_percepts"]

_KEYS = ("content", "time", "source_ref", "speaker", "importance", "session_id", "tags", "modality")
_LONGEST = 1_000_000


def scenario_from_percepts(path: Path) -> Scenario:
    """Return a scenario in which a brain perceives the file, line by line, at the times that it gives.

    Raises:
        InvalidInputError: if the file cannot be read, is empty, or has a bad line (its number is named).

    """
    try:
        written = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidInputError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InvalidInputError(f"{path} is not UTF-8 text (byte {error.start}); convert it first") from error
    read = _from_json if path.suffix == ".jsonl" else _from_text
    steps = []
    # Not splitlines: it also breaks at characters that JSON allows within a string.
    for number, line in enumerate(written.split("\n"), start=1):
        if line.strip():
            try:
                steps.append(read(line, path))
            except BrainError as error:
                raise InvalidInputError(f"{path}, line {number}: {error}") from error
    if not steps:
        raise InvalidInputError(f"{path} holds no percepts")
    return Scenario(path.stem, f"{len(steps)} percepts from {path.name}", "", tuple(steps))


def _from_text(line: str, path: Path) -> Perceive:
    text = check_text("the line", line.strip(), _LONGEST)
    return Perceive(FusedPercept(inputs=[EncodedPercept(text=text, source=path.name)], session_id=path.stem))


def _from_json(line: str, path: Path) -> Perceive:
    try:
        entry = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise InvalidInputError(f"not JSON: {error}") from None
    if not isinstance(entry, dict):
        raise InvalidInputError(f"not a JSON object but {type(entry).__name__}")
    unknown = set(entry) - set(_KEYS)
    if unknown:
        raise InvalidInputError(f"unknown key {min(unknown)!r}; known: {', '.join(_KEYS)}")
    return _perceive(entry, path)


def _perceive(entry: dict[str, Any], path: Path) -> Perceive:
    text = check_text("content", entry.get("content"), _LONGEST)
    speaker = entry.get("speaker") or ""
    modality = check_choice("modality", entry.get("modality", "text"), MODALITIES)
    metadata: dict[str, Any] = {"tags": check_names("tags", entry.get("tags"))}
    if "importance" in entry:
        metadata["importance"] = check_unit("importance", entry["importance"])
    if speaker:
        metadata["speaker"] = str(speaker)
    percept = FusedPercept(
        inputs=[EncodedPercept(text=text, modality=modality, source=str(entry.get("source_ref") or ""))],
        entities=[str(speaker)] if speaker else [],
        metadata=metadata,
        session_id=str(entry.get("session_id") or path.stem),
    )
    return Perceive(percept, timestamp_from(entry["time"]) if entry.get("time") is not None else None)
