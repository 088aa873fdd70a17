"""Basal ganglia: procedures as an actor."""

from __future__ import annotations

from actors import messages as m
from actors.anatomy import BrainStructure
from brain.memory import ProceduralMemory

__all__ = ["BasalGanglia"]


class BasalGanglia(BrainStructure):
    """Holds skills and how well they serve."""

    accepts = (
        m.CreateProcedure, m.GetProcedure, m.UpdateSuccess, m.GetBestProcedures, m.SearchProcedures,
        m.GetProcedures, m.DeleteProcedure, m.PruneProcedures, m.CountProcedures,
    )  # fmt: skip

    def build(self) -> ProceduralMemory:
        """Return procedural memory over the mind's file."""
        return ProceduralMemory(ids=self.anatomy.ids, **self.shared)
