"""Three-stage retrieval: expansion, filters, the formula, the bundle, contradictions."""

from __future__ import annotations

import pytest
from memory_kit import DAY, HOUR, Goal, new_manager

from brain.clock import VirtualClock
from brain.memory import Evidence, EvidenceBundle, MemoryManager

GOALS = ["answer_question", "verify_claim", "explore_topic", "learn_fact", "plan", "anything else"]


@pytest.fixture
def biology(manager: MemoryManager) -> MemoryManager:
    manager.store_fact("нейрон", "клетка нервной системы", confidence=0.9, source_ref="docs/нейрон.pdf")
    manager.semantic.add_relation("нейрон", "синапс", 0.9, "related")
    manager.semantic.add_relation("нейрон", "ганглий", 0.8, "part_of")
    manager.semantic.add_relation("нейрон", "импульс", 0.7, "causes")
    manager.semantic.add_relation("нейрон", "глия", 0.6, "opposite")
    manager.semantic.add_relation("синапс", "медиатор", 0.5, "related")
    return manager


def expansion(manager: MemoryManager, goal: str | None) -> set[str]:
    bundle = manager.retrieve_staged("нейрон", Goal(goal) if goal else None)
    assert bundle.expanded_queries[0] == bundle.query == "нейрон"
    assert bundle.goal_type == (goal or "answer_question")
    return set(bundle.expanded_queries[1:])


def test_the_goal_decides_how_the_query_is_widened(biology: MemoryManager) -> None:
    assert expansion(biology, None) == expansion(biology, "answer_question") == {"синапс", "ганглий"}
    assert expansion(biology, "verify_claim") == {"синапс", "глия", "не нейрон", "опровержение нейрон"}
    assert expansion(biology, "explore_topic") >= {"синапс", "ганглий", "импульс", "медиатор"}
    assert expansion(biology, "learn_fact") == expansion(biology, "plan") == {"синапс"}


def test_a_claim_in_english_is_doubted_in_english(manager: MemoryManager) -> None:
    bundle = manager.retrieve_staged("coffee is healthy", Goal("verify_claim"))
    assert "not coffee is healthy" in bundle.expanded_queries


@pytest.mark.parametrize(
    ("source", "seen"), [("docs/a.pdf", True), ("сосед", True), ("spam.com", False), ("doubted.com", False)]
)
def test_untrusted_sources_are_left_out(manager: MemoryManager, source: str, seen: bool) -> None:
    manager.source.blacklist("spam.com")
    manager.source.update_trust("doubted.com", confirmed=False)
    manager.source.update_trust("doubted.com", confirmed=False)
    manager.store("редкое слово абракадабра", source_ref=source)
    bundle = manager.retrieve_staged("абракадабра")
    assert bundle.total_retrieved == 1
    assert (bundle.total_returned == 1) is seen


@pytest.mark.parametrize(("confidence", "seen"), [(0.3, True), (0.2999, False)])
def test_weak_belief_is_left_out(manager: MemoryManager, confidence: float, seen: bool) -> None:
    manager.store_fact("нейрон", "клетка", confidence=confidence)
    bundle = manager.retrieve_staged("нейрон")
    assert (bundle.total_retrieved, bundle.total_returned) == (1, int(seen))


def test_faded_belief_is_left_out(manager: MemoryManager) -> None:
    manager.store_fact("нейрон", "клетка", confidence=0.5)
    manager.semantic.apply_decay(0.39)
    assert manager.retrieve_staged("нейрон").total_returned == 1
    manager.semantic.apply_decay(0.02)
    assert manager.retrieve_staged("нейрон").total_returned == 0


@pytest.mark.parametrize("modality", ["text", "image", "audio"])
def test_only_the_wanted_modality(manager: MemoryManager, modality: str) -> None:
    for kind in ("text", "image", "audio"):
        manager.store(f"запись о нейроне: {kind}", kind)
    bundle = manager.retrieve_staged("нейрон", modality_filter=modality)
    assert [episode.modality for episode in bundle.episodes] == [modality]


