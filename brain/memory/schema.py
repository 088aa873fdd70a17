"""The tables of a mind's file, and how an older file becomes a newer one.

Each entry of `MIGRATIONS` leads from the version before it to its own; a released entry is never
edited, only followed by another. Times are Unix seconds (REAL), lists and dicts are JSON text.

Fading columns come in threes. `confidence` is the value when the row was last written, `decay_mark`
the ledger's total at that moment, and `strength = ln(confidence) + decay_mark` orders rows by what
they are worth *now*, whatever the total has become since (see `brain.memory.decay`).
"""

from __future__ import annotations

__all__ = ["MIGRATIONS", "SCHEMA_VERSION"]

_V1 = """
CREATE TABLE consolidation_state (
    key TEXT PRIMARY KEY,
    value REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE episodes (
    seq INTEGER PRIMARY KEY,
    episode_id TEXT NOT NULL UNIQUE,
    content TEXT NOT NULL,
    modality TEXT NOT NULL,
    source TEXT NOT NULL,
    importance REAL NOT NULL,
    confidence REAL NOT NULL,
    tags TEXT NOT NULL,
    concepts TEXT NOT NULL,
    modal_evidence TEXT NOT NULL,
    trace_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    created_at REAL NOT NULL,
    is_protected INTEGER NOT NULL,
    fingerprint INTEGER NOT NULL,
    is_consolidated INTEGER NOT NULL,
    asks INTEGER NOT NULL
);
CREATE INDEX episodes_by_time ON episodes (created_at);
CREATE INDEX episodes_by_session ON episodes (session_id, seq) WHERE session_id <> '';
CREATE INDEX episodes_by_trace ON episodes (trace_id) WHERE trace_id <> '';
CREATE INDEX episodes_by_fingerprint ON episodes (fingerprint, created_at);
CREATE INDEX episodes_by_weakness ON episodes (importance, seq) WHERE is_protected = 0;
CREATE INDEX episodes_pending ON episodes (seq) WHERE is_consolidated = 0;

CREATE TABLE episode_concepts (
    concept_key TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (concept_key, seq)
) WITHOUT ROWID;
CREATE INDEX episode_concepts_by_seq ON episode_concepts (seq);

CREATE TABLE semantic_nodes (
    seq INTEGER PRIMARY KEY,
    concept_key TEXT NOT NULL UNIQUE,
    concept TEXT NOT NULL,
    description TEXT NOT NULL,
    negated INTEGER NOT NULL,
    status TEXT NOT NULL,
    tags TEXT NOT NULL,
    confidence REAL NOT NULL,
    decay_mark REAL NOT NULL,
    strength REAL NOT NULL,
    importance REAL NOT NULL,
    source_ref TEXT NOT NULL,
    access_count INTEGER NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    learnt_at REAL NOT NULL,
    is_protected INTEGER NOT NULL,
    encounters TEXT NOT NULL,
    doc INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX semantic_nodes_by_strength ON semantic_nodes (strength) WHERE is_protected = 0;

CREATE TABLE semantic_relations (
    source_key TEXT NOT NULL,
    target_key TEXT NOT NULL,
    relation_type TEXT NOT NULL,
    target TEXT NOT NULL,
    weight REAL NOT NULL,
    created_at REAL NOT NULL,
    taught_by INTEGER NOT NULL,
    PRIMARY KEY (source_key, target_key, relation_type)
) WITHOUT ROWID;
CREATE INDEX semantic_relations_by_weight ON semantic_relations (source_key, weight);
CREATE INDEX semantic_relations_by_target ON semantic_relations (target_key);

CREATE TABLE semantic_aliases (
    alias_key TEXT PRIMARY KEY,
    concept_key TEXT NOT NULL,
    alias TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE semantic_history (
    seq INTEGER PRIMARY KEY,
    concept_key TEXT NOT NULL,
    description TEXT NOT NULL,
    negated INTEGER NOT NULL,
    confidence REAL NOT NULL,
    source_ref TEXT NOT NULL,
    status TEXT NOT NULL,
    learnt_at REAL NOT NULL,
    ended_at REAL NOT NULL
);
CREATE INDEX semantic_history_by_concept ON semantic_history (concept_key, seq);

CREATE TABLE fact_origins (
    origin TEXT NOT NULL,
    concept_key TEXT NOT NULL,
    PRIMARY KEY (origin, concept_key)
) WITHOUT ROWID;
CREATE INDEX fact_origins_by_concept ON fact_origins (concept_key);

CREATE TABLE sources (
    source_id TEXT PRIMARY KEY,
    source_type TEXT NOT NULL,
    trust_score REAL NOT NULL,
    decay_mark REAL NOT NULL,
    fact_count INTEGER NOT NULL,
    confirmed_count INTEGER NOT NULL,
    denied_count INTEGER NOT NULL,
    first_seen REAL NOT NULL,
    last_seen REAL NOT NULL,
    is_blacklisted INTEGER NOT NULL,
    is_whitelisted INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    anchored_at REAL NOT NULL,
    name_key TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sources_by_name ON sources (name_key);

CREATE TABLE procedures (
    seq INTEGER PRIMARY KEY,
    procedure_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE,
    description TEXT NOT NULL,
    success_rate REAL NOT NULL,
    execution_count INTEGER NOT NULL,
    avg_duration_ms REAL NOT NULL,
    timed_count INTEGER NOT NULL DEFAULT 0,
    tags TEXT NOT NULL,
    created_at REAL NOT NULL,
    last_used REAL NOT NULL,
    doc INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX procedures_by_success ON procedures (success_rate);

CREATE TABLE procedure_steps (
    procedure_seq INTEGER NOT NULL REFERENCES procedures (seq) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    action TEXT NOT NULL,
    description TEXT NOT NULL,
    parameters TEXT NOT NULL,
    PRIMARY KEY (procedure_seq, position)
) WITHOUT ROWID;

{indexes}
INSERT INTO consolidation_state VALUES
    ('episode_count', 0), ('node_count', 0), ('semantic_decay', 0), ('source_decay', 0), ('openings', 0);
CREATE TRIGGER episodes_counted AFTER INSERT ON episodes BEGIN
    UPDATE consolidation_state SET value = value + 1 WHERE key = 'episode_count';
END;
CREATE TRIGGER episodes_discounted AFTER DELETE ON episodes BEGIN
    UPDATE consolidation_state SET value = value - 1 WHERE key = 'episode_count';
    DELETE FROM episode_concepts WHERE seq = old.seq;
    INSERT INTO episode_removed (doc) VALUES (old.seq);
    UPDATE episode_documents SET terms = x'' WHERE doc = old.seq;
END;
CREATE TRIGGER nodes_counted AFTER INSERT ON semantic_nodes BEGIN
    UPDATE consolidation_state SET value = value + 1 WHERE key = 'node_count';
END;
CREATE TRIGGER nodes_discounted AFTER DELETE ON semantic_nodes BEGIN
    UPDATE consolidation_state SET value = value - 1 WHERE key = 'node_count';
    DELETE FROM semantic_relations WHERE source_key = old.concept_key OR target_key = old.concept_key;
    DELETE FROM semantic_aliases WHERE concept_key = old.concept_key;
    DELETE FROM semantic_history WHERE concept_key = old.concept_key;
    DELETE FROM fact_origins WHERE concept_key = old.concept_key;
    INSERT INTO node_removed (doc) VALUES (old.doc);
    UPDATE node_documents SET terms = x'' WHERE doc = old.doc;
END;
"""

