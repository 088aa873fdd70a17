"""The scenarios that come with the program: their expectations hold, in both runtimes, and they replay."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from simulations.runner import RunResult, run_scenario
from simulations.scenario import Expect, builtin_scenarios, load_scenario

NAMES = [scenario.name for scenario in builtin_scenarios()]
PROMISED = {
    "neuron", "contradiction", "misinformation", "forgetting-month", "spacing", "interference", "overload", "sleep",
    "crash", "conversation",
}  # fmt: skip
ALSO_WITH_THREADS = ("contradiction", "misinformation", "overload", "crash")


@cache
def result_of(name: str) -> RunResult:
    return run_scenario(load_scenario(name), seed=11)


def test_all_are_there_and_say_what_they_show() -> None:
    assert set(NAMES) >= PROMISED
    for scenario in builtin_scenarios():
        assert scenario.title
        assert 2 <= len(scenario.why.splitlines()) <= 8
        assert any(isinstance(step, Expect) for step in scenario.steps), scenario.name
        assert scenario.source is not None
        assert scenario.source.path.stem == scenario.name


@pytest.mark.parametrize("name", NAMES)
def test_expectations_hold_under_another_seed(name: str) -> None:
    result_of(name).check()


@pytest.mark.parametrize("name", ALSO_WITH_THREADS)
def test_threads_come_to_the_same(name: str) -> None:
    threaded, expected = run_scenario(load_scenario(name), seed=11, runtime="threads"), result_of(name)
    threaded.check()
    assert threaded.measures == pytest.approx(expected.measures)
    assert [a.response for a in threaded.answers] == [a.response for a in expected.answers]


@pytest.mark.parametrize("name", ["crash", "interference"])
def test_another_process_under_another_hash_seed_writes_the_same_bytes(name: str, tmp_path: Path) -> None:
    run_scenario(load_scenario(name), seed=5, out=tmp_path / "a")
    command = [str(Path(sys.executable).with_name("brain")), "run", name, "--seed", "5", "--out", str(tmp_path / "b")]
    subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": "77"}, check=True, capture_output=True)
    for file in ("trace.jsonl", "result.json", "config.toml", "run.json", "scenario.toml"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes(), file


def shown(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("brain")), "run", *arguments]
    environment = os.environ | {"COLUMNS": "80"}
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd, env=environment, timeout=60)


def test_a_person_sees_probes_and_expectations(tmp_path: Path) -> None:
    said = shown("forgetting-month", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    assert max(map(len, said.stdout.splitlines())) <= 80
    assert re.search(r"once: belief +0\.\d+ +0\.\d+ █[▁-█]+ \(0s to 30d\)", said.stdout)
    assert re.search(r"pass {2}twice: belief: more than once: belief \(0\.\d+\)", said.stdout)
    assert "5 of 5 expectations met" in said.stdout


def test_an_expectation_that_fails_fails_the_command(tmp_path: Path) -> None:
    scenario = tmp_path / "wrong.toml"
    scenario.write_text(
        "[parameters]\nwanted = 3\n[[step]]\nperceive = 'снег идёт'\n[[step]]\nprobe = 'episodes'\n"
        "[[step]]\nexpect = 'episodes'\nat_least = '{wanted}'\nat_most = 5\n",
        encoding="utf-8",
    )
    said = shown(str(scenario), cwd=tmp_path)
    assert said.returncode == 1
    assert "FAIL  episodes\n      expected at least 3\n         found 1" in said.stdout
    assert said.stderr == "brain: 1 of 2 expectations failed: episodes\n"
    assert (tmp_path / "runs" / "wrong-seed0" / "result.json").exists()
    assert shown(str(scenario), "--set", "wanted=1", cwd=tmp_path).returncode == 0
    unknown = shown(str(scenario), "--set", "wnated=1", cwd=tmp_path)
    assert unknown.returncode == 2
    assert "did you mean 'wanted'" in unknown.stderr
