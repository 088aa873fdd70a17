"""Working memory: the window, the protected list, RAM, search, cleaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brain.chance import seeded_ids
from brain.clock import VirtualClock
from brain.errors import NotFoundError
from brain.memory import MemoryItem, WorkingMemory
from brain.pressure import FixedPressure


def small(max_size: int, pressure: float = 0.0) -> WorkingMemory:
    return WorkingMemory(max_size, clock=VirtualClock(), ids=seeded_ids(5), pressure=FixedPressure(pressure))


def contents(working: WorkingMemory) -> list[object]:
    return [item.content for item in working.get_context(1_000)]


def test_the_documents_defaults(working: WorkingMemory) -> None:
    status = working.status()
    assert (status.max_size, status.limit, status.max_protected) == (20, 20, 5)
    assert WorkingMemory.IMPORTANCE_PROTECT_THRESHOLD == 0.8
    assert WorkingMemory.RAM_LIMIT_PCT == 80.0


def test_an_item_keeps_every_field(working: WorkingMemory, clock: VirtualClock) -> None:
    item = working.push(
        "нейрон проводит импульс", "audio", 0.7, "лекция.mp3@t=15.3", ["нейрон", "биология"],
        concepts=["импульс"], trace_id="trace_1", session_id="sess_1", episode_id="ep_1",
    )  # fmt: skip
    assert working.get_context() == [item]
    assert item == MemoryItem(
        "нейрон проводит импульс", "audio", clock.now(), 0.7, "лекция.mp3@t=15.3", ["нейрон", "биология"], 0,
        item.item_id, "trace_1", "sess_1", ["импульс"], "ep_1",
    )  # fmt: skip


def test_a_pushed_item_has_the_documents_defaults(working: WorkingMemory) -> None:
    item = working.push("a thought")
    assert (item.modality, item.importance, item.source_ref, item.tags) == ("text", 0.5, "", [])
    assert item.access_count == 0


def test_plain_objects_are_held_as_they_are_and_found_by_their_words(working: WorkingMemory) -> None:
    item = working.push({"fact": "синапс", "seen": 3})
    assert working.search("синапсы")[0].content == item.content == {"fact": "синапс", "seen": 3}


def test_the_oldest_ordinary_item_leaves_first() -> None:
    working = small(3)
    for number in range(5):
        working.push(f"мысль {number}")
    assert contents(working) == ["мысль 2", "мысль 3", "мысль 4"]


def test_protection_begins_at_exactly_the_threshold() -> None:
    working = small(4)
    working.push("held", importance=0.8)
    working.push("let go", importance=0.7999)
    for number in range(4):
        working.push(f"later {number}")
    assert "held" in contents(working)
    assert "let go" not in contents(working)
    assert (working.status().window, working.status().protected) == (4, 1)


@pytest.mark.parametrize(("max_size", "protected"), [(2, 5), (20, 5), (23, 5), (24, 6), (100, 25)])
def test_a_quarter_is_protected_but_at_least_five(max_size: int, protected: int) -> None:
    working = small(max_size)
    for _ in range(max_size + protected):
        working.push("важное", importance=0.9)
    assert working.status().protected == working.status().max_protected == protected
    assert working.status().window == max_size


def test_when_the_protected_list_is_full_its_weakest_moves_to_the_window() -> None:
    working = small(2)
    for importance in (0.9, 0.82, 0.95, 0.9, 0.9):
        working.push(f"at {importance}", importance=importance)
    working.push("newcomer", importance=0.85)
    assert (working.status().window, working.status().protected) == (1, 5)
    working.push("one")
    working.push("two")
    assert "at 0.82" not in contents(working)
    assert {"newcomer", "at 0.95"} <= set(contents(working))


def test_a_weak_newcomer_to_a_full_protected_list_goes_to_the_window_itself() -> None:
    working = small(2)
    for _ in range(5):
        working.push("strong", importance=1.0)
    working.push("weak", importance=0.8)
    working.push("one")
    working.push("two")
    assert contents(working) == ["strong"] * 5 + ["one", "two"]


def test_of_equally_weak_protected_items_the_oldest_moves() -> None:
    working = small(2)
    for number in range(6):
        working.push(f"важное {number}", importance=0.9)
    working.push("one")
    working.push("two")
    assert contents(working) == [f"важное {number}" for number in range(1, 6)] + ["one", "two"]


@pytest.mark.parametrize(
    ("pressure", "limit"),
    [(0, 20), (67.99, 20), (68, 20), (68.01, 15), (80, 15), (80.01, 10), (100, 10)],
)
def test_ram_shrinks_the_window_only_above_the_thresholds(pressure: float, limit: int) -> None:
    working = small(20, pressure)
    for number in range(30):
        working.push(f"item {number}")
    assert working.status().limit == working.status().window == len(working) == limit
    assert contents(working)[-1] == "item 29"


@pytest.mark.parametrize(("max_size", "soft", "hard"), [(4, 3, 2), (5, 3, 2), (3, 3, 2), (10, 7, 5)])
def test_small_windows_keep_a_minimum(max_size: int, soft: int, hard: int) -> None:
    assert small(max_size, 75.0).status().limit == soft
    assert small(max_size, 99.0).status().limit == hard


def test_rising_pressure_takes_effect_with_the_next_item(working: WorkingMemory, pressure: FixedPressure) -> None:
    for number in range(20):
        working.push(f"item {number}")
    pressure.set(90)
    working.push("newest")
    assert contents(working) == [f"item {n}" for n in range(11, 20)] + ["newest"]


def test_the_context_is_the_last_items_in_order(working: WorkingMemory, clock: VirtualClock) -> None:
    for number, importance in enumerate([0.9, 0.1, 0.85, 0.4]):
        working.push(f"item {number}", importance=importance)
        clock.advance(1)
    assert [item.content for item in working.get_context(3)] == ["item 1", "item 2", "item 3"]
    assert working.peek_last() == working.get_context(1)[0]


def test_items_of_one_moment_stay_in_the_order_in_which_they_came(working: WorkingMemory) -> None:
    working.push("ordinary first", importance=0.5)
    working.push("protected second", importance=0.9)
    assert contents(working) == ["ordinary first", "protected second"]
    assert working.peek_last() == working.get_context(1)[0]
    assert working.get_context(1)[0].content == "protected second"


def test_an_empty_mind_has_nothing_on_top(working: WorkingMemory) -> None:
    assert working.peek_last() is None
    assert working.get_context() == []


@pytest.mark.parametrize("query", ["нейрон", "НЕЙРОНЫ", "о нейронах", "нейроне?"])
def test_search_sees_through_inflection_and_case(working: WorkingMemory, query: str) -> None:
    item = working.push("Пользователь спросил о нейронах")
    working.push("The weather is fine")
    assert [found.item_id for found in working.search(query)] == [item.item_id]


def test_search_puts_more_shared_words_first_and_newer_of_equals(working: WorkingMemory, clock: VirtualClock) -> None:
    for content in ("red apple", "red apple pie", "red car"):
        working.push(content)
        clock.advance(1)
    found = [item.content for item in working.search("red apple")]
    assert found == ["red apple pie", "red apple", "red car"]
    assert len(working.search("red", top_n=2)) == 2


def test_search_reads_tags_and_concepts(working: WorkingMemory) -> None:
    working.push("снимок 17", "image", tags=["микроскоп"], concepts=["аксон"])
    assert working.search("аксоны")
    assert working.search("микроскопом", modality="image")
    assert working.search("микроскоп", modality="text") == []


def test_search_counts_as_access_and_moves_nothing_else(working: WorkingMemory, clock: VirtualClock) -> None:
    item = working.push("нейрон", importance=0.9)
    clock.advance(5)
    working.search("нейрон")
    found = working.search("нейрон")[0]
    assert found.access_count == 2
    assert (found.ts, found.importance) == (item.ts, item.importance)
    assert working.get_context()[0].access_count == 2


@pytest.mark.parametrize("query", ["", "   ", "?!", "квантовая хромодинамика", "the of и"])
def test_a_stranger_finds_nothing(working: WorkingMemory, query: str) -> None:
    working.push("нейрон — клетка нервной системы")
    assert working.search(query) == []


def test_only_what_is_old_and_unimportant_is_stale(working: WorkingMemory, clock: VirtualClock) -> None:
    working.push("old and dull", importance=0.1)
    working.push("old and middling", importance=0.2)
    working.push("old and dear", importance=0.9, ts=clock.now() + 0.5)
    clock.advance(60)
    working.push("fresh and dull", importance=0.1)
    assert working.drop_stale(60, 0.2) == 0
    clock.advance(0.25)
    assert working.drop_stale(60, 0.2) == 1
    assert contents(working) == ["old and middling", "old and dear", "fresh and dull"]
    assert working.search("dull")[0].content == "fresh and dull"


def test_a_clock_set_back_makes_nothing_stale(working: WorkingMemory, clock: VirtualClock) -> None:
    working.push("dull", importance=0.0)
    clock.set(0.0)
    assert working.drop_stale(0.0, 1.0) == 0


def test_the_status_line(working: WorkingMemory) -> None:
    for importance in [0.5] * 15 + [0.9] * 3:
        working.push("item", importance=importance)
    assert working.display_status() == "15 обычных + 3 защищённых (лимит: 20)"
    assert working.display_status("en") == "15 ordinary + 3 protected (limit: 20)"


def test_removed_items_are_gone_from_search_and_count(working: WorkingMemory) -> None:
    item = working.push("синапс", importance=0.9)
    assert working.remove(item.item_id) == item
    assert (len(working), working.search("синапс")) == (0, [])
    with pytest.raises(NotFoundError):
        working.remove(item.item_id)


def test_clearing_empties_the_mind(working: WorkingMemory) -> None:
    working.push("one")
    working.push("two", importance=1.0)
    assert working.clear() == 2
    assert (len(working), working.search("one"), working.clear()) == (0, [], 0)


def test_items_wait_for_transfer_until_an_episode_keeps_them(working: WorkingMemory, clock: VirtualClock) -> None:
    first = working.push("one", importance=0.3)
    clock.advance(1)
    second = working.push("two", importance=0.9)
    working.push("dull", importance=0.29)
    working.push("kept", episode_id="ep_1")
    assert [i.item_id for i in working.awaiting_transfer(50, 0.3)] == [first.item_id, second.item_id]
    assert [i.item_id for i in working.awaiting_transfer(1, 0.3)] == [first.item_id]
    working.mark_transferred(first.item_id, "ep_2")
    assert [i.item_id for i in working.awaiting_transfer(50, 0.3)] == [second.item_id]
    working.mark_transferred("wm_that_left", "ep_3")


@given(
    st.lists(st.tuples(st.floats(0, 1), st.sampled_from([0.0, 68.0, 75.0, 80.0, 95.0])), max_size=60),
    st.integers(2, 30),
)
def test_no_history_of_pushes_overfills_the_mind(pushes: list[tuple[float, float]], max_size: int) -> None:
    pressure = FixedPressure()
    working = WorkingMemory(max_size, clock=VirtualClock(), ids=seeded_ids(6), pressure=pressure)
    for importance, percent in pushes:
        pressure.set(percent)
        newest = working.push("мысль", importance=importance)
        status = working.status()
        assert status.protected <= max(5, max_size // 4)
        assert len(working) == len(working.get_context(1_000)) == status.window + status.protected
        assert newest in working.get_context(1_000)
        assert status.window <= max(status.limit, max_size)
