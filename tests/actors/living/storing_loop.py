"""Stores without end and prints each acknowledged episode's id: run by the tests of crashes, which kill it.

Arguments: the mind's directory, the runtime.
"""

from __future__ import annotations

import itertools
import sys

from actors import BrainSystem

if __name__ == "__main__":
    with BrainSystem.start(sys.argv[1], sys.argv[2], seed=1) as brain:  # type: ignore[arg-type]
        for n in itertools.count():
            stored = brain.perceive(f"Зверь{n} — животное номер {n}.", source_ref="user_a", importance=0.9)
            assert stored.episodic is not None
            print(stored.episodic.episode_id, flush=True)  # noqa: T201
            if n % 10 == 9:
                brain.memory.force_consolidate()
