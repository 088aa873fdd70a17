"""What each kind of step does to a brain, what probes measure, and what becomes of expectations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest

from actors import BrainSystem
from brain.errors import ConfigError, InvalidInputError
from simulations.run_directory import RunDirectory
from simulations.runner import ExpectationFailedError, RunResult, StepFailedError, run_scenario
from simulations.scenario import load_scenario

RUNTIMES: tuple[Literal["deterministic", "threads"], ...] = ("deterministic", "threads")


def ran(tmp_path: Path, text: str, **options: Any) -> RunResult:
    path = tmp_path / "scenario.toml"
    path.write_text(text, encoding="utf-8")
    return run_scenario(load_scenario(str(path)), **options)


LISTED = """
[parameters]
n = 12
language = "ru"
[[step]]
generate = "facts"
label = "list"
n = "{n}"
language = "{language}"
spacing = "1m"
source_ref = "docs/список.pdf"
[[step]]
wait = "1m"
"""


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_generated_list_is_perceived_learnt_and_recalled(tmp_path: Path, language: str) -> None:
    text = LISTED + "".join(
        f"[[step]]\nprobe = '{name}'\nof = 'list'\n"
        for name in ("hit_rate", "kept", "in_mind", "recall", "list_confidence", "cued_recall", "recognition")
    )
    result = ran(tmp_path, text + "[[step]]\nprobe = 'facts'\n", parameters={"language": language})
    assert result.percepts == 12
    assert result.ended == "2026-01-01T00:12:00.000000+00:00"
    measures = result.measures
    assert measures["facts"] == 12
    assert measures["hit_rate"] == measures["kept"] == measures["in_mind"] == 1
    assert 0.8 < measures["list_confidence"] <= 1
    assert 0 < measures["recall"] <= 1
    assert measures["cued_recall"] > 0.5
    assert measures["recognition"] > 0.5


def test_stimuli_follow_from_the_seed_and_from_nothing_else(tmp_path: Path) -> None:
    first, same = (ran(tmp_path, LISTED, seed=3) for _ in range(2))
    other = ran(tmp_path, LISTED, seed=4)
    assert first.to_json() == same.to_json()
    assert {f.concept for f in first.facts}.isdisjoint(f.concept for f in other.facts)


def test_lists_share_no_item_unless_told_to(tmp_path: Path) -> None:
    text = LISTED + LISTED.partition("[[step]]")[1] + LISTED.partition("[[step]]")[2].replace("'list'", "'b'")
    text = text[: text.rindex('label = "list"')] + 'label = "b"' + text[text.rindex('label = "list"') + 14 :]
    assert len({f.concept for f in ran(tmp_path, text, parameters={"n": 10}).facts}) == 20
    rivals = ran(tmp_path, text.replace('label = "b"', 'label = "b"\nabout = "list"'), parameters={"n": 10})
    assert len({f.concept for f in rivals.facts}) == 10


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_a_crash_loses_what_was_only_in_mind_and_nothing_else(
    tmp_path: Path, runtime: Literal["deterministic", "threads"]
) -> None:
    text = (
        LISTED.replace("wait = '1m'", "wait = 0").replace('spacing = "1m"', "")
        + """
[[step]]
perceive = "мимо прошёл кот"
importance = 0.1
[[step]]
probe = "mind before"
measure = "working"
[[step]]
crash = true
down = "3h"
[[step]]
probe = "working"
[[step]]
probe = "kept"
of = "list"
[[step]]
probe = "hit_rate"
of = "list"
[[step]]
crash = true
[[step]]
probe = "episodes"
"""
    )
    result = ran(tmp_path, text, runtime=runtime, out=tmp_path / "run")
    assert result.crashes == 2
    assert result.measures == {"mind before": 13, "working": 0, "kept": 1, "hit_rate": 1, "episodes": 12}
    assert result.facts_learnt == 12
    assert result.ended == "2026-01-01T03:01:00.000000+00:00"
    assert [h.moment for h in result.holdings] == ["crash 1", "replayed 1", "crash 2", "replayed 2", "end"]


def test_a_crash_does_not_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust that was bumped by hearing a source is written at saves: a crash may lose it, a stop may not."""
    saved: list[int] = []
    stop = BrainSystem.stop
    monkeypatch.setattr(BrainSystem, "stop", lambda self: (saved.append(1), stop(self))[1])
    ran(tmp_path, "[[step]]\nperceive = 'x'\n[[step]]\ncrash = true\n[[step]]\nperceive = 'y'\n")
    assert len(saved) == 1


