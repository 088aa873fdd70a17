"""Claims: who likes, has, does or is what, in a form in which two opposite statements are seen to be opposite."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from brain.language._fact_parts import core_of, is_quality
from brain.language._fact_words import CONNECTIVES, NO_SUBJECT_START, PREPOSITIONS
from brain.language._polar_words import (
    AFTER_AUXILIARY,
    COPULAS,
    DENIALS,
    OBJECT_ENDS,
    PASSED_OVER,
    REFERENCES,
    RUSSIAN_DATIVE,
    SPEAKERS,
    STATES,
    VERBS,
    WHO_DATIVE,
)
from brain.language.analyzer import DEFAULT_ANALYZER
from brain.language.facts import Fact, extract_facts, head_noun
from brain.language.tokens import fold

__all__ = ["Claim", "claims"]

_MOST_CLAIMS = 8
_LONGEST_TEXT = 4000  # claims matter in statements; nobody states one on page three
_MOST_SUBJECT_WORDS = 4
_MOST_OBJECT_WORDS = 8
_SEARCHED_WORDS = 8  # where the verb must stand
_CACHED_TEXTS = 2048

_CLAUSE = re.compile(r"[^.,;:!?…\n()—]+(?:\.(?=\w)[^.,;:!?…\n()—]*)*")
_ARTICLES = ("a", "an", "the")
_CONTRACTION = re.compile(r"(?<=\w)'(m|re)(?!\w)")
_CANNOT_STAND = re.compile(r"\b(?:cant|cannot|can not) (?:stand|bear)\b|\bтерпеть не (?:могу|может|могут)\b")
_WORKING = ("works", "work", "failed", "crashed")
# Without any of these words a clause claims nothing.
_TELLING = frozenset((*VERBS, *RUSSIAN_DATIVE, *STATES, *COPULAS, *_WORKING, "у"))
_key = DEFAULT_ANALYZER.concept_key  # claims are read in English and Russian alone
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
        head: the concept key of the noun that the object of an "is" turns on.
        past: it tells what something once was; read for "is" alone.

    """

    subject: str
    predicate: str
    object: str
    negated: bool
    head: str = ""
    past: bool = False

    def conflicts_with(self, other: Claim) -> bool:
        """Tell whether both cannot hold: one denies what the other says, or they give different values.

        Values differ if the nouns that they turn on do: a cell of the body and a cell that conducts may be one
        thing, a cell and a muscle, or a Synology NAS and another NAS, may not.
        """
        if (self.subject, self.predicate) != (other.subject, other.predicate):
            return False
        if self.negated != other.negated:
            return _alike(self.object, other.object)
        return self.predicate == "is" and not self.negated and not _alike(self.head, other.head)

    def agrees_with(self, other: Claim) -> bool:
        """Tell whether the other says the same, or more."""
        same = (self.subject, self.predicate, self.negated) == (other.subject, other.predicate, other.negated)
        return same and set(self.object.split()) <= set(other.object.split())


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
        stated = any(start < clause.end() and clause.start() < end for start, end in spans)
        if not stated and not text.startswith("?", clause.end()):
            found.update(dict.fromkeys(_in_clause(clause.group())))
    return tuple(found)[:_MOST_CLAIMS]


def _claim_of(fact: Fact) -> Claim:
    subject = _key(fact.subject)
    if fact.relation_type != "is_a":
        return Claim(subject, fact.relation_type, _key(core_of(fact.description)), fact.negated)
    state, opposite = STATES.get(fold(fact.description), ("", False))
    if state:
        return Claim(subject, f"is {state}", "", fact.negated != opposite)
    head = _key(head_noun(fact.description))
    return Claim(subject, "is", _key(fact.description), fact.negated, head, fact.past)


def _alike(one: str, other: str) -> bool:
    ours, theirs = set(one.split()), set(other.split())
    return ours <= theirs or theirs <= ours


def _in_clause(clause: str) -> Iterator[Claim]:
    """Yield the claim that one clause makes, if it makes one."""
    folded = _CONTRACTION.sub(r" a\1", " ".join(fold(clause).split())).replace("n't", "nt")
    folded = _CANNOT_STAND.sub("ненавижу", folded)
    words = [word.strip("\"'«»“”*_") for word in folded.split()]
    while words and (words[0] in CONNECTIVES or words[0] in PASSED_OVER):
        del words[0]
    if _TELLING.isdisjoint(words):
        return
    claim = _possession(" ".join(words)) or _liking(words) or _action(words) or _state(words)
    if claim is not None:
        yield claim


