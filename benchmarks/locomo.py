"""Retrieval on conversations of the LoCoMo kind: is the turn that holds the answer among the first ten?

    python benchmarks/locomo.py --data FILE

The file is a list of `{id, turns, questions}`; a turn has `id, session, date, speaker, text, caption`, a question
`question, evidence, category`. Every turn is stored as an episode; each question goes through the public
`retrieve_staged`. Two baselines run beside it: FTS5 with porter stems, and BM25 over this project's own stems.
"""

from __future__ import annotations

import argparse
import json
import math
import sqlite3
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from measure import print_table

from brain.clock import VirtualClock
from brain.config import BrainConfig
from brain.language import DEFAULT_ANALYZER
from brain.memory import MemoryManager

TOP = 10
Ranker = Callable[[str], list[str]]


@dataclass
class Tally:
    """Sums over questions."""

    questions: int = 0
    at_5: float = 0.0
    at_10: float = 0.0
    reciprocal: float = 0.0
    seconds: list[float] = field(default_factory=list)

    def add(self, found: list[str], evidence: list[str], seconds: float) -> None:
        self.questions += 1
        self.at_5 += sum(e in found[:5] for e in evidence) / len(evidence)
        self.at_10 += sum(e in found[:TOP] for e in evidence) / len(evidence)
        self.reciprocal += next((1 / rank for rank, turn in enumerate(found[:TOP], 1) if turn in evidence), 0.0)
        self.seconds.append(seconds)

    def row(self, name: str) -> list[str]:
        n = max(1, self.questions)
        p95 = sorted(self.seconds)[int(0.95 * (len(self.seconds) - 1))] * 1e3 if self.seconds else 0.0
        return [
            name,
            str(self.questions),
            f"{self.at_5 / n:.3f}",
            f"{self.at_10 / n:.3f}",
            f"{self.reciprocal / n:.3f}",
            f"{p95:.2f}",
        ]


def when(date: str) -> float:
    """Read a date such as '1:56 pm on 8 May, 2023'."""
    return datetime.strptime(f"{date} +0000", "%I:%M %p on %d %B, %Y %z").timestamp()


def text_of(turn: dict[str, Any]) -> str:
    return f"{turn['text']} [{turn['caption']}]" if turn.get("caption") else str(turn["text"])


def ours(conversation: dict[str, Any], config: BrainConfig) -> Ranker:
    clock = VirtualClock()
    memory = MemoryManager(clock=clock, auto_consolidate=False, config=config)
    turn_of: dict[str, str] = {}
    for turn in conversation["turns"]:
        clock.set(max(clock.now(), when(turn["date"])) if turn_of else when(turn["date"]))
        kept = memory.store(
            text_of(turn), importance=0.5, source_ref=turn["speaker"], session_id=str(turn["session"]),
            created_at=when(turn["date"]),
        )  # fmt: skip
        assert kept.episodic is not None
        turn_of[kept.episodic.episode_id] = turn["id"]
    memory.working.clear()
    return lambda question: [turn_of[e.episode_id] for e in memory.retrieve_staged(question, top_n=TOP).episodes]


def fts5_porter(conversation: dict[str, Any]) -> Ranker:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE t USING fts5 (text, tokenize = 'porter')")
    turns = conversation["turns"]
    connection.executemany("INSERT INTO t (rowid, text) VALUES (?, ?)", [(i, text_of(t)) for i, t in enumerate(turns)])

    def rank(question: str) -> list[str]:
        words = ["".join(c for c in word if c.isalnum()) for word in question.split()]
        query = " OR ".join(f'"{word}"' for word in words if word)
        rows = connection.execute("SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT ?", (query, TOP))
        return [turns[row[0]]["id"] for row in rows]

    return rank


def stemmed_bm25(conversation: dict[str, Any]) -> Ranker:
    turns = conversation["turns"]
    documents = [Counter(DEFAULT_ANALYZER.terms(text_of(turn))) for turn in turns]
    postings: dict[str, list[int]] = defaultdict(list)
    for place, document in enumerate(documents):
        for term in document:
            postings[term].append(place)
    mean = sum(d.total() for d in documents) / len(documents)

    def rank(question: str) -> list[str]:
        scores: Counter[int] = Counter()
        for term in dict.fromkeys(DEFAULT_ANALYZER.content_terms(question)):
            places = postings.get(term, [])
            weight = math.log(1 + (len(turns) - len(places) + 0.5) / (len(places) + 0.5))
            for place in places:
                tf = documents[place][term]
                scores[place] += weight * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * documents[place].total() / mean))
        return [turns[place]["id"] for place, _ in scores.most_common(TOP)]

    return rank


def measured(conversations: list[dict[str, Any]], make: Callable[[dict[str, Any]], Ranker]) -> dict[str, Tally]:
    tallies: dict[str, Tally] = defaultdict(Tally)
    for conversation in conversations:
        rank = make(conversation)
        known = {turn["id"] for turn in conversation["turns"]}
        for question in conversation["questions"]:
            evidence = [turn for turn in question["evidence"] if turn in known]
            if evidence:
                began = time.perf_counter()
                found = rank(question["question"])
                taken = time.perf_counter() - began
                for name in ("all", f"category {question['category']}"):
                    tallies[name].add(found, evidence, taken)
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="a JSON file of conversations")
    parser.add_argument("--config", type=Path, help="a TOML file with settings of the brain")
    options = parser.parse_args()
    conversations = json.loads(options.data.read_text(encoding="utf-8"))
    config = BrainConfig.from_toml(options.config) if options.config else BrainConfig()
    config = config.with_settings({"episodic.max_episodes": 10_000_000})
    header = ("", "questions", "recall@5", "recall@10", "MRR", "p95 ms")
    mine = measured(conversations, lambda c: ours(c, config))
    rows = [
        measured(conversations, fts5_porter)["all"].row("FTS5 porter"),
        measured(conversations, stemmed_bm25)["all"].row("stemmed BM25, no stop words"),
        mine["all"].row("retrieve_staged"),
        *(mine[name].row(f"  {name}") for name in sorted(mine) if name != "all"),
    ]
    print_table(f"{len(conversations)} conversations", header, rows)


if __name__ == "__main__":
    main()
