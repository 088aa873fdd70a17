"""What made a run: the versions of everything that could change its result."""

from __future__ import annotations

import platform
import sqlite3
import subprocess
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

__all__ = ["Provenance", "provenance"]


@dataclass(frozen=True, slots=True)
class Provenance:
    """Versions, and the commit of the source tree if it is one ("" for an installed package)."""

    version: str
    commit: str
    python: str
    sqlite: str
    pykka: str


@cache
def provenance() -> Provenance:
    """Return what makes runs in this process."""
    return Provenance(
        version=metadata.version("actor-brain"),
        commit=_commit(),
        python=platform.python_version(),
        sqlite=sqlite3.sqlite_version,
        pykka=metadata.version("pykka"),
    )


def _commit() -> str:
    root = Path(__file__).resolve().parent.parent
    if not (root / ".git").exists():
        return ""
    try:
        said = subprocess.run(  # noqa: S603  no part of the command comes from outside
            ["git", "-C", str(root), "rev-parse", "HEAD"],  # noqa: S607  whichever git the user has
            capture_output=True, text=True, timeout=5, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return ""
    return said.stdout.strip() if said.returncode == 0 else ""
