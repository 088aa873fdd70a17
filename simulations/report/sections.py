"""The sections of a report, in the order in which they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from actors.trace import TraceRecord
from simulations.report.axes import hours_text
from simulations.report.bars import score_breakdown, score_legend
from simulations.report.graph import graph_of, semantic_graph
from simulations.report.line_chart import Line, legend, line_chart
from simulations.report.markup import Markup, join, tag
from simulations.report.material import Material
from simulations.report.sequence import sequence_diagram
from simulations.report.tables import table
from simulations.report.timeline import event_list, strips
from simulations.trace.beliefs import Course
from simulations.trace.holdings import STRUCTURES

__all__ = ["SECTIONS", "summary"]

_MOST_LINES = 8
_MOST_ANSWERS = 30
_MOST_LEVELS = 200


def summary(m: Material) -> Markup:
    """Return what was run, for how long, by which versions, and what came of it."""
    result, made_by = m.result, m.files.manifest.get("made_by", {})
    figures: list[tuple[str, object]] = [
        ("brain time", f"{m.hours:.4g} h"),
        ("seed", m.files.manifest.get("seed", result.get("seed", "?"))),
        ("percepts", result.get("percepts", sum(event.lane == "percept" for event in m.events))),
        ("questions", len(m.questions)),
        ("messages", sum(counter.total() for counter in m.traffic.values())),
        ("consolidation cycles", result.get("consolidations", m.traffic.get("hippocampus", Counter())["Consolidate"])),
        ("facts learnt", result.get("facts_learnt", "?")),
        ("items made episodes", result.get("transferred", "?")),
        ("decay ticks", result.get("decays", "?")),
        ("displaced", f"{result.get('episodes_forgotten', '?')} episodes, {result.get('facts_forgotten', '?')} facts"),
    ]
    figures += [("crashes", result["crashes"])] if result.get("crashes") else []
    versions = [
        ("runtime", m.files.manifest.get("runtime", "?")), ("format", m.files.manifest.get("format", 1)),
        *((name, str(made_by[name])[:12]) for name in ("version", "commit", "python", "sqlite", "pykka") if made_by.get(name)),
    ]  # fmt: skip
    parameters = m.files.manifest.get("parameters") or {}
    return join(
        tag("dl", [tag("div", tag("dt", name), tag("dd", value)) for name, value in figures], class_="figures"),
        tag("p", "Began ", _moment(result.get("began", "?")), ", ended ", _moment(result.get("ended", "?")),
            ", by the brain's own clock.", class_="quiet"),
        tag("p", "Parameters: ", ", ".join(f"{name} = {value}" for name, value in sorted(parameters.items())))
        if parameters else None,
        tag("p", "Made by ", ", ".join(f"{name} {value}" for name, value in versions), ".", class_="quiet"),
        tag("ul", [tag("li", note) for note in m.files.notes], class_="notes") if m.files.notes else None,
    )  # fmt: skip


def _timeline(m: Material) -> Markup | None:
    if not m.events:
        return None
    events = sorted(m.events, key=lambda event: event.hours)
    return join(strips(events, m.hours), event_list(events))


def _held(m: Material) -> Markup:
    levels = m.holdings.levels(m.items)
    facts, sources = list(m.beliefs.facts.values()), list(m.beliefs.sources.values())
    retrieval = m.files.config.retrieval
    also = {
        "temporal_cortex": ("believed", facts, retrieval.min_confidence),
        "source_evaluator": ("trusted", sources, retrieval.min_trust),
    }
    panels = []
    for structure, what in STRUCTURES.items():
        steps = [(m.since(time), float(count)) for time, count in levels[structure]] or [(0.0, 0.0)]
        steps = [*([(0.0, 0.0)] if steps[0][0] > 0 else []), *steps, (m.hours, steps[-1][1])]
        lines = [Line(what, steps, stepped=True)]
        if structure in also:
            name, courses, least = also[structure]
            lines.append(Line(f"{name} at least {least:g}", _counted(m, courses, least), stepped=True))
        chart = line_chart(lines, title=f"{what} over time", hours=m.hours, whole=True,
                           about=f"{what}: {steps[-1][1]:.0f} at the end, at most {max(y for _, y in steps):.0f}")  # fmt: skip
        caption = tag("figcaption", tag("b", what), f" {structure.replace('_', ' ')}")
        panels.append(tag("figure", caption, chart, legend(lines) if len(lines) > 1 else None))
    heads = ("moment", "time", "in mind", "protected", "episodes", "facts", "believed", "sources", "trusted", "skills")
    keys = ("in_mind", "protected", "episodes", "facts", "believed", "sources", "trusted", "procedures")
    rows = [
        [held["moment"], _moment(held["time"]), *(held[key] for key in keys)] for held in m.result.get("holdings", [])
    ]
    return join(tag("div", panels, class_="panels"), table(heads, rows, numeric=range(2, 10)) if rows else None)


def _beliefs(m: Material) -> Markup | None:
    config = m.files.config
    parts = []
    for what, courses, least, law in (
        ("confidence in facts", m.beliefs.facts, config.retrieval.min_confidence, config.decay.semantic),
        ("trust in sources", m.beliefs.sources, config.retrieval.min_trust, config.decay.source),
    ):
        shown = sorted(courses.values(), key=lambda each: (-len(each.changes), each.changes[0].time))[:_MOST_LINES]
        shown.sort(key=lambda each: -(each.at(m.ended) or 0.0))
        if shown:
            lines = [Line(course.name, _points(m, course), dotted=len(course.changes) > 1 and m.hours == 0)
                     for course in shown]  # fmt: skip
            chart = line_chart(lines, title=f"{what} over time", high=1.0, height=230.0, hours=m.hours,
                               about=_ends(lines), threshold=(least, f"retrieval hears from {least:g} on"))  # fmt: skip
            left = (
                f" {_MOST_LINES} of {len(courses)}: written most often, then oldest."
                if len(courses) > _MOST_LINES
                else ""
            )
            caption = tag("figcaption", tag("b", what), f" by the law «{law}».{left}")
            parts.append(tag("figure", caption, chart, legend(lines)))
    if not parts:
        return None
    return join(tag("div", parts, class_="panels two"), _facts(m), _sources(m))


def _facts(m: Material) -> Markup | None:
    rows = [
        [fact["concept"], ("not " if fact["negated"] else "") + fact["description"], f"{fact['confidence']:.3f}",
         fact["status"], fact["source_ref"]]
        for fact in m.result.get("facts", [])
    ]  # fmt: skip
    if not rows:
        return None
    made = table(("concept", "description", "confidence", "status", "source"), rows, numeric=(2,))
    return tag("details", tag("summary", f"Facts at the end ({len(rows)} strongest)"), made)


def _sources(m: Material) -> Markup | None:
    rows = [
        [source["source_id"], source["source_type"], f"{source['trust_score']:.3f}", source["fact_count"],
         source["confirmed_count"], source["denied_count"]]
        for source in m.result.get("sources", [])
    ]  # fmt: skip
    if not rows:
        return None
    made = table(("source", "type", "trust", "facts", "confirmed", "denied"), rows, numeric=(2, 3, 4, 5))
    return tag("details", tag("summary", f"Sources at the end ({len(rows)} most trusted)"), made)


def _graph(m: Material) -> Markup | None:
    nodes, edges = graph_of(m.result.get("facts", []))
    if not nodes:
        return None
    key = tag("p", "The fuller a box, the more the fact is believed; a thick dashed border: disputed; a dotted border:"
              " mentioned, but nothing is known of it.", class_="quiet")  # fmt: skip
    rows = [(nodes[edge.start].label, edge.kind.replace("_", " "), nodes[edge.end].label) for edge in edges]
    relations = tag("details", tag("summary", "The relations"), table(("concept", "relation", "concept"), rows))
    return join(tag("div", semantic_graph(nodes, edges), class_="wide", tabindex=0), key, relations if rows else None)


def _answers(m: Material) -> Markup | None:
    if not m.questions:
        return None
    shown = m.questions[:_MOST_ANSWERS]
    told = m.result.get("answers", [])
    records = told if len(told) == len(m.questions) else [{} for _ in m.questions]
    most = max((piece.score for question in shown for piece in m.evidence(question)), default=1.0)
    left = len(m.questions) - len(shown)
    return join(
        tag("p", "In bold: what the answer rests on. An outdated statement has points taken off.", class_="quiet"),
        score_legend(),
        [_answer(m, question, record, place, max(most, 0.01))
         for place, (question, record) in enumerate(zip(shown, records, strict=False), start=1)],
        tag("p", f"{left} more questions are in the trace.", class_="quiet") if left else None,
    )  # fmt: skip


def _answer(m: Material, question: TraceRecord, known: dict[str, Any], place: int, most: float) -> Markup:
    reply = question.reply if isinstance(question.reply, dict) else {}
    evidence = m.evidence(question)
    label = known.get("label", "")
    facts = (
        f"{reply.get('goal', '?')}, {reply.get('action', '?')}, confidence {reply.get('confidence', 0.0):.2f}, "
        f"chance that memory holds an answer {reply.get('sufficiency', 0.0):.2f}"
    )
    return tag(
        "article",
        tag("h3", f"{place}. ", tag("bdi", question.carried.get("text", "")),
            join(" ", tag("small", tag("bdi", label))) if label else None),
        tag("p", tag("bdi", known.get("response", reply.get("response", ""))), class_="response"),
        tag("p", f"At {hours_text(m.since(question.time))}: {facts}.", class_="quiet"),
        tag("ul", [tag("li", tag("bdi", said)) for said in known.get("contradictions", [])], class_="contradictions")
        if known.get("contradictions") else None,
        score_breakdown(evidence, most) if evidence else tag("p", "No evidence was found.", class_="quiet"),
    )  # fmt: skip


def _path(m: Material) -> Markup | None:
    """Show the question that took most messages; the first of several."""
    paths = [m.path(question) for question in m.questions]
    if not paths:
        return None
    number = max(range(len(paths)), key=lambda place: (len(paths[place].steps), -place))
    path = paths[number]
    rows = [
        (step.seq, step.sender, step.receiver, step.type, step.says, step.answer, step.outcome) for step in path.steps
    ]
    listed = table(("#", "from", "to", "message", "about", "answer", "outcome"), rows, numeric=(0,))
    return join(
        tag("p", f"Question {number + 1}, ", tag("bdi", f"«{path.question}»"), f": {len(path.steps)} messages."),
        tag("div", sequence_diagram(path), class_="wide", tabindex=0),
        tag("details", tag("summary", "The messages as a table"), listed),
    )


def _expected(m: Material) -> Markup | None:
    rows = [
        ["met" if record.get("passed") else "NOT MET", record.get("step", ""), record.get("name", ""),
         record.get("expected", ""), record.get("found", "")]
        for record in m.result.get("expectations") or []
    ]  # fmt: skip
    return table(("", "step", "of", "expected", "found"), rows, numeric=(1,)) if rows else None


def _measured(m: Material) -> Markup | None:
    series: dict[str, list[dict[str, float]]] = m.result.get("series") or {}
    measures: dict[str, float] = m.result.get("measures") or {}
    panels = []
    for name, samples in sorted(series.items()):
        line = Line(name, [(sample["hours"], sample["value"]) for sample in samples], dotted=True)
        hours = max((sample["hours"] for sample in samples), default=0.0)
        about = f"{len(samples)} values" + (f", the last {samples[-1]['value']:.3g}" if samples else "")
        chart = line_chart([line], title=f"{name} over time", about=about, hours=hours,
                           low=min(0.0, *(y for _, y in line.points)) if samples else 0.0)  # fmt: skip
        panels.append(tag("figure", tag("figcaption", tag("b", name)), chart))
    once = [(name, f"{value:.6g}") for name, value in sorted(measures.items()) if name.partition("@")[0] not in series]
    charts = tag("div", panels, class_="panels") if panels else None
    listed = table(("probe", "value"), once, numeric=(1,)) if once else None
    return join(charts, listed) if charts or listed else None


def _traffic(m: Material) -> Markup | None:
    rows = []
    for structure, counter in sorted(m.traffic.items(), key=lambda entry: (-entry[1].total(), entry[0])):
        most = sorted(counter.items(), key=lambda entry: (-entry[1], entry[0]))[:5]
        rows.append(
            [structure.replace("_", " "), counter.total(), ", ".join(f"{kind} {count}" for kind, count in most)]
        )
    return table(("structure", "messages", "most of them"), rows, numeric=(1,)) if rows else None


SECTIONS = (
    ("Timeline", _timeline),
    ("What each structure held", _held),
    ("Belief and trust over time", _beliefs),
    ("The semantic graph", _graph),
    ("Answers and their scores", _answers),
    ("The path of a question", _path),
    ("Probes", _measured),
    ("Expectations", _expected),
    ("Messages", _traffic),
)
"""Headings and what writes the section; one that returns None is left out."""


def _points(m: Material, course: Course) -> list[tuple[float, float]]:
    values = [(m.since(moment), course.at(moment)) for moment in course.moments(m.ended)]
    return [(hours, value) for hours, value in values if value is not None]


def _counted(m: Material, courses: Sequence[Course], least: float) -> list[tuple[float, float]]:
    """Return how many of the courses are worth at least so much, after each moment at which one of them changed."""
    changed = sorted({change.time for course in courses for change in course.changes})
    ticked = courses[0].ticks.between(m.began, m.ended, _MOST_LEVELS) if courses else []
    moments = sorted({m.began, *changed[:: max(1, len(changed) // _MOST_LEVELS)], *ticked})
    kept = [*moments, m.ended]
    return [(m.since(at), float(sum((course.at(at) or 0.0) >= least for course in courses))) for at in kept]


def _ends(lines: Sequence[Line]) -> str:
    return "; ".join(f"{line.name} {line.points[-1][1]:.2f} at the end" for line in lines if line.points)


def _moment(iso: str) -> str:
    return iso[:16].replace("T", " ")
