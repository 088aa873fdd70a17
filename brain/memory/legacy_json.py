"""The JSON files that minds were kept in before SQLite: read into a mind, and written from one.

Four files lie side by side: `semantic.json` {"nodes": ...}, `episodes.json` {"episodes": ...}, `sources.json`
{"sources": ...}, `procedures.json` {"procedures": ...}, each with "saved_at". Reading takes what other writers
made of that: lists for tables, missing fields, texts for steps, times in any zone. What a mind knows beyond the
format (aliases, former statements, origins) is not written.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from brain.checks import check_amount, check_choice, check_count, check_name, check_query, check_unit, text_of
from brain.clock import Clock, VirtualClock, iso_from_timestamp, timestamp_from
from brain.config import BrainConfig
from brain.errors import InvalidInputError, StorageError
from brain.memory._rows import fingerprint
from brain.memory.episodic_memory import EpisodicMemory
from brain.memory.procedural_memory import ProceduralMemory
from brain.memory.records import ModalEvidence, ProcedureStep
from brain.memory.semantic_memory import SemanticMemory
from brain.memory.source_memory import SourceMemory, source_key
from brain.memory.storage import MemoryDatabase

__all__ = ["FILES", "DamagedRecord", "ImportReport", "read_into", "write_files", "write_from"]

FILES = {
    "nodes": "semantic.json", "episodes": "episodes.json", "sources": "sources.json", "procedures": "procedures.json",
}  # fmt: skip
_UNBOUNDED = sys.maxsize  # moving house is no time to forget; the mind's own capacity applies from its next store on
_STATUS = ("current", "disputed")
_NEW_FIELDS = {"negated": False, "status": "current"}


@dataclass(frozen=True, slots=True)
class DamagedRecord:
    """What could not be read: `key` names a record of the file, "" the file as a whole."""

    file: str
    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of the records of each kind (the keys of `FILES`).

    Attributes:
        imported: new in the mind.
        merged: joined one imported from the same file: another inflection of a concept, another page of a document.
        already_there: the mind had one before, which was left alone.
        damaged: what was skipped, and why; a damaged relation does not take its concept with it.

    """

    imported: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FILES, 0))
    merged: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FILES, 0))
    already_there: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FILES, 0))
    damaged: list[DamagedRecord] = field(default_factory=list)


def read_into(
    database: MemoryDatabase,
    directory: Path,
    *,
    config: BrainConfig,
    clock: Clock,
    files: Mapping[str, str] = FILES,
) -> ImportReport:
    """Add what the JSON files of a directory hold to a mind, in one transaction; files may be missing.

    `files` names the file of each kind, where they are not the usual ones or not all.

    Reading the same files again changes nothing. Episodes count as consolidated unless they say otherwise: what was
    derived from them stands in `semantic.json`. A record without a time has the file's `saved_at`, or else now.

    Raises:
        StorageError: if a file is there but cannot be opened, or the mind cannot be written; nothing is imported.

    """
    texts = {kind: _bytes_of(directory / name) for kind, name in files.items()}
    with database.transaction() as connection:
        reading = _Import(connection, database, config, clock.now(), files)
        for kind, text in texts.items():
            if text is not None:
                reading.take_file(kind, text)
    return reading.report


def write_from(
    database: MemoryDatabase,
    directory: Path,
    *,
    config: BrainConfig,
    clock: Clock,
    files: Mapping[str, str] = FILES,
) -> None:
    """Write the JSON files from one moment of a mind, decay applied; each is replaced as a whole, mode 0600.

    `files` names the file of each kind that is wanted.

    What the structures only collect until their `save` (access counts, when sources were met) is not seen.

    Raises:
        StorageError: if the mind cannot be read or a file cannot be written.

    """
    shared: dict[str, Any] = {"database": database, "config": config, "clock": clock}
    with database.reading():
        nodes, episodes = SemanticMemory(**shared), EpisodicMemory(**shared)
        by_name = {node.concept: node.to_dict() for node in nodes.get_strongest(max(1, len(nodes)))}
        by_id = {episode.episode_id: episode.to_dict() for episode in episodes.get_recent(max(1, len(episodes)))}
        # In the order in which they were stored: reading the files gives the same order again.
        names = database.rows("SELECT concept FROM semantic_nodes ORDER BY seq")
        # An episode keeps the time from which it fades, so that its confidence is written as of then.
        ids = database.rows("SELECT episode_id, confidence, is_consolidated FROM episodes ORDER BY seq")
        sources = {record.source_id: record.to_dict() for record in SourceMemory(**shared).get_all()}
        tables: dict[str, Any] = {
            "nodes": {name: _in_old_form(by_name[name]) for (name,) in names},
            "episodes": [by_id[i] | {"confidence": c} | ({} if d else {"is_consolidated": False}) for i, c, d in ids],
            "sources": dict(sorted(sources.items())),
            "procedures": {skill.name: skill.to_dict() for skill in ProceduralMemory(**shared).get_all()},
        }
    saved_at = iso_from_timestamp(clock.now())
    write_files(directory, {name: {kind: tables[kind], "saved_at": saved_at} for kind, name in files.items()})


