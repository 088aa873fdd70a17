"""Scenario files: what each step becomes, parameters, and what is said of files that make no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from brain.errors import BrainError, ConfigError, InvalidInputError, NotFoundError
from simulations.scenario import (
    MEASURES,
    Check,
    Crash,
    Expect,
    Generate,
    Probe,
    Rehearse,
    Scenario,
    Sleep,
    Wait,
    duration_text,
    load_scenario,
    seconds_from,
    with_parameters,
)


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "scenario.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


ALL = """
name = "everything"
start = "2026-05-20T08:00:00+03:00"
[parameters]
n = 3
gap = "2h"
"город" = "Рига"
[config.working]
max_size = "{n}"
[[step]]
generate = "facts"
label = "list"
n = "{n}"
language = "ru"
spacing = "{gap}"
source_ref = "docs/a.pdf"
[[step]]
rehearse = "list"
times = 2
spacing = "1d"
[[step]]
sleep = "8h"
interval = "10m"
[[step]]
crash = true
down = "1h"
[[step]]
perceive = "{город} — столица Латвии, {{n}}."
label = "город"
[[step]]
ask = "Что такое {город}?"
label = "answer"
[[step]]
probe = "believed"
every = "6h"
for = "1d"
[[step]]
probe = "hits"
measure = "hit_rate"
cues = [["Что такое {город}?", "столица"]]
top = 3
[[step]]
wait = "{gap}"
[[step]]
expect = "answer"
contains = ["столица", "Рига"]
lacks = "Литва"
action = "answer"
[[step]]
expect = "hits"
at_least = "believed"
"""


def test_every_kind_of_step(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, ALL))
    made, again, night, death, told, asked, believed, hits, pause, answered, compared = scenario.steps
    assert isinstance(made, Generate)
    assert (made.kind, made.count, made.language, made.spacing) == ("facts", 3, "ru", 7200.0)
    assert (made.template.source, made.template.session_id) == ("docs/a.pdf", "list")
    assert again == Rehearse("list", 2, 86_400.0)
    assert night == Sleep(28_800.0, 600.0)
    assert death == Crash(3600.0)
    assert told.percept.text == "Рига — столица Латвии, {n}."
    assert asked.question == "Что такое Рига?"
    assert believed == Probe("believed", "believed", every=21_600.0, lasting=86_400.0)
    assert hits.cues == (("Что такое Рига?", "столица"),)
    assert pause == Wait(7200.0)
    wanted = [("contains", "столица"), ("contains", "Рига"), ("lacks", "Литва"), ("action", "answer")]
    assert answered == Expect("answer", tuple(Check(*each) for each in wanted))
    assert compared == Expect("hits", (Check("at_least", "believed"),))
    assert scenario.settings == {"working": {"max_size": 3}}
    assert scenario.start == 1_779_253_200.0


def test_parameters_are_replaced_and_checked_again(tmp_path: Path) -> None:
    scenario = load_scenario(written(tmp_path, ALL))
    other = with_parameters(scenario, {"n": 7, "город": "Вильнюс"})
    assert other.parameters == {"n": 7, "gap": "2h", "город": "Вильнюс"}
    assert other.steps[0].count == 7
    assert other.settings["working"]["max_size"] == 7
    assert other.steps[5].question == "Что такое Вильнюс?"
    assert with_parameters(scenario, {}) is scenario
    with pytest.raises(NotFoundError, match="did you mean 'gap'"):
        with_parameters(scenario, {"gape": 1})
    with pytest.raises(InvalidInputError, match=r"line 15: step 1: spacing.*-2h"):
        with_parameters(scenario, {"gap": "-2h"})
    with pytest.raises(InvalidInputError, match="not read from a file"):
        with_parameters(Scenario("in python", parameters={"n": 1}), {"n": 2})


def test_a_timed_percept_sets_when_it_all_begins(tmp_path: Path) -> None:
    text = "[[step]]\nwait = '2h'\n[[step]]\nperceive = 'снег'\ntime = '2026-01-02T12:00:00Z'\n"
    assert load_scenario(written(tmp_path, text)).start == seconds_from(1_767_355_200 - 7200)


FACTS = "[[step]]\ngenerate = 'facts'\nlabel = 'a'\nn = 5\n"
ASKED = "[[step]]\nask = 'x?'\nlabel = 'q'\n"
PROBED = "[[step]]\nprobe = 'facts'\n"
TIMED = "[[step]]\nperceive = 'x'\ntime = '2026-01-0{}T00:00:00Z'\n"
REPEATED = "[[step]]\nprobe = 'facts'\nevery = '6h'\nfor = '12h'\n[[step]]\nwait = '1d'\n"

BAD = [
    # keys
    ("[[step]]\nwiat = '2h'", "line 1: step 1: needs exactly one of"),
    ("[[step]]\nask = 'x'\n\n[[step]]\nask = 'x'\nlable = 'y'", "line 6: step 2: unknown key 'lable'.*'label'"),
    ("titel = 'x'\n[[step]]\nwait = 1", "line 1: unknown key 'titel'.*'title'"),
    ("why = 3\n[[step]]\nwait = 1", "line 1: why must be a text"),
    ("config = 3\n[[step]]\nwait = 1", "line 1: config must be a table"),
    ("step = 3", "no \\[\\[step\\]\\]"),
    ("step = [3]", "step 1: needs exactly one"),
    ("start = 'noon'\n[[step]]\nwait = 1", "noon"),
    ("name = '../up'\n[[step]]\nwait = 1", "line 1: name '../up'"),
    # values
    ("[[step]]\nperceive = 'x'\ntags = 5", "line 3: step 1: tags"),
    ("[[step]]\nwait = 1\n[[step]]\nwait = '9999999d'", "line 3: step 2: time leaves the calendar"),
    ("[[step]]\nprobe = 'facts'\nevery = 0.001\n[[step]]\nwait = '1d'", "line 3: step 1: every 0.001 s is too often"),
    ("[[step]]\nwait = '-2h'", "line 2: step 1: wait.*-2h"),
    ("[[step]]\nsleep = -1", "line 2: step 1: sleep.*-1"),
    ("[[step]]\nsleep = '8h'\ninterval = 0", "line 3: step 1: interval"),
    ("[[step]]\nsleep = '1000d'\ninterval = 0.001", "line 3.*too short"),
    ("[[step]]\nsleep = '1s'", "line 2: step 1: sleep of 1 s ends before .*300 s; sleep longer or give a smaller interval"),
    ("[[step]]\ncrash = 'yes'", "crash = true"),
    ("[[step]]\ncrash = true\ndown = '-1h'", "line 3.*-1h"),
    ("[[step]]\npressure = 101", "line 2: step 1: pressure.*101"),
    ("[[step]]\nperceive = 'x'\nimportance = 2", "line 3: step 1: importance.*2"),
    ("[[step]]\nperceive = 'x'\nimportance = nan", "line 3.*importance"),
    ("[[step]]\nperceive = 'x'\nconfidence = 7", "line 3: step 1: confidence"),
    ("[[step]]\nperceive = 'x'\nmodality = 'smell'", "line 3.*smell"),
    ("[[step]]\nperceive = 5", "perceive takes a text"),
    ("[[step]]\nperceive = [5]", "perceive takes a text"),
    ("[[step]]\ngenerate = 'songs'\nlabel = 'a'", "line 2: step 1: generate.*songs"),
    ("[[step]]\ngenerate = 'words'", "needs label"),
    ("[[step]]\ngenerate = 'words'\nlabel = 'a'\nn = 0", "line 4: step 1: n .*0"),
    ("[[step]]\ngenerate = 'words'\nlabel = 'a'\nn = 2.5", "line 4: step 1: n .*2.5"),
    ("[[step]]\ngenerate = 'words'\nlabel = 'a'\nn = 100000", "line 4: step 1: n = 100000 is more than"),
    ("[[step]]\ngenerate = 'words'\nlabel = 'a'\nlanguage = 'fr'", "line 4: step 1: language.*fr"),
    ("[[step]]\nprobe = 'x'", "no measure 'x'"),
    ("[[step]]\nprobe = 'x'\nmeasure = 'belived'", "line 3: step 1: no measure 'belived'; did you mean 'believed'"),
    ("[[step]]\nprobe = 'a@b'\nmeasure = 'facts'", "'@'"),
    ("[[step]]\nprobe = 'confidence'", "needs of"),
    ("[[step]]\nprobe = 'facts'\nof = 'x'", "line 3: step 1: unknown key 'of'"),
    ("[[step]]\nprobe = 'facts'\nevery = 0", "line 3: step 1: every"),
    ("[[step]]\nprobe = 'facts'\nfor = '2h'", "line 3: step 1.*every"),
    ("[[step]]\nprobe = 'hit_rate'\ncues = ['x']", "line 3: step 1: cues is a list of pairs"),
    (PROBED + "[[step]]\nexpect = 'facts'", "line 4: step 2: expect needs at least one"),
    (PROBED + "[[step]]\nexpect = 'facts'\nat_least = nan", "line 5: step 2: at_least"),
    (PROBED + "[[step]]\nexpect = 'facts'\nat_least = true", "line 5: step 2: at_least"),
    (ASKED + "[[step]]\nexpect = 'q'\ncontains = 5", "line 6: step 2: contains"),
    # what does not fit together
    (TIMED.format(3) + TIMED.format(2), "line 6: step 2: time 2026-01-02T00:00:00 has passed.*2026-01-03"),
    (TIMED.format(2) + "[[step]]\nwait = '2d'\n" + TIMED.format(3), "line 8: step 3: time.*has passed"),
    (TIMED.format(2) + FACTS + "spacing = '1d'\n" + TIMED.format(3), "line 11: step 3: time.*has passed"),
    ("start = '2026-02-01'\n" + TIMED.format(2), "line 4: step 1: time.*has passed"),
    (PROBED + PROBED, "line 4: step 2: 'facts' is the name of an earlier step"),
    (ASKED + ASKED, "line 6: step 2: 'q' is the name"),
    (ASKED + "[[step]]\nprobe = 'q'\nmeasure = 'facts'", "line 5: step 2: 'q' is the name"),
    (FACTS + FACTS, "line 7: step 2: 'a' is the name"),
    ("[[step]]\nexpect = 'q'\ncontains = 'x'\n" + ASKED, "line 2: step 1: no answer or probe so far.*'q'"),
    (PROBED + "[[step]]\nexpect = 'fact'\nat_least = 1", "line 4: step 2.*did you mean 'facts'"),
    (PROBED + "[[step]]\nexpect = 'facts'\nat_least = 'x'", "line 5: step 2: no answer or probe.*'x'"),
    (PROBED + "[[step]]\nexpect = 'facts'\ncontains = 'x'", "line 5: step 2: contains is asked of answers"),
    (PROBED + "[[step]]\nexpect = 'facts@2h'\nat_least = 1", "line 4: step 2: 'facts' is not measured at 2h"),
    (REPEATED + "[[step]]\nexpect = 'facts@7h'\nat_least = 1", "not measured at 7h"),
    (REPEATED + "[[step]]\nexpect = 'facts@18h'\nat_least = 1", "not measured at 18h"),
    (REPEATED + "[[step]]\nexpect = 'facts@soon'\nat_least = 1", "soon"),
    ("[[step]]\nrehearse = 'a'", "line 2: step 1: nothing perceived so far"),
    (FACTS + "[[step]]\nrehearse = 'b'", "line 6: step 2.*did you|line 6: step 2.*known here: a"),
    ("[[step]]\nprobe = 'answer'\nof = 'q'\ncontains = 'x'", "line 3: step 1: no question so far"),
    ("[[step]]\nprobe = 'in_mind'\nof = 'a'", "line 3: step 1: nothing perceived"),
    ("[[step]]\nperceive='x'\nlabel='p'\n[[step]]\nprobe='hit_rate'\nof='p'", "line 6: step 2: hit_rate needs"),
    ("[[step]]\nperceive='x'\nlabel='p'\n[[step]]\nprobe='free_recall'\nof='p'", "line 6: step 2: free_recall.*session"),
    (FACTS + "[[step]]\ngenerate='facts'\nlabel='b'\nabout='c'", "line 8: step 2: no list of facts"),
    (FACTS + "[[step]]\ngenerate='facts'\nlabel='b'\nabout='a'\nn=6", "line 9: step 2: n = 6 is more than the 5"),
    (FACTS + "[[step]]\ngenerate='words'\nlabel='b'\nabout='a'", "line 8: step 2: only facts"),
    # parameters
    ("[parameters]\n'a b' = 1\n[[step]]\nwait = 1", "'a b' cannot name a parameter"),
    ("[parameters]\nn = 1\n[[step]]\nwait = '{m}'", "step 1: no parameter {m}"),
    ("[[step]]\nask = 'что такое {x}?'", "step 1: no parameter {x}"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "named"), BAD)
def test_a_bad_file_is_named_in_one_line(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(BrainError, match=named) as refused:
        load_scenario(written(tmp_path, text))
    assert "\n" not in str(refused.value)
    assert "scenario.toml" in str(refused.value)


def test_settings_are_checked_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="max_size"):
        load_scenario(written(tmp_path, "[config.working]\nmax_sise = 3\n[[step]]\nwait = 1"))


def test_a_key_within_a_long_text_is_not_taken_for_a_step(tmp_path: Path) -> None:
    text = 'why = """\n[[step]]\nask = 1\n"""\n[[step]]\nask = "x"\nlabel = 3\n'
    with pytest.raises(InvalidInputError, match="line 7: step 1: label"):
        load_scenario(written(tmp_path, text))


def test_steps_written_inline_are_named_without_a_line(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match=r"scenario\.toml: step 2: wait"):
        load_scenario(written(tmp_path, "step = [{ wait = 1 }, { wait = -1 }]"))


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0s"), (1, "1s"), (90, "90s"), (5400, "90m"), (7200, "2h"), (86_400, "1d"), (1.5, "1.5s")]
)
def test_durations_are_written_as_they_are_read(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text
    assert seconds_from(text) == seconds


def test_every_measure_says_what_it_is() -> None:
    assert all(measure.what and measure.what[-1] != "." for measure in MEASURES.values())
    assert {measure.about for measure in MEASURES.values()} == {"", "concept", "source", "answer", "list", "cues"}
