"""Fixtures for the memory tests: one clock, one pressure and one mind a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from memory_kit import new_manager

from brain.chance import seeded_ids
from brain.clock import VirtualClock
from brain.memory import (
    EpisodicMemory,
    MemoryDatabase,
    MemoryManager,
    ProceduralMemory,
    SemanticMemory,
    SourceMemory,
    WorkingMemory,
)
from brain.pressure import FixedPressure


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def pressure() -> FixedPressure:
    return FixedPressure()


@pytest.fixture
def database() -> Iterator[MemoryDatabase]:
    mind = MemoryDatabase()
    yield mind
    mind.close()


@pytest.fixture
def working(clock: VirtualClock, pressure: FixedPressure) -> WorkingMemory:
    return WorkingMemory(clock=clock, ids=seeded_ids(1), pressure=pressure)


@pytest.fixture
def episodic(database: MemoryDatabase, clock: VirtualClock) -> EpisodicMemory:
    return EpisodicMemory(database=database, clock=clock, ids=seeded_ids(2))


@pytest.fixture
def semantic(database: MemoryDatabase, clock: VirtualClock) -> SemanticMemory:
    return SemanticMemory(database=database, clock=clock)


@pytest.fixture
def sources(database: MemoryDatabase, clock: VirtualClock) -> SourceMemory:
    return SourceMemory(database=database, clock=clock)


@pytest.fixture
def skills(database: MemoryDatabase, clock: VirtualClock) -> ProceduralMemory:
    return ProceduralMemory(database=database, clock=clock, ids=seeded_ids(3))


@pytest.fixture
def manager(clock: VirtualClock, pressure: FixedPressure) -> Iterator[MemoryManager]:
    mind = new_manager(clock=clock, pressure=pressure)
    yield mind
    mind.stop()
