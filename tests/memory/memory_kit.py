"""Builders that the memory tests share: minds whose time, chance and RAM are arguments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from brain.chance import seeded_ids
from brain.clock import VirtualClock
from brain.config import BrainConfig
from brain.memory import MemoryDatabase, MemoryManager
from brain.pressure import FixedPressure

HOUR = 3600.0
DAY = 86_400.0


@dataclass(frozen=True)
class Goal:
    """A goal as retrieval sees it."""

    goal_type: str


def new_manager(
    data_dir: Path | None = None,
    *,
    clock: VirtualClock | None = None,
    pressure: FixedPressure | None = None,
    settings: dict[str, Any] | None = None,
    seed: int = 1,
    **sizes: int,
) -> MemoryManager:
    return MemoryManager(
        data_dir,
        auto_consolidate=False,
        clock=clock or VirtualClock(),
        ids=seeded_ids(seed),
        pressure=pressure or FixedPressure(),
        config=BrainConfig().with_settings(settings or {}),
        **sizes,
    )


@contextmanager
def private_database() -> Iterator[MemoryDatabase]:
    """Give a mind for one hypothesis example."""
    database = MemoryDatabase()
    try:
        yield database
    finally:
        database.close()


def crash(manager: MemoryManager) -> None:
    """End a manager as a killed process would: nothing is saved or finished."""
    manager.database.close()