def write_files(directory: Path, documents: Mapping[str, Any]) -> None:
    """Write JSON documents under their names: all are on disk before the first takes its place.

    Raises:
        StorageError: if that fails; no half-written file is left.

    """
    written: dict[str, Path] = {}
    try:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        for name, document in documents.items():
            handle, temporary = tempfile.mkstemp(prefix=f".{name}-", dir=directory)  # of mode 0600
            written[name] = Path(temporary)
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                json.dump(document, file, ensure_ascii=False, allow_nan=False, indent=2)
                file.flush()
                os.fsync(file.fileno())
        for name, path in written.items():
            path.replace(directory / name)
    except OSError as error:
        raise StorageError(f"{directory}: cannot be written: {error.strerror or error}") from error
    finally:
        for path in written.values():
            with suppress(OSError):
                path.unlink(missing_ok=True)


def _in_old_form(node: dict[str, Any]) -> dict[str, Any]:
    """Leave out the fields that the format never had, where leaving them out does not falsify."""
    return {name: value for name, value in node.items() if _NEW_FIELDS.get(name, ...) != value}


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StorageError(f"{path}: cannot be read: {error.strerror or error}") from error


class _Fields:
    """One record's fields; null and blank ones are as good as missing. What cannot be read is an InvalidInputError."""

    def __init__(self, raw: Any, text_is: str = "") -> None:
        self.raw = {text_is: raw} if text_is and isinstance(raw, str) else raw
        if not isinstance(self.raw, Mapping):
            raise InvalidInputError(f"a table of fields is needed, not {type(raw).__name__}")

    def get(self, name: str, default: Any = None) -> Any:
        value = self.raw.get(name)
        return default if value is None or (isinstance(value, str) and not value.strip()) else value

    def text(self, name: str, default: str = "") -> str:
        return check_query(name, self.get(name, default))

    def count(self, name: str) -> int:
        value = self.get(name, 0)
        return check_count(name, int(value) if isinstance(value, float) and value.is_integer() else value, 0)

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.get(name, default)
        if value not in (0, 1):
            raise InvalidInputError(f"{name} must be true or false, not {str(value)[:40]!r}")
        return bool(value)

    def time(self, name: str, default: float) -> float:
        return timestamp_from(self.get(name, default))

    def listed(self, name: str) -> list[Any]:
        """Return a list, also where a table (without regard to its keys) or a single text stands for it."""
        value = self.get(name, [])
        if not isinstance(value, list | str | Mapping):
            raise InvalidInputError(f"{name} must be a list, not {type(value).__name__}")
        entries = [value] if isinstance(value, str) else list(value.values() if isinstance(value, Mapping) else value)
        return [e for e in entries if e is not None and not (isinstance(e, str) and not e.strip())]