@pytest.mark.parametrize(("age", "seen"), [(0, True), (24 * HOUR - 1, True), (24 * HOUR, False), (9 * DAY, False)])
def test_only_what_is_fresh_when_time_matters(
    manager: MemoryManager, clock: VirtualClock, age: float, seen: bool
) -> None:
    manager.store("событие о нейроне")
    clock.advance(age)
    assert (manager.retrieve_staged("нейрон", time_sensitive=True).total_returned == 1) is seen
    assert manager.retrieve_staged("нейрон").total_returned == 1


@pytest.mark.parametrize("goal_type", ["learn_fact", "verify_claim", "plan"])
@pytest.mark.parametrize("age_days", [0, 0.5, 1, 4, 100])
def test_the_score_is_the_documents_formula(
    manager: MemoryManager, clock: VirtualClock, age_days: float, goal_type: str
) -> None:
    manager.store("нейрон проводит импульс", source_ref="docs/a.pdf")
    clock.advance(age_days * DAY)
    (piece,) = manager.retrieve_staged("нейрон и синапс", Goal(goal_type)).evidence
    assert 0 < piece.relevance < 1
    assert piece.parts.relevance == pytest.approx(0.40 * piece.relevance)
    assert piece.parts.trust == pytest.approx(0.30 * 0.7)
    assert piece.parts.recency == pytest.approx(0.20 / max(1, age_days))
    assert (piece.parts.graph, piece.parts.contradiction) == (0.0, 0.0)
    assert piece.score == pytest.approx(0.4 * piece.relevance + 0.21 + 0.2 / max(1, age_days))


def test_what_is_true_is_not_buried_under_what_is_new(manager: MemoryManager, clock: VirtualClock) -> None:
    manager.store("нейрон передаёт импульс по аксону", source_ref="docs/a.pdf")
    clock.advance(300 * DAY)
    manager.store("нейрон нарисован на обложке", source_ref="docs/a.pdf")
    old, new = "нейрон передаёт импульс по аксону", "нейрон нарисован на обложке"
    settled = [piece.text for piece in manager.retrieve_staged("Как нейрон передаёт импульс?").evidence]
    assert settled[0] == old
    assert new not in settled[:1]
    again = manager.store("нейрон передаёт импульс по аксону", source_ref="docs/a.pdf")
    (first, *_) = manager.retrieve_staged("Как нейрон передаёт импульс?").evidence
    assert first.key == again["episodic"].episode_id


def by_key(bundle: EvidenceBundle) -> dict[str, Evidence]:
    return {piece.key: piece for piece in bundle.evidence}


def test_graph_neighbours_are_brought_up_and_lifted(biology: MemoryManager) -> None:
    about_synapse = biology.store("Синапсы передают сигнал").episodic
    off_topic = biology.store("Сигнал светофора").episodic
    assert about_synapse is not None
    assert off_topic is not None
    found = by_key(biology.retrieve_staged("нейрон"))
    assert found[about_synapse.episode_id].parts.graph == pytest.approx(0.10)
    assert found[about_synapse.episode_id].via == "синапс"
    assert off_topic.episode_id not in found


def test_evidence_stands_in_order_of_score(biology: MemoryManager, clock: VirtualClock) -> None:
    for number, source in enumerate(["user_input", "example.org", "docs/a.pdf", "сосед", "system"]):
        biology.store(f"запись {number} о нейроне", source_ref=source)
        clock.advance(2 * DAY)
    scores = [piece.score for piece in biology.retrieve_staged("нейрон", top_n=50).evidence]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) >= 5


