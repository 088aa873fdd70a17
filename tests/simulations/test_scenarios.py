"""Scenarios: files, built-in ones, and what is said of bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from brain.errors import BrainError, ConfigError, InvalidInputError, NotFoundError
from simulations.scenario import Ask, Feedback, Perceive, Pressure, Wait, builtin_scenarios, load_scenario, seconds_from

SMALL = """
name = "small"
title = "a small one"
[config.working]
max_size = 5
[[step]]
perceive = "Синапс — контакт между нейронами."
source_ref = "docs/a.pdf"
importance = 0.7
time = "2026-05-20T08:00:00+03:00"
[[step]]
wait = "90m"
[[step]]
ask = "Что такое синапс?"
label = "first"
[[step]]
confirm = "синапс"
source = "docs/a.pdf"
[[step]]
pressure = 86
"""


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "scenario.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_file_becomes_steps(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, SMALL))
    kinds = [type(step) for step in scenario.steps]
    assert kinds == [Perceive, Wait, Ask, Feedback, Pressure]
    assert scenario.name == "small"
    assert scenario.settings == {"working": {"max_size": 5}}
    first = scenario.steps[0]
    assert isinstance(first, Perceive)
    assert first.at == 1_779_253_200.0
    assert first.percept.source == "docs/a.pdf"
    assert scenario.steps[1] == Wait(5400.0)
    assert scenario.steps[3] == Feedback("синапс", confirmed=True, source="docs/a.pdf")


def test_the_default_scenario_comes_first_and_all_say_why() -> None:
    known = builtin_scenarios()
    assert known[0].name == "neuron"
    assert all(scenario.title and scenario.why and scenario.steps for scenario in known)
    assert load_scenario("neuron") == known[0]


def test_the_nearest_name_is_suggested() -> None:
    with pytest.raises(NotFoundError, match="neuron"):
        load_scenario("nuron")


BAD = [
    ("name = 'x'", "no \\[\\[step\\]\\]"),
    ("colour = 'red'\n[[step]]\nask='x'", "colour"),
    ("[[step]]\nask = 'x'\nwait = '2h'", "step 1"),
    ("[[step]]\nask = 'x'\n[[step]]\nsing = 'la'", "step 2"),
    ("[[step]]\nwait = '-2h'", "-2h"),
    ("[[step]]\nwait = -5", "-5"),
    ("[[step]]\nwait = 'soon'", "soon"),
    ("[[step]]\nperceive = ''", "no text"),
    ("[[step]]\nperceive = 'x'\nvolume = 3", "volume"),
    ("[[step]]\nperceive = 'x'\ntime = 'noon'", "noon"),
    ("[[step]]\nperceive = 'x'\nconfidence = 7", "confidence"),
    ("[[step]]\nask = '  '", "question"),
    ("[[step]]\npressure = 101", "101"),
]


@pytest.mark.parametrize(("text", "named"), BAD)
def test_a_bad_file_is_named_in_one_line(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(InvalidInputError, match=named) as refused:
        load_scenario(written(tmp_path, text))
    assert "\n" not in str(refused.value)


def test_broken_toml_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="line 2"):
        load_scenario(written(tmp_path, "name = 'x'\nwhy = = 3\n"))


@pytest.mark.parametrize(
    ("duration", "seconds"), [("30s", 30), ("1.5h", 5400), ("3d", 259_200), ("1w", 604_800), (7, 7), (0, 0)]
)
def test_durations(duration: object, seconds: float) -> None:
    assert seconds_from(duration) == seconds


@pytest.mark.parametrize("nonsense", ["", "h", "2 years", "1h30m", -1, float("inf"), float("nan"), None, True])
def test_no_durations(nonsense: object) -> None:
    with pytest.raises(BrainError):
        seconds_from(nonsense)
