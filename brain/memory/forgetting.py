"""Forgetting on purpose: one memory, wherever it has left a trace. Written once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from brain.errors import NotFoundError
from brain.memory.records import MemoryItem

__all__ = ["ForgetReport", "Forgetting"]


@dataclass(frozen=True, slots=True)
class ForgetReport:
    """What was forgotten: episodes, items in mind, and concepts by name."""

    episodes: int = 0
    items: int = 0
    concepts: list[str] = field(default_factory=list)


class _Items(Protocol):
    def remove(self, item_id: str) -> MemoryItem: ...

    def remove_episode(self, episode_id: str) -> int: ...


class _Events(Protocol):
    def delete(self, episode_id: str) -> None: ...


class _Facts(Protocol):
    def delete_fact(self, concept: str) -> None: ...

    def forget_derived(self, origin: str) -> list[str]: ...


class Forgetting:
    """`forget` over working, episodic and semantic memory."""

    def __init__(self, working: _Items, episodic: _Events, semantic: _Facts) -> None:
        self._working = working
        self._episodic = episodic
        self._semantic = semantic

    def forget(self, key: str) -> ForgetReport:
        """Forget what `key` names: an id that recall returned, or a concept.

        With an episode go the items in mind that it keeps and the concepts that are known from it alone.

        Raises:
            NotFoundError: if nothing in this mind answers to it.
        """
        if key.startswith("wm_"):
            kept_by = self._working.remove(key).episode_id
            rest = self.forget(kept_by) if kept_by else ForgetReport()
            return ForgetReport(rest.episodes, rest.items + 1, rest.concepts)
        try:
            self._episodic.delete(key)
        except NotFoundError:
            self._semantic.delete_fact(key)
            return ForgetReport(concepts=[key])
        return ForgetReport(1, self._working.remove_episode(key), self._semantic.forget_derived(key))