def _possession(clause: str) -> Claim | None:
    """Read «у Анны есть кошка» and «у Анны нет кошки»."""
    stated = _IN_HAND.match(clause)
    if stated is None:
        return None
    who = WHO_DATIVE.get(stated["who"], stated["who"])
    return _claim(who.split(), "have", stated["what"].split(), negated=stated["no"] in ("нет", "не было"))


def _liking(words: list[str]) -> Claim | None:
    """Read «мне нравится чай»."""
    place = _first(words, RUSSIAN_DATIVE)
    if place is None:
        return None
    before, denied = _without_denial(words[:place])
    predicate, opposite = RUSSIAN_DATIVE[words[place]]
    who = [WHO_DATIVE.get(word, word) for word in before]
    return _claim(who, predicate, words[place + 1 :], negated=denied != opposite)


def _action(words: list[str]) -> Claim | None:
    """Read "I do not like tea"."""
    place = _first(words, VERBS)
    if place is None or not COPULAS.isdisjoint(words[:place]):
        return None
    before, denied = _without_denial(words[:place])
    predicate, opposite = VERBS[words[place]]
    thing = words[place + 1 :]
    if thing and thing[0] == "no":
        thing, denied = thing[1:], True
    if predicate == "have" and thing and (thing[0] in AFTER_AUXILIARY or thing[0].endswith("ed")):
        return None
    return _claim(before, predicate, thing, negated=denied != opposite)


def _state(words: list[str]) -> Claim | None:
    """Read "the shop is not open", «магазин не работает»."""
    place = next((i for i, word in enumerate(words) if i and _is_state(words, i)), None)
    if place is None or (len(words) > place + 1 and not _may_follow(words[place + 1])):
        return None
    before, denied = _without_denial(words[:place])
    subject = [word for word in before if word not in COPULAS]
    state, opposite = STATES.get(words[place], (DEFAULT_ANALYZER.stem(words[place]), False))
    name = _subject(subject)
    return Claim(name, f"is {state}", "", denied != opposite) if name else None


def _is_state(words: list[str], place: int) -> bool:
    word = words[place]
    if not word.isascii() or word in _WORKING:
        return word in STATES
    if COPULAS.isdisjoint(words[:place]):
        return False
    return word in STATES or (is_quality(word) and word not in PASSED_OVER)


def _may_follow(word: str) -> bool:
    return word in PREPOSITIONS or word in OBJECT_ENDS or word in PASSED_OVER


def _first(words: list[str], lexicon: dict[str, tuple[str, bool]]) -> int | None:
    return next((place for place, word in enumerate(words[:_SEARCHED_WORDS]) if place and word in lexicon), None)


def _without_denial(words: list[str]) -> tuple[list[str], bool]:
    """Return the words without denials and adverbs, and whether there was a denial."""
    kept = [word for word in words if word not in DENIALS and word not in PASSED_OVER]
    return kept, not DENIALS.isdisjoint(words)


def _claim(who: list[str], predicate: str, thing: list[str], *, negated: bool) -> Claim | None:
    end = next((i for i, word in enumerate(thing) if word in OBJECT_ENDS), len(thing))
    name = _subject(who)
    if not name or not 0 < end <= _MOST_OBJECT_WORDS or thing[0] in REFERENCES:
        return None
    return Claim(name, predicate, _key(" ".join(thing[:end])), negated)


def _subject(words: list[str]) -> str:
    """Return the key of a subject, or "" if the words refer to nothing that stays the same."""
    if not 0 < len(words) <= _MOST_SUBJECT_WORDS:
        return ""
    if len(words) == 1 and words[0] in SPEAKERS:
        return _key(words[0])
    first = words[1] if words[0] in _ARTICLES and len(words) > 1 else words[0]
    vague = first in NO_SUBJECT_START or not SPEAKERS.isdisjoint(words) or words[-1] in PREPOSITIONS
    return "" if vague else _key(" ".join(words))
