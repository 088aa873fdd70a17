"""Prefrontal cortex: working memory as an actor."""

from __future__ import annotations

from actors import messages as m
from actors.anatomy import BrainStructure
from brain.memory import WorkingMemory

__all__ = ["PrefrontalCortex"]


class PrefrontalCortex(BrainStructure):
    """Holds what is in mind. A restart empties it: it lives in RAM only."""

    accepts = (
        m.PushItem, m.SearchItems, m.GetContext, m.PeekLast, m.RemoveItem,
        m.RemoveEpisode, m.ClearItems, m.AwaitingTransfer,
        m.MarkTransferred, m.DropStale, m.DescribeWorking, m.CountItems,
    )  # fmt: skip

    def build(self) -> WorkingMemory:
        """Return an empty working memory."""
        a = self.anatomy
        return WorkingMemory(clock=a.clock, ids=a.ids, pressure=a.pressure, config=a.config)
