"""What an effect is, how subjects live, how effects are found, fitted and drawn."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from actors.trace import TraceRecord
from brain import BrainConfig
from brain.errors import InvalidInputError, StorageError
from simulations.effects import Axes, Effect, Outcome, Progress, Series, all_effects, effects_named, standard_config
from simulations.effects.fits import distance, fit
from simulations.effects.laboratory import DAY, HOUR, Subject, each_subject, human_figures
from simulations.effects.material import facts, pairs, syllables, words
from simulations.effects.plots import draw_all


def weighed(config: BrainConfig, seed: int, subjects: int, progress: Progress | None) -> Outcome:
    """An experiment whose line is a setting: the human figures are right at 0.3."""
    for number in range(subjects):
        if progress is not None:
            progress(number + 1, subjects, "weighed")
    value = config.recall.decay
    return Outcome(
        {"decay": value, "seed": seed, "off": abs(value - 0.3)},
        (Series("line", (1.0, 2.0, 3.0), (value, 2 * value, value), (0.3, 0.6, math.nan)),),
    )


WEIGHED = Effect(
    "weighed",
    "A made-up effect",
    "nobody",
    weighed,
    3,
    {"off": "<= 0.01"},
    Axes("x", "y"),
    {"recall.decay": (0.0, 1.0)},
)


def test_a_result_passes_only_if_every_goal_is_reached() -> None:
    config = BrainConfig()
    missed = WEIGHED.run(config.with_settings({"recall.decay": 0.5}))
    assert not missed.passed
    assert missed.missed == ("off",)
    assert WEIGHED.run(config.with_settings({"recall.decay": 0.305})).passed


def test_progress_is_told_of_every_subject() -> None:
    told: list[tuple[int, int, str]] = []
    WEIGHED.run(BrainConfig(), subjects=2, progress=lambda *step: told.append(step))
    WEIGHED.run(BrainConfig(), progress=lambda *step: told.append(step))
    assert told == [(1, 2, "weighed"), (2, 2, "weighed"), (1, 3, "weighed"), (2, 3, "weighed"), (3, 3, "weighed")]


def test_a_fit_finds_the_setting_and_says_how_far_it_came() -> None:
    start = BrainConfig().with_settings({"recall.decay": 0.9})
    found = fit(WEIGHED, start)
    assert found.before == pytest.approx(math.sqrt((0.6**2 + 1.2**2) / 2))
    assert found.after < 0.01
    assert found.settings["recall.decay"] == pytest.approx(0.3, abs=0.01)
    assert found.result.passed
    assert distance(found.result) == pytest.approx(found.after)


def test_a_fit_takes_no_more_steps_than_allowed() -> None:
    told: list[int] = []
    fit(WEIGHED, BrainConfig(), steps=7, progress=lambda done, total, _: told.append(done) or None)
    assert max(told) == 7
    assert len(told) <= 8


def test_an_effect_without_human_figures_has_no_distance() -> None:
    def bare(*_: object) -> Outcome:
        return Outcome({}, (Series("line", (1.0,), (2.0,)),))

    effect = Effect("bare", "", "", bare, 1, {}, Axes("x", "y"))
    assert math.isnan(distance(effect.run(BrainConfig())))


def test_effects_by_name() -> None:
    known = all_effects()
    assert len(known) >= 12
    assert all(name == effect.name and effect.goals and effect.source for name, effect in known.items())
    assert [effect.name for effect in effects_named(["spacing", "fan", "spacing"])] == ["spacing", "fan"]
    assert effects_named([]) == list(known.values())
    with pytest.raises(InvalidInputError, match="did you mean 'forgetting'"):
        effects_named(["fan", "forgeting"])
    with pytest.raises(InvalidInputError, match="there are forgetting, "):
        effects_named(["xyzzy"])


def test_every_fitted_setting_is_one_and_starts_within_its_bounds() -> None:
    config = standard_config()
    for effect in all_effects().values():
        for key, (low, high) in effect.fitted.items():
            section, name = key.split(".")
            assert low <= getattr(getattr(config, section), name) <= high, key


def test_subjects_are_the_same_in_a_larger_group_and_speak_two_languages() -> None:
    def learnt(subject: Subject) -> tuple[str, ...]:
        subject.study(words(subject, 1)[0], session="s")
        return (subject.language, *words(subject, 2), *syllables(subject, 2), pairs(subject, 1)[0].text,
                facts(subject, 1)[0].text, *map(str, subject.brain.memory.free_recall("s").positions))  # fmt: skip

    config = standard_config()
    few, more = each_subject(learnt, config, 4, 2), each_subject(learnt, config, 4, 3)
    assert more[:2] == few
    assert [each[0] for each in more] == ["ru", "en", "ru"]
    assert each_subject(learnt, config, 5, 1) != few[:1]


def test_days_are_lived_and_nights_slept() -> None:
    """Six days have six nights of eight hours, a morning has none, and who shall not sleep does not."""
    nights: list[TraceRecord] = []

    def lived(subject: Subject) -> float:
        began = subject.brain.clock.now()
        subject.brain.subscribe(lambda record: nights.append(record) if record.type == "NoteSleep" else None)
        subject.live(4 * HOUR)
        assert not nights
        subject.live(6 * DAY)
        subject.live(DAY, sleeping=False)
        return subject.brain.clock.now() - began

    assert each_subject(lived, standard_config(), 1, 1) == [7 * DAY + 4 * HOUR]
    # Noted on waking, at seven in the morning.
    assert [record.time % DAY for record in nights] == [7 * HOUR] * 6


def test_what_was_slept_counts_from_any_hour() -> None:
    """Asleep, the share of time that counts is so small that eight hours take less than one awake."""

    def left(subject: Subject, hours: float) -> float:
        subject.study("якорь")
        subject.live(12 * HOUR)
        subject.live(hours * HOUR)
        return subject.brain.memory.activation_of("якорь")

    config = standard_config().with_settings(
        {"recall.sleep_gain": 0, "recall.sleep_slowing": 0, "recall.sleep_share": 0}
    )
    evening, midnight, seven, eight = (
        each_subject(lambda subject, hours=hours: left(subject, hours), config, 1, 1)[0] for hours in (1, 2, 9, 10)
    )
    assert evening == pytest.approx(midnight) == pytest.approx(seven)
    assert eight < seven


def test_waiting_empties_the_mind_and_leaves_no_episode() -> None:
    def waited(subject: Subject) -> tuple[int, set[str]]:
        subject.study("якорь")
        subject.stay_awake(HOUR)
        return len(subject.brain.memory.episodic), {str(item.content) for item in subject.brain.memory.get_context(8)}

    ((episodes, mind),) = each_subject(waited, standard_config(), 1, 1)
    assert episodes == 1
    assert "якорь" not in mind


def test_human_figures_name_their_source() -> None:
    for study in ("forgetting", "fan", "paired_associates", "spacing", "testing", "false_memory", "sleep", "short_term",
                  "misinformation"):  # fmt: skip
        figures = human_figures(study)
        assert figures["source"]
        assert figures["status"] in {"found", "recalled"}


def test_drawings(tmp_path: Path) -> None:
    results = [WEIGHED.run(BrainConfig())]
    files = draw_all(results, tmp_path / "new")
    assert sorted(file.name for file in files) == ["overview.png", "overview.svg", "weighed.png", "weighed.svg"]
    assert files[0].read_bytes().startswith(b"\x89PNG")
    drawn = ET.parse(tmp_path / "new" / "weighed.svg")
    assert drawn.getroot().tag.endswith("svg")
    again = tmp_path / "again"
    draw_all(results, again)
    assert (again / "overview.svg").read_bytes() == (tmp_path / "new" / "overview.svg").read_bytes()


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="file"):
        draw_all([WEIGHED.run(BrainConfig())], tmp_path / "file" / "inside")
