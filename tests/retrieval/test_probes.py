"""Every probe, through staged retrieval, plain search and a whole brain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from probe_kit import Case, Goal, all_cases, check, mind_for

from actors import BrainSystem
from brain.checks import text_of
from brain.memory import MemoryManager
from brain.memory.evidence import excerpt, fact_text

LOW = 0.6  # for what is in memory it is seldom below 0.8


def known(case: Case) -> list[pytest.MarkDecorator]:
    return [pytest.mark.xfail(reason=case.xfail, strict=True)] if case.xfail else []


def cases(wanted: str = "", *, marked: bool = False) -> list[object]:
    """Return those of the cases for which `wanted` is true; known failures only where they are marked."""
    return [
        pytest.param(case, id=f"{case.theme}: {case.name}", marks=known(case))
        for case in all_cases()
        if (not wanted or getattr(case, wanted)) and (marked or not case.xfail)
    ]


@pytest.fixture
def mind(case: Case, template: Path, tmp_path: Path) -> Iterator[MemoryManager]:
    made = mind_for(case, template, tmp_path / "mind")
    yield made
    made.stop()


def test_there_are_enough_and_each_demands_something() -> None:
    assert len(all_cases()) >= 160
    assert len(Counter(case.theme for case in all_cases())) >= 12
    for case in all_cases():
        demands = case.first or case.among or case.absent or case.empty or case.low or case.above or case.quote
        assert demands, case.name


@pytest.mark.parametrize("case", cases(marked=True))
def test_staged(case: Case, mind: MemoryManager) -> None:
    for question in case.ask:
        bundle = mind.retrieve_staged(question, Goal(case.goal))
        check(case, [piece.text for piece in bundle.evidence], bundle)
        if case.low:
            assert bundle.sufficiency < LOW, f"{question}: {bundle.sufficiency:.2f}\n{bundle.explain()}"
        if case.quote:
            assert case.quote in excerpt(bundle.evidence[0].text, question), bundle.explain()


@pytest.mark.parametrize("case", cases("is_bare"))
def test_plain_search(case: Case, mind: MemoryManager) -> None:
    """One pass over each memory finds what the case stored, and nothing for a stranger."""
    for question in case.ask:
        found = mind.retrieve(question)
        held = [episode.content for episode in found.episodic]
        held += [text_of(item.content) for item in found.working] + [fact_text(node) for node in found.semantic]
        if case.empty:
            assert not held
        if case.first:
            assert any(case.first in text for text in held), f"{question}: {held}"
        if case.quote:
            assert case.quote in found.summary()


@pytest.mark.parametrize("runtime", ["deterministic", "threads"])
@pytest.mark.parametrize("case", cases("actors"))
def test_a_brain(case: Case, runtime: str, template: Path, tmp_path: Path) -> None:
    mind_for(case, template, tmp_path / "mind").stop()
    with BrainSystem.start(tmp_path / "mind", runtime=runtime, seed=1) as brain:
        bundles = [brain.memory.retrieve_staged(question) for question in case.ask]
        results = [brain.ask(question) for question in case.ask if question.endswith("?")]
    for bundle in bundles:
        check(case, [piece.text for piece in bundle.evidence], bundle)
    for result in results:
        if case.first:
            assert case.first in result.evidence.evidence[0].text
        if case.quote:
            assert case.quote in result.response
        if case.empty or case.low:
            assert result.action in ("clarify", "refuse"), result.response
