"""Procedural memory: named skills and how well they serve (basal ganglia and cerebellum)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from brain.chance import IdFactory, random_ids
from brain.checks import check_amount, check_count, check_name, check_names, check_query, check_table, check_text
from brain.clock import Clock, SystemClock, iso_from_timestamp
from brain.config import BrainConfig
from brain.errors import InvalidInputError, NotFoundError
from brain.memory._rows import from_json, to_json
from brain.memory.records import Procedure, ProcedureStep
from brain.memory.storage import MemoryDatabase, opened
from brain.memory.text_index import TextIndex

__all__ = ["ProceduralMemory"]

_COLUMNS = (
    "p.seq, p.procedure_id, p.name, p.description, p.success_rate, p.execution_count,"
    " p.avg_duration_ms, p.tags, p.created_at, p.last_used"
)
_SELECT = f"SELECT {_COLUMNS} FROM procedures p"
_MAX_CHARS = 100_000


class ProceduralMemory:
    """Named sequences of steps with a success rate learnt from use.

    Args:
        data_path: a SQLite or `.json` file to keep them in; None for a private temporary one.
        database: a mind to share instead of `data_path`.
        clock, ids, config: time, chance and numbers.

    """

    def __init__(
        self,
        data_path: str | Path | None = None,
        *,
        database: MemoryDatabase | None = None,
        clock: Clock | None = None,
        ids: IdFactory | None = None,
        config: BrainConfig | None = None,
    ) -> None:
        settings = config or BrainConfig()
        self.config = settings.procedural
        self._clock = clock or SystemClock()
        self._database = database or opened(
            data_path, "procedures", settings.episodic.autosave_every, settings, self._clock
        )
        self._ids = ids or random_ids()
        self._analyzer = self._database.analyzer
        self._index = TextIndex(self._database, "procedure", settings.retrieval)

    def __len__(self) -> int:
        found = self._database.row("SELECT COUNT(*) FROM procedures")
        return int(found[0]) if found else 0

    def create(
        self,
        name: str,
        description: str = "",
        steps: Iterable[ProcedureStep | str] | None = None,
        tags: Iterable[str] | None = None,
    ) -> Procedure:
        """Learn a procedure; one of that name gets the new description, steps and tags, and keeps its record.

        Args:
            steps: `ProcedureStep`s, or plain texts that become their actions.

        Raises:
            InvalidInputError: for an empty name or a step of another kind.

        """
        check_name("name", name, blank=False)
        if description:
            check_text("description", description, _MAX_CHARS)
        learnt_steps, labels = _checked_steps(steps), check_names("tags", tags)
        with self._database.transaction() as connection:
            seq = connection.execute(
                "INSERT INTO procedures (procedure_id, name, description, success_rate, execution_count,"
                " avg_duration_ms, tags, created_at, last_used) VALUES (?, ?, ?, ?, 0, 0, ?, ?, 0)"
                " ON CONFLICT (name) DO UPDATE SET description = excluded.description, tags = excluded.tags"
                " RETURNING seq",
                (
                    self._ids("proc"),
                    name,
                    description,
                    self.config.initial_success,
                    to_json(labels),
                    self._clock.now(),
                ),
            ).fetchone()[0]
            connection.execute("DELETE FROM procedure_steps WHERE procedure_seq = ?", (seq,))
            connection.executemany(
                "INSERT INTO procedure_steps VALUES (?, ?, ?, ?, ?)",
                [(seq, i, s.action, s.description, to_json(s.parameters)) for i, s in enumerate(learnt_steps)],
            )
            former = connection.execute("SELECT doc FROM procedures WHERE seq = ?", (seq,)).fetchone()[0]
            if former:
                self._index.remove(connection, former)
            doc = self._index.add(
                connection, seq, self._analyzer.indexed_terms(" ".join([name.replace("_", " "), description, *labels]))
            )
            connection.execute("UPDATE procedures SET doc = ? WHERE seq = ?", (doc, seq))
            return self._known(name)

    store = create

    def get(self, name: str) -> Procedure | None:
        """Return the procedure of that name or id, or None."""
        found = self._select("WHERE p.name = ? OR p.procedure_id = ? LIMIT 1", (check_query("name", name), name))
        return found[0] if found else None

    def update_success(self, name: str, success: bool, duration_ms: float | None = None) -> Procedure:
        """Learn from one execution.

        Success moves the rate by `(1 - rate) * 0.1` up, failure by `rate * 0.1` down. A duration, in
        milliseconds, enters the running mean over the executions that were timed.

        Raises:
            NotFoundError: if there is no such procedure.
            InvalidInputError: if the duration is negative or not a number.

        """
        taken = None if duration_ms is None else check_amount("duration_ms", duration_ms)
        with self._database.transaction() as connection:
            known = self._known(name)
            goal = 1.0 if success else 0.0
            rate = known.success_rate + (goal - known.success_rate) * self.config.learning_rate
            count = known.execution_count + 1
            # The mean is over the executions that were timed, which need not be all.
            connection.execute(
                "UPDATE procedures SET success_rate = ?, execution_count = ?, last_used = ?,"
                " timed_count = timed_count + (?4 IS NOT NULL),"
                " avg_duration_ms = avg_duration_ms + COALESCE((?4 - avg_duration_ms) / (timed_count + 1), 0)"
                " WHERE procedure_id = ?5",
                (rate, count, self._clock.now(), taken, known.procedure_id),
            )
            return self._known(name)

    record_result = update_success

    def get_best(self, top_n: int = 5) -> list[Procedure]:
        """Return the procedures with the highest success rate; among equals the more practised first."""
        return self._select(
            "ORDER BY p.success_rate DESC, p.execution_count DESC, p.seq LIMIT ?",
            (check_count("top_n", top_n),),
        )

    def search(self, query: str, top_n: int = 5, tags: Iterable[str] | None = None) -> list[Procedure]:
        """Return the procedures that match any word of `query` (and carry all `tags`), best first."""
        labels, count = set(check_names("tags", tags)), check_count("top_n", top_n)
        wanted = self._analyzer.content_terms(check_query("query", query))
        with self._database.reading():
            return self._index.search_until(
                wanted, count, lambda seqs: self._labelled(seqs, labels), filtered=bool(labels)
            )

    def get_all(self) -> list[Procedure]:
        """Return all procedures in the order in which they were learnt."""
        return self._select("ORDER BY p.seq", ())

    def delete(self, name: str) -> None:
        """Unlearn a procedure.

        Raises:
            NotFoundError: if there is no such procedure.

        """
        with self._database.transaction() as connection:
            known = self._known(name)
            doc = connection.execute(
                "DELETE FROM procedures WHERE procedure_id = ? RETURNING doc", (known.procedure_id,)
            ).fetchone()[0]
            self._index.remove(connection, doc)

    def prune(self) -> list[str]:
        """Unlearn what was tried often enough and hardly ever worked; return the names."""
        useless = self._select(
            "WHERE p.success_rate < ? AND p.execution_count >= ? ORDER BY p.seq",
            (self.config.prune_below, self.config.prune_after),
        )
        for procedure in useless:
            self.delete(procedure.name)
        return [procedure.name for procedure in useless]

    def save(self) -> None:
        """Bring the file up to date; every change already was on disk."""
        self._database.checkpoint()

    def _labelled(self, seqs: list[int], labels: set[str]) -> list[Procedure]:
        found = [self._select("WHERE p.seq = ?", (seq,))[0] for seq in seqs]
        return [procedure for procedure in found if labels <= set(procedure.tags)]

    def _known(self, name: str) -> Procedure:
        procedure = self.get(name)
        if procedure is None:
            raise NotFoundError(f"no procedure {name!r} in this mind")
        return procedure

    def _select(self, clause: str, parameters: tuple[Any, ...]) -> list[Procedure]:
        return self._read(f"{_SELECT} {clause}", parameters)

    def _read(self, sql: str, parameters: tuple[Any, ...]) -> list[Procedure]:
        with self._database.reading():
            return [self._procedure(row) for row in self._database.rows(sql, parameters)]

    def _procedure(self, row: tuple[Any, ...]) -> Procedure:
        steps = self._database.rows(
            "SELECT action, description, parameters FROM procedure_steps WHERE procedure_seq = ? ORDER BY position",
            (row[0],),
        )
        return Procedure(
            row[1], row[2], row[3], [ProcedureStep(a, d, from_json(p)) for a, d, p in steps],
            row[4], row[5], row[6], from_json(row[7]), iso_from_timestamp(row[8]), iso_from_timestamp(row[9]) if row[9] else "",
        )  # fmt: skip


def _checked_steps(steps: Iterable[ProcedureStep | str] | None) -> list[ProcedureStep]:
    checked = []
    for step in steps or ():
        if not isinstance(step, ProcedureStep | str):
            raise InvalidInputError(f"a step must be a ProcedureStep or text, not {type(step).__name__}")
        checked.append(ProcedureStep(step) if isinstance(step, str) else step)
        check_name("step action", checked[-1].action, blank=False)
        check_name("step description", checked[-1].description, max_chars=_MAX_CHARS)
        check_table("step parameters", checked[-1].parameters)
    return checked
