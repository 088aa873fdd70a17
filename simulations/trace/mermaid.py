"""The path of a question as a Mermaid sequence diagram."""

from __future__ import annotations

import re

from simulations.trace.path import QuestionPath, Step

__all__ = ["mermaid"]

# What Mermaid reads as syntax is written as its own entity codes: # and ; make them up, the rest breaks a line.
_SPECIAL = re.compile(r"[#;:<>\"%{}\[\]()\\&`]")
_KEYWORD = re.compile(r"\b(end)\b", re.IGNORECASE)
_ARROWS = {"ask": "->>", "tell": "-)", "timer": "-)"}


def mermaid(path: QuestionPath) -> str:
    """Return the text of the diagram, one line a message; what was answered stands on the way back.

    Stored texts are escaped, so that nothing in them is read as syntax.
    """
    lines = ["sequenceDiagram", "    autonumber"]
    lines += [f"    participant {_alias(name)} as {_words(name.replace('_', ' '))}" for name in path.participants]
    waiting: list[Step] = []
    for step in path.steps:
        while waiting and waiting[-1].receiver != step.sender:
            lines += _back(waiting.pop())
        label = f"{step.type} {_words(step.says)}".rstrip() + (
            "" if step.outcome == "ok" else f" ({_words(step.outcome)})"
        )
        lines.append(f"    {_alias(step.sender)}{_ARROWS[step.kind]}{_alias(step.receiver)}: {label}")
        if step.kind == "ask":
            waiting.append(step)
    while waiting:
        lines += _back(waiting.pop())
    return "\n".join(lines) + "\n"


def _back(step: Step) -> list[str]:
    if not step.answer:
        return []
    return [f"    {_alias(step.receiver)}-->>{_alias(step.sender)}: {_words(step.answer)}"]


def _alias(name: str) -> str:
    return "p_" + re.sub(r"\W", "_", name, flags=re.ASCII)


def _words(text: str) -> str:
    line = " ".join(text.split())
    escaped = _SPECIAL.sub(lambda found: f"#{ord(found[0])};", line)
    return _KEYWORD.sub(lambda found: f"#{ord(found[0][0])};{found[0][1:]}", escaped)