class _Import:
    """One reading of the files within a transaction, through the structures' own ways in."""

    def __init__(
        self, connection: sqlite3.Connection, database: MemoryDatabase, config: BrainConfig, now: float,
        files: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.report = ImportReport()
        self._connection, self._files, self._now = connection, files, now
        self._key_of = database.analyzer.concept_key
        self._as_of = now  # when the file at hand was saved: from then on its values fade
        self._then, self._id = VirtualClock(), ""  # the time and the id that the structures give to the next record
        self._new: set[tuple[str, str]] = set()
        shared: dict[str, Any] = {"database": database, "config": config, "clock": self._then}
        self._semantic = SemanticMemory(max_nodes=_UNBOUNDED, **shared)
        self._episodic = EpisodicMemory(max_episodes=_UNBOUNDED, ids=lambda _: self._id, **shared)
        self._source = SourceMemory(**shared)
        self._procedural = ProceduralMemory(ids=lambda _: self._id, **shared)

    def take_file(self, kind: str, text: bytes) -> None:
        take = {
            "nodes": self._nodes_record, "episodes": self._episodes_record,
            "sources": self._sources_record, "procedures": self._procedures_record,
        }[kind]  # fmt: skip
        entries: list[tuple[str, Any]] = []
        with self._alone(kind, ""):
            entries = self._entries(kind, text)
        for number, (name, raw) in enumerate(entries, start=1):
            with self._alone(kind, name or f"#{number}"):
                outcome = take(name, _Fields(raw))
                getattr(self.report, outcome)[kind] += 1

    def _entries(self, kind: str, text: bytes) -> list[tuple[str, Any]]:
        """Return the records of a file, each with the name under which it stands there, "" in a list."""
        try:
            table = document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidInputError(f"not readable as JSON, perhaps cut short: {error}") from None
        self._as_of = self._now
        if isinstance(document, Mapping):
            with suppress(InvalidInputError, OverflowError):
                self._as_of = _Fields(document).time("saved_at", self._now)
            table = document.get(kind, {name: v for name, v in document.items() if name != "saved_at"}) or {}
        if isinstance(table, Mapping) and (kind in document or all(isinstance(v, Mapping) for v in table.values())):
            return list(table.items())
        if isinstance(table, list):
            return [("", raw) for raw in table]
        raise InvalidInputError(f"holds no {kind}")

    @contextmanager
    def _alone(self, kind: str, key: str) -> Iterator[None]:
        """Undo what a damaged record has written so far, and report it."""
        self._connection.execute("SAVEPOINT record")
        try:
            yield
        except (InvalidInputError, OverflowError, RecursionError) as error:
            self._connection.execute("ROLLBACK TO record")
            self.report.damaged.append(DamagedRecord(self._files[kind], _printable(key), _printable(str(error))))
        self._connection.execute("RELEASE record")

    def _nodes_record(self, name: str, raw: _Fields) -> str:
        concept = check_name("concept", raw.get("concept", name), blank=False)
        former, key = self._semantic.get_facts([concept]).get(concept), self._key_of(concept)
        if former is not None and ("nodes", key) not in self._new:
            return "already_there"
        created = raw.time("created_at", raw.time("updated_at", self._as_of))
        updated = raw.time("updated_at", created)
        self._then.set(self._as_of)
        self._semantic.store_fact(
            concept, raw.text("description"), raw.listed("tags"), raw.get("confidence"), raw.get("importance"),
            raw.text("source_ref"), negated=raw.flag("negated", default=False), supersede=False,
        )  # fmt: skip
        if former is not None:
            created = min(created, timestamp_from(former.created_at))
            updated = max(updated, timestamp_from(former.updated_at))
        self._connection.execute(
            "UPDATE semantic_nodes SET created_at = ?, updated_at = ?, learnt_at = MIN(learnt_at, ?),"
            " access_count = access_count + ?, status = CASE status WHEN 'current' THEN ? ELSE status END WHERE concept_key = ?",
            (created, updated, updated, raw.count("access_count"), check_choice("status", raw.get("status", "current"), _STATUS), key),
        )  # fmt: skip
        for number, link in enumerate(raw.listed("relations"), start=1):
            with self._alone("nodes", f"{concept}, relation #{number}"):
                to = _Fields(link, "target")
                kind = to.text("relation_type", "related")
                self._semantic.add_relation(concept, to.text("target"), to.get("weight", 0.5), kind)
        return self._outcome("nodes", key, there=former is not None)

    def _episodes_record(self, name: str, raw: _Fields) -> str:
        self._id = check_name("episode_id", raw.get("episode_id") or name or _id_for("ep", raw.raw), blank=False)
        if self._connection.execute("SELECT 1 FROM episodes WHERE episode_id = ?", (self._id,)).fetchone():
            return self._outcome("episodes", self._id, there=True)
        evidence = [
            ModalEvidence(e.text("modality", "text"), e.text("source"), e.text("content_ref"),
                          e.get("confidence", 1.0), e.get("metadata", {}))
            for e in map(_Fields, raw.listed("modal_evidence"))
        ]  # fmt: skip
        episode = self._episodic.store(
            text_of(raw.get("content")), raw.text("modality", "text"), raw.get("importance", 0.5),
            source=raw.text("source"), confidence=raw.get("confidence"), tags=raw.listed("tags"),
            concepts=raw.listed("concepts"), modal_evidence=evidence, trace_id=raw.text("trace_id"),
            session_id=raw.text("session_id"), created_at=raw.time("created_at", self._as_of),
            is_consolidated=raw.flag("is_consolidated", default=True),
        )  # fmt: skip
        protected = raw.flag("is_protected", default=episode.is_protected)
        if protected != episode.is_protected:
            self._connection.execute("UPDATE episodes SET is_protected = ? WHERE episode_id = ?", (protected, self._id))
        return self._outcome("episodes", self._id, there=False)

    def _sources_record(self, name: str, raw: _Fields) -> str:
        key = source_key(check_name("source_id", raw.get("source_id", name), blank=False))
        former = self._source.get(key)
        if former is not None and ("sources", key) not in self._new:
            return "already_there"
        first = raw.time("first_seen", raw.time("last_seen", self._as_of))
        last = raw.time("last_seen", first)
        self._then.set(self._as_of)
        known = self._source.register(key, raw.get("source_type"), raw.get("metadata"), facts=raw.count("fact_count"))
        trust = check_unit("trust_score", raw.get("trust_score", known.trust_score))
        if former is not None:  # one page that was found wanting tells of the whole document
            trust = min(trust, former.trust_score)
            first, last = min(first, timestamp_from(former.first_seen)), max(last, timestamp_from(former.last_seen))
        self._connection.execute(
            "UPDATE sources SET trust_score = ?, first_seen = ?, last_seen = ?, confirmed_count = confirmed_count + ?,"
            " denied_count = denied_count + ?, is_blacklisted = MAX(is_blacklisted, ?),"
            " is_whitelisted = MAX(is_whitelisted, ?) WHERE source_id = ?",
            (trust, first, last, raw.count("confirmed_count"), raw.count("denied_count"),
             raw.flag("is_blacklisted", default=False), raw.flag("is_whitelisted", default=False), key),
        )  # fmt: skip
        return self._outcome("sources", key, there=former is not None)

    def _procedures_record(self, name: str, raw: _Fields) -> str:
        title = check_name("name", raw.get("name", name), blank=False)
        self._id = check_name("procedure_id", raw.get("procedure_id") or _id_for("proc", title), blank=False)
        there = self._connection.execute(
            "SELECT name FROM procedures WHERE name = ? OR procedure_id = ?", (title, self._id)
        ).fetchone()
        if there:
            return self._outcome("procedures", there[0], there=True)
        self._then.set(raw.time("created_at", self._as_of))
        steps = [_Fields(step, "action") for step in raw.listed("steps")]
        taught = [ProcedureStep(s.text("action"), s.text("description"), s.get("parameters", {})) for s in steps]
        skill = self._procedural.create(title, raw.text("description"), taught, raw.listed("tags"))
        count, duration = raw.count("execution_count"), check_amount("avg_duration_ms", raw.get("avg_duration_ms", 0.0))
        # The format does not tell how many executions the mean duration is over: all of them, or none.
        self._connection.execute(
            "UPDATE procedures SET success_rate = ?, execution_count = ?, avg_duration_ms = ?, timed_count = ?,"
            " last_used = ? WHERE procedure_id = ?",
            (check_unit("success_rate", raw.get("success_rate", skill.success_rate)), count, duration,
             count if duration else 0, raw.time("last_used", 0.0), self._id),
        )  # fmt: skip
        return self._outcome("procedures", title, there=False)

    def _outcome(self, kind: str, key: str, *, there: bool) -> str:
        if not there:
            self._new.add((kind, key))
            return "imported"
        if (kind, key) not in self._new:
            return "already_there"
        if kind in ("episodes", "procedures"):
            raise InvalidInputError("its id or name occurs twice in the file; the first was taken")
        return "merged"


def _id_for(prefix: str, named_by: Any) -> str:
    """Return an id that the same record gets each time it is read."""
    return f"{prefix}_{fingerprint(json.dumps(named_by, sort_keys=True)) & 0xFFFF_FFFF_FFFF_FFFF:016x}"


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text[:200])
