"""The directory of a sweep: what makes it, the shards of its workers, and the table made of them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from brain.config import BrainConfig
from brain.errors import InvalidInputError, StorageError
from simulations.experiments._shards import Row, ShardWriter, began_in, rows_in
from simulations.experiments.experiment import Experiment
from simulations.provenance import provenance

__all__ = ["SWEEP_FORMAT", "SweepDirectory"]

SWEEP_FORMAT = 1
"""The version of what a sweep's directory holds; a reader refuses another."""

_MANIFEST = "sweep.json"
_SHARDS = "shards"


@dataclass(frozen=True)
class SweepDirectory:
    """The files of a sweep of `experiment`: sweep.json, experiment.toml, shards/, results.db, results.csv."""

    path: Path
    experiment: Experiment

    @classmethod
    def prepare(cls, path: Path, experiment: Experiment, *, resume: bool) -> SweepDirectory:
        """Make a directory ready for a sweep, or find what an interrupted one has left there.

        A sweep that was interrupted before its first run leaves nothing that could be lost.

        Raises:
            InvalidInputError: if something else is there, or a sweep that is not to be resumed, of another
                experiment, or by another version.
            StorageError: if it cannot be written.

        """
        directory = cls(path, experiment)
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            if directory._holds_rows() and (path / _MANIFEST).exists():
                directory._check_same(resume=resume)
            elif any(path.iterdir()) and not (path / _MANIFEST).exists():
                raise InvalidInputError(f"{path} is not empty and not a sweep; name another directory with --out")
            else:
                if experiment.text:
                    (path / "experiment.toml").write_text(experiment.text, encoding="utf-8")
                _replace(path / _MANIFEST, json.dumps(directory.manifest(), ensure_ascii=False, indent=1) + "\n")
            directory.shards.mkdir(exist_ok=True)
            (directory.shards / directory.token).touch()
        except OSError as error:
            raise StorageError(f"{path}: cannot be written: {error.strerror or error}") from error
        return directory

    @property
    def shards(self) -> Path:
        """Where each worker writes a file of its own."""
        return self.path / _SHARDS

    @property
    def database(self) -> Path:
        """The table as SQLite."""
        return self.path / "results.db"

    @property
    def csv(self) -> Path:
        """The table as text."""
        return self.path / "results.csv"

    @cached_property
    def token(self) -> str:
        """A file name that only this sweep has, by which a worker knows its directory."""
        return hashlib.sha256(json.dumps(self.manifest(), sort_keys=True).encode()).hexdigest()[:16]

    def rows(self) -> dict[int, Row]:
        """Return what has been done, by run number."""
        return {run: row for run, row in sorted(rows_in(self.shards).items()) if run <= len(self.experiment)}

    def begun(self) -> Counter[int]:
        """Return how often each run was begun by any worker whose shard is here."""
        return began_in(self.shards)

    def add(self, *rows: Row) -> None:
        """Write rows that no worker could write here."""
        with ShardWriter(self.shards) as shard:
            for row in rows:
                shard.add(row)

    def manifest(self) -> dict[str, Any]:
        """Return what makes the sweep: the same manifest, the same table."""
        experiment = self.experiment
        source = experiment.scenario.source
        config = BrainConfig.from_dict(experiment.scenario.settings).with_settings(experiment.settings)
        return {
            "format": SWEEP_FORMAT,
            "made_by": asdict(provenance()),
            "name": experiment.name,
            "scenario": experiment.scenario.name,
            "scenario_file": source.text if source else "",
            "design": experiment.design,
            "factors": list(experiment.factors),
            "cells": list(experiment.cells),
            "replications": experiment.replications,
            "seed": experiment.seed,
            "paired": experiment.paired,
            "measures": list(experiment.measures),
            "config": experiment.settings,
            "parameters": experiment.parameters,
            "base_config": config.to_toml(),
        }

    def _holds_rows(self) -> bool:
        if rows_in(self.shards):
            return True
        return self.csv.exists() and len(self.csv.read_bytes().splitlines()) > 1

    def _check_same(self, *, resume: bool) -> None:
        written = read_manifest(self.path)
        mine = json.loads(json.dumps(self.manifest()))
        versions, my_versions = written.pop("made_by"), mine.pop("made_by")
        for part, value in my_versions.items():
            if versions.get(part) != value:
                raise InvalidInputError(
                    f"{self.path} was made by {part} {versions.get(part)}, this is {part} {value};"
                    " name another directory with --out"
                )
        for part, value in mine.items():
            if written.get(part) != value:
                raise InvalidInputError(
                    f"{self.path} holds another experiment: its {part} {_beside(written.get(part), value)};"
                    " name another directory with --out"
                )
        if not resume:
            raise InvalidInputError(
                f"{self.path} holds this sweep already, {len(self.rows())} of {len(self.experiment)} runs done;"
                " add --resume to go on with it, or name another directory with --out"
            )


def read_manifest(path: Path) -> dict[str, Any]:
    """Return what a sweep's directory says of it.

    Raises:
        InvalidInputError: if there is no sweep, it is damaged, or of another format.

    """
    file = path / _MANIFEST
    if not file.exists():
        raise InvalidInputError(f"{path} is not the directory of a sweep: it has no {_MANIFEST}")
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        known, _ = written["format"], written["made_by"]["version"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInputError(f"{file} is damaged: {type(error).__name__}; sweep again into another --out") from error
    if known != SWEEP_FORMAT:
        raise InvalidInputError(f"{path} is a sweep of format {known}, this version reads {SWEEP_FORMAT}; sweep again")
    return dict(written)


def _beside(there: Any, here: Any) -> str:
    short = all(isinstance(each, str | int | float | bool) and len(str(each)) <= 40 for each in (there, here))
    return f"is {there!r} there and {here!r} here" if short else "is not the same"


def _replace(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
