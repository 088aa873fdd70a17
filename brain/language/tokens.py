"""Tokens: text as comparable words, the same for what is stored and what is asked."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

__all__ = ["fold", "tokenize"]

_PLAIN = re.compile(r"[\x00-\x7f\u0401\u0410-\u044f\u0451\u00ab\u00bb\u2012-\u2014\u2018-\u201f]*")
_ACCENTED = re.compile(r"([a-z\u00df-\u024f\u0250-\u02af\u0370-\u03ff\u1d00-\u1dbf\u1e00-\u1fff])[\u0300-\u036f]+")
_STRESS = re.compile(r"(?<=[\u0400-\u04ff])[\u0300\u0301]+")
_INVISIBLE = re.compile(r"[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]+")
_MARK_RUN = re.compile(r"(?:[^\w\s\x00-\x7f]|[\uff9e\uff9f]){33,}")
_SPELLINGS = str.maketrans({"ё": "е", "\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u2011": "\u2010"})
# NFKC would glue these to the word beside them: «№17» would become "no17".
_APART = str.maketrans({"\u2116": "#", "\u2122": " ", "\u2120": " "})
_PLURAL_OF_CAPITALS = re.compile(r"(?<![^\W_])([A-Z]{2,8})['’]?s(?![^\W_])")  # CPUs
_MARKS_KEPT = 32
_MAX_PASSES = 4

# Longer runs are no words. They come in pieces, so that nothing large is ever cached or indexed.
_LONGEST = 64
_SPECIAL = re.compile(r"[0-9+#]")
_SIMPLE_WORD = rf"[a-z0-9\u0430-\u044f]{{1,{_LONGEST}}}"
_NAMES = r"[cg]\+\+|[cfj]#|(?<![^\W_])\.net(?![^\W_])"
_NUMBER = r"v(?=\d{1,9}\.\d)|\d{1,32}(?:[.,:]\d{1,32}){1,16}"
_SIMPLE_TOKEN = re.compile(_SIMPLE_WORD)
_SPECIAL_TOKEN = re.compile(
    rf"[a-z\u0430-\u044f]{{2,{_LONGEST}}}(?![0-9a-z\u0430-\u044f])|{_NAMES}|{_NUMBER}|{_SIMPLE_WORD}"
)
# Vowel signs and the like are no letters to `re`, yet they stand inside the words of these scripts.
_SIGNS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05c1-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    r"\u0900-\u0963\u0966-\u0df3\u0e31-\u0e3a\u0e47-\u0e4e\u0eb1-\u0ebc\u0ec8-\u0ecd\u0f71-\u0f84"
    r"\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)
_TOKEN = re.compile(rf"{_NAMES}|{_NUMBER}|[^\W_](?:[^\W_]|[{_SIGNS}])*")
_UNSPACED_CLASS = (
    r"[\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1780-\u17d3\u2e80-\u2fd5\u3005-\u3007\u3041-\u309f"
    r"\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\u1100-\u11ff\uac00-\ud7fb"
    r"\uf900-\ufaff\U00020000-\U000323af]"
)
_UNSPACED = re.compile(_UNSPACED_CLASS)
_SCRIPT_RUN = re.compile(rf"({_UNSPACED_CLASS}+)|(?:(?!{_UNSPACED_CLASS}).)+", re.DOTALL)
_CONTRACTION = re.compile(r"(?<=[^\W\d_])'(?:(t)|s|re|ve|ll|d|m)(?![^\W_])")


def fold(text: str) -> str:
    """Return `text` without differences that do not matter: case, ё/е, accents, compatibility forms.

    Accents fall off Latin and Greek letters and stress marks off Cyrillic ones; й stays й. Folding twice
    changes nothing.
    """
    if text.isascii():
        return text.lower()
    if _PLAIN.fullmatch(text):
        return _fold_plain(text)
    return _fold_any(text)


def tokenize(text: str) -> list[str]:
    """Return the folded tokens of any text, in order.

    Words are runs of letters and digits. Numbers keep inner points, commas and colons ('20.04', '10:45');
    'c++', 'c#' and '.net' survive; "don't" becomes 'dont' and endings such as "'s" and "'re" fall off, as does the
    plural of an abbreviation in capitals ('CPUs'). Scripts written without spaces (Han, kana, Hangul, Thai, ...)
    give overlapping pairs of characters.
    """
    if "s" in text:
        text = _PLURAL_OF_CAPITALS.sub(r"\1", text)
    plain = text.isascii() or _PLAIN.fullmatch(text) is not None
    folded = _fold_plain(text) if plain else _fold_any(text)
    if "'" in folded:
        folded = _CONTRACTION.sub(r"\1", folded)
    if plain:
        special = _SPECIAL.search(folded) or ".net" in folded
        return (_SPECIAL_TOKEN if special else _SIMPLE_TOKEN).findall(folded)
    tokens: list[str] = _TOKEN.findall(folded)
    if max(map(len, tokens), default=0) <= _LONGEST and not _UNSPACED.search(folded):
        return tokens
    return [part for token in tokens for part in _parts(token)]


def _fold_plain(text: str) -> str:
    return text.casefold().replace("ё", "е").replace("\u2018", "'").replace("\u2019", "'")


def _fold_any(text: str) -> str:
    text = _MARK_RUN.sub(_shortened, text)
    for _ in range(_MAX_PASSES):  # in rare scripts one mapping makes room for another
        folded = _fold_once(text)
        if folded == text:
            break
        text = folded
    return text


def _fold_once(text: str) -> str:
    text = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text).translate(_APART)).casefold()
    text = unicodedata.normalize("NFD", text)
    text = _STRESS.sub("", _ACCENTED.sub(r"\1", text))
    return unicodedata.normalize("NFKC", text).translate(_SPELLINGS)


def _shortened(run: re.Match[str]) -> str:
    """Drop what exceeds 32 combining marks in a row: ordering them takes time quadratic in their number."""
    signs = run.group()
    return signs[:_MARKS_KEPT] + "".join(
        sign for sign in signs[_MARKS_KEPT:] if not unicodedata.combining(sign) and sign not in "\uff9e\uff9f"
    )


def _parts(token: str) -> list[str]:
    """Split a token by script; an unspaced run becomes pairs of characters."""
    parts: list[str] = []
    for run in _SCRIPT_RUN.finditer(token):
        signs = run.group(1)
        if signs is None:
            word = run.group()
            parts.extend(word[start : start + _LONGEST] for start in range(0, len(word), _LONGEST))
        elif len(signs) == 1:
            parts.append(signs)
        else:
            parts.extend(map("".join, pairwise(signs)))
    return parts
