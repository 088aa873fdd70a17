"""Fixtures for the embedding tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from embedding_kit import Thesaurus, new_mind

from brain.memory import MemoryManager


@pytest.fixture
def thesaurus() -> Thesaurus:
    return Thesaurus()


@pytest.fixture
def mind(thesaurus: Thesaurus) -> Iterator[MemoryManager]:
    """A mind with an embedder."""
    memory = new_mind(embedder=thesaurus)
    yield memory
    memory.stop()
