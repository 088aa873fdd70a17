"""Move a mind from the legacy JSON files into its SQLite file: `python -m brain.memory.migrate --data-dir DIR`.

The JSON files stay where they are, and a copy of each goes into `backup-<time>` first. `.migrated` notes that all
is done; a run that was interrupted before leaves no such note, and the next one completes it.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from brain.clock import Clock, SystemClock, iso_from_timestamp
from brain.config import BrainConfig
from brain.errors import BrainError, InvalidInputError, StorageError
from brain.memory.legacy_json import FILES, ImportReport, read_into, write_files
from brain.memory.storage import MemoryDatabase

__all__ = ["MARKER", "MigrationReport", "main", "migrate"]

MARKER = ".migrated"
_OUTCOMES = ("imported", "merged", "already_there", "damaged")


@dataclass(frozen=True, slots=True)
class MigrationReport:
    """What a migration did or, if `dry_run`, would do.

    Attributes:
        data_dir: the mind's directory.
        database: the SQLite file in it.
        when: ISO 8601; of the earlier migration if `already_migrated`, "" if its note is unreadable.
        backup: the directory with copies of the JSON files; None if none was made.
        files: the names of the JSON files that were there.
        result: what became of their records.

    """

    data_dir: Path
    database: Path
    when: str
    dry_run: bool = False
    already_migrated: bool = False
    backup: Path | None = None
    files: tuple[str, ...] = ()
    result: ImportReport = field(default_factory=ImportReport)

    def counts(self) -> dict[str, dict[str, int]]:
        """Return how many records of each kind were imported, merged, already there, damaged."""
        damaged = [record.file for record in self.result.damaged]
        return {
            kind: {
                "imported": self.result.imported[kind],
                "merged": self.result.merged[kind],
                "already_there": self.result.already_there[kind],
                "damaged": damaged.count(name),
            }
            for kind, name in FILES.items()
        }


def migrate(
    data_dir: Path, *, dry_run: bool = False, clock: Clock | None = None, config: BrainConfig | None = None
) -> MigrationReport:
    """Import the JSON files of a directory into its mind, once.

    Args:
        data_dir: where the JSON files are and the SQLite file is or will be.
        dry_run: only find out what would happen; nothing in the directory is written.
        clock: dates the backup, the note, and records without a time.
        config: the mind's numbers and file name.

    Raises:
        InvalidInputError: if there is no such directory, or no JSON file in it.
        StorageError: if something cannot be read or written; the next run starts over and completes it.

    """
    clock, config = clock or SystemClock(), config or BrainConfig()
    if not data_dir.is_dir():
        raise InvalidInputError(f"{data_dir}: no such directory; name the one that holds the JSON files")
    database = data_dir / config.storage.file_name
    if (data_dir / MARKER).exists():
        return MigrationReport(data_dir, database, _when(data_dir / MARKER), dry_run, already_migrated=True)
    files = tuple(name for name in FILES.values() if (data_dir / name).is_file())
    if not files:
        raise InvalidInputError(f"{data_dir}: holds none of {', '.join(FILES.values())}; nothing to migrate")
    when = iso_from_timestamp(clock.now())
    if dry_run:
        result = _rehearsed(data_dir, database, config, clock)
        return MigrationReport(data_dir, database, when, dry_run=True, files=files, result=result)
    backup = _backed_up(data_dir, files, when)
    with closing(MemoryDatabase(database, config.storage)) as mind:
        result = read_into(mind, data_dir, config=config, clock=clock)
    report = MigrationReport(data_dir, database, when, backup=backup, files=files, result=result)
    write_files(data_dir, {MARKER: {"when": when, "backup": backup.name, "counts": report.counts()}})
    return report


def _rehearsed(data_dir: Path, database: Path, config: BrainConfig, clock: Clock) -> ImportReport:
    """Import into a copy elsewhere: even to open the mind itself would leave traces beside it."""
    with tempfile.TemporaryDirectory(prefix="brain-") as elsewhere:
        copy = Path(elsewhere) / database.name
        try:
            for ending in ("", "-wal"):  # the journal holds what the main file does not have yet
                with suppress(FileNotFoundError):
                    shutil.copyfile(f"{database}{ending}", f"{copy}{ending}")
        except OSError as error:
            raise StorageError(f"{database}: cannot be copied for a dry run: {error.strerror or error}") from error
        with closing(MemoryDatabase(copy, config.storage)) as mind:
            return read_into(mind, data_dir, config=config, clock=clock)


def _backed_up(data_dir: Path, files: Sequence[str], when: str) -> Path:
    """Copy the files into a new directory; an earlier backup is never written to."""
    name = f"backup-{when[:19].replace('-', '').replace(':', '')}Z"
    try:
        backup = _new_directory(data_dir, name)
        try:
            for file in files:
                shutil.copy2(data_dir / file, backup / file)
                with (backup / file).open("rb") as copied:
                    os.fsync(copied.fileno())
        except BaseException:
            shutil.rmtree(backup, ignore_errors=True)  # half a backup would pass for a whole one
            raise
    except OSError as error:
        raise StorageError(f"{data_dir}: the backup cannot be made: {error.strerror or error}") from error
    return backup


def _new_directory(parent: Path, name: str) -> Path:
    number = 1
    while True:
        directory = parent / (name if number == 1 else f"{name}-{number}")
        try:
            directory.mkdir(mode=0o700)
        except FileExistsError:
            number += 1
        else:
            return directory


def _when(marker: Path) -> str:
    try:
        noted = json.loads(marker.read_bytes())
    except (OSError, ValueError):
        return ""
    when = noted.get("when") if isinstance(noted, dict) else None
    return when if isinstance(when, str) else ""


def _lines(report: MigrationReport) -> list[str]:
    """Return what a report says, for people."""
    if report.already_migrated:
        return [f"{report.data_dir}: already migrated{f' at {report.when}' if report.when else ''}; nothing to do"]
    would = "would be " if report.dry_run else ""
    lines = [f"{', '.join(report.files)}: {would}imported into {report.database}"]
    lines.append(f"copies {would}kept in {report.backup or report.data_dir / 'backup-<time>'}")
    rows = [("", *(outcome.replace("_", " ") for outcome in _OUTCOMES))]
    rows += [(kind, *(str(counts[outcome]) for outcome in _OUTCOMES)) for kind, counts in report.counts().items()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]
        lines.append("  ".join(cells))
    lines += [
        f"damaged: {record.file}: {record.key or 'the file'}: {record.reason}" for record in report.result.damaged
    ]
    if report.result.damaged and not report.dry_run:
        lines.append(f"to import damaged records, repair them, remove {report.data_dir / MARKER} and run again")
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0 done, 1 storage failed, 2 nothing there to migrate."""
    parser = argparse.ArgumentParser(
        prog="python -m brain.memory.migrate", description="Import a mind's legacy JSON files into its SQLite file."
    )
    parser.add_argument("--data-dir", type=Path, required=True, help="the directory with the JSON files")
    parser.add_argument("--dry-run", action="store_true", help="say what would happen; write nothing")
    chosen = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot show Cyrillic gets escapes, not a traceback
            stream.reconfigure(errors="backslashreplace")
    try:
        report = migrate(chosen.data_dir, dry_run=chosen.dry_run)
    except BrainError as error:
        sys.stderr.write(f"{error}\n")
        return 2 if isinstance(error, InvalidInputError) else 1
    sys.stdout.write("".join(f"{line}\n" for line in _lines(report)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
