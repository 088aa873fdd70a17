"""Consolidation: from working memory into lasting memory, and forgetting (hippocampus).

A plain engine driven by a clock: `tick` runs whatever has fallen due. `MemoryManager` ticks it from a
thread, the actor system from timers. Whatever it does may be repeated: after a crash it goes on with the
episodes from which facts were still to be derived.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from brain.checks import text_of
from brain.clock import Clock
from brain.config import BrainConfig, ConsolidationConfig
from brain.memory.encoding import Learning
from brain.memory.ports import EpisodicPort, WorkingPort
from brain.pressure import Pressure

__all__ = ["ConsolidationEngine", "ConsolidationReport", "ConsolidationStatus", "DecayReport"]


@dataclass(frozen=True, slots=True)
class ConsolidationReport:
    """What one cycle did.

    Attributes:
        transferred: items of working memory that became episodes.
        duplicates: items that an episode of the last hour already kept.
        examined: episodes searched for facts.
        facts_learnt: facts put into, or strengthened in, semantic memory.
        cleaned: items dropped from working memory as old and unimportant.

    """

    transferred: int = 0
    duplicates: int = 0
    examined: int = 0
    facts_learnt: int = 0
    cleaned: int = 0


@dataclass(frozen=True, slots=True)
class DecayReport:
    """At which rates confidence and trust faded in one decay cycle, and the RAM pressure that set them."""

    confidence_rate: float
    trust_rate: float
    pressure_pct: float


@dataclass(frozen=True, slots=True)
class ConsolidationStatus:
    """What the engine has done since it was made, and when each job last ran (Unix seconds)."""

    cycles: int
    decays: int
    saves: int
    transferred: int
    facts_learnt: int
    last_consolidation: float
    last_decay: float
    last_save: float


class ConsolidationEngine:
    """The document's three periodic jobs: consolidate, decay, save.

    Args:
        working, episodic, learning: what is moved from where to where.
        fade: applies decay: gets the rates for confidence and for trust.
        save: brings all files up to date.
        clock, pressure, config: time, how full RAM is, and numbers.
        atomic: opens a transaction around all that goes to disk, as for `Encoding`.

    """

    def __init__(
        self,
        working: WorkingPort,
        episodic: EpisodicPort,
        learning: Learning,
        *,
        fade: Callable[[float, float], None],
        save: Callable[[], None],
        clock: Clock,
        pressure: Pressure,
        config: BrainConfig | None = None,
        atomic: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self.config: ConsolidationConfig = (config or BrainConfig()).consolidation
        self._working = working
        self._episodic = episodic
        self._learning = learning
        self._fade = fade
        self._save = save
        self._clock = clock
        self._pressure = pressure
        self._atomic = atomic
        now = clock.now()
        self._last = {"consolidate": now, "decay": now, "save": now}
        self._counts = {"consolidate": 0, "decay": 0, "save": 0, "transferred": 0, "facts": 0}

    def tick(self) -> list[str]:
        """Run the jobs that have fallen due; return their names ('consolidate', 'decay', 'save')."""
        jobs: dict[str, tuple[float, Callable[[], object]]] = {
            "consolidate": (self.config.CONSOLIDATION_INTERVAL, self.consolidate),
            "decay": (self.config.DECAY_INTERVAL, self.apply_decay),
            "save": (self.config.SAVE_INTERVAL, self.save_all),
        }
        now = self._clock.now()
        due = [name for name, (interval, _) in jobs.items() if not 0 <= now - self._last[name] < interval]
        for name in due:
            jobs[name][1]()
        return due

    def consolidate(self) -> ConsolidationReport:
        """Move up to 50 items into episodes, derive facts from up to 50 episodes, tidy working memory."""
        with self._atomic():
            transferred, duplicates, kept_by = self._transfer_to_episodic()
            examined, learnt = self._transfer_to_semantic(self.config.MAX_ITEMS_PER_CONSOLIDATION)
        # Only after the commit: an item must not count as kept by an episode that was rolled back.
        for item_id, episode_id in kept_by.items():
            self._working.mark_transferred(item_id, episode_id)
        report = ConsolidationReport(transferred, duplicates, examined, learnt, self._cleanup_working_memory())
        self._note("consolidate")
        self._counts["transferred"] += transferred
        self._counts["facts"] += learnt
        return report

    def replay(self) -> int:
        """Derive what a crash kept from being derived; return how many episodes were gone through."""
        replayed = 0
        while True:
            with self._atomic():
                examined, learnt = self._transfer_to_semantic(self.config.MAX_ITEMS_PER_CONSOLIDATION)
            self._counts["facts"] += learnt
            replayed += examined
            if not examined:
                return replayed

    def apply_decay(self) -> DecayReport:
        """Let confidence and trust fade once, the faster the fuller RAM is."""
        pressure = self._pressure.percent()
        factor = 1.0
        if pressure > self.config.RAM_AGGRESSIVE_DECAY_PCT:
            factor = self.config.AGGRESSIVE_DECAY_FACTOR
        elif pressure > self.config.RAM_NORMAL_DECAY_PCT:
            factor = self.config.NORMAL_DECAY_FACTOR
        rate = min(self.config.CONFIDENCE_DECAY_RATE * factor, 0.999)
        self._fade(rate, self.config.SOURCE_DECAY_RATE)
        self._note("decay")
        return DecayReport(rate, self.config.SOURCE_DECAY_RATE, pressure)

    def save_all(self) -> None:
        """Bring all files up to date."""
        self._save()
        self._note("save")

    def status(self) -> ConsolidationStatus:
        """Return what the engine has done so far."""
        done, last = self._counts, self._last
        return ConsolidationStatus(
            done["consolidate"], done["decay"], done["save"], done["transferred"], done["facts"],
            last["consolidate"], last["decay"], last["save"],
        )  # fmt: skip

    def _transfer_to_episodic(self) -> tuple[int, int, dict[str, str]]:
        transferred = duplicates = 0
        kept_by: dict[str, str] = {}
        items = self._working.awaiting_transfer(
            self.config.MAX_ITEMS_PER_CONSOLIDATION, self.config.IMPORTANCE_TO_EPISODIC
        )
        for item in items:
            text = text_of(item.content)
            known = self._episodic.find_duplicate(text, self.config.DUPLICATE_WINDOW)
            if known is None:
                facts = self._learning.facts_in(text, item.importance, item.modality)
                episode = self._episodic.store(
                    text, item.modality, item.importance, source=item.source_ref, tags=item.tags,
                    concepts=item.concepts, trace_id=item.trace_id, session_id=item.session_id,
                    created_at=item.ts, is_consolidated=not facts,
                )  # fmt: skip
                transferred += 1
            else:
                duplicates += 1
            kept_by[item.item_id] = (known or episode).episode_id
        return transferred, duplicates, kept_by

    def _transfer_to_semantic(self, limit: int) -> tuple[int, int]:
        episodes = self._episodic.pending(limit)
        learnt = sum(self._learning.learn_from(episode).fresh for episode in episodes)
        if episodes:
            self._episodic.mark_consolidated([episode.episode_id for episode in episodes])
        return len(episodes), learnt

    def _cleanup_working_memory(self) -> int:
        config, pressure = self.config, self._pressure.percent()
        age, importance = config.CLEANUP_AGE, config.CLEANUP_IMPORTANCE
        if pressure > config.RAM_AGGRESSIVE_DECAY_PCT:
            age, importance = config.CLEANUP_AGE_AGGRESSIVE, config.CLEANUP_IMPORTANCE_AGGRESSIVE
        elif pressure > config.RAM_NORMAL_DECAY_PCT:
            age, importance = config.CLEANUP_AGE_NORMAL, config.CLEANUP_IMPORTANCE_NORMAL
        return self._working.drop_stale(age, importance, config.IMPORTANCE_TO_EPISODIC)

    def _note(self, job: str) -> None:
        self._last[job] = self._clock.now()
        self._counts[job] += 1
