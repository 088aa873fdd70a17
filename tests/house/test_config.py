"""The configuration: defaults, ranges, TOML."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain import BrainConfig, BrainError
from brain.config import ConsolidationConfig
from brain.errors import ConfigError

BAD = [
    ({"working.max_sise": 3}, "max_size"),
    ({"working.max_size": 0}, "working.max_size"),
    ({"working.max_size": float("nan")}, "working.max_size"),
    ({"working.max_size": 2.5}, "working.max_size"),
    ({"working.max_size": True}, "working.max_size"),
    ({"retrieval.min_trust": 1.01}, "retrieval.min_trust"),
    ({"retrieval.min_trust": "high"}, "retrieval.min_trust"),
    ({"storage.synchronous": "SOMETIMES"}, "NORMAL"),
    ({"nowhere.at": 1}, "nowhere"),
    ({"working": 3}, "working"),
    ({"working.max_size.deep": 3}, "working.max_size.deep"),
]


@pytest.mark.parametrize(("setting", "named"), BAD)
def test_a_bad_setting_is_named(setting: dict[str, object], named: str) -> None:
    with pytest.raises(ConfigError, match=named) as refused:
        BrainConfig().with_settings(setting)
    assert "\n" not in str(refused.value)


def test_a_section_made_directly_is_checked_too() -> None:
    with pytest.raises(ConfigError, match="CONFIDENCE_DECAY_RATE"):
        ConsolidationConfig(CONFIDENCE_DECAY_RATE=1.5)


def test_the_documents_names_read_as_defaults() -> None:
    assert ConsolidationConfig.CONSOLIDATION_INTERVAL == 30
    assert ConsolidationConfig().DECAY_INTERVAL == 300
    assert ConsolidationConfig().SAVE_INTERVAL == 120


def test_keys_are_found_in_any_case() -> None:
    changed = BrainConfig().with_settings({"consolidation.decay_interval": 60})
    assert changed.consolidation.DECAY_INTERVAL == 60


@given(st.floats(0, 1), st.integers(2, 1_000_000), st.text(min_size=1).filter(lambda s: s.strip()))
def test_toml_reads_back_equal(trust: float, size: int, file_name: str) -> None:
    config = BrainConfig().with_settings(
        {
            "retrieval.min_trust": trust,
            "working.max_size": size,
            "storage.file_name": file_name.encode("utf-8", "ignore").decode() or "x",
        }
    )
    import tomllib

    assert BrainConfig.from_dict(tomllib.loads(config.to_toml())) == config


def test_a_file_replaces_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "brain.toml"
    path.write_text("[working]\nmax_size = 7\n", encoding="utf-8")
    assert BrainConfig.from_toml(path).working.max_size == 7
    before = BrainConfig().with_settings({"semantic.max_nodes": 9})
    after = before.updated(path)
    assert (after.working.max_size, after.semantic.max_nodes) == (7, 9)


@pytest.mark.parametrize("content", [b"[working\n", b"max = \xff\xfe", b"working = 1", b"[[working]]\nmax_size = 1"])
def test_a_bad_file_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(BrainError) as refused:
        BrainConfig.from_toml(path)
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"absent\.toml"):
        BrainConfig.from_toml(tmp_path / "absent.toml")


def test_every_setting_has_a_range() -> None:
    for section in fields(BrainConfig):
        made = getattr(BrainConfig(), section.name)
        assert all(spec.metadata.get("kind") for spec in fields(made)), section.name
