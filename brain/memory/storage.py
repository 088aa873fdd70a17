"""The mind's file: connections, schema, versions, transactions.

One `MemoryDatabase` serves all structures of a mind and any number of threads. Reads run side by side
on pooled connections (SQLite's WAL gives each a consistent snapshot); writes take turns. A second process
may open the same file: SQLite's own lock orders their writes.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import threading
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from brain.clock import Clock
from brain.config import BrainConfig, StorageConfig
from brain.errors import ClosedError, ConfigError, StorageError
from brain.language import Analyzer, analyzer_for
from brain.memory.schema import MIGRATIONS, SCHEMA_VERSION

__all__ = ["Keeper", "MemoryDatabase", "opened"]

_CACHE_KIB = 32_768
_PAGE_BYTES = 2_048  # a store changes some ten pages, and each goes whole into the journal: 20 us less than with 4,096
_JOURNAL_PAGES = 8_000
_SETUP_TABLE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY)"


class Keeper(Protocol):
    """Keeps what is in a database somewhere else too."""

    def committed(self) -> None:
        """Note that a transaction has ended well."""
        ...

    def save(self) -> None:
        """Bring the other place up to date."""
        ...


class _Here(threading.local):
    """What each thread is in the midst of using."""

    connection: sqlite3.Connection | None = None
    writing = False


class MemoryDatabase:
    """A SQLite file in WAL mode that holds one mind.

    Args:
        path: the file, made if missing (mode 0600); None for a private temporary file that goes with
            the object, for structures used alone and for tests.
        config: durability and patience.

    Raises:
        StorageError: if the file cannot be made, is not a mind, was written by a newer version, or compares words in
            other languages than the configuration asks for.

    Attributes:
        analyzer: how this mind compares words.

    """

    def __init__(self, path: str | Path | None = None, config: StorageConfig | None = None) -> None:
        self.config = config or StorageConfig()
        self.path = _temporary_file(self) if path is None else _prepared(Path(path))
        self._synchronous = "OFF" if path is None else self.config.synchronous
        self._idle: deque[sqlite3.Connection] = deque()
        self._here = _Here()
        # SQLite alone would order the writers, but by sleeping and retrying; a lock wakes the next at once.
        # Re-entrant, because Ctrl-C may strike on the way out of a transaction and leave the turn with this thread,
        # which must still be able to close the file.
        self._turn = threading.RLock()
        self._closed = False
        self._journalled = True  # by this process since the last checkpoint
        self.keeper: Keeper | None = None
        try:
            self._refuse_strangers()
            with self.transaction() as connection:
                former = _migrate(connection, self.path)
                self.analyzer = _analyzer_of(connection, self.config.languages, self.path, is_new=not former)
        except BaseException:
            self.close()
            raise

    def transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Give the one writing connection; commit at the end, or undo everything on an exception.

        A transaction opened inside another on the same thread joins it.

        Raises:
            ClosedError: after `close`.
            StorageError: if SQLite cannot write (full disk, read-only file, lock held too long).

        """
        outer = self._here.connection
        return nullcontext(outer) if outer is not None and self._here.writing else self._transaction()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._turn, self._lent(writing=True) as connection:
            try:
                connection.execute("BEGIN IMMEDIATE")
                yield connection
                connection.execute("COMMIT")
                self._journalled = True
            except BaseException as error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise self._explained(error) from error
                raise
        if self.keeper is not None:
            self.keeper.committed()

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        """Give a connection on which all reads of the block see one moment of the mind.

        Raises:
            ClosedError: after `close`.
            StorageError: if SQLite cannot read the file.

        """
        outer = self._here.connection
        return nullcontext(outer) if outer is not None else self._reading()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with self._lent(writing=False) as connection:
            try:
                connection.execute("BEGIN")
                yield connection
            except sqlite3.Error as error:
                raise self._explained(error) from error
            finally:
                if connection.in_transaction:
                    connection.execute("COMMIT")

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return all rows of a query, inside the current transaction or reading block if there is one."""
        outer = self._here.connection
        try:
            if outer is not None:
                return outer.execute(sql, parameters).fetchall()
            with self._lent(writing=False) as connection:
                return connection.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def row(self, sql: str, parameters: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        """Return the first row of a query, or None."""
        found = self.rows(sql, parameters)
        return found[0] if found else None

    def settled(self, config: BrainConfig) -> BrainConfig:
        """Return the configuration with the languages of this mind."""
        return replace(config, storage=replace(config.storage, languages=self.analyzer.languages))

    def state(self, key: str) -> float:
        """Return a number from `consolidation_state` (0.0 if it was never set)."""
        found = self.row("SELECT value FROM consolidation_state WHERE key = ?", (key,))
        return float(found[0]) if found else 0.0

    def add_to_state(self, key: str, amount: float) -> float:
        """Add to a number in `consolidation_state` and return the sum."""
        with self.transaction() as connection:
            found = connection.execute(
                "INSERT INTO consolidation_state VALUES (?, ?)"
                " ON CONFLICT (key) DO UPDATE SET value = value + excluded.value RETURNING value",
                (key, amount),
            ).fetchone()
            return float(found[0])

    def set_state(self, key: str, value: float) -> None:
        """Set a number in `consolidation_state`."""
        with self.transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO consolidation_state VALUES (?, ?)", (key, value))

    def checkpoint(self) -> None:
        """Move what the journal holds into the main file; within a transaction there is nothing to move yet."""
        if self.is_writing:
            return
        if self.keeper is not None:
            self.keeper.save()
        if not self._journalled:
            return
        with self._turn, self._lent(writing=False) as connection:
            self._journalled = False
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    @property
    def is_writing(self) -> bool:
        """Whether this thread is within a transaction."""
        return self._here.connection is not None and self._here.writing

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def close(self) -> None:
        """Close every connection. Safe to call again; a block still in progress ends first."""
        with self._turn:
            self._closed = True
            while self._idle:
                self._idle.popleft().close()

    @contextmanager
    def _lent(self, *, writing: bool) -> Iterator[sqlite3.Connection]:
        if self._closed:
            raise ClosedError(f"the mind at {self.path} is closed; open it again to use it")
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        outer = self._here.connection, self._here.writing
        self._here.connection, self._here.writing = connection, writing
        try:
            yield connection
        finally:
            self._here.connection, self._here.writing = outer
            self._give_back(connection)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        """Keep a connection for the next who needs one, unless the mind was closed in the meantime."""
        if self._closed:
            connection.close()
        else:
            self._idle.append(connection)

    def _refuse_strangers(self) -> None:
        """Look at the file before anything about it is changed.

        Raises:
            StorageError: if it is another program's database, or was written by a newer version.
        """
        if not self.path.stat().st_size:
            return
        try:
            with closing(sqlite3.connect(self.path, timeout=self.config.busy_timeout)) as connection:
                tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
                if "schema_version" in tables:
                    _check_version(connection, self.path)
                elif tables:
                    raise StorageError(f"{self.path}: the file is not a mind but another program's database")
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self.path,
                timeout=self.config.busy_timeout,
                isolation_level=None,
                check_same_thread=False,
                cached_statements=256,
            )
        except sqlite3.Error as error:
            raise self._explained(error) from error
        try:
            connection.execute(f"PRAGMA page_size = {_PAGE_BYTES}")  # heard only while the file is empty
            _switch_to_wal(connection)
            connection.execute(f"PRAGMA synchronous = {self._synchronous}")
            connection.execute("PRAGMA foreign_keys = ON")
            # Ids and fingerprints are random keys: their indexes are written all over.
            connection.execute(f"PRAGMA cache_size = {-_CACHE_KIB}")
            connection.execute(f"PRAGMA wal_autocheckpoint = {_JOURNAL_PAGES}")
            connection.execute("PRAGMA recursive_triggers = ON")
        except sqlite3.Error as error:
            connection.close()
            raise self._explained(error) from error
        return connection

    def _explained(self, error: sqlite3.Error) -> StorageError:
        reason = str(error)
        if "not a database" in reason:
            reason = "the file is not a mind (not a SQLite database); move it away or name another"
        elif "readonly" in reason:
            reason = "the file or its directory is read-only; make it writable"
        elif "locked" in reason:
            reason = f"another process has held the file for over {self.config.busy_timeout:g} s; try again"
        return StorageError(f"{self.path}: {reason}")


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """Turn WAL on, waiting for others who open the same new file at this moment.

    SQLite does not apply its busy timeout to the change of journal mode, so the write lock,
    which it does wait for, is taken and released between tries.
    """
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("COMMIT")
        else:
            return


def _migrate(connection: sqlite3.Connection, path: Path) -> int:
    """Bring the file to this version's schema, inside the caller's transaction; return the version that it had."""
    connection.execute(_SETUP_TABLE)
    version = _check_version(connection, path)
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        for statement in _statements(script):
            connection.execute(statement)
        connection.execute("INSERT INTO schema_version VALUES (?)", (number,))
    return version


def _analyzer_of(connection: sqlite3.Connection, wanted: tuple[str, ...], path: Path, *, is_new: bool) -> Analyzer:
    """Return how a mind compares words: what it has stored can only be found in the way in which it was filed."""
    languages = [row[0] for row in connection.execute("SELECT name FROM languages")]
    if not languages:
        languages = list(analyzer_for(wanted if is_new else ()).languages)
        connection.executemany("INSERT INTO languages VALUES (?)", [(language,) for language in languages])
    try:
        analyzer = analyzer_for(languages)
    except ConfigError as error:
        raise StorageError(f"{path} compares words in a language that is not known here: {error}") from error
    if wanted and analyzer_for(wanted) is not analyzer:
        raise StorageError(
            f"{path} was made for {', '.join(analyzer.languages)}, and storage.languages asks for"
            f" {', '.join(wanted)}; leave the setting out, or make a new mind and store everything again"
        )
    return analyzer


def _check_version(connection: sqlite3.Connection, path: Path) -> int:
    version = int(connection.execute("SELECT COALESCE(MAX(version), 0) FROM schema_version").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise StorageError(
            f"{path} was written by a newer version (schema {version}, known here: {SCHEMA_VERSION});"
            " upgrade this program; the file is untouched"
        )
    return version


def _statements(script: str) -> Iterator[str]:
    """Split a script at the ends of whole statements (`executescript` would commit half-way)."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    assert not statement.strip(), f"the script ends within a statement: {statement}"


def _prepared(path: Path) -> Path:
    """Make sure that the file exists, is ours to write, and is private if it is new."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.touch(mode=0o600, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{path}: cannot be opened for writing: {error.strerror or error}") from error
    return path


def _temporary_file(owner: MemoryDatabase) -> Path:
    directory = tempfile.mkdtemp(prefix="brain-")
    weakref.finalize(owner, shutil.rmtree, directory, ignore_errors=True)
    return _prepared(Path(directory) / "memory.db")


def opened(data_path: str | Path | None, kind: str, every: int, config: BrainConfig, clock: Clock) -> MemoryDatabase:
    """Return the database of a structure that is used alone; see `brain.memory.json_backing.database_for`."""
    from brain.memory.json_backing import database_for  # the JSON files are written by the structures themselves

    return database_for(data_path, kind, every, config, clock)