def test_the_lives_of_a_run_are_one_trace(tmp_path: Path) -> None:
    crash = "[[step]]\ncrash = true\n"
    ran(tmp_path, LISTED + crash + "[[step]]\nask = 'кто?'\n" + crash, out=tmp_path / "run")
    records = [json.loads(line) for line in (tmp_path / "run" / "trace.jsonl").read_text("utf-8").splitlines()]
    by_seq = {record["seq"]: record for record in records}
    assert len(by_seq) == len(records)
    assert [r["type"] for r in records].count("Replay") == 3
    assert all(r["cause"] is None or by_seq[r["cause"]]["trace_id"] == r["trace_id"] for r in records)
    assert not list((tmp_path / "run").glob("*-[0-9]*.jsonl"))
    timings = [json.loads(line)["seq"] for line in (tmp_path / "run" / "timing.jsonl").read_text("utf-8").splitlines()]
    assert set(timings) == set(by_seq)


BUSY = """
[config.consolidation]
CONSOLIDATION_INTERVAL = 36000.0
[[step]]
generate = "facts"
label = "day"
n = 120
[[step]]
{night}
[[step]]
probe = "facts"
"""


def test_sleep_consolidates_more_often_than_waking(tmp_path: Path) -> None:
    assert ran(tmp_path, BUSY.format(night="wait = '1h'")).measures["facts"] == 0
    asleep = ran(tmp_path, BUSY.format(night="sleep = '1h'\ninterval = '20m'"))
    assert asleep.measures["facts"] == 120
    assert asleep.consolidations == 3
    assert asleep.ended == "2026-01-01T01:00:00.000000+00:00"
    assert ran(tmp_path, BUSY.format(night="sleep = '30m'\ninterval = '20m'")).measures["facts"] == 50


def test_rehearsal_is_the_same_again(tmp_path: Path) -> None:
    text = "[[step]]\nperceive = 'Рига — столица Латвии.'\nlabel = 'x'\n[[step]]\nwait = '6h'\n"
    again = "[[step]]\nrehearse = 'x'\ntimes = 3\nspacing = '2h'\n"
    probe = "[[step]]\nwait = '1m'\n[[step]]\nprobe = 'confidence'\nof = 'Рига'\n"
    once, thrice = ran(tmp_path, text + probe), ran(tmp_path, text + again + probe)
    assert (once.percepts, thrice.percepts) == (1, 4)
    assert thrice.ended == "2026-01-01T10:01:00.000000+00:00"
    assert thrice.measures["confidence"] > once.measures["confidence"]


def test_rehearsing_a_list_keeps_its_spacing(tmp_path: Path) -> None:
    result = ran(tmp_path, LISTED + "[[step]]\nrehearse = 'list'\ntimes = 2\nspacing = '2h'\n", parameters={"n": 10})
    assert result.percepts == 30
    assert result.ended == "2026-01-01T02:28:00.000000+00:00"


def test_repeated_probes_make_a_series(tmp_path: Path) -> None:
    text = (
        "[[step]]\nperceive = 'Рига — столица Латвии.'\n[[step]]\nwait = '1h'\n"
        "[[step]]\nprobe = 'belief'\nmeasure = 'confidence'\nof = 'Рига'\nevery = '90m'\nfor = '6h'\n"
        "[[step]]\nwait = '4h'\n[[step]]\nperceive = 'y'\n[[step]]\nsleep = '4h'\n"
    )
    result = ran(tmp_path, text)
    belief = result.series["belief"]
    assert [sample.hours for sample in belief] == [0.0, 1.5, 3.0, 4.5, 6.0]
    values = [sample.value for sample in belief]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 5
    names = ["belief@0s", "belief@90m", "belief@3h", "belief@270m", "belief@6h"]
    assert [result.measures[name] for name in names] == values
    assert result.measures["belief"] == values[-1]
    # 18 ticks of 0.3 % lie within 90 minutes.
    assert values[1] == pytest.approx(values[0] * 0.997**18)


