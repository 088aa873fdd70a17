"""Facts: plain statements are read, talk is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.language import Fact, extract_facts, head_noun

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=200)
PIECES = st.lists(
    st.sampled_from(
        [
            " is ", " is not ", "a ", "The ", " — ", " это ", " не ", ": ", "- ", ". ", "\n", "neuron", "клетка",
            "Paris", "cell", " был ", " является ", "столицей", "causes ", "(", ")", "«", "»", "?", "!", ", ", "Ответ",
            " позволяет ", " входит в ", "e.g. ", "https://a.b", "12:30", ";", "\u00a0", "и ",
        ]
    ),
    max_size=25,
).map("".join)  # fmt: skip

STATED = [
    ("Ответ: нейрон — это клетка нервной системы", "нейрон", "клетка нервной системы"),
    ("Answer: a neuron is a cell", "neuron", "cell"),
    ("Note: Paris is a city", "Paris", "city"),
    ("Определение: синапс — это контакт", "синапс", "контакт"),
    ("Запомни: нейрон — это клетка", "нейрон", "клетка"),
    ("Remember that the server is a Dell", "server", "Dell"),
    ("Запомни, что нейрон — это клетка", "нейрон", "клетка"),
    ("нейрон это клетка", "нейрон", "клетка"),
    ("нейрон — клетка нервной системы", "нейрон", "клетка нервной системы"),
    ("нейрон – клетка нервной системы", "нейрон", "клетка нервной системы"),
    ("нейрон - клетка нервной системы", "нейрон", "клетка нервной системы"),
    ("нейрон\u00a0— клетка", "нейрон", "клетка"),
    ("Синапс: контакт между нейронами", "Синапс", "контакт между нейронами"),
    ("A neuron is a cell of the nervous system.", "neuron", "cell of the nervous system"),
    ("Device A is a Synology NAS", "Device A", "Synology NAS"),
    ("Device A: Synology NAS", "Device A", "Synology NAS"),
    ("Нейроны являются клетками нервной системы", "Нейроны", "клетками нервной системы"),
    ("Paris was the capital", "Paris", "capital"),
    ("Париж был столицей Франции", "Париж", "столицей Франции"),
    ("The sky is blue", "sky", "blue"),
    ("Neurons are electrically excitable cells", "Neurons", "electrically excitable cells"),
    ("The deadline is Friday", "deadline", "Friday"),
    ("My dog is a Labrador", "My dog", "Labrador"),
    ("Мой кот — сиамец", "Мой кот", "сиамец"),
    ("Столица Франции — Париж", "Столица Франции", "Париж"),
    ("Alice is my friend", "Alice", "my friend"),
    ("«Нейрон» — это клетка", "Нейрон", "клетка"),
    ("Нейрон (нервная клетка) — это клетка мозга", "Нейрон", "клетка мозга"),
    ("C++ is a language", "C++", "language"),
    ("Node.js is a runtime", "Node.js", "runtime"),
    ("CI/CD is a practice", "CI/CD", "practice"),
    ("Dr. Smith is a doctor", "Dr. Smith", "doctor"),
    ("- Neuron: cell of the brain", "Neuron", "cell of the brain"),
    ("1. Neuron is a cell", "Neuron", "cell"),
    ("Neuron is a cell, but I hate it", "Neuron", "cell"),
    ("Cats are animals and dogs are animals", "Cats", "animals"),
    ("Neuron is a cell!", "Neuron", "cell"),
    ("Время — это деньги", "Время", "деньги"),
    ("Paris is one of the largest cities", "Paris", "one of the largest cities"),
    ("Сервер является узлом", "Сервер", "узлом"),
]

DENIED = [
    ("Paris is not a country", "Paris", "country"),
    ("Paris isn't a country", "Paris", "country"),
    ("Paris isn’t a country", "Paris", "country"),
    ("Paris is no longer the capital", "Paris", "capital"),
    ("Paris: not country", "Paris", "country"),
    ("нейрон — не мышца", "нейрон", "мышца"),
    ("нейрон — это не мышца", "нейрон", "мышца"),
    ("нейрон это вовсе не мышца", "нейрон", "мышца"),
    ("нейрон: не мышца", "нейрон", "мышца"),
    ("Нейрон не является мышцей", "Нейрон", "мышцей"),
    ("Париж никогда не был страной", "Париж", "страной"),
    ("Caffeine does not cause cancer", "Caffeine", "cause cancer"),
]


def _only(text: str) -> Fact:
    (fact,) = extract_facts(text)
    return fact


@pytest.mark.parametrize(("text", "subject", "description"), STATED)
def test_statements(text, subject, description):
    fact = _only(text)
    assert (fact.subject, fact.description, fact.negated) == (subject, description, False)
    assert 0 < fact.confidence < 1


@pytest.mark.parametrize(("text", "subject", "description"), DENIED)
def test_denials(text, subject, description):
    fact = _only(text)
    assert (fact.subject, fact.description, fact.negated) == (subject, description, True)


@pytest.mark.parametrize(
    ("text", "relation", "head"),
    [
        ("Нейрон — это клетка нервной системы", "is_a", "клетка"),
        ("Кора — часть мозга", "part_of", "мозга"),
        ("Кора является частью мозга", "part_of", "мозга"),
        ("The cortex is a part of the brain", "part_of", "brain"),
        ("The cortex is part of the brain", "part_of", "brain"),
        ("Гиппокамп входит в лимбическую систему", "part_of", "лимбическую систему"),
        ("Smoking causes cancer", "causes", "cancer"),
        ("Кофе вызывает бессонницу", "causes", "бессонницу"),
        ("Смартфон позволяет звонить", "enables", "звонить"),
        ("Caching enables fast reads", "enables", "fast reads"),
        ("Good is the opposite of evil", "opposite", "evil"),
        ("Добро — противоположность зла", "opposite", "зла"),
        ("The hippocampus is related to memory", "related", "memory"),
        ("Память связана с гиппокампом", "related", "гиппокампом"),
    ],
)
def test_relations(text, relation, head):
    fact = _only(text)
    assert fact.relation_type == relation
    assert head_noun(fact.description) == head


def test_two_sentences_give_two_facts_in_order():
    text = "Paris was the capital of France. It rains. Нейрон — это клетка."
    assert [(fact.subject, text[fact.start : fact.end]) for fact in extract_facts(text)] == [
        ("Paris", "Paris was the capital of France"),
        ("Нейрон", "Нейрон — это клетка"),
    ]


@pytest.mark.parametrize("separator", [". ", "! ", "\n", "; ", "...\n", ".\n\n"])
def test_sentences_end_in_many_ways(separator):
    facts = extract_facts(f"Paris is a city{separator}A neuron is a cell")
    assert [fact.subject for fact in facts] == ["Paris", "neuron"]


def test_an_abbreviation_ends_no_sentence():
    assert _only("Rust is a language, e.g. for systems").description == "language, e.g. for systems"


def test_a_text_gives_at_most_five_facts():
    text = " ".join(f"Item{number} is a gadget." for number in range(9))
    assert [fact.subject for fact in extract_facts(text)] == ["Item0", "Item1", "Item2", "Item3", "Item4"]


def test_a_question_among_statements_states_nothing():
    assert [fact.subject for fact in extract_facts("Paris is a city. Is London a city? Rome is a city.")] == [
        "Paris",
        "Rome",
    ]


@pytest.mark.parametrize(
    ("text", "subject", "description"),
    [case for case in STATED + DENIED if case[1] != "Время"],  # a vague word before a colon is a label
)
def test_a_fact_shown_as_a_line_is_the_same_fact(text, subject, description):
    negated = _only(text).negated
    line = f"{subject}: {'not ' if negated else ''}{description}"
    again = _only(line)
    assert (again.subject, again.description, again.negated) == (subject, description, negated)


@pytest.mark.parametrize(
    ("description", "head"),
    [
        ("клетка нервной системы", "клетка"),
        ("нервная клетка организма", "нервная клетка"),
        ("столицей Франции", "столицей"),
        ("явление природы", "явление"),
        ("cell of the nervous system", "cell"),
        ("Synology NAS", "Synology NAS"),
        ("Synology NAS, which is loud", "Synology NAS"),
        ("the capital", "capital"),
        ("device made by Apple", "device"),
        ("city located in France", "city"),
        ("one of the largest cities", "largest cities"),
        ("kind of cell", "cell"),
        ("very large land animal", "large land animal"),
        ("часть мозга", "мозга"),
        ("", ""),
        ("!!!", ""),
    ],
)
def test_head_noun(description, head):
    assert head_noun(description) == head


@given(st.one_of(ANY_TEXT, PIECES))
def test_facts_lie_in_the_text(text):
    previous = 0
    facts = extract_facts(text)
    assert len(facts) <= 5
    for fact in facts:
        assert previous <= fact.start < fact.end <= len(text)
        assert text[fact.start : fact.end].startswith(fact.subject)
        assert text[fact.start : fact.end].endswith(fact.description)
        assert fact.subject.strip() == fact.subject != ""
        assert fact.description.strip() == fact.description != ""
        assert isinstance(head_noun(fact.description), str)
        previous = fact.end


@given(ANY_TEXT)
def test_a_head_is_at_most_three_words_of_the_description(text):
    head = head_noun(text)
    assert len(head.split()) <= 3
    assert all(word in text for word in head.split())


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "unit",
    [
        "X is so. ", "is ", ": ", " - ", "!", '."', " ", "\n", "e.g. ", "a", "Mom - (", "вход ", "a is\n",
        "Yesterday I was so. ", "- - ", "1. ", "не ", "(", "— это ", "do not ",
    ],
)  # fmt: skip
def test_time_grows_with_length_only(unit):
    text = unit * (2_000_000 // len(unit))
    assert len(extract_facts(text)) <= 5
    head_noun(text)
