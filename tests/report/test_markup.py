"""Markup: whatever is not markup is escaped."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulations.report.axes import figure_text, figure_ticks, hours_text, hours_ticks
from simulations.report.line_chart import Line, line_chart
from simulations.report.markup import Markup, join, number, tag


def test_elements() -> None:
    assert tag("p", "a < b", tag("b", 3), None, ["x", ["&"]]) == "<p>a &lt; b<b>3</b>x&amp;</p>"
    assert tag("rect", x=1.25, stroke_width=2, class_="a b", rx=None) == '<rect x="1.2" stroke-width="2" class="a b"/>'
    assert tag("svg", viewBox="0 0 1 1") == '<svg viewBox="0 0 1 1"></svg>'
    assert tag("meta", charset="utf-8") == '<meta charset="utf-8">'
    assert join(Markup("<i>"), "<i>") == "<i>&lt;i&gt;"


@given(st.text())
def test_no_text_gets_out_of_its_place(text: str) -> None:
    element = tag("svg", tag("text", text, aria_label=text))
    read = ET.fromstring(element)
    assert len(list(read.iter())) == 2
    element.encode("utf-8")
    heard: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda name, attrs: heard.append(name)  # type: ignore[method-assign]
    parser.handle_comment = lambda data: heard.append("comment")  # type: ignore[method-assign]
    parser.feed(element)
    assert heard == ["svg", "text"]


@pytest.mark.parametrize("bad", ["\x00", "\x1b[2J", "\ud800", "\u202e", "\u2066", "\x85"])
def test_what_could_harm_a_reader_is_replaced(bad: str) -> None:
    assert tag("p", f"a{bad}b").startswith("<p>a\ufffd")


def test_numbers() -> None:
    assert [number(value) for value in (1.0, 1.25, -0.01, 12.96, 0)] == ["1", "1.2", "0", "13", "0"]


@given(st.floats(0.01, 1e5), st.integers(2, 8))
def test_ticks_are_round_few_and_within(span: float, most: int) -> None:
    for ticks in (hours_ticks(span, most), figure_ticks(0.0, span, most)):
        assert 1 <= len(ticks) <= most + 1
        assert ticks[0] == 0
        assert ticks[-1] <= span * 1.000001
        assert ticks == sorted(set(ticks))


@pytest.mark.parametrize(
    ("hours", "said"),
    [(0, "0 h"), (1 / 120, "30 s"), (0.25, "15 min"), (6, "6 h"), (24, "1 d"), (36, "36 h"), (60, "2.5 d"), (720, "30 d")],
)  # fmt: skip
def test_durations_in_words(hours: float, said: str) -> None:
    assert hours_text(hours) == said


def test_figures_in_words() -> None:
    assert [figure_text(value) for value in (0.0, 5.0, 0.2, 1234.0, 0.30000000000000004)] == [
        "0", "5", "0.2", "1234", "0.3",
    ]  # fmt: skip


points = st.lists(st.tuples(st.floats(0, 100), st.floats(-50, 1000)), max_size=300).map(sorted)


@given(st.lists(points, max_size=10), st.floats(0, 100), st.booleans())
def test_any_lines_make_a_chart(lines: list[list[tuple[float, float]]], hours: float, stepped: bool) -> None:
    low = min((value for line in lines for _, value in line), default=0.0)
    drawn = [Line(f"<{place}>", line, stepped=stepped) for place, line in enumerate(lines)]
    chart = line_chart(drawn, title="t", about="a", hours=max(hours, 1.0), low=min(low, 0.0))
    read = ET.fromstring(chart)
    assert "nan" not in chart
    assert "inf" not in chart
    assert len(read.findall("polyline")) == len(lines)


def test_peaks_survive_thinning() -> None:
    flat = [(hour / 100, 1.0) for hour in range(5000)]
    flat[1234] = (12.34, 9.0)
    chart = ET.fromstring(line_chart([Line("x", flat)], title="t", about="a", hours=50.0))
    line = chart.find("polyline")
    assert line is not None
    places = [tuple(map(float, point.split(","))) for point in (line.get("points") or "").split()]
    assert len(places) < 400
    assert min(y for _, y in places) < 30 < max(y for _, y in places)
