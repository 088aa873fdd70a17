"""Snippets: what is shown of a long text is the part that was looked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.language import DEFAULT_ANALYZER, snippet

FILLER = "Nothing of note was written down here. "
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=300)


def long(text: str, before: int = 150, after: int = 50) -> str:
    return FILLER * before + text + " " + FILLER * after


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("The eel was released at the weir.", "eels released"),
        ("Угря выпустили у плотины.", "выпустить угря"),
        ("仓库的备用钥匙在前台抽屉里", "备用钥匙"),
        ("LE CAFÉ ÉTAIT FERMÉ", "cafe"),
        ("Release 7.41.2 came out", "7.41.2"),
        ("Two CPUs failed", "cpu"),
        ("Комната №17 закрыта", "17"),
    ],
)
@pytest.mark.parametrize(("before", "after"), [(150, 50), (0, 200), (200, 0)])
def test_the_match_is_shown(text: str, query: str, before: int, after: int) -> None:
    shown = snippet(long(text, before, after), DEFAULT_ANALYZER.content_terms(query), 100)
    assert text.strip(".") in shown
    assert len(shown) <= 102
    assert shown.startswith("…") is bool(before)
    assert shown.endswith("…") is bool(after)


def test_where_most_words_stand_together() -> None:
    text = f"The harbour was quiet. {FILLER * 9}The harbour master measures the tide. {FILLER * 9}The tide was low."
    shown = snippet(text, DEFAULT_ANALYZER.content_terms("harbour master tide"), 80)
    assert "harbour master measures the tide" in shown


def test_a_word_often_repeated_counts_once() -> None:
    text = f"{'harbour ' * 9}{FILLER * 9}the harbour master. {FILLER * 9}"
    assert "the harbour master" in snippet(text, DEFAULT_ANALYZER.content_terms("harbour master"), 80)


def test_a_short_text_stays_whole_and_on_one_line() -> None:
    assert snippet("The eel\n\twas  here", ["eel"], 80) == "The eel was here"


def test_without_a_match_it_is_the_beginning() -> None:
    assert snippet(long("eel"), ["newt"], 80).startswith(FILLER.strip())


@given(ANY_TEXT, ANY_TEXT, st.integers(8, 200))
def test_any_text_is_cut_to_width(text: str, query: str, width: int) -> None:
    shown = snippet(text, DEFAULT_ANALYZER.content_terms(query), width)
    assert len(shown) <= width + 2
    assert shown.strip("…").strip() in " ".join(text.split())
