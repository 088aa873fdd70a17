"""What reaches the brain: percepts of single senses, fused into one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from brain.checks import check_names, check_query, check_table, check_unit
from brain.errors import InvalidInputError

__all__ = ["EncodedPercept", "FusedPercept"]


def _known(cls: type[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(values, Mapping):
        raise InvalidInputError(f"a {cls.__name__} is made from a table of fields, not {type(values).__name__}")
    names = {spec.name for spec in fields(cls)}
    return {name: value for name, value in values.items() if name in names}


@dataclass(frozen=True, slots=True)
class EncodedPercept:
    """What one sense brings, already encoded.

    Attributes:
        percept_id: unique in its stream.
        modality: 'text', 'image', 'audio', ...
        vector: the encoder's output; empty if there is none.
        text: what was read, seen or heard, in words.
        quality: how well it was perceived, 0-1.
        source: where it came from, such as "лекция.mp3@t=15.3".
        language: 'ru', 'en', ... or "" if unknown.
        message_type: 'statement', 'question', ... or "" if unknown.
        encoder_model, vector_dim: what made the vector.
        metadata: page, time_range, region, ...
        trace_id, session_id, cycle_id: what it belongs to.

    """

    percept_id: str = ""
    modality: str = "text"
    vector: list[float] = field(default_factory=list)
    text: str = ""
    quality: float = 1.0
    source: str = ""
    language: str = ""
    message_type: str = ""
    encoder_model: str = ""
    vector_dim: int = 0
    metadata: dict[str, Any] = field(default_factory=dict)
    trace_id: str = ""
    session_id: str = ""
    cycle_id: str = ""

    def __post_init__(self) -> None:
        check_unit("quality", self.quality)
        check_query("text", self.text)
        check_query("source", self.source)
        check_query("modality", self.modality)
        check_table("metadata", self.metadata)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> EncodedPercept:
        """Make a percept from `to_dict`'s form; keys it does not know are ignored."""
        return cls(**_known(cls, values))


@dataclass(frozen=True, slots=True)
class FusedPercept:
    """What several senses bring together.

    Attributes:
        fused_id: unique in its stream.
        inputs: the percepts that were fused, the leading one first.
        fused_vector: the fused embedding; empty if there is none.
        entities: the concepts that it is about.
        confidence: how sure the fusion is, 0-1.
        metadata: `importance` (0-1), `tags` (list) and `time` (Unix seconds or ISO 8601) are read from here.
        trace_id, session_id, cycle_id: what it belongs to.

    """

    fused_id: str = ""
    inputs: list[EncodedPercept] = field(default_factory=list)
    fused_vector: list[float] = field(default_factory=list)
    entities: list[str] = field(default_factory=list)
    confidence: float = 1.0
    metadata: dict[str, Any] = field(default_factory=dict)
    trace_id: str = ""
    session_id: str = ""
    cycle_id: str = ""

    def __post_init__(self) -> None:
        check_unit("confidence", self.confidence)
        if not isinstance(self.inputs, list | tuple) or not all(isinstance(p, EncodedPercept) for p in self.inputs):
            raise InvalidInputError("inputs must be a list of EncodedPercept")
        check_names("entities", self.entities)
        if not isinstance(self.metadata, Mapping):
            raise InvalidInputError(f"metadata must be a table, not {type(self.metadata).__name__}")

    @property
    def text(self) -> str:
        """What was perceived in words: the inputs' texts, the same words only once."""
        return "\n".join(dict.fromkeys(p.text.strip() for p in self.inputs if p.text.strip()))

    @property
    def modality(self) -> str:
        """The one modality of all inputs, or 'mixed'."""
        kinds = {percept.modality for percept in self.inputs}
        return kinds.pop() if len(kinds) == 1 else "mixed"

    @property
    def source(self) -> str:
        """The source of the leading input that names one, or ""."""
        return next((percept.source for percept in self.inputs if percept.source), "")

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain JSON values, inputs included."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> FusedPercept:
        """Make a percept from `to_dict`'s form; keys it does not know are ignored."""
        known = _known(cls, values)
        known["inputs"] = [EncodedPercept.from_dict(percept) for percept in known.get("inputs") or []]
        return cls(**known)
