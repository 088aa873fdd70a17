"""`brain sweep`, as a person or a program calls it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import GRID

BRAIN = str(Path(sys.executable).with_name("brain"))
Write = Callable[..., Path]


def brain(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BRAIN, *arguments], capture_output=True, text=True, check=False, cwd=cwd, timeout=60)


def test_a_sweep_ends_with_a_table(write: Write, tmp_path: Path) -> None:
    write(GRID)
    said = brain("sweep", "trial.toml", "--workers", "2", cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    assert said.stderr == ""
    lines = said.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[1] == "12 runs of short, 0 failed; mean ± standard error"
    assert lines[3].split() == ["n", "recall.noise", "runs", "failed", "recalled", "facts"]
    assert lines[5].split()[:4] == ["2", "0.5", "3", "0"]
    assert (tmp_path / "runs" / "trial-sweep" / "results.db").exists()
    again = brain("sweep", "trial.toml", cwd=tmp_path)
    assert again.returncode == 2
    assert again.stderr.count("\n") == 1
    assert "--resume" in again.stderr
    resumed = brain("sweep", "trial.toml", "--resume", "--json", cwd=tmp_path)
    figures = json.loads(resumed.stdout)
    assert (figures["runs"], figures["failed"], len(figures["cells"])) == (12, 0, 4)
    assert figures["cells"][0]["measures"]["recalled"]["n"] == 3


def test_a_scheduler_that_is_not_there(write: Write, tmp_path: Path) -> None:
    write(GRID)
    said = brain("sweep", "trial.toml", "--scheduler", "tcp://127.0.0.1:9", cwd=tmp_path)
    assert said.returncode == 1
    assert said.stderr == "brain: no Dask scheduler answers at tcp://127.0.0.1:9 within 5 s\n"


def test_help_names_every_option(tmp_path: Path) -> None:
    said = brain("sweep", "--help", cwd=tmp_path)
    assert said.returncode == 0
    assert all(
        option in said.stdout for option in ("--engine", "--workers", "--scheduler", "--resume", "--out", "--json")
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sweep"], "Missing argument"),
        (["sweep", "forgeting"], "did you mean 'forgetting'?"),
        (["sweep", "absent.toml"], "cannot read absent.toml"),
        (["sweep", "forgetting", "--workers", "0"], "workers"),
        (["sweep", "forgetting", "--engine", "threads"], "engine"),
        (["sweep", "forgetting", "--engine", "processes", "--scheduler", "tcp://x:1"], "belongs to the dask engine"),
        (["sweep", "forgetting", "--scheduler", "tcp://x:1", "--workers", "2"], "has its own workers"),
    ],
)
def test_bad_usage_is_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    result = brain(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_sweep_of_which_every_run_fails(write: Write, tmp_path: Path) -> None:
    write('scenario = "short.toml"\nreplications = 2\n[config]\nruntime.max_steps = 2')
    said = brain("sweep", "trial.toml", cwd=tmp_path)
    assert said.returncode == 1
    assert "failed 2 times at run: StepLimitError" in said.stdout
    assert "every run failed" in said.stderr
    assert "Traceback" not in said.stderr


def test_ctrl_c_on_a_terminal_keeps_what_is_done(write: Write, tmp_path: Path) -> None:
    """The terminal gives SIGINT to the whole group: the sweep and its workers."""
    write(GRID.replace("replications = 3", "replications = 500"))
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [BRAIN, "sweep", "trial.toml"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=child, start_new_session=True
    )
    os.close(child)
    shards = tmp_path / "runs" / "trial-sweep" / "shards"
    deadline = time.monotonic() + 40
    while sum(shard.read_bytes().count(b'"status"') for shard in shards.glob("*.jsonl")) < 5:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    shown = b""
    while True:
        try:
            shown += os.read(parent, 65536)
        except OSError:
            break
        if process.poll() is not None and b"--resume" in shown:
            break
    process.communicate(timeout=20)
    os.close(parent)
    assert process.returncode == 130
    assert (
        b"interrupted; what is done is kept in runs/trial-sweep; go on with: brain sweep trial.toml --resume" in shown
    )
    assert b"Traceback" not in shown
    assert b"of 2000" in shown or b"/2000" in shown
    kept = (tmp_path / "runs" / "trial-sweep" / "results.csv").read_text(encoding="utf-8")
    assert 5 <= len(kept.splitlines()) - 1 < 2000
