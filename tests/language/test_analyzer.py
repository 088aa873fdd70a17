"""Stems: inflected forms meet in one term, and different concepts stay apart."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.language import DEFAULT_ANALYZER, fold, language_of, tokenize

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=80)


@pytest.mark.parametrize(
    "forms",
    [
        "нейрон нейроны нейронах нейроном Нейрона",
        "клетка клетки клеток клетками клетке",
        "система системы системой",
        "отец отца отцом",
        "ребёнок ребенка ребенку",
        "белок белки белком",
        "поток потоки потоком",
        "урок уроки",
        "американец американцы",
        "мышца мышцы мышц",
        "ёлка елки",
        "neuron neurons Neurons",
        "cell cells",
        "city cities",
        "café cafe",
    ],
)
def test_forms_of_a_word_share_a_stem(forms):
    assert len(set(DEFAULT_ANALYZER.terms(forms))) == 1


@pytest.mark.parametrize("token", ["1.5.0", "20.04", "gpt4", "c++", "東京", "αλφα", "", "x" * 2000])
def test_what_has_no_inflection_stays(token):
    assert DEFAULT_ANALYZER.stem(token) == token


def test_terms_keep_order_and_repetition():
    assert DEFAULT_ANALYZER.terms("Cells and cells of Neurons") == ["cell", "and", "cell", "of", "neuron"]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("What is a neuron?", ["neuron"]),
        ("Что такое нейрон?", ["нейрон"]),
        ("The cell of the body", ["cell", "bodi"]),
        ("I don't like it", ["like"]),
        ("to be or not to be", ["to", "be", "or", "not", "to", "be"]),
        ("и не", ["и", "не"]),
        ("Device A", ["devic", "a"]),
        ("a device", ["devic"]),
        ("", []),
        ("?!", []),
    ],
)
def test_content_terms(text, content):
    assert DEFAULT_ANALYZER.content_terms(text) == content


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Нейрон", "нейроны"),
        ("НЕЙРОН", "нейрона"),
        ("The neuron", "neurons"),
        ("a neuron", "Neuron"),
        ("нервная система", "нервной системы"),
        ("Café", "cafe"),
        ("ёлка", "Елка"),
        (" neuron ", "neuron!"),
    ],
)
def test_spellings_of_a_concept_share_a_key(one, other):
    assert DEFAULT_ANALYZER.concept_key(one) == DEFAULT_ANALYZER.concept_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C", "C++"),
        ("C", "C#"),
        ("Device A", "Device B"),
        ("нейрон", "нефрон"),
        ("Python 3", "Python 2"),
        ("東京", "京都"),
        ("!", "?"),
        ("A", "The"),
    ],
)
def test_different_concepts_have_different_keys(one, other):
    assert DEFAULT_ANALYZER.concept_key(one) != DEFAULT_ANALYZER.concept_key(other)


def test_a_concept_without_words_keeps_its_signs():
    assert DEFAULT_ANALYZER.concept_key(" 🙂 ") == "🙂"
    assert DEFAULT_ANALYZER.concept_key("  ") == ""


@given(ANY_TEXT)
def test_terms_never_fail_and_match_tokens(text):
    assert DEFAULT_ANALYZER.terms(text) == [DEFAULT_ANALYZER.stem(token) for token in tokenize(text)]
    assert set(DEFAULT_ANALYZER.content_terms(text)) <= set(DEFAULT_ANALYZER.terms(text))
    assert bool(DEFAULT_ANALYZER.content_terms(text)) == bool(DEFAULT_ANALYZER.terms(text))


@given(st.text(st.characters(codec="utf-8", categories=["Lu", "Ll", "Zs", "Nd"]), max_size=40))
def test_a_key_does_not_depend_on_case(text):
    assert DEFAULT_ANALYZER.concept_key(text) == DEFAULT_ANALYZER.concept_key(fold(text))
    if text.isascii():
        assert DEFAULT_ANALYZER.concept_key(text.upper()) == DEFAULT_ANALYZER.concept_key(text.lower())


@given(ANY_TEXT)
def test_a_key_ignores_a_leading_article(text):
    if tokenize(text) and text[0].isalnum():
        assert DEFAULT_ANALYZER.concept_key(f"The {text}") == DEFAULT_ANALYZER.concept_key(text)


def test_threads_agree_on_stems():
    words = [f"{word}{ending}" for word in ("нейрон", "синапс", "гормон") for ending in ("ами", "ы", "ов", "ах")]
    words += [f"{word}{ending}" for word in ("walk", "learn", "signal") for ending in ("ing", "ed", "s")]
    with ThreadPoolExecutor(8) as pool:
        results = list(
            pool.map(lambda _: [DEFAULT_ANALYZER.terms(f"{word} {i}")[0] for i, word in enumerate(words)], range(64))
        )
    assert all(result == results[0] for result in results)


def test_stop_words_are_folded_tokens():
    assert all(tokenize(word) == [word] for word in DEFAULT_ANALYZER.stop_words)
    assert {"what", "что", "the", "не", "dont"} <= DEFAULT_ANALYZER.stop_words
    assert DEFAULT_ANALYZER.stop_words.isdisjoint({"neuron", "нейрон", "c", "like"})


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hello", "en"),
        ("Привет", "ru"),
        ("Привет, world", "ru"),
        ("Да, it is English", "en"),
        ("абв abc", "ru"),
        ("", "en"),
        ("123 !?", "en"),
        ("東京", "en"),
        ("Ёё", "ru"),
        ("café", "en"),
    ],
)
def test_language_of(text, language):
    assert language_of(text) == language


@given(ANY_TEXT)
def test_language_is_one_of_two(text):
    assert language_of(text) in ("ru", "en")
