"""Forgetting on purpose: one memory, wherever it has left a trace."""

from __future__ import annotations

import pytest

from brain.errors import NotFoundError
from brain.memory import MemoryManager


def test_an_episode_takes_its_item_and_its_own_facts_along(manager: MemoryManager) -> None:
    kept = manager.store("Синапс — контакт между нейронами", importance=0.7)
    report = manager.forget(kept["episodic"].episode_id)
    assert (report.episodes, report.items, report.concepts) == (1, 1, ["Синапс"])
    assert manager.retrieve("синапс").total == 0
    assert manager.retrieve_staged("Что такое синапс?").evidence == []


def test_a_fact_that_others_told_too_stays(manager: MemoryManager) -> None:
    first = manager.store("Синапс — контакт между нейронами", importance=0.7, source_ref="docs/a.pdf")
    manager.store("Синапс — контакт между нейронами", importance=0.7, source_ref="docs/b.pdf")
    assert manager.forget(first["episodic"].episode_id).concepts == []
    assert manager.semantic.get_fact("синапс") is not None
    assert len(manager.episodic) == 1


def test_an_item_and_a_concept_can_be_named(manager: MemoryManager) -> None:
    kept = manager.store("A neuron is a cell", importance=0.7)
    assert manager.forget(kept["working"].item_id).episodes == 1
    light = manager.store("passing thought", importance=0.2)
    assert manager.forget(light["working"].item_id).items == 1
    manager.store_fact("глия", "опора нейронов")
    assert manager.forget("глия").concepts == ["глия"]
    assert manager.status().nodes == 0


def test_what_nothing_answers_to_is_an_error(manager: MemoryManager) -> None:
    for key in ("ep_0", "wm_0", "кварк"):
        with pytest.raises(NotFoundError):
            manager.forget(key)
