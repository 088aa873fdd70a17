"""`brain recall` quotes a long text around what was looked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BRAIN = str(Path(sys.executable).with_name("brain"))
LONG = "\n".join(["Nothing of note."] * 149 + ["Пароль от метеостанции хранит Магнус"] + ["Nothing of note."] * 50)


@pytest.mark.parametrize("explain", [False, True])
def test_recall_quotes_around_the_match(tmp_path: Path, explain: bool) -> None:
    def brain(*arguments: str) -> str:
        said = subprocess.run(
            [BRAIN, *arguments, "--data-dir", tmp_path], capture_output=True, text=True, check=False, timeout=60
        )
        assert said.returncode == 0, said.stderr
        return said.stdout

    brain("remember", LONG)
    (line,) = [
        line for line in brain("recall", "пароли метеостанций", *["--explain"] * explain).splitlines() if "…" in line
    ]
    assert "метеостанции хранит Магнус" in line
    assert len(line) < 340


def test_recall_says_when_nothing_found_is_likely_to_answer(tmp_path: Path) -> None:
    def brain(*arguments: str) -> str:
        said = subprocess.run(
            [BRAIN, *arguments, "--data-dir", tmp_path], capture_output=True, text=True, check=True, timeout=60
        )
        return said.stdout

    brain("remember", "The old bridge across the river is closed for repairs")
    assert "probably none" in brain("recall", "Who conducted the old orchestra in Vienna last winter?")
    assert "probably none" not in brain("recall", "Is the bridge closed for repairs?")
