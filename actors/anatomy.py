"""What a structure of the brain is made with: the mind's file, time, chance, numbers, and where the others are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pykka

from actors.runtime import Address, Runtime
from actors.structure import Structure
from brain.chance import IdFactory
from brain.clock import Clock
from brain.config import BrainConfig
from brain.memory import MemoryDatabase
from brain.memory.embedding import Embedder
from brain.pressure import Pressure

__all__ = ["Anatomy", "BrainStructure"]


@dataclass(frozen=True, slots=True)
class Anatomy:
    """What all structures of one brain share.

    Attributes:
        seed: decides what is left to chance; None if nothing does.
        embedder: makes vectors; None if words alone count.
    """

    database: MemoryDatabase
    clock: Clock
    ids: IdFactory
    pressure: Pressure
    config: BrainConfig
    seed: str | None = None
    embedder: Embedder | None = None


class BrainStructure(Structure):
    """A structure of the brain: it shares an anatomy with the others.

    Args:
        runtime, name: as for `Structure`.
        anatomy: what all share.

    """

    def __init__(self, runtime: Runtime, name: str, anatomy: Anatomy) -> None:
        limits = anatomy.config.runtime
        super().__init__(runtime, name, max_restarts=limits.max_restarts, restart_window=limits.restart_window)
        self.anatomy = anatomy

    @property
    def shared(self) -> dict[str, Any]:
        """The keyword arguments that every structure in the mind's file takes."""
        return {"database": self.anatomy.database, "clock": self.anatomy.clock, "config": self.anatomy.config}

    @property
    def address(self) -> Address:
        """Where this structure can be reached."""
        ref: pykka.ActorRef[Any] = self.actor_ref
        return Address(self.name, ref)
