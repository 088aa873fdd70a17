"""The rules of the house: who imports whom, who reads the clock, how large a room may be."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("brain", "actors", "simulations")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
WALL_CLOCK = {
    ("time", "time"), ("time", "time_ns"), ("time", "localtime"), ("time", "gmtime"), ("time", "ctime"),
    ("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today"),
}  # fmt: skip
GLOBAL_CHANCE = {
    "random",
    "randint",
    "randrange",
    "choice",
    "shuffle",
    "getrandbits",
    "uniform",
    "gauss",
    "seed",
}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def attributes(path: Path) -> list[tuple[str, str, int]]:
    """Return every `x.y` in a file as (x, y, line)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        (node.value.id, node.attr, node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    ]


def test_imports_run_one_way() -> None:
    linter = Path(sys.executable).with_name("lint-imports")
    said = subprocess.run([linter], cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_only_the_system_clock_reads_the_wall_clock(path: Path) -> None:
    if name(path) == "brain/clock.py":
        return
    read = [(f"{x}.{y}", line) for x, y, line in attributes(path) if (x, y) in WALL_CLOCK]
    assert not read
    assert "datetime('now')" not in path.read_text(encoding="utf-8")


def test_the_wall_clock_is_read_in_one_place() -> None:
    read = [(x, y) for x, y, _ in attributes(ROOT / "brain" / "clock.py") if (x, y) in WALL_CLOCK]
    assert read == [("time", "time")]


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_chance_is_an_argument(path: Path) -> None:
    used = [(f"random.{y}", line) for x, y, line in attributes(path) if x == "random" and y in GLOBAL_CHANCE]
    assert not used


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_rooms_are_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_functions_are_of_one_thought(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    long = [
        (node.name, length)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and (length := code_lines(node)) > 45
    ]
    assert not long


def code_lines(function: ast.FunctionDef) -> int:
    """Return how many lines of statements a function has, without its signature and docstring."""
    statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return (function.end_lineno or 0) - statements[0].lineno + 1 if statements else 0


@pytest.mark.parametrize("package", ["brain", "brain.memory", "brain.language", "brain.cognition", "actors"])
def test_public_names_exist(package: str) -> None:
    module = __import__(package, fromlist=["__all__"])
    assert module.__all__
    assert all(hasattr(module, public) for public in module.__all__)


def test_the_mind_is_silent_and_quick_to_import() -> None:
    """`import brain` must not pull in the actors, the terminal libraries or numpy."""
    code = "import brain, sys; print(sorted({'pykka', 'rich', 'typer', 'numpy', 'psutil'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_public_things_are_documented() -> None:
    undocumented = []
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        undocumented += [name(path)] if not ast.get_docstring(tree) else []
    assert not undocumented
