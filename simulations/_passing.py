"""Time passing in a run, with repeated probes going off on their way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from brain.clock import Clock
from simulations.scenario import Probe

__all__ = ["Passing"]


@dataclass(slots=True)
class _Standing:
    """A probe that is repeated; `rounds` counts from 0, the first being when it was set up."""

    probe: Probe
    began: float
    rounds: int = 0

    @property
    def due(self) -> float:
        # A product and no running sum: rounding errors of a sum add up.
        after = self.rounds * self.probe.every
        return self.began + after if after <= self.probe.lasting else float("inf")


class Passing:
    """Lets time pass in stretches that end where a repeated probe is due.

    Args:
        clock: the time of the run.
        measure: called with a probe that is due, and how many seconds after it was set up that is.

    """

    def __init__(self, clock: Clock, measure: Callable[[Probe, float], None]) -> None:
        self._clock = clock
        self._measure = measure
        self._standing: list[_Standing] = []

    def add(self, probe: Probe) -> None:
        """Repeat a probe from now on; the first time is now."""
        self._standing.append(_Standing(probe, self._clock.now()))
        self._measure_due(self._clock.now())

    def until(self, moment: float, live: Callable[[float], object]) -> None:
        """Let time pass until `moment` (Unix seconds); `live` makes it pass until the moment that it is given."""
        while (stop := self._next_due()) <= moment:
            live(stop)
            self._measure_due(stop)
        live(moment)

    def skip_missed(self) -> None:
        """Leave out what fell due while nothing could be measured."""
        for each in self._standing:
            while each.due < self._clock.now():
                each.rounds += 1

    def _next_due(self) -> float:
        return min((each.due for each in self._standing), default=float("inf"))

    def _measure_due(self, moment: float) -> None:
        # By the moment aimed at, not by the clock: adding up stretches of time may miss it by a rounding error.
        for each in self._standing:
            if each.due <= moment:
                since = each.rounds * each.probe.every
                each.rounds += 1
                self._measure(each.probe, since)
