"""Stage 1's first step: what else to search for, depending on what the search is for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from brain.language import Analyzer, language_of, tokenize
from brain.memory.ports import SemanticPort

__all__ = ["Expansion", "expand"]

_MOST_PARAPHRASES = 6
_NEGATIONS = {"ru": ("не {}", "опровержение {}"), "en": ("not {}", "refutation of {}")}


@dataclass(frozen=True, slots=True)
class _Plan:
    """How one kind of goal widens a query: along which relations, how far, and whether to doubt it."""

    relation_types: tuple[str, ...]
    related: int = 0
    depth: int = 0
    doubt: bool = False


_PLANS = {
    "answer_question": _Plan(("is_a", "part_of", "related", "enables"), related=4),
    "verify_claim": _Plan(("opposite", "contradicts", "related", "is_not"), related=2, doubt=True),
    "explore_topic": _Plan(("is_a", "part_of", "related", "causes", "enables"), related=4, depth=2),
}
_DEFAULT_PLAN = _Plan(("is_a", "related"), related=3)


@dataclass(frozen=True, slots=True)
class Expansion:
    """The queries to search for, the query itself first, and the concepts that count as near.

    Attributes:
        paraphrases: the query with one concept under another of its names. They mean what the query means.
        concepts: the known concepts that the query names.
        neighbours: the concepts that the graph adds to them.
        analyzer: how words are compared.

    """

    queries: list[str]
    concepts: list[str]
    neighbours: list[str]
    analyzer: Analyzer
    near_keys: frozenset[str] = frozenset()
    neighbour_keys: tuple[frozenset[str], ...] = ()
    paraphrases: tuple[str, ...] = ()
    synonyms: tuple[tuple[frozenset[str], tuple[str, ...]], ...] = ()

    def distinct(self) -> list[str]:
        """Return the queries without those that search for the same words again."""
        by_words: dict[tuple[str, ...], str] = {}
        for query in [*self.queries[:1], *self.paraphrases, *self.queries[1:]]:
            by_words.setdefault(tuple(sorted(set(self.analyzer.content_terms(query)))), query)
        by_words.pop((), None)
        return list(by_words.values())

    def asked_for(self, words: list[str]) -> list[str]:
        """Return the query's own stems for what a text with these stems calls by another name."""
        present = set(words)
        return [term for name, said in self.synonyms if name <= present for term in said if term not in present]

    def is_near(self, concepts: list[str], text: str) -> bool:
        """Tell whether something about these concepts, with this text, is close in the graph."""
        if not self.near_keys:
            return False
        if any(self.analyzer.concept_key(concept) in self.near_keys for concept in concepts):
            return True
        # That a text contains the query's own words is relevance, not closeness.
        words = set(self.analyzer.terms(text)) if self.neighbour_keys else set()
        return any(words.issuperset(key) for key in self.neighbour_keys)


def expand(query: str, goal_type: str, semantic: SemanticPort, analyzer: Analyzer) -> Expansion:
    """Widen `query` through the semantic graph as the goal demands.

    Answering looks for supporting facts and linked concepts; verifying also for the opposite and for denials;
    exploring takes in everything within two steps; any other goal adds a few direct relations.
    """
    plan = _PLANS.get(goal_type, _DEFAULT_PLAN)
    concepts, key_of = semantic.concepts_in(query), analyzer.concept_key
    added: list[str] = []
    for concept in concepts:
        added += semantic.get_related(concept, plan.related, plan.relation_types)
        if plan.depth:
            added += semantic.get_concept_chain(concept, max_depth=plan.depth)
    own = {key_of(concept) for concept in concepts}
    neighbours = list({key_of(name): name for name in added if key_of(name) not in own}.values())
    doubts = [form.format(query) for form in _NEGATIONS[language_of(query)]] if plan.doubt else []
    added_keys = [key_of(name) for name in neighbours]
    stems = tuple(frozenset(key.split()) for key in added_keys)
    names = semantic.other_names(query)
    synonyms = tuple(
        (frozenset(analyzer.terms(name)), tuple(analyzer.terms(said)))
        for said, others in names.items()
        for name in others
    )
    return Expansion(
        [query, *neighbours, *doubts], concepts, neighbours, analyzer, frozenset([*own, *added_keys]), stems,
        _paraphrased(query, names), synonyms,
    )  # fmt: skip


def _paraphrased(query: str, names: dict[str, list[str]]) -> tuple[str, ...]:
    spaced = f" {' '.join(tokenize(query))} " if names else ""
    every = (spaced.replace(f" {said} ", f" {name} ").strip() for said, others in names.items() for name in others)
    return tuple(islice(every, _MOST_PARAPHRASES))
