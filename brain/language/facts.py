"""Facts: what plain sentences in Russian and English state about a concept ("X is a Y", «X — это Y»).

Precision comes first: a sentence that might be talk, a question, a command, a time or a path states nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from brain.language._fact_parts import head_of, is_concept, is_description, relation_of
from brain.language._fact_words import ABBREVIATIONS, LABELS, NO_SUBJECT_START
from brain.language.questions import is_question
from brain.language.tokens import fold

__all__ = ["Fact", "extract_facts", "head_noun"]

_MOST_FACTS = 5
_LONGEST_SENTENCE = 500
_LONGEST_ABBREVIATION = 6
_MOST_GAPS = 14  # no name of a concept has that many, be there an aside in it

_VERBS = r"вызыва[ею]т|позволя[ею]т|вход[ия]т\s+в|связан[аоы]?\s+со?|противополож(?:ен|на|но|ны)|causes?|enables?"
# All that can join a subject and a description. The first one in a sentence decides: what comes before it
# must be a name, and so "He said: hello is fine" is about nothing.
_LINK = re.compile(
    r"(?P<colon>:)\s+|\s(?:"
    r"(?:[—–-]\s+)?(?P<eto>это)\s+|(?P<hyphen>[–-])\s+|(?P<dash>—)\s+|(?P<be>(?:is|are|was|were)(?:n['’]t)?)\s+"
    r"|(?P<instr>явля(?:ется|ются|лся|лась|лось|лись))\s+|(?P<past>был[аои]?)\s+"
    rf"|(?=(?P<verb>{_VERBS})\s))",
    re.IGNORECASE,
)
_HINTS = (
    " is", ":", " was", " are", " - ", "—", "–", " were", " cause", " enable",
    "это", " был", "явля", "вызыва", "позволя", "вход", "связан", "противополож",
)  # fmt: skip
_CONFIDENCE = {
    "eto": 0.9,
    "instr": 0.9,
    "be": 0.8,
    "dash": 0.85,
    "verb": 0.85,
    "past": 0.8,
    "colon": 0.8,
    "hyphen": 0.75,
}
_WITH_ARTICLE = 0.9
_PAST = re.compile(r"w|был|являл", re.IGNORECASE)  # was, were

_BREAK = re.compile(r"[.!?…;\n](?:(?<=\n)\s*|[\"'»”)]*\s+)")
_LEAD = re.compile(
    rf"\s*(?:(?:[-*•>#]+|\d+[.)])\s+)*(?:(?:{LABELS})\s*(?::|\s[—–-])\s+)?"
    r"(?:(?:remember|note|know|запомни(?:те)?|помни(?:те)?|знай(?:те)?|учти(?:те)?),?\s+(?:that|что)\s+)?"
    r"[\s\"'«“*_]*(?:(?:an?|the)\s+(?=\S+\s))?[\s\"'«“*_]*",
    re.IGNORECASE,
)
_SUBJECT_END = re.compile(
    r"[\s\"'»”*_]*(?:\s*\([^()]*\))?[\s\"'»”*_]*(?P<denied>(?:\s(?:никогда|больше|вовсе|совсем|уже))?\sне|\s(?:does|do)(?:n['’]t|\s+not))?\s*\Z",
    re.IGNORECASE,
)
_DENIED_ENDS = (" не", "\u00a0не", "\tне", "n't", "n’t", "not")
_DESCRIPTION_START = re.compile(
    r"(?:это\s+)?(?:(?:тоже|также|also)\s+)?(?P<denied>(?:(?:вовсе|совсем|отнюдь)\s+)?не\s+|not\s+|no\s+longer\s+|never\s+)?"
    r"(?P<only>(?:only|just|merely|simply|только|просто|лишь)\s)?(?P<article>(?:an?|the)\s+)?",
    re.IGNORECASE,
)
_DESCRIPTION_END = re.compile(
    r"\s[—–-]\s|,\s+(?:but|and|so|because|although|though|however|а|но|поэтому|хотя)\s"
    r"|\s(?:and|but|while)\s+(?:[\w'’-]+\s+){1,4}(?:is|are|was|were)\s",
    re.IGNORECASE,
)
_FINAL_SIGNS = re.compile(r"[\s.,;:!…]*\Z")


@dataclass(frozen=True, slots=True)
class Fact:
    """What a sentence states about a subject.

    Attributes:
        subject: the concept, without a leading article.
        description: what it is or does, without a leading article or negation.
        relation_type: "is_a", "part_of", "related", "opposite", "causes" or "enables".
        negated: the sentence denies the description.
        start, end: where subject to description stand in the text.
        confidence: 0-1; how sure the form of the sentence is to state a fact.
        past: the sentence tells what once was so ("was", «был»).

    """

    subject: str
    description: str
    relation_type: str
    negated: bool
    start: int
    end: int
    confidence: float
    past: bool = False


def extract_facts(text: str) -> list[Fact]:
    """Return the facts that a text states, in order; at most one a sentence and five a text."""
    facts: list[Fact] = []
    if not any(map(text.__contains__, _HINTS)):
        return facts
    link = _LINK.search(text)
    for start, end in _sentences(text):
        if link and link.start() < start:
            link = _LINK.search(text, start)
        if link is None or len(facts) == _MOST_FACTS:
            break
        if link.end() < end <= start + _LONGEST_SENTENCE:
            fact = _fact_in(text, start, end, link)
            if fact is not None:
                facts.append(fact)
    return facts


def head_noun(description: str) -> str:
    """Return the words, at most three, that name what a description is about; "" if there are none.

    They end before the first preposition, relative clause, comma or Russian genitive; leading articles and
    what only names the relation ("part of", «часть», "causes") are left out.
    """
    return head_of(description)


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _BREAK.finditer(text):
        end = gap.start() + 1
        if text[end - 1] == "." and _last_word(text, end - 1) in ABBREVIATIONS:
            continue
        yield start, end
        start = gap.end()
    yield start, len(text)


def _last_word(text: str, end: int) -> str:
    tail = text[max(0, end - _LONGEST_ABBREVIATION) : end].casefold()
    return tail.split()[-1].lstrip("(") if tail.strip() else ""


def _fact_in(text: str, start: int, end: int, link: re.Match[str]) -> Fact | None:
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    if start > link.start():
        later = _LINK.search(text, start, end)
        if later is None:
            return None
        link = later
    opening = text[start : link.start()].split(maxsplit=1)
    if not opening or fold(opening[0]) in NO_SUBJECT_START or text.count(" ", start, link.start()) > _MOST_GAPS:
        return None
    form = link.lastgroup or ""
    stop, denied = _end_of_subject(text, start, link.start())
    if not is_concept(text[start:stop], form):
        return None
    return _stated(text, (start, stop), end, link, denied=denied)


def _end_of_subject(text: str, start: int, end: int) -> tuple[int, bool]:
    """Return where a name ends before quotes, an aside or a denial, and whether there is a denial."""
    last = text[max(start, end - 3) : end].casefold()
    if last[-1:].isalnum() and last not in _DENIED_ENDS:
        return end, False  # the usual case, without the slow search
    tail = _SUBJECT_END.search(text, start, end)
    return (tail.start(), tail["denied"] is not None) if tail else (end, False)


def _stated(text: str, subject: tuple[int, int], end: int, link: re.Match[str], *, denied: bool) -> Fact | None:
    form = link.lastgroup or ""
    opening = _DESCRIPTION_START.match(text, link.end(), end)
    if opening is None or (opening["only"] and (opening["denied"] or form == "be")):
        return None
    cut = _DESCRIPTION_END.search(text, opening.end(), end)
    raw = text[opening.end() : cut.start() if cut else end]
    said = _FINAL_SIGNS.sub("", raw)
    article = opening["article"] is not None
    if not is_description(said, form, article, raw.rstrip().endswith("!")) or is_question(text[subject[0] : end]):
        return None
    contracted = form == "be" and link["be"][-1] in "tT"
    return Fact(
        text[slice(*subject)],
        said,
        relation_of(said),
        denied or contracted or opening["denied"] is not None,
        subject[0],
        opening.end() + len(said),
        _WITH_ARTICLE if article else _CONFIDENCE[form],
        _PAST.match(link[form]) is not None,
    )
