"""What holds of `time_cues` for any text and any moment."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from brain.errors import InvalidInputError
from brain.language import TimeCue, dates_in, time_cues

CASES = tomllib.loads(Path(__file__).with_name("date_cases.toml").read_text(encoding="utf-8"))
NOW = datetime(2023, 6, 15, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0
MOMENTS = st.floats(-62_135_510_400.0, 253_402_128_000.0)
PIECES = st.sampled_from(
    sorted(
        {word for kind in ("english", "russian") for text, *_ in CASES[kind] for word in text.split()}
        | {
            "29",
            "30",
            "31",
            "0",
            "0000",
            "9999",
            "-",
            "–",
            ",",
            ".",
            "’s",
            "99999999999999999999",
            "32",
            "г.",
            "\u0301",
            "½",
            "٣",
        }
    )
)


def _one(text: str, now: float = NOW) -> TimeCue:
    (cue,) = time_cues(text, now)
    return cue


def _day(year: int, month: int, day: int) -> float:
    return datetime(year, month, day, tzinfo=UTC).timestamp()


@given(st.lists(PIECES, max_size=9).map(" ".join), MOMENTS)
@example("9000 years ago", NOW)
@example("on 31 February in the last 10000 years", NOW)
@example("since tomorrow before yesterday", -62_135_510_400.0)
@example("next year until next weekend", 253_402_128_000.0)
def test_any_words_at_any_moment(text: str, now: float) -> None:
    cues = time_cues(text, now)
    places = [text.index(cue.phrase) for cue in cues]
    assert all(cue.start < cue.end for cue in cues)
    assert all(cue.phrase.strip() == cue.phrase != "" for cue in cues)
    assert len(places) == len(cues)


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    assert all(cue.start < cue.end and cue.phrase in text for cue in time_cues(text, NOW))


@given(st.dates(date(1700, 1, 1), date(2099, 12, 31)))
def test_every_day_in_every_spelling(day: date) -> None:
    start = _day(day.year, day.month, day.day)
    english = f"{day:%B}"
    for text in (
        f"{day:%Y-%m-%d}",
        f"What happened on {day.day} {english} {day.year}?",
        f"What happened on {english} {day.day}, {day.year}?",
        f"{day:%d.%m.%Y}",
        f"{day:%m/%d/%Y}",
        f"было {day:%d/%m/%Y}",
    ):
        cue = _one(text)
        assert (cue.start, cue.end, cue.precision) == (start, start + DAY, "day"), text


@given(MOMENTS.filter(lambda now: -6e10 < now < 2e11))
def test_days_follow_one_another(now: float) -> None:
    before, yesterday, today = (_one(text, now) for text in ("позавчера", "yesterday", "сегодня"))
    assert before.end == yesterday.start
    assert yesterday.end == today.start
    assert today.start <= now < today.end


@given(st.integers(1, 300), MOMENTS.filter(lambda now: -6e10 < now < 2e11))
def test_a_number_of_days_ago(count: int, now: float) -> None:
    english, russian = _one(f"{count} days ago", now), _one(f"{count} дней назад", now)
    assert (english.start, english.end) == (russian.start, russian.end)
    assert _one("today", now).start - english.start == count * DAY


@given(
    MOMENTS.filter(lambda now: -6e10 < now < 2e11),
    st.sampled_from(["in May", "в мае", "in summer", "осенью", "on 7 July", "29 февраля"]),
)
def test_what_recurs_is_the_latest_that_has_begun(now: float, text: str) -> None:
    cue = _one(text, now)
    assert cue.start <= now
    assert now - cue.start <= (9 if "29" in text else 1) * 366 * DAY


@pytest.mark.parametrize(
    ("text", "phrase", "precision"),
    [
        ("So what did Anna say on 7 May 2023, then?", "on 7 May 2023", "day"),
        ("Где я был на прошлой неделе?", "на прошлой неделе", "week"),
        ("Что было до 7 мая 2023 г.?", "до 7 мая 2023 г.", "before"),
        ("Was it between 3 and 10 June?", "between 3 and 10 June", "range"),
        ("What changed since last month?", "since last month", "since"),
        ("Кого я встретил ЛЕТОМ 2022 ГОДА?", "ЛЕТОМ 2022 ГОДА", "season"),
        ("in 2022?", "in 2022", "year"),
        ("вчера вечером", "вчера вечером", "part of day"),
        ("Where did I go last weekend?", "last weekend", "weekend"),
        ("an hour ago", "an hour ago", "hour"),
    ],
)
def test_phrase_and_precision(text: str, phrase: str, precision: str) -> None:
    cue = _one(text)
    assert (cue.phrase, cue.precision) == (phrase, precision)


def test_a_statement_speaks_of_a_time_before_it_was_said() -> None:
    said_at = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    (cue,) = dates_in("I went there last week", said_at.timestamp())
    assert (cue.start, cue.end) == (_day(2023, 5, 1), _day(2023, 5, 8))
    later = (said_at + timedelta(days=7)).timestamp()
    assert dates_in("I went there last week", later)[0].start == cue.end


def test_what_recurs_moves_with_the_moment() -> None:
    assert _one("last summer", _day(2023, 10, 1)).start == _day(2023, 6, 1)
    assert _one("last summer", _day(2023, 7, 1)).start == _day(2022, 6, 1)
    assert _one("in May", _day(2023, 5, 2)).start == _day(2023, 5, 1)
    assert _one("in May", _day(2023, 4, 30)).start == _day(2022, 5, 1)
    assert _one("last weekend", _day(2023, 6, 11)).start == _day(2023, 6, 3)
    assert _one("зимой", _day(2023, 1, 5)).start == _day(2022, 12, 1)
    assert _one("this morning", _day(2023, 6, 15)).start == _day(2023, 6, 15) + 5 * 3600
    assert _one("утром", _day(2023, 6, 15)).start == _day(2023, 6, 14) + 5 * 3600


def test_the_order_of_a_date_in_digits() -> None:
    assert _one("5/7/2023").start == _day(2023, 5, 7)
    assert _one("от 5/7/2023").start == _day(2023, 7, 5)
    assert _one("5.7.2023").start == _day(2023, 7, 5)
    assert _one("13/7/2023").start == _day(2023, 7, 13)
    assert _one("от 7/13/2023").start == _day(2023, 7, 13)
    assert _one("5/7/99").start == _day(1999, 5, 7)


@pytest.mark.parametrize("now", [float("nan"), float("inf"), -float("inf"), 1e300])
def test_a_moment_that_is_none(now: float) -> None:
    with pytest.raises(InvalidInputError, match="now ="):
        time_cues("yesterday", now)


def test_long_texts() -> None:
    assert len(time_cues("on 7 May 2023; " * 2000, NOW)) == 2000
    assert time_cues("через неделю он приехал " * 5_000, NOW) == ()
    assert time_cues("a1" * 50_000, NOW) == ()
    assert time_cues("1" * 100_000 + " 1." * 50_000, NOW) == ()
