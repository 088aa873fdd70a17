"""Contradictions: neither side vanishes, the newer leads, the conflict is reported."""

from __future__ import annotations

import pytest
from memory_kit import Goal

from brain.clock import VirtualClock
from brain.memory import EvidenceBundle, MemoryManager

CHANGES_OF_MIND = [
    ("I love Chinese food", "I hate Chinese food", "Chinese food"),
    ("Я люблю китайскую кухню", "Я ненавижу китайскую кухню", "китайская кухня"),
    ("The shop is open", "The shop is not open", "shop"),
]
CORRECTIONS = [
    ("Device A is a Synology NAS", "Device A is an fnOS NAS", "Device A", "Synology", "fnOS"),
    ("Столица Казахстана — это Алматы", "Столица Казахстана — это Астана", "столица Казахстана", "Алматы", "Астана"),
]


def told(manager: MemoryManager, clock: VirtualClock, *texts: str) -> None:
    for text in texts:
        manager.store(text, source_ref="user_input")
        clock.advance(60)


def texts(bundle: EvidenceBundle) -> list[str]:
    return [episode.content for episode in bundle.episodes]


@pytest.mark.parametrize(("older", "newer", "query"), CHANGES_OF_MIND)
def test_a_change_of_mind_keeps_both_and_reports_it(
    manager: MemoryManager, clock: VirtualClock, older: str, newer: str, query: str
) -> None:
    told(manager, clock, older, newer)
    bundle = manager.retrieve_staged(query)
    assert texts(bundle) == [newer, older]
    assert any(older in sentence and newer in sentence for sentence in bundle.contradictions)


@pytest.mark.parametrize(("older", "newer", "query"), CHANGES_OF_MIND)
def test_the_older_of_two_minds_is_marked_outdated(
    manager: MemoryManager, clock: VirtualClock, older: str, newer: str, query: str
) -> None:
    told(manager, clock, older, newer)
    said = " ".join(manager.retrieve_staged(query).contradictions).casefold()
    assert "outdated" in said or "устаре" in said


@pytest.mark.parametrize(
    ("present", "past", "subject", "now"),
    [
        ("My phone is a Pixel", "My phone was a Nokia", "my phone", "Pixel"),
        ("My phone is a Pixel", "My phone was a Pixel of the first kind", "my phone", "Pixel"),
        ("Мой дом — это дворец", "Мой дом был хижиной", "мой дом", "дворец"),
        ("Астана является столицей", "Астана являлась крепостью", "астана", "столицей"),
    ],
)
@pytest.mark.parametrize("past_last", [True, False])
def test_what_something_was_does_not_overtake_what_it_is(
    manager: MemoryManager, clock: VirtualClock, present: str, past: str, subject: str, now: str, past_last: bool
) -> None:
    told(manager, clock, *((present, past) if past_last else (past, present)))
    node = manager.semantic.get_fact(subject)
    assert node is not None
    assert (node.description, node.status) == (now, "current")
    assert [former.status for former in manager.semantic.get_history(subject)] in (["outdated"], ["additional"])
    assert texts(manager.retrieve_staged(subject)) == [present, past]


def test_what_something_is_leads_though_it_was_told_before(manager: MemoryManager) -> None:
    manager.store("My phone was a Nokia", source_ref="user_input", created_at="2024-05-01T00:00:00Z")
    manager.store("My phone is a Pixel", source_ref="user_input", created_at="2024-01-01T00:00:00Z")
    node = manager.semantic.get_fact("my phone")
    assert node is not None
    assert node.description == "Pixel"


def test_of_two_statements_about_the_past_the_newer_leads(manager: MemoryManager, clock: VirtualClock) -> None:
    told(manager, clock, "My phone was a Nokia", "My phone was a Siemens")
    node = manager.semantic.get_fact("my phone")
    assert node is not None
    assert node.description == "Siemens"


def test_a_state_that_was_found_later_outdates_the_former(manager: MemoryManager, clock: VirtualClock) -> None:
    told(manager, clock, "The shop is open", "The shop was closed")
    assert texts(manager.retrieve_staged("shop")) == ["The shop was closed", "The shop is open"]


@pytest.mark.parametrize("newcomer", ["kind of rock", "nerve cell that carries signals"])
def test_what_leads_is_credited_to_who_said_it(manager: MemoryManager, newcomer: str) -> None:
    manager.store("A neuron is a nerve cell.", importance=0.9, source_ref="page")
    manager.store(f"A neuron is a {newcomer}.", importance=0.9)
    node = manager.semantic.get_fact("neuron")
    assert node is not None
    assert (node.description, node.source_ref) == (newcomer, "")


