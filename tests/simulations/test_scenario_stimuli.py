"""Generated stimuli: from the seed alone, never twice the same, and facts that the brain can read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.errors import InvalidInputError
from brain.language import DEFAULT_ANALYZER, extract_facts
from simulations.scenario.stimuli import KINDS, LANGUAGES, Stimuli, words_in


@given(seed=st.integers(), kind=st.sampled_from(KINDS), language=st.sampled_from(LANGUAGES), count=st.integers(1, 40))
def test_a_list_follows_from_its_seed_and_holds_nothing_twice(seed: int, kind: str, language: str, count: int) -> None:
    made = Stimuli(seed).make(kind, count, language)
    assert made == Stimuli(seed).make(kind, count, language)
    assert len({stimulus.text for stimulus in made}) == len(made) == count


@given(seed=st.integers(0, 1000), language=st.sampled_from(LANGUAGES))
def test_facts_are_read_as_they_were_meant(seed: int, language: str) -> None:
    stimuli = Stimuli(seed)
    first = stimuli.make("facts", 20, language)
    second = stimuli.make("facts", 20, language, first)
    for stimulus in (*first, *second):
        (fact,) = extract_facts(stimulus.text)
        assert (fact.subject, fact.description) == (stimulus.subject, stimulus.target)
        assert stimulus.subject in stimulus.cue
    assert [each.subject for each in first] == [each.subject for each in second]
    assert all(a.target != b.target for a, b in zip(first, second, strict=True))
    assert len({DEFAULT_ANALYZER.concept_key(stimulus.subject) for stimulus in first}) == 20


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_enough_and_differ_in_their_stems(language: str) -> None:
    stimuli = Stimuli(1)
    words = [stimulus.text for stimulus in stimuli.make("words", words_in(language), language)]
    assert len(words) >= 100
    assert len({tuple(DEFAULT_ANALYZER.content_terms(word)) for word in words}) == len(words)
    with pytest.raises(InvalidInputError, match=r"1 .* words are asked for, and 0 are left"):
        stimuli.make("words", 1, language)


def test_many_names_stay_apart() -> None:
    made = Stimuli(2).make("facts", 3000, "ru")
    assert len({DEFAULT_ANALYZER.concept_key(stimulus.subject) for stimulus in made}) == 3000
