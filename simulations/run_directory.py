"""The directory of one run: what made it, what happened, what was left in memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from brain.config import BrainConfig
from brain.errors import InvalidInputError, StorageError

__all__ = ["RunDirectory"]

_OWN = ("config.toml", "result.json", "trace.jsonl", "timing.jsonl", "report.html")
_DATABASE_PARTS = ("", "-wal", "-shm")


@dataclass(frozen=True, slots=True)
class RunDirectory:
    """The files of a run; an earlier run in the same directory is replaced, anything else is refused."""

    path: Path

    @classmethod
    def prepare(cls, path: Path, config: BrainConfig) -> RunDirectory:
        """Make `path` ready for a fresh run and write the configuration into it.

        Raises:
            InvalidInputError: if the directory holds something that is not an earlier run.
            StorageError: if it cannot be written.

        """
        directory = cls(path)
        try:
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()) and not (path / "config.toml").exists():
                raise InvalidInputError(f"{path} is not empty and not an earlier run; name another directory")
            for name in [*_OWN, *(config.storage.file_name + part for part in _DATABASE_PARTS)]:
                (path / name).unlink(missing_ok=True)
            (path / "config.toml").write_text(config.to_toml(), encoding="utf-8")
        except OSError as error:
            raise StorageError(f"{path}: cannot be written: {error.strerror or error}") from error
        return directory

    @property
    def trace(self) -> Path:
        """Every message, a JSON object a line; virtual time only."""
        return self.path / "trace.jsonl"

    @property
    def timing(self) -> Path:
        """How long each message took by the wall clock."""
        return self.path / "timing.jsonl"

    def write_result(self, written: str) -> None:
        """Write `result.json`."""
        (self.path / "result.json").write_text(written, encoding="utf-8")
