"""How relevant a text is to a query, on a scale that is the same for all memories."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from brain.config import RetrievalConfig
from brain.language import Analyzer, only_asks
from brain.memory.evidence import Evidence
from brain.memory.source_memory import source_key

__all__ = ["QueryScorer", "sufficiency"]

_TOGETHER = 3  # pieces that may answer a question between them


class QueryScorer:
    """How much of a query's meaning a text covers, 0-1, comparable across memories.

    Each query term weighs `ln(1 + (n+1)/(df+1))`, an inverse document frequency that stays finite for
    words never seen; a text earns a term's weight times the saturation of BM25 (Robertson & Zaragoza 2009).
    The sum is divided by the weight of the whole query, so that a text which shares only a common word
    with the question scores low, whatever else is in memory.

    Args:
        counts: in how many documents each query term stands.
        total: how many documents there are.
        config: k1, b and the longest length of BM25.
        spans: phrases of the query that name a time. Each weighs as much as its words on average; a text that was
            told then is given the phrase as one of its terms.

    """

    _USUAL_LENGTH = 12.0  # terms in a spoken sentence; a fixed pivot keeps scores stable as memory grows

    def __init__(
        self, counts: Mapping[str, int], total: float, config: RetrievalConfig, spans: Sequence[str] = ()
    ) -> None:
        self.weights = {term: math.log(1 + (total + 1) / (df + 1)) for term, df in counts.items()}
        usual = math.fsum(self.weights.values()) / len(self.weights) if self.weights else 1.0
        self.weights |= dict.fromkeys(spans, usual)
        self._whole = sum(self.weights.values())
        self._k1, self._b, self._longest = config.bm25_k1, config.bm25_b, config.bm25_longest

    def score(self, words: Sequence[str]) -> float:
        """Return the relevance (0-1) of a text with these terms, in order."""
        if not self._whole:
            return 0.0
        pivot = self._k1 * (1 - self._b + self._b * min(max(1.0, len(words) / self._USUAL_LENGTH), self._longest))
        found = Counter(term for term in words if term in self.weights)
        gained = sum(self.weights[t] * tf * (1 + self._k1) / (tf + pivot) for t, tf in found.items())
        return min(1.0, gained / self._whole)

    def matched(self, words: Iterable[str]) -> list[str]:
        """Return the query terms that stand in a text, heaviest first."""
        present = {term for term in words if term in self.weights}
        return sorted(present, key=lambda term: (-self.weights[term], term))

    def covered_by(self, matched: Iterable[str]) -> float:
        """Return what share of the query's weight (0-1) these of its terms make up."""
        return math.fsum(self.weights[term] for term in set(matched)) / self._whole if self._whole else 0.0


def sufficiency(
    ranked: Sequence[Evidence], scorer: QueryScorer, cues: Sequence[str], config: RetrievalConfig, analyzer: Analyzer
) -> float:
    """Return how likely it is, 0-1, that a memory which offers this evidence holds an answer to the query.

    A logistic function of the relevance of the best piece that states something, of how much of the query the first
    three such pieces cover together, and of the strongest activation. If the query names sources, only what they say
    or what is said of them counts: what Tom's cat is called does not tell what Alice's is. Its coefficients were
    fitted on questions put to a memory that holds their answer and to one that does not, both equally often; see
    `docs/decisions/0011-sufficiency.md`.

    Args:
        ranked: the evidence, best first.
        scorer: knows how much each word of the query weighs.
        cues: the sources that the query names.
        config: the coefficients.
        analyzer: how words are compared.

    """
    named = [frozenset(analyzer.terms(cue)) for cue in cues]
    sources = {source_key(cue) for cue in cues}
    stating = [
        piece
        for piece in ranked
        if not only_asks(piece.text)  # that the same was asked before answers nothing
        and (not cues or source_key(piece.source) in sources or _speaks_of(piece, named, analyzer))
    ]
    if not stating or (scorer.weights.keys() <= analyzer.empty_terms and not _is_named(stating, scorer)):
        return 0.0
    best = max(piece.relevance for piece in stating)
    together = scorer.covered_by(term for piece in stating[:_TOGETHER] for term in piece.matched)
    active = max(piece.activation for piece in stating)
    evidence = (
        config.sufficiency_best * best + config.sufficiency_together * together + config.sufficiency_active * active
    )
    return 1 / (1 + math.exp(config.sufficiency_doubt - evidence))


def _is_named(pieces: Iterable[Evidence], scorer: QueryScorer) -> bool:
    """Tell whether a query of nothing but function words names a concept, as in "The Who"."""
    return any(piece.kind == "semantic" and scorer.weights.keys() >= set(piece.key.split()) for piece in pieces)


def _speaks_of(piece: Evidence, named: Iterable[frozenset[str]], analyzer: Analyzer) -> bool:
    said = set(analyzer.terms(piece.text))
    return any(name <= said for name in named)
