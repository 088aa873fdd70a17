"""Feedback: a concept is confirmed or denied, and so is the source that vouched for it. Written once."""

from __future__ import annotations

from typing import Protocol

from brain.memory.records import SemanticNode, SourceRecord

__all__ = ["Feedback"]


class _Beliefs(Protocol):
    def confirm_fact(self, concept: str) -> SemanticNode: ...

    def deny_fact(self, concept: str) -> SemanticNode: ...


class _Trust(Protocol):
    def update_trust(self, source_id: str, confirmed: bool) -> SourceRecord: ...


class Feedback:
    """`confirm` and `deny` over semantic and source memory."""

    def __init__(self, semantic: _Beliefs, sources: _Trust) -> None:
        self._semantic = semantic
        self._sources = sources

    def confirm(self, concept: str, source_ref: str = "") -> SemanticNode:
        """Believe a concept more, and its source if one is named."""
        node = self._semantic.confirm_fact(concept)
        if source_ref:
            self._sources.update_trust(source_ref, confirmed=True)
        return node

    def deny(self, concept: str, source_ref: str = "") -> SemanticNode:
        """Believe a concept less, and its source if one is named."""
        node = self._semantic.deny_fact(concept)
        if source_ref:
            self._sources.update_trust(source_ref, confirmed=False)
        return node
