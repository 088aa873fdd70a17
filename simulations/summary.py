"""The end of a run as tables that a person reads."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from brain.config import BrainConfig
from brain.memory.evidence import fact_text
from simulations.runner import AnswerRecord, RunResult
from simulations.scenario import Scenario

__all__ = ["print_summary"]

_SHOWN_FACTS = 8
_SHOWN_SOURCES = 8


def print_summary(result: RunResult, scenario: Scenario, config: BrainConfig, directory: Path) -> None:
    """Print what was held, consolidated, decayed and forgotten, and every answer with its reasons."""
    console = Console(highlight=False, soft_wrap=False)
    console.print(f"[bold]{escape(result.scenario)}[/], seed {result.seed}: {escape(scenario.title)}")
    console.print(f"{result.began[:16]} to {result.ended[:16]} brain time, {result.percepts} percepts\n")
    for answer in result.answers:
        _print_answer(console, answer)
    if result.holdings:
        console.print(_holdings(result, config))
    if result.facts:
        console.print(_facts(result))
    if result.sources:
        console.print(_sources(result, config))
    console.print(_events(result, config))
    console.print(f"kept in {escape(str(directory))}: config.toml, result.json, trace.jsonl, timing.jsonl, memory.db")


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


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        numeric = column.endswith(" ")
        table.add_column(
            column.strip(),
            justify="right" if numeric else "left",
            overflow="fold",
            no_wrap=column == "moment",
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
    return (
        f"consolidated: {result.transferred} items into episodes, {result.facts_learnt} facts learnt"
        f" in {result.consolidations} cycles\n"
        f"decayed: {result.decays} times, confidence x{(1 - rates.CONFIDENCE_DECAY_RATE) ** result.decays:.3f},"
        f" trust x{(1 - rates.SOURCE_DECAY_RATE) ** result.decays:.3f}\n"
        f"forgotten: {lost} facts are no longer believed; capacity displaced {result.episodes_forgotten} episodes"
        f" and {result.facts_forgotten} facts\n"
    )


def _when(iso: str) -> str:
    return datetime.fromisoformat(iso).strftime("%d %b %H:%M")
