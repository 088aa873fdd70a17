"""The body: each structure of the brain as a Pykka actor, typed messages, two runtimes."""

from actors.brain_system import BrainSystem, RuntimeName
from actors.deterministic import DeterministicRuntime
from actors.runtime import Health
from actors.threads import ThreadRuntime
from actors.trace import TraceRecord

__all__ = ["BrainSystem", "DeterministicRuntime", "Health", "RuntimeName", "ThreadRuntime", "TraceRecord"]
