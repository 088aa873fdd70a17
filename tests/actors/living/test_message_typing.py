"""Messages are typed: what a type checker lets through and what it does not; and all messages are alike."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from actors import messages as m
from actors.association_cortex import AssociationCortex
from actors.basal_ganglia import BasalGanglia
from actors.cognitive_core import CognitiveCoreActor
from actors.hippocampus import Hippocampus
from actors.message import Message
from actors.prefrontal import PrefrontalCortex
from actors.source_evaluator import SourceEvaluator
from actors.structure import Structure
from actors.temporal_cortex import TemporalCortex
from brain.memory import EpisodicMemory, ProceduralMemory, SemanticMemory, SourceMemory, WorkingMemory

ROOT = Path(__file__).resolve().parents[3]
MESSAGES: list[type[Message[Any]]] = [getattr(m, name) for name in m.__all__]
STRUCTURES: list[type[Structure]] = [
    AssociationCortex,
    BasalGanglia,
    CognitiveCoreActor,
    Hippocampus,
    PrefrontalCortex,
    SourceEvaluator,
    TemporalCortex,
]
ORGANS: dict[type[Structure], type[Any]] = {
    BasalGanglia: ProceduralMemory,
    Hippocampus: EpisodicMemory,
    PrefrontalCortex: WorkingMemory,
    SourceEvaluator: SourceMemory,
    TemporalCortex: SemanticMemory,
}
SNIPPET = """
from actors import BrainSystem
from actors import messages as m
from actors.runtime import Address, Runtime
from brain.cognition import CognitiveResult
from brain.memory import Episode, StoreResult

def right(brain: BrainSystem, runtime: Runtime, address: Address) -> None:
    stored: StoreResult = brain.perceive("hello", importance=0.5)
    result: CognitiveResult = brain.ask("What?")
    found: list[Episode] = brain.memory.episodic.search("hello", top_n=3)
    by_id: Episode = brain.memory.episodic.get_by_id("ep_1")
    count: int = len(brain.memory.working)
    asked: Episode = runtime.ask(address, m.GetEpisode("ep_1"))
    trust: float = brain.memory.source.get_trust("user")
    best = brain.memory.procedural.get_best(top_n=2)
    rate: float = best[0].success_rate

def wrong(brain: BrainSystem, runtime: Runtime, address: Address) -> None:
    brain.perceive("hello", importance="high")  # wrong: arg-type
    brain.ask(42)  # wrong: arg-type
    brain.memory.episodic.search(5)  # wrong: arg-type
    brain.memory.episodic.search("x", top=3)  # wrong: call-arg
    brain.memory.episodic.get_by_id()  # wrong: call-arg
    brain.memory.semantic.store_fact("a", confidence="much")  # wrong: arg-type
    asked: int = runtime.ask(address, m.GetEpisode("ep_1"))  # wrong: assignment
    runtime.ask(address, "hello")  # wrong: arg-type
    runtime.tell(address, 42)  # wrong: arg-type
    m.StoreEpisode(content=b"bytes")  # wrong: arg-type
    m.GetEpisode("ep_1").episode_id = "ep_2"  # wrong: misc
    trust: str = brain.memory.source.get_trust("user")  # wrong: assignment
"""


def test_a_type_checker_tells_right_arguments_from_wrong(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
    said = subprocess.run(
        [*command, "--follow-imports=silent", "--ignore-missing-imports", str(snippet)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    found = re.findall(r"snippet\.py:(\d+): error: .*\[([a-z-]+)\]", said.stdout)
    marked = [(str(number), line) for number, line in enumerate(SNIPPET.splitlines(), 1) if "# wrong" in line]
    expected = [(number, line.rsplit(": ", 1)[1]) for number, line in marked]
    assert found == expected, said.stdout + said.stderr


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__name__)
def test_messages_are_frozen_slotted_and_name_their_reply(message: type[Message[Any]]) -> None:
    parameters: Any = message
    assert parameters.__dataclass_params__.frozen
    assert "__dict__" not in dir(message)
    (base,) = message.__orig_bases__  # type: ignore[attr-defined]
    assert len(get_args(base)) == 1
    assert message.__doc__


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: message.__name__)
def test_every_message_has_a_receiver(message: type[Message[Any]]) -> None:
    assert [structure for structure in STRUCTURES if message in structure._handlers]


@pytest.mark.parametrize(
    ("structure", "message"),
    [(structure, message) for structure in ORGANS for message in structure.accepts],
    ids=lambda each: each.__name__,
)
def test_a_message_that_stands_for_a_call_fits_its_method(
    structure: type[Structure], message: type[Message[Any]]
) -> None:
    import inspect

    signature = inspect.signature(getattr(ORGANS[structure], message.method))
    given = {field.name: None for field in dataclasses.fields(message)}
    signature.bind(None, **given)
    for field in dataclasses.fields(message):
        if field.default is not dataclasses.MISSING:
            assert signature.parameters[field.name].default == field.default
