"""Decay laws: each agrees with a naive account of it, and each can be chosen for each memory."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain import BrainConfig, VirtualClock
from brain.config import DecayConfig
from brain.errors import ConfigError
from brain.memory import EpisodicMemory, SemanticMemory, SourceMemory
from brain.memory.decay import law_from

CONFIG = DecayConfig()
Ages = st.lists(st.floats(0, 1e8), min_size=1, max_size=20)
Rates = st.lists(st.floats(0, 0.5), max_size=40)
TIMED = ("power", "wickelgren", "half_life")


def settled(**chosen: str) -> BrainConfig:
    return BrainConfig().with_settings({f"decay.{memory}": law for memory, law in chosen.items()})


@given(Rates, st.floats(0.01, 1))
def test_ticks_agree_with_a_loop_over_the_rows(rates: list[float], confidence: float) -> None:
    semantic = SemanticMemory(clock=VirtualClock())
    semantic.store_fact("нейрон", "клетка", confidence=confidence)
    expected = confidence
    for rate in rates:
        semantic.apply_decay(rate)
        expected *= 1 - rate
    node = semantic.get_fact("нейрон")
    assert node is not None
    assert node.confidence == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(Ages)
def test_power_is_a_sum_over_encounters(ages: list[float]) -> None:
    naive = 0.0
    for age in ages:
        naive += 1 / math.sqrt(1 + age / 3600)
    assert law_from("power", CONFIG).retained(0.0, ages) == pytest.approx(min(1.0, naive), rel=1e-9)


@given(Ages)
def test_the_other_laws_count_from_the_last_encounter(ages: list[float]) -> None:
    hours = min(ages) / 3600
    assert law_from("wickelgren", CONFIG).retained(0.0, ages) == pytest.approx((1 + hours) ** -0.3, rel=1e-9)
    assert law_from("half_life", CONFIG).retained(0.0, ages) == pytest.approx(0.5 ** (hours / 24), rel=1e-9)
    assert law_from("none", CONFIG).retained(3.0, ages) == 1.0


@pytest.mark.parametrize("law", TIMED)
def test_facts_fade_by_the_chosen_law(law: str) -> None:
    clock = VirtualClock()
    semantic = SemanticMemory(clock=clock, config=settled(semantic=law))
    semantic.store_fact("нейрон", "клетка", confidence=0.8)
    semantic.apply_decay(0.5)
    clock.advance(86_400)
    node = semantic.get_fact("нейрон")
    assert node is not None
    assert node.confidence == pytest.approx(0.8 * law_from(law, CONFIG).retained(0.0, [86_400.0]), rel=1e-9)


@pytest.mark.parametrize("law", TIMED)
def test_belief_is_filtered_and_counted_by_the_chosen_law(law: str) -> None:
    clock = VirtualClock()
    semantic = SemanticMemory(clock=clock, config=settled(semantic=law))
    semantic.store_fact("старый нейрон", "клетка", confidence=0.9)
    clock.advance(30 * 86_400)
    semantic.store_fact("новый нейрон", "клетка", confidence=0.5)
    assert [node.concept for node in semantic.search("нейрон", min_confidence=0.45)] == ["новый нейрон"]
    assert semantic.count_believed(0.45) == 1
    assert semantic.get_strongest(1)[0].concept == "новый нейрон"


@pytest.mark.parametrize("law", TIMED)
def test_the_weakest_by_the_chosen_law_makes_room(law: str) -> None:
    clock = VirtualClock()
    semantic = SemanticMemory(max_nodes=2, clock=clock, config=settled(semantic=law))
    semantic.store_fact("забытое", "было давно", confidence=0.9)
    clock.advance(60 * 86_400)
    semantic.store_fact("свежее", "было вчера", confidence=0.5)
    semantic.store_fact("третье", "есть сейчас", confidence=0.5)
    assert semantic.get_fact("забытое") is None
    assert semantic.get_fact("свежее") is not None


def test_practice_makes_forgetting_slower_under_the_power_law() -> None:
    clock = VirtualClock()
    semantic = SemanticMemory(clock=clock, config=settled(semantic="power"))
    semantic.store_fact("once", "met a single time", confidence=0.8)
    semantic.store_fact("often", "met on several days", confidence=0.8)
    for _ in range(5):
        clock.advance(86_400)
        semantic.store_fact("often", "met on several days", confidence=0.8)
    semantic.store_fact("once again", "met a single time", confidence=0.8)
    clock.advance(10 * 86_400)
    often, once = semantic.get_facts(["often", "once again"]).values()
    assert often.confidence > once.confidence * 1.2


@pytest.mark.parametrize("law", TIMED)
def test_a_confirmed_fact_starts_from_what_is_believed_now(law: str) -> None:
    clock = VirtualClock()
    semantic = SemanticMemory(clock=clock, config=settled(semantic=law))
    semantic.store_fact("нейрон", "клетка", confidence=0.8)
    clock.advance(5 * 86_400)
    before = semantic.get_facts(["нейрон"])["нейрон"].confidence
    assert semantic.confirm_fact("нейрон").confidence == pytest.approx(before + 0.05)


@pytest.mark.parametrize("law", TIMED)
def test_sources_and_episodes_fade_by_their_own_laws(law: str) -> None:
    clock = VirtualClock()
    config = settled(source=law, episodic=law)
    sources, episodes = SourceMemory(clock=clock, config=config), EpisodicMemory(clock=clock, config=config)
    sources.register("docs/a.pdf")
    episodes.store("нейрон — клетка", confidence=0.8)
    clock.advance(3 * 86_400)
    left = law_from(law, CONFIG).retained(0.0, [3 * 86_400.0])
    assert sources.get_trust("docs/a.pdf") == pytest.approx(0.7 * left, rel=1e-9)
    assert episodes.get_recent(1)[0].confidence == pytest.approx(0.8 * left, rel=1e-9)


def test_a_clock_set_back_strengthens_nothing() -> None:
    clock = VirtualClock(2_000_000_000.0)
    semantic = SemanticMemory(clock=clock, config=settled(semantic="power"))
    semantic.store_fact("нейрон", "клетка", confidence=0.8)
    clock.set(1_000_000_000.0)
    assert semantic.get_facts(["нейрон"])["нейрон"].confidence == 0.8


def test_an_unknown_law_is_named() -> None:
    with pytest.raises(ConfigError, match=r"decay\.semantic.*exponential"):
        settled(semantic="hyperbolic")
    with pytest.raises(ConfigError, match=r"decay\.episodic"):
        settled(episodic="exponential")
