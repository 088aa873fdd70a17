"""The frames of a run: that they say what the brain itself said."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from brain.clock import timestamp_from
from simulations.trace import RunTrace, load
from tests.trace.story import HOSTILE, run_story


def lines(run: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (run / "trace.jsonl").read_text(encoding="utf-8").splitlines()]


def result_of(told: RunTrace) -> dict[str, list[dict[str, object]]]:
    return told.files.result


def test_every_message_has_its_row_in_order_of_sending(told: RunTrace, story: Path) -> None:
    written = lines(story)
    assert len(told.messages) == len(written)
    assert told.messages["seq"].is_monotonic_increasing
    assert set(told.messages["receiver"]) == {line["receiver"] for line in written}
    assert told.messages["hours"].min() == 0
    roots = told.messages[told.messages["cause"].isna()]
    assert set(roots["kind"]) <= {"ask", "tell", "timer"}
    assert not told.notes


def test_confidence_and_trust_end_where_the_brain_says(told: RunTrace) -> None:
    facts = told.confidence.groupby("concept")["value"].last()
    for fact in result_of(told)["facts"]:
        assert facts[fact["concept"]] == pytest.approx(fact["confidence"], abs=1e-12)
    trust = told.trust.groupby("source")["value"].last()
    assert len(trust) == len(result_of(told)["sources"]) == 5
    for source in result_of(told)["sources"]:
        assert trust[source["source_id"]] == pytest.approx(source["trust_score"], abs=1e-12)


def test_trust_between_messages_is_what_questions_were_told(told: RunTrace) -> None:
    compared = 0
    asked = [record for record in told.records if record.type == "GetTrustOf"]
    for record in asked:
        for reference, value in record.reply["first"]:
            source = reference.partition("#")[0]
            changed = told.trust[(told.trust["source"] == source) & (told.trust["event"] != "decay")]
            if (changed["time"] == record.time).any():
                continue  # before or after the question, the time alone does not tell
            before = told.trust[(told.trust["source"] == source) & (told.trust["time"] <= record.time)]
            assert before["value"].iloc[-1] == pytest.approx(value, abs=1e-9)
            compared += 1
    assert compared >= 2


def test_feedback_and_decay_are_told_apart(told: RunTrace) -> None:
    neuron = told.confidence[told.confidence["concept"] == "Нейрон"]
    assert list(neuron["event"].drop_duplicates()) == ["StoreFact", "ConfirmFact", "decay"]
    fading = neuron[neuron["event"] == "decay"]["value"]
    assert fading.is_monotonic_decreasing
    assert set(told.trust[told.trust["source"] == "user_input"]["event"]) >= {"MeetSource", "UpdateTrust", "decay"}


@pytest.mark.parametrize("law", ["power", "wickelgren", "half_life", "none"])
def test_beliefs_follow_every_law_of_decay(law: str, tmp_path: Path) -> None:
    from simulations.runner import run_scenario
    from simulations.scenario import load_scenario

    settings = {"decay.semantic": law, "decay.source": law, "consolidation.DECAY_INTERVAL": 3600}
    result = run_scenario(load_scenario("neuron"), seed=2, out=tmp_path / "run", config=settings)
    told = load(tmp_path / "run")
    facts, trust = told.confidence.groupby("concept")["value"], told.trust.groupby("source")["value"]
    assert len(result.facts) == 4
    for fact in result.facts:
        assert facts.last()[fact.concept] == pytest.approx(fact.confidence, abs=1e-9)
    for source in result.sources:
        assert trust.last()[source.source_id] == pytest.approx(source.trust_score, abs=1e-9)


def test_items_end_as_the_memory_file_holds_them(told: RunTrace, story: Path) -> None:
    held = told.items[told.items["ended"] == "held"].groupby("structure")["item"].apply(set)
    file = sqlite3.connect(f"file:{story / 'memory.db'}?mode=ro", uri=True)
    try:
        assert held["hippocampus"] == {row[0] for row in file.execute("SELECT episode_id FROM episodes")}
        assert held["temporal_cortex"] == {row[0] for row in file.execute("SELECT concept FROM semantic_nodes")}
        assert held["source_evaluator"] == {row[0] for row in file.execute("SELECT source_id FROM sources")}
        assert held["basal_ganglia"] == {row[0] for row in file.execute("SELECT name FROM procedures")}
    finally:
        file.close()


def test_what_was_in_mind_is_what_the_brain_counted(told: RunTrace) -> None:
    minded = told.items[told.items["structure"] == "prefrontal"]
    counts = [(record.time, record.seq, record.reply) for record in told.records if record.type == "DescribeWorking"]
    assert len(counts) >= 6
    levels = told.levels[told.levels["structure"] == "prefrontal"]
    for holdings in result_of(told)["holdings"]:
        at = timestamp_from(holdings["time"])
        assert levels[levels["time"] <= at]["held"].iloc[-1] in {
            status.get("window", 0) + status.get("protected", 0) for time, _, status in counts if time == at
        }
    assert (minded["ended"] == "held").sum() == result_of(told)["holdings"][-1]["in_mind"]
    # Protected, pushed out under pressure, dropped as stale, lost in the crash: all of them happened.
    assert set(minded["ended"]) == {"held", "displaced", "stale", "crash"}
    crashed = minded[minded["ended"] == "crash"]["until"]
    assert len(set(crashed)) == 1
    assert minded["until"].isna().sum() == (minded["ended"] == "held").sum()


def test_levels_are_what_was_counted_at_the_end(told: RunTrace) -> None:
    last = told.levels.groupby("structure")["held"].last()
    end = result_of(told)["holdings"][-1]
    names = {
        "prefrontal": "in_mind", "hippocampus": "episodes", "temporal_cortex": "facts",
        "source_evaluator": "sources", "basal_ganglia": "procedures",
    }  # fmt: skip
    assert {structure: last[structure] for structure in names} == {key: end[name] for key, name in names.items()}


def test_score_parts_are_those_that_explain_shows(told: RunTrace) -> None:
    asked = told.answers["seq"].tolist()
    for seq, answer in zip(asked, result_of(told)["answers"], strict=True):
        pieces = told.retrievals[told.retrievals["seq"] == seq]
        rows = [line.split() for line in answer["why"] if line.split()[0].isdigit()]
        assert len(rows) == len(pieces)
        for row, (_, piece) in zip(rows, pieces.iterrows(), strict=True):
            parts = [piece[name] for name in ("score", "relevance", "trust", "recency", "graph", "contradiction")]
            assert [float(figure) for figure in row[1:7]] == pytest.approx(parts, abs=0.00051)
    assert told.retrievals["score"].max() > 0.5
    assert told.retrievals.groupby("seq")["score"].apply(lambda scores: scores.is_monotonic_decreasing).all()
    assert told.retrievals[told.retrievals["seq"] == asked[0]]["supports"].any()


def test_answers(told: RunTrace) -> None:
    assert list(told.answers["question"]) == ["Что такое нейрон?", "What is an axon?", f"What about {HOSTILE}?"]
    assert list(told.answers["number"]) == [1, 2, 3]
    assert list(told.answers["label"])[:2] == ["first <label>", "second"]
    assert "клетка нервной системы" in told.answers["response"][0]
    assert told.answers["confidence"].between(0, 1).all()


def test_consolidations_add_up_to_the_result(told: RunTrace) -> None:
    result = told.files.result
    assert told.consolidations["transferred"].sum() == result["transferred"] > 0
    assert told.consolidations["facts_learnt"].sum() == result["facts_learnt"] > 0
    assert len(told.consolidations) == result["consolidations"]


def test_lags(told: RunTrace) -> None:
    cycles = told.lag("Consolidate")
    assert cycles.median() == 30.0
    assert cycles.max() == 630.0  # ten minutes down, and the next cycle half a minute after that
    after = told.lag("Consolidate", after="Perceive")
    assert after.iloc[0] == 30.0
    assert (after >= 0).all()


def test_latency_is_told_by_type(told: RunTrace) -> None:
    table = told.latency()
    assert table["count"].sum() == len(told.messages)
    assert (table["median_s"] <= table["max_s"]).all()
    assert table.loc["Think", "own_s"] < table.loc["Think", "total_s"]
    assert table["total_s"].is_monotonic_decreasing


def test_a_run_with_threads_is_read_as_well(tmp_path: Path) -> None:
    told = load(run_story(tmp_path / "run", runtime="threads"))
    assert len(told.answers) == 3
    facts = told.confidence.groupby("concept")["value"].last()
    for fact in told.files.result["facts"]:
        assert facts[fact["concept"]] == pytest.approx(fact["confidence"], abs=1e-9)
    assert len(told.retrievals) > 0
    assert told.path(1).steps[0].type == "Think"


def test_an_empty_trace_gives_empty_frames(copied: Path) -> None:
    (copied / "trace.jsonl").write_bytes(b"")
    told = load(copied)
    for name in ("messages", "items", "levels", "retrievals", "consolidations", "confidence", "trust", "answers"):
        frame = getattr(told, name)
        assert isinstance(frame, pd.DataFrame)
        assert frame.empty
        assert len(frame.columns) >= 4


def test_without_pandas_one_line_names_the_extra(story: Path) -> None:
    code = (
        "import sys; sys.modules['pandas'] = None\n"
        "from brain.errors import MissingExtraError\nfrom simulations.trace import load\n"
        f"try:\n    load({str(story)!r})\nexcept MissingExtraError as error:\n    print(error)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout == "frames need pandas: pip install 'actor-brain[lab]'\n"
