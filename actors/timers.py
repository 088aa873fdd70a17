"""Timers: what is to be told later, in order of due time."""

from __future__ import annotations

import heapq
import itertools
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from brain.errors import InvalidInputError

__all__ = ["Timer", "TimerQueue"]


@dataclass(order=True, slots=True)
class Timer:
    """A message that is told at a time; `cancel` it if it is no longer wanted.

    Attributes:
        due: when it goes off next, in the seconds of its runtime's timers.
        order: the order of scheduling; of two timers due at once the older one goes off first.

    """

    due: float
    order: int
    receiver: Any = field(compare=False)
    message: Any = field(compare=False)
    every: float | None = field(compare=False)
    origin: Any = field(compare=False)
    cancelled: bool = field(default=False, compare=False)
    _first: float = field(default=0.0, compare=False)
    _round: int = field(default=0, compare=False)

    def cancel(self) -> None:
        """Let the timer never go off again."""
        self.cancelled = True

    def _rebase(self, first: float) -> None:
        self.due = self._first = first
        self._round = 0

    def _repeat(self, not_before: float) -> None:
        """Set the next due time, leaving out rounds that are over already."""
        assert self.every is not None
        # A product and no running sum: rounding errors of a sum add up over a long run.
        passed = math.floor((not_before - self._first) / self.every)
        self._round = max(self._round + 1, passed)
        self.due = self._first + self._round * self.every


class TimerQueue:
    """Timers in order of due time; threads may share it."""

    def __init__(self) -> None:
        self._heap: list[Timer] = []
        self._order = itertools.count()
        self._changed = threading.Condition()

    def add(self, now: float, receiver: Any, message: Any, *, after: float, every: float | None, origin: Any) -> Timer:
        """Queue a timer that goes off `after` seconds from `now`, and then every `every` seconds.

        Raises:
            InvalidInputError: if `after` is negative or not finite, or `every` is not a finite number > 0.

        """
        if not math.isfinite(after) or after < 0:
            raise InvalidInputError(f"after must be a finite number of seconds >= 0, not {after!r}")
        if every is not None and not (math.isfinite(every) and every > 0):
            raise InvalidInputError(f"every must be a finite number of seconds > 0, not {every!r}")
        timer = Timer(now + after, next(self._order), receiver, message, every, origin)
        timer._rebase(timer.due)  # noqa: SLF001
        with self._changed:
            heapq.heappush(self._heap, timer)
            self._changed.notify_all()
        return timer

    def next_due(self) -> float | None:
        """Return when the next timer goes off, or None."""
        with self._changed:
            while self._heap and self._heap[0].cancelled:
                heapq.heappop(self._heap)
            return self._heap[0].due if self._heap else None

    def pop_due(self, now: float, *, skip_missed: bool) -> Timer | None:
        """Return the first timer that is due at `now` and queue it anew if it is periodic, or return None.

        Args:
            now: seconds, on the time line of `add`.
            skip_missed: leave out rounds that `now` is past already, as after a suspended laptop.

        """
        with self._changed:
            while self._heap and self._heap[0].due <= now:
                timer = heapq.heappop(self._heap)
                if timer.cancelled:
                    continue
                if timer.every is not None:
                    timer._repeat(now if skip_missed else timer.due)  # noqa: SLF001
                    heapq.heappush(self._heap, timer)
                return timer
        return None

    def postpone(self, until: float) -> None:
        """Put off what is due before `until`: a single timer to `until`, a periodic one by a whole period."""
        with self._changed:
            for timer in self._heap:
                if timer.due < until:
                    timer._rebase(until + (timer.every or 0.0))  # noqa: SLF001
            heapq.heapify(self._heap)
            self._changed.notify_all()

    def wait_next(self, now: Callable[[], float], closed: Callable[[], bool]) -> None:
        """Wait in real time until the next timer is due, the queue changes, or it is `closed`.

        Looking and waiting happen under one lock: a timer that is added in between must not be slept through.
        """
        with self._changed:
            if not closed():
                self._changed.wait(max(0.0, self._heap[0].due - now()) if self._heap else None)

    def clear(self) -> None:
        """Forget all timers and wake who waits."""
        with self._changed:
            self._heap.clear()
            self._changed.notify_all()
