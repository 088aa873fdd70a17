"""Words by which `dates` finds expressions of time; all folded, Russian and English, in every case and number."""

from __future__ import annotations

import re

__all__ = [
    "ANCHORS",
    "ASIDE",
    "BOUNDS",
    "CLEAR_MONTHS",
    "DAY_WORDS",
    "HABITS",
    "HOLIDAY_LEADS",
    "IN",
    "LAST",
    "MONTHS",
    "NEXT",
    "NUMBERS",
    "ORDINALS",
    "PARTS",
    "PARTS_OF_DAY",
    "PLACES",
    "ROLLING",
    "SEASONS",
    "SHORT_MONTHS",
    "SHORT_WEEKDAYS",
    "STREETS",
    "THIS",
    "UNITS",
    "WEEKDAYS",
    "WORLDS",
    "YEAR_WORDS",
]


def _forms(stem: str, endings: str) -> list[str]:
    """Return `stem` with each ending; '-' is the empty one."""
    return [stem + ending.strip("-") for ending in endings.split()]


def _table(*rows: tuple[int, str]) -> dict[str, int]:
    return {word: value for value, words in rows for word in words.split()}


_RUSSIAN_MONTHS = {
    **{form: n for n, stem in ((1, "январ"), (2, "феврал")) for form in _forms(stem, "ь я ю ем е")},
    **dict.fromkeys(_forms("март", "- а у ом е"), 3),
    **{form: n for n, stem in ((4, "апрел"), (6, "июн"), (7, "июл")) for form in _forms(stem, "ь я ю ем е")},
    **dict.fromkeys(_forms("ма", "й я ю ем е"), 5),
    **dict.fromkeys(_forms("август", "- а у ом е"), 8),
    **{
        form: n
        for n, stem in ((9, "сентябр"), (10, "октябр"), (11, "ноябр"), (12, "декабр"))
        for form in _forms(stem, "ь я ю ем е")
    },
}

CLEAR_MONTHS = frozenset("january february july september october november december".split())
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

MONTHS = {
    **_table(
        (1, "january"),
        (2, "february"),
        (3, "march"),
        (4, "april"),
        (5, "may"),
        (6, "june"),
        (7, "july"),
        (8, "august"),
        (9, "september"),
        (10, "october"),
        (11, "november"),
        (12, "december"),
    ),
    **_RUSSIAN_MONTHS,
    **SHORT_MONTHS,
}

SHORT_WEEKDAYS = _table((0, "mon"), (1, "tue tues"), (2, "wed"), (3, "thu thur thurs"), (4, "fri"), (5, "sat"), (6, "sun"))

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
    **dict.fromkeys(("morning", "утро", "утра", "утру", "утром", "утре"), "morning"),
    **dict.fromkeys(("afternoon", "день", "днем"), "afternoon"),
    **dict.fromkeys(("evening", "вечер", "вечера", "вечером", "вечере"), "evening"),
    **dict.fromkeys(("night", "ночь", "ночи", "ночью"), "night"),
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
    **dict.fromkeys(("day", "days", "день", "дня", "дней", "дню", "днем", "дни", "дням", "днями", "днях"), "day"),
    **dict.fromkeys(("сутки", "суток"), "day"),
    **dict.fromkeys(("week", "weeks", *_forms("недел", "я и ь ю е ей ям ями ях")), "week"),
    **dict.fromkeys(("weekend", "weekends", *_forms("выходн", "ые ых ым ыми")), "weekend"),
    **dict.fromkeys(("month", "months", *_forms("месяц", "- а ев у ем е ы ам ами ах")), "month"),
    **dict.fromkeys(("полгода", "полугода"), "month"),
    **dict.fromkeys(("quarter", "quarters", *_forms("квартал", "- а у ом е ы ов")), "quarter"),
    **dict.fromkeys(("year", "years", *_forms("год", "- а у ом е ы ов ам ами ах"), "лет"), "year"),
    **dict.fromkeys(_forms("прошлогодн", "ий его ему им ем яя ей юю ее ие их ими"), "year"),
}

YEAR_WORDS = frozenset((*_forms("год", "- а у ом е ы ов ам ами ах"), "г", "гг"))

