"""What travels between actors, and who is at work: the causal bookkeeping of a runtime."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["OUTSIDE", "Delivery", "Here"]

OUTSIDE = "outside"
"""The sender's name of what no actor sent."""


class Delivery:
    """A message on its way, with where it comes from and what caused it.

    Attributes:
        message: what was sent.
        kind: 'ask', 'tell' or 'timer'.
        seq: the order of sending within the runtime; 0 for a block of the user's, which is no message.
        cause: the `seq` of the message during which it was sent, or None.
        sent_at: seconds, by the runtime's clock.
        outcome: what supervision decided, if it decided anything.

    """

    __slots__ = ("cause", "kind", "message", "outcome", "receiver", "sender", "sent_at", "seq", "trace_id")

    def __init__(
        self,
        message: Any,
        kind: str,
        seq: int,
        sender: str,
        receiver: str,
        trace_id: str,
        cause: int | None,
        sent_at: float,
    ) -> None:
        self.message = message
        self.kind = kind
        self.seq = seq
        self.sender = sender
        self.receiver = receiver
        self.trace_id = trace_id
        self.cause = cause
        self.sent_at = sent_at
        self.outcome = ""


class Here(Protocol):
    """Holds the delivery that is being handled: one for all, or one a thread."""

    current: Delivery | None
