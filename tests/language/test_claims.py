"""Claims: opposite statements come out as opposite, the same ones as the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.language import DEFAULT_ANALYZER, Claim, claims

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=200)
VOCABULARY = """
I я мне у Anna shop магазин is not не нет love hate люблю нравится open closed открыт works сломан есть tea чай
have no . , ? very очень because — был
"""
WORDS = st.lists(st.sampled_from(VOCABULARY.split()), max_size=14).map(" ".join)

SAME = [
    ("I love Chinese food", "I enjoy Chinese food"),
    ("I hate Chinese food", "I don't like Chinese food"),
    ("I hate Chinese food", "I really can't stand Chinese food"),
    ("I don’t like tea", "I do not like tea very much"),
    ("я люблю китайскую еду", "Мне нравится китайская еда"),
    ("Я ненавижу китайскую еду", "я не люблю китайскую еду"),
    ("Я терпеть не могу чай", "мне не нравится чай"),
    ("Анна любит чай", "Анне нравится чай"),
    ("The shop is closed", "The shop isn't open now"),
    ("Магазин закрыт", "Магазин сейчас не открыт"),
    ("The printer is broken", "the printer doesn't work"),
    ("Принтер сломан", "Принтер не работает"),
    ("I have no dog", "I don't have a dog"),
    ("The door is open", "The doors are open"),
    ("The task is finished", "The task is completed"),
]

OPPOSITE = [
    ("I love Chinese food", "I hate Chinese food"),
    ("I like tea", "I don't like tea"),
    ("я люблю китайскую еду", "я ненавижу китайскую еду"),
    ("Мне нравится чай", "Мне не нравится чай"),
    ("The shop is open", "The shop is not open"),
    ("The shop is open", "The shop is closed"),
    ("Магазин открыт", "Магазин закрыт"),
    ("Дверь была открыта", "Дверь была закрыта"),
    ("Свет включён", "Свет выключен"),
    ("The printer works", "The printer is broken"),
    ("Принтер работает", "Принтер сломан"),
    ("The king is alive", "The king is dead"),
    ("Король жив", "Король мёртв"),
    ("I have a dog", "I have no dog"),
    ("У меня есть собака", "У меня нет собаки"),
    ("У Анны есть кошка", "У Анны нет кошки"),
    ("Anna eats meat", "Anna does not eat meat"),
    ("I drink coffee", "I never drink coffee"),
    ("John is happy", "John is so sad"),
    ("Paris is a country", "Paris is not a country"),
    ("нейрон — мышца", "нейрон — не мышца"),
    ("Smoking causes cancer", "Smoking does not cause cancer"),
    ("Кофе вызывает бессонницу", "Кофе не вызывает бессонницу"),
    ("Anna trusts Bob", "Anna doesn't trust Bob"),
    ("The theory is true", "The theory is false"),
]

UNRELATED = [
    ("I love tea", "I hate coffee"),
    ("Anna loves tea", "Bob hates tea"),
    ("The shop is open", "The door is closed"),
    ("The shop is open", "The shop is a bakery"),
    ("Paris is a city", "Rome is not a city"),
    ("Магазин открыт", "Аптека закрыта"),
    ("Paris is a city", "Paris is a city of light"),
    ("Paris is not a village", "Paris is a city"),
]

SILENT = """
I have to go
I have been there
He is dead
It works
I like it
I like him
What do I like?
Do you like tea?
Это хорошо
Мы пошли в кино
Let's go
not open
""".strip().splitlines()


def _only(text: str) -> Claim:
    (claim,) = claims(text)
    return claim


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_in_other_words(one, other):
    assert _only(one) == _only(other)
    assert not _only(one).conflicts_with(_only(other))
    assert _only(one).agrees_with(_only(other))


@pytest.mark.parametrize(("one", "other"), OPPOSITE)
def test_opposites(one, other):
    first, second = _only(one), _only(other)
    assert (first.subject, first.predicate, first.object) == (second.subject, second.predicate, second.object)
    assert first.negated != second.negated
    assert first.conflicts_with(second)
    assert second.conflicts_with(first)
    assert not first.agrees_with(second)


@pytest.mark.parametrize(("one", "other"), UNRELATED)
def test_what_can_both_hold(one, other):
    assert not any(ours.conflicts_with(theirs) for ours in claims(one) for theirs in claims(other))


@pytest.mark.parametrize("text", [*SILENT, "", "  ", "?", "a" * 5000])
def test_what_claims_nothing(text):
    assert claims(text) == []


def test_two_values_of_one_thing_conflict():
    assert _only("The capital is Paris").conflicts_with(_only("The capital is Lyon"))
    assert _only("нейрон — клетка").conflicts_with(_only("нейрон — мышца"))


def test_more_detail_agrees_but_less_does_not():
    plain, detailed = _only("Paris is a city"), _only("Paris is a city of light")
    assert plain.agrees_with(detailed)
    assert not detailed.agrees_with(plain)


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "thing"),
    [
        ("Device A is a Synology NAS", "Device A", "is", "Synology NAS"),
        ("Кора — часть мозга", "кора", "part_of", "мозга"),
        ("Smoking causes cancer", "smoking", "causes", "cancer"),
        ("Кофе вызывает бессонницу", "кофе", "causes", "бессонницу"),
        ("We love dogs because they are nice", "we", "like", "dogs"),
        ("Caroline owns a cat", "Caroline", "have", "cat"),
        ("But I love cats and dogs", "I", "like", "cats"),
        ("I'm happy", "I", "is happy", ""),
        ("My phone is dead", "my phone", "is alive", ""),
    ],
)
def test_parts_of_a_claim(text, subject, predicate, thing):
    claim = _only(text)
    assert (claim.subject, claim.predicate, claim.object) == (
        DEFAULT_ANALYZER.concept_key(subject),
        predicate,
        DEFAULT_ANALYZER.concept_key(thing),
    )


def test_several_clauses_give_several_claims_in_order():
    found = claims("I love tea, but I hate coffee. Anna has a cat! The shop is closed.")
    assert [(claim.predicate, claim.negated) for claim in found] == [
        ("like", False),
        ("like", True),
        ("have", False),
        ("is open", True),
    ]


def test_a_caller_cannot_change_what_the_next_one_gets():
    claims("I love tea").clear()
    assert len(claims("I love tea")) == 1


@given(st.one_of(ANY_TEXT, WORDS))
def test_claims_of_any_text(text):
    found = claims(text)
    assert len(found) <= 8
    assert len(set(found)) == len(found)
    for claim in found:
        assert claim.subject
        assert claim.predicate
        assert not claim.conflicts_with(claim)
        assert claim.agrees_with(claim)


@given(WORDS)
def test_an_opposite_conflicts_both_ways(text):
    for one in claims(text):
        for other in claims(text):
            assert one.conflicts_with(other) == other.conflicts_with(one)


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", ["I ", "у меня ", "a,", "is ", "не ", "x.y", "love "])
def test_time_grows_with_length_only(unit):
    for length in (4_000, 1_000_000):
        assert len(claims(unit * (length // len(unit)))) <= 8
