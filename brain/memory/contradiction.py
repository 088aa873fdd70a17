"""Contradictions between pieces of evidence, found by what they state and not by how alike they look.

Four structural signs: opposite polarity ("open" / "not open", "love" / "hate"), conflicting values of one
concept, rivals filed in a concept's history (a less trusted source, or an older statement), and opposed
relations. For each the newer or better believed side is named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from brain.language import Analyzer, Claim, claims, language_of
from brain.memory.evidence import Evidence, one_line
from brain.memory.ports import SemanticPort
from brain.memory.records import FormerFact, SemanticNode

__all__ = ["Contradiction", "find_contradictions", "in_place_of"]

_WORDS = {
    "ru": {
        "against": "«{first}» ({first_source}) против «{second}» ({second_source})",
        "newer": "первое новее, второе устарело",
        "past": "второе было раньше",
        "trusted": "первому источнику доверяют больше",
        "outdated": "устарело второе",
        "disputed": "второе сказано источником, которому доверяют меньше",
        "nobody": "источник неизвестен",
        "not": "не ",
        "relations": "«{concept}» связано с «{target}» и как {one}, и как {other}",
    },
    "en": {
        "against": "'{first}' ({first_source}) against '{second}' ({second_source})",
        "newer": "the first is newer, the second is outdated",
        "past": "the second tells what was so before",
        "trusted": "the first source is trusted more",
        "outdated": "the second is outdated",
        "disputed": "the second comes from a source that is trusted less",
        "nobody": "unknown source",
        "not": "not ",
        "relations": "'{concept}' is linked to '{target}' both as {one} and as {other}",
    },
}
_LIKE = frozenset({"is_a", "part_of"})
_UNLIKE = frozenset({"opposite", "contradicts", "is_not"})
_TRUST_GAP = 0.05
_QUOTED = 120


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements that cannot both hold.

    Attributes:
        kind: 'polarity', 'value', 'source' (a less trusted rival), 'stale' (an outdated rival) or 'relation'.
        explanation: both sides, their sources, and which is to be preferred and why.
        keys: the pieces of evidence concerned.

    """

    kind: str
    explanation: str
    keys: frozenset[str]
    outdated: frozenset[str] = frozenset()


def find_contradictions(pieces: list[Evidence], semantic: SemanticPort, analyzer: Analyzer) -> list[Contradiction]:
    """Return the contradictions among `pieces` and between facts and what else was said of them."""
    stated: dict[str, list[tuple[Claim, Evidence]]] = {}
    for piece in pieces:
        for claim in claims(piece.text):
            stated.setdefault(claim.subject, []).append((claim, piece))
    found: dict[tuple[Claim, Claim], Contradiction] = {}
    for statements in stated.values():
        for (one, piece), (other, rival) in combinations(statements, 2):
            if piece is not rival and one.conflicts_with(other):
                # The same two things said in other places are the same conflict, with more pieces concerned.
                sides = (min(one, other, key=str), max(one, other, key=str))
                known, conflict = found.get(sides), _between(one, other, piece, rival)
                found[sides] = (
                    replace(known, keys=known.keys | conflict.keys, outdated=known.outdated | conflict.outdated)
                    if known
                    else conflict
                )
    covered = frozenset[str]().union(*(conflict.keys for conflict in found.values()))
    rivals = [rival for rival in _rivals(pieces, semantic) if not rival.keys <= covered]
    return [*found.values(), *rivals, *_opposed_relations(pieces, analyzer)]


def in_place_of(pieces: list[Evidence], contradictions: list[Contradiction]) -> list[Evidence]:
    """Return the pieces, each that has overtaken another at least as active as what it has overtaken.

    Whoever asks for what was once said ("is the shop open?") is to learn what holds now ("the shop is closed").
    """
    active = {piece.key: piece.activation for piece in pieces}
    raised: dict[str, float] = {}
    for found in contradictions:
        overtaken = max((active.get(key, 0.0) for key in found.outdated), default=0.0)
        for key in found.keys - found.outdated:
            raised[key] = max(raised.get(key, 0.0), overtaken)
    return [
        replace(piece, activation=raised[piece.key]) if raised.get(piece.key, 0.0) > piece.activation else piece
        for piece in pieces
    ]


def _between(claim: Claim, rival_claim: Claim, one: Evidence, other: Evidence) -> Contradiction:
    kind = "polarity" if claim.negated != rival_claim.negated else "value"
    trusted = abs(one.trust - other.trust) > _TRUST_GAP
    # What something was before does not overtake what it is, though it be said later.
    told_of_before = kind == "value" and claim.past != rival_claim.past and not trusted
    rank = (lambda p: (p.trust, p.created_at, p.key)) if trusted else (lambda p: (p.created_at, p.trust, p.key))
    preferred, rival = sorted((one, other), key=rank, reverse=True)
    if told_of_before:
        preferred, rival = (other, one) if claim.past else (one, other)
    words = _WORDS[language_of(preferred.text)]
    sides = words["against"].format(
        first=one_line(preferred.text, _QUOTED), first_source=preferred.source or words["nobody"],
        second=one_line(rival.text, _QUOTED), second_source=rival.source or words["nobody"],
    )  # fmt: skip
    reason = words["trusted" if trusted else "past" if told_of_before else "newer"]
    overtaken = frozenset() if trusted else frozenset({rival.key})
    return Contradiction(kind, f"{sides}; {reason}", frozenset({one.key, other.key}), overtaken)


def _rivals(pieces: list[Evidence], semantic: SemanticPort) -> list[Contradiction]:
    """Return the conflicts of facts with their own history."""
    nodes = {p.item.concept: (p, p.item) for p in pieces if isinstance(p.item, SemanticNode)}
    histories = semantic.get_histories(list(nodes)) if nodes else {}
    return [
        _with_history(*nodes[concept], former)
        for concept, history in histories.items()
        for former in history
        if former.status in ("outdated", "disputed")
    ]


def _opposed_relations(pieces: list[Evidence], analyzer: Analyzer) -> list[Contradiction]:
    """Return the concepts that are linked to another one both as like and as unlike."""
    found = []
    for piece in pieces:
        kinds: dict[str, set[str]] = {}
        for relation in piece.item.relations if isinstance(piece.item, SemanticNode) else ():
            kinds.setdefault(analyzer.concept_key(relation.target), set()).add(relation.relation_type)
        for target, types in kinds.items():
            if types & _LIKE and types & _UNLIKE:
                words = _WORDS[language_of(piece.text)]
                one, other = min(types & _LIKE), min(types & _UNLIKE)
                sides = words["relations"].format(concept=piece.concepts[0], target=target, one=one, other=other)
                found.append(Contradiction("relation", sides, frozenset({piece.key})))
    return found


def _with_history(piece: Evidence, node: SemanticNode, former: FormerFact) -> Contradiction:
    words = _WORDS[language_of(node.concept)]
    denied = words["not"] if former.negated else ""
    sides = words["against"].format(
        first=one_line(piece.text, _QUOTED), first_source=piece.source or words["nobody"],
        second=f"{node.concept}: {denied}{former.description}", second_source=former.source_ref or words["nobody"],
    )  # fmt: skip
    kind = "stale" if former.status == "outdated" else "source"
    return Contradiction(kind, f"{sides}; {words[former.status]}", frozenset({piece.key}))
