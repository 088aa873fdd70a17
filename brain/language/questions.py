"""Questions: whether a text in Russian or English asks something."""

from __future__ import annotations

import re

__all__ = ["asks_when", "is_question", "only_asks"]

_OPENING_SPAN = 120  # how far the opening of a question can reach, in characters
_LONGEST_QUESTION = 480
_CLOSING = " \t\r\n\"'»”’)*_!."
_COMMAND = re.compile(
    r"\s*(?:please\s+)?(?:tell\s+(?:me|us)\s+(?:more\s+)?about|расскажи(?:те)?\s+(?:мне\s+)?(?:обо?|про))\b",
    re.IGNORECASE,
)
_LEAD = r"\s*(?:[«\"(¿]\s*)?(?:(?:and|so|but|ok|okay|hey|well|а|и|но|ну|так)[\s,]+)?"
_PRONOUN = r"(?:i|you|he|she|it|we|they|this|that|there|these|those)\b"
_DETERMINER = r"(?:an?|the|any|some|my|your|his|her|its|our|their|anyone|anybody|someone)\b"
_BE = r"(?:is|are|was|were|am)"
_AUXILIARY = rf"(?:{_BE}|do|does|did|can|could|will|would|should|shall|has|have|had|may|might|must)(?:n['’]t)?\b"
_ENGLISH = re.compile(
    rf"{_LEAD}(?:"
    rf"(?:when|where)(?:['’]s|\s+{_AUXILIARY})"
    rf"|(?:who|what|which|why|how|whom|whose)['’](?:s|re|d|ll)\b"
    rf"|(?:who|whom|whose|what|which|why|how)\s+(?!{_PRONOUN}|an?\b|means\b|is\s+why\b|ever\b)\w"
    rf"|how\s+(?:many|much|long|far|often|old|to|come|about)\b"
    rf"|(?:is|are|was|were|does|did|am)(?:n['’]t)?\s+\w"
    rf"|(?:do|have|had|has|can|could|will|would|should|shall|may|might|must)(?:n['’]t)?\s+(?:{_PRONOUN}|{_DETERMINER})"
    rf"(?!\s+(?:nice|good|great)\b)"
    rf"|(?:do|can|has|have|could|should)\s+(?!not\b|be\b|a\b)[a-z]+s\s+\w"
    rf"|(?:has|can|could|does|did)\s+[A-Z]\w+\s+\w"
    r")",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(r"\s*(?:do|have)\s+(?:an?|the|this|that|your|my|it|some|any)\b", re.IGNORECASE)
_RUSSIAN_WORD = (
    r"(?:что|чего|чему|чем|кто|кого|кому|кем|ком|где|куда|откуда|когда|почему|зачем|отчего|как|сколько|скольк\w+"
    r"|как(?:ой|ая|ое|ие|ого|ому|им|их|ую|ими|ом)|котор\w+|чей|чья|чьё|чье|чьи)"
)
_RUSSIAN = re.compile(
    rf"{_LEAD}(?:(?:в|во|о|об|на|с|со|к|ко|у|из|от|до|для|за|по|при|над|под|без)\s+)?{_RUSSIAN_WORD}\s+"
    r"(?!только\b|и\b|раз\b|будто\b|бы\b|если\b|правило\b|следствие\b|обычно\b|всегда\b)\w",
    re.IGNORECASE,
)
_CERTAIN = re.compile(
    rf"{_LEAD}(?:(?:что|кто)\s+так(?:ое|ой|ая|ие)\b|разве\b|неужели\b|(?:не\s+)?[\w-]+\s+ли\b)", re.IGNORECASE
)
_WHEN = re.compile(
    rf"^{_LEAD}(?:(?:since|until)\s+)?when\b|\b(?:what|which)\s+(?:date|day|month|year|season|time)\b|\bhow\s+long\s+(?:ago|since)\b"
    rf"|^{_LEAD}(?:с\s+|до\s+)?(?:каких\s+пор|когда)\b|\bкак(?:ого|ой|ом|ую|ое|ие)\s+(?:числа|день|год|году|года|дату|месяц\w*|врем\w+|дни)\b"
    r"|\bкак\s+давно\b|\bво\s+сколько\b",
    re.IGNORECASE,
)
# «Подскажи, где ...», "do you know when ...": whoever says that wants to know.
_REQUEST = re.compile(
    r"\s*(?:please,?\s+|пожалуйста,?\s+)?(?:"
    r"(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?(?:tell|remind)\s+me\s+"
    r"|(?:do|does)\s+(?:you|anyone|anybody|someone)\s+(?:know|remember)\s+|(?:i\s+wonder|any\s+idea)\s+"
    r"|(?:подскажи|скажи|напомни|объясни)(?:те)?,?\s+(?:мне,?\s+)?(?:пожалуйста,?\s+)?"
    r"|(?:(?:ты|вы|кто-нибудь|никто)\s+)?не\s+(?:знаешь|знаете|помнишь|помните|знает|помнит),?\s+"
    rf")(?:if|whether|who|whom|whose|what|which|why|how|when|where|{_RUSSIAN_WORD}|[\w-]+\s+ли)\b",
    re.IGNORECASE,
)
_BREAK = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"'»”)]))\s+|\n")
_TAG = re.compile(r",\s*(?P<tag>[^,]{2,40})\?\W*$")  # "You came by bus, didn't you?"
_CONDITION = re.compile(r"\s*(?:if|when|after|before|once|since|если|когда|после|раз|как\s+только)\b", re.IGNORECASE)
_FEWEST_WORDS = 4  # «Wow, great» and «Ну и ну» tell nothing
_SUBORDINATE = re.compile(r"[,;:!—–]|…|\.\.\.")
_FURTHER_SENTENCE = re.compile(r"[.!?…]\s+\S")


