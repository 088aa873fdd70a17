"""Remembering as people do it: by chance, with errors, in time. Free recall, cued recall, recognition.

Traces are episodes; what is held in working memory, what stands beside it in its session, what it is linked to in
the graph and who said it all add to what comes to mind. Formulas and sources are in docs/human-recall.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from brain.checks import check_amount, check_name, check_query, text_of
from brain.clock import Clock
from brain.config import BrainConfig
from brain.language import analyzer_for, fold
from brain.memory.ports import EpisodicPort, SemanticPort, SourcePort, WorkingPort
from brain.memory.recall.association import Associations, Linked
from brain.memory.recall.choice import drawn, latencies, luce, stopping
from brain.memory.recall.context import beginning, held, in_mind, neighbours
from brain.memory.recall.results import CuedRecall, FreeRecall, Output, Recognition
from brain.memory.recall.strength import Array
from brain.memory.recall.traces import RECALLED, Traces
from brain.memory.recall.weighing import Item, Weighing, items_of

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["HumanRecall"]

_ALL = 1_000_000


class HumanRecall:
    """Stochastic retrieval from the brain's own structures.

    Args:
        working, semantic, episodic, sources: the structures.
        traces: the encounters behind the episodes.
        clock, config: time and numbers.
        generator: decides what chance decides.
    """

    def __init__(
        self, working: WorkingPort, semantic: SemanticPort, episodic: EpisodicPort, sources: SourcePort,
        traces: Traces, clock: Clock, config: BrainConfig, generator: Generator,
    ) -> None:  # fmt: skip
        self._working = working
        self._episodic = episodic
        self._traces = traces
        self._config = config.recall
        self._generator = generator
        self._weighing = Weighing(traces, sources, clock, config.recall)
        self._analyzer = analyzer_for(config.storage.languages)
        self._associations = Associations(semantic, config.recall, self._analyzer)

    def free_recall(self, session_id: str, *, seconds: float | None = None) -> FreeRecall:
        """Say what comes to mind of a session, in the order in which it comes, until nothing more does.

        Args:
            session_id: the list, or the sitting.
            seconds: how much time there is; without end by default.

        Raises:
            InvalidInputError: for a blank session or a negative time.
        """
        session = check_name("session_id", session_id, blank=False)
        limit = math.inf if seconds is None else check_amount("seconds", seconds)
        encounters = self._traces.of_session(session)
        studied = items_of(encounters)
        base = self._weighing.strengths(studied)
        linked = self._associations.around(studied, base)
        items = [*studied, *linked.intruders]
        strength, newer = linked.added(base), self._newer(items, session)
        outputs = self._said(items, strength, newer, linked, limit)
        recalled = [items[number] for number, _, _ in outputs]
        self._learn([item for item in recalled if item.position >= 0], session)
        displaced = self._config.working_displaced
        said = tuple(
            Output(
                items[number].content, items[number].position, activation, latency,
                self._kind(items[number], float(strength[number]), float(newer[number]) + displaced * order),
            )
            for order, (number, activation, latency) in enumerate(outputs)
        )  # fmt: skip
        return FreeRecall(session, said, sum(not encounter.recalled for encounter in encounters))

    def cued_recall(self, cue: str, *, session_id: str = "") -> CuedRecall:
        """Say which episode a cue brings to mind, if any.

        Args:
            cue: words; every one is a cue, the weaker the more different things it belongs to (fan).
            session_id: only what was met there; anything by default.

        Raises:
            InvalidInputError: for an unusable cue.
        """
        config = self._config
        items, active = self._cued(check_query("cue", cue), session_id)
        if not items:
            return CuedRecall(
                cue, None, "", math.log(config.background), 0.0, self._latency(-math.inf, config.threshold)
            )
        chances = luce(active, config.threshold, config.noise)
        best = int(active.argmax())
        won = drawn(chances, self._generator.random())
        if won is None:
            gave_up = self._latency(-math.inf, config.threshold)
            return CuedRecall(cue, None, "", float(active[best]), float(chances[best]), gave_up)
        item, activation = items[won], float(active[won])
        latency = self._latency(activation, config.threshold)
        result = CuedRecall(cue, item.content, item.episode_id, activation, float(chances[best]), latency)
        self._learn([item], session_id)
        return result

    def recognise(self, probe: str, *, session_id: str = "") -> Recognition:
        """Say whether something was met before.

        What is not known itself but shares words with something that is takes as long as that takes to retrieve.

        Args:
            probe: what is shown.
            session_id: only if it was met there; anywhere by default.

        Raises:
            InvalidInputError: for an unusable probe.
        """
        config = self._config
        items, active = self._cued(check_query("probe", probe), session_id)
        spread = self._spread(
            [set(self._analyzer.terms(probe))],
            self._analyzer.content_terms(probe),
            [set(self._analyzer.terms(item.content)) for item in items],
        )
        activation = float(np.log(self._strength(probe, session_id) + config.background) + spread[0])
        chance = 1.0 / (1.0 + math.exp((config.recognition_threshold - activation) / config.recognition_noise))
        accepted = bool(self._generator.random() < chance)
        reached = max([activation, *active.tolist()])
        latency = self._latency(reached, config.recognition_threshold)
        return Recognition(probe, accepted, activation, chance, latency)

    def activation_of(self, content: str, *, session_id: str = "") -> float:
        """Return how active something is now, without noise and without cues; ln(background) if it was never met.

        Raises:
            InvalidInputError: for an unusable content.
        """
        return math.log(self._strength(check_query("content", content), session_id) + self._config.background)

    def note_sleep(self, began: float, ended: float) -> None:
        """Note that the brain slept from one moment to another (Unix seconds)."""
        self._traces.note_sleep(began, ended)

    def _said(
        self, items: Sequence[Item], base: Array, newer: Array, linked: Linked, limit: float
    ) -> list[tuple[int, float, float]]:
        """Return what is said, as (number of the item, activation, latency)."""
        config, outputs = self._config, list[tuple[int, float, float]]()
        positions = np.array([item.position for item in items], dtype=np.float64)
        silent = np.ones(len(items), dtype=bool)
        last, elapsed = -1, 0.0
        met = positions >= 0
        gain = np.where(met, beginning(np.where(met, positions, 0.0), config), 0.0)
        while silent.any():
            present = base
            if last >= 0:
                present = base + config.association_cue * linked.from_one(last, len(items))
                gain = np.where(met & met[last], neighbours(positions - positions[last], config), 0.0)
            active = np.where(silent, in_mind(present, newer, gain, len(outputs), config), -np.inf)
            threshold = stopping(len(outputs), config)
            won = drawn(luce(active, threshold, config.free_noise), self._generator.random())
            if won is None:
                break
            latency = self._latency(float(active[won]), threshold)
            elapsed += latency
            if elapsed > limit:
                break
            outputs.append((won, float(active[won]), latency))
            silent[won] = False
            last = won
        return outputs

    def _cued(self, cue: str, session_id: str) -> tuple[list[Item], Array]:
        """Return what shares words with a cue, and how active it is given the cue."""
        wanted = self._analyzer.content_terms(cue)
        encounters = self._traces.with_terms(wanted, self._config.candidates)
        if session_id:
            encounters = [encounter for encounter in encounters if encounter.session_id == session_id]
        items = items_of(encounters)
        if not items:
            return [], np.zeros(0)
        words = [set(self._analyzer.terms(item.content)) for item in items]
        strength = (
            self._weighing.strengths(items)
            + held(self._newer(items, session_id), self._config)
            + self._config.background
        )
        return items, np.log(strength) + self._spread(words, wanted, words)

    def _spread(self, targets: Sequence[set[str]], cues: Sequence[str], known: Sequence[set[str]]) -> Array:
        """Return what cues pass on to each target, the sum of W / n (S - ln fan) over the cues in it (Anderson 1974).

        Args:
            targets: the words of each.
            cues: n words; the fan of one is in how many of `known` it stands.
            known: the words of the different things found.
        """
        config = self._config
        each = config.cue_weight / max(len(cues), 1)
        worth = {
            cue: each * (config.associative_strength - math.log(max(1, sum(cue in words for words in known))))
            for cue in dict.fromkeys(cues)
        }
        return np.array([sum(worth[cue] for cue in worth if cue in words) for words in targets], dtype=np.float64)

    def _strength(self, content: str, session_id: str) -> float:
        """Return the strength of one content: its own trace, that it is held, what is linked to it."""
        encounters = self._traces.of_content(content)
        if session_id:
            encounters = [encounter for encounter in encounters if encounter.session_id == session_id]
        items = items_of(encounters) or [Item(fold(content), content, -1)]
        own = self._weighing.strengths(items) if items[0].encounters else np.zeros(1)
        total = own + held(self._newer(items, session_id), self._config)
        if session_id:
            studied = items_of(self._traces.of_session(session_id))
            total = total + self._associations.familiarity(content, studied, self._weighing.strengths(studied))
        return float(total[0])

    def _newer(self, items: Sequence[Item], session_id: str) -> Array:
        """Return how many things came to mind after each item; infinity for what is not held, or of another session."""
        context = self._working.get_context(_ALL)
        held_at = {
            fold(text_of(item.content)): len(context) - 1 - place
            for place, item in enumerate(context)
            if not session_id or item.session_id == session_id
        }
        return np.array([held_at.get(item.key, math.inf) for item in items], dtype=np.float64)

    def _latency(self, activation: float, threshold: float) -> float:
        return float(latencies(np.array(activation), threshold, self._config))

    def _kind(self, item: Item, strength: float, newer: float) -> str:
        """Return where an output came from: what gave it most of its strength."""
        if item.position < 0:
            return "semantic"
        return "working" if float(held(newer, self._config)) > strength else "episodic"

    def _learn(self, recalled: Sequence[Item], session_id: str) -> None:
        """Keep what was recalled as further encounters, if the brain learns from retrieval."""
        if self._config.learns_from_retrieval == "off":
            return
        for item in recalled:
            self._episodic.store(
                item.content, tags=[RECALLED], session_id=session_id or item.encounters[-1].session_id,
                is_consolidated=True,
            )  # fmt: skip
