"""Every number of the design in one place: a tree of frozen dataclasses, TOML in, TOML out.

The defaults are the design document's values. Each field carries its allowed range; a value
outside it, or a key that does not exist, is refused with the key's full path.

The classes have no slots on purpose: `ConsolidationConfig.DECAY_INTERVAL` then reads as the default,
the way the document writes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from brain._settings import Section, choice, number, parse_toml, section_from, section_to_toml, text, whole, words
from brain.errors import ConfigError

__all__ = [
    "BrainConfig",
    "CognitionConfig",
    "ConsolidationConfig",
    "DecayConfig",
    "EpisodicConfig",
    "ProceduralConfig",
    "RecallConfig",
    "RetrievalConfig",
    "RuntimeConfig",
    "SemanticConfig",
    "SourceConfig",
    "StorageConfig",
    "WorkingConfig",
]


@dataclass(frozen=True)
class WorkingConfig(Section):
    """Working memory: how much is held, what is protected, when RAM shrinks it."""

    max_size: int = whole(20, 2, 1_000_000)
    protect_threshold: float = number(0.8, 0, 1)
    ram_limit_pct: float = number(80.0, 0, 100)
    ram_soft_pct: float = number(68.0, 0, 100)


@dataclass(frozen=True)
class SemanticConfig(Section):
    """The graph of concepts."""

    max_nodes: int = whole(10_000, 1, 100_000_000)
    confirm_step: float = number(0.05, 0, 1)
    deny_step: float = number(0.1, 0, 1)
    default_confidence: float = number(0.8, 0, 1)
    default_importance: float = number(0.5, 0, 1)
    protect_threshold: float = number(0.8, 0, 1)
    autosave_every: int = whole(50, 1, 1_000_000)


@dataclass(frozen=True)
class EpisodicConfig(Section):
    """The chronicle of events."""

    max_episodes: int = whole(5_000, 1, 1_000_000_000)
    protect_threshold: float = number(0.8, 0, 1)
    store_threshold: float = number(0.4, 0, 1)
    default_confidence: float = number(0.8, 0, 1)
    max_content_chars: int = whole(1_000_000, 1, 100_000_000)
    autosave_every: int = whole(20, 1, 1_000_000)


@dataclass(frozen=True)
class SourceConfig(Section):
    """How far each kind of source is trusted, and how feedback moves that."""

    trust_system: float = number(1.0, 0, 1)
    trust_user: float = number(0.8, 0, 1)
    trust_file: float = number(0.7, 0, 1)
    trust_inference: float = number(0.6, 0, 1)
    trust_url: float = number(0.5, 0, 1)
    trust_unknown: float = number(0.4, 0, 1)
    confirm_step: float = number(0.05, 0, 1)
    deny_step: float = number(0.1, 0, 1)

    def initial_trust(self, source_type: str) -> float:
        """Return the trust that a new source of `source_type` starts with (0-1)."""
        return float(getattr(self, f"trust_{source_type}"))


@dataclass(frozen=True)
class DecayConfig(Section):
    """By which law each memory forgets, and the laws' parameters; see `brain.memory.decay`.

    Only facts and sources are written anew at every change, so only they can fade by ticks.
    """

    semantic: str = choice("exponential", ("exponential", "power", "wickelgren", "half_life", "none"))
    source: str = choice("exponential", ("exponential", "power", "wickelgren", "half_life", "none"))
    episodic: str = choice("none", ("none", "power", "wickelgren", "half_life"))
    power_exponent: float = number(0.5, 0, 10)
    power_scale_hours: float = number(1.0, 0.0001, 1e6)
    wickelgren_rate: float = number(1.0, 0, 1e6)
    wickelgren_exponent: float = number(0.3, 0, 10)
    half_life_hours: float = number(24.0, 0.0001, 1e7)


@dataclass(frozen=True)
class ProceduralConfig(Section):
    """Skills: how success is learnt and when a procedure is useless."""

    learning_rate: float = number(0.1, 0, 1)
    initial_success: float = number(0.5, 0, 1)
    prune_below: float = number(0.1, 0, 1)
    prune_after: int = whole(10, 1, 1_000_000)


@dataclass(frozen=True)
class ConsolidationConfig(Section):
    """The hippocampus' own table; names are the design document's. Intervals in seconds."""

    CONSOLIDATION_INTERVAL: float = number(30.0, 0.001, 1e9)
    DECAY_INTERVAL: float = number(300.0, 0.001, 1e9)
    SAVE_INTERVAL: float = number(120.0, 0.001, 1e9)
    IMPORTANCE_TO_EPISODIC: float = number(0.3, 0, 1)
    IMPORTANCE_TO_SEMANTIC: float = number(0.4, 0, 1)
    CONFIDENCE_DECAY_RATE: float = number(0.003, 0, 0.999)
    SOURCE_DECAY_RATE: float = number(0.001, 0, 0.999)
    RAM_AGGRESSIVE_DECAY_PCT: float = number(85.0, 0, 100)
    RAM_NORMAL_DECAY_PCT: float = number(70.0, 0, 100)
    MAX_ITEMS_PER_CONSOLIDATION: int = whole(50, 1, 1_000_000)
    AGGRESSIVE_DECAY_FACTOR: float = number(5.0, 1, 1000)
    NORMAL_DECAY_FACTOR: float = number(2.0, 1, 1000)
    DUPLICATE_WINDOW: float = number(3600.0, 0, 1e9)
    CLEANUP_AGE: float = number(1800.0, 0, 1e9)
    CLEANUP_IMPORTANCE: float = number(0.2, 0, 1)
    CLEANUP_AGE_NORMAL: float = number(900.0, 0, 1e9)
    CLEANUP_IMPORTANCE_NORMAL: float = number(0.3, 0, 1)
    CLEANUP_AGE_AGGRESSIVE: float = number(300.0, 0, 1e9)
    CLEANUP_IMPORTANCE_AGGRESSIVE: float = number(0.5, 0, 1)


@dataclass(frozen=True)
class RetrievalConfig(Section):
    """The three stages of `retrieve_staged`: widths, thresholds, weights."""

    compared: int = whole(16, 2, 10_000)
    working_candidates: int = whole(10, 1, 10_000)
    semantic_candidates: int = whole(20, 1, 10_000)
    episodic_candidates: int = whole(30, 1, 10_000)
    min_trust: float = number(0.4, 0, 1)
    min_confidence: float = number(0.3, 0, 1)
    fresh_hours: float = number(24.0, 0, 1e9)
    weight_relevance: float = number(0.40, 0, 10)
    weight_trust: float = number(0.30, 0, 10)
    weight_recency: float = number(0.20, 0, 10)
    weight_graph: float = number(0.10, 0, 10)
    weight_contradiction: float = number(0.3, 0, 10)
    penalty_outdated: float = number(0.2, 0, 10)
    neighbour_share: float = number(0.3, 0, 1)
    min_relevance: float = number(0.08, 0, 1)
    bm25_k1: float = number(0.8, 0, 10)
    bm25_b: float = number(0.4, 0, 1)
    bm25_longest: float = number(4.0, 1, 1e6)
    settled_recency: float = number(0.005, 0, 10)
    coordination: float = number(0.4, 0, 10)
    rarity_exponent: float = number(1.3, 0, 10)
    spread_from: int = whole(60, 0, 100_000)
    weighed: int = whole(100, 1, 100_000)
    spread_forward_1: float = number(0.65, 0, 2)
    spread_forward_2: float = number(0.45, 0, 2)
    spread_forward_3: float = number(0.05, 0, 2)
    spread_back_1: float = number(0.4, 0, 2)
    spread_back_2: float = number(0.25, 0, 2)
    spread_back_3: float = number(0.2, 0, 2)
    session_weight: float = number(0.2, 0, 2)
    session_top: int = whole(2, 1, 1000)
    source_cue: float = number(0.25, 0, 10)
    time_cue: float = number(2.0, 0, 100)
    time_cue_days: float = number(7.0, 0.001, 1e6)
    when_cue: float = number(0.3, 0, 10)
    time_alone: float = number(0.1, 0, 10)
    time_candidates: int = whole(30, 1, 100_000)
    question_penalty: float = number(0.3, 0, 1)
    only_question_penalty: float = number(0.5, 0, 1)
    length_prior: float = number(0.1, 0, 1)
    weight_vector: float = number(0.3, 0, 1)
    vector_floor: float = number(0.3, -1, 0.99)
    vector_relevance: float = number(0.5, 0, 1)
    vector_candidates: int = whole(60, 0, 100_000)
    vector_batch: int = whole(256, 1, 100_000)
    sufficiency_best: float = number(2.1, 0, 100)
    sufficiency_together: float = number(1.8, 0, 100)
    sufficiency_active: float = number(3.2, 0, 100)
    sufficiency_doubt: float = number(2.8, 0, 100)

    @property
    def spread_forward(self) -> tuple[float, ...]:
        """What share of an episode's activation reaches the next, the one after it, and so on."""
        return (self.spread_forward_1, self.spread_forward_2, self.spread_forward_3)

    @property
    def spread_back(self) -> tuple[float, ...]:
        """What share of an episode's activation reaches the one before it, the one before that, and so on."""
        return (self.spread_back_1, self.spread_back_2, self.spread_back_3)


