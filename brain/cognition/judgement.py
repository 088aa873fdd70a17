"""Judgement: what the evidence says, and how sure the mind may be of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from brain.config import CognitionConfig
from brain.language import Claim, claims, content_terms, is_question, terms
from brain.memory import Evidence, SemanticNode

__all__ = ["OWN_SOURCE", "Action", "Judgement", "judge"]

OWN_SOURCE = "brain_inference"
"""The source of what the brain itself concluded; it never counts as evidence for concluding it again."""

Action = str
"""'answer' (sure), 'hedge' (fairly sure), 'clarify' (asks for more), 'refuse' (does not conclude)."""

_ON_TOPIC = 0.5  # of the best piece's relevance: below it a piece supports something else


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was made of the evidence.

    Attributes:
        action: how the answer may be given.
        confidence: 0-1.
        support: the pieces that the answer rests on, the leading one first.
        against: the pieces that speak against it.
        verdict: for a claim: True, False, or None if the evidence does not decide.

    """

    action: Action
    confidence: float
    support: list[Evidence] = field(default_factory=list)
    against: list[Evidence] = field(default_factory=list)
    verdict: bool | None = None


def judge(evidence: list[Evidence], goal_type: str, target: str, config: CognitionConfig) -> Judgement:
    """Weigh the evidence for a goal.

    Each piece counts with relevance x confidence x trust. Sources are independent witnesses, so their best
    pieces combine as 1 - Π(1 - w); two pieces of one source are one witness. What speaks against the leading
    statement is subtracted in the same way.
    """
    usable = [piece for piece in evidence if piece.source != OWN_SOURCE and not is_question(piece.text)]
    if not usable:
        return Judgement("refuse", 0.0)
    if goal_type == "verify_claim":
        return _judge_claim(usable, target, config)
    leading = max(
        usable, key=lambda piece: (_leads(piece, target), piece.relevance, _weight(piece), piece.score)
    )
    on_topic = [piece for piece in usable if piece.relevance >= _ON_TOPIC * leading.relevance]
    against = [piece for piece in on_topic if _opposed(leading, piece)]
    support = [leading, *(p for p in on_topic if p is not leading and p not in against)]
    return _weighed(support, against, None, config)


def _judge_claim(usable: list[Evidence], target: str, config: CognitionConfig) -> Judgement:
    claimed = claims(target)
    # What takes a stance on the claim is to the point, however few of its words it repeats.
    agreeing = [replace(piece, relevance=1.0) for piece in usable if _stance(piece, claimed) > 0]
    denying = [replace(piece, relevance=1.0) for piece in usable if _stance(piece, claimed) < 0]
    if not agreeing and not denying:
        return Judgement("refuse", 0.0, support=usable[:1])
    if _combined(agreeing) >= _combined(denying):
        return _weighed(agreeing, denying, True, config)
    return _weighed(denying, agreeing, False, config)


def _weighed(
    support: list[Evidence], against: list[Evidence], verdict: bool | None, config: CognitionConfig
) -> Judgement:
    confidence = _combined(support) * (1 - 0.5 * _combined(against))
    action = "refuse"
    if confidence > config.direct_above:
        action = "answer"
    elif confidence > config.hedged_above:
        action = "hedge"
    elif confidence > config.clarify_above:
        action = "clarify"
    return Judgement(action, confidence, support, against, verdict)


def _weight(piece: Evidence) -> float:
    return piece.relevance * piece.confidence * piece.trust


def _combined(pieces: list[Evidence]) -> float:
    best: dict[str, float] = {}
    for piece in pieces:
        best[piece.source] = max(best.get(piece.source, 0.0), _weight(piece))
    doubt = 1.0
    for weight in best.values():
        doubt *= 1 - weight
    return 1 - doubt


def _leads(piece: Evidence, target: str) -> bool:
    """Tell whether a piece is the fact about the very concept asked for."""
    if not isinstance(piece.item, SemanticNode) or not piece.item.description:
        return False
    return set(terms(piece.item.concept)) <= set(content_terms(target))


def _opposed(one: Evidence, other: Evidence) -> bool:
    return any(_conflicts(ours, theirs) for ours in claims(one.text) for theirs in claims(other.text))


def _conflicts(one: Claim, other: Claim) -> bool:
    if (one.subject, one.predicate) != (other.subject, other.predicate):
        return False
    ours, theirs = set(one.object.split()), set(other.object.split())
    alike = ours <= theirs or theirs <= ours
    return alike if one.negated != other.negated else not alike and one.predicate == "is" and not one.negated


def _stance(piece: Evidence, claimed: list[Claim]) -> int:
    """Return 1 if a piece states what is claimed, -1 if it states the opposite or something else, 0 if neither."""
    stances = [
        _agreement(claim, stated) for claim in claimed for stated in claims(piece.text)
        if (claim.subject, claim.predicate) == (stated.subject, stated.predicate)
    ]  # fmt: skip
    return min(stances, key=lambda stance: -abs(stance), default=0)


def _agreement(claim: Claim, stated: Claim) -> int:
    asked, said = set(claim.object.split()), set(stated.object.split())
    if asked <= said:
        return 1 if claim.negated == stated.negated else -1
    # Something else is said of the subject: that denies a plain "X is Y" but says nothing about "X is not Y".
    return (
        -1
        if claim.predicate == "is" and not claim.negated and not stated.negated and not said <= asked
        else 0
    )
