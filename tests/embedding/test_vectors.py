"""Vectors in the mind's file: exact search, and vectors that come and go with their rows."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from embedding_kit import Thesaurus, new_mind
from hypothesis import given
from hypothesis import strategies as st

from brain.errors import EmbeddingError
from brain.memory import MemoryDatabase, MemoryManager
from brain.memory._nearest import Codes, cosines
from brain.memory.embedding import Encoder
from brain.memory.vectors import VectorTable


class Given:
    """An embedder whose texts are numbers of rows in a matrix."""

    name = "given"

    def __init__(self, rows: npt.NDArray[Any]) -> None:
        self.rows = rows

    def encode(self, texts: list[str]) -> npt.NDArray[np.float32]:
        return np.array([self.rows[int(text)] for text in texts], dtype=np.float32)


def unit(rows: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    return Encoder(Given(rows)).encode([str(i) for i in range(len(rows))])


def insert(database: MemoryDatabase, table: VectorTable, numbers: list[int]) -> None:
    """Store an episode for each number, whose text is the number, with its vector."""
    with database.transaction() as connection:
        for number in numbers:
            connection.execute(
                "INSERT INTO episodes VALUES (?, ?, ?, 'text', '', .5, .8, '[]', '[]', '[]', '', '', 0, 0, 0, 1, 0)",
                (number + 1, f"ep{number}", str(number)),
            )
            table.follow(connection, number + 1)


def owners(database: MemoryDatabase, kind: str = "episode") -> set[int]:
    return {row[0] for row in database.rows(f"SELECT owner FROM {kind}_vectors")}


def by_force(rows: npt.NDArray[np.float32], alive: list[int], query: int, count: int) -> list[tuple[int, float]]:
    near = cosines(rows[alive], rows[query])
    ranked = sorted(zip(alive, near.tolist(), strict=True), key=lambda pair: (-pair[1], -pair[0]))
    return [(number + 1, cosine) for number, cosine in ranked[:count]]


@given(
    seed=st.integers(0, 10_000),
    count=st.integers(1, 12),
    size=st.integers(1, 60),
    dimensions=st.sampled_from([1, 3, 40]),
    spread=st.sampled_from([1.0, 0.01, 0.0]),
    data=st.data(),
)
def test_the_nearest_are_those_that_brute_force_finds(
    seed: int, count: int, size: int, dimensions: int, spread: float, data: st.DataObject
) -> None:
    """Also where all vectors are nearly or wholly alike, and after some rows are gone and others written anew."""
    generator = np.random.default_rng(seed)
    centre = generator.standard_normal(dimensions)
    raw = centre * (1 - spread) + spread * generator.standard_normal((size, dimensions))
    raw[generator.random(size) < 0.1] = 0  # a model knows no word of some texts
    rows = unit(raw)
    database = MemoryDatabase()
    table = VectorTable(database, "episode", Encoder(Given(raw)))
    first = data.draw(st.integers(0, size))
    insert(database, table, list(range(first)))
    table.nearest("0", 1)  # what is cached now must follow what comes
    insert(database, table, list(range(first, size)))
    gone = data.draw(st.sets(st.integers(0, size - 1)))
    with database.transaction() as connection:
        connection.executemany("DELETE FROM episodes WHERE seq = ?", [(number + 1,) for number in gone])
    alive = [number for number in range(size) if number not in gone]
    for query in (0, size - 1):
        assert table.nearest(str(query), count) == (by_force(rows, alive, query, count) if alive else [])
    assert owners(database) == {number + 1 for number in alive}
    assert len(table) == len(alive)
    database.close()


@given(seed=st.integers(0, 10_000), parts=st.lists(st.integers(0, 9), max_size=6), count=st.integers(1, 8))
def test_how_codes_grew_changes_nothing_about_what_they_find(seed: int, parts: list[int], count: int) -> None:
    generator = np.random.default_rng(seed)
    size = sum(parts)
    # With so many numbers a row a block holds five rows.
    rows = unit(generator.standard_normal((size + 1, 50_000)))
    numbers = np.arange(1, size + 1)
    grown, start = Codes(), 0
    for part in parts:
        grown = grown.extended(numbers[start : start + part], rows[start : start + part])
        start += part
    at_once = Codes().extended(numbers, rows[:size])
    assert len(grown) == len(at_once) == size
    found, least = grown.candidates(rows[size], count)
    assert (found.tolist(), least) == (
        at_once.candidates(rows[size], count)[0].tolist(),
        pytest.approx(least, abs=1e-6),
    )
    near = cosines(rows[:size], rows[size])
    best = set((np.argsort(-near)[:count] + 1).tolist())
    assert best <= set(found.tolist())


def test_few_rows_need_to_be_compared_in_full() -> None:
    rows = unit(np.random.default_rng(1).standard_normal((5_000, 256)))
    codes = Codes().extended(np.arange(1, 5_001), rows)
    assert len(codes.candidates(rows[7], 10)[0]) < 100


def test_what_was_undone_leaves_no_vector_and_is_not_found(mind: MemoryManager) -> None:
    mind.episodic.store("Наш пёс спит")

    def fail() -> None:
        with mind.database.transaction():
            mind.episodic.store("Щенок лает во дворе")
            assert len(mind.retrieve("собака").episodic) == 2
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert len(owners(mind.database)) == 1
    mind.episodic.store("Врач принимает с девяти")  # gets the number that was undone
    assert [episode.content for episode in mind.retrieve("собака").episodic] == ["Наш пёс спит"]
    assert [episode.content for episode in mind.retrieve("доктор").episodic] == ["Врач принимает с девяти"]


def test_a_model_that_fails_leaves_no_episode_without_its_vector(mind: MemoryManager, thesaurus: Thesaurus) -> None:
    mind.store("Наш пёс спит")
    thesaurus.dimensions = 8
    with pytest.raises(EmbeddingError, match="reembed"):
        mind.store("Щенок лает")
    assert len(mind.episodic) == len(owners(mind.database)) == 1


def test_a_crash_leaves_each_row_with_its_vector(tmp_path: Path, thesaurus: Thesaurus) -> None:
    mind = new_mind(tmp_path, embedder=thesaurus)
    mind.store("Щенок — это молодая собака", importance=0.7)
    mind.database.close()  # as a killed process would: nothing is saved or finished
    again = new_mind(tmp_path, embedder=thesaurus)
    for kind, rows in (("episode", "episodes"), ("node", "semantic_nodes")):
        seqs = {row[0] for row in again.database.rows(f"SELECT seq FROM {rows}")}
        assert owners(again.database, kind) == seqs != set()
    assert again.backfill() == 0
    again.stop()


_STORES_UNTIL_KILLED = """
import sys
from pathlib import Path
from embedding_kit import Thesaurus, new_mind
mind = new_mind(Path(sys.argv[1]), embedder=Thesaurus(), episodic_max=20)
number = 0
while True:
    number += 1
    kept = mind.store(f"Щенок{number} — это молодая собака", importance=0.5)
    print(kept.episodic.episode_id, flush=True)