def test_the_better_trusted_and_the_fresher_come_first(manager: MemoryManager, clock: VirtualClock) -> None:
    manager.store("запись о нейроне", source_ref="example.org")
    trusted = manager.store("запись о нейроне", source_ref="user_input").episodic
    assert trusted is not None
    assert manager.retrieve_staged("нейрон").episodes[0] == trusted
    clock.advance(10 * DAY)
    fresh = manager.store("запись о нейроне", source_ref="user_input").episodic
    assert manager.retrieve_staged("нейрон").episodes[:2] == [fresh, trusted]


@pytest.mark.parametrize("goal", GOALS)
def test_the_bundles_counts_and_means_agree(biology: MemoryManager, goal: str) -> None:
    for number in range(8):
        biology.store(f"запись {number} о нейроне", source_ref="user_input", importance=0.3 + number / 20)
    biology.source.blacklist("spam.com")
    biology.store("реклама о нейроне", source_ref="spam.com")
    bundle = biology.retrieve_staged("нейрон", Goal(goal), top_n=4)
    assert bundle.total_retrieved > bundle.total_after_filter > bundle.total_returned == len(bundle.evidence) == 4
    kinds = (*bundle.working_items, *bundle.semantic_nodes, *bundle.episodes)
    assert len(kinds) == 4
    assert bundle.avg_confidence == pytest.approx(sum(p.confidence for p in bundle.evidence) / 4)
    assert bundle.avg_source_trust == pytest.approx(sum(p.trust for p in bundle.evidence) / 4)
    assert bundle.top_concepts[0] == "нейрон"


def test_one_memory_in_mind_and_on_disk_is_one_piece(manager: MemoryManager) -> None:
    manager.store("событие о нейроне", importance=0.5)
    trifle = manager.store("мелочь о нейроне", importance=0.1).working
    bundle = manager.retrieve_staged("нейрон")
    assert [item.item_id for item in bundle.working_items] == [trifle.item_id]
    assert (len(bundle.episodes), bundle.total_retrieved) == (1, 2)


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("query", ["квантовая хромодинамика", "How tall is Everest?", "?!", "NEAR(", "a AND"])
def test_a_stranger_gets_no_noise(biology: MemoryManager, query: str, goal: str) -> None:
    biology.store("Пользователь спросил о погоде")
    bundle = biology.retrieve_staged(query, Goal(goal))
    assert (bundle.evidence, bundle.avg_confidence, bundle.avg_source_trust) == ([], 0.0, 0.0)
    assert (bundle.best_relevance, bundle.contradictions, bundle.total_returned) == (0.0, [], 0)


def test_every_place_is_explained(biology: MemoryManager) -> None:
    biology.store("Синапсы передают сигнал", source_ref="user_input")
    bundle = biology.retrieve_staged("нейрон")
    *rows, last = bundle.explain().splitlines()[1:]
    assert last.startswith(f"sufficiency: {bundle.sufficiency:.2f}")
    assert len(rows) == bundle.total_returned > 1
    for row, piece in zip(rows, bundle.evidence, strict=True):
        assert f"{piece.score:.3f}" in row
        assert piece.kind in row
        assert piece.source in row
        assert (piece.matched or [piece.via])[0] in row


def test_reading_moves_no_dates_and_no_trust(biology: MemoryManager, clock: VirtualClock) -> None:
    before = biology.semantic.get_facts(["нейрон"])["нейрон"], biology.source.get_all()
    clock.advance(DAY)
    for goal in GOALS:
        biology.retrieve_staged("нейрон", Goal(goal))
        biology.retrieve("нейрон")
    biology.save_all()
    after = biology.semantic.get_facts(["нейрон"])["нейрон"], biology.source.get_all()
    assert (after[0].updated_at, after[0].confidence) == (before[0].updated_at, before[0].confidence)
    assert after[1] == before[1]


def test_a_stale_reading_leaves_recall_as_it_was() -> None:
    mind = new_manager()
    mind.store("событие о нейроне")
    first = mind.retrieve_staged("нейрон").evidence[0]
    second = mind.retrieve_staged("нейрон").evidence[0]
    mind.stop()
    assert (first.score, first.created_at) == (second.score, second.created_at)
