"""The files of a finished run, read by plain Python and checked line by line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from sys import intern
from typing import Any

from actors.trace import TraceRecord
from brain.config import BrainConfig
from brain.errors import StorageError
from simulations.run_directory import RunDirectory

__all__ = ["RunFiles"]

_REQUIRED: dict[str, tuple[type, ...]] = {
    "seq": (int,), "time": (int, float), "sender": (str,), "receiver": (str,), "kind": (str,), "type": (str,),
    "trace_id": (str,), "cause": (int, type(None)), "outcome": (str,), "carried": (dict,), "reply": (object,),
}  # fmt: skip
_FIELDS = tuple(spec.name for spec in fields(TraceRecord))
_CHECKED = tuple(name for name in _REQUIRED if name != "reply")
_REPEATED = ("sender", "receiver", "kind", "type", "outcome")
_USUAL = (int, float, str, str, str, str, str, int, str, dict)
_ROOT = (int, float, str, str, str, str, str, type(None), str, dict)


@dataclass(slots=True)
class RunFiles:
    """What a run directory holds.

    Attributes:
        directory: where it lies.
        config: the numbers of the brain.
        manifest: `run.json`: scenario, seed, runtime, versions.
        result: `result.json`, or {} if the run was ended before it was written.
        notes: what is missing or cut, a sentence each; grows as files are read.

    """

    directory: RunDirectory
    config: BrainConfig
    manifest: dict[str, Any]
    result: dict[str, Any]
    notes: list[str] = field(default_factory=list)

    @classmethod
    def open(cls, path: Path | str) -> RunFiles:
        """Open a run directory.

        Raises:
            InvalidInputError: if there is no run, or one of another format version.
            ConfigError: if its `config.toml` does not fit this version.
            StorageError: if a file cannot be read or is damaged.

        """
        directory = RunDirectory.open(Path(path))
        files = cls(directory, BrainConfig.from_toml(directory.path / "config.toml"), {}, {})
        files.manifest = files._object("run.json")
        files.result = files._object("result.json")
        if not files.result:
            files.notes.append("result.json is missing: the run was ended before its result was written")
        return files

    def records(self) -> Iterator[TraceRecord]:
        """Yield the messages in the order of the file, which is that in which their handling ended.

        Raises:
            StorageError: if a line is damaged; the file and the line are named. Only the last line may be cut off, as
                it is when a run is killed: it is left out, and a note says so.

        """
        seen: set[int] = set()
        for number, record in self._lines(self.directory.trace, _record):
            if record.seq in seen:
                raise StorageError(f"{self.directory.trace}, line {number}: message {record.seq} stands there twice")
            seen.add(record.seq)
            yield record

    def wall_seconds(self) -> dict[int, float]:
        """Return how long the handling of each message took by the wall clock, by `seq`; {} if that was not kept."""
        if not self.directory.timing.exists():
            self._note(f"{self.directory.timing.name} is missing: nothing is known of wall-clock time")
            return {}
        return dict(pair for _, pair in self._lines(self.directory.timing, _duration))

    def _lines(self, path: Path, read: Callable[[Any], Any]) -> Iterator[tuple[int, Any]]:
        try:
            with path.open("rb") as lines:
                for number, line in enumerate(lines, start=1):
                    try:
                        entry = read(json.loads(line.decode()))
                    except (ValueError, TypeError, KeyError, RecursionError) as error:
                        if line.endswith(b"\n"):
                            raise StorageError(f"{path}, line {number} is damaged: {_reason(error)}") from error
                        self._note(f"{path.name}: the last line, {number}, is cut off and was left out")
                        return
                    yield number, entry
        except OSError as error:
            raise StorageError(f"{path}: cannot be read: {error.strerror or error}") from error

    def _object(self, name: str) -> dict[str, Any]:
        path = self.directory.path / name
        if not path.exists():
            return {}
        try:
            read = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError) as error:
            raise StorageError(f"{path} is damaged: {_reason(error)}") from error
        if not isinstance(read, dict):
            raise StorageError(f"{path} is damaged: it holds no object")
        return read

    def _note(self, said: str) -> None:
        if said not in self.notes:
            self.notes.append(said)


def _record(entry: Any) -> TraceRecord:
    if not isinstance(entry, dict):
        raise TypeError("it holds no object")
    try:
        kinds = tuple([type(entry[name]) for name in _CHECKED])
    except KeyError:
        missing = next(name for name in _REQUIRED if name not in entry)
        raise KeyError(f"it has no {missing!r}") from None
    if kinds not in (_USUAL, _ROOT) or len(entry) != len(_FIELDS):
        _check(entry)
        entry = {name: entry[name] for name in _FIELDS}
    for name in _REPEATED:
        entry[name] = intern(entry[name])
    # A trace has hundreds of thousands of records; a frozen dataclass sets its fields one by one.
    record = object.__new__(TraceRecord)
    record.__dict__.update(entry)
    return record


def _check(entry: dict[str, Any]) -> None:
    for name, kinds in _REQUIRED.items():
        if name not in entry:
            raise KeyError(f"it has no {name!r}")
        if not isinstance(entry[name], kinds):
            raise TypeError(f"{name!r} is a {type(entry[name]).__name__}")


def _duration(entry: Any) -> tuple[int, float]:
    return int(entry["seq"]), float(entry["wall_s"])


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return str(error.args[0]) if str(error.args[0]).startswith("it has") else f"it has no {error.args[0]!r}"
    return str(error).split(": line ", maxsplit=1)[0].split("\n", maxsplit=1)[0] or type(error).__name__
