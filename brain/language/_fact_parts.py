"""The two sides of a statement: is this the name of a concept, does that say what it is?"""

from __future__ import annotations

import re
from itertools import pairwise

from brain.language import _fact_words as words
from brain.language.tokens import fold

__all__ = ["core_of", "head_of", "is_concept", "is_description", "is_quality", "relation_of"]

_MOST_SUBJECT_WORDS = 5
_LONGEST_SUBJECT = 80
_MOST_HEAD_WORDS = 3
_SHORTEST_PARTICIPLE = 4
_CLAUSE_REACH = 4  # words; a verb later than that belongs to a subordinate clause

_ODD_SUBJECT = re.compile(
    r"[,;:!?{}\[\]<>=\\|@$%^~\"«»“”…\n\t`()]|//|^[./#-]|(?<!Dr)(?<!Mr)(?<!Ms)(?<!St)(?<!Mrs)(?<!Prof)\.\s"
)
_ODD_DESCRIPTION = re.compile(r"://|[{}<>=\\|`]|^[^\w«\"“(.]")
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d\b|\d{1,4}[-/.]\d")
_RUSSIAN_VERB = re.compile(r"[а-я]+(?:л[аои]?|л[аои]?с[ья]|[еиую]т|ят|утся|ются|[еи]тся)")
_PAST = re.compile(r"[а-я]{2,}(?:л[аои]?|л[аои]?с[ья])")
_PRESENT = re.compile(r"[а-я]+(?:[аяуе](?:ем|ет|ют)|[еи]шь|[аяуе]ете)")
_INFINITIVE = re.compile(r"[а-я]+[аеиоуыя]ть(?:ся)?")
_PLURAL_COMMAND = re.compile(r"[а-я]+[иай]те(?:сь)?")
_ADJECTIVE = re.compile(r"[а-я]+(?:[ыио]й|[ая]я|[ое]е|[ыи]е|[ыи]ми?|ую|юю|ого|его|[ыи]х)")
_NOUN_IN_IE = re.compile(r"[а-я]+(?:[нтв]ие|[арн]ий|[гт]ий)")
_INSTRUMENTAL = re.compile(r"[а-я]+(?:[оеыи]м|[еоё][йю]|ью|[аяыи]ми)")
_QUALITY_ENDING = re.compile(r"\w{3,}(?:ful|ous|able|ible|less|ish|ly|ed)|\w{2,}ing")
_CLAUSE_WORDS = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "am",
        "i",
        "i'm",
        "you",
        "he",
        "she",
        "we",
        "they",
        "it's",
        "don't",
        "can",
        "will",
        "я",
        "ты",
        "мы",
        "вы",
        "он",
        "она",
        "они",
        "есть",
        "будет",
    ]
)
_WITHOUT_VERB = ("colon", "dash", "hyphen")
_POSSESSIVE = frozenset(("my", "our", "his", "her", "their", "its", "one"))

_RELATIONS = (
    (
        "part_of",
        re.compile(
            r"(?:\w+\s+)?(?:part|component)s?\s+of\s+|(?:\w+\s+)?част(?:ь|ью|и|ями)\s+|вход[ия]т\s+в\s+",
            re.IGNORECASE,
        ),
    ),
    ("opposite", re.compile(r"opposites?\s+(?:of|to)\s+|противополож\w+\s+", re.IGNORECASE)),
    ("causes", re.compile(r"causes?\s+(?:of\s+)?|вызыва[ею]т\s+|причин(?:а|ы|ой|ами)\s+", re.IGNORECASE)),
    ("enables", re.compile(r"enables?\s+|позволя[ею]т\s+", re.IGNORECASE)),
    ("related", re.compile(r"related\s+to\s+|связан[аоы]?\s+со?\s+", re.IGNORECASE)),
)
_HEAD_LEAD = re.compile(r"(?:(?:an?|the|one\s+of|(?:kind|type|sort|form|example)s?\s+of)\s+)+", re.IGNORECASE)
_HEAD_WORD = re.compile(r"[^\s,;:()—–\"«»“”]+|[,;:()—–]")


