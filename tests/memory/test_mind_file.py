"""The mind's file: versions, strangers' files, transactions, snapshots."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from brain.clock import VirtualClock
from brain.config import StorageConfig
from brain.errors import ClosedError, StorageError
from brain.memory import EpisodicMemory, MemoryDatabase, SemanticMemory, SourceMemory


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def mind(path: Path) -> Iterator[MemoryDatabase]:
    database = MemoryDatabase(path)
    yield database
    database.close()


def changed(path: Path, *statements: str) -> bytes:
    """Change a file behind the mind's back and return its bytes."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
            connection.commit()
    return path.read_bytes()


def test_a_new_mind_is_private_and_has_the_documents_tables(mind: MemoryDatabase, path: Path) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    tables = {name for (name,) in mind.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
    assert tables >= {
        "semantic_nodes", "semantic_relations", "episodes", "sources", "procedures", "procedure_steps",
        "consolidation_state", "schema_version",
    }  # fmt: skip
    assert mind.row("PRAGMA journal_mode") == ("wal",)


def test_a_missing_directory_is_made(tmp_path: Path) -> None:
    MemoryDatabase(tmp_path / "a" / "b" / "memory.db").close()
    assert (tmp_path / "a" / "b" / "memory.db").is_file()


def test_a_private_mind_goes_with_its_object() -> None:
    database = MemoryDatabase()
    path = database.path
    database.close()
    del database
    assert not path.exists()


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_a_newer_mind_is_refused_and_left_as_it_is(path: Path, journal: str) -> None:
    MemoryDatabase(path).close()
    before = changed(path, "INSERT INTO schema_version VALUES (999)", f"PRAGMA journal_mode = {journal}")
    with pytest.raises(StorageError, match="newer") as refused:
        MemoryDatabase(path)
    assert "\n" not in str(refused.value)
    assert str(path) in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"just some notes\n" * 100, b"\x00" * 4096, b"PK\x03\x04" + bytes(range(256)) * 9])
def test_what_is_no_database_is_refused_and_left_as_it_is(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StorageError, match="not a mind") as refused:
        MemoryDatabase(path)
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == content
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_another_programs_database_is_refused_and_left_as_it_is(path: Path) -> None:
    before = changed(path, "CREATE TABLE invoices (id INTEGER)", "INSERT INTO invoices VALUES (1)")
    with pytest.raises(StorageError):
        MemoryDatabase(path)
    assert path.read_bytes() == before


def test_a_directory_is_no_mind(path: Path) -> None:
    path.mkdir()
    with pytest.raises(StorageError, match=r"memory\.db"):
        MemoryDatabase(path)


def test_a_file_where_the_directory_should_be_is_named(path: Path) -> None:
    path.write_text("notes", encoding="utf-8")
    with pytest.raises(StorageError, match=r"memory\.db"):
        MemoryDatabase(path / "memory.db")


def test_a_file_cut_short_is_an_error_of_storage(path: Path) -> None:
    database = MemoryDatabase(path)
    episodic = EpisodicMemory(database=database)
    for number in range(50):
        episodic.store(f"событие {number}")
    database.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(StorageError):
        read_all(path)


def read_all(path: Path) -> None:
    database = MemoryDatabase(path)
    try:
        EpisodicMemory(database=database).get_recent(100)
        EpisodicMemory(database=database).search("событие")
    finally:
        database.close()


def test_nested_transactions_roll_back_together(mind: MemoryDatabase) -> None:
    episodic, semantic, sources = (s(database=mind) for s in (EpisodicMemory, SemanticMemory, SourceMemory))
    episodic.store("kept before")

    def fail_at_the_end() -> None:
        with mind.transaction():
            episodic.store("событие")
            semantic.store_fact("нейрон", "клетка")
            semantic.apply_decay(0.5)
            with mind.transaction():
                sources.register("docs/a.pdf")
            raise RuntimeError("power cut")

    with pytest.raises(RuntimeError, match="power cut"):
        fail_at_the_end()
    assert [e.content for e in episodic.get_recent()] == ["kept before"]
    assert (len(episodic), len(semantic), len(sources)) == (1, 0, 0)
    assert episodic.search("событие") == []
    assert semantic.store_fact("аксон", "отросток", confidence=0.8).confidence == 0.8


def test_a_transaction_reads_its_own_writes(mind: MemoryDatabase) -> None:
    episodic = EpisodicMemory(database=mind)
    with mind.transaction():
        episodic.store("событие")
        assert len(episodic.search("событие")) == len(episodic) == 1
        with mind.reading():
            assert len(episodic.get_recent()) == 1


def test_a_reading_block_sees_one_moment(mind: MemoryDatabase) -> None:
    episodic = EpisodicMemory(database=mind)
    episodic.store("first")
    with mind.reading():
        assert len(episodic) == 1
        thread = Thread(target=episodic.store, args=("second",))
        thread.start()
        thread.join()
        assert (len(episodic), len(episodic.get_recent())) == (1, 1)
    assert (len(episodic), len(episodic.get_recent())) == (2, 2)


def test_nobody_else_sees_an_unfinished_transaction(mind: MemoryDatabase) -> None:
    episodic, seen, wrote, looked = EpisodicMemory(database=mind), [], Event(), Event()

    def look() -> None:
        wrote.wait()
        seen.append(len(episodic.get_recent()))
        looked.set()

    thread = Thread(target=look)
    thread.start()
    with mind.transaction():
        episodic.store("событие")
        wrote.set()
        looked.wait()
    thread.join()
    assert (seen, len(episodic)) == ([0], 1)


def test_a_file_held_by_another_is_waited_for_and_then_named(path: Path) -> None:
    database = MemoryDatabase(path, StorageConfig(busy_timeout=0.05))
    episodic = EpisodicMemory(database=database)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="another process"):
            episodic.store("событие")
        assert episodic.get_recent() == []
        other.execute("COMMIT")
    episodic.store("событие")
    assert len(episodic) == 1
    database.close()


def test_a_closed_mind_says_so(path: Path) -> None:
    database = MemoryDatabase(path)
    database.close()
    database.close()
    assert database.closed
    for use in (lambda: database.rows("SELECT 1"), database.checkpoint, lambda: database.transaction().__enter__()):
        with pytest.raises(ClosedError, match="closed"):
            use()


def test_numbers_of_state_add_up(mind: MemoryDatabase) -> None:
    assert mind.state("ticks") == 0.0
    assert mind.add_to_state("ticks", 1.5) == 1.5
    assert mind.add_to_state("ticks", 2.0) == mind.state("ticks") == 3.5
    mind.set_state("ticks", -1.0)
    assert mind.state("ticks") == -1.0


def test_saving_moves_the_journal_into_the_file(mind: MemoryDatabase, path: Path) -> None:
    EpisodicMemory(database=mind, clock=VirtualClock()).store("уникальноесобытие")
    mind.checkpoint()
    assert "уникальноесобытие".encode() in path.read_bytes()