@dataclass(frozen=True)
class RecallConfig(Section):
    """Stochastic retrieval as in human memory; see `brain.memory.recall` and docs/human-recall.md.

    Activations are natural logarithms of strengths. Nothing here touches `retrieve` and `retrieve_staged`. What
    concerns free recall was fitted to human data (PEERS).
    """

    decay: float = number(0.22, 0, 10)
    decay_active: float = number(0.0, 0, 10)
    decay_scale_seconds: float = number(63.0, 0.001, 1e9)
    labile: float = number(0.0, 0, 1)
    labile_seconds: float = number(900.0, 0.001, 1e9)
    importance_weight: float = number(0.0, -20, 20)
    background: float = number(1e-4, 1e-300, 1)
    interference_seconds: float = number(0.0, 0, 1e9)
    primacy: float = number(1.27, 0, 100)
    primacy_reach: float = number(1.4, 0.01, 1000)
    working_strength: float = number(12.0, 0, 1e6)
    working_reach: float = number(1.2, 0.01, 1000)
    working_displaced: float = number(0.77, 0, 1000)
    context_forward: float = number(3.45, 0, 1e6)
    context_back: float = number(1.67, 0, 1e6)
    context_fall: float = number(0.21, 0, 1)
    context_start: float = number(1.17, 0, 1e6)
    cue_weight: float = number(1.0, 0, 100)
    associative_strength: float = number(1.5, 0, 100)
    association: float = number(0.2, 0, 1000)
    association_cue: float = number(0.2, 0, 1e6)
    trust_weight: float = number(0.0, 0, 100)
    source_decay: float = number(0.0, 0, 10)
    threshold: float = number(0.0, -100, 100)
    noise: float = number(0.4, 0.001, 100)
    recognition_threshold: float = number(0.0, -100, 100)
    recognition_noise: float = number(0.4, 0.001, 100)
    free_threshold: float = number(-0.76, -100, 100)
    free_threshold_growth: float = number(0.109, 0, 100)
    free_noise: float = number(0.72, 0.001, 100)
    latency_factor: float = number(1.0, 0, 1e6)
    latency_exponent: float = number(1.0, 0, 100)
    latency_fixed: float = number(0.5, 0, 1e6)
    learns_from_retrieval: str = choice("off", ("off", "on"))
    recalled_strength: float = number(1.0, 0, 1000)
    recalled_slowing: float = number(0.0, 0, 1)
    sleep_hours: float = number(4.0, 0.001, 1e6)
    sleep_gain: float = number(0.0, 0, 1000)
    sleep_slowing: float = number(0.0, 0, 1)
    sleep_share: float = number(1.0, 0, 1)
    candidates: int = whole(500, 1, 1_000_000)