@pytest.mark.parametrize(("older", "newer", "query", "was", "now"), CORRECTIONS)
def test_a_correction_leads_and_the_old_is_history(
    manager: MemoryManager, clock: VirtualClock, older: str, newer: str, query: str, was: str, now: str
) -> None:
    told(manager, clock, older, newer)
    bundle = manager.retrieve_staged(query)
    assert now in bundle.evidence[0].text
    assert [node.description.split()[0] for node in bundle.semantic_nodes] == [now]
    assert [(f.status, was in f.description) for f in manager.semantic.get_history(query)] == [("outdated", True)]
    assert any(was in sentence and now in sentence for sentence in bundle.contradictions)
    assert len(manager.episodic) == 2


@pytest.mark.parametrize(("older", "newer", "query", "was", "now"), CORRECTIONS)
def test_what_was_corrected_does_not_score_like_what_holds(
    manager: MemoryManager, clock: VirtualClock, older: str, newer: str, query: str, was: str, now: str
) -> None:
    told(manager, clock, older, newer)
    evidence = manager.retrieve_staged(query).evidence
    current = [piece.score for piece in evidence if now in piece.text]
    outdated = [piece.score for piece in evidence if was in piece.text]
    assert min(current) > max(outdated, default=0.0)


def test_a_contradiction_survives_consolidation_and_reopening_of_the_question(
    manager: MemoryManager, clock: VirtualClock
) -> None:
    told(manager, clock, "I love Chinese food", "I hate Chinese food")
    clock.advance(7_200)
    manager.consolidation.tick()
    manager.working.clear()
    bundle = manager.retrieve_staged("Chinese food")
    assert texts(bundle) == ["I hate Chinese food", "I love Chinese food"]
    assert bundle.contradictions


def test_only_verifying_lifts_the_conflicting_evidence(manager: MemoryManager, clock: VirtualClock) -> None:
    told(manager, clock, "I love Chinese food", "I hate Chinese food", "Chinese food needs a wok")
    for goal, boost in [("verify_claim", 0.3), ("answer_question", 0.0), ("explore_topic", 0.0)]:
        pieces = {p.text: p for p in manager.retrieve_staged("Chinese food", Goal(goal)).evidence}
        assert pieces["I love Chinese food"].parts.contradiction == pytest.approx(boost)
        assert pieces["I hate Chinese food"].parts.contradiction == pytest.approx(boost)
        assert pieces["Chinese food needs a wok"].parts.contradiction == 0.0


def test_verifying_puts_the_conflict_before_what_is_merely_relevant(
    manager: MemoryManager, clock: VirtualClock
) -> None:
    told(manager, clock, "The old shop is open", "The old shop is not open")
    clock.advance(5 * 86_400)
    told(manager, clock, "The old shop sells bread")
    first = {p.text for p in manager.retrieve_staged("old shop", Goal("verify_claim")).evidence[:2]}
    assert first == {"The old shop is open", "The old shop is not open"}
    answer = manager.retrieve_staged("old shop", Goal("answer_question"))
    assert answer.evidence[0].text == "The old shop sells bread"


def test_a_distrusted_rival_is_reported_with_both_sources(manager: MemoryManager) -> None:
    manager.store("Земля — это планета", source_ref="user_input")
    manager.store("Земля — это плоский диск", source_ref="fake_news.html")
    manager.working.clear()
    bundle = manager.retrieve_staged("Земля", Goal("verify_claim"))
    said = " ".join(bundle.contradictions)
    assert "планета" in said
    assert "диск" in said
    assert "fake_news.html" in said
    assert bundle.evidence[0].source == "user_input"


@pytest.mark.parametrize(
    "together",
    [
        ("Анна любит чай", "Анна любит кофе"),
        ("The shop is open", "The museum is not open"),
        ("Нейрон — это клетка", "Нейрон — это клетка нервной системы"),
    ],
)
def test_what_may_both_hold_is_no_contradiction(
    manager: MemoryManager, clock: VirtualClock, together: tuple[str, str]
) -> None:
    told(manager, clock, *together)
    for text in together:
        assert manager.retrieve_staged(text, Goal("verify_claim")).contradictions == []


def test_opposed_relations_to_one_concept_are_reported(manager: MemoryManager) -> None:
    manager.store_fact("кит", "морское животное", importance=0.7)
    manager.semantic.add_relation("кит", "рыба", 0.9, "is_a")
    assert manager.retrieve_staged("кит").contradictions == []
    manager.semantic.add_relation("кит", "рыба", 0.9, "is_not")
    (said,) = manager.retrieve_staged("кит").contradictions
    assert "is_a" in said and "is_not" in said
