"""Free recall on a mind: what is said, in which order, and that chance can be repeated."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from recall_kit import ENGLISH, HOUR, RUSSIAN, mind, study, wait

from brain import VirtualClock
from brain.errors import InvalidInputError
from brain.memory import MemoryManager
from brain.memory.recall import FreeRecall


def many(times: int = 150, words: list[str] = RUSSIAN, distraction: int = 0, **recall: float | str) -> list[FreeRecall]:
    """Return what is recalled of one list, over and over; recall leaves no traces by default."""
    with mind(**recall) as memory:
        study(memory, words)
        for number in range(distraction):
            memory.store(str(number), importance=0.1, session_id="counting")
        return [memory.free_recall("list") for _ in range(times)]


def share(recalls: list[FreeRecall], places: set[int]) -> float:
    """Return how often the words at these places were recalled."""
    return sum(len(places & set(each.positions)) for each in recalls) / len(recalls) / len(places)


@pytest.mark.parametrize("words", [RUSSIAN, ENGLISH], ids=["ru", "en"])
def test_what_is_said_was_studied_and_is_said_once(words: list[str]) -> None:
    for recalled in many(20, words):
        assert recalled.studied == len(words)
        assert [words[output.position] for output in recalled.outputs] == [
            output.content for output in recalled.outputs
        ]
        assert len(set(recalled.positions)) == len(recalled.positions) > 0
        assert all(output.latency > 0 for output in recalled.outputs)


@pytest.mark.parametrize("words", [RUSSIAN, ENGLISH], ids=["ru", "en"])
def test_first_and_last_words_are_recalled_best(words: list[str]) -> None:
    recalls = many(words=words)
    middle = share(recalls, {6, 7, 8, 9})
    assert share(recalls, {0}) > middle + 0.05
    assert share(recalls, {14, 15}) > middle + 0.05


def test_distraction_takes_recency_and_leaves_primacy() -> None:
    at_once, later = many(), many(distraction=25)
    assert share(at_once, {14, 15}) - share(later, {14, 15}) > 0.1
    assert share(later, {0, 1}) > share(later, {6, 7, 8, 9}) + 0.05


def test_recall_starts_with_what_is_still_in_mind() -> None:
    first = [recalled.outputs[0] for recalled in many() if recalled.outputs]
    assert Counter(output.position for output in first).most_common(1)[0][0] == 15
    assert {output.kind for output in first if output.position == 15} == {"working"}
    assert {output.kind for output in first if output.position < 8} == {"episodic"}


def test_neighbours_follow_each_other_more_often_forward() -> None:
    steps = Counter(later - earlier for recalled in many() for earlier, later in pairwise(recalled.positions[1:]))
    assert steps[1] > 1.3 * steps[-1]
    assert steps[-1] > 1.3 * max(steps[-4], steps[4])


def test_without_context_there_is_no_contiguity() -> None:
    steps = Counter(
        later - earlier
        for recalled in many(context_forward=0, context_back=0, working_strength=0, primacy=0)
        for earlier, later in pairwise(recalled.positions)
    )
    assert steps[1] < 1.3 * steps[-1]


def test_the_same_seed_recalls_the_same() -> None:
    assert many(5) == many(5)
    assert many(5, seed=2) != many(5)


def test_less_comes_to_mind_later() -> None:
    with mind() as memory:
        study(memory, RUSSIAN)
        soon = sum(len(memory.free_recall("list").outputs) for _ in range(40))
        wait(memory, 48 * HOUR)
        assert sum(len(memory.free_recall("list").outputs) for _ in range(40)) < 0.8 * soon


def test_time_runs_out() -> None:
    with mind(latency_fixed=2.0) as memory:
        study(memory, RUSSIAN)
        recalled = memory.free_recall("list", seconds=7)
        assert 1 <= len(recalled.outputs) <= 3
        assert sum(output.latency for output in recalled.outputs) <= 7
        assert memory.free_recall("list", seconds=0).outputs == ()


def test_lists_do_not_mix() -> None:
    with mind() as memory:
        study(memory, RUSSIAN, "первый")
        study(memory, ENGLISH, "second")
        assert {output.content for output in memory.free_recall("первый").outputs} <= set(RUSSIAN)
        assert memory.free_recall("неизвестный").outputs == ()


def test_a_word_met_twice_is_one_word_and_stronger() -> None:
    with mind(primacy=0, working_strength=0, context_forward=0, context_back=0, free_threshold=0.5) as memory:
        study(memory, [*RUSSIAN[:6], "Дом", *RUSSIAN[6:12]])
        recalls = [memory.free_recall("list") for _ in range(200)]
    assert share(recalls, {0}) > share(recalls, {1, 2, 3, 4, 5}) + 0.1
    assert {recalls[0].studied} == {13}
    assert not any(6 in recalled.positions for recalled in recalls)


def test_retrieval_is_learnt_from_only_if_switched_on() -> None:
    for switch, more in (("off", False), ("on", True)):
        with mind(learns_from_retrieval=switch, working_strength=0) as memory:
            study(memory, ENGLISH)
            before = len(memory.episodic)
            recalled = memory.free_recall("list").outputs
            assert (len(memory.episodic) - before == len(recalled)) is more
            # A recall is no new place in the list.
            again = memory.free_recall("list")
            assert again.studied == 16
            assert max(again.positions) < 16


def test_what_many_words_point_at_is_recalled_though_it_was_never_met() -> None:
    """The false memory of Roediger & McDermott (1995): a lure comes up as an intrusion of the graph."""
    studied = ["кровать", "отдых", "усталость", "сновидение", "дремота", "подушка"]
    with mind(association=0.5) as memory:
        for word in studied:
            memory.semantic.add_relation(word, "сон", weight=0.8)
        study(memory, studied)
        recalls = [memory.free_recall("list") for _ in range(50)]
        lures = [output for recalled in recalls for output in recalled.outputs if output.position == -1]
        assert {(output.content, output.kind) for output in lures} == {("сон", "semantic")}
        assert memory.recognise("сон", session_id="list").activation > memory.recognise("хлеб").activation + 1
    with mind(association=0, association_cue=0) as memory:
        memory.semantic.add_relation("кровать", "сон", weight=0.8)
        study(memory, studied)
        assert all(-1 not in memory.free_recall("list").positions for _ in range(50))


@pytest.mark.parametrize(("session", "seconds"), [("", None), ("list", -1.0), ("list", float("nan"))])
def test_bad_questions_are_refused(session: str, seconds: float | None) -> None:
    with mind() as memory, pytest.raises(InvalidInputError):
        memory.free_recall(session, seconds=seconds)


def test_what_has_just_been_said_brings_what_it_is_linked_to() -> None:
    with mind(association=0, association_cue=30.0, context_forward=0, context_back=0, working_strength=0) as memory:
        memory.semantic.add_relation("врач", "хлеб", weight=1.0)
        study(memory, RUSSIAN)
        doctor, bread = RUSSIAN.index("врач"), RUSSIAN.index("хлеб")
        pairs = Counter(pair for _ in range(60) for pair in pairwise(memory.free_recall("list").positions))
    assert pairs[doctor, bread] + pairs[bread, doctor] > 20


def test_a_long_session_is_no_trouble() -> None:
    with mind() as memory:
        memory.semantic.add_relation("слово7", "хлеб", weight=1.0)
        study(memory, [f"слово{number}" for number in range(800)], every=0.1)
        assert memory.free_recall("list", seconds=20).studied == 800


def test_a_mind_in_json_files_recalls_too(tmp_path: Path) -> None:
    with MemoryManager(
        tmp_path, storage_backend="json", auto_consolidate=False, clock=VirtualClock(), seed=1
    ) as memory:
        study(memory, ENGLISH)
        assert memory.free_recall("list").outputs
        assert memory.cued_recall("music").content == "music"
