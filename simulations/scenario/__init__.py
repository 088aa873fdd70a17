"""Scenarios: what happens to a brain, in which order, as a value.

A scenario file is TOML: `name`, `title`, `why`, an optional `start` (ISO 8601), `[config]` with settings of the
brain, `[parameters]` with named values that any text of the file may mention as `{name}`, and a list of `[[step]]`
tables. Each step has exactly one of these keys, and options beside it:

- `perceive` (a text, or a list with a table for each sense): `label`, `source_ref`, `importance`, `tags`,
  `entities`, `confidence`, `session_id`, `modality`, `time`;
- `generate` ("words", "sentences" or "facts"): `label`, `n`, `language`, `spacing`, `about`, and those of a percept;
- `rehearse` (the label of what is perceived again): `times`, `spacing`;
- `ask` (a question): `label`;
- `wait` and `sleep` (a duration): sleep has an `interval` of consolidation;
- `confirm` and `deny` (a concept): `source`;
- `pressure` (percent of RAM in use);
- `crash = true`: `down`, a duration;
- `probe` (a name): `measure`, `of`, `contains`, `cue`, `cues`, `top`, `every`, `for`;
- `expect` (an answer's label or a probe's name): `contains`, `lacks`, `equals`, `at_least`, `at_most`, `above`,
  `below`, `action`, `goal`; the numbers may be names of other answers or probes, or of one value of a repeated
  probe, such as "believed@12h".

`MEASURES` says what a probe can measure and what its `of` names.
"""

from __future__ import annotations

from simulations.scenario._timeline import beginning
from simulations.scenario.durations import duration_text, seconds_from
from simulations.scenario.files import builtin_scenarios, load_scenario, scenario_from_file, with_parameters
from simulations.scenario.measures import MEASURES
from simulations.scenario.steps import (
    Ask,
    Check,
    Crash,
    Expect,
    Feedback,
    Generate,
    Perceive,
    Pressure,
    Probe,
    Rehearse,
    Scenario,
    Sleep,
    Step,
    Wait,
)

__all__ = [
    "MEASURES",
    "Ask",
    "Check",
    "Crash",
    "Expect",
    "Feedback",
    "Generate",
    "Perceive",
    "Pressure",
    "Probe",
    "Rehearse",
    "Scenario",
    "Sleep",
    "Step",
    "Wait",
    "beginning",
    "builtin_scenarios",
    "duration_text",
    "load_scenario",
    "scenario_from_file",
    "seconds_from",
    "with_parameters",
]
