"""The end of a run as tables that a person reads."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from brain.config import BrainConfig
from brain.memory.evidence import fact_text
from simulations.run_result import AnswerRecord, ExpectationRecord, RunResult
from simulations.scenario import Scenario, duration_text

__all__ = ["print_summary"]

_BLOCKS = "▁▂▃▄▅▆▇█"
_SPARK = 24
_WRAPPING = ("moment", "fact", "source", "probe")
_SHOWN_FACTS = 8
_SHOWN_SOURCES = 8


def print_summary(result: RunResult, scenario: Scenario, config: BrainConfig, directory: Path) -> None:
    """Print what was held, consolidated, decayed and forgotten, and every answer with its reasons."""
    console = Console(highlight=False, soft_wrap=False)
    console.print(f"[bold]{escape(result.scenario)}[/], seed {result.seed}: {escape(scenario.title)}")
    console.print(f"{result.began[:16]} to {result.ended[:16]} brain time, {result.percepts} percepts\n")
    if result.parameters:
        console.print(escape(", ".join(f"{name} = {value}" for name, value in result.parameters.items())) + "\n")
    for answer in result.answers:
        _print_answer(console, answer)
    if result.measures:
        console.print(_probes(result))
    if result.holdings:
        console.print(_holdings(result, config))
    if result.facts:
        console.print(_facts(result))
    if result.sources:
        console.print(_sources(result, config))
    console.print(_events(result, config))
    for expectation in result.expectations:
        _print_expectation(console, expectation)
    if result.expectations:
        passed = len(result.expectations) - len(result.failed_expectations)
        console.print(f"{passed} of {len(result.expectations)} expectations met\n")
    console.print(
        f"kept in {escape(str(directory))}: report.html, result.json, trace.jsonl, memory.db and what made them"
    )


def _print_answer(console: Console, answer: AnswerRecord) -> None:
    label = f" ({answer.label})" if answer.label else ""
    console.print(f"[bold]? {escape(answer.question)}[/]{escape(label)}")
    console.print(f"  {escape(answer.response)}")
    reasons = f"{answer.goal}, {answer.action}, confidence {answer.confidence:.2f}"
    if answer.confidence and answer.sources:
        reasons += f", resting on {len(answer.sources)} source{'s' * (len(answer.sources) > 1)}"
    if answer.contradictions:
        reasons += f", {len(answer.contradictions)} contradiction{'s' * (len(answer.contradictions) > 1)}"
    console.print(f"  [dim]{reasons}[/]")
    for sentence in answer.contradictions[:2]:
        console.print(f"  [dim]contradiction: {escape(sentence)}[/]")
    console.print()


def _print_expectation(console: Console, record: ExpectationRecord) -> None:
    if record.passed:
        console.print(f"[green]pass[/]  {escape(record.name)}: {escape(record.expected)}")
        return
    console.print(f"[bold red]FAIL[/]  {escape(record.name)}")
    console.print(
        Padding(f"expected {escape(record.expected)}\n   found {escape(record.found)}", (0, 0, 0, 6), expand=False)
    )


def _probes(result: RunResult) -> Table:
    table = _table("What the probes measured", "probe", "value ", "over time")
    repeated = {f"{name}@" for name in result.series}
    for name, value in result.measures.items():
        if name in result.series:
            samples = result.series[name]
            began, ended = (duration_text(sample.hours * 3600) for sample in (samples[0], samples[-1]))
            line = f"{samples[0].value:.4g} {_spark([each.value for each in samples])} ({began} to {ended})"
            table.add_row(escape(name), f"{value:.4g}", line)
        elif not any(name.startswith(prefix) for prefix in repeated):
            table.add_row(escape(name), f"{value:.4g}", "")
    return table


def _spark(values: list[float]) -> str:
    """Draw values as a line of blocks, from the lowest of them to the highest."""
    shown = (
        [values[round(i * (len(values) - 1) / (_SPARK - 1))] for i in range(_SPARK)] if len(values) > _SPARK else values
    )
    low, high = min(values), max(values)
    steps = len(_BLOCKS) - 1
    return "".join(
        _BLOCKS[round((value - low) / (high - low) * steps) if high > low else steps // 2] for value in shown
    )


def _table(title: str, *columns: str) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
    )
    for column in columns:
        numeric = column.endswith(" ")
        table.add_column(
            column.strip(),
            justify="right" if numeric else "left",
            overflow="fold",
            no_wrap=column not in _WRAPPING,
        )
    return table


def _holdings(result: RunResult, config: BrainConfig) -> Table:
    table = _table("What each structure held", "moment", "time", "mind ", "episodes ", "facts ", "sources ", "skills ")
    for h in result.holdings:
        counts = (
            h.in_mind,
            h.episodes,
            f"{h.facts} ({h.believed})",
            f"{h.sources} ({h.trusted})",
            h.procedures,
        )
        table.add_row(escape(h.moment), _when(h.time), *map(str, counts))
    table.caption = (
        f"in brackets: facts believed at least {config.retrieval.min_confidence:g},"
        f" sources trusted at least {config.retrieval.min_trust:g}"
    )
    table.caption_justify = "left"
    return table


def _facts(result: RunResult) -> Table:
    table = _table("Facts at the end, strongest first", "fact", "confidence ", "status", "source")
    for node in result.facts[:_SHOWN_FACTS]:
        table.add_row(escape(fact_text(node)), f"{node.confidence:.3f}", node.status, escape(node.source_ref))
    return table


def _sources(result: RunResult, config: BrainConfig) -> Table:
    table = _table("Sources at the end", "source", "type", "trust ", "facts ", "heard")
    for source in result.sources[:_SHOWN_SOURCES]:
        heard = "yes" if source.trust_score >= config.retrieval.min_trust else "no"
        table.add_row(
            escape(source.source_id),
            source.source_type,
            f"{source.trust_score:.3f}",
            str(source.fact_count),
            heard,
        )
    return table


def _events(result: RunResult, config: BrainConfig) -> str:
    rates = config.consolidation
    lost = result.holdings[-1].facts - result.holdings[-1].believed if result.holdings else 0
    faded = ""
    if config.decay.semantic == "exponential":
        faded += f", confidence x{(1 - rates.CONFIDENCE_DECAY_RATE) ** result.decays:.3f}"
    if config.decay.source == "exponential":
        faded += f", trust x{(1 - rates.SOURCE_DECAY_RATE) ** result.decays:.3f}"
    return (
        f"consolidated: {result.transferred} items into episodes, {result.facts_learnt} facts learnt"
        f" in {result.consolidations} cycles\n"
        f"decayed: {result.decays} times{faded}\n"
        f"forgotten: {lost} facts are no longer believed; displaced by capacity:"
        f" {result.episodes_forgotten} episodes, {result.facts_forgotten} facts\n"
    )


def _when(iso: str) -> str:
    return datetime.fromisoformat(iso).strftime("%d %b %H:%M")
