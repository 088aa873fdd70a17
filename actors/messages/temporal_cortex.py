"""Messages to the temporal cortex: facts and the graph of concepts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from actors.message import Message
from brain.memory import FormerFact, Relation, SemanticNode

__all__ = [
    "AddAlias",
    "AddRelation",
    "ConfirmFact",
    "CountBelieved",
    "CountFactTerms",
    "CountFacts",
    "CountForgottenFacts",
    "DeleteFact",
    "DenyFact",
    "FadeFacts",
    "FindConcepts",
    "FindOtherNames",
    "ForgetDerived",
    "GetAssociates",
    "GetConceptChain",
    "GetDerived",
    "GetFact",
    "GetFacts",
    "GetHistories",
    "GetHistory",
    "GetRelated",
    "GetStrongest",
    "SaveFacts",
    "SearchFacts",
    "StoreFact",
]


@dataclass(frozen=True, slots=True)
class StoreFact(Message[SemanticNode], method="store_fact"):
    """Learn a fact."""

    concept: str
    description: str = ""
    tags: Iterable[str] | None = None
    confidence: float | None = None
    importance: float | None = None
    source_ref: str = ""
    relations: Iterable[Relation] | None = None
    negated: bool = False
    supersede: bool = True
    origin: str = ""
    told_at: float | None = None
    past: bool = False


@dataclass(frozen=True, slots=True)
class GetFact(Message[SemanticNode | None], method="get_fact"):
    """Return what is held of a concept."""

    concept: str


@dataclass(frozen=True, slots=True)
class GetFacts(Message[dict[str, SemanticNode]], method="get_facts"):
    """Return what is held of several concepts."""

    concepts: list[str]


@dataclass(frozen=True, slots=True)
class SearchFacts(Message[list[SemanticNode]], method="search"):
    """Find facts by words."""

    query: str
    top_n: int = 5
    min_confidence: float = 0.0
    min_importance: float = 0.0


@dataclass(frozen=True, slots=True)
class AddRelation(Message[Relation], method="add_relation"):
    """Link two concepts."""

    source: str
    target: str
    weight: float = 0.5
    rel_type: str = "related"


@dataclass(frozen=True, slots=True)
class AddAlias(Message[None], method="add_alias"):
    """Give a concept another name."""

    concept: str
    alias: str


@dataclass(frozen=True, slots=True)
class GetRelated(Message[list[str]], method="get_related"):
    """Return the concepts linked to one."""

    concept: str
    top_n: int = 10
    relation_types: Iterable[str] | None = None


@dataclass(frozen=True, slots=True)
class GetAssociates(Message[dict[str, list[Relation]]], method="associates"):
    """Return what concepts are linked to, in either direction."""

    concepts: list[str]


@dataclass(frozen=True, slots=True)
class GetConceptChain(Message[list[str]], method="get_concept_chain"):
    """Walk the graph breadth first."""

    start: str
    end: str | None = None
    max_depth: int = 3


@dataclass(frozen=True, slots=True)
class GetDerived(Message[list[str]], method="derived_from"):
    """Return the keys of the concepts that were derived from an event."""

    origin: str


@dataclass(frozen=True, slots=True)
class FindConcepts(Message[list[str]], method="concepts_in"):
    """Return the known concepts that a text names."""

    text: str
    limit: int = 5


@dataclass(frozen=True, slots=True)
class FindOtherNames(Message[dict[str, list[str]]], method="other_names"):
    """Return the other names of the concepts that a text names, by what it calls them."""

    text: str


@dataclass(frozen=True, slots=True)
class ConfirmFact(Message[SemanticNode], method="confirm_fact"):
    """Believe a fact more."""

    concept: str


@dataclass(frozen=True, slots=True)
class DenyFact(Message[SemanticNode], method="deny_fact"):
    """Believe a fact less."""

    concept: str


@dataclass(frozen=True, slots=True)
class FadeFacts(Message[None], method="apply_decay"):
    """Let confidence in every fact fade."""

    rate: float = 0.003


@dataclass(frozen=True, slots=True)
class GetHistory(Message[list[FormerFact]], method="get_history"):
    """Return what else was said of a concept."""

    concept: str


@dataclass(frozen=True, slots=True)
class GetHistories(Message[dict[str, list[FormerFact]]], method="get_histories"):
    """Return what else was said of several concepts."""

    concepts: list[str]


@dataclass(frozen=True, slots=True)
class CountBelieved(Message[int], method="count_believed"):
    """Count the facts believed at least so much."""

    min_confidence: float


@dataclass(frozen=True, slots=True)
class GetStrongest(Message[list[SemanticNode]], method="get_strongest"):
    """Return the facts believed most."""

    top_n: int = 10


@dataclass(frozen=True, slots=True)
class ForgetDerived(Message[list[str]], method="forget_derived"):
    """Forget what is known from one event alone."""

    origin: str


@dataclass(frozen=True, slots=True)
class DeleteFact(Message[None], method="delete_fact"):
    """Forget a concept for good."""

    concept: str


@dataclass(frozen=True, slots=True)
class CountFactTerms(Message[dict[str, int]], method="term_counts"):
    """Count the facts in which each term stands."""

    query: str


@dataclass(frozen=True, slots=True)
class CountFacts(Message[int], method="__len__"):
    """Count the facts kept."""


@dataclass(frozen=True, slots=True)
class CountForgottenFacts(Message[int], method="forgotten_count"):
    """Count the facts displaced."""


@dataclass(frozen=True, slots=True)
class SaveFacts(Message[None], method="save"):
    """Write what reads have only collected."""
