"""Fixtures that all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pykka
import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(autouse=True)
def _no_actor_is_left() -> Iterator[None]:
    """Fail a test that leaves an actor running, and end it so that the suite does not hang."""
    yield
    left = pykka.ActorRegistry.get_all()
    pykka.ActorRegistry.stop_all(timeout=5)
    assert not left, f"actors left running: {left}"
