"""The directory of one run: what made it, what happened, what was left in memory."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from brain.config import BrainConfig
from brain.errors import InvalidInputError, StorageError
from simulations.provenance import provenance
from simulations.run_result import RUN_FORMAT

__all__ = ["RunDirectory"]

_MANIFEST = "run.json"
_OWN = (_MANIFEST, "config.toml", "scenario.toml", "result.json", "trace.jsonl", "timing.jsonl", "report.html")
_DATABASE_PARTS = ("", "-wal", "-shm")
_LIVES = ("trace-*.jsonl", "timing-*.jsonl")


@dataclass(frozen=True, slots=True)
class RunDirectory:
    """The files of a run; an earlier run in the same directory is replaced, anything else is refused."""

    path: Path

    @classmethod
    def prepare(
        cls, path: Path, config: BrainConfig, *, scenario: str = "", about: dict[str, Any] | None = None
    ) -> RunDirectory:  # fmt: skip
        """Make `path` ready for a fresh run and write into it what makes the run.

        Args:
            scenario: the scenario file's text, "" if there is none.
            about: what else makes the run: the scenario's name, the seed, ...

        Raises:
            InvalidInputError: if the directory holds something that is not an earlier run, or one of a later version.
            StorageError: if it cannot be written.

        """
        directory = cls(path)
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
            if any(path.iterdir()):
                if not (path / "config.toml").exists():
                    raise InvalidInputError(f"{path} is not empty and not an earlier run; name another directory")
                if (written := directory.format()) > RUN_FORMAT:
                    raise InvalidInputError(
                        f"{path} is a run of format {written}, later than {RUN_FORMAT}; name another"
                    )
            directory._clear(config)
            (path / "config.toml").write_text(config.to_toml(), encoding="utf-8")
            manifest = {"format": RUN_FORMAT, **(about or {}), "made_by": asdict(provenance())}
            (path / _MANIFEST).write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
            if scenario:
                (path / "scenario.toml").write_text(scenario, encoding="utf-8")
        except OSError as error:
            raise StorageError(f"{path}: cannot be written: {error.strerror or error}") from error
        return directory

    @classmethod
    def open(cls, path: Path) -> RunDirectory:
        """Return the directory of a run that was made before.

        Raises:
            InvalidInputError: if there is no run there, or it is one of another version.

        """
        directory = cls(path)
        if not (path / "config.toml").exists():
            raise InvalidInputError(f"{path} is not a run directory: it has no config.toml")
        written = directory.format()
        if written != RUN_FORMAT:
            raise InvalidInputError(
                f"{path} is a run of format {written}, this version reads {RUN_FORMAT}; run it again"
            )
        return directory

    def format(self) -> int:
        """Return the version in which the directory was written; 1 if it does not say.

        Raises:
            InvalidInputError: if it says nonsense.

        """
        manifest = self.path / _MANIFEST
        if not manifest.exists():
            return 1
        try:
            return int(json.loads(manifest.read_text(encoding="utf-8"))["format"])
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise InvalidInputError(f"{manifest} is damaged: {type(error).__name__}; run it again") from error

    @property
    def trace(self) -> Path:
        """Every message, a JSON object a line; virtual time only."""
        return self.path / "trace.jsonl"

    @property
    def timing(self) -> Path:
        """How long each message took by the wall clock."""
        return self.path / "timing.jsonl"

    def files_of_life(self, life: int) -> tuple[Path, Path]:
        """Return where the brain writes trace and timing in its first life (0), and after each crash."""
        if not life:
            return self.trace, self.timing
        return self.path / f"trace-{life}.jsonl", self.path / f"timing-{life}.jsonl"

    def join_lives(self, lives: int) -> None:
        """Append what was written after crashes to the files of the first life, its numbers going on from there."""
        for life in range(1, lives):
            offset = 0
            for whole, part in zip(self.files_of_life(0), self.files_of_life(life), strict=True):
                offset = offset or _last_number(whole)
                _append(whole, part, offset)
                part.unlink()

    def write_result(self, written: str) -> None:
        """Write `result.json`."""
        (self.path / "result.json").write_text(written, encoding="utf-8")

    def _clear(self, config: BrainConfig) -> None:
        for name in [*_OWN, *(config.storage.file_name + part for part in _DATABASE_PARTS)]:
            (self.path / name).unlink(missing_ok=True)
        for pattern in _LIVES:
            for left in self.path.glob(pattern):
                left.unlink()


def _last_number(trace: Path) -> int:
    """Return the highest sequence number in a trace: records stand in the order in which handling ended."""
    with trace.open(encoding="utf-8") as lines:
        return max((json.loads(line)["seq"] for line in lines), default=0)


def _append(whole: Path, part: Path, offset: int) -> None:
    with whole.open("a", encoding="utf-8", newline="\n") as out, part.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            record["seq"] += offset
            if record.get("cause") is not None:
                record["cause"] += offset
            out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
