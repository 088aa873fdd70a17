"""Context is memory: activation spreads from the episodes that match to their neighbours in the session.

What was said next to an episode belongs to it: a question and its answer, a name and what is told of it. Each match
passes part of its activation on to the episodes up to three places away in its session, all episodes of a session
gain a little from its best matches, and what comes from a source that the query names gains too. An episode that only
asks is worth less than one that states, and a longer one a little more than its words alone would make it.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from brain.config import RetrievalConfig
from brain.memory.source_memory import source_key

__all__ = ["Active", "Place", "activated"]

_USUAL_LENGTH = 100.0  # characters of a spoken turn


@dataclass(frozen=True, slots=True)
class Place:
    """Where an episode stands.

    Attributes:
        session, source: names, "" if none.
        asks: whether it is a question.
        length: of its text, in characters.
        before, after: the numbers of its neighbours in the session, nearest first, at most three each; known only for
            episodes that activation spreads from.
    """

    session: str
    source: str
    asks: bool
    length: int
    before: Sequence[int] = ()
    after: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Active:
    """What is active, by number.

    Attributes:
        values: how active each episode is, in the units of the matching scores.
        hops: for those that do not match themselves, how many places away the strongest match that reached them is.
    """

    values: dict[int, float]
    hops: dict[int, int]

    def ranked(self) -> list[int]:
        """Return the numbers, the most active first; of equals the newest first."""
        return sorted(self.values, key=lambda number: (-self.values[number], -number))


def activated(
    matches: Mapping[int, float], places: Mapping[int, Place], cues: frozenset[str], config: RetrievalConfig
) -> Active:
    """Return what the matches make active, themselves included.

    Args:
        matches: the matching score of each matching episode.
        places: where the matches stand; and, without neighbours, where those stand that they reach.
        cues: sources that the query names.
        config: how much is passed on, and how far.
    """
    reached: dict[int, float] = dict(matches)
    strongest: dict[int, tuple[float, int]] = {}
    by_session: dict[str, list[float]] = defaultdict(list)
    for number, score in matches.items():
        place = places[number]
        if place.session:
            by_session[place.session].append(score)
        for neighbour, share, hop in _neighbours(place, config):
            passed = share * score
            reached[neighbour] = reached.get(neighbour, 0.0) + passed
            if neighbour not in matches and passed > strongest.get(neighbour, (0.0, 0))[0]:
                strongest[neighbour] = (passed, hop)
    gained = {
        session: config.session_weight * math.fsum(heapq.nlargest(config.session_top, scores))
        for session, scores in by_session.items()
    }
    # Where a query reaches thousands, only the foremost can come to the top, whatever they are worth.
    foremost = heapq.nlargest(
        config.weighed, reached, key=lambda n: (reached[n] + gained.get(places[n].session, 0.0), n)
    )
    worth = {source: _worth_of(source, cues, config) for source in {places[n].source for n in foremost}}
    values = {
        number: (reached[number] + gained.get(places[number].session, 0.0))
        * worth[places[number].source]
        * _worth(places[number], config)
        for number in foremost
    }
    return Active(values, {number: hop for number, (_, hop) in strongest.items()})


def _neighbours(place: Place, config: RetrievalConfig) -> list[tuple[int, float, int]]:
    return [
        (neighbour, share, hop)
        for shares, side in ((config.spread_forward, place.after), (config.spread_back, place.before))
        for hop, (neighbour, share) in enumerate(zip(side, shares, strict=False), start=1)
        if share
    ]


def _worth_of(source: str, cues: frozenset[str], config: RetrievalConfig) -> float:
    return 1 + config.source_cue if cues and source_key(source) in cues else 1.0


def _worth(place: Place, config: RetrievalConfig) -> float:
    lengthy = 1 + config.length_prior * math.log(place.length / _USUAL_LENGTH + 0.1)
    return max(0.1, lengthy) * (1 - config.question_penalty if place.asks else 1.0)
