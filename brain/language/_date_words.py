"""Words by which `dates` finds expressions of time; all folded, Russian and English, in every case and number."""

from __future__ import annotations

import re

__all__ = [
    "ANCHORS",
    "ASIDE",
    "BEFORE_GENITIVE",
    "BEFORE_LAST",
    "BOUNDS",
    "CLEAR_MONTHS",
    "COUNTED",
    "DAY_WORDS",
    "FUNCTION_WORDS",
    "FUTURE",
    "HABITS",
    "IN",
    "LAST",
    "MONTHS",
    "NEXT",
    "NOT_COUNTED",
    "NO_PART_OF_DAY",
    "NUMBERS",
    "ORDINALS",
    "PARTS",
    "PARTS_OF_DAY",
    "PLACES",
    "ROLLING",
    "RUSSIAN_PAST",
    "RUSSIAN_VERB",
    "SEASONS",
    "SHORT_MONTHS",
    "SHORT_WEEKDAYS",
    "STREETS",
    "SURROUNDED",
    "TENS",
    "THIS",
    "UNITS",
    "WEEKDAYS",
    "YEAR_WORDS",
]


def _forms(stem: str, endings: str) -> list[str]:
    """Return `stem` with each ending; '-' is the empty one."""
    return [stem + ending.strip("-") for ending in endings.split()]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _table(*rows: tuple[int, str]) -> dict[str, int]:
    return {word: value for value, words in rows for word in words.split()}


CLEAR_MONTHS = _words("january february july september october november december")
"""English months that mean nothing else and are nobody's name."""

SHORT_MONTHS = _table(
    (1, "jan янв"),
    (2, "feb фев февр"),
    (3, "mar мар"),
    (4, "apr апр"),
    (6, "jun"),
    (7, "jul"),
    (8, "aug авг"),
    (9, "sep sept сен сент"),
    (10, "oct окт"),
    (11, "nov ноя нояб"),
    (12, "dec дек"),
)

_MONTH_ROWS = (
    (1, "january", "январ", "ь я ю ем е"),
    (2, "february", "феврал", "ь я ю ем е"),
    (3, "march", "март", "- а у ом е"),
    (4, "april", "апрел", "ь я ю ем е"),
    (5, "may", "ма", "й я ю ем е"),
    (6, "june", "июн", "ь я ю ем е"),
    (7, "july", "июл", "ь я ю ем е"),
    (8, "august", "август", "- а у ом е"),
    (9, "september", "сентябр", "ь я ю ем е"),
    (10, "october", "октябр", "ь я ю ем е"),
    (11, "november", "ноябр", "ь я ю ем е"),
    (12, "december", "декабр", "ь я ю ем е"),
)
MONTHS = SHORT_MONTHS | {
    form: number for number, name, stem, endings in _MONTH_ROWS for form in (name, *_forms(stem, endings))
}

SHORT_WEEKDAYS = _table(
    (0, "mon"), (1, "tue tues"), (2, "wed"), (3, "thu thur thurs"), (4, "fri"), (5, "sat"), (6, "sun")
)

WEEKDAYS = {
    **_table(
        (0, "monday понедельник понедельника понедельнику понедельником понедельнике"),
        (1, "tuesday вторник вторника вторнику вторником вторнике"),
        (2, "wednesday среда среды среде среду средой"),
        (3, "thursday четверг четверга четвергу четвергом четверге"),
        (4, "friday пятница пятницы пятнице пятницу пятницей"),
        (5, "saturday суббота субботы субботе субботу субботой"),
        (6, "sunday воскресенье воскресенья воскресенью воскресеньем воскресение воскресения"),
    ),
    **SHORT_WEEKDAYS,
}

SEASONS = {
    **dict.fromkeys(["winter", "зимой", *_forms("зим", "а ы е у")], "winter"),
    **dict.fromkeys(["spring", *_forms("весн", "а ы е у ой")], "spring"),
    **dict.fromkeys(["summer", *_forms("лет", "о а у ом е")], "summer"),
    **dict.fromkeys(["autumn", "fall", *_forms("осен", "ь и ью")], "autumn"),
}

PARTS_OF_DAY = {
    **dict.fromkeys(("morning", "утро", "утром"), "morning"),
    **dict.fromkeys(("afternoon", "днем"), "afternoon"),
    **dict.fromkeys(("evening", "вечер", "вечером"), "evening"),
    **dict.fromkeys(("night", "ночь", "ночью"), "night"),
}

