"""A short scenario, and experiments on it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from simulations.experiments import Experiment, SweepResult, experiment_from_file, run_sweep

SHORT = """
name = "short"

[parameters]
n = 3
text = "нейрон — клетка нервной системы"
wait = "1m"
tags = ["a"]

[config.consolidation]
CONSOLIDATION_INTERVAL = 600.0

[[step]]
generate = "words"
label = "list"
n = "{n}"
importance = 0.6

[[step]]
perceive = "{text}"
tags = "{tags}"
importance = 0.6

[[step]]
wait = "{wait}"

[[step]]
probe = "recalled"
measure = "cued_recall"
of = "list"

[[step]]
probe = "facts"
"""

GRID = """
scenario = "short.toml"
replications = 3
seed = 5

[factors]
n = [2, 12]
"recall.noise" = [0.5, 3.0]
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write an experiment file beside the short scenario and return its path."""
    (tmp_path / "short.toml").write_text(SHORT, encoding="utf-8")

    def written(text: str, name: str = "trial") -> Path:
        path = tmp_path / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def read(write: Callable[..., Path]) -> Callable[[str], Experiment]:
    """Read an experiment from text."""
    return lambda text: experiment_from_file(write(text))


@pytest.fixture
def swept(read: Callable[[str], Experiment], tmp_path: Path) -> Callable[..., SweepResult]:
    """Sweep an experiment in a thread of this process: no process need be started to see what the table holds."""

    def result(text: str, out: str = "out", *, resume: bool = False) -> SweepResult:
        with ThreadPoolExecutor(1) as executor:
            return run_sweep(read(text), executor=executor, out=tmp_path / out, resume=resume)

    return result
