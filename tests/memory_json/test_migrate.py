"""The migration: backup, import, note; and what happens when it is run again, half-way, or for show."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from brain.clock import VirtualClock
from brain.errors import InvalidInputError, StorageError
from brain.memory import EpisodicMemory, MemoryDatabase, MemoryManager, SemanticMemory
from brain.memory.legacy_json import FILES
from brain.memory.migrate import MARKER, main, migrate

CLOCK = VirtualClock(1_773_921_600.0)  # 2026-03-19T12:00:00Z
DOCUMENTS: dict[str, Any] = {
    "semantic.json": {"nodes": {"нейрон": {"description": "клетка нервной системы", "confidence": 0.87}, "аксон": 5}},
    "episodes.json": {"episodes": [{"episode_id": "ep_1", "content": "Пользователь спросил о нейронах"}]},
    "sources.json": {"sources": {"user_input": {"trust_score": 0.85}}},
    "procedures.json": {"procedures": {"greet": {"steps": ["say hello"]}}},
}


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    directory = tmp_path / "память"
    directory.mkdir()
    for name, document in DOCUMENTS.items():
        (directory / name).write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return directory


def contents(directory: Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


def counted(database: Path) -> tuple[int, int]:
    with closing(MemoryDatabase(database)) as mind:
        return len(SemanticMemory(database=mind)), len(EpisodicMemory(database=mind))


def python(code: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, check=False, env=os.environ | environment
    )


KILLED = """
import os, sys
from pathlib import Path
from brain.memory import {victim}
def die(*_, **__): os._exit(9)
{patch} = die
from brain.memory.migrate import migrate
migrate(Path(sys.argv[1]))
"""


class TestMigrating:
    def test_the_mind_holds_what_the_files_held(self, data_dir: Path) -> None:
        report = migrate(data_dir, clock=CLOCK)
        assert report.result.imported == dict.fromkeys(FILES, 1)
        assert [(record.file, record.key) for record in report.result.damaged] == [("semantic.json", "аксон")]
        assert report.files == tuple(DOCUMENTS)
        with MemoryManager(data_dir, auto_consolidate=False, clock=CLOCK) as manager:
            assert manager.retrieve("нейроны").total == 2
            assert manager.source.get_trust("user_input") == pytest.approx(0.85, abs=1e-12)
            assert manager.procedural.get("greet") is not None

    def test_the_files_are_kept_and_copied_first(self, data_dir: Path) -> None:
        before = contents(data_dir)
        report = migrate(data_dir, clock=CLOCK)
        assert report.backup == data_dir / "backup-20260319T120000Z"
        assert contents(report.backup) == before
        assert contents(data_dir).items() >= before.items()

    def test_a_note_is_left(self, data_dir: Path) -> None:
        report = migrate(data_dir, clock=CLOCK)
        note = json.loads((data_dir / MARKER).read_text())
        assert note["when"] == report.when == "2026-03-19T12:00:00.000000+00:00"
        assert note["counts"] == report.counts()
        assert note["counts"]["nodes"] == {"imported": 1, "merged": 0, "already_there": 0, "damaged": 1}

    def test_some_files_may_be_missing(self, data_dir: Path) -> None:
        (data_dir / "semantic.json").unlink()
        report = migrate(data_dir, clock=CLOCK)
        assert report.result.imported == {"nodes": 0, "episodes": 1, "sources": 1, "procedures": 1}
        assert report.backup is not None
        assert not (report.backup / "semantic.json").exists()

    def test_a_file_cut_short_does_not_stop_the_others(self, data_dir: Path) -> None:
        whole = (data_dir / "semantic.json").read_bytes()
        (data_dir / "semantic.json").write_bytes(whole[:-9])
        report = migrate(data_dir, clock=CLOCK)
        assert [(record.file, record.key) for record in report.result.damaged] == [("semantic.json", "")]
        assert report.result.imported == {"nodes": 0, "episodes": 1, "sources": 1, "procedures": 1}

    def test_a_mind_in_use_gets_what_it_did_not_have(self, data_dir: Path) -> None:
        with closing(MemoryDatabase(data_dir / "memory.db")) as mind:
            SemanticMemory(database=mind).store_fact("нейрон", "своё", confidence=0.5)
            SemanticMemory(database=mind).store_fact("мозг")
            report = migrate(data_dir, clock=CLOCK)
            known = SemanticMemory(database=mind).get_fact("нейрон")
        assert report.result.already_there["nodes"] == 1
        assert known is not None
        assert known.description == "своё"
        assert counted(data_dir / "memory.db") == (2, 1)


class TestAgain:
    def test_nothing_more_is_done(self, data_dir: Path) -> None:
        first = migrate(data_dir, clock=CLOCK)
        before = contents(data_dir)
        second = migrate(data_dir, clock=VirtualClock())
        assert second.already_migrated
        assert second.when == first.when
        assert contents(data_dir) == before

    def test_even_if_the_json_files_are_gone_or_the_note_is_unreadable(self, data_dir: Path) -> None:
        migrate(data_dir, clock=CLOCK)
        for name in DOCUMENTS:
            (data_dir / name).unlink()
        (data_dir / MARKER).write_text("[")
        assert migrate(data_dir).already_migrated

    def test_without_the_note_what_was_repaired_is_imported(self, data_dir: Path) -> None:
        migrate(data_dir, clock=CLOCK)
        (data_dir / MARKER).unlink()
        repaired = {"nodes": DOCUMENTS["semantic.json"]["nodes"] | {"аксон": {"description": "отросток"}}}
        (data_dir / "semantic.json").write_text(json.dumps(repaired), encoding="utf-8")
        report = migrate(data_dir, clock=CLOCK)
        assert report.result.imported["nodes"] == 1
        assert report.result.damaged == []
        assert report.backup == data_dir / "backup-20260319T120000Z-2"
        assert (
            b'"\xd0\xb0\xd0\xba\xd1\x81\xd0\xbe\xd0\xbd": 5'
            in contents(data_dir)["backup-20260319T120000Z/semantic.json"]
        )


class TestKilled:
    @pytest.mark.parametrize(
        ("victim", "patch", "nodes"),
        [
            ("procedural_memory", "procedural_memory.ProceduralMemory.create", 0),
            ("legacy_json", "legacy_json.write_files", 1),
        ],
        ids=["in the midst of the import", "before the note"],
    )
    def test_the_next_run_completes_it(self, data_dir: Path, victim: str, patch: str, nodes: int) -> None:
        assert python(KILLED.format(victim=victim, patch=patch), str(data_dir)).returncode == 9
        assert counted(data_dir / "memory.db")[0] == nodes
        assert not (data_dir / MARKER).exists()
        report = migrate(data_dir, clock=CLOCK)
        assert not report.already_migrated
        assert report.result.imported["nodes"] + report.result.already_there["nodes"] == 1
        assert counted(data_dir / "memory.db") == (1, 1)
        assert migrate(data_dir).already_migrated


class TestFailing:
    def test_half_a_backup_is_not_left_and_nothing_is_imported(
        self, data_dir: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        before = contents(data_dir)
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(StorageError, match="backup"):
            migrate(data_dir)
        assert contents(data_dir) == before
        assert not [path for path in data_dir.iterdir() if path.is_dir()]

    def test_a_database_that_is_no_mind_is_left_alone(self, data_dir: Path) -> None:
        (data_dir / "memory.db").write_bytes(b"something else entirely")
        for dry_run in (True, False):
            with pytest.raises(StorageError):
                migrate(data_dir, dry_run=dry_run)
        assert (data_dir / "memory.db").read_bytes() == b"something else entirely"
        assert not (data_dir / MARKER).exists()

    def test_no_directory_no_files(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidInputError, match="no such directory"):
            migrate(tmp_path / "нет")
        with pytest.raises(InvalidInputError, match="nothing to migrate"):
            migrate(tmp_path)
        assert contents(tmp_path) == {}


class TestDryRun:
    def test_tells_what_would_happen_and_writes_nothing(self, data_dir: Path) -> None:
        before, entries = contents(data_dir), sorted(data_dir.iterdir())
        foretold = migrate(data_dir, dry_run=True, clock=CLOCK)
        assert contents(data_dir) == before
        assert sorted(data_dir.iterdir()) == entries
        assert foretold.backup is None
        assert migrate(data_dir, clock=CLOCK).counts() == foretold.counts()

    @pytest.mark.parametrize("in_use", [True, False])
    def test_beside_a_mind_that_has_some_of_it(self, data_dir: Path, in_use: bool) -> None:
        mind = MemoryDatabase(data_dir / "memory.db")
        SemanticMemory(database=mind).store_fact("нейроны", "своё")  # in the journal only, while it is in use
        if not in_use:
            mind.close()
        before = contents(data_dir)
        foretold = migrate(data_dir, dry_run=True, clock=CLOCK)
        assert contents(data_dir) == before
        assert foretold.result.already_there["nodes"] == 1
        mind.close()

    def test_leaves_nothing_elsewhere_either(
        self, data_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        scratch = tmp_path / "scratch"
        scratch.mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(scratch))
        migrate(data_dir, dry_run=True)
        assert list(scratch.iterdir()) == []


class TestCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    def test_counts_stand_in_a_table_and_each_damaged_record_on_a_line(
        self, data_dir: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        status, out, err = self.run(capsys, "--data-dir", data_dir)
        lines = out.splitlines()
        assert (status, err) == (0, "")
        table = lines[2:7]
        assert [line.split() for line in table] == [
            ["imported", "merged", "already", "there", "damaged"],
            ["nodes", "1", "0", "0", "1"],
            ["episodes", "1", "0", "0", "0"],
            ["sources", "1", "0", "0", "0"],
            ["procedures", "1", "0", "0", "0"],
        ]
        assert len(set(map(len, table))) == 1
        assert lines[7] == "damaged: semantic.json: аксон: a table of fields is needed, not int"
        assert str(data_dir / MARKER) in lines[8]

    def test_a_dry_run_speaks_of_what_would_be(self, data_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
        before = contents(data_dir)
        status, out, _ = self.run(capsys, "--data-dir", data_dir, "--dry-run")
        assert status == 0
        assert "would be imported" in out
        assert "damaged: semantic.json: аксон" in out
        assert contents(data_dir) == before

    def test_again_says_so(self, data_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
        migrate(data_dir, clock=CLOCK)
        for extra in ([], ["--dry-run"]):
            status, out, err = self.run(capsys, "--data-dir", data_dir, *extra)
            assert (status, err) == (0, "")
            assert "already migrated at 2026-03-19T12:00:00" in out

    def test_nothing_to_migrate(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for directory in (tmp_path, tmp_path / "missing", Path(__file__)):
            status, out, err = self.run(capsys, "--data-dir", directory)
            assert (status, out) == (2, "")
            assert err.count("\n") == 1
            assert str(directory) in err

    def test_storage_that_fails(self, data_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (data_dir / "memory.db").write_bytes(b"something else entirely")
        status, out, err = self.run(capsys, "--data-dir", data_dir)
        assert (status, out) == (1, "")
        assert err.count("\n") == 1

    def test_usage(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as usage:
            main([])
        assert usage.value.code == 2
        assert "--data-dir" in capsys.readouterr().err

    def test_as_a_module_on_a_terminal_that_has_no_cyrillic(self, data_dir: Path) -> None:
        said = subprocess.run(
            [sys.executable, "-W", "error", "-m", "brain.memory.migrate", "--data-dir", str(data_dir)],
            capture_output=True, check=False, env=os.environ | {"PYTHONIOENCODING": "ascii"},
        )  # fmt: skip
        assert (said.returncode, said.stderr) == (0, b"")
        assert b"damaged: semantic.json: \\u0430\\u043a\\u0441\\u043e\\u043d: " in said.stdout
