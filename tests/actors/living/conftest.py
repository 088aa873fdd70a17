"""Runtimes and brains, each in both kinds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from actor_kit import MakeBrain

from actors import BrainSystem, DeterministicRuntime, ThreadRuntime
from actors.runtime import Runtime
from actors.trace import TraceRecord
from brain import VirtualClock


@pytest.fixture(params=["deterministic", "threads"])
def kind(request: pytest.FixtureRequest) -> str:
    """The name of a runtime: every test that uses it runs on both."""
    return str(request.param)


@pytest.fixture
def runtime(kind: str) -> Iterator[Runtime]:
    """A runtime without actors, in virtual time."""
    made = DeterministicRuntime(1) if kind == "deterministic" else ThreadRuntime(VirtualClock(), ask_timeout=30)
    with made:
        yield made


@pytest.fixture
def deterministic() -> Iterator[DeterministicRuntime]:
    """A deterministic runtime without actors."""
    with DeterministicRuntime(1) as made:
        yield made


@pytest.fixture
def make_brain(kind: str, tmp_path: Path) -> Iterator[MakeBrain]:
    """Start a brain of this kind on the test's own mind, in virtual time; all are stopped in the end."""
    with ExitStack() as stack:

        def make(data_dir: Path | None = None, **settings: Any) -> BrainSystem:
            settings.setdefault("clock", VirtualClock())
            settings.setdefault("runtime", kind)
            return stack.enter_context(BrainSystem.start(data_dir or tmp_path / "mind", **settings))

        yield make


@pytest.fixture
def brain(make_brain: MakeBrain) -> BrainSystem:
    """A brain without memories."""
    return make_brain()


@pytest.fixture
def records(brain: BrainSystem) -> list[TraceRecord]:
    """Everything that the brain traces from now on."""
    seen: list[TraceRecord] = []
    brain.subscribe(seen.append)
    return seen
