"""What caused what: the chains of messages, as lists and as a tree in text."""

from __future__ import annotations

from collections.abc import Sequence

from actors.trace import TraceRecord
from brain.errors import NotFoundError
from simulations.trace.path import short_reply, short_words

__all__ = ["Causality"]


class Causality:
    """The messages of a run by what caused them.

    Args:
        records: all of them, in any order.

    """

    def __init__(self, records: Sequence[TraceRecord]) -> None:
        self._by_seq = {record.seq: record for record in sorted(records, key=lambda each: each.seq)}
        self._effects: dict[int, list[TraceRecord]] = {}
        self._chains: dict[str, list[TraceRecord]] = {}
        for record in self._by_seq.values():
            self._chains.setdefault(record.trace_id, []).append(record)
            if record.cause is not None:
                self._effects.setdefault(record.cause, []).append(record)

    def causes_of(self, seq: int) -> list[TraceRecord]:
        """Return the message `seq` and what caused it, step by step: itself first, what came from outside last.

        Raises:
            NotFoundError: if there is no such message.

        """
        if seq not in self._by_seq:
            raise NotFoundError(f"the trace holds no message {seq}")
        causes = [self._by_seq[seq]]
        while (cause := causes[-1].cause) is not None and cause in self._by_seq and cause < causes[-1].seq:
            causes.append(self._by_seq[cause])
        return causes

    def chain(self, trace_id: str) -> list[TraceRecord]:
        """Return all messages of one chain of events, in order of sending.

        Raises:
            NotFoundError: if there is no such chain.

        """
        if trace_id not in self._chains:
            raise NotFoundError(f"the trace holds no chain {trace_id!r}")
        return list(self._chains[trace_id])

    def tree(self, trace_id: str) -> str:
        """Return a chain as an indented tree, a message a line.

        Raises:
            NotFoundError: if there is no such chain.

        """
        chain = self.chain(trace_id)
        within = {record.seq for record in chain}
        lines: list[str] = []
        pending = [(record, "", "") for record in reversed(chain) if record.cause not in within]
        while pending:
            record, lead, deeper = pending.pop()
            lines.append(lead + _line(record))
            effects = [each for each in self._effects.get(record.seq, ()) if each.seq in within]
            for place, effect in reversed(list(enumerate(effects, start=1))):
                last = place == len(effects)
                pending.append((effect, deeper + ("└─ " if last else "├─ "), deeper + ("   " if last else "│  ")))
        return "\n".join(lines) + "\n"


def _line(record: TraceRecord) -> str:
    said, answer = short_words(record.carried), short_reply(record.reply)
    return (
        f"{record.seq} {record.sender} {'>' if record.kind == 'ask' else '~'} {record.receiver}: {record.type}"
        + (f" «{said}»" if said else "")
        + (f" = {answer}" if answer else "")
        + ("" if record.outcome == "ok" else f" [{record.outcome}]")
    )
