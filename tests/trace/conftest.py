"""One short run for all tests of traces."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from simulations.trace import RunTrace, load
from tests.trace.story import run_story


@pytest.fixture(scope="session")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory of a finished run; tests only read it."""
    return run_story(tmp_path_factory.mktemp("story") / "run")


@pytest.fixture(scope="session")
def told(story: Path) -> RunTrace:
    return load(story)


@pytest.fixture
def copied(story: Path, tmp_path: Path) -> Path:
    """Return a copy of the run that a test may damage."""
    return Path(shutil.copytree(story, tmp_path / "copy"))
