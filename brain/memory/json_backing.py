"""Minds kept in the document's JSON files: read at the start, written again as a whole every so many changes.

The structures work on a private database all the while, so that there is one way of doing everything. What has been
stored since the last writing is lost in a crash: that is why SQLite is the default.
"""

from __future__ import annotations

from pathlib import Path

from brain.clock import Clock
from brain.config import BrainConfig
from brain.errors import StorageError
from brain.memory.legacy_json import FILES, read_into, write_from
from brain.memory.storage import MemoryDatabase

__all__ = ["JsonBacking", "database_for", "json_database"]


class JsonBacking:
    """Keeps a database's contents in JSON files.

    Args:
        database: a private one, filled from the files here.
        directory: where they are.
        files: the file name of each kind that is kept ('nodes', 'episodes', 'sources', 'procedures').
        every: after so many changes they are written again.
        config, clock: numbers and time.

    Raises:
        StorageError: if a file is damaged: writing it again would lose what cannot be read.
    """

    def __init__(
        self,
        database: MemoryDatabase,
        directory: Path,
        files: dict[str, str],
        every: int,
        config: BrainConfig,
        clock: Clock,
    ) -> None:
        self._database = database
        self._directory = directory
        self._files = files
        self._every = every
        self._config = config
        self._clock = clock
        self._changes = 0
        self._saving = False
        report = read_into(database, directory, config=config, clock=clock, files=files)
        if report.damaged:
            first = report.damaged[0]
            place = f"{directory / first.file}" + (f", record {first.key!r}" if first.key else "")
            raise StorageError(
                f"{place}: {first.reason} ({len(report.damaged)} damaged in all); repair it,"
                " or move to SQLite with `python -m brain.memory.migrate`, which skips such records"
            )
        database.keeper = self

    def committed(self) -> None:
        """Count a change; write the files if that is enough of them."""
        if not self._saving:
            self._changes += 1
            if self._changes >= self._every:
                self.save()

    def save(self) -> None:
        """Write the files, if anything changed since they were written.

        Raises:
            StorageError: if they cannot be written; the former ones stay.
        """
        if not self._changes or self._saving:
            return
        self._saving = True
        try:
            # As a transaction, so that two threads do not overtake each other on the way to the same files.
            with self._database.transaction():
                self._changes = 0
                write_from(self._database, self._directory, config=self._config, clock=self._clock, files=self._files)
        finally:
            self._saving = False


def database_for(
    data_path: str | Path | None, kind: str, every: int, config: BrainConfig, clock: Clock
) -> MemoryDatabase:
    """Return the database of a structure that is used alone: a SQLite file, or a private one backed by a `.json` file.

    Raises:
        StorageError: if it cannot be opened.
    """
    path = None if data_path is None else Path(data_path)
    if path is None or path.suffix != ".json":
        return MemoryDatabase(path, config.storage)
    database = MemoryDatabase(None, config.storage)
    JsonBacking(database, path.parent, {kind: path.name}, every, config, clock)
    return database


def json_database(data_dir: Path, config: BrainConfig, clock: Clock) -> MemoryDatabase:
    """Return a private database backed by the four JSON files of a directory.

    Raises:
        StorageError: if one of them is damaged or cannot be read.
    """
    database = MemoryDatabase(None, config.storage)
    JsonBacking(database, data_dir, dict(FILES), config.episodic.autosave_every, config, clock)
    return database
