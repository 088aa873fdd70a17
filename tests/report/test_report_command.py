"""`brain report` and `brain trace`, as a person or a program calls them."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from simulations.cli import main


@dataclass
class Said:
    returncode: int
    stdout: str
    stderr: str


def brain(*arguments: str | Path) -> Said:
    """Call the command in this process: starting Python takes longer than all that it does here."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patched, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        patched.setattr(sys, "argv", ["brain", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
    return Said(int(ended.value.code or 0), out.getvalue(), err.getvalue())


def failed(said: Said, status: int, line: str) -> None:
    assert (said.returncode, said.stdout) == (status, "")
    assert said.stderr.startswith("brain: ")
    assert said.stderr.count("\n") == 1
    assert line in said.stderr


def test_report_writes_the_same_file_again(story: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(story, tmp_path / "run"))
    said = brain("report", run)
    assert (said.returncode, said.stdout.strip(), said.stderr) == (0, str(run / "report.html"), "")
    first = (run / "report.html").read_bytes()
    told = json.loads(brain("report", run, "--json").stdout)
    assert told == {"report": str(run / "report.html"), "bytes": len(first)}
    assert brain("report", run, "--out", tmp_path / "r.html").returncode == 0
    assert (tmp_path / "r.html").read_bytes() == first


def test_run_leaves_a_report_behind(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text('name = "short"\n[[step]]\nperceive = "Кит — это млекопитающее."\n[[step]]\nwait = "1m"\n')
    assert brain("run", file, "--out", tmp_path / "run").returncode == 0
    assert "Кит" in (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    failing = tmp_path / "failing.toml"
    failing.write_text('name = "failing"\n[[step]]\nconfirm = "nothing"\n')
    assert brain("run", failing, "--out", tmp_path / "failed").returncode == 1
    assert "Step 1 (feedback) failed" in (tmp_path / "failed" / "report.html").read_text(encoding="utf-8")


def test_trace_tells_what_a_run_holds(story: Path) -> None:
    said = brain("trace", story)
    assert (said.returncode, said.stderr) == (0, "")
    assert "prefrontal           AwaitingTransfer" in said.stdout
    assert "question 1: Что такое нейрон?" in said.stdout
    told = json.loads(brain("trace", story, "--json").stdout)
    assert told["questions"][1] == "What is an axon?"
    assert told["messages"] == sum(each["count"] for each in told["counts"])


def test_trace_exports(story: Path, tmp_path: Path) -> None:
    out = tmp_path / "perfetto.json"
    said = brain("trace", story, "--perfetto", out)
    assert said.returncode == 0
    count = len((story / "trace.jsonl").read_bytes().splitlines())
    assert said.stdout.strip() == f"{out}: {count} messages"
    assert json.loads(out.read_text())["traceEvents"]
    diagram = brain("trace", story, "--mermaid", "--question", "2")
    assert diagram.stdout.startswith("sequenceDiagram\n")
    assert "Think What is an axon?" in diagram.stdout
    tree = brain("trace", story, "--tree")
    assert "Think «Что такое нейрон?»" in tree.stdout.splitlines()[0]


def test_a_trace_that_was_cut_is_said_on_stderr(story: Path, tmp_path: Path) -> None:
    run = Path(shutil.copytree(story, tmp_path / "run"))
    trace = run / "trace.jsonl"
    trace.write_bytes(trace.read_bytes()[:-9])
    said = brain("trace", run, "--mermaid")
    assert said.returncode == 0
    assert said.stdout.startswith("sequenceDiagram\n")
    assert "is cut off and was left out" in said.stderr


def test_mistakes_end_on_one_line(story: Path, tmp_path: Path) -> None:
    failed(brain("report", tmp_path), 2, "is not a run directory")
    failed(brain("trace", tmp_path / "nowhere"), 2, "is not a run directory")
    failed(brain("trace", story, "--mermaid", "--question", "9"), 2, "holds 3 questions, there is no number 9")
    failed(brain("trace", story, "--question", "1"), 2, "--question goes with --mermaid or --tree")
    failed(brain("trace", story, "--mermaid", "--tree"), 2, "ask for one of them")
    failed(brain("trace", story, "--perfetto", tmp_path / "no" / "x.json"), 1, "cannot be written")
    run = Path(shutil.copytree(story, tmp_path / "run"))
    (run / "trace.jsonl").write_text("{}\n{}\n")
    failed(brain("report", run), 1, "trace.jsonl, line 1 is damaged: it has no 'seq'")
    (run / "run.json").write_text('{"format": 1}')
    failed(brain("report", run), 2, "is a run of format 1")
