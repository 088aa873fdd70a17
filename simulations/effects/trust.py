"""Source trust: who is contradicted is believed less, and below a limit not heard any more (the documents' own rule).

Two sources tell the same and one of them tells other things too, which are denied one by one.
"""

from __future__ import annotations

import numpy as np

from brain.config import BrainConfig
from simulations.effects.effect import Axes, Effect, Outcome, Progress, Series
from simulations.effects.laboratory import Subject, each_subject
from simulations.effects.material import facts
from simulations.effects.statistics import Array, p_above_zero, rmse

__all__ = ["EFFECT"]

CONTRADICTIONS = 7
CLAIMS = 3  # that are never denied themselves
DOUBTFUL, TRUSTED = "docs/doubtful.pdf", "docs/careful.pdf"


def trust(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """Deny one thing after another, and see what staged retrieval still lets through."""
    found = np.array(each_subject(_denials, config, seed, subjects, progress, "trust"))
    trusted, heard, other = found.mean(axis=0)
    rule = np.maximum(trusted[0] - config.source.deny_step * np.arange(CONTRADICTIONS + 1), 0.0)
    above = rule >= config.retrieval.min_trust - 1e-9
    measures = {
        "rmse_rule": rmse(trusted, rule),
        "heard_above": float(heard[above].mean()),
        "heard_below": float(heard[~above].mean()) if (~above).any() else 0.0,
        "trusted_heard": float(other.mean()),
        "p_falls": p_above_zero(found[:, 0, 0] - found[:, 0, -1]),
    }
    places = tuple(map(float, range(CONTRADICTIONS + 1)))
    return Outcome(
        measures,
        (
            Series("trust", places, tuple(trusted)),
            Series("its claims heard", places, tuple(heard)),
            Series("same from a trusted source", places, tuple(other)),
        ),
    )


def _denials(subject: Subject) -> Array:
    """Return trust, and the share of claims heard by either source, (3, contradictions)."""
    told = facts(subject, 2 * CLAIMS + CONTRADICTIONS)
    alone, shared, denied = told[:CLAIMS], told[CLAIMS : 2 * CLAIMS], told[2 * CLAIMS :]
    for fact in (*alone, *denied):
        subject.study(fact.text, source=DOUBTFUL)
    for fact in shared:
        subject.study(fact.text, source=DOUBTFUL)
        subject.study(fact.text, source=TRUSTED)
    memory = subject.brain.memory
    memory.force_consolidate()
    result = np.zeros((3, CONTRADICTIONS + 1))
    for number in range(CONTRADICTIONS + 1):
        if number:
            memory.deny(denied[number - 1].subject, DOUBTFUL)
        result[0, number] = memory.source.get_trust(DOUBTFUL)
        result[1, number] = np.mean([DOUBTFUL in _sources(subject, fact.cue) for fact in alone])
        result[2, number] = np.mean([TRUSTED in _sources(subject, fact.cue) for fact in shared])
    return result


def _sources(subject: Subject, question: str) -> set[str]:
    return {piece.source for piece in subject.brain.memory.retrieve_staged(question).evidence}


EFFECT = Effect(
    "trust", "Trust in a contradicted source", "the documents' rule", trust, 4,
    {"rmse_rule": "<= 0.01", "heard_above": ">= 0.99", "heard_below": "<= 0.01", "trusted_heard": ">= 0.99",
     "p_falls": "<= 0.01"},
    Axes("contradictions", "trust / share heard"),
)  # fmt: skip