def test_what_falls_into_a_crash_is_not_measured(tmp_path: Path) -> None:
    text = (
        "[[step]]\nprobe = 'facts'\nevery = '1h'\n[[step]]\nwait = '90m'\n[[step]]\ncrash = true\ndown = '2h'\n"
        "[[step]]\nwait = '1h'\n[[step]]\nexpect = 'facts@2h'\nat_least = 0\n"
    )
    result = ran(tmp_path, text)
    assert [sample.hours for sample in result.series["facts"]] == [0.0, 1.0, 4.0]
    assert [(e.found, e.passed) for e in result.expectations] == [("nan", False)]


def test_a_timed_percept_is_waited_for_and_probes_go_off_on_the_way(tmp_path: Path) -> None:
    text = (
        "[[step]]\nperceive = 'Рига — столица Латвии.'\ntime = '2026-03-01'\n[[step]]\nprobe = 'facts'\nevery = '1d'\n"
        "[[step]]\nperceive = 'z'\ntime = '2026-03-04'\n"
    )
    result = ran(tmp_path, text)
    assert [(s.hours, s.value) for s in result.series["facts"]] == [(0.0, 0), (24.0, 1), (48.0, 1), (72.0, 1)]
    assert (result.began[:10], result.ended[:10]) == ("2026-03-01", "2026-03-04")


EXPECTING = """
[[step]]
perceive = "Рига — столица Латвии."
source_ref = "docs/города.pdf"
importance = 0.8
[[step]]
wait = "1m"
[[step]]
ask = "Что такое Рига?"
label = "answer"
[[step]]
probe = "trust"
of = "docs/города.pdf"
[[step]]
probe = "said"
measure = "answer"
of = "answer"
contains = "СТОЛИЦА"
[[step]]
probe = "answer_confidence"
of = "answer"
[[step]]
expect = "answer"
{}
[[step]]
perceive = "и после этого жизнь продолжается"
"""

MET = [
    "contains = 'столица латвии'",
    "contains = ['Рига', 'столица']",
    "lacks = 'Литва'",
    "action = 'hedge'",
    "goal = 'answer_question'",
    "at_least = 'trust'",
    "above = 0.5",
    "at_most = 1",
    "below = 1",
    "at_least = 'answer_confidence'\nat_most = 'answer_confidence'",
]
NOT_MET = [
    ("contains = 'Вильнюс'", "contains 'Вильнюс'", "столица Латвии"),
    ("contains = ['Рига', 'Вильнюс']", "contains 'Вильнюс'", "столица Латвии"),
    ("lacks = 'столица'", "lacks 'столица'", "столица Латвии"),
    ("action = 'refuse'", "action refuse", "hedge"),
    ("goal = 'plan'", "goal plan", "answer_question"),
    ("equals = 'Рига.'", "exactly 'Рига.'", "столица"),
    ("equals = 0.25", "confidence exactly 0.25", "0."),
    ("above = 'said'", "confidence more than said (1)", "0."),
    ("at_least = 0.99", "confidence at least 0.99", "0."),
    ("below = 'trust'", "confidence less than trust (0.7)", "0."),
    ("at_most = 0.1", "confidence at most 0.1", "0."),
]


@pytest.mark.parametrize("demand", MET)
def test_expectations_that_are_met(tmp_path: Path, demand: str) -> None:
    result = ran(tmp_path, EXPECTING.format(demand))
    assert result.expectations
    assert result.passed
    result.check()


@pytest.mark.parametrize(("demand", "expected", "found"), NOT_MET)
def test_expectations_that_are_not_met_say_what_was_expected_and_found(
    tmp_path: Path, demand: str, expected: str, found: str
) -> None:
    result = ran(tmp_path, EXPECTING.format(demand), out=tmp_path / "run")
    (failed,) = result.failed_expectations
    assert failed.expected == expected
    assert found in failed.found
    assert failed.step == 7
    assert not result.passed
    with pytest.raises(ExpectationFailedError, match=r"step 7, answer: expected .*\n    found "):
        result.check()
    kept = json.loads((tmp_path / "run" / "result.json").read_text(encoding="utf-8"))
    assert kept["percepts"] == 2
    assert kept["measures"]["trust"] == pytest.approx(0.7)
    assert [e["passed"] for e in kept["expectations"]].count(False) == 1


