"""Handlers of messages that only a brain with an embedder can answer."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from actors.anatomy import BrainStructure
from actors.message import Message
from actors.structure import Handler, handles
from brain.errors import InvalidInputError

__all__ = ["by_meaning"]


def by_meaning(kind: type[Message[Any]]) -> Handler:
    """Return a handler that calls the organ's method that `kind` names, if the brain has an embedder.

    Without one it raises InvalidInputError, which goes to who asked and leaves the organ as it is.
    """
    names = tuple(spec.name for spec in fields(kind))  # type: ignore[arg-type]

    @handles(kind)
    def answer(structure: BrainStructure, message: Message[Any]) -> Any:
        if structure.anatomy.embedder is None:
            raise InvalidInputError("this brain was started without an embedder; start it with embedder=...")
        return getattr(structure.organ, kind.method)(**{name: getattr(message, name) for name in names})

    return answer
