"""A brain that can die."""

from __future__ import annotations

from actors import BrainSystem

__all__ = ["MortalBrain"]


class MortalBrain(BrainSystem):
    """A brain that can end as a killed process ends: nothing is saved, what was on its way is lost."""

    def crash(self) -> None:
        """Let go of everything without saving."""
        self.runtime.stop()
        self._database.close()
