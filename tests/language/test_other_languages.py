"""Languages by configuration: what is stemmed in which, and how a mind keeps to what it was made for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pytest

from actors import BrainSystem
from brain import BrainConfig
from brain.errors import ConfigError, StorageError
from brain.language import DEFAULT_ANALYZER, LANGUAGES, analyzer_for
from brain.memory import MemoryManager

GERMAN = BrainConfig().with_settings({"storage.languages": ["german"]})
HARBOUR = [
    "Die alten Häuser am Hafen wurden abgerissen.",
    "Der Fischer verkauft seine Boote im Herbst.",
    "Im Winter sind die Straßen vereist.",
]


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("german", "Haus Häuser Hauses"),
        ("french", "mangé manger mangeait"),
        ("spanish", "hablar hablamos hablando"),
        ("italian", "cellula cellule"),
        ("finnish", "muisti muistissa muistin"),
        ("hungarian", "ház házak házban"),
        ("swedish", "hus husen huset"),
        ("greek", "άνθρωπος ανθρώπου άνθρωποι"),
        ("hindi", "लड़का लड़के लड़कों"),
        ("arabic", "كتاب الكتاب كتابه"),
        ("serbian", "читамо читате читају"),
    ],
)
def test_the_forms_of_a_word_meet(language: str, forms: str) -> None:
    assert len(set(analyzer_for([language]).terms(forms))) == 1
    assert len(set(DEFAULT_ANALYZER.terms(forms))) > 1


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_has_a_stemmer(language: str) -> None:
    analyzer = analyzer_for([language])
    assert language in analyzer.languages
    for token in ("v2", "c++", "20.04", "漢字", "x"):
        assert analyzer.stem(token) == token


def test_each_script_has_its_own_language() -> None:
    both = analyzer_for(["german", "greek"])
    assert both.languages == ("german", "greek", "russian")
    assert both.terms("Häuser кошками ανθρώπου cats") == ["haus", "кошк", "ανθρωπ", "cat"]
    assert analyzer_for(["russian", "english"]) is DEFAULT_ANALYZER


@pytest.mark.parametrize(
    ("language", "said", "concept"),
    [("german", "Das Gedächtnis", "Gedächtnis"), ("french", "l'eau", "eau"), ("spanish", "las células", "célula")],
)
def test_articles_are_no_part_of_a_concept(language: str, said: str, concept: str) -> None:
    analyzer = analyzer_for([language])
    assert analyzer.concept_key(said) == analyzer.concept_key(concept)
    assert DEFAULT_ANALYZER.concept_key(said) != DEFAULT_ANALYZER.concept_key(concept)


@pytest.mark.parametrize(
    ("languages", "complaint"),
    [
        (["klingon"], "klingon"),
        (["german", "french"], "leave one out"),
        ("german", "list of words"),
        ([3], "list of words"),
        ([""], "list of words"),
    ],
)
def test_what_cannot_be_had_is_refused(languages: object, complaint: str) -> None:
    with pytest.raises(ConfigError, match=complaint) as refused:
        BrainConfig.from_dict({"storage": {"languages": languages}})
    assert str(refused.value).startswith("storage.languages")
    assert "\n" not in str(refused.value)


def test_the_setting_survives_toml(tmp_path: Path) -> None:
    (tmp_path / "brain.toml").write_text(GERMAN.to_toml())
    assert BrainConfig.from_toml(tmp_path / "brain.toml") == GERMAN


def first_found(config: BrainConfig, texts: Iterable[str], question: str) -> str:
    """Store texts in a new mind, and return what is found first."""
    with MemoryManager(config=config, auto_consolidate=False) as memory:
        for text in texts:
            memory.store(text)
        evidence = memory.retrieve_staged(question).evidence
    return evidence[0].text if evidence else ""


@pytest.mark.parametrize(
    ("question", "place"), [("Haus", 0), ("Hafens", 0), ("ein Boot", 1), ("die vereiste Straße", 2)]
)
def test_a_german_question_finds_other_forms_of_its_words(question: str, place: int) -> None:
    assert first_found(GERMAN, HARBOUR, question) == HARBOUR[place]


def test_russian_is_found_beside_german() -> None:
    assert first_found(GERMAN, [*HARBOUR, "Рыбаки чинят лодки"], "лодку") == "Рыбаки чинят лодки"


@pytest.mark.parametrize("runtime", ["deterministic", "threads"])
def test_a_brain_compares_words_as_its_mind_does(runtime: Literal["deterministic", "threads"], tmp_path: Path) -> None:
    with BrainSystem.start(tmp_path, runtime, config=GERMAN) as brain:
        for text in HARBOUR:
            brain.perceive(text, session_id="hafen")
        assert [item.content for item in brain.memory.working.search("Haus")] == HARBOUR[:1]
        brain.memory.store_fact("das Gedächtnis", "behält Erlebnisse")
    with BrainSystem.start(tmp_path, runtime) as brain:  # nobody need say it again
        assert brain.config.storage.languages == ("german", "russian")
        assert brain.memory.retrieve_staged("Haus").evidence[0].text == HARBOUR[0]
        fact = brain.memory.semantic.get_fact("Gedächtnisses")
        assert fact is not None and fact.description == "behält Erlebnisse"
        assert (
            brain.memory.cued_recall("Boot", session_id="hafen").activation
            > brain.memory.cued_recall("Auto", session_id="hafen").activation
        )


def test_a_mind_refuses_another_language_and_stays_as_it_is(tmp_path: Path) -> None:
    with MemoryManager(tmp_path, config=GERMAN, auto_consolidate=False) as memory:
        memory.store(HARBOUR[0])
    french = BrainConfig().with_settings({"storage.languages": ["french"]})
    with pytest.raises(StorageError, match=r"made for german, russian.*asks for french") as refused:
        MemoryManager(tmp_path, config=french, auto_consolidate=False)
    assert "\n" not in str(refused.value)
    with MemoryManager(tmp_path, config=GERMAN, auto_consolidate=False) as memory:
        assert len(memory.retrieve_staged("Hafen").evidence) == 1
