"""What a trace tells of the replies that explain a run: beliefs, trust, scores, and what consolidation did.

Other replies are told by `actors._bounded`, as is each value here: nothing may depend on addresses or hash order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from actors._bounded import bounded
from brain.cognition import CognitiveResult
from brain.memory import (
    ConsolidationReport,
    ConsolidationStatus,
    DecayReport,
    EvidenceBundle,
    SemanticNode,
    SourceRecord,
    StoreResult,
    WorkingStatus,
)
from brain.memory.evidence import Evidence

__all__ = ["told_reply"]


def told_reply(reply: Any) -> Any:
    """Return a JSON-ready stand-in for a reply: an object with its "type" for those told in detail."""
    tell = _TOLD.get(type(reply))
    return bounded(reply) if tell is None else tell(reply)


def _report(report: Any) -> Any:
    """Tell what is not zero; a cycle in which nothing happened is its class, for there are thousands of them."""
    figures = {spec.name: bounded(value) for spec in fields(report) if (value := getattr(report, spec.name))}
    kind = type(report).__name__
    return {"type": kind, **figures} if figures else kind


def _node(node: SemanticNode) -> dict[str, Any]:
    return {
        "type": "SemanticNode",
        "concept": bounded(node.concept),
        "description": bounded(node.description),
        "negated": node.negated,
        "status": node.status,
        "confidence": bounded(node.confidence),
        "source": bounded(node.source_ref),
    }


def _source(source: SourceRecord) -> dict[str, Any]:
    return {
        "type": "SourceRecord",
        "source": bounded(source.source_id),
        "kind": source.source_type,
        "trust": bounded(source.trust_score),
        "listed": "black" if source.is_blacklisted else "white" if source.is_whitelisted else "",
    }


def _stored(stored: StoreResult) -> dict[str, Any]:
    return {
        "type": "StoreResult",
        "working": stored.working.item_id,
        "episodic": stored.episodic.episode_id if stored.episodic else "",
        "semantic": bounded(stored.semantic.concept) if stored.semantic else "",
    }


def _bundle(bundle: EvidenceBundle) -> dict[str, Any]:
    return {
        "type": "EvidenceBundle",
        "query": bounded(bundle.query),
        "sufficiency": bounded(bundle.sufficiency),
        "retrieved": bundle.total_retrieved,
        "evidence": [_piece(piece) for piece in bundle.evidence],
    }


def _piece(piece: Evidence) -> dict[str, Any]:
    parts = {spec.name: bounded(getattr(piece.parts, spec.name)) for spec in fields(piece.parts)}
    return {
        "memory": piece.kind,
        "key": bounded(piece.key),
        "source": bounded(piece.source),
        "text": bounded(piece.text),
        "hop": piece.hop,
        "parts": parts,
    }


def _result(result: CognitiveResult) -> dict[str, Any]:
    return {
        **_bundle(result.evidence),
        "type": "CognitiveResult",
        "goal": result.goal.goal_type,
        "action": result.action,
        "confidence": bounded(result.confidence),
        "response": bounded(result.response),
        "support": [bounded(piece.key) for piece in result.support],
    }


_TOLD: dict[type, Callable[[Any], Any]] = {
    ConsolidationReport: _report,
    ConsolidationStatus: _report,
    DecayReport: _report,
    WorkingStatus: _report,
    SemanticNode: _node,
    SourceRecord: _source,
    StoreResult: _stored,
    EvidenceBundle: _bundle,
    CognitiveResult: _result,
}
