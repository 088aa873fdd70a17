"""Negation: whether a clause in Russian or English denies something, and the clause without the denial."""

from __future__ import annotations

import re

__all__ = ["is_negated", "strip_negation"]

_HINT = re.compile(r"n['’]t|n[oe]|ca[n]|не|ни", re.IGNORECASE)
# What looks like a negation but denies nothing; two negations that cancel out are here too.
_HARMLESS = re.compile(
    r"\bnot\s+(?:only|just|merely|simply)\b|\bno\.\s*\d+|\bno\s+(?:doubt|wonder|matter|problem)\b|^\s*no\s*[,.!;:—–-]"
    r"|\b(?:can(?:not|['’]t|\s+not)|could(?:n['’]t|\s+not))\s+help\b"
    r"|\bне\s+(?:только|просто|лишь|раз|менее|более|так\s+давно)\b|^\s*нет\s*[,.!;:—–-]"
    r"|\bне\s+(?:могу|может|можем|могут|мог|могла|могли)\s+не\b|\bнельзя\s+не\b|\bчуть(?:\s+было)?\s+не\b",
    re.IGNORECASE,
)
_NEGATIVE = re.compile(
    r"\b(?:not|never|cannot|neither|nor|no|none|nobody|nothing|nowhere)\b|n['’]t\b"
    r"|\b(?:dont|doesnt|didnt|isnt|arent|wasnt|werent|cant|wont|couldnt|shouldnt|wouldnt|hasnt|havent|hadnt)\b"
    r"|\b(?:не|нет|ни|никогда|никак|никто|ничто|ничего|нигде|нельзя|невозможно|неверно|неправда|неправильно)\b",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"(?:неверно|неправда|неправильно),?\s+что\s+|it\s+is\s+(?:not\s+true|false)\s+that\s+"
    r"|\b(?:do|does|did)(?:n['’]?t|\s+not)\s+"
    r"|\b(?:вовсе|совсем|отнюдь|никогда)\s+не\s+|\b(?:not|never|no\s+longer|no|не|нет|ни|никогда)(?:\s+|\Z)",
    re.IGNORECASE,
)
_REPLACED = (
    (re.compile(r"\bwon['’]t\b", re.IGNORECASE), "will"),
    (re.compile(r"\bcan(?:['’]t|not)\b", re.IGNORECASE), "can"),
    (re.compile(r"(?<=[a-z])n['’]t\b", re.IGNORECASE), ""),
    (re.compile(r"\bнельзя\b", re.IGNORECASE), "можно"),
    (re.compile(r"\bневозможно\b", re.IGNORECASE), "возможно"),
)


def is_negated(text: str) -> bool:
    """Tell whether a clause denies something; "not only", "не только" and "No. 5" deny nothing."""
    if not _HINT.search(text):
        return False
    return _NEGATIVE.search(_HARMLESS.sub(" ", text)) is not None


def strip_negation(text: str) -> str:
    """Return a clause without its negations, otherwise as it stands ("isn't" -> "is", "don't like" -> "like")."""
    if not is_negated(text):
        return text
    text = _DROPPED.sub("", text)
    for pattern, positive in _REPLACED:
        text = pattern.sub(positive, text)
    return text.strip()
