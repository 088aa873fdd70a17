"""Ctrl-C during a run: the message at hand is finished, the run ends, what came before it is kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from actors import BrainSystem

__all__ = ["interruptible"]


@contextmanager
def interruptible(brain: Callable[[], BrainSystem | None]) -> Iterator[None]:
    """Let SIGINT end what goes on in the block by KeyboardInterrupt, through the brain if there is one.

    Python drops an exception that its own handler happens to raise within a finalizer, and the run would go on. Pressed
    a second time, Ctrl-C ends the block at once. Nothing is changed on other threads, where signals are not handled,
    nor if the caller has a handler of its own.

    Args:
        brain: returns the brain that is at work now, or None.
    """
    usual = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield
        return

    def pressed(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, usual)
        at_work = brain()
        if at_work is None:
            raise KeyboardInterrupt
        at_work.interrupt()

    signal.signal(signal.SIGINT, pressed)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
