"""The mind, pure: memory, language and thought, without threads, actors, printing or a wall clock."""

from brain.clock import SystemClock, VirtualClock
from brain.config import BrainConfig
from brain.errors import BrainError
from brain.percept import EncodedPercept, FusedPercept

__all__ = ["BrainConfig", "BrainError", "EncodedPercept", "FusedPercept", "SystemClock", "VirtualClock"]
