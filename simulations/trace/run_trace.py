"""A finished run as data frames, with what is asked of it most: lags, latencies, causes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from actors.trace import TraceRecord
from brain.errors import MissingExtraError, NotFoundError
from simulations.trace.beliefs import Beliefs, Course
from simulations.trace.causality import Causality
from simulations.trace.holdings import STRUCTURES, Holdings
from simulations.trace.path import QuestionPath, question_paths, short_reply, short_words
from simulations.trace.retrievals import PARTS, retrieved
from simulations.trace.run_files import RunFiles

if TYPE_CHECKING:
    from types import ModuleType

    import pandas as pd

__all__ = ["RunTrace", "load"]

_MOST_MOMENTS = 400  # of one belief's course; changes are kept, ticks between them thinned
_SUMMED = ("transferred", "duplicates", "examined", "facts_learnt", "cleaned")


@dataclass(slots=True)
class RunTrace:
    """What happened in a run.

    Frames have a `time` in virtual seconds since 1970 and, where it helps, `hours` since the run began.

    Attributes:
        messages: a row a message, in order of sending: `seq, time, hours, sender, receiver, kind, type, trace_id,
            cause, outcome, says, answer, carried, reply`; `says` and `answer` are short words, the last two objects.
        items: a row for everything that a structure held: `structure, item, text, since, until, ended, importance,
            source, trace_id`; `until` is NaN for what was held to the end. What was in mind is worked out.
        levels: how many things each structure held: `time, hours, structure, held`, a row a change.
        retrievals: a row a piece of evidence: `seq, time, query, rank, memory, key, source, text, hop`, the parts of
            its score, `score`, and `supports`: whether the answer rests on it.
        consolidations: a row a cycle: `seq, time, hours, kind` ('timer', or 'ask' if it was forced) and what it did.
        confidence: how far each fact was believed: `time, hours, concept, value, event`; `event` is the message that
            changed it, or 'decay'.
        trust: likewise for sources: `time, hours, source, value, event`.
        answers: a row a question: `number, seq, time, question, goal, action, confidence, response, sufficiency,
            evidence, trace_id, label, sources, contradictions`; `number` from 1.
        notes: what is missing, cut off or only an estimate.

    """

    files: RunFiles
    records: list[TraceRecord]
    messages: pd.DataFrame
    items: pd.DataFrame
    levels: pd.DataFrame
    retrievals: pd.DataFrame
    consolidations: pd.DataFrame
    confidence: pd.DataFrame
    trust: pd.DataFrame
    answers: pd.DataFrame
    notes: list[str] = field(default_factory=list)
    _causality: Causality | None = None

    @property
    def began(self) -> float:
        """When the first message was sent, virtual seconds since 1970; 0 for an empty trace."""
        return self.records[0].time if self.records else 0.0

    def lag(self, message_type: str, after: str | None = None) -> pd.Series[float]:
        """Return the virtual seconds between messages of a type, or from the last `after` to each of them.

        The index is the `seq` of the later message. Messages before the first `after` are left out.

        Raises:
            NotFoundError: if the trace holds no message of a type that is named.

        """
        import pandas as pd

        for wanted in (message_type, after):
            if wanted is not None and not (self.messages["type"] == wanted).any():
                raise NotFoundError(f"the trace holds no message {wanted!r}")
        last: float | None = None
        lags: dict[int, float] = {}
        for record in self.records:
            if record.type == message_type and last is not None:
                lags[record.seq] = record.time - last
            if record.type == (after or message_type):
                last = record.time
        series: pd.Series[float] = pd.Series(lags, dtype=float, name="lag_s")
        return series

    def latency(self) -> pd.DataFrame:
        """Return how long messages took by the wall clock: a row a type, slowest in sum first.

        Columns `count, mean_s, median_s, p95_s, max_s, total_s, own_s`; `own_s` is the total without what was asked
        within. Empty if the run kept no `timing.jsonl`.
        """
        import pandas as pd

        wall = self.files.wall_seconds()
        self._note(self.files.notes)
        inner: dict[int, float] = {}
        for record in self.records:
            if record.kind == "ask" and record.cause is not None:
                inner[record.cause] = inner.get(record.cause, 0.0) + wall.get(record.seq, 0.0)
        rows = [
            (record.type, wall[record.seq], wall[record.seq] - inner.get(record.seq, 0.0))
            for record in self.records
            if record.seq in wall
        ]
        timed = pd.DataFrame(rows, columns=["type", "wall_s", "own_s"])
        grouped = timed.astype({"wall_s": float, "own_s": float}).groupby("type")
        wall_s = grouped["wall_s"]
        table = pd.DataFrame(
            {
                "count": wall_s.count(), "mean_s": wall_s.mean(), "median_s": wall_s.median(),
                "p95_s": wall_s.quantile(0.95), "max_s": wall_s.max(), "total_s": wall_s.sum(),
                "own_s": grouped["own_s"].sum(),
            }
        )  # fmt: skip
        slowest: pd.DataFrame = table.sort_values("total_s", ascending=False, kind="stable")
        return slowest

    def causes_of(self, record: TraceRecord | int) -> list[TraceRecord]:
        """Return a message, or the one of that `seq`, and what caused it: what came from outside last.

        Raises:
            NotFoundError: if there is no such message.

        """
        return self._causes().causes_of(record if isinstance(record, int) else record.seq)

    def chain(self, trace_id: str) -> list[TraceRecord]:
        """Return all messages of one chain of events, in order of sending.

        Raises:
            NotFoundError: if there is no such chain.

        """
        return self._causes().chain(trace_id)

    def tree(self, trace_id: str) -> str:
        """Return a chain of events as an indented tree of text.

        Raises:
            NotFoundError: if there is no such chain.

        """
        return self._causes().tree(trace_id)

    def path(self, number: int = 1) -> QuestionPath:
        """Return the path of a question through the brain; questions count from 1.

        Raises:
            NotFoundError: if there is no such question.

        """
        asked = [record for record in self.records if record.type == "Think"]
        if not 1 <= number <= len(asked):
            raise NotFoundError(f"the trace holds {len(asked)} questions, there is no number {number}")
        return question_paths(self.records, [asked[number - 1]])[0]

    def _causes(self) -> Causality:
        self._causality = self._causality or Causality(self.records)
        return self._causality

    def _note(self, notes: Iterable[str]) -> None:
        self.notes = list(dict.fromkeys([*self.notes, *notes]))


def load(run_dir: Path | str) -> RunTrace:
    """Read a run directory into frames.

    A last line that was cut off is left out, and `notes` says so.

    Raises:
        MissingExtraError: if pandas is not installed.
        InvalidInputError: if there is no run in `run_dir`, or one of another format version.
        StorageError: if a file is missing or damaged; the file and the line are named.

    """
    _pandas()
    files = RunFiles.open(run_dir)
    beliefs = Beliefs(files.config)
    holdings = Holdings(files.config, beliefs)
    records = []
    for record in files.records():
        beliefs.see(record)
        holdings.see(record)
        records.append(record)
    records.sort(key=lambda record: record.seq)
    items = holdings.items()
    began = records[0].time if records else 0.0
    ended = max((record.time for record in records), default=0.0)
    trace = RunTrace(
        files, records,
        messages=_messages(records, began),
        items=_frame([asdict(item) for item in items], _ITEM_COLUMNS, ("until", "importance")),
        levels=_levels(holdings.levels(items), began),
        retrievals=_retrievals(records),
        consolidations=_consolidations(records, began),
        confidence=_courses(beliefs.facts.values(), "concept", began, ended),
        trust=_courses(beliefs.sources.values(), "source", began, ended),
        answers=_answers(records, files.result.get("answers", [])),
    )  # fmt: skip
    trace._note([*files.notes, *holdings.doubts])  # noqa: SLF001
    return trace


_ITEM_COLUMNS = ("structure", "item", "text", "since", "until", "ended", "importance", "source", "trace_id")
_MESSAGE_COLUMNS = (
    "seq", "time", "hours", "sender", "receiver", "kind", "type", "trace_id", "cause", "outcome", "says", "answer",
    "carried", "reply",
)  # fmt: skip
_RECORD_COLUMNS = tuple(name for name in _MESSAGE_COLUMNS if name not in ("hours", "says", "answer"))
_ANSWER_COLUMNS = (
    "number", "seq", "time", "question", "goal", "action", "confidence", "response", "sufficiency", "evidence",
    "trace_id", "label", "sources", "contradictions",
)  # fmt: skip
_REPLIED = ("goal", "action", "confidence", "response", "sufficiency")
_TOLD = ("response", "label", "sources", "contradictions")


def _pandas() -> ModuleType:
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtraError("frames need pandas: pip install 'actor-brain[lab]'") from error
    return pd


def _frame(rows: list[dict[str, Any]], columns: tuple[str, ...], numbers: tuple[str, ...] = ()) -> pd.DataFrame:
    frame: pd.DataFrame = _pandas().DataFrame(rows, columns=list(columns))
    return frame.astype(dict.fromkeys(numbers, float))


def _messages(records: list[TraceRecord], began: float) -> pd.DataFrame:
    columns: dict[str, list[Any]] = {name: [vars(record)[name] for record in records] for name in _RECORD_COLUMNS}
    columns["hours"] = [(record.time - began) / 3600 for record in records]
    columns["says"] = [short_words(record.carried) for record in records]
    columns["answer"] = [short_reply(record.reply) for record in records]
    frame: pd.DataFrame = _pandas().DataFrame(columns, columns=list(_MESSAGE_COLUMNS))
    return frame.astype({"cause": "Int64"})


def _levels(levels: dict[str, list[tuple[float, int]]], began: float) -> pd.DataFrame:
    rows = [
        {"time": time, "hours": (time - began) / 3600, "structure": structure, "held": held}
        for structure in STRUCTURES
        for time, held in levels[structure]
    ]
    return _frame(rows, ("time", "hours", "structure", "held"))


def _retrievals(records: list[TraceRecord]) -> pd.DataFrame:
    rows = []
    for piece in retrieved(records):
        row = asdict(piece)
        rows.append({**row, **row.pop("parts")})
    columns = ("seq", "time", "query", "rank", "memory", "key", "source", "text", "hop", *PARTS, "score", "supports")
    return _frame(rows, columns, (*PARTS, "score"))


def _consolidations(records: list[TraceRecord], began: float) -> pd.DataFrame:
    rows = []
    for record in records:
        if record.type == "Consolidate":
            did = record.reply if isinstance(record.reply, dict) else {}
            row = {"seq": record.seq, "time": record.time, "hours": (record.time - began) / 3600, "kind": record.kind}
            rows.append({**row, **{name: did.get(name, 0) for name in _SUMMED}})
    return _frame(rows, ("seq", "time", "hours", "kind", *_SUMMED))


def _courses(courses: Iterable[Course], name: str, began: float, ended: float) -> pd.DataFrame:
    rows = []
    for course in courses:
        events = {change.time: change.event for change in course.changes}
        for moment in course.moments(ended, _MOST_MOMENTS):
            value = course.at(moment)
            if value is not None:
                row = {"time": moment, "hours": (moment - began) / 3600, name: course.name}
                rows.append({**row, "value": value, "event": events.get(moment, "decay")})
    return _frame(rows, ("time", "hours", name, "value", "event"), ("value",))


def _answers(records: list[TraceRecord], told: list[dict[str, Any]]) -> pd.DataFrame:
    asked = [record for record in records if record.type == "Think"]
    rows: list[dict[str, Any]] = []
    for number, record in enumerate(asked, start=1):
        reply = record.reply if isinstance(record.reply, dict) else {}
        row = dict.fromkeys(_ANSWER_COLUMNS) | {name: reply[name] for name in _REPLIED if name in reply}
        if len(told) == len(asked):
            row |= {name: told[number - 1].get(name) for name in _TOLD}
        row |= {"number": number, "seq": record.seq, "time": record.time, "trace_id": record.trace_id}
        rows.append(row | {"question": record.carried.get("text", ""), "evidence": len(reply.get("evidence", ()))})
    return _frame(rows, _ANSWER_COLUMNS, ("confidence", "sufficiency"))
