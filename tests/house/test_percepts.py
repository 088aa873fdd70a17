"""Percepts: their forms and what they add up to."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain import EncodedPercept, FusedPercept
from brain.errors import InvalidInputError

LECTURE = FusedPercept(
    fused_id="f1",
    inputs=[
        EncodedPercept("p1", "text", [0.1], "нейрон — клетка", 0.9, "docs/нейрон.pdf#p1", "ru"),
        EncodedPercept("p2", "image", text="a drawing of a neuron", quality=0.8, source="neuron.png"),
        EncodedPercept("p3", "audio", text="нейрон — клетка", source="лекция.mp3@t=15.3"),
    ],
    fused_vector=[0.5, 0.5],
    entities=["нейрон"],
    metadata={"importance": 0.7},
    session_id="lesson",
)


def test_a_percept_reads_back_equal_from_json() -> None:
    assert FusedPercept.from_dict(json.loads(json.dumps(LECTURE.to_dict()))) == LECTURE


def test_unknown_keys_are_ignored() -> None:
    values = LECTURE.to_dict() | {"invented_later": 1}
    values["inputs"][0]["invented_later"] = 2
    assert FusedPercept.from_dict(values) == LECTURE
    assert EncodedPercept.from_dict({"text": "hello", "colour": "red"}).text == "hello"


def test_texts_are_joined_without_repeats() -> None:
    assert LECTURE.text == "нейрон — клетка\na drawing of a neuron"
    assert LECTURE.modality == "mixed"
    assert LECTURE.source == "docs/нейрон.pdf#p1"
    assert FusedPercept(inputs=[LECTURE.inputs[2]]).modality == "audio"


@pytest.mark.parametrize("quality", [-0.1, 1.1, float("nan"), "high", None, True])
def test_a_bad_quality_is_refused(quality: object) -> None:
    with pytest.raises(InvalidInputError, match="quality"):
        EncodedPercept(quality=quality)  # type: ignore[arg-type]


@given(
    st.floats(0, 1),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00")),
    st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=4),
)
def test_any_percept_reads_back_equal(quality: float, text: str, vector: list[float]) -> None:
    percept = EncodedPercept(text=text, quality=quality, vector=vector)
    assert EncodedPercept.from_dict(percept.to_dict()) == percept


BAD_FIELDS = [
    {"inputs": None},
    {"inputs": ["hello"]},
    {"metadata": None},
    {"entities": "нейрон"},
    {"entities": [1]},
    {"confidence": 10**400},
]


@pytest.mark.parametrize("fields", BAD_FIELDS, ids=str)
def test_a_percept_of_the_wrong_make_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(InvalidInputError) as refused:
        FusedPercept(**fields)  # type: ignore[arg-type]
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "fields", [{"text": None}, {"text": b"x"}, {"source": 4}, {"metadata": {"at": float("nan")}}], ids=str
)
def test_a_single_sense_of_the_wrong_make_is_refused(fields: dict[str, object]) -> None:
    with pytest.raises(InvalidInputError):
        EncodedPercept(**fields)  # type: ignore[arg-type]