DAY_WORDS = {
    "yesterday": -1,
    "вчера": -1,
    **dict.fromkeys(_forms("вчерашн", "ий его ему им ем яя ей юю ее"), -1),
    "позавчера": -2,
    **dict.fromkeys(_forms("позавчерашн", "ий его ему им ем яя ей юю ее"), -2),
    "today": 0,
    "tonight": 0,
    "сегодня": 0,
    **dict.fromkeys(_forms("сегодняшн", "ий его ему им ем яя ей юю ее"), 0),
    "tomorrow": 1,
    "завтра": 1,
    "послезавтра": 2,
}
"""Words that name a day by its distance from today."""

UNITS = {
    **dict.fromkeys(("minute", "minutes", *_forms("минут", "- а ы у ой ами ах"), "полчаса"), "minute"),
    **dict.fromkeys(("hour", "hours", *_forms("час", "- а ов ом у ами ах")), "hour"),
    **dict.fromkeys(("day", "days", "день", "дня", "дней", "дню", "дни", "дням", "днями", "днях"), "day"),
    **dict.fromkeys(("сутки", "суток"), "day"),
    **dict.fromkeys(("week", "weeks", *_forms("недел", "я и ь ю е ей ям ями ях")), "week"),
    **dict.fromkeys(("weekend", "weekends", *_forms("выходн", "ые ых ым ыми")), "weekend"),
    **dict.fromkeys(("month", "months", *_forms("месяц", "- а ев у ем е ы ам ами ах")), "month"),
    **dict.fromkeys(("полгода", "полугода"), "month"),
    **dict.fromkeys(("quarter", "quarters", *_forms("квартал", "- а у ом е ы ов")), "quarter"),
    **dict.fromkeys(("year", "years", *_forms("год", "- а у ом е ы ов ам ами ах"), "лет"), "year"),
    **dict.fromkeys(_forms("прошлогодн", "ий его ему им ем яя ей юю ее ие их ими"), "year"),
}

ONE = _words("минуту час день сутки неделю месяц квартал год полгода полчаса")
"""Units that are told without a number: «неделю назад»."""

YEAR_WORDS = frozenset((*_forms("год", "- а у ом е ы ов ам ами ах"), "г", "гг"))

NUMBERS: dict[str, tuple[int, int]] = {
    word: (low, high)
    for words, low, high in (
        ("a an one один одну одного", 1, 1),
        ("two два две двух двое", 2, 2),
        ("three три трех трое", 3, 3),
        ("four четыре четырех", 4, 4),
        ("five пять пяти", 5, 5),
        ("six шесть шести", 6, 6),
        ("seven семь семи", 7, 7),
        ("eight восемь восьми", 8, 8),
        ("nine девять девяти", 9, 9),
        ("ten десять десяти", 10, 10),
        ("eleven одиннадцать", 11, 11),
        ("twelve двенадцать", 12, 12),
        ("fifteen пятнадцать", 15, 15),
        ("twenty двадцать", 20, 20),
        ("thirty тридцать", 30, 30),
        ("couple пару пара", 2, 3),
        ("few", 2, 5),
        ("several несколько нескольких", 2, 7),
    )
    for word in words.split()
}
"""Numbers in words: the least and the most that each may mean."""

_ORDINAL_ROWS = (
    (1, "first", "перв"),
    (2, "second", "втор"),
    (4, "fourth", "четверт"),
    (5, "fifth", "пят"),
    (6, "sixth", "шест"),
    (7, "seventh", "седьм"),
    (8, "eighth", "восьм"),
    (9, "ninth", "девят"),
    (10, "tenth", "десят"),
    (11, "eleventh", "одиннадцат"),
    (12, "twelfth", "двенадцат"),
    (13, "thirteenth", "тринадцат"),
    (14, "fourteenth", "четырнадцат"),
    (15, "fifteenth", "пятнадцат"),
    (16, "sixteenth", "шестнадцат"),
    (17, "seventeenth", "семнадцат"),
    (18, "eighteenth", "восемнадцат"),
    (19, "nineteenth", "девятнадцат"),
    (20, "twentieth", "двадцат"),
    (30, "thirtieth", "тридцат"),
)
ORDINALS = _table((3, "third третье третьего третьему третьем третья третьей третью третий")) | {
    form: number for number, name, stem in _ORDINAL_ROWS for form in (name, *_forms(stem, "ое ого ому ом ая ой ую ый"))
}
"""Ordinals up to 20 and 30; `TENS` before one of the first nine give the others."""