def is_question(text: str) -> bool:
    """Tell whether a text asks something.

    It does if it ends with a question mark, or if it is one sentence that opens like a question: with an
    interrogative word, an inverted auxiliary, «правда ли». "Tell me about ..." is a command.
    """
    opening = text[:_OPENING_SPAN].replace("ё", "е")
    if _COMMAND.match(opening):
        return False
    if text[-_OPENING_SPAN:].rstrip(_CLOSING).endswith(("?", "\uff1f", "\u061f")):
        return True
    if len(text) > _LONGEST_QUESTION or _FURTHER_SENTENCE.search(text):
        return False
    return _CERTAIN.match(opening) is not None or _opens_like_question(text, opening)


def only_asks(text: str) -> bool:
    """Tell whether a text asks and tells nothing besides.

    "I won a bear at the fair. Can you believe it?" ends with a question, but what it is worth remembering for is what
    it tells. A sentence of fewer than four words, as in "Wow, great! Where was it?", is taken to tell nothing.
    """
    if len(text) > _LONGEST_QUESTION:
        return False
    sentences = [sentence for sentence in _BREAK.split(text) if sentence.strip(_CLOSING)]
    telling = [s for s in sentences if not (_is_asking(s) or len(s.split()) < _FEWEST_WORDS)]
    return not telling and any(map(_is_asking, sentences))


def _is_asking(sentence: str) -> bool:
    if _REQUEST.match(sentence.replace("ё", "е")):
        return True
    return is_question(sentence) and not _only_tagged(sentence)


def _only_tagged(sentence: str) -> bool:
    """Tell whether a sentence is a statement that a few words at its end turn into a question."""
    tag = _TAG.search(sentence)
    if tag is None or _CONDITION.match(sentence):
        return False
    statement = sentence[: tag.start()]
    return len(statement.split()) >= _FEWEST_WORDS and not is_question(statement)


def asks_when(question: str) -> bool:
    """Tell whether a question wants a time for its answer."""
    return _WHEN.search(question[:_OPENING_SPAN].replace("ё", "е")) is not None


def _opens_like_question(text: str, opening: str) -> bool:
    if _SUBORDINATE.search(text) or _IMPERATIVE.match(opening):
        return False
    return _ENGLISH.match(opening) is not None or _RUSSIAN.match(opening) is not None
