"""Whether an answer or a figure is what a scenario expects."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from simulations.run_result import AnswerRecord, ExpectationRecord
from simulations.scenario import Check, Expect

__all__ = ["judged"]

_TOLERANCE = 1e-9

_COMPARE: dict[str, tuple[str, Callable[[float, float], bool]]] = {
    "equals": ("exactly", lambda found, wanted: abs(found - wanted) <= _TOLERANCE),
    "at_least": ("at least", lambda found, wanted: found >= wanted - _TOLERANCE),
    "at_most": ("at most", lambda found, wanted: found <= wanted + _TOLERANCE),
    "above": ("more than", lambda found, wanted: found > wanted + _TOLERANCE),
    "below": ("less than", lambda found, wanted: found < wanted - _TOLERANCE),
}


def judged(
    step: int, expect: Expect, answers: Mapping[str, AnswerRecord], measures: Mapping[str, float]
) -> list[ExpectationRecord]:  # fmt: skip
    """Return a record for each thing that is expected.

    Args:
        step: the number of the step, from 1.
        answers, measures: what is known by now, by label and by name; a figure that fell into a crash is missing
            and meets nothing.

    """
    answer = answers.get(expect.name)
    return [
        _of_answer(step, answer, check, answers, measures)
        if answer is not None
        else _of_figure(step, expect.name, measures.get(expect.name, math.nan), check, answers, measures)
        for check in expect.checks
    ]


def _of_answer(
    step: int, answer: AnswerRecord, check: Check, answers: Mapping[str, AnswerRecord], measures: Mapping[str, float]
) -> ExpectationRecord:
    wanted, response = check.wanted, answer.response
    same = _folded(str(wanted)) in _folded(response)
    match check.criterion:
        case "contains" | "lacks":
            passed = same == (check.criterion == "contains")
            return ExpectationRecord(step, answer.label, f"{check.criterion} {wanted!r}", repr(response), passed)
        case "action" | "goal":
            found = getattr(answer, check.criterion)
            return ExpectationRecord(step, answer.label, f"{check.criterion} {wanted}", found, found == wanted)
        case "equals" if isinstance(wanted, str):
            passed = _folded(wanted) == _folded(response)
            return ExpectationRecord(step, answer.label, f"exactly {wanted!r}", repr(response), passed)
    return _of_figure(step, answer.label, answer.confidence, check, answers, measures, "confidence ")


def _of_figure(
    step: int, name: str, found: float, check: Check, answers: Mapping[str, AnswerRecord],
    measures: Mapping[str, float], what: str = "",
) -> ExpectationRecord:  # fmt: skip
    words, holds = _COMPARE[check.criterion]
    if isinstance(check.wanted, str):
        other = answers.get(check.wanted)
        wanted = measures.get(check.wanted, math.nan) if other is None else other.confidence
        expected = f"{what}{words} {check.wanted} ({wanted:.6g})"
    else:
        wanted = check.wanted
        expected = f"{what}{words} {wanted:.6g}"
    return ExpectationRecord(step, name, expected, f"{found:.6g}", holds(found, wanted))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
