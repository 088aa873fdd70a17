"""Judgement: what the evidence says, and how sure the mind may be of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from brain.config import CognitionConfig
from brain.language import DEFAULT_ANALYZER, Claim, claims, only_asks
from brain.memory import Evidence, EvidenceBundle, SemanticNode

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


def judge(bundle: EvidenceBundle, target: str, config: CognitionConfig) -> Judgement:
    """Weigh the evidence for the bundle's goal.

    Evidence that probably answers something else (low `sufficiency`) concludes nothing; a claim is judged by what
    takes a stance on it, whatever else is known.

    Each piece counts with relevance x confidence x trust. Sources are independent witnesses, so their best
    pieces combine as 1 - Π(1 - w); two pieces of one source are one witness. What speaks against the leading
    statement is subtracted in the same way.
    """
    usable = [piece for piece in bundle.evidence if piece.source != OWN_SOURCE and not only_asks(piece.text)]
    if not usable:
        return Judgement("refuse", 0.0)
    if bundle.goal_type == "verify_claim":
        return _judge_claim(usable, target, config)
    if bundle.sufficiency < config.insufficient_below:
        return Judgement("refuse", 0.0, support=usable[:1])
    leading = max(usable, key=lambda piece: (_states(piece, target), piece.relevance, _weight(piece), piece.score))
    on_topic = [piece for piece in usable if piece.relevance >= _ON_TOPIC * leading.relevance]
    ours = _claims_about(leading, target)
    rivals = [
        piece for piece in on_topic if any(one.conflicts_with(other) for one in ours for other in claims(piece.text))
    ]
    others = [piece for piece in on_topic if piece is not leading and piece not in rivals]
    against = _last_words(rivals, [leading])
    # A statement about the subject is supported by statements about it, not by whatever else mentions it.
    support = [piece for piece in others if _claims_about(piece, target)] if ours else others
    return _weighed([leading, *support], against, None, config)


def _judge_claim(usable: list[Evidence], target: str, config: CognitionConfig) -> Judgement:
    claimed = claims(target)
    # What takes a stance on the claim is to the point, however few of its words it repeats.
    agreeing = [replace(piece, relevance=1.0) for piece in usable if _stance(piece, claimed) > 0]
    denying = [replace(piece, relevance=1.0) for piece in usable if _stance(piece, claimed) < 0]
    if not agreeing and not denying:
        return Judgement("refuse", 0.0, support=usable[:1])
    agreeing, denying = _last_words(agreeing, denying), _last_words(denying, agreeing)
    if _combined(agreeing) >= _combined(denying):
        return _weighed(agreeing, denying, True, config)
    return _weighed(denying, agreeing, False, config)


def _last_words(pieces: list[Evidence], others: list[Evidence]) -> list[Evidence]:
    """Leave out what its own source has said the opposite of since: a witness is heard with the last word."""
    taken_back: dict[str, tuple[bool, float]] = {}
    for other in others:
        taken_back[other.source] = max(taken_back.get(other.source, _moment(other)), _moment(other))
    return [piece for piece in pieces if _moment(piece) >= taken_back.get(piece.source, _moment(piece))]


def _moment(piece: Evidence) -> tuple[bool, float]:
    """Return what orders the words of one witness: what is so comes after what was so, then the later word."""
    return not any(claim.past for claim in claims(piece.text)), piece.created_at


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


def _claims_about(piece: Evidence, target: str) -> list[Claim]:
    """Return what a piece claims about the very thing that is asked about."""
    asked = set(DEFAULT_ANALYZER.terms(target))
    return [claim for claim in claims(piece.text) if set(claim.subject.split()) <= asked]


def _states(piece: Evidence, target: str) -> int:
    """Rank a piece by how directly it speaks of the target: a fact, then a statement, then anything else."""
    if not _claims_about(piece, target):
        return 0
    return 2 if isinstance(piece.item, SemanticNode) else 1


def _stance(piece: Evidence, claimed: list[Claim]) -> int:
    """Return 1 if a piece states what is claimed, -1 if it states something that cannot hold with it, else 0."""
    pairs = [(claim, stated) for claim in claimed for stated in claims(piece.text)]
    # What something is does not deny what it once was.
    if any(claim.conflicts_with(stated) and (stated.past or not claim.past) for claim, stated in pairs):
        return -1
    return 1 if any(claim.agrees_with(stated) for claim, stated in pairs) else 0
