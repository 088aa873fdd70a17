"""The rows under semantic memory: one leading statement a concept, a history of the others."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass, field, replace
from typing import Any

from brain.clock import iso_from_timestamp
from brain.language import Analyzer, head_noun
from brain.memory._rows import fingerprint, from_json, in_batches, to_json
from brain.memory.decay import Fading
from brain.memory.records import Relation, SemanticNode
from brain.memory.semantic_graph import SemanticGraph
from brain.memory.storage import MemoryDatabase

__all__ = ["FactTable", "NodeRow", "Statement"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that somebody says of a concept, and when (Unix seconds); `past` if it tells what once was so."""

    description: str
    negated: bool
    confidence: float
    source_ref: str
    told_at: float
    past: bool = False

    def stems(self, analyzer: Analyzer) -> frozenset[str]:
        """Return what it says, apart from inflection and word order."""
        return frozenset(analyzer.content_terms(self.description)) if self.description else frozenset()

    def turns_on_the_same(self, other: Statement, analyzer: Analyzer) -> bool:
        """Tell whether both describe the same kind of thing, so that both may hold."""
        ours, theirs = (set(analyzer.terms(head_noun(said.description))) for said in (self, other))
        return ours <= theirs or theirs <= ours

    def print(self, analyzer: Analyzer) -> int:
        """Return a number that equal statements share; never 0 for one that says something."""
        if not self.description:
            return 0
        return fingerprint(" ".join(sorted(self.stems(analyzer))) + ("!" if self.negated else ""))


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A row of `semantic_nodes`; `confidence` is as of decay total `mark`, `encounters` are Unix seconds."""

    key: str
    concept: str
    description: str
    negated: bool
    status: str
    tags: list[str]
    confidence: float
    mark: float
    importance: float
    source_ref: str
    access_count: int
    created_at: float
    updated_at: float
    learnt_at: float
    is_protected: bool
    past: bool
    encounters: list[float]

    @classmethod
    def new(cls, key: str, concept: str, said: Statement, importance: float, now: float, total: float) -> NodeRow:
        """Return the row of a concept met for the first time."""
        return cls(
            key, concept, said.description, said.negated, "current", [], said.confidence, total,
            importance, said.source_ref, 0, now, now, said.told_at, False, said.past, [said.told_at],
        )  # fmt: skip

    @property
    def statement(self) -> Statement:
        """What leads now."""
        return Statement(self.description, self.negated, self.confidence, self.source_ref, self.learnt_at, self.past)

    def believed_by(self, worth: Callable[[float, float, Sequence[float]], float]) -> float:
        """Return the confidence that is left at the moment of `worth`; see `Fading.at_once`."""
        return worth(self.confidence, self.mark, self.encounters)

    def node(self, confidence: float, looked_up: int, relations: list[Relation]) -> SemanticNode:
        """Return the row as a record, with what is known of it beyond the table."""
        return SemanticNode(
            self.concept, self.description, self.tags, confidence, self.importance, self.source_ref,
            self.access_count + looked_up, iso_from_timestamp(self.created_at), iso_from_timestamp(self.updated_at),
            relations, self.negated, self.status,
        )  # fmt: skip

    def says(self, said: Statement, analyzer: Analyzer) -> bool:
        """Tell whether `said` is what leads now."""
        return self.negated == said.negated and self.statement.stems(analyzer) == said.stems(analyzer)

    def met_again(self, fading: Fading, when: float) -> NodeRow:
        """Return the row with its fading so far worked in, and one encounter more."""
        return replace(
            self,
            confidence=fading.current(self.confidence, self.mark, self.encounters),
            mark=fading.total(),
            encounters=sorted([*self.encounters, when])[-_ENCOUNTERS:],
        )

    def believed(self, step: float, now: float) -> NodeRow:
        """Return the row believed more or less by `step`, within 0-1."""
        return replace(self, confidence=min(1.0, max(0.0, self.confidence + step)), updated_at=now)

    def labelled(self, tags: list[str], importance: float, protected: bool) -> NodeRow:
        """Return the row with more tags and the greater importance."""
        return replace(
            self,
            tags=list(dict.fromkeys([*self.tags, *tags])),
            importance=max(self.importance, importance),
            is_protected=self.is_protected or protected,
        )

    def led_by(self, said: Statement, now: float, confidence: float) -> NodeRow:
        """Return the row with another statement in the lead."""
        return replace(
            self, description=said.description, negated=said.negated, confidence=confidence,
            source_ref=said.source_ref, updated_at=now, learnt_at=said.told_at, status="current", past=said.past,
        )  # fmt: skip


_LOOKED_AT = 200
_ENCOUNTERS = 50  # older ones add next to nothing to a sum of powers
_COLUMNS = (
    "n.concept_key, n.concept, n.description, n.negated, n.status, n.tags, n.confidence, n.decay_mark,"
    " n.importance, n.source_ref, n.access_count, n.created_at, n.updated_at, n.learnt_at, n.is_protected,"
    " n.past, n.encounters"
)
_WRITTEN = _COLUMNS.replace("n.", "") + ", strength"
_UPSERT = (
    f"INSERT INTO semantic_nodes ({_WRITTEN}) VALUES ({','.join('?' * 18)}) ON CONFLICT (concept_key) DO UPDATE SET "
    + ", ".join(f"{c.strip()} = excluded.{c.strip()}" for c in _WRITTEN.split(",")[1:])
    + " RETURNING seq"
)


@dataclass(frozen=True, slots=True)
class FactTable:
    """Reads and writes nodes, aliases, history and origins."""

    database: MemoryDatabase
    graph: SemanticGraph = field(repr=False)

    def resolve(self, key: str) -> str:
        """Return the key of the concept that `key` names: itself, or what it is an alias of."""
        found = self.database.row("SELECT concept_key FROM semantic_aliases WHERE alias_key = ?", (key,))
        return str(found[0]) if found else key

    def resolved(self, keys: list[str]) -> dict[str, str]:
        """Return `resolve` of several keys at once."""
        rows = self.database.rows(
            "SELECT j.value, a.concept_key FROM json_each(?) j JOIN semantic_aliases a ON a.alias_key = j.value",
            (json.dumps(keys),),
        )
        return dict(zip(keys, keys, strict=True)) | dict(rows)

    def named(self, keys: list[str]) -> dict[str, str]:
        """Return the names of the concepts that any of these keys lead to, by key."""
        rows = self.database.rows(
            "SELECT j.value, n.concept FROM json_each(?) j LEFT JOIN semantic_aliases a ON a.alias_key = j.value"
            " JOIN semantic_nodes n ON n.concept_key = COALESCE(a.concept_key, j.value)",
            (json.dumps(keys),),
        )
        return dict(rows)

    def names_of(self, keys: list[str]) -> dict[str, list[str]]:
        """Return all names of the concepts that any of these keys lead to, by key, of those that have several."""
        rows = self.database.rows(
            "WITH said AS (SELECT j.value AS key, COALESCE(a.concept_key, j.value) AS concept"
            " FROM json_each(?) j LEFT JOIN semantic_aliases a ON a.alias_key = j.value)"
            " SELECT s.key, n.concept, o.alias FROM said s JOIN semantic_aliases o ON o.concept_key = s.concept"
            " JOIN semantic_nodes n ON n.concept_key = s.concept ORDER BY o.alias",
            (json.dumps(keys),),
        )
        names: dict[str, list[str]] = {}
        for key, concept, alias in rows:
            names.setdefault(key, [concept]).append(alias)
        return names

    def with_history(self, keys: list[str]) -> set[str]:
        """Return those of the keys about which something else was said."""
        rows = self.database.rows(
            "SELECT DISTINCT h.concept_key FROM json_each(?) j JOIN semantic_history h ON h.concept_key = j.value",
            (json.dumps(keys),),
        )
        return {row[0] for row in rows}

    def row(self, key: str) -> NodeRow | None:
        """Return one node's row, or None."""
        found = self.rows("WHERE n.concept_key = ?", (key,))
        return found[0] if found else None

    def rows(self, clause: str, parameters: tuple[Any, ...]) -> list[NodeRow]:
        """Return the rows that a clause after `FROM semantic_nodes n` selects."""
        found = self.database.rows(f"SELECT {_COLUMNS} FROM semantic_nodes n {clause}", parameters)
        return [_row(r) for r in found]

    def by_seq(self, seqs: list[int], bound: float, importance: float) -> dict[int, NodeRow]:
        """Return those of the nodes with these numbers that are at least so strong and so important."""
        found: dict[int, NodeRow] = {}
        for batch in in_batches(seqs):
            rows = self.database.rows(
                f"SELECT {_COLUMNS}, n.seq FROM semantic_nodes n WHERE n.seq IN ({','.join('?' * len(batch))})"
                " AND n.strength >= ? AND n.importance >= ?",
                (*batch, bound, importance),
            )
            found.update((row[-1], _row(row)) for row in rows)
        return found

    def seq(self, key: str) -> int:
        """Return the number under which a known node is indexed."""
        found = self.database.row("SELECT seq FROM semantic_nodes WHERE concept_key = ?", (key,))
        assert found is not None
        return int(found[0])

    def aliases(self, key: str) -> list[str]:
        """Return the other names of a concept."""
        rows = self.database.rows("SELECT alias FROM semantic_aliases WHERE concept_key = ? ORDER BY alias", (key,))
        return [row[0] for row in rows]

    def write(self, connection: sqlite3.Connection, row: NodeRow) -> int:
        """Insert or update a node; return its number."""
        values = list(astuple(row))
        values[5] = to_json(row.tags)
        values[-1] = to_json(row.encounters)
        strength = Fading.strength(row.confidence, row.mark)
        return int(connection.execute(_UPSERT, (*values, strength)).fetchone()[0])

    def displace(self, connection: sqlite3.Connection, fading: Fading, excess: int, newest_key: str) -> None:
        """Let the weakest unprotected nodes go; what has just been learnt stays."""
        look_at = excess if fading.is_ticked else excess + _LOOKED_AT
        rows = self.rows(
            "WHERE n.is_protected = 0 AND n.concept_key <> ? ORDER BY n.strength, n.seq LIMIT ?", (newest_key, look_at)
        )
        if not fading.is_ticked:
            # The index orders by what was believed once; among the least of that, the law decides.
            rows.sort(key=lambda row: fading.current(row.confidence, row.mark, row.encounters))
        for row in rows[:excess]:
            connection.execute("DELETE FROM semantic_nodes WHERE concept_key = ?", (row.key,))
        if rows:
            self.database.add_to_state("nodes_forgotten", len(rows[:excess]))

    def note_origin(self, connection: sqlite3.Connection, origin: str, key: str) -> bool:
        """Note that `key` was derived from an episode; False if that had been noted before."""
        return bool(connection.execute("INSERT OR IGNORE INTO fact_origins VALUES (?, ?)", (origin, key)).rowcount)

    def history(self, key: str) -> list[tuple[Any, ...]]:
        """Return the statements about a concept that do not lead, oldest first."""
        return self.database.rows(
            "SELECT description, negated, confidence, source_ref, status, learnt_at, ended_at"
            " FROM semantic_history WHERE concept_key = ? ORDER BY seq",
            (key,),
        )

    def merge(
        self,
        connection: sqlite3.Connection,
        row: NodeRow,
        said: Statement,
        now: float,
        step: float,
        supersede: bool,
    ) -> NodeRow:
        """Return the row of a known concept after hearing `said`, filing what no longer leads.

        The same again, or less than is known, strengthens by `step`; more detail replaces the wording;
        anything else takes the lead or, if it may not supersede, is filed. What is filed may hold as well
        (another thing about the same noun: additional) or may not (outdated, or disputed if it is the newcomer).
        What was told before the leading statement, though it is heard later, never takes the lead; nor does what
        the concept once was, over what it is.
        """
        if not said.description:
            return replace(row, updated_at=now)
        if not row.description:
            return row.led_by(said, now, said.confidence)
        analyzer = self.database.analyzer
        old, new = row.statement.stems(analyzer), said.stems(analyzer)
        alike = row.negated == said.negated
        was_so, is_so = alike and said.past and not row.past, alike and row.past and not said.past
        if alike and (new == old or (new < old and not is_so)):
            belief = max(row.confidence, said.confidence)
            return replace(row, confidence=belief, past=row.past and said.past).believed(step, now)
        if alike and old < new and not was_so:
            self._file(connection, row.key, row.statement, "refined", now)
            return row.led_by(said, now, max(row.confidence, said.confidence))
        compatible = alike and row.statement.turns_on_the_same(said, analyzer)
        former = "additional" if compatible else "outdated"
        if not supersede or was_so or (said.told_at < row.learnt_at and not is_so):
            status = "disputed" if not (supersede or compatible or was_so) else former
            self._file(connection, row.key, said, status, row.learnt_at if supersede else said.told_at)
            return replace(row, status="disputed") if status == "disputed" else row
        self._file(connection, row.key, row.statement, former, now)
        if not compatible:
            self.graph.unlink_taught(connection, row.key, row.statement.print(analyzer))
        connection.execute(
            "DELETE FROM semantic_history WHERE concept_key = ? AND description = ? AND negated = ?"
            " AND status IN ('additional', 'disputed')",
            (row.key, said.description, said.negated),
        )
        return row.led_by(said, now, said.confidence)

    def _file(self, connection: sqlite3.Connection, key: str, said: Statement, status: str, ended_at: float) -> None:
        again = connection.execute(
            "UPDATE semantic_history SET confidence = MAX(confidence, ?), ended_at = ? WHERE concept_key = ?"
            " AND description = ? AND negated = ? AND source_ref = ? AND status = ?",
            (said.confidence, ended_at, key, said.description, said.negated, said.source_ref, status),
        ).rowcount
        if not again:
            connection.execute(
                "INSERT INTO semantic_history (concept_key, description, negated, confidence, source_ref, status,"
                " learnt_at, ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    key,
                    said.description,
                    said.negated,
                    said.confidence,
                    said.source_ref,
                    status,
                    said.told_at,
                    ended_at,
                ),
            )


def _row(r: tuple[Any, ...]) -> NodeRow:
    concept = (r[0], r[1], r[2], bool(r[3]), r[4], from_json(r[5]))
    return NodeRow(
        *concept, r[6], r[7], r[8], r[9], r[10], r[11], r[12], r[13], bool(r[14]), bool(r[15]), from_json(r[16])
    )
