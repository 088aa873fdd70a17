"""The relations between concepts: directed, typed, weighted, walked breadth first."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping

from brain.checks import check_choice, check_name, check_unit
from brain.errors import InvalidInputError
from brain.memory.records import Relation
from brain.memory.storage import MemoryDatabase

__all__ = ["RELATION_TYPES", "SemanticGraph"]

RELATION_TYPES = (
    "is_a", "part_of", "related", "opposite", "causes", "enables", "contradicts", "is_not", "has", "used_for",
)  # fmt: skip


class SemanticGraph:
    """Relations by concept key; the concepts at their ends need not have a description yet.

    Args:
        database: the mind.

    """

    def __init__(self, database: MemoryDatabase) -> None:
        self._database = database

    def link(
        self,
        connection: sqlite3.Connection,
        source_key: str,
        relations: Iterable[Relation],
        resolve: Callable[[str], str],
        *,
        now: float,
        taught_by: int = 0,
    ) -> None:
        """Add relations from one concept, in the caller's transaction; a known one gets the new weight.

        Args:
            connection: the transaction.
            source_key: where they start.
            relations: what to add.
            resolve: leads from an alias' key to the concept's.
            now: Unix seconds.
            taught_by: fingerprint of the statement that they follow from, 0 if they were given directly.

        """
        key_of = self._database.analyzer.concept_key
        for relation in relations:
            target = check_name("relation target", relation.target, blank=False)
            kind = check_choice("relation_type", relation.relation_type, RELATION_TYPES)
            weight, target_key = check_unit("relation weight", relation.weight), resolve(key_of(target))
            if target_key == source_key:
                raise InvalidInputError(f"a concept cannot be related to itself: {target!r}")
            connection.execute(
                "INSERT INTO semantic_relations VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET weight = excluded.weight, target = excluded.target",
                (source_key, target_key, kind, target, weight, now, taught_by),
            )

    def redirect(self, connection: sqlite3.Connection, alias_key: str, key: str) -> None:
        """Let relations that lead to an alias lead to the concept, in the caller's transaction."""
        connection.execute(
            "UPDATE OR REPLACE semantic_relations SET target_key = ? WHERE target_key = ? AND source_key <> ?",
            (key, alias_key, key),
        )

    def unlink_taught(self, connection: sqlite3.Connection, source_key: str, taught_by: int) -> None:
        """Drop the relations that followed from a statement which no longer holds."""
        connection.execute(
            "DELETE FROM semantic_relations WHERE source_key = ? AND taught_by = ? AND taught_by <> 0",
            (source_key, taught_by),
        )

    def of(self, source_keys: Iterable[str]) -> dict[str, list[Relation]]:
        """Return the relations that start at several concepts, by key, heaviest first; an entry for every key."""
        found: dict[str, list[Relation]] = {key: [] for key in source_keys}
        rows = self._database.rows(
            "SELECT r.source_key, r.target, r.relation_type, r.weight FROM json_each(?) j CROSS JOIN"
            " semantic_relations r ON r.source_key = j.value"
            " ORDER BY r.source_key, r.weight DESC, r.target_key, r.relation_type",
            (json.dumps(list(found)),),
        )
        for key, *relation in rows:
            found[key].append(Relation(*relation))
        return found

    def neighbours(self, key: str, types: Iterable[str] | None, limit: int) -> list[str]:
        """Return the concepts one relation away, in either direction, heaviest relation first."""
        kinds = tuple(types) if types is not None else RELATION_TYPES
        among = ",".join("?" * len(kinds))
        rows = self._database.rows(
            "SELECT name FROM ("
            f" SELECT target_key AS k, target AS name, weight FROM semantic_relations"
            f" WHERE source_key = ? AND relation_type IN ({among})"
            f" UNION ALL SELECT r.source_key, COALESCE(n.concept, r.source_key), r.weight"
            f" FROM semantic_relations r LEFT JOIN semantic_nodes n ON n.concept_key = r.source_key"
            f" WHERE r.target_key = ? AND r.relation_type IN ({among})"
            ") GROUP BY k ORDER BY MAX(weight) DESC, k LIMIT ?",
            (key, *kinds, key, *kinds, limit),
        )
        return [row[0] for row in rows]

    def associates(self, keys: Mapping[str, str]) -> dict[str, list[Relation]]:
        """Return what each of several concepts is linked to, in either direction, heaviest first.

        Several relations between the same two concepts count as the heaviest of them.

        Args:
            keys: the concepts' keys, by whatever name the result is to use.
        """
        found: dict[str, list[Relation]] = {key: [] for key in keys.values()}
        rows = self._database.rows(
            "SELECT k, other, name, MAX(weight) FROM ("
            " SELECT j.value AS k, r.target_key AS other, r.target AS name, r.weight"
            " FROM json_each(?1) j CROSS JOIN semantic_relations r ON r.source_key = j.value"
            " UNION ALL SELECT j.value, r.source_key, COALESCE(n.concept, r.source_key), r.weight"
            " FROM json_each(?1) j CROSS JOIN semantic_relations r ON r.target_key = j.value"
            " LEFT JOIN semantic_nodes n ON n.concept_key = r.source_key"
            ") GROUP BY k, other ORDER BY k, MAX(weight) DESC, other",
            (json.dumps(list(found)),),
        )
        for key, _, name, weight in rows:
            found[key].append(Relation(name, "related", weight))
        return {name: found[key] for name, key in keys.items()}

    def chain(self, start_key: str, start: str, max_depth: int) -> list[str]:
        """Return the concepts that a breadth-first walk along outgoing relations meets, `start` first."""
        return [name for name, _ in self._walk(start_key, start, max_depth, None)[0].values()]

    def path(self, start_key: str, start: str, end_key: str, max_depth: int) -> list[str]:
        """Return a shortest path of concepts from start to end along outgoing relations; [] if none is so short."""
        met, found = self._walk(start_key, start, max_depth, end_key)
        if not found:
            return []
        names, key = [], end_key
        while key:
            name, key = met[key]
            names.append(name)
        return names[::-1]

    def _walk(
        self, start_key: str, start: str, max_depth: int, end_key: str | None
    ) -> tuple[dict[str, tuple[str, str]], bool]:
        """Walk level by level; return {key: (name, key it was reached from)} and whether the end was met."""
        met = {start_key: (start, "")}
        level = [start_key]
        for _ in range(max_depth):
            reached: list[str] = []
            for key in level:
                for target, name in self._targets(key):
                    if target not in met:
                        met[target] = (name, key)
                        reached.append(target)
            if end_key in met or not reached:
                break
            level = reached
        return met, end_key in met

    def _targets(self, key: str) -> list[tuple[str, str]]:
        """Return the concepts that relations from one lead to, as (key, name), heaviest relation first."""
        return self._database.rows(
            "SELECT target_key, target FROM semantic_relations WHERE source_key = ?"
            " GROUP BY target_key ORDER BY MAX(weight) DESC, target_key",
            (key,),
        )
