"""A sweep of 1,000 short runs on one process and on two: runs a second, and how much of twice the rate is reached."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from measure import print_table

from simulations.experiments import experiment_from_file, run_sweep

GOAL = 0.85
SCENARIO = """
[config.consolidation]
CONSOLIDATION_INTERVAL = 600.0
[[step]]
generate = "words"
label = "list"
n = 5
importance = 0.6
[[step]]
wait = "10m"
[[step]]
probe = "recalled"
measure = "cued_recall"
of = "list"
"""


def rate(place: Path, runs: int, workers: int) -> float:
    """Return runs a second from the first call to the written table, the start of the workers included."""
    (place / "short.toml").write_text(SCENARIO, encoding="utf-8")
    (place / "speed.toml").write_text(f'scenario = "short.toml"\nreplications = {runs}\n', encoding="utf-8")
    experiment = experiment_from_file(place / "speed.toml")
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=place) as out:
        result = run_sweep(experiment, workers=workers, out=Path(out))
    assert not result.failed
    return runs / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as place:
        one, two = (rate(Path(place), runs, workers) for workers in (1, 2))
    rows = [
        ("one process, runs a second", f"{one:.1f}", ""),
        ("two processes, runs a second", f"{two:.1f}", ""),
        ("of twice the rate of one", f"{two / one / 2:.0%}", f">= {GOAL:.0%}"),
    ]
    print_table(f"A sweep of {runs} short runs", ("", "measured", "goal"), rows)


if __name__ == "__main__":
    main()
