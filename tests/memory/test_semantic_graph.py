"""The graph of concepts: relations, neighbours, chains, aliases, deletion."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_kit import private_database

from brain.clock import VirtualClock
from brain.errors import InvalidInputError, NotFoundError
from brain.memory import MemoryDatabase, Relation, SemanticMemory

RELATION_TYPES = ("is_a", "part_of", "related", "opposite", "causes", "enables", "contradicts")


@pytest.fixture
def biology(semantic: SemanticMemory) -> SemanticMemory:
    semantic.add_relation("нейрон", "клетка", 0.9, "is_a")
    semantic.add_relation("нейрон", "нервная система", 0.8, "part_of")
    semantic.add_relation("нейрон", "синапс", 0.5, "related")
    semantic.add_relation("синапс", "аксон", 0.6, "related")
    semantic.add_relation("клетка", "организм", 0.7, "part_of")
    return semantic


@pytest.fixture
def hub(semantic: SemanticMemory) -> SemanticMemory:
    leaves = [Relation(f"лист {n}", "related", 0.3 + 0.4 * (n % 10) / 10) for n in range(10_000)]
    semantic.store_fact("хаб", "узел", relations=leaves)
    return semantic


@pytest.mark.parametrize("kind", RELATION_TYPES)
def test_every_kind_of_relation_is_kept(semantic: SemanticMemory, kind: str) -> None:
    relation = semantic.add_relation("нейрон", "клетка", 0.9, kind)
    assert relation == Relation("клетка", kind, 0.9)
    assert semantic.get_facts(["нейрон"])["нейрон"].relations == [relation]


def test_a_known_relation_gets_the_new_weight(semantic: SemanticMemory) -> None:
    semantic.add_relation("нейрон", "клетка", 0.2, "is_a")
    semantic.add_relation("Нейроны", "клетки", 0.9, "is_a")
    (relation,) = semantic.get_facts(["нейрон"])["нейрон"].relations
    assert (relation.relation_type, relation.weight) == ("is_a", 0.9)
    assert len(semantic) == 1


@pytest.mark.parametrize(
    ("target", "weight", "kind"),
    [("клетка", 1.1, "is_a"), ("клетка", float("nan"), "is_a"), ("клетка", 0.5, "eats"), ("Нейроны", 0.5, "is_a"), ("", 0.5, "is_a")],
)  # fmt: skip
def test_a_bad_relation_leaves_no_trace(semantic: SemanticMemory, target: str, weight: float, kind: str) -> None:
    with pytest.raises(InvalidInputError):
        semantic.add_relation("нейрон", target, weight, kind)
    with pytest.raises(InvalidInputError):
        semantic.store_fact("нейрон", "клетка", relations=[Relation(target, kind, weight)])
    assert len(semantic) == 0


def test_neighbours_stand_in_both_directions_strongest_first(biology: SemanticMemory) -> None:
    assert biology.get_related("нейроны") == ["клетка", "нервная система", "синапс"]
    assert biology.get_related("клетка") == ["нейрон", "организм"]
    assert biology.get_related("нейрон", top_n=1) == ["клетка"]
    assert biology.get_related("нейрон", relation_types=["part_of", "related"]) == ["нервная система", "синапс"]
    assert biology.get_related("кварк") == []


def test_a_chain_goes_breadth_first_and_no_deeper_than_asked(biology: SemanticMemory) -> None:
    near = ["нейрон", "клетка", "нервная система", "синапс"]
    assert biology.get_concept_chain("нейрон", max_depth=0) == ["нейрон"]
    assert biology.get_concept_chain("нейрон", max_depth=1) == near
    assert biology.get_concept_chain("нейрон", max_depth=2) == [*near, "организм", "аксон"]
    assert biology.get_concept_chain("Нейроны") == [*near, "организм", "аксон"]
    assert biology.get_concept_chain("кварк") == []


def test_a_path_is_a_shortest_one(biology: SemanticMemory) -> None:
    assert biology.get_concept_chain("нейрон", "организм") == ["нейрон", "клетка", "организм"]
    assert biology.get_concept_chain("нейрон", "организм", max_depth=1) == []
    assert biology.get_concept_chain("организм", "нейрон") == []
    biology.add_relation("нейрон", "организм", 0.1, "related")
    assert biology.get_concept_chain("нейрон", "организмы") == ["нейрон", "организм"]
    assert biology.get_concept_chain("нейрон", "нейроны") == ["нейрон"]


def test_a_cycle_is_walked_once(semantic: SemanticMemory) -> None:
    ring = [f"звено {n}" for n in range(5)]
    for here, there in zip(ring, [*ring[1:], ring[0]], strict=True):
        semantic.add_relation(here, there, 0.5, "related")
    assert semantic.get_concept_chain("звено 0", max_depth=50) == ring
    assert semantic.get_concept_chain("звено 0", "звено 4", max_depth=50) == ring


def test_a_hub_keeps_all_its_relations(hub: SemanticMemory) -> None:
    assert len(hub.get_facts(["хаб"])["хаб"].relations) == 10_000


def test_every_leaf_of_a_hub_is_one_step_away(hub: SemanticMemory) -> None:
    for leaf in ("лист 9", "лист 9990", "лист 0"):
        assert hub.get_concept_chain("хаб", leaf) == ["хаб", leaf]


def test_a_walk_from_a_hub_meets_a_thousand_of_the_strongest(hub: SemanticMemory) -> None:
    met = hub.get_concept_chain("хаб", max_depth=3)
    assert met[0] == "хаб"
    assert len(set(met)) == len(met) >= 1_000
    assert {int(name.split()[1]) % 10 for name in met[1:1_000]} == {9}
    assert len(hub.get_related("хаб", top_n=7)) == 7


Edges = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda e: e[0] != e[1]), max_size=20)


@settings(max_examples=25)
@given(Edges, st.integers(0, 7), st.integers(0, 7), st.integers(0, 4))
def test_paths_are_as_short_as_a_plain_search_finds(edges: list[tuple[int, int]], a: int, b: int, depth: int) -> None:
    with private_database() as database:
        semantic = SemanticMemory(database=database, clock=VirtualClock())
        for number in range(8):
            semantic.store_fact(f"узел {number}", "точка")
        for here, there in edges:
            semantic.add_relation(f"узел {here}", f"узел {there}")
        distances = distances_from(a, edges)
        path = [int(name.split()[1]) for name in semantic.get_concept_chain(f"узел {a}", f"узел {b}", depth)]
        reached = {int(name.split()[1]) for name in semantic.get_concept_chain(f"узел {a}", max_depth=depth)}
    assert reached == {node for node, far in distances.items() if far <= depth}
    assert len(path) == (distances[b] + 1 if b in reached else 0)
    assert set(pairwise(path)) <= set(edges)


def distances_from(start: int, edges: list[tuple[int, int]]) -> dict[int, int]:
    distances, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for source, target in edges:
            if source == here and target not in distances:
                distances[target] = distances[here] + 1
                waiting.append(target)
    return distances


def test_an_alias_names_the_same_concept(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка")
    semantic.add_alias("нейроны", "нервная клетка")
    node = semantic.store_fact("нервные клетки", "клетка")
    assert (node.concept, len(semantic)) == ("нейрон", 1)
    assert semantic.get_facts(["нервной клетке"])["нервной клетке"].concept == "нейрон"
    assert semantic.search("нервная")[0].concept == "нейрон"
    assert semantic.concepts_in("Что такое нервная клетка?") == ["нейрон"]
    assert semantic.deny_fact("нервная клетка").concept == "нейрон"


def test_an_alias_names_the_same_end_of_a_relation(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка")
    semantic.add_alias("нейрон", "нервная клетка")
    semantic.add_relation("мозг", "нервная клетка", 0.9, "related")
    semantic.add_relation("нейрон", "аксон", 0.9, "related")
    assert "мозг" in semantic.get_related("нейрон")
    assert len(semantic.get_concept_chain("мозг", "нервная клетка")) == 2
    assert semantic.get_concept_chain("мозг")[-1] == "аксон"


def test_an_alias_is_refused_where_it_would_hide_a_concept(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "клетка")
    semantic.store_fact("глия", "клетка")
    with pytest.raises(InvalidInputError, match="глия"):
        semantic.add_alias("нейрон", "глия")
    with pytest.raises(NotFoundError):
        semantic.add_alias("кварк", "частица")
    assert semantic.get_facts(["глия"])["глия"].concept == "глия"


def test_an_alias_that_moves_leaves_its_former_concept(semantic: SemanticMemory) -> None:
    semantic.store_fact("нейрон", "проводник")
    semantic.store_fact("глия", "опора")
    semantic.add_alias("нейрон", "труженик")
    semantic.add_alias("глия", "труженик")
    assert [node.concept for node in semantic.search("труженик")] == ["глия"]


def test_forgetting_a_concept_takes_all_that_hangs_on_it(tmp_path: Path) -> None:
    database = MemoryDatabase(tmp_path / "memory.db")
    semantic = SemanticMemory(database=database, clock=VirtualClock())
    semantic.add_relation("нейрон", "аксон", 0.9)
    semantic.add_relation("мозг", "нейрон", 0.9)
    semantic.store_fact("нейрон", "клетка")
    semantic.store_fact("нейрон", "процессор")
    semantic.add_alias("нейрон", "нервная клетка")
    semantic.delete_fact("нейроны")
    assert_forgotten(semantic)
    database.close()
    reopened = MemoryDatabase(tmp_path / "memory.db")
    assert_forgotten(SemanticMemory(database=reopened))
    reopened.close()


def assert_forgotten(semantic: SemanticMemory) -> None:
    assert (semantic.get_fact("нейрон"), semantic.get_fact("нервная клетка")) == (None, None)
    assert semantic.search("нейрон процессор нервная") == []
    assert semantic.get_history("нейрон") == []
    assert semantic.get_related("мозг") == []
    assert semantic.get_concept_chain("мозг") == ["мозг"]
    assert set(semantic.term_counts("нейрон процессор нервная").values()) == {0}
    assert len(semantic) == 1
    with pytest.raises(NotFoundError):
        semantic.delete_fact("нейрон")


def test_a_relation_taught_by_an_outdated_statement_goes_with_it(semantic: SemanticMemory) -> None:
    semantic.store_fact("Device A", "Synology NAS", relations=[Relation("Synology", "is_a", 0.9)])
    semantic.add_relation("Device A", "сеть", 0.5, "related")
    semantic.store_fact("Device A", "printer", relations=[Relation("printer", "is_a", 0.9)])
    assert set(semantic.get_related("Device A")) == {"printer", "сеть"}
