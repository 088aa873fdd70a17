"""Every effect on a handful of subjects: there with the shared parameters, and gone without what makes it."""

from __future__ import annotations

import pytest

from brain import BrainConfig
from simulations.effects import EffectResult, all_effects, standard_config


def run(name: str, subjects: int, **settings: object) -> EffectResult:
    config = standard_config().with_settings({f"recall.{key}": value for key, value in settings.items()})
    return all_effects()[name].run(config, 3, subjects=subjects)


def test_savings_follow_ebbinghaus_and_nights_save_some() -> None:
    result = run("forgetting", 1)
    assert result.passed, result.measures
    assert result.measures["gain_of_nights"] > 0.01
    assert result.measures["r2_sleepless"] < result.measures["r2"]


def test_without_a_labile_share_savings_fall_too_slowly_at_first() -> None:
    assert run("forgetting", 1, labile=0.0).measures["r2"] < 0.9


def test_a_power_law_wins_over_the_documents_exponential() -> None:
    result = run("decay_laws", 1)
    assert result.passed
    assert result.measures["r2_exponential"] == pytest.approx(0.397, abs=0.01)
    assert result.measures["r2_half_life"] < 0.5 < result.measures["r2_wickelgren"]


def test_counting_takes_letters_from_the_mind() -> None:
    measures = run("short_term", 5).measures
    assert measures["after_3_s"] > measures["after_18_s"] + 0.3
    without = run("short_term", 5, working_strength=0.0).measures
    assert without["after_3_s"] < 0.5


def test_more_facts_take_longer_and_only_because_cues_share_their_weight() -> None:
    result = run("fan", 2)
    assert result.passed, result.measures
    targets, foils = result.series
    assert sum(foils.model) > sum(targets.model)
    assert run("fan", 2, cue_weight=0.0).measures["slower_with_fan"] < 0.01


def test_pairs_are_learnt_over_trials() -> None:
    result = run("paired_associates", 3)
    assert result.measures["r_accuracy"] > 0.95
    assert result.measures["r_latency"] > 0.9
    accuracy = result.series[0].model
    assert accuracy[0] == 0 < accuracy[1] < accuracy[-1]


def test_practice_follows_a_power_law() -> None:
    measures = run("practice", 2).measures
    assert measures["r2_power"] > measures["r2_exponential"] + 0.01


def test_the_best_gap_grows_with_the_delay() -> None:
    measures = run("spacing", 2).measures
    assert measures["best_gap_7d"] < measures["best_gap_70d"] <= measures["best_gap_350d"]
    assert measures["delays_with_fall"] >= 2


def test_without_decay_that_depends_on_activity_no_gap_is_better_than_none() -> None:
    measures = run("spacing", 2, decay_active=0.0).measures
    assert measures["best_gap_7d"] == measures["best_gap_35d"] == 0


def test_being_asked_helps_later_and_reading_again_sooner() -> None:
    measures = run("testing", 3).measures
    assert measures["read_ahead_soon"] > 0.02
    assert measures["tested_ahead_later"] > 0.01
    off = run("testing", 3, learns_from_retrieval="off").measures
    assert off["tested_ahead_later"] < -0.05


def test_what_all_words_point_at_is_remembered() -> None:
    measures = run("false_memory", 5).measures
    assert measures["recalled_lure"] > measures["recalled_other"] + 0.2
    assert measures["recognised_lure"] > measures["recognised_unrelated"] + 0.5
    without = run("false_memory", 3, association=0.0).measures
    assert without["recalled_lure"] == 0
    assert without["recognised_lure"] < 0.2


def test_sleep_protects() -> None:
    assert run("sleep", 8).measures["asleep_over_awake"] > 0.2
    without = run("sleep", 8, sleep_gain=0.0, sleep_slowing=0.0, sleep_share=1.0)
    assert abs(without.measures["asleep_over_awake"]) < 0.15


def test_new_answers_drive_out_old_ones() -> None:
    assert run("interference", 8).measures["lost"] > 0.2


def test_trust_follows_the_documents_rule() -> None:
    assert all_effects()["trust"].run(BrainConfig(), 3, subjects=2).passed
    kinder = BrainConfig().with_settings({"retrieval.min_trust": 0.0})
    assert all_effects()["trust"].run(kinder, 3, subjects=2).measures["trusted_heard"] == 1


def test_who_is_believed_misleads_and_who_is_not_does_less() -> None:
    measures = run("misinformation", 16).measures
    assert measures["right_untold"] > measures["right_believed"] + 0.2
    assert measures["misled_believed"] > measures["misled_disbelieved"]
    without = run("misinformation", 16, trust_weight=0.0).measures
    assert abs(without["misled_believed"] - without["misled_disbelieved"]) < 0.15


def test_a_disbelieved_claim_is_discounted_less_when_its_source_is_forgotten() -> None:
    measures = run("sleeper", 4).measures
    assert measures["discount_at_once"] > measures["discount_later"] + 0.2
    assert measures["rise_of_disbelieved"] > 0
    assert run("sleeper", 4, source_decay=0.0).measures["rise_of_disbelieved"] <= 0
