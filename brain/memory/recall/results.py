"""What an act of remembering comes to: plain frozen values."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CuedRecall", "FreeRecall", "Output", "Recognition"]


@dataclass(frozen=True, slots=True)
class Output:
    """One thing said in free recall.

    Attributes:
        content: as it was first met.
        position: its place in the session, from 0; -1 for an intrusion.
        activation: at the moment of recall, without noise.
        latency: seconds since the output before, or since the start.
        kind: 'working' if it was mostly still in mind, 'semantic' for an intrusion from the graph, else 'episodic'.
    """

    content: str
    position: int
    activation: float
    latency: float
    kind: str


@dataclass(frozen=True, slots=True)
class FreeRecall:
    """What was recalled of a session, in order; `studied` is how many places the session has."""

    session_id: str
    outputs: tuple[Output, ...]
    studied: int

    @property
    def positions(self) -> tuple[int, ...]:
        """The places of the outputs in the session, in order of output; -1 for intrusions."""
        return tuple(output.position for output in self.outputs)


@dataclass(frozen=True, slots=True)
class CuedRecall:
    """What a cue brought to mind.

    Attributes:
        content: of the episode recalled, None if nothing came.
        episode_id: of its latest encounter, "" if nothing came.
        activation: of what was recalled, else of the strongest candidate; without noise.
        probability: that the strongest candidate is recalled (0-1), its rivals and the threshold considered.
        latency: seconds until the answer, or until giving up.
    """

    cue: str
    content: str | None
    episode_id: str
    activation: float
    probability: float
    latency: float


@dataclass(frozen=True, slots=True)
class Recognition:
    """Whether something seemed familiar.

    Attributes:
        activation: of the probe itself, without noise.
        probability: of accepting it (0-1).
        latency: seconds until the verdict.
    """

    probe: str
    accepted: bool
    activation: float
    probability: float
    latency: float
