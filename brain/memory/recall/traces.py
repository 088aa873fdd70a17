"""The encounters behind traces, read straight from the episodes; and when the brain slept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from brain.clock import timestamp_from
from brain.config import RetrievalConfig
from brain.errors import InvalidInputError
from brain.language import fold
from brain.memory._rows import fingerprint
from brain.memory.storage import MemoryDatabase
from brain.memory.text_index import TextIndex

__all__ = ["RECALLED", "Encounter", "Traces"]

RECALLED = "recalled"
"""The tag of an episode that is a successful recall and no new percept."""

_FAR = 100  # places in a session after which nothing is left of a primacy effect
_PLACE = (
    "(SELECT COUNT(*) FROM (SELECT 1 FROM episodes p"
    " WHERE p.session_id = e.session_id AND p.session_id <> ''"
    f" AND (p.created_at, p.seq) < (e.created_at, e.seq) LIMIT {_FAR}))"
)
_COLUMNS = f"e.seq, e.episode_id, e.content, e.created_at, e.importance, e.source, e.session_id, {_PLACE}, e.tags"


@dataclass(frozen=True, slots=True)
class Encounter:
    """One episode as an encounter with what it says.

    Attributes:
        number: its place in the chronicle.
        at: when it happened, Unix seconds.
        place: how many episodes precede it in its session, 100 at most.
        recalled: whether it is a successful recall of an earlier one.
    """

    number: int
    episode_id: str
    content: str
    at: float
    importance: float
    source: str
    session_id: str
    place: int
    recalled: bool


class Traces:
    """Reads encounters in the order in which they happened.

    Args:
        database: the mind.
        retrieval: the numbers of the index.
    """

    def __init__(self, database: MemoryDatabase, retrieval: RetrievalConfig) -> None:
        self._database = database
        self._index = TextIndex(database, "episode", retrieval)

    def of_session(self, session_id: str) -> list[Encounter]:
        """Return all encounters of a session."""
        return self._read(
            "FROM episodes e WHERE e.session_id = ? AND e.session_id <> '' ORDER BY e.created_at, e.seq", session_id
        )

    def of_content(self, content: str) -> list[Encounter]:
        """Return all encounters with these words, in whatever case."""
        folded = fold(content)
        found = self._read("FROM episodes e WHERE e.fingerprint = ? ORDER BY e.created_at, e.seq", fingerprint(folded))
        return [encounter for encounter in found if fold(encounter.content) == folded]

    def with_terms(self, terms: list[str], limit: int) -> list[Encounter]:
        """Return the encounters that hold any of these terms, at most the `limit` that match best."""
        with self._database.reading():
            numbers = [number for number, _ in self._index.search(terms, limit)]
            return self._read(
                "FROM json_each(?) j CROSS JOIN episodes e ON e.seq = j.value ORDER BY e.created_at, e.seq",
                json.dumps(numbers),
            )

    def events_before(self, moments: list[float]) -> list[int]:
        """Return how many events had happened before each of these moments (Unix seconds)."""
        rows = self._database.rows(
            "SELECT (SELECT COUNT(*) FROM episodes e WHERE e.created_at < j.value) FROM json_each(?) j ORDER BY j.key",
            (json.dumps(moments),),
        )
        return [int(row[0]) for row in rows]

    def note_sleep(self, began: float, ended: float) -> None:
        """Note that the brain slept from one moment to another (Unix seconds).

        Raises:
            InvalidInputError: if these are no moments, or the second is before the first.
        """
        slept = timestamp_from(began), timestamp_from(ended)
        if slept[1] < slept[0]:
            raise InvalidInputError(f"sleep cannot end at {ended!r} before it began at {began!r}")
        with self._database.transaction() as connection:
            connection.execute("INSERT INTO sleeps (began_at, ended_at) VALUES (?, ?)", slept)

    def sleeps(self) -> list[tuple[float, float]]:
        """Return when the brain slept, as (began, ended), in order."""
        return [(row[0], row[1]) for row in self._database.rows("SELECT began_at, ended_at FROM sleeps ORDER BY n", ())]

    def _read(self, clause: str, parameter: Any) -> list[Encounter]:
        rows = self._database.rows(f"SELECT {_COLUMNS} {clause}", (parameter,))
        return [Encounter(*row[:-1], f'"{RECALLED}"' in row[-1]) for row in rows]  # type: ignore[call-arg]
