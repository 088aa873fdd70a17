"""Semantic memory: lasting facts and the graph of concepts (temporal cortex).

A concept is one node, however it is spelt or inflected. A statement that says more, or something else,
about a known concept takes the lead; what was held before stays in the concept's history.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from brain.checks import check_choice, check_count, check_name, check_names, check_query, check_text, check_unit
from brain.clock import Clock, SystemClock, iso_from_timestamp, timestamp_from
from brain.config import BrainConfig
from brain.errors import InvalidInputError, NotFoundError
from brain.memory._facts import FactTable, NodeRow, Statement
from brain.memory._naming import other_names, spans_of
from brain.memory._rows import drained
from brain.memory.decay import Fading, law_from
from brain.memory.records import FormerFact, Relation, SemanticNode
from brain.memory.semantic_graph import RELATION_TYPES, SemanticGraph
from brain.memory.storage import MemoryDatabase, opened
from brain.memory.text_index import TextIndex

__all__ = ["SemanticMemory"]

_LONGEST_CONCEPT = 4  # stems; longer concepts are found by search, not by spotting them in a question


class SemanticMemory:
    """Facts by concept, their relations, their decay.

    Args:
        data_path: a SQLite or `.json` file to keep them in; None for a private temporary one.
        max_nodes: capacity; past it the unprotected node of least confidence goes.
        database: a mind to share instead of `data_path`.
        clock, config: time and numbers.

    """

    def __init__(
        self,
        data_path: str | Path | None = None,
        max_nodes: int | None = None,
        *,
        database: MemoryDatabase | None = None,
        clock: Clock | None = None,
        config: BrainConfig | None = None,
    ) -> None:
        settings = config or BrainConfig()
        self.config = settings.semantic
        self.max_nodes = self.config.max_nodes if max_nodes is None else check_count("max_nodes", max_nodes)
        self._max_chars = settings.episodic.max_content_chars
        self._clock = clock or SystemClock()
        self._database = database or opened(data_path, "nodes", settings.semantic.autosave_every, settings, self._clock)
        law = law_from(settings.decay.semantic, settings.decay)
        self._fading = Fading(self._database, "semantic_decay", self._clock, law)
        self._graph = SemanticGraph(self._database)
        self._analyzer = self._database.analyzer
        self._facts = FactTable(self._database, self._graph)
        self._index = TextIndex(self._database, "node", settings.retrieval)
        self._looked_up: deque[str] = deque()  # appending is atomic: no look-up of any thread is lost

    def __len__(self) -> int:
        return int(self._database.state("node_count"))

    def store_fact(
        self,
        concept: str,
        description: str = "",
        tags: Iterable[str] | None = None,
        confidence: float | None = None,
        importance: float | None = None,
        source_ref: str = "",
        relations: Iterable[Relation] | None = None,
        *,
        negated: bool = False,
        supersede: bool = True,
        origin: str = "",
        told_at: float | None = None,
        past: bool = False,
    ) -> SemanticNode:
        """Learn a fact, or strengthen, refine or replace what is known of its concept.

        Args:
            concept: any spelling or inflection of a known concept meets that concept.
            description: what the concept is, or with `negated` what it is not.
            confidence, importance: 0-1; importance >= 0.8 protects the node from displacement.
            relations: links to other concepts that follow from this statement.
            supersede: whether a differing description takes the lead (the newer wins) or is filed as
                disputed, as befits a source that is believed less.
            origin: id of the episode that it was derived from; deriving again from it changes nothing.
            told_at: when it was said (Unix seconds), now by default: what was said later leads.
            past: it tells what once was so, which does not take the lead over what is so.

        Raises:
            InvalidInputError: for a value that cannot be kept; nothing is stored then.

        """
        told = self._clock.now() if told_at is None else timestamp_from(told_at)
        belief = self.config.default_confidence if confidence is None else confidence
        statement = self._checked(concept, Statement(description, negated, belief, source_ref, told, past))
        weight = check_unit("importance", self.config.default_importance if importance is None else importance)
        labels, links = check_names("tags", tags), list(relations or ())
        with self._database.transaction() as connection:
            key, now = self._key(concept), self._clock.now()
            if origin and not self._facts.note_origin(connection, origin, key):
                return self._node(self._known_row(key))
            row = self._facts.row(key)
            if row is None:
                row = NodeRow.new(key, concept, statement, weight, now, self._fading.total())
            else:
                row = row.met_again(self._fading, told)
                row = self._facts.merge(connection, row, statement, now, self.config.confirm_step, supersede)
            row = row.labelled(labels, weight, weight >= self.config.protect_threshold)
            seq = self._facts.write(connection, row)
            if row.says(statement, self._analyzer):
                taught_by = statement.print(self._analyzer)
                self._graph.link(connection, key, links, self._facts.resolve, now=now, taught_by=taught_by)
            self._reindex(key, seq)
            if len(self) > self.max_nodes:
                self._facts.displace(connection, self._fading, len(self) - self.max_nodes, key)
            return self._node(self._known_row(key))

    def get_fact(self, concept: str) -> SemanticNode | None:
        """Return what is held of `concept` in any spelling or inflection, or None. Counts as an access."""
        row = self._facts.row(self._key(concept))
        if row is None:
            return None
        self._looked_up.append(row.key)
        return self._node(row)

    def get_facts(self, concepts: list[str]) -> dict[str, SemanticNode]:
        """Return the nodes of those `concepts` that have one. Not counted as accesses."""
        rows = {concept: self._facts.row(self._key(concept)) for concept in concepts}
        found = {concept: row for concept, row in rows.items() if row is not None}
        return dict(zip(found, self._nodes(list(found.values())), strict=True))

    def search(
        self, query: str, top_n: int = 5, min_confidence: float = 0.0, min_importance: float = 0.0
    ) -> list[SemanticNode]:
        """Return the nodes that best match any word of `query`, a node named by it first.

        Args:
            query: words, in any inflection.
            top_n: at most so many.
            min_confidence: only what is still believed so much now (0-1).
            min_importance: only at least so important (0-1).
        """
        wanted, count = self._analyzer.content_terms(check_query("query", query)), check_count("top_n", top_n)
        least = check_unit("min_confidence", min_confidence), check_unit("min_importance", min_importance)
        with self._database.reading():
            bound, worth = self._fading.bound(least[0]), self._fading.at_once()

            def strong(seqs: list[int]) -> list[NodeRow]:
                by_seq = self._facts.by_seq(seqs, bound, least[1])
                return [by_seq[seq] for seq in seqs if seq in by_seq and by_seq[seq].believed_by(worth) >= least[0]]

            named = self._facts.row(self._key(query))
            first = strong([self._facts.seq(named.key)]) if named is not None else []
            found = first + self._index.search_until(wanted, count, strong, filtered=any(least))
            return self._nodes(list({row.key: row for row in found}.values())[:count], worth)

    def add_relation(self, source: str, target: str, weight: float = 0.5, rel_type: str = "related") -> Relation:
        """Link two concepts; the source becomes a node if it was none. A known link gets the new weight.

        Args:
            weight: strength of the link, 0-1.
            rel_type: one of `RELATION_TYPES`.

        Raises:
            InvalidInputError: for an unknown type, a bad weight, or a concept linked to itself.

        """
        relation = Relation(target, rel_type, weight)
        with self._database.transaction() as connection:
            key = self._key(check_name("source", source, blank=False))
            if self._facts.row(key) is None:
                self.store_fact(source)
            self._graph.link(connection, key, [relation], self._facts.resolve, now=self._clock.now())
        return relation

    def add_alias(self, concept: str, alias: str) -> None:
        """Let `alias` name the same concept from now on.

        Raises:
            NotFoundError: if `concept` is not known.
            InvalidInputError: if `alias` is already a concept of its own.

        """
        with self._database.transaction() as connection:
            key = self._key(concept)
            self._known_row(key)
            alias_key = self._analyzer.concept_key(check_name("alias", alias, blank=False))
            if alias_key != key and self._facts.row(alias_key) is not None:
                raise InvalidInputError(f"{alias!r} is a concept of its own; delete it before making it an alias")
            former = self._facts.resolve(alias_key)
            connection.execute("INSERT OR REPLACE INTO semantic_aliases VALUES (?, ?, ?)", (alias_key, key, alias))
            self._graph.redirect(connection, alias_key, key)
            for renamed in {key, former} - {alias_key}:
                self._reindex(renamed, self._facts.seq(renamed))

    def get_related(self, concept: str, top_n: int = 10, relation_types: Iterable[str] | None = None) -> list[str]:
        """Return the names of concepts linked to `concept` in either direction, strongest link first."""
        types = relation_types and [check_choice("relation_type", kind, RELATION_TYPES) for kind in relation_types]
        return self._graph.neighbours(self._key(concept), types, check_count("top_n", top_n))

    def associates(self, concepts: list[str]) -> dict[str, list[Relation]]:
        """Return what each concept is linked to, in either direction, heaviest first."""
        return self._graph.associates({concept: self._key(concept) for concept in concepts})

    def get_concept_chain(self, start: str, end: str | None = None, max_depth: int = 3) -> list[str]:
        """Walk the graph breadth first along outgoing relations.

        Returns:
            With `end`, a shortest path from `start` to it within `max_depth` relations, or []. Without, every
            concept met within `max_depth`, nearest first, `start` included; [] if it is unknown.

        """
        key, depth = self._key(start), check_count("max_depth", max_depth, 0)
        with self._database.reading():
            row = self._facts.row(key)
            if row is None:
                return []
            if end is not None:
                return self._graph.path(key, row.concept, self._key(end), depth)
            return self._graph.chain(key, row.concept, depth)

    def derived_from(self, origin: str) -> list[str]:
        """Return the keys of the concepts about which facts were derived from an episode."""
        sql = "SELECT concept_key FROM fact_origins WHERE origin = ? ORDER BY concept_key"
        rows = self._database.rows(sql, (check_query("origin", origin),))
        return [row[0] for row in rows]

    def concepts_in(self, text: str, limit: int = 5) -> list[str]:
        """Return the known concepts that `text` names, longest name first, in order of appearance."""
        spans = spans_of(self._analyzer.terms(check_query("text", text)), _LONGEST_CONCEPT)
        known = self._facts.named(spans)
        return list(dict.fromkeys(known[span] for span in spans if span in known))[:limit]

    def other_names(self, text: str) -> dict[str, list[str]]:
        """Return the other names of the concepts that `text` names, by the folded words with which it names them."""
        return other_names(check_query("text", text), self._facts)

    def confirm_fact(self, concept: str) -> SemanticNode:
        """Believe more: confidence +0.05, at most 1.

        Raises:
            NotFoundError: if nothing is known of `concept`.

        """
        return self._believe(concept, self.config.confirm_step)

    def deny_fact(self, concept: str) -> SemanticNode:
        """Believe less: confidence -0.1, at least 0.

        Raises:
            NotFoundError: if nothing is known of `concept`.

        """
        return self._believe(concept, -self.config.deny_step)

    def apply_decay(self, rate: float = 0.003) -> None:
        """Let confidence in every fact fade by the factor 1 - `rate`.

        Raises:
            InvalidInputError: if `rate` is not from 0 to below 1.

        """
        self._fading.tick(rate)

    def get_history(self, concept: str) -> list[FormerFact]:
        """Return what else was said of `concept`, oldest first."""
        row = self._facts.row(self._key(concept))
        if row is None:
            return []
        return [
            FormerFact(row.concept, text, bool(negated), confidence, source, status,
                       iso_from_timestamp(learnt), iso_from_timestamp(ended))
            for text, negated, confidence, source, status, learnt, ended in self._facts.history(row.key)
        ]  # fmt: skip

    def get_histories(self, concepts: list[str]) -> dict[str, list[FormerFact]]:
        """Return `get_history` of several concepts at once; those without a history are left out."""
        key_of = self._analyzer.concept_key
        keys = {concept: key_of(check_query("concept", concept)) for concept in dict.fromkeys(concepts)}
        known = self._facts.resolved(list(keys.values()))
        with_history = self._facts.with_history(list(known.values()))
        return {concept: self.get_history(concept) for concept, key in keys.items() if known[key] in with_history}

    def count_believed(self, min_confidence: float) -> int:
        """Return how many facts are still believed at least so much (0-1) now."""
        least = check_unit("min_confidence", min_confidence)
        bound = self._fading.bound(least)
        if self._fading.is_ticked:
            found = self._database.row("SELECT COUNT(*) FROM semantic_nodes WHERE strength >= ?", (bound,))
            return int(found[0]) if found else 0
        rows, worth = self._facts.rows("WHERE n.strength >= ?", (bound,)), self._fading.at_once()
        return sum(row.believed_by(worth) >= least for row in rows)

    def get_strongest(self, top_n: int = 10) -> list[SemanticNode]:
        """Return the facts believed most, strongest first."""
        count = check_count("top_n", top_n)
        rows = self._facts.rows("ORDER BY n.strength DESC, n.seq LIMIT ?", (count if self._fading.is_ticked else -1,))
        worth = self._fading.at_once()
        if not self._fading.is_ticked:
            rows.sort(key=lambda row: row.believed_by(worth), reverse=True)
        return self._nodes(rows[:count], worth)

    def delete_fact(self, concept: str) -> None:
        """Forget a concept: its node, relations in both directions, aliases, history and index entries.

        Raises:
            NotFoundError: if nothing is known of it.

        """
        key = self._key(concept)
        with self._database.transaction() as connection:
            self._known_row(key)
            connection.execute("DELETE FROM semantic_nodes WHERE concept_key = ?", (key,))

    def forget_derived(self, origin: str) -> list[str]:
        """Forget the concepts that are known from this episode alone; return their names."""
        with self._database.transaction() as connection:
            rows = connection.execute(
                "SELECT n.concept FROM fact_origins o JOIN semantic_nodes n ON n.concept_key = o.concept_key"
                " WHERE o.origin = ? AND NOT EXISTS (SELECT 1 FROM fact_origins other"
                " WHERE other.concept_key = o.concept_key AND other.origin <> o.origin) ORDER BY n.seq",
                (check_query("origin", origin),),
            ).fetchall()
            for (concept,) in rows:
                self.delete_fact(concept)
            connection.execute("DELETE FROM fact_origins WHERE origin = ?", (origin,))
        return [row[0] for row in rows]

    def forgotten_count(self) -> int:
        """Return how many nodes capacity has displaced since this mind began."""
        return int(self._database.state("nodes_forgotten"))

    def term_counts(self, query: str) -> dict[str, int]:
        """Return in how many nodes each content term of `query` stands."""
        return self._index.document_counts(self._analyzer.content_terms(check_query("query", query)))

    def save(self) -> None:
        """Write the access counts, which reads only collect, and tidy the index and the file."""
        counted = Counter(drained(self._looked_up))
        if counted:
            with self._database.transaction() as connection:
                connection.executemany(
                    "UPDATE semantic_nodes SET access_count = access_count + ? WHERE concept_key = ?",
                    [(count, key) for key, count in counted.items()],
                )
        self._index.maintain()
        self._database.checkpoint()

    def _checked(self, concept: str, said: Statement) -> Statement:
        check_name("concept", concept, blank=False)
        check_text("description", said.description or "-", self._max_chars)
        check_name("source_ref", said.source_ref)
        return replace(said, confidence=check_unit("confidence", said.confidence))

    def _key(self, concept: str) -> str:
        """Return under which key a concept is filed, whatever it is called here."""
        return self._facts.resolve(self._analyzer.concept_key(check_query("concept", concept)))

    def _believe(self, concept: str, step: float) -> SemanticNode:
        with self._database.transaction() as connection:
            now = self._clock.now()
            row = self._known_row(self._key(concept), concept).met_again(self._fading, now).believed(step, now)
            self._facts.write(connection, row)
            return self._node(row)

    def _known_row(self, key: str, named: str | None = None) -> NodeRow:
        row = self._facts.row(key)
        if row is None:
            raise NotFoundError(f"no concept {named or key!r} in this mind")
        return row

    def _reindex(self, key: str, seq: int) -> None:
        row = self._known_row(key)
        text = " ".join([row.concept, *self._facts.aliases(key), row.description, *row.tags])
        with self._database.transaction() as connection:
            former = connection.execute("SELECT doc FROM semantic_nodes WHERE seq = ?", (seq,)).fetchone()[0]
            if former:
                self._index.remove(connection, former)
            doc = self._index.add(connection, seq, self._analyzer.indexed_terms(text))
            connection.execute("UPDATE semantic_nodes SET doc = ? WHERE seq = ?", (doc, seq))

    def _node(self, row: NodeRow) -> SemanticNode:
        return self._nodes([row])[0]

    def _nodes(
        self, rows: list[NodeRow], worth: Callable[[float, float, Sequence[float]], float] | None = None
    ) -> list[SemanticNode]:
        now = worth or self._fading.at_once()
        relations = self._graph.of(row.key for row in rows)
        return [row.node(row.believed_by(now), self._looked_up.count(row.key), relations[row.key]) for row in rows]
