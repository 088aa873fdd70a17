"""On which line of a scenario file a step or a key stands."""

from __future__ import annotations

import re

__all__ = ["Lines"]

_STEP = re.compile(r"^\s*\[\[\s*step\s*\]\]")
_TABLE = re.compile(r"^\s*\[+\s*([\w.]+)")
_KEY = re.compile(r"^\s*[\"']?([\w.-]+)[\"']?\s*=")
_LONG_QUOTE = re.compile(r'"""|\'\'\'')


class Lines:
    """Line numbers, from 1, of what a TOML text says; the parser itself keeps none.

    Texts within triple quotes are passed over. What is written in another form, such as steps as an inline array,
    is not found.
    """

    def __init__(self, text: str) -> None:
        self._steps: list[int] = []
        self._keys: dict[tuple[str, str], int] = {}
        table, quote = "", ""
        for number, line in enumerate(text.split("\n"), start=1):
            if not quote:
                if _STEP.match(line):
                    self._steps.append(number)
                    table = f"step {len(self._steps)}"
                elif match := _TABLE.match(line):
                    table = match[1]
                    self._keys.setdefault(("", table.split(".")[0]), number)
                elif match := _KEY.match(line):
                    self._keys.setdefault((table, match[1]), number)
            for found in _LONG_QUOTE.findall(line):
                quote = "" if found == quote else quote or found

    def of_step(self, number: int, key: str = "") -> int | None:
        """Return the line of a key of the step with that number, or of the step itself."""
        if not 1 <= number <= len(self._steps):
            return None
        return self._keys.get((f"step {number}", key), self._steps[number - 1])

    def of_key(self, key: str, table: str = "") -> int | None:
        """Return the line of a key at the top of the file, or within a table."""
        return self._keys.get((table, key))
