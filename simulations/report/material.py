"""What a report is made of, gathered in one pass over the run's files."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from actors.trace import TraceRecord
from simulations.trace.beliefs import Beliefs
from simulations.trace.holdings import Holdings, Item
from simulations.trace.path import QuestionPath, question_paths
from simulations.trace.retrievals import Retrieved, retrieved
from simulations.trace.run_files import RunFiles

__all__ = ["Event", "Material", "gathered"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a reader of a run wants to see on its timeline; `lane` is a key of `timeline.LANES`."""

    hours: float
    lane: str
    text: str
    detail: str = ""


@dataclass(slots=True)
class Material:
    """A run as its report tells it.

    Attributes:
        hours: how long it lasted.
        scenario: the scenario file's own table, {} if there is none.
        questions: the messages `Think`, in order.
        evidence: what was retrieved for each of them.
        traffic: how many messages each structure handled, by type.

    """

    files: RunFiles
    beliefs: Beliefs
    holdings: Holdings
    began: float = 0.0
    ended: float = 0.0
    scenario: dict[str, Any] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    questions: list[TraceRecord] = field(default_factory=list)
    traffic: dict[str, Counter[str]] = field(default_factory=dict)
    items: list[Item] = field(default_factory=list)
    chains: dict[str, list[TraceRecord]] = field(default_factory=dict)

    @property
    def hours(self) -> float:
        """How long the run lasted, in hours of the brain's time."""
        return (self.ended - self.began) / 3600

    @property
    def result(self) -> dict[str, Any]:
        """`result.json`, {} if there is none."""
        return self.files.result

    def since(self, time: float) -> float:
        """Return seconds since 1970 as hours since the run began."""
        return (time - self.began) / 3600

    def evidence(self, question: TraceRecord) -> list[Retrieved]:
        """Return what was retrieved for a question, best first."""
        return list(retrieved([question]))

    def path(self, question: TraceRecord) -> QuestionPath:
        """Return the path of a question through the brain."""
        return question_paths(self.chains[question.trace_id], [question])[0]

    def see(self, record: TraceRecord) -> None:
        """Take in one message."""
        if not self.began:
            self.began = record.time
        self.ended = max(self.ended, record.time)
        self.traffic.setdefault(record.receiver, Counter())[record.type] += 1
        self.beliefs.see(record)
        self.holdings.see(record)
        self._chain(record)
        tell = _TOLD.get(record.type)
        if record.outcome != "ok":
            self._tell(record, "failure", f"{record.type} to {record.receiver}", record.outcome)
        elif tell is not None:
            tell(self, record)

    def _tell(self, record: TraceRecord, lane: str, text: str, detail: str = "") -> None:
        self.events.append(Event(self.since(record.time), lane, text, detail))

    def _chain(self, record: TraceRecord) -> None:
        """Keep the messages of questions alone: within a chain, what was asked comes before what asked."""
        if record.kind == "timer":
            self.chains.pop(record.trace_id, None)
            return
        self.chains.setdefault(record.trace_id, []).append(record)
        if record.type == "Think":
            self.questions.append(record)
        elif record.cause is None:
            self.chains.pop(record.trace_id)

    def _perceived(self, record: TraceRecord) -> None:
        self._tell(record, "percept", record.carried["text"])

    def _asked(self, record: TraceRecord) -> None:
        reply = record.reply if isinstance(record.reply, dict) else {}
        self._tell(record, "question", record.carried["text"], reply.get("response", ""))

    def _consolidated(self, record: TraceRecord) -> None:
        if isinstance(record.reply, dict):
            did = [f"{name.replace('_', ' ')} {count}" for name, count in record.reply.items() if name != "type"]
            kind = "consolidation" if record.kind == "timer" else "forced consolidation"
            self._tell(record, "consolidation", kind, ", ".join(did))

    def _felt(self, record: TraceRecord) -> None:
        self._tell(
            record, "feedback", f"{record.type.lower()}: {record.carried['concept']}", record.carried["source_ref"]
        )

    def _slept(self, record: TraceRecord) -> None:
        began, ended = self.since(record.carried["began"]), self.since(record.carried["ended"])
        self._tell(record, "sleep", f"slept for {ended - began:.3g} hours")

    def _started(self, record: TraceRecord) -> None:
        if record.seq > 1:
            self._tell(record, "crash", "started again after a crash", f"{record.reply} episodes replayed")

    def _forgot(self, record: TraceRecord) -> None:
        self._tell(record, "feedback", f"forget: {record.carried['key']}")


_TOLD: dict[str, Callable[[Material, TraceRecord], None]] = {
    "PerceptStored": Material._perceived,  # noqa: SLF001
    "Think": Material._asked,  # noqa: SLF001
    "Consolidate": Material._consolidated,  # noqa: SLF001
    "Confirm": Material._felt,  # noqa: SLF001
    "Deny": Material._felt,  # noqa: SLF001
    "Forget": Material._forgot,  # noqa: SLF001
    "NoteSleep": Material._slept,  # noqa: SLF001
    "Replay": Material._started,  # noqa: SLF001
}


def gathered(path: Path) -> Material:
    """Read a run directory.

    Raises:
        InvalidInputError: if there is no run in `path`, or one of another format version.
        StorageError: if a file is missing or damaged; the file and the line are named.

    """
    files = RunFiles.open(path)
    beliefs = Beliefs(files.config)
    material = Material(files, beliefs, Holdings(files.config, beliefs))
    for record in files.records():
        material.see(record)
    material.items = material.holdings.items()
    material.questions.sort(key=lambda record: record.seq)
    files.notes.extend(material.holdings.doubts)
    try:
        material.scenario = tomllib.loads((path / "scenario.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        material.scenario = {}  # it is told for its title alone
    return material