NUMBERS: dict[str, tuple[int, int]] = {
    word: (low, high)
    for words, low, high in (
        ("a an one один одну одного", 1, 1),
        ("two два две двух", 2, 2),
        ("three три трех", 3, 3),
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

_TENS = (("twenty", "двадцать", 20), ("thirty", "тридцать", 30))
_ORDINAL_ROWS = (
    (1, "first", "перв", ""),
    (2, "second", "втор", ""),
    (3, "third", "", "третье третьего третьему третьем третья третьей третью третий"),
    (4, "fourth", "четверт", ""),
    (5, "fifth", "пят", ""),
    (6, "sixth", "шест", ""),
    (7, "seventh", "седьм", ""),
    (8, "eighth", "восьм", ""),
    (9, "ninth", "девят", ""),
    (10, "tenth", "десят", ""),
    (11, "eleventh", "одиннадцат", ""),
    (12, "twelfth", "двенадцат", ""),
    (13, "thirteenth", "тринадцат", ""),
    (14, "fourteenth", "четырнадцат", ""),
    (15, "fifteenth", "пятнадцат", ""),
    (16, "sixteenth", "шестнадцат", ""),
    (17, "seventeenth", "семнадцат", ""),
    (18, "eighteenth", "восемнадцат", ""),
    (19, "nineteenth", "девятнадцат", ""),
    (20, "twentieth", "двадцат", ""),
    (30, "thirtieth", "тридцат", ""),
)

ORDINALS = {
    form: number
    for number, english, stem, irregular in _ORDINAL_ROWS
    for form in (english, *irregular.split(), *(_forms(stem, "ое ого ому ом ая ой ую ый") if stem else ()))
}
"""Ordinals up to 20 and 30; `TENS` words before one of the first nine give the others."""

TENS = {word: number for *words, number in _TENS for word in words}

LAST = frozenset(("last", "previous", *_forms("прошл", "ый ого ому ым ом ая ой ую ое ые ых ыми"), *_forms("позапрошл", "ый ого ому ым ом ая ой ую ое ые ых ыми"), *_forms("минувш", "ий его ему им ем ая ей ую ее ие их")))
BEFORE_LAST = frozenset(_forms("позапрошл", "ый ого ому ым ом ая ой ую ое ые ых ыми"))
THIS = frozenset(("this", "current", "этот", "этого", "этому", "этим", "этом", "эта", "этой", "эту", "это", "эти", "этих", *_forms("текущ", "ий его ему им ем ая ей ую ее ие их"), *_forms("нынешн", "ий его ему им ем яя ей юю ее ие их")))
NEXT = frozenset(("next", "coming", "upcoming", *_forms("следующ", "ий его ему им ем ая ей ую ее ие их"), *_forms("будущ", "ий его ему им ем ая ей ую ее ие их"), *_forms("грядущ", "ий его ему им ем ая ей ую ее ие их")))
ROLLING = frozenset(("past", *_forms("последн", "ий его ему им ем яя ей юю ее ие их ими")))

WORLDS = LAST | THIS | NEXT | ROLLING

IN = frozenset(("in", "on", "at", "during", "over", "for", "within", "throughout", "by", "of", "around", "в", "во", "на", "за", "по", "к", "ко", "около"))
PLACES = frozenset(("in", "during", "over", "throughout", "within", "around", "until", "till", "since", "before", "after", "by", "of", "в", "во"))

BOUNDS = {
    **dict.fromkeys(("before", "until", "till", "до"), "before"),
    **dict.fromkeys(("after", "после"), "after"),
    **dict.fromkeys(("since", "с", "со", "начиная"), "since"),
}

PARTS = {
    **dict.fromkeys(("early", "beginning", "start", "начале", "началу", "начала", "начало"), 0),
    **dict.fromkeys(("mid", "middle", "середине", "середины", "середину"), 1),
    **dict.fromkeys(("late", "end", "конце", "концу", "конца", "конец"), 2),
}
"""Words for the first, second and last third of what follows."""

HABITS = frozenset(
    "every each usually always often never normally каждый каждого каждую каждой каждое каждым обычно всегда часто никогда".split()
)
ASIDE = frozenset("black good ash palm cyber manic".split())
HOLIDAY_LEADS = frozenset("с со каждым рабочим белым средь".split())
STREETS = frozenset(
    "улица улице улицу улицы улицей ул площадь площади площадью пл проспект проспекте проспекта парк парке парка имени".split()
)

ANCHORS = frozenset((*MONTHS, *WEEKDAYS, *SEASONS, *PARTS_OF_DAY, *DAY_WORDS, *UNITS))
"""A text without a digit and without one of these names no time."""

COUNTED = frozenset(
    """people men women children percent km kg m cm mm ms mb gb kb hz px w kwh hours years days times users
    раз раза человек рублей руб км кг м см мм мс мб гб лет""".split()
)
NOT_COUNTED = frozenset("does this always perhaps plus thus across towards besides".split())
RUSSIAN_FUNCTION_WORDS = frozenset(
    """я ты он она оно мы вы они его ее их мой моя мое мои твой наш ваш этот эта это эти тот та те кто что где когда
    как почему и а но или же ли бы в во на с со к ко у о об обо от до из за по под при про через для без между перед
    после не ни уже еще тоже также только очень там тут здесь все всё весь вся был была было были есть будет вместе
    себя свой свою своей своих своего был нас вас им нам вам мне тебе ему ей""".split()
)
RUSSIAN_VERB = re.compile(r"[а-я]{2,}(?:л|ла|ло|ли|лся|лась|лось|лись|ет|ют|ит|ят|ут|ется|ются|ится|ятся|ать|ить|еть|ешь|ете)")
SURROUNDED = re.compile(r"обитани|разработк|выполнени|исполнени|программ|моделир|общени|жизн|развити|быту|сборк")
"""What follows «среда» when it means surroundings."""
