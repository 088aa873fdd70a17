"""Source memory: who said so, and how far they are believed (prefrontal cortex).

Parts of one document are one source: `docs/x.pdf#p1` and `docs/x.pdf#p2` both count for `docs/x.pdf`,
`lecture.mp3@t=15.3` for `lecture.mp3`.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from brain.checks import check_choice, check_count, check_name, check_query, check_table
from brain.clock import Clock, SystemClock, iso_from_timestamp
from brain.config import BrainConfig
from brain.errors import InvalidInputError
from brain.memory._rows import drained, from_json, to_json
from brain.memory.decay import Fading, law_from
from brain.memory.records import SourceRecord
from brain.memory.storage import MemoryDatabase, opened

__all__ = ["SOURCE_TYPES", "SourceMemory", "source_key", "source_type_of"]

SOURCE_TYPES = ("system", "user", "file", "inference", "url", "unknown")

_PART = re.compile(r"(?:#[^/]*|@t=[\d.:,-]*)$")
_WEB = re.compile(
    r"^(?:[a-z][a-z0-9+.-]*://|www\.)|^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|info|io|ru|su|рф|uk|de|html?|php)(?:[/?:]|$)",
    re.IGNORECASE,
)
_FILE = re.compile(r"^file:|[\\/]|\.[A-Za-zА-Яа-я][A-Za-zА-Яа-я0-9]{0,4}$")
_COLUMNS = (
    "source_id, source_type, trust_score, fact_count, confirmed_count, denied_count,"
    " first_seen, last_seen, is_blacklisted, is_whitelisted, metadata, decay_mark, anchored_at"
)
_COLLECTED = 256
_LONGEST_NAME = 3
_CURRENT = "source_decay"
_REGISTER = (
    "INSERT INTO sources VALUES (?, ?, ?, (SELECT value FROM consolidation_state WHERE key = 'source_decay'),"
    " ?, 0, 0, ?, ?, 0, 0, '{}', ?, ?) ON CONFLICT (source_id) DO UPDATE SET fact_count = fact_count + excluded.fact_count,"
    f" last_seen = MAX(last_seen, excluded.last_seen) RETURNING {_COLUMNS}"
)


def source_key(source_ref: str) -> str:
    """Return the source that a reference to a page, a moment or a region belongs to."""
    return _PART.sub("", source_ref) or source_ref


def source_type_of(source_id: str) -> str:
    """Infer the type of a source from its id; 'unknown' if nothing in it tells."""
    lowered = source_id.lower()
    if lowered.startswith(("user", "пользователь")):
        return "user"
    if lowered.startswith(("system", "система")):
        return "system"
    if "inference" in lowered:
        return "inference"
    if lowered.startswith("file:"):
        return "file"
    if _WEB.search(source_id):
        return "url"
    return "file" if _FILE.search(source_id) else "unknown"


class SourceMemory:
    """Trust in sources: given by their type, moved by feedback, fading with time.

    Args:
        data_path: a SQLite or `.json` file to keep it in; None for a private temporary one.
        database: a mind to share instead of `data_path`.
        clock, config: time and numbers.

    """

    def __init__(
        self,
        data_path: str | Path | None = None,
        *,
        database: MemoryDatabase | None = None,
        clock: Clock | None = None,
        config: BrainConfig | None = None,
    ) -> None:
        settings = config or BrainConfig()
        self.config = settings.source
        self._clock = clock or SystemClock()
        self._database = database or opened(
            data_path, "sources", settings.episodic.autosave_every, settings, self._clock
        )
        law = law_from(settings.decay.source, settings.decay)
        self._fading = Fading(self._database, _CURRENT, self._clock, law)
        self._met: deque[tuple[float, str]] = deque()

    def __len__(self) -> int:
        found = self._database.row("SELECT COUNT(*) FROM sources")
        return int(found[0]) if found else 0

    def register(
        self,
        source_id: str,
        source_type: str | None = None,
        metadata: dict[str, Any] | None = None,
        *,
        facts: int = 0,
    ) -> SourceRecord:
        """Note that a source was met; the first time gives it the trust of its type.

        Args:
            source_id: a file, address, person, ...; a part of a document stands for the document.
            source_type: one of `SOURCE_TYPES`; inferred from the id if None.
            metadata: merged into what is known.
            facts: how many facts it has just given (added to `fact_count`).

        Raises:
            InvalidInputError: for an empty id or an unknown type.

        """
        key = source_key(check_name("source_id", source_id, blank=False))
        kind = source_type_of(key) if source_type is None else check_choice("source_type", source_type, SOURCE_TYPES)
        now, details = self._clock.now(), check_table("metadata", metadata)
        with self._database.transaction() as connection:
            row = connection.execute(
                _REGISTER,
                (
                    key,
                    kind,
                    self.config.initial_trust(kind),
                    check_count("facts", facts, 0),
                    now,
                    now,
                    now,
                    self._database.analyzer.concept_key(key),
                ),
            ).fetchone()
            if not details:
                return self._record(row)
            merged = from_json(row[10]) | details
            connection.execute("UPDATE sources SET metadata = ? WHERE source_id = ?", (to_json(merged), key))
            return self._known(key)

    def meet(self, source_id: str) -> None:
        """Note that a source was met, as `register` does, but write to disk only if it is new.

        When a known one was last seen is collected and written by `save`: it is told at every store.
        """
        key = source_key(check_name("source_id", source_id, blank=False))
        if self._database.row("SELECT 1 FROM sources WHERE source_id = ?", (key,)) is None:
            self.register(source_id)
        else:
            self._met.append((self._clock.now(), key))
            if len(self._met) > _COLLECTED:
                self._write_met()

    def get(self, source_id: str) -> SourceRecord | None:
        """Return what is known of a source, decay applied, or None."""
        found = self._database.row(
            f"SELECT {_COLUMNS} FROM sources WHERE source_id = ?", (source_key(check_query("source_id", source_id)),)
        )
        return self._record(found) if found else None

    def get_trust(self, source_id: str) -> float:
        """Return how far a source is believed now (0-1); the trust of its type if it was never met."""
        record = self.get(source_id)
        return self.config.initial_trust(source_type_of(source_key(source_id))) if record is None else _belief(record)

    def trust_of(self, source_ids: list[str]) -> dict[str, float]:
        """Return `get_trust` for several sources at once."""
        keys = {source_id: source_key(check_query("source_id", source_id)) for source_id in source_ids}
        rows = self._database.rows(
            f"SELECT {_COLUMNS} FROM json_each(?) j JOIN sources ON source_id = j.value",
            (json.dumps(sorted(set(keys.values()))),),
        )
        worth = self._fading.at_once()
        known = {row[0]: _belief(self._record(row, worth)) for row in rows}
        return {
            source_id: known[key] if key in known else self.config.initial_trust(source_type_of(key))
            for source_id, key in keys.items()
        }

    def update_trust(self, source_id: str, confirmed: bool) -> SourceRecord:
        """Move trust after feedback: +0.05 up to 1 if confirmed, -0.1 down to 0 if not."""
        step = self.config.confirm_step if confirmed else -self.config.deny_step
        column = "confirmed_count" if confirmed else "denied_count"
        with self._database.transaction() as connection:
            record = self.register(source_id)
            connection.execute(
                f"UPDATE sources SET trust_score = ?, decay_mark = ?, anchored_at = ?, {column} = {column} + 1 WHERE source_id = ?",
                (
                    min(1.0, max(0.0, record.trust_score + step)),
                    self._fading.total(),
                    self._clock.now(),
                    record.source_id,
                ),
            )
            return self._known(record.source_id)

    def blacklist(self, source_id: str) -> SourceRecord:
        """Never believe a source: retrieval sees trust 0; what it said is kept."""
        return self._flag(source_id, blacklisted=True, whitelisted=False)

    def whitelist(self, source_id: str) -> SourceRecord:
        """Always believe a source: retrieval sees trust 1 whatever feedback and time do."""
        return self._flag(source_id, blacklisted=False, whitelisted=True)

    def clear_flags(self, source_id: str) -> SourceRecord:
        """Take a source off both lists; its earned trust counts again."""
        return self._flag(source_id, blacklisted=False, whitelisted=False)

    def apply_decay(self, rate: float = 0.001) -> None:
        """Let trust in every source fade by the factor 1 - `rate`.

        Raises:
            InvalidInputError: if `rate` is not from 0 to below 1.

        """
        self._fading.tick(rate)

    def named_in(self, text: str) -> list[str]:
        """Return the known sources that `text` names in any inflection, such as people who are asked about."""
        words = self._database.analyzer.terms(check_query("text", text))
        keys = {" ".join(words[i : i + n]) for n in range(1, _LONGEST_NAME + 1) for i in range(len(words) - n + 1)}
        rows = self._database.rows(
            "SELECT source_id FROM sources WHERE name_key IN (SELECT value FROM json_each(?)) ORDER BY source_id",
            (json.dumps(sorted(keys)),),
        )
        return [row[0] for row in rows]

    def get_all(self) -> list[SourceRecord]:
        """Return all sources, most believed first."""
        records = [self._record(row) for row in self._database.rows(f"SELECT {_COLUMNS} FROM sources")]
        return sorted(records, key=lambda record: (-_belief(record), record.source_id))

    def save(self) -> None:
        """Write when known sources were last met, which `meet` only collects, and bring the file up to date."""
        self._write_met()
        self._database.checkpoint()

    def _write_met(self) -> None:
        met = drained(self._met)
        if met:
            with self._database.transaction() as connection:
                connection.executemany(
                    "UPDATE sources SET last_seen = MAX(last_seen, ?) WHERE source_id = ?",
                    met,
                )

    def _known(self, key: str) -> SourceRecord:
        record = self.get(key)
        if record is None:
            raise InvalidInputError(f"source {key!r} is not registered")
        return record

    def _flag(self, source_id: str, *, blacklisted: bool, whitelisted: bool) -> SourceRecord:
        with self._database.transaction() as connection:
            record = self.register(source_id)
            connection.execute(
                "UPDATE sources SET is_blacklisted = ?, is_whitelisted = ? WHERE source_id = ?",
                (blacklisted, whitelisted, record.source_id),
            )
            return self._known(record.source_id)

    def _record(
        self, row: tuple[Any, ...], worth: Callable[[float, float, Sequence[float]], float] | None = None
    ) -> SourceRecord:
        trust = (worth or self._fading.at_once())(row[2], row[11], [row[12]])
        return SourceRecord(
            row[0], row[1], trust, row[3], row[4], row[5], iso_from_timestamp(row[6]),
            iso_from_timestamp(max([row[7], *(when for when, key in self._met if key == row[0])])), bool(row[8]), bool(row[9]), from_json(row[10]),
        )  # fmt: skip


def _belief(record: SourceRecord) -> float:
    if record.is_blacklisted:
        return 0.0
    return 1.0 if record.is_whitelisted else record.trust_score
