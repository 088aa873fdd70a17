"""Clocks, moments, ids."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain import SystemClock, VirtualClock
from brain.chance import random_ids, seeded_ids
from brain.clock import age_seconds, iso_from_timestamp, timestamp_from
from brain.errors import InvalidInputError


def test_virtual_time_moves_only_when_told() -> None:
    clock = VirtualClock(1_000.0)
    assert clock.now() == clock.now() == 1_000.0
    clock.advance(2.5)
    assert clock.now() == 1_002.5
    clock.set(10.0)
    assert clock.now() == 10.0


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_time_does_not_advance_by_nonsense(seconds: float) -> None:
    clock = VirtualClock(5.0)
    with pytest.raises(InvalidInputError):
        clock.advance(seconds)
    assert clock.now() == 5.0


def test_the_system_clock_agrees_with_the_machine() -> None:
    rounding = 1e-5
    before = datetime.now(UTC).timestamp()
    assert before - rounding <= SystemClock().now() <= datetime.now(UTC).timestamp() + rounding


def test_a_clock_set_back_makes_nothing_negative() -> None:
    assert age_seconds(100.0, 40.0) == 0.0


SAME_MOMENT = [
    "2026-05-20T08:29:42.958511+00:00",
    "2026-05-20T08:29:42.958511Z",
    "2026-05-20T17:29:42.958511+09:00",
    "2026-05-20T08:29:42.958511",
    datetime(2026, 5, 20, 8, 29, 42, 958511),  # noqa: DTZ001
    datetime(2026, 5, 20, 11, 29, 42, 958511, timezone(timedelta(hours=3))),
]


@pytest.mark.parametrize("written", SAME_MOMENT, ids=str)
def test_all_spellings_of_a_moment_are_one(written: str | datetime) -> None:
    assert iso_from_timestamp(timestamp_from(written)) == "2026-05-20T08:29:42.958511+00:00"


@pytest.mark.parametrize("nonsense", ["yesterday", "", "2026-13-01", True, None, [], float("nan"), 1e20])
def test_nonsense_is_no_moment(nonsense: object) -> None:
    with pytest.raises(InvalidInputError):
        timestamp_from(nonsense)  # type: ignore[arg-type]


@given(st.floats(-1e9, 1e10))
def test_text_keeps_moments_to_the_microsecond(moment: float) -> None:
    assert timestamp_from(iso_from_timestamp(moment)) == pytest.approx(moment, abs=1e-6)


def test_seeded_ids_repeat_and_seeds_differ() -> None:
    one, again, other = seeded_ids(1), seeded_ids(1), seeded_ids(2)
    drawn = [one("ep") for _ in range(100)]
    assert drawn == [again("ep") for _ in range(100)]
    assert not set(drawn) & {other("ep") for _ in range(100)}
    assert len(set(drawn)) == 100
    assert random_ids()("wm") != random_ids()("wm")