# One inverted index a kind of record; see `brain.memory.text_index`.
_INDEX = """
CREATE TABLE {kind}_documents (
    doc INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL,
    terms BLOB NOT NULL
);
CREATE TABLE {kind}_removed (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    doc INTEGER NOT NULL
);
CREATE TABLE {kind}_segments (
    segment INTEGER PRIMARY KEY AUTOINCREMENT,
    last_doc INTEGER NOT NULL,
    docs BLOB NOT NULL,
    owners BLOB NOT NULL,
    lengths BLOB NOT NULL
);
CREATE TABLE {kind}_postings (
    segment INTEGER NOT NULL,
    term INTEGER NOT NULL,
    places BLOB NOT NULL,
    counts BLOB NOT NULL,
    PRIMARY KEY (segment, term)
) WITHOUT ROWID;
"""
_INDEXES = "".join(_INDEX.replace("{kind}", kind) for kind in ("episode", "node", "procedure"))

# When the brain slept; see `brain.memory.recall`.
_V2 = """
CREATE TABLE sleeps (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    began_at REAL NOT NULL,
    ended_at REAL NOT NULL
);
"""

# Vectors of an optional embedder; see `brain.memory.vectors`. A text that changes loses its vector first, and gets
# another if an embedder is at hand.
_VECTORS = """
CREATE TABLE {kind}_vectors (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL UNIQUE,
    vector BLOB NOT NULL
);
CREATE TRIGGER {kind}_vectors_counted AFTER INSERT ON {kind}_vectors BEGIN
    UPDATE consolidation_state SET value = value + 1 WHERE key = '{kind}_vectors';
END;
CREATE TRIGGER {kind}_vectors_discounted AFTER DELETE ON {kind}_vectors BEGIN
    UPDATE consolidation_state SET value = value - 1 WHERE key = '{kind}_vectors';
END;
CREATE TRIGGER {kind}_vectors_go AFTER DELETE ON {table} BEGIN
    DELETE FROM {kind}_vectors WHERE owner = old.seq;
END;
"""
_V3 = (
    _VECTORS.replace("{kind}", "episode").replace("{table}", "episodes")
    + _VECTORS.replace("{kind}", "node").replace("{table}", "semantic_nodes")
    + """
CREATE TABLE embedding_models (
    kind TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    dimensions INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO consolidation_state VALUES ('episode_vectors', 0), ('node_vectors', 0);
CREATE TRIGGER episode_vectors_outdated AFTER UPDATE OF content ON episodes WHEN old.content <> new.content BEGIN
    DELETE FROM episode_vectors WHERE owner = old.seq;
END;
CREATE TRIGGER node_vectors_outdated AFTER UPDATE OF concept, description ON semantic_nodes
    WHEN old.concept <> new.concept OR old.description <> new.description BEGIN
    DELETE FROM node_vectors WHERE owner = old.seq;
END;
CREATE TRIGGER node_vectors_named AFTER INSERT ON semantic_aliases BEGIN
    DELETE FROM node_vectors WHERE owner = (SELECT seq FROM semantic_nodes WHERE concept_key = new.concept_key);
END;
CREATE TRIGGER node_vectors_unnamed AFTER DELETE ON semantic_aliases BEGIN
    DELETE FROM node_vectors WHERE owner = (SELECT seq FROM semantic_nodes WHERE concept_key = old.concept_key);
END;
"""
)

_V4 = """
CREATE TABLE languages (
    name TEXT PRIMARY KEY
) WITHOUT ROWID;
"""

_V5 = """
ALTER TABLE semantic_nodes ADD COLUMN past INTEGER NOT NULL DEFAULT 0;
"""

MIGRATIONS: tuple[str, ...] = (_V1.replace("{indexes}", _INDEXES), _V2, _V3, _V4, _V5)
SCHEMA_VERSION = len(MIGRATIONS)
