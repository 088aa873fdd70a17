"""Cued recall and recognition: fan, practice, competition, trust, sleep, interference."""

from __future__ import annotations

import math

import pytest
from recall_kit import DAY, ENGLISH, HOUR, RUSSIAN, mind, study, wait

from brain.errors import InvalidInputError
from brain.memory import MemoryManager

FACTS = {
    "ru": ("врач живёт в лесу", "врач ловит рыбу", "врач играет на скрипке", "повар рисует мост", "врач лес", "повар мост"),
    "en": ("the doctor is in the forest", "the doctor is at sea", "the doctor is on the bridge", "the cook is in the garden",
           "doctor forest", "cook garden"),
}  # fmt: skip


@pytest.mark.parametrize("language", ["ru", "en"])
def test_the_more_is_known_of_a_cue_the_weaker_it_is(language: str) -> None:
    """The fan effect (Anderson 1974)."""
    *facts, fanned, single = FACTS[language]
    with mind(working_strength=0, primacy=0, decay=0) as memory:
        study(memory, facts, "facts")
        many, one = memory.cued_recall(fanned), memory.cued_recall(single)
        assert (many.content, one.content) == (facts[0], facts[3])
        assert many.activation < one.activation
        assert many.latency > one.latency
        target, other = memory.recognise(facts[0]), memory.recognise(facts[3])
        assert target.latency > other.latency


def test_a_foil_takes_longer_than_a_target_and_is_rejected() -> None:
    with mind(recognition_threshold=-1) as memory:
        study(memory, list(FACTS["ru"][:4]), "facts")
        target, foil = memory.recognise("повар рисует мост"), memory.recognise("повар ловит рыбу")
        assert target.probability > 0.9
        assert foil.probability < 0.01
        assert foil.latency > target.latency


def test_practice_makes_recall_surer_and_faster() -> None:
    with mind(working_strength=0, threshold=2.0) as memory:
        seen = []
        for _ in range(6):
            memory.store("17 — якорь", session_id="пары")
            wait(memory, 60)
            seen.append(memory.cued_recall("17"))
        chances, latencies = [each.probability for each in seen], [each.latency for each in seen]
        assert chances == sorted(chances)
        assert chances[-1] > chances[0] + 0.1
        assert latencies[-1] < latencies[0]


def test_a_rival_answer_interferes() -> None:
    def chance(*pairs: str) -> float:
        with mind(working_strength=0, primacy=0) as memory:
            study(memory, ["dax candle", *pairs], "pairs")
            return memory.cued_recall("dax").probability

    assert chance("dax bucket") < chance("wug bucket")


def test_an_unknown_cue_brings_nothing() -> None:
    with mind() as memory:
        study(memory, RUSSIAN)
        nothing = memory.cued_recall("квазар")
        assert (nothing.content, nothing.episode_id, nothing.probability) == (None, "", 0.0)
        assert nothing.latency >= memory.cued_recall("музыка").latency


def test_recall_fails_at_times_as_the_probability_says() -> None:
    with mind(working_strength=0, threshold=1.2, primacy=0) as memory:
        study(memory, ["дом у моря"])
        answers = [memory.cued_recall("дом") for _ in range(400)]
        chance = answers[0].probability
        assert 0.1 < chance < 0.9
        assert sum(each.content is not None for each in answers) / 400 == pytest.approx(chance, abs=0.08)


def test_a_session_confines_recall() -> None:
    with mind() as memory:
        study(memory, ["зелёный дом"], "утро")
        study(memory, ["красный дом"], "вечер")
        assert memory.cued_recall("дом", session_id="утро").content == "зелёный дом"
        assert memory.activation_of("красный дом", session_id="утро") == pytest.approx(math.log(1e-4))


def test_inflected_and_differently_written_words_are_the_same() -> None:
    with mind() as memory:
        study(memory, ["Ёлка в лесу"])
        assert memory.cued_recall("лес").content == "Ёлка в лесу"
        assert memory.activation_of("елка в лесу") == memory.activation_of("Ёлка в лесу")