@dataclass(frozen=True)
class CognitionConfig(Section):
    """How sure the cognitive core must be to speak plainly."""

    direct_above: float = number(0.85, 0, 1)
    hedged_above: float = number(0.60, 0, 1)
    clarify_above: float = number(0.40, 0, 1)
    insufficient_below: float = number(0.25, 0, 1)
    evidence_items: int = whole(5, 1, 1000)
    percept_importance: float = number(0.5, 0, 1)
    question_importance: float = number(0.6, 0, 1)
    answer_importance: float = number(0.7, 0, 1)


@dataclass(frozen=True)
class RuntimeConfig(Section):
    """The actors' housekeeping."""

    ask_timeout: float = number(30.0, 0.001, 1e6)
    max_steps: int = whole(1_000_000, 1, 1_000_000_000)
    max_restarts: int = whole(5, 0, 1000)
    restart_window: float = number(60.0, 0.001, 1e9)


@dataclass(frozen=True)
class StorageConfig(Section):
    """The mind's file.

    `synchronous = "OFF"` is for minds that nobody will open again. `languages` are those in which words are compared,
    of `brain.language.LANGUAGES`, at most one of a script; English and Russian for a script of which none is named.
    They are fixed when a mind is made; [] stands for those of an existing mind.
    """

    synchronous: str = choice("NORMAL", ("NORMAL", "FULL", "OFF"))
    busy_timeout: float = number(60.0, 0, 3600)
    file_name: str = text("memory.db")
    languages: tuple[str, ...] = words()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.languages:
            from brain.language import analyzer_for  # most configurations name none, and need not wait for stemmers

            try:
                analyzer_for(self.languages)
            except ConfigError as error:
                raise ConfigError(f"storage.languages: {error}") from error


