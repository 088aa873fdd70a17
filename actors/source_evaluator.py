"""Source evaluator: trust in sources as an actor."""

from __future__ import annotations

from actors import messages as m
from actors.anatomy import BrainStructure
from brain.memory import SourceMemory

__all__ = ["SourceEvaluator"]


class SourceEvaluator(BrainStructure):
    """Knows who said what, and how far they are believed."""

    accepts = (
        m.RegisterSource, m.MeetSource, m.SaveSources, m.GetSource, m.GetTrust, m.GetTrustOf,
        m.FindSources, m.UpdateTrust, m.BlacklistSource,
        m.WhitelistSource, m.ClearSourceFlags, m.FadeTrust, m.GetSources, m.CountSources,
    )  # fmt: skip

    def build(self) -> SourceMemory:
        """Return source memory over the mind's file."""
        return SourceMemory(**self.shared)
