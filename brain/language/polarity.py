"""Claims: who likes, has, does or is what, in a form in which two opposite statements are seen to be opposite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from brain.language._fact_words import CONNECTIVES, NO_SUBJECT_START, PREPOSITIONS, QUALITIES
from brain.language._polar_words import RUSSIAN_DATIVE, STATES, VERBS
from brain.language.facts import Fact, description_core, extract_facts
from brain.language.negation import is_negated
from brain.language.stems import concept_key
from brain.language.tokens import fold

__all__ = ["Claim", "claims"]

_MOST_CLAIMS = 8
_LONGEST_TEXT = 4000  # claims matter in statements; nobody states one on page three
_MOST_SUBJECT_WORDS = 4
_MOST_OBJECT_WORDS = 6
_CACHED_TEXTS = 2048

_CLAUSE = re.compile(r"[^.,;:!?…\n()—]+(?:\.(?=\w)[^.,;:!?…\n()—]*)*")
_SPEAKERS = frozenset("i we you я мы ты вы".split())
_WHO_DATIVE = {
    "мне": "я",
    "нам": "мы",
    "тебе": "ты",
    "вам": "вы",
    "меня": "я",
    "нас": "мы",
    "тебя": "ты",
    "вас": "вы",
}
_COPULAS = frozenset("is are was were am be isnt arent wasnt werent был была было были".split())
_DENIALS = frozenset(
    "not never no cannot dont doesnt didnt isnt arent wasnt werent cant wont не нет никогда без".split()
)
_PASSED_OVER = frozenset(
    "do does did can could will would have has really absolutely truly always also still just now currently longer ever"
    " very so quite too totally completely already today again simply actually definitely often usually"
    " очень сильно всегда тоже сейчас уже еще просто действительно совсем вовсе больше по-прежнему правда часто обычно"
    " теперь сегодня так".split()
)
_OBJECT_ENDS = CONNECTIVES | frozenset(
    "very much really too lot anymore all очень сильно сейчас теперь больше there here today".split()
)
_CONTRACTIONS = re.compile(r"(?<=\w)'(?:m|re|s)(?!\w)")
_CANNOT_STAND = re.compile(r"\b(?:cant|cannot|can not) (?:stand|bear)\b|\bтерпеть не (?:могу|может|могут)\b")
_IN_HAND = re.compile(r"^у (?P<who>.{1,60}?) (?P<no>нет|не было|есть|была?|было|были) (?P<what>.+)$")


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement in comparable form.

    Attributes:
        subject: concept key; the speaker is "i" or «я».
        predicate: "is" for "X is a Y", the relation for other facts, "like", "have", ... for verbs and
            "is open", "is work", ... for states.
        object: concept key; "" for states.
        negated: the statement denies it; "hate" is a denied "like", "closed" a denied "is open".

    """

    subject: str
    predicate: str
    object: str
    negated: bool


def claims(text: str) -> list[Claim]:
    """Return what a text claims, in order, without repetition; at most eight claims."""
    return list(_claims(text)) if len(text) <= _LONGEST_TEXT else []


@lru_cache(maxsize=_CACHED_TEXTS)
def _claims(text: str) -> tuple[Claim, ...]:
    found: dict[Claim, None] = {}
    spans: list[tuple[int, int]] = []
    for fact in extract_facts(text):
        found[_claim_of(fact)] = None
        spans.append((fact.start, fact.end))
    for clause in _CLAUSE.finditer(text):
        if any(start < clause.end() and clause.start() < end for start, end in spans):
            continue
        if text[clause.end() : clause.end() + 1] != "?":
            found.update(dict.fromkeys(_in_clause(clause.group())))
    return tuple(found)[:_MOST_CLAIMS]
