"""What a search brings before it is judged, in one form for all memories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from brain.checks import text_of
from brain.clock import timestamp_from
from brain.language import Analyzer, TimeCue
from brain.memory.evidence import fact_text
from brain.memory.expansion import Expansion
from brain.memory.records import Episode, MemoryItem, Recollection, SemanticNode

__all__ = ["Candidate", "from_item", "from_node", "from_recollection", "scales", "words_of"]


@dataclass(slots=True)
class Candidate:
    """Something found, in a form common to all memories, before it is judged.

    Attributes:
        strength: of an episode, relative to the strongest that the same search brought.
        strengths: the same by each phrase that it was found with.

    The other fields are as in `Evidence`.
    """

    kind: str
    key: str
    text: str
    source: str
    modality: str
    confidence: float
    created_at: float
    item: MemoryItem | SemanticNode | Episode
    concepts: list[str]
    via: str
    strength: float = 0.0
    hop: int = 0
    similarity: float = 0.0
    strengths: dict[str, float] = field(default_factory=dict)


def from_recollection(recalled: Recollection, via: str) -> Candidate:
    episode = recalled.episode
    return Candidate(
        "episodic", episode.episode_id, episode.content, episode.source, episode.modality, episode.confidence,
        timestamp_from(episode.created_at), episode, episode.concepts, via, recalled.strength, recalled.hop,
        recalled.similarity,
    )  # fmt: skip


def from_node(node: SemanticNode, via: str, analyzer: Analyzer, similarity: float = 0.0) -> Candidate:
    return Candidate(
        "semantic", analyzer.concept_key(node.concept), fact_text(node), node.source_ref, "concept", node.confidence,
        timestamp_from(node.updated_at), node, [node.concept], via, similarity=similarity,
    )  # fmt: skip


def from_item(item: MemoryItem, via: str) -> Candidate:
    # What is in mind is perceived, not remembered: there is no belief in it yet that could have faded.
    return Candidate(
        "working", item.item_id, text_of(item.content), item.source_ref, item.modality, 1.0, item.ts, item,
        item.concepts, via,
    )  # fmt: skip


def words_of(piece: Candidate, times: tuple[TimeCue, ...], analyzer: Analyzer) -> list[str]:
    """Return the stems that a piece is judged by, and the phrases of the times at which it was told."""
    words = analyzer.indexed_terms(" ".join([piece.text, *piece.concepts, *piece.item.tags]))
    if piece.kind != "semantic":
        words += [cue.phrase for cue in times if cue.start <= piece.created_at < cue.end]
    return words


def scales(
    query: str,
    expansion: Expansion,
    pool: Sequence[Candidate],
    literal: Sequence[float],
    covered: Sequence[float],
    neighbour_share: float,
) -> dict[str, float]:
    """Return how much the strongest episode that each search brought stands for, by its phrase.

    Strengths are relative. The strongest stands for as much as the best of them covers of the query, or, if it was
    found by a linked concept and not by the query, for a share of that.

    Args:
        query, expansion: what was searched for.
        pool: what was found.
        literal: what each piece covers of the query by the query's own words.
        covered: the same when other names of its concepts count as well.
        neighbour_share: 0-1.

    """
    best: dict[str, float] = {}
    for piece, by_words, by_names in zip(pool, literal, covered, strict=True):
        for via in piece.strengths if piece.kind == "episodic" else ():
            best[via] = max(best.get(via, 0.0), by_names if via in expansion.paraphrases else by_words)
    meant = {query, *expansion.paraphrases}
    most = max((share for via, share in best.items() if via in meant), default=0.0)
    return {via: share if via in meant else max(share, neighbour_share * most) for via, share in best.items()}
