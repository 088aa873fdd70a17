"""`brain effects`, as a person or a program calls it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BRAIN = str(Path(sys.executable).with_name("brain"))


def effects(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BRAIN, "effects", *arguments], capture_output=True, text=True, check=False, timeout=100)


def test_table_and_drawings(tmp_path: Path) -> None:
    said = effects("trust", "fan", "--subjects", "2", "--out", str(tmp_path / "drawn"))
    assert said.returncode == 0, said.stderr
    assert "2 of 2 effects reach their goals" in said.stdout
    assert "rmse_rule" in said.stdout
    assert max(map(len, said.stdout.splitlines())) <= 80
    assert "fan.svg" in {file.name for file in (tmp_path / "drawn").iterdir()}


def test_json_and_a_missed_goal() -> None:
    said = effects("fan", "--subjects", "2", "--set", "recall.cue_weight=0", "--seed", "4", "--json")
    assert said.returncode == 1
    assert said.stderr == "brain: 1 of 1 effects missed their goals: fan\n"
    (result,) = json.loads(said.stdout)
    assert result["name"] == "fan"
    assert result["passed"] is False
    assert result["goals"]["r"] == ">= 0.9"
    assert set(result["goals"]) <= set(result["measures"])


def test_bad_usage_is_one_line() -> None:
    for arguments, said in [
        (["fann"], "did you mean 'fan'?"),
        (["fan", "--set", "recall.decai=1"], "decai"),
        (["fan", "--set", "nonsense"], "KEY=VALUE"),
        (["fan", "--subjects", "0"], "--subjects"),
    ]:
        failed = effects(*arguments)
        assert failed.returncode == 2
        assert said in failed.stderr
        assert failed.stdout == ""
        assert failed.stderr.count("\n") == 1


def test_list() -> None:
    said = effects("--list", "--json")
    assert said.returncode == 0
    assert {"forgetting", "serial_position", "sleeper"} <= {row["name"] for row in json.loads(said.stdout)}
    assert "spacing" in effects("--list").stdout
