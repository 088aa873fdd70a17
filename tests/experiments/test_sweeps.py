"""The table of a sweep: one row a run, the same whoever ran it and however often it was interrupted."""

from __future__ import annotations

import csv
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from conftest import GRID

from brain.errors import InvalidInputError
from simulations.experiments import EngineError, Experiment, SweepResult, load_results, run_sweep
from simulations.runner import run_scenario
from simulations.scenario import load_scenario

Swept = Callable[..., SweepResult]


def table(directory: Path) -> list[dict[str, str]]:
    with (directory / "results.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def files(directory: Path) -> tuple[bytes, bytes]:
    return (directory / "results.csv").read_bytes(), (directory / "results.db").read_bytes()


def test_a_row_is_what_the_run_alone_gives(swept: Swept, tmp_path: Path) -> None:
    result = swept(GRID)
    rows = table(result.directory)
    assert [int(row["run"]) for row in rows] == list(range(1, 13))
    assert list(rows[0]) == [
        "run", "cell", "n", "recall.noise", "replication", "seed", "status", "stage", "text", "recalled", "facts",
    ]  # fmt: skip
    for row in (rows[0], rows[-1]):
        alone = run_scenario(
            load_scenario(str(tmp_path / "short.toml")), seed=int(row["seed"]),
            config={"recall.noise": float(row["recall.noise"])}, parameters={"n": int(row["n"])},
        )  # fmt: skip
        assert float(row["recalled"]) == alone.measures["recalled"]
        assert row["status"] == "done"


def test_replications_with_one_seed_are_different_runs(swept: Swept) -> None:
    text = 'scenario = "short.toml"\nreplications = 10\nseed = 5\n[parameters]\nn = 12\n[config]\nrecall.noise = 3.0'
    recalled = [row["recalled"] for row in table(swept(text).directory)]
    assert len(set(recalled)) > 3


def test_the_table_does_not_depend_on_the_workers(read: Callable[[str], Experiment], tmp_path: Path) -> None:
    experiment = read(GRID)
    for workers in (1, 2):
        run_sweep(experiment, workers=workers, out=tmp_path / f"processes-{workers}")
    with ThreadPoolExecutor(3) as executor:
        run_sweep(experiment, executor=executor, out=tmp_path / "threads")
    expected = files(tmp_path / "processes-1")
    assert files(tmp_path / "processes-2") == expected
    assert files(tmp_path / "threads") == expected


@pytest.mark.parametrize("cut", [0, 1, 40])
def test_a_resumed_sweep_gives_the_same_table(swept: Swept, cut: int) -> None:
    whole = swept(GRID)
    expected = files(whole.directory)
    [shard] = (whole.directory / "shards").glob("*.jsonl")
    lines = shard.read_bytes().splitlines(keepends=True)
    # As a kill leaves it: some lines, the last of them cut short, and no table.
    kept = b"".join(lines[:9])
    shard.write_bytes(kept[: len(kept) - cut])
    for name in ("results.csv", "results.db"):
        (whole.directory / name).unlink()
    resumed = swept(GRID, resume=True)
    assert files(resumed.directory) == expected


def test_damage_within_a_shard_costs_its_runs_alone(swept: Swept) -> None:
    whole = swept(GRID)
    expected = files(whole.directory)
    [shard] = (whole.directory / "shards").glob("*.jsonl")
    lines = shard.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[3:5] = ['{"run": 1, "status"\n', "[]\n", "null\n", '{"run":2}\n', "\x00\n"]
    shard.write_text("".join(lines), encoding="utf-8")
    assert files(swept(GRID, resume=True).directory) == expected


def test_resuming_what_is_done_runs_nothing(swept: Swept) -> None:
    first = swept(GRID)
    [shard] = (first.directory / "shards").glob("*.jsonl")
    size = shard.stat().st_size
    assert len(swept(GRID, resume=True).rows) == 12
    assert [each.stat().st_size for each in (first.directory / "shards").glob("*.jsonl")] == [size]


def test_resuming_nothing_begins(swept: Swept) -> None:
    assert len(swept(GRID, resume=True).rows) == 12


def test_a_sweep_that_could_not_begin_leaves_nothing_in_the_way(
    read: Callable[[str], Experiment], tmp_path: Path, swept: Swept
) -> None:
    with pytest.raises(EngineError):
        run_sweep(read(GRID), executor=_broken, out=tmp_path / "out")
    assert (tmp_path / "out" / "results.csv").exists()
    assert len(swept(GRID.replace("replications = 3", "replications = 1")).rows) == 4


def test_a_table_without_its_shards_is_not_overwritten(swept: Swept) -> None:
    [shard] = (swept(GRID).directory / "shards").glob("*.jsonl")
    shard.unlink()
    with pytest.raises(InvalidInputError, match="holds this sweep already"):
        swept(GRID)


def test_a_directory_is_not_mixed_up(swept: Swept, tmp_path: Path) -> None:
    swept(GRID)
    with pytest.raises(InvalidInputError, match="12 of 12 runs done; add --resume"):
        swept(GRID)
    with pytest.raises(InvalidInputError, match="another experiment: its replications is 3 there and 4 here"):
        swept(GRID.replace("replications = 3", "replications = 4"), resume=True)
    with pytest.raises(InvalidInputError, match="another experiment: its cells is not the same"):
        swept(GRID.replace("n = [2, 12]", "n = [2, 13]"), resume=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidInputError, match="is not empty and not a sweep"):
        swept(GRID, "other", resume=True)
    assert (tmp_path / "other" / "letter.txt").read_text(encoding="utf-8") == "mine"


def test_a_sweep_of_another_version_is_refused(swept: Swept) -> None:
    manifest = swept(GRID).directory / "sweep.json"
    written = json.loads(manifest.read_text(encoding="utf-8"))
    written["made_by"]["version"] = "0.0.1"
    manifest.write_text(json.dumps(written), encoding="utf-8")
    with pytest.raises(InvalidInputError, match=r"was made by version 0\.0\.1, this is version"):
        swept(GRID, resume=True)
    written["format"] = 99
    manifest.write_text(json.dumps(written), encoding="utf-8")
    with pytest.raises(InvalidInputError, match="is a sweep of format 99"):
        swept(GRID, resume=True)
    with pytest.raises(InvalidInputError, match="is a sweep of format 99"):
        load_results(manifest.parent)
    manifest.write_text("{", encoding="utf-8")
    with pytest.raises(InvalidInputError, match="is damaged"):
        load_results(manifest.parent)


FAILING = """
scenario = "failing.toml"
[factors]
runtime.max_steps = [2, 5, 1000]
expected = [0.0, 2.0]
"""
FAILING_SCENARIO = """
[parameters]
expected = 0.0
[[step]]
perceive = "кошка — это животное"
importance = 0.6
[[step]]
wait = "1m"
[[step]]
probe = "facts"
[[step]]
expect = "facts"
at_least = "{expected}"
"""


def test_a_failed_run_is_a_row(swept: Swept, tmp_path: Path) -> None:
    (tmp_path / "failing.toml").write_text(FAILING_SCENARIO, encoding="utf-8")
    result = swept(FAILING)
    rows = {(row["runtime.max_steps"], row["expected"]): row for row in table(result.directory)}
    assert {key: (row["status"], row["stage"]) for key, row in rows.items()} == {
        ("2", "0.0"): ("failed", "run"),
        ("2", "2.0"): ("failed", "run"),
        ("5", "0.0"): ("failed", "step 2 (wait)"),
        ("5", "2.0"): ("failed", "step 2 (wait)"),
        ("1000", "0.0"): ("done", ""),
        ("1000", "2.0"): ("failed", "expectations"),
    }
    assert rows["5", "0.0"]["facts"] == ""
    assert "more than 5 messages" in rows["5", "0.0"]["text"]
    unmet = rows["1000", "2.0"]
    assert "expected at least 2" in unmet["text"]
    assert unmet["facts"] == "1.0"
    assert len(result.failed) == 5
    assert [(cell.n, cell.failed) for cell in result.cells] == [(1, 1)] * 4 + [(1, 0), (1, 1)]
    assert result.cells[5].measures["facts"].mean == 1.0


def test_tables_lists_and_texts_come_back_as_they_were(swept: Swept) -> None:
    text = """
        scenario = "short.toml"
        [factors]
        tags = [["a"], ["b", "в"]]
        text = ["He said: \\"a, b\\"\\nand left", "нейрон — клетка"]
        decay = [{ semantic = "power", power_exponent = 0.3 }]
    """
    result = swept(text)
    frame = result.frame()
    assert frame["tags"].tolist() == [["a"], ["a"], ["b", "в"], ["b", "в"]]
    assert frame["text"].tolist()[:2] == ["", ""]
    assert frame["parameter text"].tolist()[:2] == ['He said: "a, b"\nand left', "нейрон — клетка"]
    assert frame["decay"][0] == {"semantic": "power", "power_exponent": 0.3}
    assert [row["tags"] for row in table(result.directory)][2] == '["b", "в"]'
    assert frame["status"].tolist() == ["done"] * 4


def test_a_frame_has_a_row_a_run_and_says_what_made_it(swept: Swept) -> None:
    result = swept(GRID)
    frame = load_results(result.directory)
    assert len(frame) == 12
    assert frame["recalled"].dtype == float
    assert frame["run"].is_monotonic_increasing
    assert frame.attrs["scenario"] == "short"
    assert frame.attrs["complete"] is True
    assert frame.attrs["experiment_file"] == GRID
    by_cell = frame.groupby("cell")["recalled"].mean()
    assert by_cell.tolist() == pytest.approx([cell.measures["recalled"].mean for cell in result.cells])


def test_loading_what_is_not_a_sweep(tmp_path: Path, swept: Swept) -> None:
    with pytest.raises(InvalidInputError, match="is not the directory of a sweep"):
        load_results(tmp_path)
    result = swept(GRID)
    (result.directory / "results.db").write_bytes(b"SQLite format 3\x00 and then nothing of the kind" * 40)
    with pytest.raises(InvalidInputError, match="is damaged"):
        load_results(result.directory)
    (result.directory / "results.db").unlink()
    with pytest.raises(InvalidInputError, match="resume it"):
        load_results(result.directory)


def test_names_that_differ_in_case_alone_are_columns_of_their_own(swept: Swept, tmp_path: Path) -> None:
    (tmp_path / "case.toml").write_text(
        '[parameters]\nn = 1\nN = 2\nseed = 3\n[[step]]\ngenerate = "words"\nlabel = "a"\nn = "{n}"\n'
        '[[step]]\nprobe = "n"\nmeasure = "working"\n[[step]]\nprobe = "status"\nmeasure = "episodes"\n',
        encoding="utf-8",
    )
    result = swept('scenario = "case.toml"\n[factors]\nn = [1]\nN = [2]\nseed = [3]')
    with closing(sqlite3.connect(result.directory / "results.db")) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(runs)")]
    assert columns[2:5] == ["n", "parameter N", "parameter seed"]
    assert columns[-2:] == ["measure n", "measure status"]


def test_measures_are_chosen_by_pattern(swept: Swept, tmp_path: Path) -> None:
    (tmp_path / "series.toml").write_text(
        '[[step]]\nperceive = "a neuron is a cell"\n[[step]]\nprobe = "facts"\nevery = "1m"\n'
        '[[step]]\nprobe = "episodes"\n[[step]]\nwait = "3m"\n',
        encoding="utf-8",
    )

    def measured(measures: str, out: str) -> list[str]:
        return list(swept(f'scenario = "series.toml"\nmeasures = {measures}', out).rows[1].measures)

    assert measured("[]", "a") == ["facts", "episodes"]
    assert measured('["facts@*"]', "b") == ["facts@0s", "facts@1m", "facts@2m", "facts@3m"]
    assert measured('["facts@2m", "in_mind", "episodes"]', "c") == ["in_mind", "episodes", "facts@2m"]


def test_a_scenario_without_probes_is_measured_at_its_end(swept: Swept, tmp_path: Path) -> None:
    (tmp_path / "plain.toml").write_text(
        '[[step]]\nperceive = "a neuron is a cell"\n[[step]]\nask = "What is a neuron?"\nlabel = "neuron"\n',
        encoding="utf-8",
    )
    measures = swept('scenario = "plain.toml"').rows[1].measures
    assert measures["episodes"] >= 1
    assert measures["neuron: confidence"] > 0.2


def test_arguments_that_contradict_each_other(read: Callable[[str], Experiment], tmp_path: Path) -> None:
    experiment = read(GRID)
    with pytest.raises(InvalidInputError, match="belongs to the dask engine"):
        run_sweep(experiment, scheduler="tcp://127.0.0.1:1", out=tmp_path / "o")
    with pytest.raises(InvalidInputError, match="at least one worker"):
        run_sweep(experiment, workers=0, out=tmp_path / "o")
    with pytest.raises(InvalidInputError, match="no engine 'mpi'"):
        run_sweep(experiment, engine="mpi", out=tmp_path / "o")  # type: ignore[arg-type]
    assert not (tmp_path / "o").exists()


def test_rows_of_a_worker_that_sees_another_disk_arrive_too(read: Callable[[str], Experiment], tmp_path: Path) -> None:
    """The token by which a worker knows the directory is taken away, as if the directory were not there for it."""
    experiment = read(GRID)
    out = tmp_path / "out"

    def hide(done: int, *_: int) -> None:
        if not done:
            [token] = [each for each in (out / "shards").iterdir() if not each.suffix]
            token.unlink()

    with ThreadPoolExecutor(2) as executor:
        result = run_sweep(experiment, executor=executor, out=out, progress=hide)
        expected = run_sweep(experiment, executor=executor, out=tmp_path / "seen")
    assert files(result.directory) == files(expected.directory)


def test_progress_counts_every_run(read: Callable[[str], Experiment], tmp_path: Path) -> None:
    told: list[tuple[int, int, int]] = []
    with ThreadPoolExecutor(1) as executor:
        run_sweep(read(GRID), executor=executor, out=tmp_path / "o", progress=lambda *each: told.append(each))
    assert told[0] == (0, 12, 0)
    assert told[-1] == (12, 12, 0)
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)


def test_an_interrupted_sweep_keeps_a_table_of_what_is_done(read: Callable[[str], Experiment], tmp_path: Path) -> None:
    def interrupt(done: int, *_: int) -> None:
        if done >= 2:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as executor, pytest.raises(KeyboardInterrupt):
        run_sweep(read(GRID), executor=executor, out=tmp_path / "o", progress=interrupt)
    partial = load_results(tmp_path / "o")
    assert 2 <= len(partial) < 12
    assert partial.attrs["complete"] is False


def test_an_executor_that_cannot_begin_is_named(read: Callable[[str], Experiment], tmp_path: Path) -> None:
    executor = ThreadPoolExecutor(1, initializer=_refuse)
    with executor, pytest.raises(EngineError, match="the executor broke"):
        run_sweep(read(GRID), executor=executor, out=tmp_path / "o")
    with pytest.raises(EngineError, match="end before they begin"):
        run_sweep(read(GRID), executor=_broken, out=tmp_path / "p")


def _broken() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, initializer=_refuse)


def _refuse() -> None:
    raise RuntimeError("no")
