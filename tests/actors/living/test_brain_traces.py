"""Traces: the same bytes from the same seed, anywhere; complete and readable in both runtimes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from actor_kit import MakeBrain
from one_life import live

from actors import TraceRecord

ROOT = Path(__file__).resolve().parents[3]


def trace_of(directory: Path, name: str, seed: int) -> bytes:
    live(directory / name, directory / f"{name}.jsonl", seed)
    return (directory / f"{name}.jsonl").read_bytes()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    assert trace_of(tmp_path, "one", 5) == trace_of(tmp_path, "another", 5)


@pytest.mark.parametrize("hash_seed", ["0", "1", "4294967295"])
def test_another_process_and_hash_seed_give_the_same_bytes(tmp_path: Path, hash_seed: str) -> None:
    here = trace_of(tmp_path, "here", 5)
    arguments = [tmp_path / "there", tmp_path / "there.jsonl", "5"]
    surroundings = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "TZ": "Asia/Tokyo"}
    life = Path(__file__).with_name("one_life.py")
    subprocess.run([sys.executable, life, *arguments], cwd=tmp_path, env=surroundings, check=True, timeout=60)
    assert (tmp_path / "there.jsonl").read_bytes() == here


def test_another_seed_gives_other_ids_and_the_same_answers(tmp_path: Path) -> None:
    first, second = trace_of(tmp_path, "first", 1), trace_of(tmp_path, "second", 2)
    assert first != second
    ids = [{line["trace_id"] for line in lines_of(tmp_path / f"{name}.jsonl")} for name in ("first", "second")]
    assert not ids[0] & ids[1]
    assert live(tmp_path / "a", tmp_path / "a.jsonl", 1) == live(tmp_path / "b", tmp_path / "b.jsonl", 2)


def test_a_mind_lived_twice_gives_the_same_bytes_each_time(tmp_path: Path) -> None:
    for mind in ("one", "another"):
        live(tmp_path / mind, tmp_path / f"{mind}-1.jsonl", 5)
        live(tmp_path / mind, tmp_path / f"{mind}-2.jsonl", 5)
    for day in (1, 2):
        one, another = ((tmp_path / f"{mind}-{day}.jsonl").read_bytes() for mind in ("one", "another"))
        assert one == another


@pytest.mark.parametrize("word", ["wall", "0x", "object at", "/tmp"])
def test_nothing_of_the_machine_is_in_a_deterministic_trace(tmp_path: Path, word: str) -> None:
    assert word.encode() not in trace_of(tmp_path, "mind", 5)
    assert str(tmp_path).encode() not in (tmp_path / "mind.jsonl").read_bytes()


def test_every_message_is_a_record_with_all_fields(make_brain: MakeBrain, tmp_path: Path) -> None:
    seen: list[TraceRecord] = []
    brain = make_brain(trace_file=tmp_path / "trace.jsonl", timing_file=tmp_path / "timing.jsonl")
    brain.subscribe(seen.append)
    brain.perceive("A whale is a mammal.", source_ref="user_a", importance=0.9)
    brain.ask("Что такое whale?")
    brain.advance(seconds=60)
    brain.stop()
    lines = lines_of(tmp_path / "trace.jsonl")
    assert all(list(line) == list(TraceRecord.__annotations__) for line in lines)
    numbers = [line["seq"] for line in lines]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert {record.seq for record in seen} <= set(numbers)
    assert {line["kind"] for line in lines} == {"ask", "tell", "timer"}
    assert {line["seq"] for line in lines_of(tmp_path / "timing.jsonl")} == set(numbers)
    assert all(line["wall_s"] >= 0 for line in lines_of(tmp_path / "timing.jsonl"))


def test_causes_lead_back_to_outside(make_brain: MakeBrain, tmp_path: Path) -> None:
    brain = make_brain(trace_file=tmp_path / "trace.jsonl")
    brain.perceive("A whale is a mammal.", source_ref="user_a", importance=0.9)
    brain.ask("What is a whale?")
    brain.advance(seconds=300)
    brain.stop()
    by_number = {line["seq"]: line for line in lines_of(tmp_path / "trace.jsonl")}
    caused = [line for line in by_number.values() if line["cause"] is not None]
    assert len(caused) > 20
    for line in caused:
        cause = by_number[line["cause"]]
        assert cause["seq"] < line["seq"]
        assert cause["receiver"] == line["sender"]
        assert cause["trace_id"] == line["trace_id"]
        assert cause["time"] <= line["time"]


def test_a_chain_of_the_users_own_has_one_trace_id(make_brain: MakeBrain) -> None:
    brain = make_brain()
    seen: list[TraceRecord] = []
    brain.subscribe(seen.append)
    with brain.runtime.tracing("trace_of_mine"):
        brain.perceive("A whale is a mammal.", importance=0.9)
        result = brain.ask("What is a whale?")
    brain.runtime.run_until_idle()
    assert result.trace_id == "trace_of_mine"
    assert {record.trace_id for record in seen} == {"trace_of_mine"}


def test_what_is_carried_is_bounded(make_brain: MakeBrain, tmp_path: Path) -> None:
    brain = make_brain(trace_file=tmp_path / "trace.jsonl")
    brain.perceive("нейрон " * 100_000, importance=0.9, tags=[f"tag{n}" for n in range(1000)])
    brain.stop()
    assert max(map(len, (tmp_path / "trace.jsonl").read_bytes().splitlines())) < 10_000


def test_a_trace_is_no_secret_of_its_language(make_brain: MakeBrain, tmp_path: Path) -> None:
    brain = make_brain(trace_file=tmp_path / "trace.jsonl")
    brain.ask("Что такое нейрон?")
    brain.stop()
    assert "Что такое нейрон?" in (tmp_path / "trace.jsonl").read_text(encoding="utf-8")
