"""Stems: inflected forms of one word as one term (Snowball, Russian and English)."""

from __future__ import annotations

import re
import threading
from functools import lru_cache

import Stemmer

from brain.language._russian import russian_stem
from brain.language.stopwords import STOP_WORDS
from brain.language.tokens import fold, tokenize

__all__ = ["concept_key", "content_terms", "indexed_terms", "stem", "terms"]

_LONGEST_TOKEN = 1024  # `tokenize` gives none that long; caching it would pin memory
_CACHED_WORDS = 65_536
_SYLLABLES = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]")
_ARTICLES = frozenset(("a", "an", "the"))


class _Stemmers(threading.local):
    """One set of stemmers a thread: Stemmer objects must not be shared between threads."""

    def __init__(self) -> None:
        self.russian = Stemmer.Stemmer("russian")
        self.english = Stemmer.Stemmer("english")


_STEMMERS = _Stemmers()


def stem(token: str) -> str:
    """Return the stem of a folded token; tokens with digits or of other scripts stay as they are."""
    return _stem(token) if len(token) <= _LONGEST_TOKEN else token


def terms(text: str) -> list[str]:
    """Return the stems of all tokens, in order, repetitions included."""
    return list(map(_stem, tokenize(text)))


def indexed_terms(text: str) -> list[str]:
    """Return the terms under which a text is found: its `terms`, and each Chinese and Korean character by itself.

    One character can be a word there. A query of two or more is its pairs alone, which say more.
    """
    return [*terms(text), *_SYLLABLES.findall(fold(text))] if _SYLLABLES.search(text) else terms(text)


def content_terms(text: str) -> list[str]:
    """Return the stems of the tokens that are no stop words; of all tokens if every one is a stop word.

    A final 'a' is a name ("Device A"), not an article.
    """
    tokens = tokenize(text)
    content = [_stem(token) for token in tokens if token not in STOP_WORDS]
    if not content:
        return list(map(_stem, tokens))
    return [*content, "a"] if tokens[-1] == "a" else content


def concept_key(concept: str) -> str:
    """Return what all spellings of a concept share: its stems, joined by a space, leading articles dropped.

    Inner function words stay, so that "Device A" differs from "Device B". Without any token the key is the
    folded text.
    """
    tokens = tokenize(concept)
    first = 0
    while first < len(tokens) - 1 and tokens[first] in _ARTICLES:
        first += 1
    return " ".join(map(_stem, tokens[first:])) or fold(concept).strip()


@lru_cache(maxsize=_CACHED_WORDS)
def _stem(token: str) -> str:
    if not token.isalpha():
        return token
    if token.isascii():
        return str(_STEMMERS.english.stemWord(token))
    first = token[0]
    if "\u0400" <= first <= "\u04ff":
        return russian_stem(token.replace("ё", "е"), _STEMMERS.russian.stemWord)
    if first < "\u0370":
        return str(_STEMMERS.english.stemWord(token))
    return token