def aged(hours_awake: float, hours_asleep: float, **recall: float | str) -> float:
    """Return how active a word is after so many hours."""
    with mind(working_strength=0, primacy=0, **recall) as memory:
        memory.store("камень", session_id="list")
        wait(memory, hours_awake * HOUR)
        began = memory.clock.now()
        wait(memory, hours_asleep * HOUR)
        memory.note_sleep(began, memory.clock.now())
        return memory.activation_of("камень")


def test_sleep_does_nothing_by_default() -> None:
    assert aged(0, 8) == pytest.approx(aged(8, 0))


@pytest.mark.parametrize("setting", [{"sleep_gain": 0.4}, {"sleep_slowing": 0.3}, {"sleep_share": 0.5}])
def test_sleep_can_stabilise(setting: dict[str, float]) -> None:
    assert aged(0, 8, **setting) > aged(8, 0, **setting) + 0.1
    assert aged(0, 8, **setting) > aged(0, 1, **setting) - 2.0


def test_a_night_can_make_what_was_learnt_stronger_than_the_evening_before() -> None:
    assert aged(12, 8, sleep_gain=1.0) > aged(12, 0, sleep_gain=1.0)


def test_later_events_interfere_if_so_configured() -> None:
    def left(words: list[str], **recall: float) -> float:
        with mind(working_strength=0, primacy=0, **recall) as memory:
            memory.store("камыш", session_id="первый")
            study(memory, words, "второй", every=0.0)
            wait(memory, HOUR)
            return memory.activation_of("камыш")

    assert left(ENGLISH) == pytest.approx(left([]))
    assert left(ENGLISH, interference_seconds=600) < left(ENGLISH[:4], interference_seconds=600) < left([])


def claim(memory: MemoryManager, source: str) -> None:
    memory.source.register(source, "user")
    memory.store("мост построен в 1900 году", source_ref=source)


def test_a_discredited_source_is_discounted_and_less_so_once_it_is_forgotten() -> None:
    """The sleeper effect: the claim outlives the memory of who made it."""
    with mind(trust_weight=1.0, source_decay=0.5, decay=0.1, working_strength=0) as memory:
        claim(memory, "Лжец")
        for _ in range(6):
            memory.source.update_trust("Лжец", confirmed=False)
        with mind(trust_weight=1.0, source_decay=0.5, decay=0.1, working_strength=0) as trusting:
            claim(trusting, "Эксперт")
            gap = []
            for _ in range(2):
                text = "мост построен в 1900 году"
                gap.append(trusting.activation_of(text) - memory.activation_of(text))
                wait(memory, 30 * DAY)
                wait(trusting, 30 * DAY)
    assert gap[0] > 0.5
    assert 0 < gap[1] < gap[0] / 2


def test_a_recall_is_an_encounter_that_may_last_longer() -> None:
    def after(slowing: float) -> float:
        with mind(learns_from_retrieval="on", recalled_slowing=slowing, recalled_strength=1.5, threshold=-9) as memory:
            study(memory, ["дом у моря"])
            assert memory.cued_recall("дом").content == "дом у моря"
            assert len(memory.episodic) == 2
            wait(memory, 7 * DAY)
            return memory.activation_of("дом у моря")

    with mind(threshold=-9) as untested:
        study(untested, ["дом у моря"])
        untested.cued_recall("дом")
        wait(untested, 7 * DAY)
        assert untested.activation_of("дом у моря") < after(0.0) < after(0.5)


@pytest.mark.parametrize("bad", ["a\x00b", "\ud800", 5, None])
def test_bad_cues_are_refused(bad: str) -> None:
    with mind() as memory:
        for act in (memory.cued_recall, memory.recognise, memory.activation_of):
            with pytest.raises(InvalidInputError):
                act(bad)


@pytest.mark.parametrize("blank", ["", "  ", "?!"])
def test_a_blank_cue_finds_nothing(blank: str) -> None:
    with mind() as memory:
        study(memory, ["дом и сад"])
        assert memory.cued_recall(blank).content is None
        assert not memory.recognise(blank).accepted
        assert memory.activation_of(blank) == pytest.approx(math.log(1e-4))
