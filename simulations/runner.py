"""Running a scenario: steps in, a record of what the brain did out."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from actors import RuntimeName
from brain.clock import VirtualClock
from brain.config import BrainConfig
from brain.pressure import FixedPressure
from simulations._mortal import MortalBrain
from simulations._run import Run
from simulations.interrupts import interruptible
from simulations.run_directory import RunDirectory
from simulations.run_result import (
    AnswerRecord,
    ExpectationFailedError,
    ExpectationRecord,
    FailureRecord,
    Holdings,
    RunResult,
    Sample,
)
from simulations.scenario import Scenario, beginning, with_parameters

__all__ = [
    "AnswerRecord",
    "ExpectationFailedError",
    "ExpectationRecord",
    "FailureRecord",
    "Holdings",
    "RunResult",
    "Sample",
    "StepFailedError",
    "configured",
    "run_scenario",
]


class StepFailedError(Exception):
    """A step of a scenario failed; `__cause__` is why, `result` what came before it."""

    def __init__(self, message: str, result: RunResult) -> None:
        super().__init__(message)
        self.result = result


Progress = Callable[[int, int, str], None]
"""Called before each step with its number (from 0), how many there are, and what it is."""


def configured(scenario: Scenario, config: BrainConfig | Mapping[str, Any] | None = None) -> BrainConfig:
    """Return the settings of a run.

    Args:
        config: the whole configuration, which then takes the place of what the scenario sets; or dotted keys,
            such as `{"retrieval.min_trust": 0.5}`, that come on top of it.

    Raises:
        ConfigError: for an unknown key or a value outside its range.

    """
    if isinstance(config, BrainConfig):
        return config
    return BrainConfig.from_dict(scenario.settings).with_settings(dict(config or {}))


def run_scenario(
    scenario: Scenario,
    *,
    seed: int = 0,
    out: Path | None = None,
    runtime: RuntimeName = "deterministic",
    config: BrainConfig | Mapping[str, Any] | None = None,
    parameters: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> RunResult:
    """Run a scenario on a fresh brain and return its record.

    An expectation that is not met does not end the run: see `RunResult.passed` and `RunResult.check`.

    Args:
        seed: decides every choice left to chance, generated stimuli included.
        out: the run directory to write; None keeps nothing.
        runtime: 'deterministic' or 'threads'; virtual time in both.
        config: see `configured`.
        parameters: values that take the place of the scenario's own parameters.
        progress: told of every step.

    Raises:
        BrainError: if the run cannot be set up.
        StepFailedError: if a step fails; the step is named, what came before it is kept in `out`.

    """
    chosen = with_parameters(scenario, parameters or {})
    settings = configured(chosen, config)
    source = chosen.source.text if chosen.source else ""
    about = {"scenario": chosen.name, "seed": seed, "runtime": runtime, "parameters": chosen.parameters}
    directory = RunDirectory.prepare(out, settings, scenario=source, about=about) if out else None
    with tempfile.TemporaryDirectory(prefix="brain-run-", ignore_cleanup_errors=True) as scratch:
        start = beginning(chosen.steps) if chosen.start is None else chosen.start
        clock = VirtualClock() if start is None else VirtualClock(start)
        pressure = FixedPressure()

        # A mind that goes with the run need not survive a power cut, and waiting for the disk would be most of the time.
        lived = settings if directory else settings.with_settings({"storage.synchronous": "OFF"})

        def born(life: int) -> MortalBrain:
            trace, timing = directory.files_of_life(life) if directory else (None, None)
            return MortalBrain.start(
                data_dir=directory.path if directory else scratch, runtime=runtime, seed=seed, config=lived,
                clock=clock, pressure=pressure, trace_file=trace, timing_file=timing,
            )  # fmt: skip

        run = Run(chosen, seed, born, clock, pressure, settings)
        try:
            with interruptible(lambda: run.brain):
                run.through(progress or (lambda *_: None))
            result = run.result()
        finally:
            try:
                run.end()
            finally:
                if directory:
                    directory.join_lives(run.lives)
    if directory:
        directory.write_result(result.to_json())
    if result.failure:
        failure = result.failure
        raise StepFailedError(f"step {failure.step} ({failure.kind}): {failure.text}", result) from run.error
    return result
