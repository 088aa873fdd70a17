"""Runs: the same from the same seed, in any process; what the directory holds; what percept files may say."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from brain import BrainConfig, FusedPercept
from brain.errors import BrainError, InvalidInputError
from brain.percept import EncodedPercept
from simulations.percept_file import scenario_from_percepts
from simulations.runner import StepFailedError, run_scenario
from simulations.scenario import Ask, Feedback, Perceive, Pressure, Scenario, Wait, load_scenario

NEURON = load_scenario("neuron")


@pytest.fixture(scope="module")
def neuron_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "neuron"
    run_scenario(NEURON, seed=7, out=out)
    return out


def test_a_run_directory_holds_everything(neuron_run: Path) -> None:
    assert {"config.toml", "result.json", "trace.jsonl", "timing.jsonl", "memory.db"} <= {
        p.name for p in neuron_run.iterdir()
    }
    assert BrainConfig.from_toml(neuron_run / "config.toml") == BrainConfig()
    assert (neuron_run / "memory.db").stat().st_mode & 0o077 == 0


def test_another_process_under_another_hash_seed_writes_the_same_bytes(neuron_run: Path, tmp_path: Path) -> None:
    command = [
        str(Path(sys.executable).with_name("brain")),
        "run",
        "neuron",
        "--seed",
        "7",
        "--out",
        str(tmp_path / "b"),
    ]
    subprocess.run(command, env=os.environ | {"PYTHONHASHSEED": "4242"}, check=True, capture_output=True)
    for name in ("trace.jsonl", "result.json", "config.toml"):
        assert (tmp_path / "b" / name).read_bytes() == (neuron_run / name).read_bytes(), name


def test_another_seed_gives_another_order_of_events(neuron_run: Path, tmp_path: Path) -> None:
    run_scenario(NEURON, seed=8, out=tmp_path / "c")
    assert (tmp_path / "c" / "trace.jsonl").read_bytes() != (neuron_run / "trace.jsonl").read_bytes()


def test_threads_come_to_the_same_answers(neuron_run: Path) -> None:
    expected = json.loads((neuron_run / "result.json").read_text(encoding="utf-8"))["answers"]
    threaded = run_scenario(NEURON, seed=7, runtime="threads")
    assert [a.response for a in threaded.answers] == [a["response"] for a in expected]
    assert [a.confidence for a in threaded.answers] == pytest.approx([a["confidence"] for a in expected])


def test_the_neuron_story(neuron_run: Path) -> None:
    answers = {a["label"]: a for a in json.loads((neuron_run / "result.json").read_text(encoding="utf-8"))["answers"]}
    assert "клетка нервной системы" in answers["before consolidation"]["response"]
    assert "мышца" in answers["after consolidation"]["response"]
    assert answers["after consolidation"]["contradictions"]
    assert "нет" in answers["claim"]["response"]
    assert answers["claim"]["goal"] == "verify_claim"
    assert "cell of the nervous system" in answers["in English"]["response"]
    assert answers["unknown"]["action"] == "refuse"
    assert "клетка нервной системы" in answers["after 24 hours"]["response"]
    assert "мышца" not in answers["after 24 hours"]["response"]
    assert answers["topic"]["goal"] == "explore_topic"


def test_trace_lines_are_json_with_their_causes(neuron_run: Path) -> None:
    records = [json.loads(line) for line in (neuron_run / "trace.jsonl").read_text(encoding="utf-8").splitlines()]
    by_seq = {record["seq"]: record for record in records}
    assert len(by_seq) == len(records)
    assert all(r["cause"] is None or by_seq[r["cause"]]["trace_id"] == r["trace_id"] for r in records)
    assert {"Perceive", "Think", "Consolidate", "StoreFact", "RetrieveStaged"} - {"RetrieveStaged"} <= {
        r["type"] for r in records
    }
    assert all(record["outcome"] == "ok" for record in records)


def test_an_earlier_run_is_replaced_and_anything_else_is_refused(tmp_path: Path) -> None:
    scenario = Scenario("one", steps=(Ask("Что такое нейрон?"),))
    run_scenario(scenario, out=tmp_path / "run")
    again = run_scenario(scenario, out=tmp_path / "run")
    assert again.holdings[-1].episodes == 1
    strange = tmp_path / "home"
    strange.mkdir()
    (strange / "memory.db").write_bytes(b"precious")
    with pytest.raises(InvalidInputError, match="not an earlier run"):
        run_scenario(scenario, out=strange)
    assert (strange / "memory.db").read_bytes() == b"precious"


def test_a_failing_step_is_named_and_what_came_before_is_kept(tmp_path: Path) -> None:
    good = Perceive(FusedPercept(inputs=[EncodedPercept(text="Синапс — контакт между нейронами.")]))
    bad = Feedback("кварк", confirmed=True)
    with pytest.raises(StepFailedError, match=r"step 2 \(feedback\).*кварк"):
        run_scenario(Scenario("bad", steps=(good, bad)), out=tmp_path / "run")
    assert (tmp_path / "run" / "trace.jsonl").stat().st_size > 0
    assert (tmp_path / "run" / "memory.db").stat().st_size > 0


def test_pressure_comes_from_the_scenario() -> None:
    percept = Perceive(FusedPercept(inputs=[EncodedPercept(text="нейрон — клетка")], metadata={"importance": 0.5}))
    steps = (percept, Wait(60.0))
    calm = run_scenario(Scenario("calm", steps=(*steps, Wait(3600.0))))
    tense = run_scenario(Scenario("tense", steps=(*steps, Pressure(90.0), Wait(3600.0))))
    assert tense.facts[0].confidence < calm.facts[0].confidence


def test_a_month_of_silence_is_slept_through(tmp_path: Path) -> None:
    path = tmp_path / "diary.jsonl"
    lines = [
        {"content": "Анна — врач", "time": "2026-01-01T10:00:00", "speaker": "Пётр", "session_id": "1"},
        {"content": "Anna moved to Riga", "time": "2026-02-01T10:00:00Z", "speaker": "Мария", "session_id": "2"},
    ]
    path.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    scenario = scenario_from_percepts(path)
    result = run_scenario(replace(scenario, steps=(*scenario.steps, Ask("Кто такая Анна?"))))
    assert result.decays == 6
    assert "врач" in result.answers[0].response
    assert {s.source_id: s.source_type for s in result.sources}["Пётр"] == "user"


def test_a_text_file_is_a_percept_a_line(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Синапс — контакт между нейронами.\n\nA neuron is a cell.\n", encoding="utf-8")
    assert len(scenario_from_percepts(path).steps) == 2


BAD_LINES = [
    ('{"content": "a"}\n{"content": ', "line 2.*not JSON"),
    ('{"content": "a"}\n\n["b"]', "line 3.*not a JSON object"),
    ('{"content": ""}', "line 1.*blank"),
    ('{"text": "a"}', "line 1.*'text'"),
    ('{"content": "a", "importance": 2}', "line 1.*importance"),
    ('{"content": "a", "importance": NaN}', "line 1.*importance"),
    ('{"content": "a", "time": "noon"}', "line 1.*noon"),
    ('{"content": "a", "modality": "smell"}', "line 1.*modality"),
    ('{"content": "a\\u0000b"}', "line 1.*NUL"),
    ('{"content": "a\\ud800"}', "line 1.*surrogate"),
    ("[" * 100_000, "line 1.*not JSON"),
    ("", "no percepts"),
]


@pytest.mark.parametrize(("text", "named"), BAD_LINES)
def test_a_bad_line_is_named(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "percepts.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BrainError, match=named) as refused:
        scenario_from_percepts(path)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="absent"):
        scenario_from_percepts(tmp_path / "absent.jsonl")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidInputError, match="UTF-8"):
        scenario_from_percepts(tmp_path / "binary.txt")
