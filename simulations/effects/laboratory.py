"""Simulated subjects: each is a brain of its own, in virtual time, that learns, lives and sleeps."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from actors import BrainSystem
from brain.clock import VirtualClock
from brain.config import BrainConfig
from simulations.effects.effect import Progress

__all__ = ["DAY", "HOUR", "MINUTE", "Subject", "each_subject", "human_figures", "standard_config"]

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0

_MIDNIGHT = 1_767_225_600.0  # 2026-01-01, UTC
_MORNING = 10 * HOUR
_WAKES, _RETIRES = 7 * HOUR, 23 * HOUR
_PASSING = 0.1  # importance of what passes through the mind and leaves no episode
_THOUGHTS = 12
_LARGE = 1_000_000

T = TypeVar("T")


class Subject:
    """A brain, and how its day goes.

    Args:
        brain: running in virtual time.
        number: which subject this is, from 0.
        seed: for the subject's material.
    """

    def __init__(self, brain: BrainSystem, number: int, seed: int) -> None:
        self.brain = brain
        self.number = number
        self.seed = seed
        self.language = ("ru", "en")[number % 2]

    def study(
        self, content: str, *, seconds: float = 0.0, session: str = "", source: str = "", importance: float = 0.5
    ) -> None:
        """Perceive something, then let `seconds` pass."""
        self.brain.perceive(content, source_ref=source, importance=importance, session_id=session)
        if seconds:
            self.brain.advance(seconds=seconds)

    def distract(self, thoughts: int = _THOUGHTS, *, seconds: float = 0.0) -> None:
        """Think of other things, each for `seconds`: they displace what is in mind and are not kept."""
        for step in range(thoughts):
            self.brain.perceive(str(997 - 3 * step), importance=_PASSING, session_id="other things")
            if seconds:
                self.brain.advance(seconds=seconds)

    def stay_awake(self, seconds: float) -> None:
        """Let time pass, awake and with other things in mind."""
        self.distract()
        self._skip(seconds)

    def sleep(self, seconds: float) -> None:
        """Sleep so long, after other things came to mind."""
        self.distract()
        began = self.brain.clock.now()
        self._skip(seconds)
        self.brain.memory.note_sleep(began, self.brain.clock.now())

    def live(self, seconds: float, *, sleeping: bool = True) -> None:
        """Let time pass as it does: days awake, and nights from 23 to 7 asleep unless `sleeping` is False."""
        self.distract()
        end = self.brain.clock.now() + seconds
        while (now := self.brain.clock.now()) < end:
            hour = (now - _MIDNIGHT) % DAY
            awake = _WAKES <= hour < _RETIRES
            until = min(end, now - hour + (_RETIRES if awake else _WAKES + DAY * (hour >= _RETIRES)))
            self._skip(until - now)
            if sleeping and not awake:
                self.brain.memory.note_sleep(now, until)

    def chance(self, cue: str, wanted: str) -> float:
        """Ask with a cue; return how likely it was that the wanted content came, whatever did."""
        answer = self.brain.memory.cued_recall(cue)
        # The probability given is that of the strongest candidate, which a rival may be.
        return answer.probability if answer.content in (None, wanted) else 0.0

    def _skip(self, seconds: float) -> None:
        # Without its timers going off: nothing that they do touches human recall, and months would cost minutes.
        self.brain.suspend(until=self.brain.clock.now() + seconds)


def each_subject(
    experiment: Callable[[Subject], T], config: BrainConfig, seed: int, count: int, progress: Progress | None = None,
    name: str = "",
) -> list[T]:  # fmt: skip
    """Run an experiment on `count` fresh subjects, who begin at ten in the morning; every second one is Russian.

    Args:
        experiment: what is done with a subject; returns what was found.
        config: of every subject's brain.
        seed: of the whole group; the first subjects of a larger group are those of a smaller one.
        count: how many.
        progress: told after each, with `name`.
    """
    found = []
    for number in range(count):
        own = seed * _LARGE + number
        with BrainSystem.start(seed=own, config=config, clock=VirtualClock(_MIDNIGHT + _MORNING)) as brain:
            found.append(experiment(Subject(brain, number, own)))
        if progress is not None:
            progress(number + 1, count, name)
    return found


@cache
def human_figures(study: str) -> dict[str, Any]:
    """Return the human figures of a study, with their source."""
    text = resources.files("simulations.effects").joinpath("data/human.toml").read_text(encoding="utf-8")
    figures: dict[str, Any] = tomllib.loads(text)[study]
    return figures


def standard_config() -> BrainConfig:
    """Return the one set of parameters that all effects share."""
    with resources.as_file(resources.files("simulations.effects").joinpath("effects.toml")) as path:
        return BrainConfig().updated(path)
