"""What a trace tells of replies: figures where they explain a run, a word where there is nothing to tell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from actors import BrainSystem
from simulations.trace import RunTrace


def of_type(told: RunTrace, kind: str) -> list[Any]:
    return [record.reply for record in told.records if record.type == kind]


def test_cycles_in_which_nothing_happened_cost_a_word(told: RunTrace) -> None:
    replies = of_type(told, "Consolidate")
    idle = [reply for reply in replies if reply == "ConsolidationReport"]
    busy = [reply for reply in replies if reply != "ConsolidationReport"]
    assert len(idle) > 100 * len(busy) > 0
    assert all(reply["type"] == "ConsolidationReport" and all(reply.values()) for reply in busy)


def test_beliefs_carry_their_figures(told: RunTrace) -> None:
    learnt = of_type(told, "StoreFact")[0]
    assert set(learnt) == {"type", "concept", "description", "negated", "status", "confidence", "source"}
    assert 0 < learnt["confidence"] <= 1
    denied = of_type(told, "UpdateTrust")[-1]
    assert denied["source"] == "user_input"
    assert denied["trust"] < 0.8


def test_a_stored_percept_names_what_became_of_it(told: RunTrace) -> None:
    kept, *_, unimportant = of_type(told, "Perceive")[:5]
    assert kept["episodic"].startswith("ep_")
    assert kept["working"].startswith("wm_")
    assert unimportant["episodic"] == ""


def test_a_retrieval_from_outside_is_told_like_a_question(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    with BrainSystem.start(data_dir=tmp_path / "mind", runtime="deterministic", seed=1, trace_file=path) as brain:
        brain.perceive("Рига — столица Латвии", source_ref="docs/города.pdf", importance=0.7)
        bundle = brain.memory.retrieve_staged("столица")
    told = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    reply = next(record["reply"] for record in told if record["type"] == "RetrieveStaged")
    assert reply["type"] == "EvidenceBundle"
    assert [piece["key"] for piece in reply["evidence"]] == [piece.key for piece in bundle.evidence] != []
    assert sum(reply["evidence"][0]["parts"].values()) == bundle.evidence[0].score
