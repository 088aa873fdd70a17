"""The `brain` command, as a person or a program calls it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

BRAIN = str(Path(sys.executable).with_name("brain"))


def brain(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BRAIN, *arguments], capture_output=True, text=True, check=False, cwd=cwd, timeout=60)


def test_help_of_every_verb() -> None:
    assert brain().returncode == 0
    for verb in ([], ["run"], ["scenarios"], ["remember"], ["recall"], ["ask"]):
        said = brain(*verb, "--help")
        assert said.returncode == 0
        assert "Usage: brain" in said.stdout


def test_remember_recall_ask(tmp_path: Path) -> None:
    where = ("--data-dir", str(tmp_path))
    kept = brain("remember", "Рига — столица Латвии", "--source", "docs/города.pdf", *where)
    assert kept.returncode == 0
    assert "Рига: столица Латвии" in kept.stdout
    recalled = brain("recall", "столицей", *where)
    assert "столица Латвии" in recalled.stdout
    explained = brain("recall", "столица", "--explain", *where)
    assert "relev" in explained.stdout
    asked = brain("ask", "Что такое Рига?", *where)
    assert asked.returncode == 0
    assert "столица Латвии" in asked.stdout
    assert "docs/города.pdf" in asked.stdout
    assert brain("recall", "столица", "--mind", "other", *where).stdout == "nothing found\n"


def test_json_for_programs(tmp_path: Path) -> None:
    where = ("--data-dir", str(tmp_path), "--json")
    kept = json.loads(brain("remember", "A neuron is a cell of the body", *where).stdout)
    assert kept["fact"]["concept"] == "neuron"
    recalled = json.loads(brain("recall", "neurons", *where).stdout)
    assert recalled["episodes"][0]["episode_id"] == kept["episode"]["episode_id"]
    asked = json.loads(brain("ask", "What is a neuron?", *where).stdout)
    assert asked["goal"]["goal_type"] == "answer_question"
    assert json.loads(brain("scenarios", "--json").stdout)[0]["name"] == "neuron"


def test_run_shows_a_summary_and_keeps_the_run(tmp_path: Path) -> None:
    said = brain("run", "--seed", "3", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    for shown in ("Что такое нейрон?", "What each structure held", "decayed", "consolidated", "forgotten"):
        assert shown in said.stdout
    assert (tmp_path / "runs" / "neuron-seed3" / "result.json").exists()
    assert max(len(line) for line in said.stdout.splitlines()) <= 80


def test_run_with_settings_and_questions(tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text("Кошка — домашнее животное.\n", encoding="utf-8")
    said = brain(
        "run",
        "--percepts",
        "talk.txt",
        "--ask",
        "Что такое кошка?",
        "--set",
        "working.max_size=4",
        "--json",
        cwd=tmp_path,
    )
    assert "домашнее животное" in json.loads(said.stdout)["answers"][0]["response"]
    assert "max_size = 4" in (tmp_path / "runs" / "talk-seed0" / "config.toml").read_text(encoding="utf-8")


WRONG = [
    (["run", "neurn"], 2, "neuron"),
    (["run", "--set", "working.max_sise=3"], 2, "max_size"),
    (["run", "--set", "nonsense"], 2, "KEY=VALUE"),
    (["run", "--seed", "many"], 2, "--seed"),
    (["run", "--runtime", "clouds"], 2, "clouds"),
    (["run", "--percepts", "absent.jsonl"], 2, "absent.jsonl"),
    (["run", "absent.toml"], 2, "absent.toml"),
    (["fly"], 2, "fly"),
    (["remember"], 2, "TEXT"),
    (["remember", "   ", "--data-dir", "d"], 2, "blank"),
    (["remember", "x", "--importance", "2", "--data-dir", "d"], 2, "importance"),
    (["remember", "x", "--importance", "nan", "--data-dir", "d"], 2, "importance"),
    (["remember", "x", "--importance", "0.1", "--data-dir", "d"], 2, "importance"),
    (["remember", "x", "--mind", "../up", "--data-dir", "d"], 2, "name"),
    (["recall", "x", "--top", "0", "--data-dir", "d"], 2, "top"),
    (["recall", " ", "--data-dir", "d"], 2, "blank"),
    (["ask", "", "--data-dir", "d"], 2, "blank"),
]


@pytest.mark.parametrize(
    ("arguments", "status", "named"), WRONG, ids=lambda v: " ".join(v) if isinstance(v, list) else None
)
def test_a_wrong_call_is_one_line_and_a_status(tmp_path: Path, arguments: list[str], status: int, named: str) -> None:
    said = brain(*arguments, cwd=tmp_path)
    assert said.returncode == status
    assert named.lower() in said.stderr.lower()
    assert said.stderr.count("\n") == 1
    assert said.stderr.startswith("brain: ")


def test_a_file_that_is_no_mind_is_left_alone(tmp_path: Path) -> None:
    mind = tmp_path / "default"
    mind.mkdir()
    (mind / "memory.db").write_bytes(b"something else entirely" * 100)
    before = (mind / "memory.db").read_bytes()
    for verb in (["remember", "x"], ["recall", "x"], ["ask", "x?"]):
        said = brain(*verb, "--data-dir", str(tmp_path))
        assert said.returncode == 1
        assert "not a mind" in said.stderr
        assert said.stderr.count("\n") == 1
    assert (mind / "memory.db").read_bytes() == before


def test_a_data_directory_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    said = brain("remember", "x", "--data-dir", str(tmp_path / "file"))
    assert said.returncode == 1
    assert said.stderr.count("\n") == 1


@pytest.mark.parametrize("text", ["a" * 5_000_000, "bad \ud800"], ids=["five megabytes", "lone surrogate"])
def test_text_that_cannot_be_kept(tmp_path: Path, text: str) -> None:
    percepts = tmp_path / "p.jsonl"
    percepts.write_text(json.dumps({"content": text}), encoding="utf-8")
    said = brain("run", "--percepts", str(percepts), cwd=tmp_path)
    assert said.returncode == 2
    assert said.stderr.count("\n") == 1


def test_an_interrupted_run_says_so_without_a_traceback(tmp_path: Path) -> None:
    scenario = tmp_path / "long.toml"
    scenario.write_text('[[step]]\nperceive = "x"\n[[step]]\nwait = "5000d"\n', encoding="utf-8")
    child = subprocess.Popen(
        [BRAIN, "run", str(scenario)],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    trace = tmp_path / "runs" / "long-seed0" / "trace.jsonl"
    while not (trace.exists() and trace.stat().st_size > 100_000):
        assert child.poll() is None
    child.send_signal(signal.SIGINT)
    try:
        errors = child.communicate(timeout=60)[1]
    finally:
        child.kill()
    assert child.returncode == 1
    assert "Traceback" not in errors
    assert "interrupted" in errors
