"""Experiment files: what they say, and how a mistake in one is named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from brain.errors import BrainError, ConfigError, InvalidInputError, NotFoundError
from simulations.experiments import Experiment, builtin_experiments, experiment_from_file, load_experiment

Read = Callable[[str], Experiment]


def test_a_grid_takes_every_combination_and_the_last_factor_varies_fastest(read: Read) -> None:
    experiment = read('scenario = "short.toml"\n[factors]\nn = [2, 3]\nwait = ["1m", "1h"]')
    assert experiment.factors == ("n", "wait")
    assert experiment.cells == (
        {"n": 2, "wait": "1m"},
        {"n": 2, "wait": "1h"},
        {"n": 3, "wait": "1m"},
        {"n": 3, "wait": "1h"},
    )
    assert experiment.name == "trial"


def test_a_list_takes_values_side_by_side(read: Read) -> None:
    experiment = read('scenario = "short.toml"\ndesign = "list"\n[factors]\nn = [2, 3]\nwait = ["1m", "1h"]')
    assert experiment.cells == ({"n": 2, "wait": "1m"}, {"n": 3, "wait": "1h"})


def test_points_are_filled_up_with_what_holds_anyway(read: Read) -> None:
    experiment = read(
        'scenario = "short.toml"\n[config]\nretrieval.min_trust = 0.2\n'
        "[[point]]\nn = 9\n[[point]]\nretrieval.min_trust = 0.6\nconsolidation.consolidation_interval = 60.0"
    )
    assert experiment.design == "list"
    assert experiment.cells == (
        {"n": 9, "retrieval.min_trust": 0.2, "consolidation.CONSOLIDATION_INTERVAL": 600.0},
        {"n": 3, "retrieval.min_trust": 0.6, "consolidation.CONSOLIDATION_INTERVAL": 60.0},
    )


@pytest.mark.parametrize(
    "written", ['"retrieval.min_trust" = [0.1]', "retrieval.min_trust = [0.1]", "RETRIEVAL.Min_Trust = [0.1]"]
)
def test_a_setting_may_be_written_with_quotes_or_without(read: Read, written: str) -> None:
    assert read(f'scenario = "short.toml"\n[factors]\n{written}').factors == ("retrieval.min_trust",)


def test_a_factor_may_be_a_table_or_a_list(read: Read) -> None:
    experiment = read(
        'scenario = "short.toml"\n[factors]\ntags = [["a"], ["b", "в"]]\n'
        'decay = [{ semantic = "power", power_exponent = 0.3 }, { semantic = "half_life" }]'
    )
    assert len(experiment.cells) == 4
    assert experiment.cells[3] == {"tags": ["b", "в"], "decay": {"semantic": "half_life"}}


def test_no_factors_are_one_cell(read: Read) -> None:
    experiment = read('scenario = "short.toml"\nreplications = 7')
    assert experiment.cells == ({},)
    assert len(experiment) == 7


def test_a_scenario_file_is_looked_for_beside_the_experiment(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert read('scenario = "short.toml"').scenario.name == "short"


def test_the_examples_can_be_read_by_name() -> None:
    names = [experiment.name for experiment in builtin_experiments()]
    assert "forgetting" in names
    for name in names:
        assert load_experiment(name).name == name


BAD = [
    ('scenaro = "neuron"', "line 1: unknown key 'scenaro'; did you mean 'scenario'?"),
    ("seed = 1", "needs scenario"),
    ('scenario = "neurn"', "did you mean 'neuron'?"),
    ('scenario = "absent.toml"', "absent.toml"),
    ('scenario = "short.toml"\nreplications = 0', "line 2: replications must be a whole number"),
    ('scenario = "short.toml"\nseed = -1', "line 2: seed must be a whole number"),
    ('scenario = "short.toml"\nseed = true', "line 2: seed must be a whole number"),
    ('scenario = "short.toml"\ndesign = "gird"', "line 2: design must be one of grid, list, latin"),
    ('scenario = "short.toml"\npaired = 1', "line 2: paired must be true or false"),
    ('scenario = "short.toml"\nname = "a/b"', "line 2: name 'a/b'"),
    ('scenario = "short.toml"\nsamples = 3', "line 2: samples belongs to a latin design"),
    ('scenario = "short.toml"\ndesign = "latin"\n[factors]\nn = [1]', "needs samples"),
    ('scenario = "short.toml"\ndesign = "latin"\nsamples = 3', "needs [factors]"),
    ('scenario = "short.toml"\nmeasures = "recalled"', "measures must be a list"),
    ('scenario = "short.toml"\nmeasures = ["recaled"]', "no measure 'recaled'; did you mean 'recalled'?"),
    ('scenario = "short.toml"\nfactors = 3', "factors must be a table"),
    ('scenario = "short.toml"\n[factors]\nN = [1]', "unknown factor 'N'"),
    ('scenario = "short.toml"\n[factors]\nretrieval.min_trst = [1]', "did you mean 'retrieval.min_trust'?"),
    ('scenario = "short.toml"\n[factors]\n"мера" = [1]', "unknown factor 'мера'; a factor is a setting such as"),
    ('scenario = "short.toml"\n[config]\nretrieval.min_trst = 1', "unknown setting 'retrieval.min_trst'; did you mean"),
    ('scenario = "short.toml"\n[parameters]\nm = 1', "has no parameter 'm'"),
    ('scenario = "short.toml"\n[factors]\nn = 3', "must be a list of values, or a range"),
    ('scenario = "short.toml"\n[factors]\nn = []', "factor 'n' has no values"),
    ('scenario = "short.toml"\n[factors]\nn = [2, "x"]', "cell 2 (n = 'x')"),
    (
        'scenario = "short.toml"\n[factors]\nretrieval.min_trust = [0.5, 7]',
        "retrieval.min_trust = 7 is out of range: 0 to 1",
    ),
    ('scenario = "short.toml"\n[factors]\ndecay = [{ semantics = 1 }]', "decay.semantics"),
    ('scenario = "short.toml"\n[factors]\nn = [1]\n[parameters]\nn = 2', "'n' is a factor and also fixed"),
    ('scenario = "short.toml"\n[factors]\ndecay = [{}]\n"decay.semantic" = ["none"]', "cannot both be factors"),
    ('scenario = "short.toml"\n[factors]\n"recall.noise" = [1]\n"recall.NOISE" = [1]', "stands there twice"),
    ('scenario = "short.toml"\n[factors]\nn = { from = 1, to = 4 }', "a range without steps"),
    ('scenario = "short.toml"\n[factors]\nn = { from = 4, to = 1, steps = 2 }', "must be less than"),
    ('scenario = "short.toml"\n[factors]\nn = { from = 1, to = 4, step = 2 }', "did you mean 'steps'?"),
    ('scenario = "short.toml"\n[factors]\nn = { from = 1 }', "to is missing"),
    ('scenario = "short.toml"\n[factors]\nn = { from = 1.5, to = 4, steps = 2 }', "takes whole numbers"),
    ('scenario = "short.toml"\n[factors]\nn = { from = 1, to = 4, steps = 1 }', "steps must be a whole number from 2"),
    (
        'scenario = "short.toml"\n[factors]\n"recall.noise" = { from = 0, to = 4, steps = 2, log = true }',
        "needs from > 0",
    ),
    ('scenario = "short.toml"\ndesign = "list"\n[factors]\nn = [1, 2]\nwait = ["1m"]', "'n' has 2 and 'wait' 1"),
    ('scenario = "short.toml"\ndesign = "grid"\n[[point]]\nn = 1', "[[point]] belongs to a list design"),
    ('scenario = "short.toml"\n[factors]\nn = [1]\n[[point]]\nn = 1', "not both"),
    ('scenario = "short.toml"\npoint = 1', "points must be tables"),
    ('scenario = "short.toml"\nreplications = 900000\n[factors]\nn = [1, 2]', "more than 1000000 runs"),
    ("scenario = ", "not valid TOML"),
]


@pytest.mark.parametrize(("text", "said"), BAD, ids=[said for _, said in BAD])
def test_a_mistake_is_named_on_one_line_before_anything_runs(
    write: Callable[[str], Path], text: str, said: str
) -> None:
    path = write(text)
    with pytest.raises(BrainError) as caught:
        experiment_from_file(path)
    message = str(caught.value)
    assert said in message
    assert "\n" not in message
    assert path.parent.name in message


def test_kinds_of_mistakes_are_errors_of_their_own(read: Read, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        read('scenario = "short.toml"\n[factors]\nm = [1]')
    with pytest.raises(ConfigError):
        read('scenario = "short.toml"\n[factors]\nretrieval.min_trust = [7]')
    with pytest.raises(InvalidInputError):
        read('scenario = "short.toml"\nseed = "x"')
    with pytest.raises(ConfigError, match="cannot read"):
        experiment_from_file(tmp_path / "absent.toml")
    (tmp_path / "latin1.toml").write_bytes(b'scenario = "\xe9"')
    with pytest.raises(ConfigError, match="not UTF-8"):
        experiment_from_file(tmp_path / "latin1.toml")
    with pytest.raises(NotFoundError, match="did you mean 'forgetting'"):
        load_experiment("forgeting")
