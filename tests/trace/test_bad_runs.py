"""Run directories that are not there, not whole, or not of this version."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from brain.errors import BrainError, InvalidInputError, StorageError
from simulations.report import write_report
from simulations.trace import load

Reader = Callable[[Path], object]
READERS = [pytest.param(load, id="load"), pytest.param(write_report, id="report")]


def one_line(error: BaseException) -> str:
    said = str(error)
    assert "\n" not in said
    return said


@pytest.mark.parametrize("read", READERS)
def test_a_last_line_that_was_cut_is_left_out_and_said(read: Reader, copied: Path) -> None:
    trace = copied / "trace.jsonl"
    whole = trace.read_bytes()
    count = whole.count(b"\n")
    trace.write_bytes(whole[:-20])
    read(copied)
    told = load(copied)
    assert len(told.messages) == count - 1
    assert told.notes == [f"trace.jsonl: the last line, {count}, is cut off and was left out"]
    if read is write_report:
        assert f"the last line, {count}, is cut off" in (copied / "report.html").read_text(encoding="utf-8")


def test_a_last_line_that_only_lacks_its_end_is_whole(copied: Path) -> None:
    trace = copied / "trace.jsonl"
    whole = trace.read_bytes()
    trace.write_bytes(whole.rstrip(b"\n"))
    told = load(copied)
    assert len(told.messages) == whole.count(b"\n")
    assert not told.notes


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (b'{"seq": 10, "ti', "Invalid control character"),
        (b"\x00\xff\xfe", "can't decode byte 0xff"),
        (b"[1, 2]", "it holds no object"),
        (b'{"seq": 1}', "it has no 'time'"),
        (b"", "Expecting value"),
    ],
)
def test_a_damaged_line_is_named(read: Reader, damage: bytes, reason: str, copied: Path) -> None:
    trace = copied / "trace.jsonl"
    lines = trace.read_bytes().splitlines(keepends=True)
    lines[16] = damage + b"\n"
    trace.write_bytes(b"".join(lines))
    with pytest.raises(StorageError) as caught:
        read(copied)
    said = one_line(caught.value)
    assert said.startswith(f"{trace}, line 17 is damaged: ")
    assert reason in said


def test_a_field_of_another_kind_is_named(copied: Path) -> None:
    trace = copied / "trace.jsonl"
    lines = trace.read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[4])
    record["time"] = "noon"
    lines[4] = json.dumps(record)
    trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(StorageError, match=r"line 5 is damaged: 'time' is a str"):
        load(copied)


def test_a_message_that_stands_twice_is_named(copied: Path) -> None:
    trace = copied / "trace.jsonl"
    lines = trace.read_bytes().splitlines(keepends=True)
    trace.write_bytes(b"".join([*lines[:8], lines[3], *lines[8:]]))
    with pytest.raises(StorageError, match=r"line 9: message \d+ stands there twice"):
        load(copied)


def test_unknown_fields_of_a_record_are_passed_over(copied: Path) -> None:
    trace = copied / "trace.jsonl"
    lines = trace.read_text(encoding="utf-8").splitlines()
    lines[2] = json.dumps({**json.loads(lines[2]), "colour": "red"})
    trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert len(load(copied).messages) == len(lines)


@pytest.mark.parametrize("read", READERS)
def test_no_run_directory(read: Reader, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(InvalidInputError, match="is not a run directory") as caught:
            read(path)
        assert str(path) in one_line(caught.value)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("version", [1, 99])
def test_another_format_version(read: Reader, version: int, copied: Path) -> None:
    manifest = json.loads((copied / "run.json").read_text(encoding="utf-8"))
    (copied / "run.json").write_text(json.dumps({**manifest, "format": version}), encoding="utf-8")
    with pytest.raises(InvalidInputError, match=f"a run of format {version}, this version reads") as caught:
        read(copied)
    one_line(caught.value)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("name", ["run.json", "result.json", "config.toml", "trace.jsonl"])
def test_damaged_files_are_named(read: Reader, name: str, copied: Path) -> None:
    (copied / name).write_bytes(b"{]\n\n")
    with pytest.raises(BrainError) as caught:
        read(copied)
    assert name in one_line(caught.value)


@pytest.mark.parametrize("read", READERS)
def test_a_missing_trace_is_named(read: Reader, copied: Path) -> None:
    (copied / "trace.jsonl").unlink()
    with pytest.raises(StorageError, match=r"trace\.jsonl: cannot be read"):
        read(copied)


@pytest.mark.parametrize("read", READERS)
def test_a_run_that_was_killed_is_still_told(read: Reader, copied: Path) -> None:
    (copied / "result.json").unlink()
    read(copied)
    told = load(copied)
    assert any("result.json is missing" in note for note in told.notes)
    assert "клетка" in told.answers["response"][0]
    assert told.answers["label"].isna().all()


def test_without_timing_there_is_no_latency(copied: Path) -> None:
    (copied / "timing.jsonl").unlink()
    told = load(copied)
    assert told.latency().empty
    assert told.notes == ["timing.jsonl is missing: nothing is known of wall-clock time"]
