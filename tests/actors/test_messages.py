from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from actors.message import Client, Message, asks, tells
from actors.runtime import Runtime
from tests.actors.conftest import Add, Adder, Sum, Total

ROOT = Path(__file__).parents[2]


class AdderClient(Client):
    add = asks(Add)
    add_later = tells(Add)
    __len__ = asks(Total)


def test_the_method_survives_the_second_making_of_a_slotted_class() -> None:
    assert Add.method == "add"
    assert not hasattr(Add(1), "__dict__")


def test_a_message_without_method_has_none() -> None:
    @dataclass(frozen=True, slots=True)
    class Bare(Message[None]):
        pass

    assert Bare.method == ""


def test_a_client_has_the_structures_methods(runtime: Runtime) -> None:
    address = runtime.start(Adder, Sum, name="adder")
    client = AdderClient(runtime.asker(address), runtime.teller(address))
    assert client.add(2) == 2
    client.add_later(amount=3)
    runtime.run_until_idle()
    assert len(client) == 2
    assert client.add(0) == 5


def test_a_client_without_tell_says_so(runtime: Runtime) -> None:
    client = AdderClient(runtime.asker(runtime.start(Adder, Sum, name="adder")))
    with pytest.raises(TypeError, match="without `tell`"):
        client.add_later(1)


def test_wrong_arguments_are_type_errors_at_the_call(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(
        "from dataclasses import dataclass\n"
        "from actors.message import Client, Message, asks, tells\n"
        "@dataclass(frozen=True, slots=True)\n"
        "class Add(Message[int], method='add'):\n"
        "    amount: int\n"
        "class Adder(Client):\n"
        "    add = asks(Add)\n"
        "    later = tells(Add)\n"
        "def use(adder: Adder) -> None:\n"
        "    right: int = adder.add(1)\n"
        "    adder.later(amount=1)\n"
        "    adder.add('one')\n"
        "    adder.later()\n"
        "    wrong: str = adder.add(2)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}", str(snippet)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    errors = [line.split(":")[1] for line in ran.stdout.splitlines() if "snippet.py" in line and "error" in line]
    assert errors == ["12", "13", "14"], ran.stdout
