"""The path of one question through the brain: who was asked what, in order, and what came back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from actors.trace import TraceRecord

__all__ = ["QuestionPath", "Step", "question_paths", "short_reply", "short_words"]

_LONGEST = 48
_IDENTIFIED = re.compile(r"^(?:Recollection|\w+\(\w+_id=.*\))$")  # means nothing to a reader; how many does


@dataclass(frozen=True, slots=True)
class Step:
    """One message of a path; `says` is what it asked about, `answer` what came back, both cut short."""

    seq: int
    time: float
    sender: str
    receiver: str
    kind: str
    type: str
    says: str
    answer: str
    outcome: str


@dataclass(frozen=True, slots=True)
class QuestionPath:
    """A question, all messages that it caused in order of sending, and who took part in order of appearance."""

    question: str
    trace_id: str
    steps: tuple[Step, ...]
    participants: tuple[str, ...]


def question_paths(records: Iterable[TraceRecord], questions: Sequence[TraceRecord]) -> list[QuestionPath]:
    """Return the path of each of `questions`, which are messages `Think`, in their order."""
    chains: dict[str, list[TraceRecord]] = {question.trace_id: [] for question in questions}
    for record in records:
        if record.trace_id in chains:
            chains[record.trace_id].append(record)
    return [_path(question, chains[question.trace_id]) for question in questions]


def _path(question: TraceRecord, chain: list[TraceRecord]) -> QuestionPath:
    within = {question.seq}
    steps = []
    for record in sorted(chain, key=lambda each: each.seq):
        if record.seq in within or record.cause in within:
            within.add(record.seq)
            steps.append(
                Step(
                    record.seq, record.time, record.sender, record.receiver, record.kind, record.type,
                    short_words(record.carried), short_reply(record.reply), record.outcome,
                )
            )  # fmt: skip
    names = dict.fromkeys(name for step in steps for name in (step.sender, step.receiver))
    return QuestionPath(str(question.carried.get("text", "")), question.trace_id, tuple(steps), tuple(names))


def short_words(carried: dict[str, Any]) -> str:
    """Return the first thing in a message that reads as words, cut short; "" if there is none."""
    for value in carried.values():
        if isinstance(value, str) and value:
            return _cut(value)
        if isinstance(value, dict) and value.get("first"):
            return _cut(", ".join(_named(item) for item in value["first"]) + (" …" if value["len"] > 3 else ""))
    return ""


def short_reply(reply: Any) -> str:
    """Return a reply in a few words: a count, a name, a figure."""
    match reply:
        case None:
            return ""
        case bool():
            return "yes" if reply else "no"
        case int() | float():
            return f"{reply:.4g}"
        case {"type": str(kind)}:
            tell = _TOLD.get(kind)
            return kind if tell is None else _cut(tell(reply))
        case {"len": count, "first": [*first]}:
            return _listed(count, first)
        case _:
            return _cut(_named(reply))


_TOLD: dict[str, Callable[[dict[str, Any]], str]] = {
    "CognitiveResult": lambda reply: f"{reply['action']}, confidence {reply['confidence']:.2f}",
    "EvidenceBundle": lambda reply: f"{len(reply['evidence'])} pieces of evidence",
    "SemanticNode": lambda reply: f"{reply['concept']}, confidence {reply['confidence']:.2f}",
    "SourceRecord": lambda reply: f"{reply['source']}, trust {reply['trust']:.2f}",
    "StoreResult": lambda reply: reply["episodic"] or reply["working"],
}


def _listed(count: int, first: list[Any]) -> str:
    if not count:
        return "nothing"
    if all(isinstance(item, str) and _IDENTIFIED.search(item) for item in first):
        return f"{count} found"
    names = ", ".join(_named(item) for item in first)
    return _cut(f"{count}: {names}{' …' if count > len(first) else ''}")


def _named(item: Any) -> str:
    """Return a stand-in of the trace as a person would name it: `Episode(episode_id=e1)` as e1, a pair as a: b."""
    if isinstance(item, list) and len(item) == 2:
        return f"{_named(item[0])}: {_named(item[1])}"
    if isinstance(item, float):
        return f"{item:.3g}"
    if isinstance(item, dict):
        return str(item.get("type", item.get("len", "")))
    text = str(item)
    return text.partition("=")[2].removesuffix(")") if text.endswith(")") and "=" in text else text


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + "…"
