"""Vectors beside a table of a mind, kept in the same transactions, and the nearest of them to a query, exactly.

A row's vector goes with the row (a trigger sees to that), and goes too when its text changes without an embedder at
hand; what has no vector is embedded by `backfill`. In RAM there are only 8-bit codes of what cannot change: a vector
that is written anew gets a new number, and every number that the codes come up with is looked up in this moment of
the file. That makes them safe to share between threads, and tells them of other processes' writes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from brain.errors import EmbeddingError
from brain.memory.storage import MemoryDatabase

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from brain.memory._nearest import Codes
    from brain.memory.embedding import Encoder

__all__ = ["VectorTable"]

_WIDER = 4
_READ_AT_ONCE = 4_096
_MOST_GONE = 0.25  # of what the codes hold, before they are read again
_ALIASES = "SELECT alias FROM semantic_aliases WHERE concept_key = n.concept_key ORDER BY alias"
_TEXTS = {
    "episode": "SELECT n.seq, n.content FROM episodes n",
    "node": "SELECT n.seq, n.concept || COALESCE((SELECT '; ' || GROUP_CONCAT(alias, '; ') FROM"
    f" ({_ALIASES})), '') || CASE n.description WHEN '' THEN '' ELSE ': ' || n.description END FROM semantic_nodes n",
}


class VectorTable:
    """The vectors of one kind of record.

    Args:
        database: the mind.
        kind: 'episode' or 'node'.
        encoder: makes the vectors.

    """

    def __init__(self, database: MemoryDatabase, kind: str, encoder: Encoder) -> None:
        self._database = database
        self._kind = kind
        self._encoder = encoder
        self._texts = _TEXTS[kind]
        self._codes: tuple[tuple[str, int], Codes] | None = None  # and of which model they are

    def follow(self, connection: sqlite3.Connection, owner: int) -> None:
        """Embed row `owner` as it stands now, in the caller's transaction.

        Raises:
            EmbeddingError: if the model answers nonsense, or the mind's vectors are another model's.
        """
        self._embed(connection, connection.execute(f"{self._texts} WHERE n.seq = ?", (owner,)).fetchall())

    def backfill(self, limit: int) -> int:
        """Embed up to `limit` rows that have no vector, oldest first, as one transaction; return how many.

        Raises:
            EmbeddingError: as for `follow`.
        """
        missing = f"WHERE n.seq NOT IN (SELECT owner FROM {self._kind}_vectors) ORDER BY n.seq LIMIT ?"
        with self._database.transaction() as connection:
            rows = connection.execute(f"{self._texts} {missing}", (limit,)).fetchall()
            self._embed(connection, rows)
        return len(rows)

    def clear(self) -> None:
        """Forget all vectors and which model made them; `backfill` makes new ones."""
        with self._database.transaction() as connection:
            connection.execute(f"DELETE FROM {self._kind}_vectors")
            connection.execute("DELETE FROM embedding_models WHERE kind = ?", (self._kind,))

    def __len__(self) -> int:
        return int(self._database.state(f"{self._kind}_vectors"))

    def nearest(self, query: str, count: int) -> list[tuple[int, float]]:
        """Return the `count` rows nearest in meaning, as (row, cosine), nearest and then newest first.

        Raises:
            EmbeddingError: as for `follow`.
        """
        with self._database.reading():
            model = self._model()
            if model is None or not count:
                return []
            wanted = self._query(query, model)
            codes, width = self._current(model), count
            while True:
                numbers, least = codes.candidates(wanted, width)
                found = self._compared(wanted, "n", numbers.tolist())
                sure = sum(cosine >= least for _, cosine in found)
                if sure >= count or width >= len(codes):
                    return found[:count]
                width *= _WIDER  # some of what the codes hold is gone

    def similarities(self, query: str, owners: Iterable[int]) -> dict[int, float]:
        """Return the cosines of those of the rows that have a vector.

        Raises:
            EmbeddingError: as for `follow`.
        """
        with self._database.reading():
            model = self._model()
            if model is None:
                return {}
            return dict(self._compared(self._query(query, model), "owner", list(owners)))

    def _embed(self, connection: sqlite3.Connection, rows: list[tuple[int, str]]) -> None:
        if not rows:
            return
        vectors = self._encoder.encode([text for _, text in rows])
        connection.execute(
            "INSERT OR IGNORE INTO embedding_models VALUES (?, ?, ?)",
            (self._kind, self._encoder.name, vectors.shape[1]),
        )
        self._check(vectors.shape[1], self._model())
        connection.executemany(
            f"INSERT OR REPLACE INTO {self._kind}_vectors (owner, vector) VALUES (?, ?)",
            [(owner, vector.tobytes()) for (owner, _), vector in zip(rows, vectors, strict=True)],
        )

    def _query(self, query: str, model: tuple[str, int]) -> npt.NDArray[np.float32]:
        self._check(model[1], model)  # before a model of another name is asked in vain
        wanted = self._encoder.encode_one(query)
        self._check(len(wanted), model)
        return wanted

    def _check(self, dimensions: int, model: tuple[str, int] | None) -> None:
        if model != (self._encoder.name, dimensions):
            name, kept = model or ("", 0)
            raise EmbeddingError(
                f"the {self._kind} vectors of this mind are of {name!r} with {kept} numbers, the embedder is"
                f" {self._encoder.name!r} with {dimensions}: call reembed() to make them anew, or give that embedder"
            )

    def _model(self) -> tuple[str, int] | None:
        row = self._database.row("SELECT name, dimensions FROM embedding_models WHERE kind = ?", (self._kind,))
        return None if row is None else (str(row[0]), int(row[1]))

    def _compared(self, wanted: npt.NDArray[np.float32], column: str, numbers: list[int]) -> list[tuple[int, float]]:
        """Return the rows with these numbers that exist in this moment of the mind, as (row, cosine), nearest first."""
        import numpy as np

        from brain.memory._nearest import cosines

        rows = self._database.rows(
            f"SELECT v.owner, v.vector FROM json_each(?) j CROSS JOIN {self._kind}_vectors v ON v.{column} = j.value",
            (json.dumps(numbers),),
        )
        if not rows:
            return []
        owners = np.array([row[0] for row in rows])
        near = cosines(_matrix([row[1] for row in rows], len(wanted)), wanted)
        return [(int(owners[i]), float(near[i])) for i in np.lexsort((-owners, -near))]

    def _current(self, model: tuple[str, int]) -> Codes:
        """Return the codes, with what has been written since they were read; what is gone may still be among them."""
        import numpy as np

        from brain.memory._nearest import Codes

        known, codes = self._codes or (model, Codes())
        if known != model or len(codes) - len(self) > _MOST_GONE * len(codes) + _READ_AT_ONCE:
            codes = Codes()
        while rows := self._rows_after(codes.last):
            codes = codes.extended(np.array([row[0] for row in rows]), _matrix([row[1] for row in rows], model[1]))
        # What a transaction has written may yet be undone, and its numbers given out again.
        if not self._database.is_writing:
            self._codes = (model, codes)
        return codes

    def _rows_after(self, number: int) -> list[tuple[Any, ...]]:
        return self._database.rows(
            f"SELECT n, vector FROM {self._kind}_vectors WHERE n > ? ORDER BY n LIMIT ?", (number, _READ_AT_ONCE)
        )


def _matrix(blobs: list[bytes], dimensions: int) -> npt.NDArray[np.float32]:
    import numpy as np

    return np.frombuffer(b"".join(blobs), np.float32).reshape(len(blobs), dimensions)