def relation_of(description: str) -> str:
    """Return the relation that a description opens with; "is_a" if it opens with none."""
    return next((name for name, opening in _RELATIONS if opening.match(description)), "is_a")


def core_of(description: str) -> str:
    """Return a description without the words that only name the relation ("part of", "causes")."""
    for _, opening in _RELATIONS:
        lead = opening.match(description)
        if lead:
            return description[lead.end() :]
    return description


def head_of(description: str) -> str:
    """Return the words that name what a description is about (see `facts.head_noun`)."""
    description = core_of(description)
    lead = _HEAD_LEAD.match(description)
    head: list[str] = []
    for found in _HEAD_WORD.finditer(description, lead.end() if lead else 0):
        word = found.group()
        folded = fold(word)
        if (not word[0].isalnum() and word[0] != ".") or _ends_head(folded, bool(head)):
            break
        head.append(word.rstrip("."))
        if len(head) > 2 * _MOST_HEAD_WORDS or _is_russian_noun(folded):
            break
    return " ".join(head[-_MOST_HEAD_WORDS:])


def is_concept(name: str, form: str) -> bool:
    """Tell whether `name` may be a concept's name, given the form of the statement about it."""
    if len(name) > _LONGEST_SUBJECT or _ODD_SUBJECT.search(name) or not any(map(str.isalpha, name)):
        return False
    parts = fold(name).split()
    if len(parts) > _MOST_SUBJECT_WORDS or not _may_begin_name(parts[0]):
        return False
    if len(parts) == 1:
        vague = parts[0] in words.EMPTY_SUBJECTS and form not in ("eto", "instr")
        return not vague and not (parts[0] in words.COMMANDS and form in _WITHOUT_VERB)
    if parts[-1] in words.PREPOSITIONS or parts[-1] in words.ADVERBS:
        return False
    return not _begins_clause(parts, form) and not any(_is_clausal(*pair) for pair in pairwise(parts))


def is_description(said: str, form: str, article: bool, loud: bool) -> bool:
    """Tell whether `said` says what something is.

    Args:
        said: the description without article, negation and final punctuation.
        form: of the statement (see `facts`).
        article: an article stood before it.
        loud: an exclamation mark stood after it.

    """
    if not said or _ODD_DESCRIPTION.search(said) or _CLOCK.match(said) or not any(map(str.isalpha, said)):
        return False
    parts = [part.strip('.,;:!()"«»“”') for part in fold(said).split()]
    joined = form in _WITHOUT_VERB
    if article:
        return parts[0] not in words.FILLERS and not (joined and (loud or _has_clause(parts)))
    if relation_of(said) != "is_a":
        return len(parts) > 1 and parts[1] not in words.POINTERS
    if parts[0] in _POSSESSIVE and form == "be":
        return len(parts) > 1
    may_begin = parts[0] not in words.NO_DESCRIPTION and parts[0] not in words.COMMANDS
    return may_begin and _fits(said, parts, form, loud)


def _fits(said: str, parts: list[str], form: str, loud: bool) -> bool:
    """Tell whether a description without an article is one in this form of statement."""
    if form in _WITHOUT_VERB:
        return not loud and _is_nominal(said, parts, form)
    if form == "be":
        return _is_bare_noun(_before_clause(said, parts))
    if form == "past":
        return _is_instrumental(_before_clause(said, parts))
    return form != "verb"  # "causes" and nothing caused


def _may_begin_name(word: str) -> bool:
    if word in words.NO_SUBJECT_START or word in words.POINTERS or word in words.VERBS:
        return False
    return not word.isdigit() and not _is_infinitive(word)


