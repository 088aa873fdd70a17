"""Reading the table of a sweep back."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brain.errors import InvalidInputError, MissingExtraError
from simulations.experiments.sweep_directory import read_manifest

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["load_results"]


def load_results(directory: Path | str) -> pd.DataFrame:
    """Return the table of a sweep, one row a run, sorted by run number.

    Columns are `run`, `cell`, the factors, `replication`, `seed`, `status` ('done' or 'failed'), `stage`, `text`, and
    the measures (missing for a run that did not come so far). Tables, lists and truth values are Python's again.
    What else makes the sweep is in the frame's `attrs`.

    Raises:
        InvalidInputError: if there is no sweep, or it is of another format.
        MissingExtraError: if pandas is not installed.

    """
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtraError("a data frame needs pandas: pip install 'actor-brain[lab]'") from error
    path = Path(directory)
    read_manifest(path)
    file = path / "results.db"
    if not file.exists():
        raise InvalidInputError(f"{path} has no results.db yet: its sweep was killed; resume it")
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            meta = dict(database.execute("SELECT key, value FROM meta"))
            frame = pd.read_sql_query("SELECT * FROM runs ORDER BY run", database)
    except (sqlite3.Error, pd.errors.DatabaseError) as error:
        raise InvalidInputError(f"{file} is damaged: {error}; remove it and resume the sweep") from error
    for column in json.loads(meta["json_columns"]):
        frame[column] = [json.loads(value) for value in frame[column]]
    for column in json.loads(meta["measures"]).values():
        frame[column] = frame[column].astype(float)
    frame.attrs.update({key: _read(key, value) for key, value in meta.items()})
    return frame


_TEXTS = ("name", "scenario", "scenario_file", "design", "title", "experiment_file", "base_config", "version", "commit")


def _read(key: str, value: str) -> Any:
    return value if key in (*_TEXTS, "python", "sqlite", "pykka") else json.loads(value)
