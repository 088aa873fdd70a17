"""What retrieval hands over: results, evidence, and why each piece is there."""

from __future__ import annotations

from dataclasses import dataclass, field

from brain.checks import text_of
from brain.language import DEFAULT_ANALYZER, language_of, snippet
from brain.memory.records import Episode, MemoryItem, SemanticNode

__all__ = ["Evidence", "EvidenceBundle", "MemorySearchResult", "ScoreParts", "excerpt", "fact_text", "one_line"]

_LABELS = {
    "ru": {"working": "Контекст", "semantic": "Факт", "episodic": "Эпизод", "nothing": "Ничего не найдено"},
    "en": {"working": "Context", "semantic": "Fact", "episodic": "Episode", "nothing": "Nothing found"},
}


@dataclass(frozen=True, slots=True)
class MemorySearchResult:
    """What the one-pass search found in each memory, best first."""

    query: str
    working: list[MemoryItem] = field(default_factory=list)
    semantic: list[SemanticNode] = field(default_factory=list)
    episodic: list[Episode] = field(default_factory=list)

    @property
    def total(self) -> int:
        """How much was found altogether."""
        return len(self.working) + len(self.semantic) + len(self.episodic)

    def summary(self) -> str:
        """Return one labelled line a result, in the language of the query."""
        labels = _LABELS[language_of(self.query)]
        lines = [f"[{labels['working']}] {excerpt(text_of(item.content), self.query)}" for item in self.working]
        lines += [f"[{labels['semantic']}] {fact_text(node)}" for node in self.semantic]
        lines += [f"[{labels['episodic']}] {excerpt(episode.content, self.query)}" for episode in self.episodic]
        return "\n".join(lines) or labels["nothing"]


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """The factors of one piece's score, each already weighted; `outdated` is 0 or below."""

    relevance: float
    trust: float
    recency: float
    graph: float
    contradiction: float
    outdated: float = 0.0

    @property
    def total(self) -> float:
        """The score by which evidence is ranked."""
        return self.relevance + self.trust + self.recency + self.graph + self.contradiction + self.outdated


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of evidence from any memory, in a common form.

    Attributes:
        kind: 'working', 'semantic' or 'episodic'.
        key: the item's, the concept's or the episode's id: what `explain` and feedback name it by.
        text: what it says.
        source: who said so.
        confidence, trust: in the statement and in its source, now, 0-1.
        created_at: Unix seconds.
        item: the record itself.
        concepts: what it is about.
        relevance: how much of the query it covers, 0-1.
        matched: the query's stems that it contains, most telling first.
        via: the expanded query that brought it up.
        activation: how strongly the query brings it to mind, its context included; what it is ranked by, 0-1 (more
            for what names a time, if the question asks when).
        hop: for an episode, how many places in its session the match that brought it is away; 0 if it matches itself.
        parts: its score, factor by factor.
        similarity: the cosine of its meaning with the query's, -1 to 1; 0 without an embedder.

    """

    kind: str
    key: str
    text: str
    source: str
    modality: str
    confidence: float
    trust: float
    created_at: float
    item: MemoryItem | SemanticNode | Episode
    concepts: list[str] = field(default_factory=list)
    relevance: float = 0.0
    matched: list[str] = field(default_factory=list)
    via: str = ""
    activation: float = 0.0
    hop: int = 0
    parts: ScoreParts = field(default_factory=lambda: ScoreParts(0.0, 0.0, 0.0, 0.0, 0.0))
    similarity: float = 0.0

    @property
    def score(self) -> float:
        """The score by which it was ranked."""
        return self.parts.total


@dataclass(frozen=True, slots=True)
class EvidenceBundle:
    """The result of `retrieve_staged`.

    Attributes:
        query, expanded_queries: what was asked, and what was searched for.
        working_items, semantic_nodes, episodes: what was found, by memory, best first.
        avg_confidence, avg_source_trust: means over all that is returned; 0 if nothing is.
        contradictions: each explained in a sentence.
        top_concepts: what the evidence is about, most relevant first.
        total_retrieved, total_after_filter, total_returned: how many pieces each stage left.
        evidence: all pieces in rank order, in a common form with scores.
        goal_type: the goal that shaped the search.
        sufficiency: how likely it is, 0-1, that memory holds an answer at all; see `relevance.sufficiency`.

    """

    query: str
    expanded_queries: list[str] = field(default_factory=list)
    working_items: list[MemoryItem] = field(default_factory=list)
    semantic_nodes: list[SemanticNode] = field(default_factory=list)
    episodes: list[Episode] = field(default_factory=list)
    avg_confidence: float = 0.0
    avg_source_trust: float = 0.0
    contradictions: list[str] = field(default_factory=list)
    top_concepts: list[str] = field(default_factory=list)
    total_retrieved: int = 0
    total_after_filter: int = 0
    total_returned: int = 0
    evidence: list[Evidence] = field(default_factory=list)
    goal_type: str = "answer_question"
    sufficiency: float = 0.0

    @property
    def best_relevance(self) -> float:
        """How much of the query the best piece covers, 0-1; 0 if nothing was found."""
        return max((piece.relevance for piece in self.evidence), default=0.0)

    def explain(self) -> str:
        """Return a table that says of each piece why it is where it is."""
        header = f"{'#':>2}  {'score':>6}  {'relev':>6} {'trust':>6} {'recent':>6} {'graph':>6} {'contra':>6} {'outdat':>6}  memory    why"
        lines = [header]
        for rank, piece in enumerate(self.evidence, start=1):
            p = piece.parts
            why = (
                f"matches {', '.join(piece.matched)}" if piece.matched else f"related, found by '{one_line(piece.via)}'"
            )
            if piece.similarity:
                why = f"{why if piece.matched else 'by meaning'}, cosine {piece.similarity:.2f}"
            if piece.hop:
                why = f"{piece.hop} away from a match" + (f", itself {why}" if piece.matched else "")
            lines.append(
                f"{rank:>2}  {piece.score:6.3f}  {p.relevance:6.3f} {p.trust:6.3f} {p.recency:6.3f} {p.graph:6.3f}"
                f" {p.contradiction:6.3f} {p.outdated:6.3f}  {piece.kind:<8}  {why}; {one_line(piece.source, 60) or 'no source'}: {excerpt(piece.text, self.query, 60)}"
            )
        lines.extend(f"contradiction: {sentence}" for sentence in self.contradictions)
        lines.append(f"sufficiency: {self.sufficiency:.2f}, the chance that memory holds an answer")
        return "\n".join(lines)


def fact_text(node: SemanticNode) -> str:
    """Return a node as a line of text: the concept, and what it is or is not."""
    if not node.description:
        return one_line(node.concept)
    denial = {"ru": "не ", "en": "not "}[language_of(node.description)] if node.negated else ""
    return f"{one_line(node.concept)}: {denial}{one_line(node.description)}"


def excerpt(text: str, query: str, width: int = 200) -> str:
    """Return the part of a text where most of the query's words stand together, on one line of `width` characters."""
    return snippet(text, DEFAULT_ANALYZER.content_terms(query), width)


def one_line(content: object, width: int = 200) -> str:
    """Return a text on one line, cut to `width` characters."""
    text = " ".join(str(content).split())
    return text if len(text) <= width else f"{text[: width - 1]}…"