def _begins_clause(parts: list[str], form: str) -> bool:
    """Tell whether several words begin like a command, an action or an aside."""
    first, second = parts[0], parts[1]
    if first.endswith("ly"):
        return first not in words.ENDINGS_OF_NOUNS
    if first.endswith("ing"):
        return second in words.PREPOSITIONS or second in ("a", "an", "the")
    commands = form in _WITHOUT_VERB and (first in words.COMMANDS or first in words.QUALITIES)
    return commands or _PLURAL_COMMAND.fullmatch(first) is not None or _is_past(first)


def _is_clausal(before: str, word: str) -> bool:
    """Tell whether a word, after another one, shows that both belong to a clause and not to a name."""
    if word in words.POINTERS or word in words.CONNECTIVES or word in words.VERBS:
        return True
    if word.isascii():
        return word.endswith("ed") and len(word) > _SHORTEST_PARTICIPLE
    verbal = _RUSSIAN_VERB.fullmatch(word) is not None and word not in words.NOUNS_LIKE_VERBS
    return verbal and not _ADJECTIVE.fullmatch(before)


def _is_nominal(said: str, parts: list[str], form: str) -> bool:
    """Tell whether what follows a colon or dash is a noun phrase rather than a clause or an exclamation."""
    if _has_clause(parts) or _is_past(parts[0]):
        return False
    if said[0].isupper() and (parts[0] in words.QUALITIES or (len(parts) == 1 and form == "hyphen")):
        return False
    if _PRESENT.fullmatch(parts[0]):
        return False
    return form == "colon" or not (parts[0].endswith(("ed", "ly")) and parts[0].isascii())


def _has_clause(parts: list[str]) -> bool:
    return any(part in words.VERBS or part in _CLAUSE_WORDS for part in parts[:_CLAUSE_REACH])


def _is_bare_noun(head: list[str]) -> bool:
    """Tell whether what follows "is" without an article names something rather than describes a state."""
    if not head or head[0] in words.VERBS:
        return False
    first, last = head[0], head[-1]
    if len(head) > 1 and last.endswith("s") and not last.endswith(("ss", "us")):
        return not first.endswith(("ing", "ed"))
    if is_quality(last) or last in words.ADVERBS or last.endswith(("'s", "’s")):
        return False
    return not _QUALITY_ENDING.fullmatch(first)


def is_quality(word: str) -> bool:
    """Tell whether a folded English word says what something is like rather than what it is."""
    return word in words.QUALITIES or _QUALITY_ENDING.fullmatch(word) is not None


def _is_instrumental(head: list[str]) -> bool:
    if not head or not _INSTRUMENTAL.fullmatch(head[0]):
        return False
    return len(head) > 1 or not head[0].endswith(("ым", "им", "ыми", "ими"))


def _before_clause(said: str, parts: list[str]) -> list[str]:
    """Return the first words, up to a preposition, conjunction or comma."""
    for number, (raw, part) in enumerate(zip(said.split(), parts, strict=False)):
        if part in words.PREPOSITIONS or part in words.CONNECTIVES:
            return parts[:number]
        if raw.endswith((",", ";", ":")):
            return parts[: number + 1]
    return parts


def _is_infinitive(word: str) -> bool:
    return bool(_INFINITIVE.fullmatch(word)) and word not in words.ENDINGS_OF_NOUNS


def _is_past(word: str) -> bool:
    return bool(_PAST.fullmatch(word)) and word not in words.NOUNS_LIKE_VERBS


def _ends_head(word: str, begun: bool) -> bool:
    if word in words.PREPOSITIONS or word in words.CONNECTIVES:
        return True
    return begun and (word in words.VERBS or ((word.isascii() and word.endswith(("ed", "ing"))) or word == "made"))


def _is_russian_noun(word: str) -> bool:
    if not "а" <= word[0] <= "я":
        return False
    return not _ADJECTIVE.fullmatch(word) or _NOUN_IN_IE.fullmatch(word) is not None
