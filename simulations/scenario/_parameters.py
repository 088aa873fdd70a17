"""Parameters: `{name}` in a scenario file stands for a named value."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from brain.errors import InvalidInputError, NotFoundError

__all__ = ["check_names", "filled_in"]

_MENTION = re.compile(r"\{(\{\w+\})\}|\{([^\W\d]\w*)\}")


def check_names(names: Iterable[Any]) -> None:
    """Refuse names that could not be mentioned in braces.

    Raises:
        InvalidInputError: for such a name.

    """
    for name in names:
        if not str(name).isidentifier():
            raise InvalidInputError(f"{name!r} cannot name a parameter; use letters, digits and underscores")


def filled_in(value: Any, parameters: Mapping[str, Any]) -> Any:
    """Return `value` with every `{name}` in its texts replaced, tables and lists included.

    A text that is nothing but `{name}` becomes the parameter itself, a number stays a number; within a longer
    text it is written out. `{{name}}` stands for `{name}`.

    Raises:
        NotFoundError: if no parameter has that name.

    """
    if isinstance(value, dict):
        return {key: filled_in(each, parameters) for key, each in value.items()}
    if isinstance(value, list):
        return [filled_in(each, parameters) for each in value]
    if not isinstance(value, str):
        return value
    whole = _MENTION.fullmatch(value)
    if whole and whole[2]:
        return _value(whole[2], parameters)
    return _MENTION.sub(lambda found: found[1] or str(_value(found[2], parameters)), value)


def _value(name: str, parameters: Mapping[str, Any]) -> Any:
    if name in parameters:
        return parameters[name]
    near = difflib.get_close_matches(name, parameters, n=1)
    hint = f"did you mean {{{near[0]}}}?" if near else f"list it under [parameters], or write {{{{{name}}}}} for braces"
    raise NotFoundError(f"no parameter {{{name}}}; {hint}")
