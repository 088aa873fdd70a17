"""Shards: lines that survive a kill, whoever wrote them."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from simulations.experiments import Row
from simulations.experiments._shards import ShardWriter, began_in, rows_in

ROWS = st.lists(
    st.builds(
        Row, st.integers(1, 50), st.just("done"), st.just(""), st.text(max_size=8),
        st.dictionaries(st.text(max_size=5), st.floats(allow_nan=False), max_size=3),
    ),
    unique_by=lambda row: row.run, max_size=8,
)  # fmt: skip


@given(ROWS, st.data())
def test_a_shard_cut_anywhere_gives_the_rows_before_the_cut(
    tmp_path_factory: object, rows: list[Row], data: st.DataObject
) -> None:
    directory = tmp_path_factory.mktemp("shards")  # type: ignore[attr-defined]
    with ShardWriter(directory) as shard:
        for row in rows:
            shard.begin(row.run)
            shard.add(row)
    assert rows_in(directory) == {row.run: row for row in rows}
    [file] = directory.glob("*.jsonl")
    whole = file.read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    file.write_bytes(whole[:cut])
    left = rows_in(directory)
    assert all(left[run] in rows for run in left)
    assert len(left) in {whole[:cut].count(b'"status"'), whole[:cut].count(b'"status"') - 1}
    # The same worker, or one with the same number, goes on in the same file.
    with ShardWriter(directory) as shard:
        shard.add(Row(99))
    assert rows_in(directory) == {**left, 99: Row(99)}


def test_a_row_that_was_given_up_gives_way_to_one_that_came_to_its_end(tmp_path: Path) -> None:
    given_up, done = Row(1, "failed", "worker", "it ended"), Row(1, measures={"m": 0.5})
    for order in ((given_up, done), (done, given_up)):
        place = tmp_path / order[0].status
        place.mkdir()
        with ShardWriter(place) as shard:
            for row in order:
                shard.add(row)
        assert rows_in(place) == {1: done}


def test_beginnings_are_counted(tmp_path: Path) -> None:
    with ShardWriter(tmp_path) as shard:
        for run in (1, 2, 1):
            shard.begin(run)
    assert began_in(tmp_path) == {1: 2, 2: 1}
    assert rows_in(tmp_path) == {}