@dataclass(frozen=True)
class BrainConfig(Section):
    """The whole configuration of a brain."""

    working: WorkingConfig = field(default_factory=WorkingConfig)
    semantic: SemanticConfig = field(default_factory=SemanticConfig)
    episodic: EpisodicConfig = field(default_factory=EpisodicConfig)
    source: SourceConfig = field(default_factory=SourceConfig)
    decay: DecayConfig = field(default_factory=DecayConfig)
    procedural: ProceduralConfig = field(default_factory=ProceduralConfig)
    consolidation: ConsolidationConfig = field(default_factory=ConsolidationConfig)
    retrieval: RetrievalConfig = field(default_factory=RetrievalConfig)
    recall: RecallConfig = field(default_factory=RecallConfig)
    cognition: CognitionConfig = field(default_factory=CognitionConfig)
    runtime: RuntimeConfig = field(default_factory=RuntimeConfig)
    storage: StorageConfig = field(default_factory=StorageConfig)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> BrainConfig:
        """Build a configuration from nested tables; what is not named keeps its default.

        Raises:
            ConfigError: for an unknown key, a wrong type or a value outside its range.

        """
        return section_from(cls, values)

    @classmethod
    def from_toml(cls, path: str | Path) -> BrainConfig:
        """Read a TOML file.

        Raises:
            ConfigError: if the file cannot be read or parsed, or holds a bad key or value.

        """
        return cls.from_dict(parse_toml(Path(path)))

    def updated(self, path: str | Path) -> BrainConfig:
        """Return a copy in which a TOML file's settings take the place of these.

        Raises:
            ConfigError: as for `from_toml`.

        """
        tables = self.to_dict()
        for name, value in parse_toml(Path(path)).items():
            known = tables.get(name)
            tables[name] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
        return self.from_dict(tables)

    def with_settings(self, settings: dict[str, Any]) -> BrainConfig:
        """Return a copy with dotted keys replaced, such as `{"working.max_size": 7}`.

        Raises:
            ConfigError: as for `from_dict`.

        """
        tables = self.to_dict()
        for dotted, value in settings.items():
            head, *rest = dotted.split(".")
            table = tables
            for step in rest:
                table = table.setdefault(head, {})
                if not isinstance(table, dict):
                    raise ConfigError(f"unknown setting {dotted!r}: {head!r} is a value, not a section")
                head = step
            table[head] = value
        return self.from_dict(tables)

    def to_toml(self) -> str:
        """Write the whole tree as TOML; `from_toml` reads it back to an equal value."""
        return section_to_toml(self)
