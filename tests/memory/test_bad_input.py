"""What comes from outside and cannot be used is refused by name, in one line, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brain.clock import VirtualClock
from brain.errors import BrainError, InvalidInputError, NotFoundError
from brain.memory import (
    MemoryDatabase,
    MemoryManager,
    ModalEvidence,
    ProcedureStep,
    Relation,
    SemanticMemory,
    WorkingMemory,
)

Call = Callable[[MemoryManager, Any], object]

TEXTS = {
    "number": 5, "none": None, "blank": " \n\t", "nul": "a\x00b", "surrogate": "a\ud800b", "bytes": b"text",
}  # fmt: skip
UNITS = {"nan": float("nan"), "inf": float("inf"), "below": -0.01, "above": 1.01, "text": "0.5", "bool": True}
COUNTS = {"zero": 0, "negative": -1, "fraction": 1.5, "text": "5", "bool": True, "none": None}
NAMES = {"bare text": "биология", "number": 5, "numbers": [1], "blank": [" "], "surrogate": ["\udfff"]}
MOMENTS = {"nan": float("nan"), "words": "yesterday", "bool": True, "year 10000": 1e12, "list": []}
WORDS = {"unknown": "smell", "number": 5, "list": ["text"]}
RATES = {"nan": float("nan"), "one": 1, "negative": -0.1, "text": "0.1", "bool": True, "none": None}

TEXT_CALLS: dict[str, Call] = {
    "store": lambda m, v: m.store(v if v is not None and v != 5 else ""),
    "store source": lambda m, v: m.store("x", source_ref=v),
    "store session": lambda m, v: m.store("x", session_id=v),
    "store trace": lambda m, v: m.store("x", trace_id=v),
    "store_fact concept": lambda m, v: m.store_fact(v, "клетка"),
    "store_fact source": lambda m, v: m.store_fact("нейрон", "клетка", source_ref=v),
    "retrieve_staged": lambda m, v: m.retrieve_staged(v),
    "episodic.store": lambda m, v: m.episodic.store(v),
    "episodic.store source": lambda m, v: m.episodic.store("x", source=v),
    "episodic.get_by_id": lambda m, v: m.episodic.get_by_id(v),
    "episodic.delete": lambda m, v: m.episodic.delete(v),
    "episodic.get_neighbours": lambda m, v: m.episodic.get_neighbours(v),
    "semantic.store_fact": lambda m, v: m.semantic.store_fact(v, "клетка"),
    "semantic.add_relation source": lambda m, v: m.semantic.add_relation(v, "клетка"),
    "semantic.add_relation target": lambda m, v: m.semantic.add_relation("нейрон", v),
    "semantic.add_alias": lambda m, v: m.semantic.add_alias("известное", v),
    "semantic.confirm_fact": lambda m, v: m.semantic.confirm_fact(v),
    "semantic.deny_fact": lambda m, v: m.semantic.deny_fact(v),
    "semantic.delete_fact": lambda m, v: m.semantic.delete_fact(v),
    "confirm": lambda m, v: m.confirm(v),
    "deny source": lambda m, v: m.deny("известное", v if v is not None else " "),
    "source.register": lambda m, v: m.source.register(v),
    "source.update_trust": lambda m, v: m.source.update_trust(v, confirmed=True),
    "source.blacklist": lambda m, v: m.source.blacklist(v),
    "source.whitelist": lambda m, v: m.source.whitelist(v),
    "procedural.create": lambda m, v: m.procedural.create(v),
    "procedural.create step": lambda m, v: m.procedural.create("x", steps=[v]),
    "procedural.update_success": lambda m, v: m.procedural.update_success(v, success=True),
    "procedural.delete": lambda m, v: m.procedural.delete(v),
    "working.push": lambda m, v: m.working.push(v if v != 5 else ""),
    "working.push source": lambda m, v: m.working.push("x", source_ref=v),
    "working.remove": lambda m, v: m.working.remove(v),
}
UNIT_CALLS: dict[str, Call] = {
    "store importance": lambda m, v: m.store("x", importance=v),
    "store confidence": lambda m, v: m.store("x", confidence=v),
    "store evidence": lambda m, v: m.store("x", modal_evidence=[ModalEvidence("text", confidence=v)]),
    "store_fact importance": lambda m, v: m.store_fact("нейрон", "клетка", importance=v),
    "store_fact confidence": lambda m, v: m.store_fact("нейрон", "клетка", confidence=v),
    "store_fact weight": lambda m, v: m.store_fact("нейрон", "клетка", relations=[Relation("x", "is_a", v)]),
    "retrieve": lambda m, v: m.retrieve("известное", min_importance=v),
    "episodic.store": lambda m, v: m.episodic.store("x", importance=v),
    "episodic.search": lambda m, v: m.episodic.search("известное", min_importance=v),
    "semantic.search": lambda m, v: m.semantic.search("известное", min_confidence=v),
    "semantic.count_believed": lambda m, v: m.semantic.count_believed(v),
    "semantic.add_relation": lambda m, v: m.semantic.add_relation("нейрон", "клетка", v),
    "working.push": lambda m, v: m.working.push("x", importance=v),
}
COUNT_CALLS: dict[str, Call] = {
    "retrieve": lambda m, v: m.retrieve("известное", top_n=v),
    "retrieve_staged": lambda m, v: m.retrieve_staged("известное", top_n=v),
    "get_context": lambda m, v: m.get_context(v),
    "working.search": lambda m, v: m.working.search("известное", top_n=v),
    "working.awaiting_transfer": lambda m, v: m.working.awaiting_transfer(v, 0.3),
    "WorkingMemory": lambda m, v: WorkingMemory(v if v is not None else 1, clock=VirtualClock()),
    "episodic.search": lambda m, v: m.episodic.search("известное", top_n=v),
    "episodic.get_recent": lambda m, v: m.episodic.get_recent(v),
    "episodic.pending": lambda m, v: m.episodic.pending(v),
    "semantic.search": lambda m, v: m.semantic.search("известное", top_n=v),
    "semantic.get_related": lambda m, v: m.semantic.get_related("известное", v),
    "semantic.get_strongest": lambda m, v: m.semantic.get_strongest(v),
    "procedural.get_best": lambda m, v: m.procedural.get_best(v),
    "procedural.search": lambda m, v: m.procedural.search("известное", top_n=v),
}
NAMES_CALLS: dict[str, Call] = {
    "store tags": lambda m, v: m.store("x", tags=v),
    "store concepts": lambda m, v: m.store("x", concepts=v),
    "store_fact": lambda m, v: m.store_fact("нейрон", "клетка", tags=v),
    "episodic.store tags": lambda m, v: m.episodic.store("x", tags=v),
    "episodic.store concepts": lambda m, v: m.episodic.store("x", concepts=v),
    "procedural.create": lambda m, v: m.procedural.create("x", tags=v),
    "working.push": lambda m, v: m.working.push("x", tags=v),
}
MOMENT_CALLS: dict[str, Call] = {
    "store": lambda m, v: m.store("x", created_at=v),
    "episodic.store": lambda m, v: m.episodic.store("x", created_at=v),
    "episodic.get_by_time_range": lambda m, v: m.episodic.get_by_time_range(v, 0.0),
    "working.push": lambda m, v: m.working.push("x", ts=v),
}
WORD_CALLS: dict[str, Call] = {
    "store": lambda m, v: m.store("x", v),
    "episodic.store": lambda m, v: m.episodic.store("x", v),
    "working.push": lambda m, v: m.working.push("x", v),
    "retrieve": lambda m, v: m.retrieve("известное", memory_types=[v]),
    "source.register": lambda m, v: m.source.register("docs/a.pdf", v),
    "semantic.add_relation": lambda m, v: m.semantic.add_relation("нейрон", "клетка", 0.5, v),
    "semantic.get_related": lambda m, v: m.semantic.get_related("известное", relation_types=[v]),
    "working.display_status": lambda m, v: m.working.display_status(v),
}
RATE_CALLS: dict[str, Call] = {
    "semantic.apply_decay": lambda m, v: m.semantic.apply_decay(v),
    "source.apply_decay": lambda m, v: m.source.apply_decay(v),
}


def cases(calls: dict[str, Call], values: dict[str, Any]) -> list[Any]:
    return [pytest.param(c, v, id=f"{name}-{kind}") for name, c in calls.items() for kind, v in values.items()]


ALL = [
    *cases(TEXT_CALLS, TEXTS), *cases(UNIT_CALLS, UNITS), *cases(COUNT_CALLS, COUNTS), *cases(NAMES_CALLS, NAMES),
    *cases(MOMENT_CALLS, MOMENTS), *cases(WORD_CALLS, WORDS), *cases(RATE_CALLS, RATES),
]  # fmt: skip


def counts(manager: MemoryManager) -> tuple[int, ...]:
    status = manager.status()
    return status.working.window, status.episodes, status.nodes, status.sources, status.procedures


@pytest.mark.parametrize(("call", "value"), ALL)
def test_what_cannot_be_used_is_refused_in_one_line(manager: MemoryManager, call: Call, value: Any) -> None:
    manager.semantic.store_fact("известное", "описание")
    before = counts(manager), manager.semantic.get_facts(["известное"])
    with pytest.raises((InvalidInputError, NotFoundError)) as refused:
        call(manager, value)
    assert "\n" not in str(refused.value)
    assert (counts(manager), manager.semantic.get_facts(["известное"])) == before


QUERY_CALLS: dict[str, Call] = {
    "retrieve": lambda m, v: m.retrieve(v).total,
    "working.search": lambda m, v: len(m.working.search(v)),
    "episodic.search": lambda m, v: len(m.episodic.search(v)),
    "episodic.get_by_concept": lambda m, v: len(m.episodic.get_by_concept(v)),
    "episodic.get_by_session": lambda m, v: len(m.episodic.get_by_session(v)),
    "semantic.search": lambda m, v: len(m.semantic.search(v)),
    "semantic.get_fact": lambda m, v: len([n for n in [m.semantic.get_fact(v)] if n]),
    "semantic.get_related": lambda m, v: len(m.semantic.get_related(v)),
    "semantic.get_concept_chain": lambda m, v: len(m.semantic.get_concept_chain(v)),
    "source.get": lambda m, v: len([s for s in [m.source.get(v)] if s]),
    "procedural.get": lambda m, v: len([p for p in [m.procedural.get(v)] if p]),
    "procedural.search": lambda m, v: len(m.procedural.search(v)),
}


@pytest.mark.parametrize(("call", "value"), cases(QUERY_CALLS, TEXTS))
def test_a_question_that_makes_no_sense_finds_nothing_or_is_refused(
    manager: MemoryManager, call: Call, value: Any
) -> None:
    manager.semantic.store_fact("известное", "описание")
    try:
        found = call(manager, value)
    except BrainError:
        found = 0
    assert found == 0


HOURS = {"nan": float("nan"), "text": "24", "negative": -1.0}


@pytest.mark.parametrize("hours", HOURS.values(), ids=HOURS)
def test_hours_back_must_be_a_number_of_hours(manager: MemoryManager, hours: Any) -> None:
    manager.store("нейрон")
    with pytest.raises(InvalidInputError):
        manager.episodic.search("нейрон", last_n_hours=hours)


@pytest.mark.parametrize("duration", [-1, float("nan"), float("inf"), "150", [150]])
def test_a_duration_must_be_a_number_of_milliseconds(manager: MemoryManager, duration: Any) -> None:
    manager.procedural.create("greet")
    with pytest.raises(InvalidInputError, match="duration_ms"):
        manager.procedural.update_success("greet", success=True, duration_ms=duration)
    assert manager.procedural.get("greet").execution_count == 0  # type: ignore[union-attr]


UNWRITABLE = {"object": {"x": object()}, "nan": {"x": float("nan")}, "surrogate": {"x": "\ud800"}, "list": [1]}


TABLE_CALLS: dict[str, Call] = {
    "evidence": lambda m, v: m.store("x", modal_evidence=[ModalEvidence("text", metadata=v)]),
    "source": lambda m, v: m.source.register("docs/a.pdf", metadata=v),
    "step": lambda m, v: m.procedural.create("greet", steps=[ProcedureStep("wave", parameters=v)]),
}


@pytest.mark.parametrize(("call", "value"), cases(TABLE_CALLS, UNWRITABLE))
def test_metadata_that_no_file_can_hold_is_refused(manager: MemoryManager, call: Call, value: Any) -> None:
    with pytest.raises(InvalidInputError):
        call(manager, value)
    assert counts(manager) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("content", [None, {}, [], {"x": object()}, {"x": float("nan")}, object(), {1, 2}])
def test_content_must_be_text_or_plain(manager: MemoryManager, content: Any) -> None:
    for store in (manager.store, manager.working.push):
        with pytest.raises(InvalidInputError, match="content"):
            store(content)


@pytest.mark.parametrize("evidence", [["text"], [{"modality": "text"}], 5])
def test_evidence_must_be_evidence(manager: MemoryManager, evidence: Any) -> None:
    with pytest.raises(InvalidInputError, match="modal_evidence"):
        manager.store("x", modal_evidence=evidence)


def test_too_long_a_text_is_refused_with_its_length(manager: MemoryManager) -> None:
    with pytest.raises(InvalidInputError, match="1,000,001"):
        manager.store("я" * 1_000_001)
    assert counts(manager) == (0, 0, 0, 0, 0)
    with pytest.raises(InvalidInputError, match=r"source_(ref|id)"):
        manager.store("x", source_ref="d" * 5_000)


@pytest.mark.parametrize("capacity", [0, -1, 1.5, "9", True])
def test_capacities_must_be_counts(database: MemoryDatabase, capacity: Any) -> None:
    with pytest.raises(InvalidInputError, match="max_nodes"):
        SemanticMemory(max_nodes=capacity, database=database)
