"""Finding by meaning: both kinds of match, their sum, their context, and what the explanation says of them."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from embedding_kit import Thesaurus, new_mind
from hypothesis import given
from hypothesis import strategies as st

from actors import BrainSystem
from actors import messages as m
from brain.config import BrainConfig, RetrievalConfig
from brain.errors import EmbeddingError, InvalidInputError
from brain.memory import MemoryManager
from brain.memory.embedded import EmbeddedEpisodes, EmbeddedFacts
from brain.memory.embedding import Encoder
from brain.memory.meaning import fused, relevance, resemblance

CONFIG = RetrievalConfig()
SCORES = st.dictionaries(st.integers(1, 20), st.floats(0.01, 30), max_size=8)
COSINES = st.dictionaries(st.integers(1, 20), st.floats(-1, 1), max_size=8)


def contents(memory: MemoryManager, query: str, **options: Any) -> list[str]:
    return [episode.content for episode in memory.retrieve_staged(query, **options).episodes]


@given(words=SCORES, near=COSINES)
def test_fused_scores_are_shares_and_each_list_counts(words: dict[int, float], near: dict[int, float]) -> None:
    found = fused(words, near, CONFIG)
    alike = {seq for seq, cosine in near.items() if cosine > CONFIG.vector_floor}
    assert found.keys() == words.keys() | alike
    assert all(0 < score <= 1 + 1e-9 for score in found.values())
    for seq, score in words.items():
        for other, other_score in words.items():
            if near.get(seq, 0.0) == near.get(other, 0.0) and score >= other_score:
                assert found[seq] >= found[other] - 1e-12


def test_a_fused_score_is_a_sum_of_shares() -> None:
    found = fused({1: 8.0, 2: 4.0}, {2: 1.0, 3: 0.65, 4: 0.1}, CONFIG)
    share = CONFIG.weight_vector
    assert found == pytest.approx({1: 1 - share, 2: (1 - share) / 2 + share, 3: share / 2})
    assert fused({}, {5: 0.37}, CONFIG) == pytest.approx({5: share / 10})  # the best of the unlike is not made alike


@given(covered=st.floats(0, 1), cosine=st.floats(-1, 1))
def test_meaning_adds_to_words_and_never_takes_away(covered: float, cosine: float) -> None:
    assert covered <= relevance(covered, cosine, CONFIG) <= 1
    assert relevance(covered, 0.0, CONFIG) == covered
    assert 0 <= resemblance(cosine, CONFIG) <= 1


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("собака", "Наш пёс убежал вчера"),
        ("Где щенок?", "Наш пёс убежал вчера"),
        ("automobile", "The car broke down"),
        ("физик и доктор", "Our physician is kind"),
        ("врач", "Our physician is kind"),  # one space of meanings for both languages
    ],
)
def test_synonyms_are_found_in_both_languages(mind: MemoryManager, query: str, text: str) -> None:
    for each in ("Наш пёс убежал вчера", "The car broke down", "Our physician is kind", "Сегодня идёт дождь"):
        mind.store(each)
    mind.working.clear()
    assert contents(mind, query) == [text]
    assert [episode.content for episode in mind.retrieve(query).episodic] == [text]


def test_words_and_meaning_together_beat_either(mind: MemoryManager) -> None:
    mind.store("Пёс ест мясо")
    mind.store("Собака ест мясо")
    mind.store("Ужин ест мясник")
    mind.working.clear()
    found = mind.retrieve_staged("собака ест мясо").evidence
    assert [piece.text for piece in found][:2] == ["Собака ест мясо", "Пёс ест мясо"]
    assert found[0].similarity == pytest.approx(1.0, abs=1e-5)


def test_activation_spreads_from_what_is_found_by_meaning(mind: MemoryManager) -> None:
    for text in ("Ты помнишь?", "Наш пёс убежал", "Нашли его у реки"):
        mind.store(text, session_id="прогулка")
    mind.store("Что-то ещё", session_id="другое")
    mind.working.clear()
    pieces = {piece.text: piece for piece in mind.retrieve_staged("собака", top_n=10).evidence}
    assert pieces["Наш пёс убежал"].hop == 0
    assert pieces["Нашли его у реки"].hop == 1
    assert "Что-то ещё" not in pieces


def test_facts_are_found_by_meaning_and_judged(mind: MemoryManager) -> None:
    mind.store_fact("щенок", "молодое животное")
    mind.store_fact("дождь", "осадки")
    bundle = mind.retrieve_staged("собака")
    assert [node.concept for node in bundle.semantic_nodes] == ["щенок"]
    piece = bundle.evidence[0]
    assert piece.similarity > 0.6
    assert piece.relevance == pytest.approx(CONFIG.vector_relevance * resemblance(piece.similarity, CONFIG))
    assert 0.25 < bundle.sufficiency < 0.9
    assert "by meaning, cosine 0." in bundle.explain()
    assert "matches щен" in mind.retrieve_staged("щенок").explain()


def test_nothing_alike_is_nothing_found(mind: MemoryManager) -> None:
    mind.store("Наш пёс спит")
    mind.store_fact("щенок", "молодое животное")
    mind.working.clear()
    bundle = mind.retrieve_staged("квартальный отчёт")
    assert not bundle.evidence
    assert bundle.sufficiency == 0


def test_filters_hold_for_what_is_found_by_meaning(mind: MemoryManager) -> None:
    mind.store("Наш пёс спит", importance=0.5)
    mind.store("На снимке щенок", modality="image", importance=0.9)
    mind.working.clear()
    assert contents(mind, "собака", modality_filter="image") == ["На снимке щенок"]
    found = mind.retrieve("собака", memory_types=["episodic"], min_importance=0.8)
    assert [episode.content for episode in found.episodic] == ["На снимке щенок"]
    assert not mind.retrieve("собака", memory_types=["semantic"]).episodic


def test_a_query_of_function_words_is_searched_for_by_meaning() -> None:
    """Words that stand nearly everywhere are not searched for; a whole question may still mean something."""
    memory = new_mind(embedder=Thesaurus(meanings={"who": "self", "profession": "self"}))
    memory.store("My profession: baker")
    memory.working.clear()
    assert contents(memory, "Who are you?") == ["My profession: baker"]
    memory.stop()


def test_the_weight_of_meaning_can_be_set_to_none(thesaurus: Thesaurus) -> None:
    settings = {"retrieval.weight_vector": 0.0, "retrieval.vector_relevance": 0.0, "retrieval.vector_candidates": 0}
    memory, plain = new_mind(embedder=thesaurus, settings=settings), new_mind(settings=settings)
    for each in (memory, plain):
        for text in ("Наш пёс спит", "Собака ест мясо", "Машина стоит у дома"):
            each.store(text, session_id="s")
        each.working.clear()
    assert not contents(memory, "vehicle")
    assert contents(memory, "собака у дома") == contents(plain, "собака у дома")
    memory.stop()
    plain.stop()


def test_meaning_may_count_alone(thesaurus: Thesaurus) -> None:
    memory = new_mind(embedder=thesaurus, settings={"retrieval.weight_vector": 1.0, "retrieval.vector_floor": 0.5})
    memory.store("Наш пёс спит у большого старого дома на краю села")
    memory.store("Щенок лает")
    memory.working.clear()
    assert contents(memory, "собака")[0] == "Щенок лает"
    assert not contents(memory, "лает ли кто")
    memory.stop()


def test_without_an_embedder_vectors_already_there_change_nothing(tmp_path: Path, thesaurus: Thesaurus) -> None:
    texts = ("Наш пёс спит", "Собака ест мясо", "Машина стоит у дома")
    with new_mind(tmp_path / "a", embedder=thesaurus) as memory:
        for text in texts:
            memory.episodic.store(text)
    with new_mind(tmp_path / "b") as plain:
        for text in texts:
            plain.episodic.store(text)
    with new_mind(tmp_path / "a") as memory, new_mind(tmp_path / "b") as plain:
        for query in ("собака", "дом", "vehicle"):
            assert memory.retrieve_staged(query).explain() == plain.retrieve_staged(query).explain()


def test_a_query_is_encoded_once(mind: MemoryManager, thesaurus: Thesaurus) -> None:
    mind.store("Наш пёс спит")
    mind.store_fact("щенок", "молодое животное")
    thesaurus.asked.clear()
    mind.retrieve_staged("собака")
    assert thesaurus.asked == [["собака"]]


@pytest.mark.parametrize("answer", [
    [[1.0, 2.0]], [1.0, 2.0], [[], []], [["a", "b"], ["c", "d"]], [[1.0], [1.0, 2.0]], None,
    [[1.0, float("nan")], [1.0, 1.0]], [[1.0, 1.0], [float("inf"), 1.0]],
])  # fmt: skip
def test_an_answer_that_is_not_vectors_is_refused(answer: Any) -> None:
    class Broken:
        name = "broken"

        def encode(self, texts: list[str]) -> Any:
            return answer

    with pytest.raises(EmbeddingError, match="embedder 'broken'") as caught:
        Encoder(Broken()).encode(["раз", "два"])
    assert "\n" not in str(caught.value)


def test_an_encoder_gives_rows_of_length_one_whatever_the_model_gives() -> None:
    class Plain:
        def encode(self, texts: list[str]) -> Any:
            return [[3, 4], [0, 0], [1e200, 1e200]][: len(texts)]

    rows = Encoder(Plain()).encode(["a", "b", "c"])
    assert rows.dtype == np.float32
    assert rows == pytest.approx(np.array([[0.6, 0.8], [0, 0], [0.5**0.5, 0.5**0.5]]))
    assert Encoder(Plain()).name.endswith("Plain")
    assert Encoder.of(Encoder.of(Plain())).name.endswith("Plain")


def test_vectors_need_an_embedder() -> None:
    memory = new_mind()
    for call in (memory.backfill, memory.reembed):
        with pytest.raises(InvalidInputError, match="without an embedder"):
            call()
    memory.stop()


@pytest.mark.parametrize("runtime", ["deterministic", "threads"])
def test_a_brain_finds_by_meaning_and_backfills(runtime: Any, tmp_path: Path, thesaurus: Thesaurus) -> None:
    with BrainSystem.start(tmp_path, runtime=runtime) as brain:
        brain.perceive("Наш пёс спит", source_ref="Анна", importance=0.6)
        brain.memory.store_fact("щенок", "молодое животное")
        with pytest.raises(InvalidInputError, match="without an embedder"):
            brain.memory.backfill()
    config = BrainConfig().with_settings({"retrieval.vector_batch": 1})
    with BrainSystem.start(tmp_path, runtime=runtime, embedder=thesaurus, config=config) as brain:
        assert not brain.memory.retrieve_staged("dog").evidence
        assert brain.memory.backfill() == 2
        assert [piece.text for piece in brain.memory.retrieve_staged("dog").evidence] == [
            "щенок: молодое животное",
            "Наш пёс спит",
        ]
        assert brain.memory.retrieve("dog").total == 2
        assert brain.memory.reembed() == 2
        brain.perceive("Машина стоит у дома", source_ref="Анна", importance=0.6)
        assert [e.content for e in brain.memory.retrieve_staged("vehicle").episodes] == ["Машина стоит у дома"]


@pytest.mark.parametrize(
    ("organ", "message"),
    [
        (EmbeddedEpisodes, m.RecallByMeaning), (EmbeddedEpisodes, m.BackfillVectors),
        (EmbeddedEpisodes, m.ForgetVectors), (EmbeddedFacts, m.FindResembling),
        (EmbeddedFacts, m.BackfillVectors), (EmbeddedFacts, m.ForgetVectors),
    ],
)  # fmt: skip
def test_messages_fit_the_methods_that_they_stand_for(organ: Any, message: Any) -> None:
    signature = inspect.signature(getattr(organ, message.method))
    signature.bind(None, **{field.name: None for field in dataclasses.fields(message)})
    for field in dataclasses.fields(message):
        if field.default is not dataclasses.MISSING:
            assert signature.parameters[field.name].default == field.default


@pytest.mark.parametrize("runtime", ["deterministic", "threads"])
def test_a_brain_without_an_embedder_says_so_and_lives_on(runtime: Any) -> None:
    with BrainSystem.start(runtime=runtime) as brain:
        brain.perceive("Наш пёс спит", importance=0.6)
        for call in (
            lambda: brain.memory.episodic.recall_by_meaning("собака"),
            lambda: brain.memory.semantic.resembling("собака"),
            lambda: brain.memory.episodic.backfill(10),
            brain.memory.semantic.forget_vectors,
        ):
            with pytest.raises(InvalidInputError, match="without an embedder"):
                call()
        assert not any(health.restarts for health in brain.health().values())


@pytest.mark.parametrize("runtime", ["deterministic", "threads"])
def test_a_brain_survives_a_model_that_fails(runtime: Any, thesaurus: Thesaurus) -> None:
    with BrainSystem.start(runtime=runtime, embedder=thesaurus) as brain:
        brain.perceive("Наш пёс спит", importance=0.6)
        thesaurus.dimensions = 3
        with pytest.raises(EmbeddingError, match="reembed"):
            brain.perceive("Щенок лает", importance=0.6)
        thesaurus.dimensions = 64
        assert brain.perceive("Щенок лает во дворе", importance=0.6).episodic
        assert len(brain.memory.retrieve_staged("dog").episodes) == 2


def test_the_same_seed_gives_the_same_trace_with_an_embedder(tmp_path: Path) -> None:
    traces = []
    for name in ("one", "two"):
        trace = tmp_path / f"{name}.jsonl"
        with BrainSystem.start(seed=7, embedder=Thesaurus(), trace_file=trace) as brain:
            for text in ("Наш пёс спит", "Щенок — это молодое животное", "The car broke down"):
                brain.perceive(text, source_ref="Анна", importance=0.6)
            brain.advance(hours=1)
            brain.ask("Где собака?")
        traces.append(trace.read_bytes())
    assert traces[0] == traces[1]
    assert b"RecallByMeaning" in traces[0]
