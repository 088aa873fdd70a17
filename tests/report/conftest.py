"""One report for all tests, of the short run of the trace tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from simulations.report import write_report
from tests.report.reading import Page
from tests.trace.story import run_story


@pytest.fixture(scope="session")
def story(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the directory of a finished run; tests only read it."""
    return run_story(tmp_path_factory.mktemp("story") / "run")


@pytest.fixture(scope="session")
def page(story: Path, tmp_path_factory: pytest.TempPathFactory) -> Page:
    out = tmp_path_factory.mktemp("out") / "report.html"
    return Page(write_report(story, out).read_text(encoding="utf-8"))
