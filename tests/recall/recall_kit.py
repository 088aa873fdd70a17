"""What the tests of remembering share: words, and a mind that has studied them."""

from __future__ import annotations

from brain import BrainConfig, VirtualClock
from brain.memory import MemoryManager
from brain.pressure import FixedPressure

RUSSIAN = [
    "дом", "река", "камень", "стол", "окно", "лошадь", "зима", "врач", "музыка", "сад",
    "бумага", "корзина", "дождь", "хлеб", "поле", "море",
]  # fmt: skip
ENGLISH = [
    "house", "river", "stone", "table", "window", "horse", "winter", "doctor", "music", "garden",
    "paper", "basket", "rain", "bread", "field", "sea",
]  # fmt: skip
HOUR = 3600.0
DAY = 24 * HOUR


def mind(seed: int = 1, **recall: float | str) -> MemoryManager:
    """Return a private mind in virtual time; `recall` are settings of that section."""
    settings = {f"recall.{name}": value for name, value in recall.items()}
    return MemoryManager(
        auto_consolidate=False,
        clock=VirtualClock(),
        pressure=FixedPressure(),
        config=BrainConfig().with_settings(settings),
        seed=seed,
    )


def wait(memory: MemoryManager, seconds: float) -> None:
    """Let time pass."""
    assert isinstance(memory.clock, VirtualClock)
    memory.clock.advance(seconds)


def study(memory: MemoryManager, words: list[str], session_id: str = "list", every: float = 4.0) -> None:
    """Let a mind meet words, one after the other."""
    for word in words:
        memory.store(word, session_id=session_id)
        wait(memory, every)
