"""The free-recall effects on small groups of simulated subjects."""

from __future__ import annotations

from dataclasses import replace

import pytest

from brain import BrainConfig
from simulations.effects.free_recall import (
    delay,
    first_recalls,
    predicted_serial_positions,
    serial_positions,
    transitions,
)
from simulations.effects.free_recall_lists import StudyDesign, recall_lists
from simulations.effects.laboratory import standard_config

SMALL = StudyDesign(items=8, seconds_per_item=2.0, subjects=4, lists=3)


@pytest.fixture(scope="module")
def config() -> BrainConfig:
    return standard_config()


def test_the_same_seed_gives_the_same_subjects(config: BrainConfig) -> None:
    once = recall_lists(SMALL, config, 3)
    assert once == recall_lists(SMALL, config, 3)
    assert once != recall_lists(SMALL, config, 4)
    assert len(once.subjects) == 4
    assert len(set(once.subjects)) > 1
    assert all(0 <= place < 8 for subject in once.subjects for outputs in subject for place in outputs)


def test_more_subjects_leave_the_first_as_they_were(config: BrainConfig) -> None:
    few, more = (recall_lists(replace(SMALL, subjects=subjects), config, 3).subjects for subjects in (2, 3))
    assert more[:2] == few


def test_peers_curves_have_the_human_shape(config: BrainConfig) -> None:
    """With 250 lists the curves are within a few hundredths of their values; the goals need more."""
    size = {"subjects": 10, "lists": 25}
    positions, first, steps = (effect(config, 5, **size) for effect in (serial_positions, first_recalls, transitions))
    assert positions.measures["rmse"] < 0.06
    assert first.measures["rmse"] < 0.05
    assert steps.measures["rmse"] < 0.05
    assert min(finding.measures["r"] for finding in (positions, first, steps)) > 0.85
    assert all(len(finding.series[0].model) == len(finding.series[0].human) for finding in (positions, first, steps))
    assert steps.series[0].x == (-5, -4, -3, -2, -1, 1, 2, 3, 4, 5)


def test_another_study_is_predicted(config: BrainConfig) -> None:
    finding = predicted_serial_positions(config, 5, subjects=6, lists=20)
    assert finding.measures["rmse"] < 0.1
    assert finding.measures["r"] > 0.7


def test_counting_takes_recency_and_leaves_primacy(config: BrainConfig) -> None:
    measures = delay(config, 5, subjects=12, lists=6).measures
    assert measures["recency_immediate"] > measures["recency_delayed"] + 0.1
    assert measures["p_recency_lost"] < 0.05
    assert measures["p_primacy_delayed"] < 0.01


def test_a_brain_without_working_memorys_share_has_no_such_recency(config: BrainConfig) -> None:
    """The effect fails when its mechanism is taken away: it comes from working memory, not from the analysis."""
    finding = delay(config.with_settings({"recall.working_strength": 0}), 5, subjects=8, lists=6)
    assert finding.measures["recency_immediate"] < 0.1
    assert abs(finding.measures["recency_immediate"] - finding.measures["recency_delayed"]) < 0.1