"""


def test_a_killed_process_leaves_each_row_with_its_vector(tmp_path: Path, thesaurus: Thesaurus) -> None:
    kit = str(Path(__file__).parent)
    with subprocess.Popen(
        [sys.executable, "-c", _STORES_UNTIL_KILLED, str(tmp_path)],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join([kit, *sys.path])},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        acknowledged = [process.stdout.readline().strip() for _ in range(40)]
        process.kill()
    mind = new_mind(tmp_path, embedder=thesaurus)
    assert mind.episodic.get_by_id(acknowledged[-1])
    for kind, rows in (("episode", "episodes"), ("node", "semantic_nodes")):
        assert owners(mind.database, kind) == {row[0] for row in mind.database.rows(f"SELECT seq FROM {rows}")} != set()
    assert len(mind.retrieve("puppy", top_n=50).episodic) == len(mind.episodic) == 20
    mind.stop()


def test_what_is_deleted_or_displaced_takes_its_vector_along(thesaurus: Thesaurus) -> None:
    mind = new_mind(embedder=thesaurus, episodic_max=5, semantic_max_nodes=3)
    for number in range(12):
        mind.episodic.store(f"пёс номер {number}")
        mind.store_fact(f"кличка{number}", "имя собаки")
    kept = {row[0] for row in mind.database.rows("SELECT seq FROM episodes")}
    assert owners(mind.database) == kept
    assert len(kept) == 5
    assert len(owners(mind.database, "node")) == 3
    mind.episodic.delete(mind.episodic.get_recent(1)[0].episode_id)
    mind.semantic.delete_fact("кличка11")
    assert len(owners(mind.database)) == 4
    assert len(owners(mind.database, "node")) == 2
    assert len(mind.retrieve("щенок", top_n=20).episodic) == 4
    mind.stop()


def test_long_displacement_does_not_slow_or_blind_the_search(thesaurus: Thesaurus, monkeypatch: Any) -> None:
    """The codes are read again once most of what they hold is gone."""
    monkeypatch.setattr("brain.memory.vectors._READ_AT_ONCE", 8)
    mind = new_mind(embedder=thesaurus, episodic_max=6)
    for number in range(60):
        mind.episodic.store(f"пёс номер {number}")
        assert len(mind.retrieve("собака", top_n=10).episodic) == min(number + 1, 6)
    mind.stop()


def test_a_concept_told_anew_gets_another_vector(mind: MemoryManager) -> None:
    mind.store_fact("Рекс", "большой пёс")
    assert [node.concept for node in mind.retrieve("щенок").semantic] == ["Рекс"]
    mind.store_fact("Рекс", "старый автомобиль")
    assert [node.concept for node in mind.retrieve("машина").semantic] == ["Рекс"]
    assert not mind.retrieve("щенок").semantic
    mind.semantic.add_alias("Рекс", "доктор")
    assert [node.concept for node in mind.retrieve("врач").semantic] == ["Рекс"]
    assert len(owners(mind.database, "node")) == 1


def test_a_text_changed_without_an_embedder_loses_its_vector(tmp_path: Path, thesaurus: Thesaurus) -> None:
    with new_mind(tmp_path, embedder=thesaurus) as mind:
        mind.store_fact("Рекс", "большой пёс")
        mind.store_fact("Мурка", "кошка")
    with new_mind(tmp_path) as plain:
        plain.store_fact("Рекс", "старый автомобиль")
        plain.semantic.add_alias("Мурка", "Мурочка")
    with new_mind(tmp_path, embedder=thesaurus) as mind:
        assert not owners(mind.database, "node")
        assert not mind.retrieve("щенок").semantic
        assert mind.backfill() == 2
        assert [node.concept for node in mind.retrieve("машина").semantic] == ["Рекс"]


def test_a_mind_from_before_is_embedded_in_batches_that_may_be_interrupted(
    tmp_path: Path, thesaurus: Thesaurus
) -> None:
    with new_mind(tmp_path) as plain:
        for number in range(25):
            plain.episodic.store(f"пёс номер {number}")
        plain.store_fact("щенок", "молодое животное")
    with new_mind(tmp_path, embedder=thesaurus, settings={"retrieval.vector_batch": 10}) as mind:
        assert not mind.retrieve("hound").episodic
        answered = thesaurus.encode

        def breaks(texts: list[str]) -> Any:
            if len(thesaurus.asked) > 1:
                raise KeyboardInterrupt
            return answered(texts)

        thesaurus.asked.clear()
        thesaurus.encode = breaks  # type: ignore[method-assign]
        with pytest.raises(KeyboardInterrupt):
            mind.backfill()
        assert len(owners(mind.database)) == 20
        thesaurus.encode = answered  # type: ignore[method-assign]
        assert mind.backfill() == 6
        assert mind.backfill() == 0
        assert [len(texts) for texts in thesaurus.asked] == [10, 10, 5, 1]
        assert len(mind.retrieve("hound", top_n=30).episodic) == 25


def test_another_model_is_refused_until_all_is_embedded_anew(tmp_path: Path) -> None:
    with new_mind(tmp_path, embedder=Thesaurus("first")) as mind:
        mind.store("Наш пёс спит", source_ref="Анна")
        mind.store_fact("щенок", "молодое животное")
    with new_mind(tmp_path, embedder=Thesaurus("second", dimensions=32)) as mind:
        for attempt in (
            lambda: mind.retrieve_staged("собака"),
            lambda: mind.store("Врач пришёл"),
            lambda: mind.store_fact("доктор", "врач"),
        ):
            with pytest.raises(EmbeddingError, match=r"'first' with 64 numbers.*'second'.*reembed\(\)"):
                attempt()
        assert mind.reembed() == 2
        assert mind.retrieve("собака").episodic
        assert mind.store("Врач пришёл").episodic
    mind = new_mind(tmp_path, embedder=Thesaurus("second", dimensions=16))
    with pytest.raises(EmbeddingError, match=r"'second' with 32 numbers.*with 16"):
        mind.retrieve("собака")
    mind.stop()
    with new_mind(tmp_path) as plain:  # without an embedder nothing is in the way
        assert plain.retrieve("пёс").episodic
        assert plain.store("Доктор ушёл").episodic


def test_two_users_of_one_file_see_each_other_at_once(tmp_path: Path, thesaurus: Thesaurus) -> None:
    one, other = new_mind(tmp_path, embedder=thesaurus), new_mind(tmp_path, embedder=Thesaurus())
    for number in range(5):
        one.episodic.store(f"пёс номер {number}")
        assert len(other.retrieve("собака", top_n=10).episodic) == number + 1
    one.episodic.delete(one.episodic.get_recent(1)[0].episode_id)
    assert len(other.retrieve("собака", top_n=10).episodic) == 4
    other.reembed()
    assert len(one.retrieve("собака", top_n=10).episodic) == 4
    other.stop()
    one.stop()


def test_threads_may_store_and_search_together(mind: MemoryManager) -> None:
    wrong: list[str] = []

    def work(name: str) -> None:
        try:
            for number in range(15):
                kept = mind.store(f"{name}: пёс номер {number}").episodic
                found = {episode.episode_id for episode in mind.retrieve("собака", top_n=100).episodic}
                if kept is None or kept.episode_id not in found:
                    wrong.append(f"{name} {number}")
        except Exception as error:  # noqa: BLE001  a thread's exception would be lost
            wrong.append(repr(error))

    threads = [threading.Thread(target=work, args=(name,)) for name in ("Анна", "Tom", "Юра")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(owners(mind.database)) == 45


def test_a_mind_of_the_schema_before_vectors_gets_them(tmp_path: Path, thesaurus: Thesaurus) -> None:
    with new_mind(tmp_path) as old:
        old.store("Наш пёс спит")
    with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as file:
        triggers = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%vector%'"
        for (trigger,) in file.execute(triggers).fetchall():
            file.execute(f"DROP TRIGGER {trigger}")
        for table in ("episode_vectors", "node_vectors", "embedding_models", "languages"):
            file.execute(f"DROP TABLE {table}")
        file.execute("ALTER TABLE semantic_nodes DROP COLUMN past")
        file.execute("DELETE FROM consolidation_state WHERE key LIKE '%vectors'")
        file.execute("DELETE FROM schema_version WHERE version > 2")
    with new_mind(tmp_path, embedder=thesaurus) as mind:
        assert mind.backfill() == 1
        assert [episode.content for episode in mind.retrieve("собака").episodic] == ["Наш пёс спит"]
