"""The table of a sweep, one row a run: as SQLite and as CSV, the same bytes for the same sweep."""

from __future__ import annotations

import csv
import json
import math
import os
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brain.errors import StorageError
from simulations.experiments._shards import Row
from simulations.experiments.sweep_directory import SweepDirectory

__all__ = ["ResultTable", "write_table"]

_BEFORE, _AFTER = ("run", "cell"), ("replication", "seed", "status", "stage", "text")


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Columns and rows.

    Attributes:
        columns: their names, each unlike the others whatever the case of its letters.
        factors, measures: for each factor and measure its column.
        as_json: columns in which values are JSON, because some are tables, lists or truth values.
        rows: values in the order of the columns, by run number; only runs that were done or failed.

    """

    columns: tuple[str, ...]
    factors: dict[str, str]
    measures: dict[str, str]
    as_json: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    @classmethod
    def of(cls, directory: SweepDirectory, rows: Mapping[int, Row]) -> ResultTable:
        """Make the table of the runs that are done."""
        experiment = directory.experiment
        taken = {name.casefold() for name in (*_BEFORE, *_AFTER)}
        factors = {name: _free(name, "parameter", taken) for name in experiment.factors}
        ordered = [(plan, rows[plan.run]) for plan in experiment.runs() if plan.run in rows]
        seen = dict.fromkeys(name for _, row in ordered for name in row.measures)
        measures = {name: _free(name, "measure", taken) for name in seen}
        nested = [
            name
            for name in experiment.factors
            if any(isinstance(values[name], dict | list | bool) for values in experiment.cells)
        ]
        table = tuple(
            (
                plan.run, plan.cell, *(_cell(plan.values[name], as_json=name in nested) for name in factors),
                plan.replication, plan.seed, row.status, row.stage, row.text,
                *(_number(row.measures.get(name)) for name in measures),
            )
            for plan, row in ordered
        )  # fmt: skip
        columns = (*_BEFORE, *factors.values(), *_AFTER, *measures.values())
        return cls(columns, factors, measures, tuple(factors[name] for name in nested), table)


def write_table(directory: SweepDirectory, table: ResultTable) -> None:
    """Write results.db and results.csv; each is there whole or not at all.

    Raises:
        StorageError: if they cannot be written.

    """
    try:
        _through_new(directory.database, lambda path: _write_database(path, directory, table))
        _through_new(directory.csv, lambda path: _write_csv(path, table))
    except (OSError, sqlite3.Error) as error:
        raise StorageError(f"{directory.path}: the table cannot be written: {error}") from error


def _through_new(path: Path, write: Any) -> None:
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)
    write(new)
    new.replace(path)


def _write_csv(path: Path, table: ResultTable) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table.columns)
        writer.writerows(table.rows)
        file.flush()
        os.fsync(file.fileno())


def _write_database(path: Path, directory: SweepDirectory, table: ResultTable) -> None:
    quoted = ", ".join('"' + name.replace('"', '""') + '"' for name in table.columns[1:])
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        database.execute(f"CREATE TABLE runs (run INTEGER PRIMARY KEY, {quoted})")
        database.executemany("INSERT INTO meta VALUES (?, ?)", sorted(_meta(directory, table).items()))
        marks = ", ".join("?" * len(table.columns))
        database.executemany(f"INSERT INTO runs VALUES ({marks})", table.rows)


def _meta(directory: SweepDirectory, table: ResultTable) -> dict[str, str]:
    experiment = directory.experiment
    manifest = directory.manifest()
    about = {
        **{key: manifest[key] for key in ("format", "name", "scenario", "scenario_file", "design", "replications")},
        **{key: manifest[key] for key in ("seed", "paired", "parameters", "config")},
        **manifest["made_by"],
        "title": experiment.title,
        "experiment_file": experiment.text,
        "base_config": manifest["base_config"],
        "runs": len(experiment),
        "complete": len(table.rows) == len(experiment),
        "factors": table.factors,
        "measures": table.measures,
        "json_columns": list(table.as_json),
    }
    return {key: value if isinstance(value, str) else _json(value) for key, value in about.items()}


def _free(name: str, kind: str, taken: set[str]) -> str:
    """Return a column name that is free; SQLite does not tell `n` from `N`."""
    while name.casefold() in taken:
        name = f"{kind} {name}"
    taken.add(name.casefold())
    return name


def _cell(value: Any, *, as_json: bool) -> Any:
    return _json(value) if as_json else value


def _number(value: float | None) -> float | None:
    """Return a measure as both forms of the table can hold it: what is not a number is no value."""
    return None if value is None or math.isnan(value) else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