TENS = _table((20, "twenty двадцать"), (30, "thirty тридцать"))

_HARD = "ый ого ому ым ом ая ой ую ое ые ых ыми"
_SOFT = "ий его ему им ем яя ей юю ее ие их ими"
_HUSHING = "ий его ему им ем ая ей ую ее ие их ими"

BEFORE_LAST = frozenset(_forms("позапрошл", _HARD))
LAST = _words("last previous") | BEFORE_LAST | frozenset((*_forms("прошл", _HARD), *_forms("минувш", _HUSHING)))
THIS = (
    _words("this current этот этого этому этим этом эта этой эту это эти этих этими")
    | frozenset(_forms("текущ", _HUSHING))
    | frozenset(_forms("нынешн", _SOFT))
)
NEXT = _words("next coming upcoming") | frozenset(
    form for stem in ("следующ", "будущ", "грядущ") for form in _forms(stem, _HUSHING)
)
ROLLING = frozenset(("past", *_forms("последн", _SOFT)))
"""Words for the time that reaches up to now."""

IN = _words("in on at during over for within throughout by of around в во на за по к ко около")
"""Prepositions that belong to an expression of time."""

PLACES = _words("in during over throughout within around until till since before after by of в во")
"""Those of them, and the bounds, that show a bare word to be a month or a season."""

BOUNDS = {
    **dict.fromkeys(("before", "до"), "before"),
    **dict.fromkeys(("until", "till", "by", "through"), "until"),
    **dict.fromkeys(("after", "после"), "after"),
    **dict.fromkeys(("since", "с", "со", "начиная"), "since"),
}

PARTS = _table(
    (0, "early beginning start начале началу начала начало"),
    (1, "mid middle середине середины середину"),
    (2, "late end конце концу конца конец"),
)
"""Words for the first, second and last third of what follows."""

BEFORE_GENITIVE = _words("до после с со от около течение половине половину") | frozenset(PARTS)

HABITS = _words(
    """every each usually always often never normally
    каждый каждого каждую каждой каждое каждым обычно всегда часто никогда"""
)
"""Words by which a weekday, a season or a part of the day is any of them and not the last."""

FUTURE = _words("will ll gonna буду будет будем будешь будете будут собираюсь собираемся планирую планируем")
RUSSIAN_PAST = re.compile(r"[а-я]{2,}(?:л|ла|ло|ли|лся|лась|лось|лись)")

ASIDE = _words("black good ash palm cyber manic that those тот того тому тем том та той ту те")
"""What makes a weekday or a season the name of something else, or one that was told before."""

NO_PART_OF_DAY = _words("с со каждым рабочим белым средь")
"""What makes «утром», «вечером» and «ночью» no time of their own."""

STREETS = _words(
    """улица улице улицу улицы улицей ул площадь площади площадью пл проспект проспекте проспекта парк парке парка
    имени"""
)
SURROUNDED = re.compile(r"обитани|разработк|выполнени|исполнени|программ|моделир|общени|жизн|развити|быту|сборк")
"""What follows «среда» when it means surroundings."""

COUNTED = _words(
    """people men women children percent km kg m cm mm ms mb gb kb hz px w kwh
    раз раза человек рублей руб км кг м см мм мс мб гб лет"""
)
NOT_COUNTED = _words("does this always perhaps plus thus across towards besides")
"""English words in -s that no number counts."""

FUNCTION_WORDS = _words(
    """я ты он она оно мы вы они его ее их мой моя мое мои твой наш ваш этот эта это эти тот та те кто что где когда
    как почему и а но или же ли бы в во на с со к ко у о об обо от до из за по под при про через для без между перед
    после не ни уже еще тоже также только очень там тут здесь все весь вся был была было были есть будет вместе
    себя свой свою своей своих своего нас вас им нам вам мне тебе ему ей"""
)
RUSSIAN_VERB = re.compile(
    r"[а-я]{2,}(?:л|ла|ло|ли|лся|лась|лось|лись|ет|ют|ит|ят|ут|ется|ются|ится|ятся|ать|ить|еть|ешь|ете)"
)
"""With the function words: Russian words that no number counts."""

ANCHORS = frozenset((*MONTHS, *WEEKDAYS, *SEASONS, *PARTS_OF_DAY, *DAY_WORDS, *UNITS))
"""A text without a digit and without one of these names no time."""
