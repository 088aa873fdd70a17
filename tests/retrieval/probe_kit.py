"""Probes: hand-made cases of retrieval as data, and the minds that they are put to."""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from brain.chance import seeded_ids
from brain.clock import VirtualClock
from brain.memory import EvidenceBundle, MemoryManager
from brain.pressure import FixedPressure

HERE = Path(__file__).parent
DAY = 86_400.0
_BACKGROUND_AGE = 30 * DAY


@dataclass(frozen=True)
class Stored:
    """One text of a case; `days_ago` before the question."""

    text: str
    source: str = "user_input"
    session: str = ""
    days_ago: float = 0.0
    tags: list[str] = field(default_factory=list)
    before: int = 0  # lines of filler before the text, for long texts
    after: int = 0

    @property
    def content(self) -> str:
        filler = [f"Paragraph {n}: nothing of note was written down here." for n in range(self.before + self.after)]
        return "\n".join([*filler[: self.before], self.text, *filler[self.before :]])


@dataclass(frozen=True)
class Case:
    """What is stored, what is asked, and what must come of it.

    Attributes:
        store, facts, aliases, relations: what the mind learns, in this order. A fact is [concept, description], an
            alias [concept, alias], a relation [source, target, type].
        ask: each of these questions must give the same result.
        first: a part of the text that must come first.
        among: parts of texts that must be among the first `top`.
        above: pairs of parts of texts; the first of a pair must stand before the second, wherever both are.
        absent: parts of texts that must not be among the first `top`.
        empty: nothing may be found.
        low: `sufficiency` must say that this is no answer.
        quote: what `explain` and the summary must show of the text that comes first.
        goal: type of the goal pursued.
        actors: whether the case also runs through a whole brain, in both runtimes.
        xfail: why this is known to fail.

    """

    name: str
    theme: str
    ask: list[str]
    store: list[Stored] = field(default_factory=list)
    facts: list[list[str]] = field(default_factory=list)
    aliases: list[list[str]] = field(default_factory=list)
    relations: list[list[str]] = field(default_factory=list)
    first: str = ""
    among: list[str] = field(default_factory=list)
    above: list[list[str]] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    empty: bool = False
    low: bool = False
    quote: str = ""
    top: int = 3
    goal: str = "answer_question"
    actors: bool = False
    xfail: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether the case is about texts alone, so that every memory must answer alike."""
        return not (self.facts or self.aliases or self.relations)


@dataclass(frozen=True)
class Goal:
    """A goal as retrieval sees it."""

    goal_type: str


def table(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


@cache
def all_cases() -> list[Case]:
    return [
        _case(path.stem, entry)
        for path in sorted((HERE / "cases").glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    ]


def _case(theme: str, entry: dict[str, Any]) -> Case:
    texts = entry.pop("store", [])
    stored = [Stored(**each) if isinstance(each, dict) else Stored(each) for each in texts]
    asked = entry.pop("ask")
    return Case(theme=theme, store=stored, ask=[asked] if isinstance(asked, str) else asked, **entry)


def background() -> list[Stored]:
    """Return what every mind holds besides."""
    texts = table("background.toml")
    return [Stored(text, "user_input", name if name != "notes" else "") for name in texts for text in texts[name]]


def open_mind(directory: Path) -> MemoryManager:
    return MemoryManager(
        directory,
        auto_consolidate=False,
        clock=VirtualClock(),
        ids=seeded_ids(str(directory)),
        pressure=FixedPressure(),
    )


def write_background(directory: Path) -> None:
    mind = open_mind(directory)
    happened = mind.clock.now() - _BACKGROUND_AGE
    for number, each in enumerate(background()):
        mind.store(each.text, source_ref=each.source, session_id=each.session, created_at=happened + 60.0 * number)
    mind.stop()


def mind_for(case: Case, template: Path, directory: Path) -> MemoryManager:
    """Return a mind with the background and what the case stores."""
    shutil.copytree(template, directory)
    mind = open_mind(directory)
    for number, each in enumerate(case.store):
        mind.store(
            each.content,
            source_ref=each.source,
            session_id=each.session,
            tags=each.tags,
            created_at=mind.clock.now() - each.days_ago * DAY - 60.0 * (len(case.store) - number),
        )
    for concept, description, *source in case.facts:
        mind.store_fact(concept, description, source_ref=source[0] if source else "user_input")
    for concept, alias in case.aliases:
        if mind.semantic.get_fact(concept) is None:
            mind.semantic.store_fact(concept)
        mind.semantic.add_alias(concept, alias)
    for source, target, kind in case.relations:
        mind.semantic.add_relation(source, target, 0.7, kind)
    return mind


def check(case: Case, texts: list[str], bundle: EvidenceBundle | None = None) -> None:
    """Fail unless these texts, best first, are what the case demands."""
    shown = "\n".join(f"  {place}. {text[:100]}" for place, text in enumerate(texts, start=1)) or "  nothing"
    why = f"\n{shown}\n{bundle.explain() if bundle else ''}"
    if case.empty:
        assert not texts, why
    if case.first:
        assert texts and case.first in texts[0], why
    for part in case.among:
        assert any(part in text for text in texts[: case.top]), f"{part!r} is missing{why}"
    for part in case.absent:
        assert not any(part in text for text in texts[: case.top]), f"{part!r} is there{why}"
    for before, after in case.above:
        places = [next((i for i, text in enumerate(texts) if part in text), len(texts)) for part in (before, after)]
        assert places[0] < places[1], f"{before!r} is not above {after!r}{why}"
