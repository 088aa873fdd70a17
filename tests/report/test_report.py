"""The report of a run: whole, closed in itself, escaped, the same twice, and tolerant of what is not there."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from brain.errors import StorageError
from simulations.report import write_report
from simulations.runner import StepFailedError, run_scenario
from simulations.scenario import load_scenario
from tests.report.reading import Page
from tests.trace.story import HOSTILE, run_story

SECTIONS = [
    "summary", "timeline", "what-each-structure-held", "belief-and-trust-over-time", "the-semantic-graph",
    "answers-and-their-scores", "the-path-of-a-question", "probes", "expectations", "messages",
]  # fmt: skip


def result_of(story: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((story / "result.json").read_text(encoding="utf-8"))
    return read


def reported(story: Path, out: Path, **changes: object) -> Page:
    """Return the report of a copy of a run whose result was changed; None takes a key away."""
    shutil.copytree(story, out)
    result = {**result_of(story), **changes}
    written = json.dumps({key: value for key, value in result.items() if value is not None}, ensure_ascii=False)
    (out / "result.json").write_text(written, encoding="utf-8")
    return Page(write_report(out).read_text(encoding="utf-8"))


def test_every_section_is_there_and_linked(page: Page) -> None:
    assert [attributes["id"] for tag, attributes in page.elements if tag == "section"] == SECTIONS
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a"]
    assert links == [f"#{anchor}" for anchor in SECTIONS[1:]]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_nothing_comes_from_outside(page: Page) -> None:
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "base", "form", "image", "use"}
    for _, attributes in page.elements:
        assert not {"src", "srcset", "xlink:href", "data", "action"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
        assert (attributes.get("href") or "#").startswith("#")
        assert re.fullmatch(r"url\(#\w+\)", attributes.get("marker-end") or "url(#x)")
    style = re.search(r"<style>(.*?)</style>", page.html, re.DOTALL)
    assert style is not None
    assert "url(" not in style[1]
    assert "@import" not in style[1]
    assert "default-src &#x27;none&#x27;" in page.html


def test_hostile_texts_are_shown_and_never_read_as_markup(page: Page) -> None:
    squeezed = " ".join(HOSTILE.split())
    assert squeezed in page.section("timeline")
    assert squeezed in page.section("answers-and-their-scores")
    assert "<b>a story</b> & more" in page.text
    assert "first <label>" in page.section("expectations")
    assert "<i>web</i>.example.com/a?b=1&c=2" in page.section("belief-and-trust-over-time")
    assert page.comments == []
    assert not {"script", "i"} & {tag for tag, _ in page.elements}


def test_russian_arabic_and_emoji_are_kept_and_overrides_of_direction_are_not(page: Page) -> None:
    assert "Нейрон — это клетка нервной системы." in page.text
    assert "نورون خلية عصبية" in page.text
    assert "🧠" in page.text
    assert "\u202e" not in page.html
    stored = re.findall(r"<bdi>([^<]*نورون[^<]*)</bdi>", page.html)
    assert stored


def test_pictures_are_well_formed_and_told_in_words(page: Page) -> None:
    pictures = [svg for svg in page.svgs if svg.get("aria-hidden") != "true"]
    assert len(pictures) >= 12
    for svg in pictures:
        assert svg.get("role") == "img"
        title = svg.find("title")
        assert title is not None
        assert title.text
    for kind in ("chart", "graph", "sequence"):
        described = [svg.find("desc") for svg in pictures if svg.get("class") == kind]
        assert described
        assert all(desc is not None and desc.text for desc in described)


def test_no_picture_is_drawn_outside_its_frame(page: Page) -> None:
    for svg in page.svgs:
        left, top, width, height = (float(each) for each in (svg.get("viewBox") or "").split())
        for element in svg.iter():
            if element.tag in ("text", "circle", "rect") and element.get("x", element.get("cx")) is not None:
                x = float(element.get("x") or element.get("cx") or 0)
                y = float(element.get("y") or element.get("cy") or 0)
                assert left <= x <= left + width
                assert top <= y <= top + height + 12
            for point in (element.get("points") or "").split():
                x, y = (float(each) for each in point.split(","))
                assert left <= x <= left + width
                assert top - 1 <= y <= top + height


def test_figures_are_those_of_the_run(page: Page, story: Path) -> None:
    result = result_of(story)
    assert f"percepts {result['percepts']}" in page.section("summary")
    assert f"consolidation cycles {result['consolidations']}" in page.section("summary")
    assert "crashes 1" in page.section("summary")
    for answer in result["answers"]:
        assert " ".join(answer["response"].split()) in page.section("answers-and-their-scores")
    for held in result["holdings"]:
        assert held["moment"] in page.section("what-each-structure-held")
    assert "1 of 2 expectations met: episodes" in page.text
    assert "NOT MET" in page.section("expectations")
    assert "believed" in page.section("probes")
    assert f"episodes {result['measures']['episodes']:g}" in page.section("probes")
    for word in ("percepts 36", "crashes 1", "feedback 2", "started again after a crash", "confirm: Нейрон"):
        assert word in page.section("timeline")


def test_bars_add_up_to_the_scores(page: Page) -> None:
    bars = [svg for svg in page.svgs if (svg.get("aria-label") or "").startswith("score")]
    assert len(bars) >= 4
    scores, widths = [], []
    for svg in bars:
        title = svg.findtext("title") or ""
        scores.append(float(title.split(":")[0].removeprefix("score ")))
        rects = [rect for rect in svg.iter("rect") if rect.get("class") != "deducted"]
        widths.append(sum(float(rect.get("width", 0)) + 2 for rect in rects))
    most = max(scores)
    for score, width in zip(scores, widths, strict=True):
        assert width == pytest.approx(1000 * score / most, abs=16)


def test_lines_of_belief_end_where_the_brain_says(page: Page, story: Path) -> None:
    chart = next(svg for svg in page.svgs if svg.findtext("title") == "confidence in facts over time")
    said = chart.findtext("desc") or ""
    for fact in result_of(story)["facts"]:
        assert f"{fact['concept']} {fact['confidence']:.2f} at the end" in said


def test_it_is_small_and_narrow_enough(page: Page, story: Path) -> None:
    assert len(page.html.encode()) < 300_000
    viewport = [attributes for tag, attributes in page.elements if attributes.get("name") == "viewport"]
    assert viewport[0]["content"] == "width=device-width, initial-scale=1"
    for tag, attributes in page.elements:
        if tag == "svg" and attributes.get("class") == "chart":
            assert float((attributes["viewbox"] or "").split()[2]) <= 360


def test_the_same_run_gives_the_same_bytes(story: Path, tmp_path: Path) -> None:
    first = write_report(story, tmp_path / "a.html").read_bytes()
    assert write_report(story, tmp_path / "b.html").read_bytes() == first
    again = run_story(tmp_path / "again" / "run")
    assert write_report(again).read_bytes() == first
    assert write_report(run_story(tmp_path / "other" / "run", seed=6)).read_bytes() != first


def test_it_does_not_need_the_laboratory_extra(story: Path, tmp_path: Path) -> None:
    code = (
        "import sys\nfor name in ('pandas', 'matplotlib', 'scipy'): sys.modules[name] = None\n"
        f"from pathlib import Path\nfrom simulations.report import write_report\n"
        f"print(write_report(Path({str(story)!r}), Path({str(tmp_path / 'r.html')!r})).name)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert said.stdout == "r.html\n"


def test_older_results_without_probes_and_expectations_are_told(story: Path, tmp_path: Path) -> None:
    page = reported(story, tmp_path / "run", measures=None, series=None, expectations=None, failure=None, crashes=None)
    present = [attributes["id"] for tag, attributes in page.elements if tag == "section"]
    assert present == [anchor for anchor in SECTIONS if anchor not in ("probes", "expectations")]
    assert "Nothing was expected of this run." in page.text


def test_a_run_without_facts_or_questions_leaves_those_sections_out(tmp_path: Path) -> None:
    file = tmp_path / "quiet.toml"
    file.write_text('name = "тихо"\n[[step]]\nwait = "0s"\n', encoding="utf-8")
    run_scenario(load_scenario(str(file)), out=tmp_path / "run")
    page = Page(write_report(tmp_path / "run").read_text(encoding="utf-8"))
    present = [attributes["id"] for tag, attributes in page.elements if tag == "section"]
    assert present == ["summary", "what-each-structure-held", "messages"]
    assert "тихо seed 0" in page.text


def test_a_failed_step_is_told_first(tmp_path: Path) -> None:
    file = tmp_path / "failing.toml"
    file.write_text(
        'name = "failing"\n[[step]]\nperceive = "A whale is a mammal."\n[[step]]\nconfirm = "<nothing>"\n',
        encoding="utf-8",
    )
    with pytest.raises(StepFailedError):
        run_scenario(load_scenario(str(file)), out=tmp_path / "run")
    page = Page(write_report(tmp_path / "run").read_text(encoding="utf-8"))
    assert "Step 2 (feedback) failed: no concept '<nothing>'" in page.text
    assert "failures 2" in page.section("timeline") or "failures 1" in page.section("timeline")


def test_a_big_graph_keeps_its_boxes_apart(story: Path, tmp_path: Path) -> None:
    def fact(number: int) -> dict[str, Any]:
        relations = [
            {"target": f"слово {(number * step) % 31}", "relation_type": "related", "weight": 0.5} for step in (2, 3)
        ]
        return {
            "concept": f"слово {number}", "description": "d", "confidence": 0.5, "status": "current",
            "negated": False, "source_ref": "", "relations": relations,
        }  # fmt: skip

    page = reported(story, tmp_path / "run", facts=[fact(number) for number in range(20)])
    graph = next(svg for svg in page.svgs if svg.get("class") == "graph")
    boxes = [rect for rect in graph.iter("rect") if rect.get("class") == "paper"]
    assert len(boxes) > 25
    places = [[float(box.get(name, 0)) for name in ("x", "y", "width", "height")] for box in boxes]
    overlapping = sum(
        abs(x1 - x2) < min(w1, w2) and abs(y1 - y2) < h1
        for place, (x1, y1, w1, h1) in enumerate(places)
        for x2, y2, w2, _ in places[place + 1 :]
    )
    assert overlapping == 0


def test_a_place_that_cannot_be_written_is_named(story: Path, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"no/r\.html: cannot be written"):
        write_report(story, tmp_path / "no" / "r.html")
