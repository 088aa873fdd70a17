"""Claims: who is or likes what, or not, in a form in which two statements can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

from brain.language.facts import extract_facts
from brain.language.negation import is_negated, strip_negation
from brain.language.stems import concept_key

__all__ = ["Claim", "claims"]

_LONGEST = 2_000

# Verbs and states in pairs: the second of each is the first, denied.
_POLAR = {
    "like": (
        r"love|loves|loved|like|likes|liked|enjoy|enjoys|enjoyed|adore|adores|prefer|prefers"
        r"|люблю|любит|любил|любила|нравится|нравятся|обожаю|обожает",
        r"hate|hates|hated|dislike|dislikes|disliked|detest|detests|ненавижу|ненавидит|терпеть\s+не\s+могу",
    ),
    "open": (r"open|opened|открыт|открыта|открыто|открыты", r"closed|shut|закрыт|закрыта|закрыто|закрыты"),
    "work": (
        r"works|working|operational|работает|исправен|исправна|исправно",
        r"broken|down|сломан|сломана|сломано|неисправен|неисправна",
    ),
    "alive": (r"alive|жив|жива|живы", r"dead|died|мёртв|мертв|мертва|умер|умерла"),
    "on": (r"enabled|switched\s+on|turned\s+on|включен|включён|включена|включено",
           r"disabled|switched\s+off|turned\s+off|выключен|выключена|выключено|отключен|отключена"),
}  # fmt: skip
_TRANSITIVE = ("like",)


def _patterns() -> list[tuple[str, bool, re.Pattern[str]]]:
    built = []
    for predicate, (plain, denied) in _POLAR.items():
        rest = r"\s+(?P<o>[^.!?;,]+)" if predicate in _TRANSITIVE else r"(?P<o>)\b"
        built += [
            (predicate, negated, re.compile(rf"^(?P<s>[^.!?;,]{{1,80}}?)\s+(?:{words}){rest}", re.IGNORECASE))
            for words, negated in ((denied, True), (plain, False))
        ]
    return built


_PATTERNS = _patterns()
_HINT = re.compile("|".join(rf"\b(?:{plain}|{denied})\b" for plain, denied in _POLAR.values()), re.IGNORECASE)
_CLAUSE = re.compile(r"[^.!?;\n]+")
_AUXILIARY = re.compile(
    r"\s+(?:is|are|was|were|am|do|does|did|really|still|also|now|очень|всё|все|ещё|еще|сейчас)$",
    re.IGNORECASE,
)
_INTENSITY = re.compile(
    r"\s+(?:very\s+much|so\s+much|a\s+lot|at\s+all|anymore|now|очень|больше)$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement reduced to what can be compared.

    Attributes:
        subject, object: concept keys; the object is "" for a state such as 'open'.
        predicate: 'is', or one name for a verb and its opposites ('like' also stands for hate, denied).
        negated: whether it is denied.

    """

    subject: str
    predicate: str
    object: str
    negated: bool


def claims(text: str) -> list[Claim]:
    """Return what a text claims: the facts that it states, and plain likings and states, in order."""
    start = text[:_LONGEST]
    found = [
        Claim(concept_key(fact.subject), "is" if fact.relation_type == "is_a" else fact.relation_type,
              concept_key(fact.description), fact.negated)
        for fact in extract_facts(start)
    ]  # fmt: skip
    if _HINT.search(start):
        found += [claim for clause in _CLAUSE.findall(start) if (claim := _polar_claim(clause.strip()))]
    return list(dict.fromkeys(found))


def _polar_claim(clause: str) -> Claim | None:
    if not _HINT.search(clause):
        return None
    for predicate, negated, pattern in _PATTERNS:
        match = pattern.match(clause)
        if match:
            denied = negated != is_negated(match["s"])
            subject = _AUXILIARY.sub("", strip_negation(match["s"]))
            thing = _INTENSITY.sub("", match["o"].strip())
            return Claim(concept_key(subject), predicate, concept_key(thing) if thing else "", denied)
    return None
