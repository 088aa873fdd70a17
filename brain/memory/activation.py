"""Context is memory: activation spreads from the episodes that match to their neighbours in the session.

What was said next to an episode belongs to it: a question and its answer, a name and what is told of it. Each match
passes part of its activation on to the episodes up to three places away in its session, all episodes of a session
gain a little from its best matches, and what comes from a source or a time that the query names gains too. An episode
that only asks is worth less than one that states, and a longer one a little more than its words alone would make it.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brain.config import RetrievalConfig
from brain.memory.source_memory import source_key

__all__ = ["Active", "Match", "spread", "worth"]

_USUAL_LENGTH = 100.0  # characters of a spoken turn
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Match:
    """An episode that matches, and where it stands.

    Attributes:
        score: how well it matches.
        session: its session, "" if none.
        before, after: the numbers of its neighbours in the session, nearest first.
    """

    score: float
    session: str = ""
    before: Sequence[int] = ()
    after: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Active:
    """What has become active, by number.

    Attributes:
        values: how active each episode is, in the units of the matching scores.
        hops: for those that do not match themselves, how many places away the strongest match that reached them is.
    """

    values: dict[int, float]
    hops: dict[int, int]

    def foremost(self, count: int) -> list[int]:
        """Return the numbers of the most active, of equals the newest first."""
        return heapq.nlargest(count, self.values, key=lambda number: (self.values[number], number))


def spread(matches: Mapping[int, Match], config: RetrievalConfig) -> Active:
    """Return what the matches make active, themselves included.

    Args:
        matches: what matches, by number.
        config: how much is passed on, and how far.
    """
    by_session: dict[str, list[float]] = defaultdict(list)
    for match in matches.values():
        by_session[match.session].append(match.score)
    gained = {
        session: config.session_weight * math.fsum(heapq.nlargest(config.session_top, scores)) if session else 0.0
        for session, scores in by_session.items()
    }
    # What belongs to no session is a session by itself; it would else be behind whatever stands in one.
    values = {
        number: match.score + (gained[match.session] if match.session else config.session_weight * match.score)
        for number, match in matches.items()
    }
    forward, back = config.spread_forward, config.spread_back
    strongest: dict[int, float] = {}
    hops: dict[int, int] = {}
    for match in matches.values():
        for shares, side in ((forward, match.after), (back, match.before)):
            for hop, (neighbour, share) in enumerate(zip(side, shares, strict=False), start=1):
                if not share:
                    continue
                passed = share * match.score
                # A neighbour is of the same session, so it gains what the session gains.
                values[neighbour] = values.get(neighbour, gained[match.session]) + passed
                if neighbour not in matches and passed > strongest.get(neighbour, 0.0):
                    strongest[neighbour] = passed
                    hops[neighbour] = hop
    return Active(values, hops)


def worth(
    source: str,
    *,
    asks: int,
    length: int,
    told_at: float = 0.0,
    cues: frozenset[str] = frozenset(),
    times: Sequence[tuple[float, float]] = (),
    config: RetrievalConfig,
) -> float:
    """Return by what an episode's activation is multiplied.

    Args:
        source: who said it.
        asks: 0 if it states, 1 if it ends in a question, 2 if it does nothing but ask.
        length: of its text, in characters.
        told_at: when it was said, in Unix seconds.
        cues: sources that the query names.
        times: spans of time that the query names, as (start, end) in Unix seconds.
        config: what that is worth.
    """
    lengthy = max(0.1, 1 + config.length_prior * math.log(length / _USUAL_LENGTH + 0.1))
    cued = 1 + config.source_cue if cues and source_key(source) in cues else 1.0
    timely = 1 + config.time_cue * max((_fits(told_at, span, config) for span in times), default=0.0)
    stating = (1.0, 1 - config.question_penalty, 1 - config.only_question_penalty)[asks]
    return lengthy * cued * timely * stating


def _fits(told_at: float, span: tuple[float, float], config: RetrievalConfig) -> float:
    """Return how well a moment fits a span of time, 0-1: people tell of things when they happen and soon after."""
    start, end = span
    if told_at < start:
        return 0.0
    days_after = max(0.0, told_at - end) / _DAY
    return float(0.5 ** (days_after / config.time_cue_days))