def test_settings_and_parameters_from_outside(tmp_path: Path) -> None:
    text = "[parameters]\nsize = 5\n[config.working]\nmax_size = '{size}'\n[[step]]\nprobe = 'limit'\n"
    assert ran(tmp_path, text).measures == {"limit": 5}
    assert ran(tmp_path, text, parameters={"size": 9}).measures == {"limit": 9}
    outer = ran(tmp_path, text, config={"working.max_size": 7}, parameters={"size": 9})
    assert outer.measures == {"limit": 7}
    assert outer.parameters == {"size": 9}
    with pytest.raises(ConfigError, match="max_size"):
        ran(tmp_path, text, config={"working.max_sise": 7})


def test_numbers_of_numpy_are_as_good_as_others(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    result = ran(tmp_path, LISTED, parameters={"n": np.int64(2)}, out=tmp_path / "run")
    assert result.percepts == 2
    assert result.parameters["n"] == 2
    assert json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["parameters"]["n"] == 2


def test_feedback_trust_and_pressure_can_be_probed(tmp_path: Path) -> None:
    text = """
[[step]]
perceive = "A neuron is a muscle."
source_ref = "http://x.example.com/a"
[[step]]
wait = "1m"
[[step]]
probe = "before"
measure = "trust"
of = "http://x.example.com/a"
[[step]]
deny = "neuron"
source = "http://x.example.com/a"
[[step]]
probe = "trust"
of = "http://x.example.com/a"
[[step]]
probe = "stranger"
measure = "trust"
of = "http://nobody.example.com"
[[step]]
pressure = 90
[[step]]
probe = "limit"
[[step]]
probe = "known"
of = "neuron"
[[step]]
probe = "confidence"
of = "quark"
"""
    measures = ran(tmp_path, text).measures
    assert measures["before"] - measures["trust"] == pytest.approx(0.1)
    assert (measures["limit"], measures["known"], measures["confidence"]) == (10, 1, 0)
    assert 0 < measures["stranger"] < 1


FAILING = LISTED + "[[step]]\nprobe = 'facts'\n[[step]]\nconfirm = 'кварк'\n[[step]]\nprobe = 'episodes'\n"


def test_what_came_before_a_failing_step_is_kept(tmp_path: Path) -> None:
    with pytest.raises(StepFailedError, match=r"step 4 \(feedback\): .*кварк") as failed:
        ran(tmp_path, FAILING, out=tmp_path / "run", seed=5)
    assert failed.value.result.measures == {"facts": 12}
    kept = json.loads((tmp_path / "run" / "result.json").read_text(encoding="utf-8"))
    assert kept["failure"]["step"] == 4
    assert "кварк" in kept["failure"]["text"]
    assert kept["measures"] == {"facts": 12}
    assert len(kept["facts"]) == 12
    assert kept["holdings"][-1]["episodes"] == 12


def test_a_run_directory_says_what_made_it(tmp_path: Path) -> None:
    ran(tmp_path, LISTED, out=tmp_path / "run", seed=5, parameters={"n": 2})
    assert (tmp_path / "run" / "scenario.toml").read_text(encoding="utf-8") == LISTED
    manifest = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))
    assert (manifest["scenario"], manifest["seed"], manifest["runtime"]) == ("scenario", 5, "deterministic")
    assert manifest["parameters"] == {"n": 2, "language": "ru"}
    assert manifest["made_by"]["version"]
    assert RunDirectory.open(tmp_path / "run").trace.exists()


def test_a_run_of_another_version_is_refused_in_one_line(tmp_path: Path) -> None:
    run = tmp_path / "run"
    ran(tmp_path, LISTED, out=run, parameters={"n": 1})
    manifest = json.loads((run / "run.json").read_text(encoding="utf-8"))
    (run / "run.json").write_text(json.dumps(manifest | {"format": 99}), encoding="utf-8")
    with pytest.raises(InvalidInputError, match=r"run is a run of format 99, this version reads \d") as refused:
        RunDirectory.open(run)
    assert "\n" not in str(refused.value)
    with pytest.raises(InvalidInputError, match="format 99, later than"):
        ran(tmp_path, LISTED, out=run)
    (run / "run.json").write_text("{", encoding="utf-8")
    with pytest.raises(InvalidInputError, match=r"run.json is damaged"):
        RunDirectory.open(run)
    (run / "run.json").unlink()
    with pytest.raises(InvalidInputError, match="format 1"):
        RunDirectory.open(run)
    ran(tmp_path, LISTED, out=run, parameters={"n": 1})
    assert RunDirectory.open(run)
    with pytest.raises(InvalidInputError, match="not a run directory"):
        RunDirectory.open(tmp_path / "nowhere")
