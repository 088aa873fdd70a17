"""Confidence in facts and trust in sources over time, worked out from what a trace carries.

A trace tells what was believed whenever a belief changed, and every tick of decay; between those the configured law
of decay applies (`brain.memory.decay`). Displacement by capacity is in no message: a displaced fact goes on fading.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from math import log1p
from typing import Any

from actors.trace import TraceRecord
from brain.config import BrainConfig
from brain.memory.decay import DecayLaw, law_from
from brain.memory.source_memory import source_key, source_type_of

__all__ = ["Beliefs", "Change", "Course", "Ticks"]

_ENCOUNTERS = 50


class Ticks:
    """The running sum of -ln(1 - rate) over the ticks of one kind of decay."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self._totals: list[float] = []
        self.total = 0.0

    def add(self, time: float, rate: float) -> None:
        """Count one tick of rate 0 to below 1."""
        self.total += -log1p(-rate)
        self.times.append(time)
        self._totals.append(self.total)

    def between(self, first: float, last: float, most: int) -> list[float]:
        """Return the moments of about `most` ticks from `first` to `last`, seconds, evenly thinned."""
        found = self.times[bisect_left(self.times, first) : bisect_right(self.times, last)]
        return found[:: max(1, len(found) // most)]

    def until(self, time: float) -> float:
        """Return the sum as of `time`, seconds; what ticked then is counted."""
        passed = bisect_right(self.times, time)
        return self._totals[passed - 1] if passed else 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """A belief was written: its strength before any fading (0-1), by what message, at which total of ticks.

    `encounters` are the moments, seconds, that the law of decay counts from.
    """

    time: float
    value: float
    event: str
    mark: float
    encounters: tuple[float, ...]


@dataclass(slots=True)
class Course:
    """How strongly one fact or source was believed, from its first mention on.

    Attributes:
        name: the concept or the source.
        about: the fact's latest description, or the source's type.
        trace_id: the chain of events that brought it up first.
        changes: when it was written, in order; never empty.
        ended: when it was deleted, seconds, or None.
        listed: 'black' or 'white' for a source on a list, which retrieval heeds instead of its trust.

    """

    name: str
    about: str
    trace_id: str
    ticks: Ticks
    law: DecayLaw
    changes: list[Change] = field(default_factory=list)
    ended: float | None = None
    listed: str = ""

    def at(self, time: float) -> float | None:
        """Return the belief (0-1) at `time`, seconds; None before the first mention and after deletion."""
        later = bisect_right(self.changes, time, key=lambda change: change.time)
        if not later or (self.ended is not None and time >= self.ended):
            return None
        change = self.changes[later - 1]
        ticked = max(0.0, self.ticks.until(time) - change.mark)
        return change.value * self.law.retained(ticked, [max(0.0, time - when) for when in change.encounters])

    def moments(self, until: float, most: int = 400) -> list[float]:
        """Return when it changed up to `until`, seconds: every message, about `most` ticks between, and the end."""
        first, last = self.changes[0].time, until if self.ended is None else min(until, self.ended)
        changed = [change.time for change in self.changes if change.time <= last]
        return sorted({*changed, *self.ticks.between(first, last, most), max(first, last)})


class Beliefs:
    """Follows facts and sources through a trace.

    Attributes:
        facts, sources: their courses, by concept and by source, in order of first mention.

    """

    def __init__(self, config: BrainConfig) -> None:
        self._config = config
        self._laws = law_from(config.decay.semantic, config.decay), law_from(config.decay.source, config.decay)
        self._fact_ticks, self._trust_ticks = Ticks(), Ticks()
        self._derived: set[tuple[str, str]] = set()  # deriving again from an episode changes nothing
        self.facts: dict[str, Course] = {}
        self.sources: dict[str, Course] = {}

    def see(self, record: TraceRecord) -> None:
        """Take in one message."""
        follow = _FOLLOWED.get(record.type)
        if follow is not None and record.outcome == "ok":
            follow(self, record)

    def _faded(self, record: TraceRecord) -> None:
        ticks = self._fact_ticks if record.type == "FadeFacts" else self._trust_ticks
        ticks.add(record.time, float(record.carried["rate"]))

    def _fact(self, record: TraceRecord) -> None:
        told = _told(record.reply, "SemanticNode")
        origin = record.carried.get("origin", "")
        if told and (not origin or (origin, told["concept"]) not in self._derived):
            self._derived.add((origin, told["concept"]))
            course = self.facts.get(told["concept"])
            if course is None or course.ended is not None:
                course = Course(told["concept"], "", record.trace_id, self._fact_ticks, self._laws[0])
                self.facts[course.name] = course
            course.about = told["description"]
            known = course.changes[-1].encounters if course.changes else ()
            told_at = record.carried.get("told_at")
            met = tuple(sorted([*known, record.time if told_at is None else float(told_at)])[-_ENCOUNTERS:])
            # What was told a while ago has faded by now: the law counts from when it was told.
            left = course.law.retained(0.0, [max(0.0, record.time - when) for when in met])
            value = told["confidence"] / left if left > 0 else told["confidence"]
            _write(course, Change(record.time, value, record.type, self._fact_ticks.total, met))

    def _linked(self, record: TraceRecord) -> None:
        """Note the fact without a description that a relation to an unknown concept makes of it."""
        name = record.carried["source"]
        if all(course.name.casefold() != name.casefold() for course in self.facts.values()):
            course = self.facts[name] = Course(name, "", record.trace_id, self._fact_ticks, self._laws[0])
            value = self._config.semantic.default_confidence
            _write(course, Change(record.time, value, record.type, self._fact_ticks.total, (record.time,)))

    def _source(self, record: TraceRecord) -> None:
        told = _told(record.reply, "SourceRecord")
        if told:
            known = self.sources.get(told["source"])
            anchored = known is None or record.type == "UpdateTrust"
            course = known or Course(told["source"], told["kind"], record.trace_id, self._trust_ticks, self._laws[1])
            self.sources[course.name] = course
            course.listed = told["listed"]
            if anchored:
                self._trust(course, record, told["trust"])

    def _met(self, record: TraceRecord) -> None:
        name = source_key(record.carried["source_id"])
        if name not in self.sources:
            kind = source_type_of(name)
            self.sources[name] = Course(name, kind, record.trace_id, self._trust_ticks, self._laws[1])
            self._trust(self.sources[name], record, self._config.source.initial_trust(kind))

    def _trust(self, course: Course, record: TraceRecord, trust: float) -> None:
        _write(course, Change(record.time, trust, record.type, self._trust_ticks.total, (record.time,)))

    def _forgotten(self, record: TraceRecord) -> None:
        gone = [record.carried["concept"]] if record.type == "DeleteFact" else record.reply["first"]
        folded = {str(concept).casefold() for concept in gone}
        for course in self.facts.values():
            if course.name.casefold() in folded and course.ended is None:
                course.ended = record.time
                self._derived = {known for known in self._derived if known[1] != course.name}


def _write(course: Course, change: Change) -> None:
    # With threads, two actors may note moments that differ from the order of handling.
    time = max(change.time, course.changes[-1].time) if course.changes else change.time
    course.changes.append(Change(time, change.value, change.event, change.mark, change.encounters))


def _told(reply: Any, kind: str) -> dict[str, Any]:
    return reply if isinstance(reply, dict) and reply.get("type") == kind else {}


_FOLLOWED: dict[str, Callable[[Beliefs, TraceRecord], None]] = {
    **dict.fromkeys(("FadeFacts", "FadeTrust"), Beliefs._faded),  # noqa: SLF001
    **dict.fromkeys(("StoreFact", "ConfirmFact", "DenyFact"), Beliefs._fact),  # noqa: SLF001
    **dict.fromkeys(
        ("RegisterSource", "UpdateTrust", "BlacklistSource", "WhitelistSource", "ClearSourceFlags"),
        Beliefs._source,  # noqa: SLF001
    ),
    "AddRelation": Beliefs._linked,  # noqa: SLF001
    "MeetSource": Beliefs._met,  # noqa: SLF001
    **dict.fromkeys(("DeleteFact", "ForgetDerived"), Beliefs._forgotten),  # noqa: SLF001
}
