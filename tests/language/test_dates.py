"""Times that a text names, against a table of cases."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from brain.language import time_cues

CASES = tomllib.loads(Path(__file__).with_name("date_cases.toml").read_text(encoding="utf-8"))
NOW = datetime(2023, 6, 15, 12, tzinfo=UTC)  # a Thursday


def _moment(said: str, last: bool) -> float:
    """Return the moment that a case means; a day alone, as an end, is included."""
    moment = datetime.fromisoformat(said + ":00" if len(said) == 13 else said).replace(tzinfo=UTC)
    return (moment + timedelta(days=last and len(said) == 10)).timestamp()


def _shown(start: float, end: float) -> tuple[str, str]:
    beginning = "" if start < -62_000_000_000 else f"{datetime.fromtimestamp(start, UTC):%Y-%m-%d %H:%M:%S}"
    return beginning, f"{datetime.fromtimestamp(end, UTC):%Y-%m-%d %H:%M:%S}"


def _expected(intervals: list[str]) -> list[tuple[str, str]]:
    pairs = zip(intervals[::2], intervals[1::2], strict=True)
    return [
        _shown(_moment(first, last=False) if first else -62_135_510_400.0, _moment(last, last=True))
        for first, last in pairs
    ]


@pytest.mark.parametrize("case", [*CASES["english"], *CASES["russian"]], ids=lambda case: case[0])
def test_intervals(case: list[str]) -> None:
    text, *intervals = case
    found = time_cues(text, NOW.timestamp())
    assert [_shown(cue.start, cue.end) for cue in found] == _expected(intervals), [cue.phrase for cue in found]


@pytest.mark.parametrize("text", CASES["nothing"])
def test_no_time(text: str) -> None:
    assert time_cues(text, NOW.timestamp()) == ()
