"""Whole pieces of talk and the word lists behind the reading of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import brain.language
from brain.language import Claim, Fact, claims, extract_facts, fold, is_question, tokenize
from brain.language._fact_words import (
    ABBREVIATIONS,
    ADVERBS,
    COMMANDS,
    CONNECTIVES,
    EMPTY_SUBJECTS,
    NO_DESCRIPTION,
    NO_SUBJECT_START,
    NOUNS_LIKE_VERBS,
    POINTERS,
    PREPOSITIONS,
    QUALITIES,
    VERBS,
)
from brain.language._polar_words import DENIALS, OBJECT_ENDS, PASSED_OVER, RUSSIAN_DATIVE, STATES
from brain.language._polar_words import VERBS as POLAR_VERBS

LISTS = {
    "abbreviations": ABBREVIATIONS,
    "adverbs": ADVERBS,
    "commands": COMMANDS,
    "connectives": CONNECTIVES,
    "denials": DENIALS,
    "empty subjects": EMPTY_SUBJECTS,
    "no description": NO_DESCRIPTION,
    "no subject": NO_SUBJECT_START,
    "nouns": NOUNS_LIKE_VERBS,
    "object ends": OBJECT_ENDS,
    "passed over": PASSED_OVER,
    "pointers": POINTERS,
    "polar verbs": frozenset(POLAR_VERBS),
    "prepositions": PREPOSITIONS,
    "dative": frozenset(RUSSIAN_DATIVE),
    "qualities": QUALITIES,
    "states": frozenset(STATES),
    "verbs": VERBS,
}

# Talk between friends: what little it states is true of its subject and worth keeping.
ENGLISH_TALK = """
Hey Caroline! Good to see you too. The support group was so inspiring.
Wow, that's amazing! The kids were stoked about the museum.
Last week was hectic but the view was worth it.
Camping was fun - we roasted marshmallows and told stories.
Mel: That sounds great! Have a good one.
Your painting is amazing. The colors were beautiful!
Being a mom is hard work, but it's worth it.
The event was on Sunday. The workshop was focused on clay.
The book is called Walden. Pottery is relaxing.
Our family is close. Their support was everything.
The ocean was calm, and the sunset is gorgeous!
Here's the thing: family is everything.
Quick question: how are you?
The concert was yesterday - it was great.
So the plan is simple. Anyway, the rest is history, right?
PS: bring milk
John 3:16
user@host: ~/dir
Thanks — talk soon!
""".strip().splitlines()

RUSSIAN_TALK = """
Привет! Вчера мы были в кино. Фильм был отличный.
Он спросил: кто там?
Вопрос: что такое нейрон?
Встреча: завтра в 10
Позвони маме - срочно
Дети были в восторге. Петя был дома.
Это очень важно: пей воду
Всем привет: я приехал
Иван пришёл, это хорошо
Жаль, что Париж был закрыт
Итого: 500 рублей
Если дождь — зонт
Москва была основана в 1147 году
Кошка была на окне
У меня — кот
Сейчас — обед
Спасибо — очень вкусно!
Давай завтра - я устал
""".strip().splitlines()

TALK_WITH_FACTS = [
    ("Hey! My mom was my biggest supporter. The show was great.", [("My mom", "my biggest supporter")]),
    ("The necklace was a gift from my grandma, you know.", [("necklace", "gift from my grandma, you know")]),
    ("Running is a great way to destress!", [("Running", "great way to destress")]),
    ("Wow! Luna is a cat. Isn't she cute?", [("Luna", "cat")]),
    ("Привет! Коля — мой брат. Он врач.", [("Коля", "мой брат")]),
    ("Список покупок: молоко, хлеб", [("Список покупок", "молоко, хлеб")]),
    ("Мой день рождения — это праздник.", [("Мой день рождения", "праздник")]),
    ("Password: hunter2", [("Password", "hunter2")]),
    ("Лимит — 5 запросов в секунду", [("Лимит", "5 запросов в секунду")]),
    ("Кофе — это напиток; чай — это тоже напиток.", [("Кофе", "напиток"), ("чай", "напиток")]),
    ("# Heading\n- Neuron: cell\n- Синапс: контакт\n", [("Neuron", "cell"), ("Синапс", "контакт")]),
    ("«Волга» — это река. Волга впадает в море.", [("Волга", "река")]),
]


@pytest.mark.parametrize("text", ENGLISH_TALK + RUSSIAN_TALK)
def test_talk_leaves_no_facts(text):
    assert extract_facts(text) == []


@pytest.mark.parametrize(("text", "stated"), TALK_WITH_FACTS)
def test_facts_in_talk(text, stated):
    assert [(fact.subject, fact.description) for fact in extract_facts(text)] == stated


@pytest.mark.parametrize("name", LISTS)
def test_words_are_folded(name):
    assert LISTS[name]
    assert [word for word in LISTS[name] if fold(word) != word or word != word.strip()] == []


def test_no_word_both_begins_and_cannot_begin_a_concept():
    assert {"привет"} >= NO_SUBJECT_START & NOUNS_LIKE_VERBS
    assert NO_SUBJECT_START.isdisjoint({"neuron", "нейрон", "my", "мой", "a", "the", "time", "время"})
    assert NO_DESCRIPTION.isdisjoint({"cell", "клетка", "a", "the", "my", "one"})


def test_every_predicate_is_known_in_both_languages():
    for lexicon in (POLAR_VERBS, STATES):
        latin = {predicate for word, (predicate, _) in lexicon.items() if word.isascii()}
        cyrillic = {predicate for word, (predicate, _) in lexicon.items() if not word.isascii()}
        assert latin - cyrillic <= {"speak", "need"}
        assert not cyrillic - latin


def test_every_state_has_an_opposite():
    poles: dict[str, set[bool]] = {}
    for predicate, opposite in STATES.values():
        poles.setdefault(predicate, set()).add(opposite)
    assert [predicate for predicate, both in poles.items() if both != {True, False}] == []


@pytest.mark.parametrize("verb", [word for word in POLAR_VERBS if len(tokenize(word)) == 1])
def test_every_verb_makes_a_claim_and_its_denial(verb):
    predicate, opposite = POLAR_VERBS[verb]
    who, deny = ("Anna", f"Anna never {verb} Rome") if verb.isascii() else ("Анна", f"Анна не {verb} Рим")
    thing = "Rome" if verb.isascii() else "Рим"
    (plain,) = claims(f"{who} {verb} {thing}")
    (denied,) = claims(deny)
    assert (plain.predicate, plain.negated) == (predicate, opposite)
    assert plain.conflicts_with(denied)


@pytest.mark.parametrize("state", STATES)
def test_every_state_makes_a_claim_and_its_denial(state):
    predicate, opposite = STATES[state]
    plain, denied = (
        (f"Anna is {state}", f"Anna is not {state}") if state.isascii() else (f"Анна {state}", f"Анна не {state}")
    )
    if state in ("works", "work", "failed", "crashed"):
        plain, denied = f"Anna {state}", f"Anna never {state}"
    (one,), (other,) = claims(plain), claims(denied)
    assert (one.predicate, one.object, one.negated) == (f"is {predicate}", "", opposite)
    assert one.conflicts_with(other)


def test_all_that_is_promised_is_there():
    assert len(set(brain.language.__all__)) == len(brain.language.__all__) == 21
    assert all(getattr(brain.language, name) is not None for name in brain.language.__all__)


def test_results_cannot_be_changed():
    (fact,) = extract_facts("Paris is a city")
    (claim,) = claims("Paris is a city")
    assert isinstance(fact, Fact)
    assert isinstance(claim, Claim)
    for value in (fact, claim):
        with pytest.raises(AttributeError):
            value.subject = "Rome"
        assert hash(value) == hash(value)


def test_the_same_text_gives_the_same_in_every_thread():
    texts = [text for text, _ in TALK_WITH_FACTS] + ENGLISH_TALK + RUSSIAN_TALK

    def read(text: str) -> tuple[object, ...]:
        return tuple(extract_facts(text)), tuple(claims(text)), is_question(text)

    alone = [read(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert all(result == alone for result in pool.map(lambda _: [read(text) for text in texts], range(16)))
