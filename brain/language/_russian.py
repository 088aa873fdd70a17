"""Where the Snowball stemmer tears the forms of a Russian word apart, and how they meet again.

Each rule is a function of the folded token and of what Snowball makes of it. A rule may let two words share a stem,
which costs a little precision; it never lets two regular forms of one word differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["russian_stem"]

_SHORTEST_INFLECTED = 3  # «ИИ», «ОС», «ил» stay what they are
_SHORTEST_ROOT = 3
_IOTATED = tuple("йяюие")

# Nouns that end like an infinitive lose more than their ending: память/памяти, пятнадцать/пятнадцати.
_NOUNS_LIKE_INFINITIVES = frozenset(
    [
        "память",
        "печать",
        "кровать",
        "нить",
        "рукоять",
        "рать",
        "благодать",
        "подать",
        "прыть",
        "сыть",
        "пять",
        "девять",
        "десять",
    ]
)
_TEENS_AND_TENS = "дцать"
# Common words of which one form has another stem than the rest; what follows is the stem of the rest.
_SOLE_FORMS = {
    "мать": "матр", "дочь": "дочр", "угол": "угл", "окон": "окн", "денег": "деньг", "писем": "письм",
    "песен": "песн", "башен": "башн", "свадеб": "свадьб", "судеб": "судьб", "яиц": "яйц", "сон": "сн",
}  # fmt: skip
_DAY = re.compile(r"д(?:ень|н(?:я|ю|ем|е|и|ей|ям|ями|ях))")
_DREAM = re.compile(r"сн(?:а|у|ом|е|ы|ов|ам|ами|ах)")
# The ten nouns in -мя take -ен- in every other form: время/времени, имя/имён.
_IN_MYA = re.compile(r"(врем|им|знам|плам|плем|сем|стрем|тем|вым|брем)(?:я|ени|енем|ена|ен|енам|енами|енах)(?![а-я])")
_YOUNG = re.compile(r"([а-я]{2,}ят)(?:а|ам|ами|ах)")  # котята/котят
# What Snowball takes for an ending belongs to the stem when nothing else follows it: «Громов», «диплом», «систем»,
# «Максим», «кредит», «Иван» lose it, and «Громова», «диплома», «Ивану» do not. So it goes from every form.
_TORN = ("ов", "ев", "ом", "ам", "ем", "им", "ит", "ах")
_TORN_AFTER_VOWEL = ("ал", "ял", "ан", "ян")  # of these only the consonant
_VOWEL = re.compile(r"[аеиоуыэюя]")
_KEPT = frozenset(
    [
        "голов",
        "коров",
        "королев",
        "солов",
        "теорем",
        "черепах",
        "знаком",
        "незнаком",
        "визит",
        "паром",
        "рубах",
        "папах",
    ]
)
"""Stems of which another common word would remain: a cow («корова») is no bark («кора»), a theorem no theory."""
_ADJECTIVAL = frozenset(["столов", "мостов", "кладов", "домов", "часов", "рядов"])
"""The same, but the bare word is a genitive plural: a canteen («столовая») is no table, but «столов» are tables."""
# The last vowel of a stem comes and goes: клеток/клетки, отец/отца, ветер/ветра, песен/песня, Павел/Павла, огонь/огня.
_CONSONANT = "[бвгджзклмнпрстфхцчшщ]"
_FLEETING = re.compile(rf"(?<={_CONSONANT})(?:[ое](?=к$)|е(?=[цлнр]$))")
_SOFT_FLEETING = re.compile(rf"(?<={_CONSONANT})о(?=[нт]$)")
_VOWELLED = re.compile(r"[аеиоуыэюя][а-я]*[аеиоуыэюя]")
_SHORTEST_FLEETING = 4


def russian_stem(token: str, snowball: Callable[[str], str]) -> str:
    """Return the stem of a folded token in Cyrillic letters.

    Args:
        token: without ё.
        snowball: the Russian stemmer.

    """
    if len(token) < _SHORTEST_INFLECTED:
        return token
    if token in _SOLE_FORMS:
        return _SOLE_FORMS[token]
    if _DAY.fullmatch(token) or _DREAM.fullmatch(token):
        return f"{token[0]}н"
    in_mya = _IN_MYA.fullmatch(token)
    if in_mya:
        return f"{in_mya.group(1)}ен"
    if token in _NOUNS_LIKE_INFINITIVES or token.endswith(_TEENS_AND_TENS):
        return snowball(f"{token[:-1]}и")
    young = _YOUNG.fullmatch(token)
    word = _mended(token, snowball(young.group(1) if young else token))
    # музей/музея, герой/героя: Snowball takes -ей and -ой, but not the vowel before another ending.
    soft = word.endswith(("е", "о")) and token[len(word) :].startswith(_IOTATED)
    word = word[:-1] if soft and len(word) >= _SHORTEST_ROOT else word
    return _without_fleeting_vowel(word, token)


def _mended(token: str, word: str) -> str:
    """Return a stem without the ending that Snowball takes off some forms only."""
    if token in _KEPT or (len(word) < _SHORTEST_ROOT and token.endswith(_TORN)):
        return token
    while word not in _KEPT and word not in _ADJECTIVAL:  # Иванову -> иванов -> иван -> ива, as Snowball makes of Иван
        lost = 2 if word.endswith(_TORN) else 1 if word.endswith(_TORN_AFTER_VOWEL) else 0
        root = word[: len(word) - lost]
        if not lost or len(root) < _SHORTEST_ROOT or not _VOWEL.search(root):
            break
        word = root
    return word


def _without_fleeting_vowel(word: str, token: str) -> str:
    if len(word) < _SHORTEST_FLEETING or not _VOWELLED.search(word):
        return word
    shorter = _FLEETING.sub("", word)
    return _SOFT_FLEETING.sub("", shorter) if token.endswith("ь") else shorter
