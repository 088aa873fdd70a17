"""Source memory: trust by type, by feedback, by time and by decree."""

from __future__ import annotations

from pathlib import Path
from threading import Barrier, Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_kit import private_database

from brain.clock import VirtualClock, iso_from_timestamp
from brain.config import BrainConfig
from brain.memory import MemoryDatabase, SourceMemory

INITIAL = {"system": 1.0, "user": 0.8, "file": 0.7, "inference": 0.6, "url": 0.5, "unknown": 0.4}
INFERRED = [
    ("user_input", "user"),
    ("User", "user"),
    ("пользователь Анна", "user"),
    ("system", "system"),
    ("система", "system"),
    ("brain_inference", "inference"),
    ("docs/нейрон.pdf", "file"),
    ("C:\\data\\notes.txt", "file"),
    ("file:///home/anna/notes", "file"),
    ("лекция.mp3", "file"),
    ("http://example.org/page", "url"),
    ("https://пример.рф/страница", "url"),
    ("www.example.org", "url"),
    ("spam_source.com", "url"),
    ("trusted_university.edu", "url"),
    ("fake_news.html", "url"),
    ("сосед", "unknown"),
    ("a rumour", "unknown"),
]


@pytest.mark.parametrize(("source_type", "trust"), INITIAL.items())
def test_a_type_gives_the_first_trust(sources: SourceMemory, source_type: str, trust: float) -> None:
    record = sources.register("источник", source_type)
    assert (record.source_type, record.trust_score) == (source_type, trust)
    assert sources.get_trust("источник") == trust


@pytest.mark.parametrize(("source_id", "source_type"), INFERRED)
def test_the_id_tells_the_type(sources: SourceMemory, source_id: str, source_type: str) -> None:
    assert sources.get_trust(source_id) == INITIAL[source_type]
    assert len(sources) == 0
    assert sources.register(source_id).source_type == source_type


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("docs/нейрон.pdf#p1", "docs/нейрон.pdf"),
        ("лекция.mp3@t=15.3", "лекция.mp3"),
        ("лекция.mp3@t=00:15-00:30", "лекция.mp3"),
        ("https://example.org/page#part", "https://example.org/page"),
    ],
)
def test_parts_of_a_document_are_one_source(sources: SourceMemory, part: str, whole: str) -> None:
    sources.register(part)
    sources.update_trust(whole, confirmed=False)
    sources.register(whole)
    assert len(sources) == 1
    assert sources.get(part) == sources.get(whole)
    assert sources.get_trust(part) == pytest.approx(sources.get(whole).trust_score)  # type: ignore[union-attr]
    assert sources.get(whole).source_id == whole  # type: ignore[union-attr]


def test_an_address_is_not_a_part(sources: SourceMemory) -> None:
    sources.register("anna@example.org")
    assert sources.get("anna") is None


def test_meeting_again_keeps_what_is_known(sources: SourceMemory, clock: VirtualClock) -> None:
    first = clock.now()
    sources.register("docs/a.pdf", metadata={"author": "Кахаль", "year": 1906}, facts=2)
    clock.advance(60)
    record = sources.register("docs/a.pdf", "url", {"year": 1909}, facts=3)
    assert (record.source_type, record.trust_score, record.fact_count) == ("file", 0.7, 5)
    assert record.metadata == {"author": "Кахаль", "year": 1909}
    assert (record.first_seen, record.last_seen) == (iso_from_timestamp(first), iso_from_timestamp(clock.now()))


def test_feedback_moves_trust_by_the_documents_steps(sources: SourceMemory) -> None:
    sources.register("docs/нейрон.pdf")
    assert sources.update_trust("docs/нейрон.pdf", confirmed=True).trust_score == pytest.approx(0.75)
    record = sources.update_trust("docs/нейрон.pdf", confirmed=False)
    assert record.trust_score == pytest.approx(0.65)
    assert (record.confirmed_count, record.denied_count) == (1, 1)


def test_trust_stays_from_nothing_to_one(sources: SourceMemory) -> None:
    for _ in range(6):
        believed = sources.update_trust("user_input", confirmed=True)
    for _ in range(12):
        doubted = sources.update_trust("fake_news.html", confirmed=False)
    assert (believed.trust_score, doubted.trust_score) == (1.0, 0.0)
    assert (believed.confirmed_count, doubted.denied_count) == (6, 12)


def test_feedback_on_a_stranger_registers_it(sources: SourceMemory) -> None:
    assert sources.update_trust("fake_news.html", confirmed=False).trust_score == pytest.approx(0.4)
    assert len(sources) == 1


def test_one_tick_of_decay_is_the_documents_rate(sources: SourceMemory) -> None:
    sources.register("docs/a.pdf")
    sources.apply_decay()
    assert sources.get_trust("docs/a.pdf") == pytest.approx(0.7 * 0.999, rel=1e-12)
    assert sources.register("docs/b.pdf").trust_score == 0.7


@settings(max_examples=25)
@given(st.lists(st.one_of(st.floats(0, 0.5), st.booleans()), max_size=30))
def test_trust_moves_as_in_a_naive_loop(steps: list[float | bool]) -> None:
    naive = 0.5
    with private_database() as database:
        sources = SourceMemory(database=database, clock=VirtualClock())
        sources.register("example.org")
        for step in steps:
            if isinstance(step, bool):
                sources.update_trust("example.org", confirmed=step)
                naive = min(1.0, max(0.0, naive + (0.05 if step else -0.1)))
            else:
                sources.apply_decay(step)
                naive *= 1 - step
        assert sources.get_trust("example.org") == pytest.approx(naive, abs=1e-9)


def test_a_blacklisted_source_is_never_believed(sources: SourceMemory) -> None:
    assert sources.blacklist("spam_source.com").is_blacklisted
    sources.update_trust("spam_source.com", confirmed=True)
    assert sources.get_trust("spam_source.com") == 0.0
    assert sources.get("spam_source.com").trust_score == pytest.approx(0.55)  # type: ignore[union-attr]


def test_a_whitelisted_source_is_always_believed(sources: SourceMemory) -> None:
    assert sources.whitelist("trusted_university.edu").is_whitelisted
    sources.update_trust("trusted_university.edu", confirmed=False)
    sources.apply_decay(0.5)
    assert sources.get_trust("trusted_university.edu#p3") == 1.0


def test_the_last_decree_holds_and_can_be_lifted(sources: SourceMemory) -> None:
    sources.whitelist("example.org")
    record = sources.blacklist("example.org")
    assert (record.is_blacklisted, record.is_whitelisted) == (True, False)
    assert sources.trust_of(["example.org", "сосед"]) == {"example.org": 0.0, "сосед": 0.4}
    sources.clear_flags("example.org")
    assert sources.get_trust("example.org") == 0.5


def test_all_sources_come_most_believed_first(sources: SourceMemory) -> None:
    for source_id in ("docs/a.pdf", "example.org", "user_input"):
        sources.register(source_id)
    sources.whitelist("example.org")
    sources.blacklist("user_input")
    assert [r.source_id for r in sources.get_all()] == ["example.org", "docs/a.pdf", "user_input"]


def test_everything_survives_reopening(tmp_path: Path) -> None:
    database = MemoryDatabase(tmp_path / "memory.db")
    sources = SourceMemory(database=database, clock=VirtualClock())
    sources.register("docs/a.pdf", metadata={"страница": [1, 2]}, facts=4)
    sources.apply_decay(0.1)
    sources.update_trust("docs/a.pdf", confirmed=True)
    sources.blacklist("docs/a.pdf")
    before = sources.get("docs/a.pdf")
    database.close()
    reopened = MemoryDatabase(tmp_path / "memory.db")
    assert SourceMemory(database=reopened).get("docs/a.pdf") == before
    reopened.close()


def test_no_feedback_of_any_thread_is_lost(database: MemoryDatabase) -> None:
    config = BrainConfig().with_settings({"source.deny_step": 0.002})
    sources = SourceMemory(database=database, clock=VirtualClock(), config=config)
    sources.register("system")
    barrier = Barrier(4)

    def doubt() -> None:
        barrier.wait()
        for _ in range(100):
            sources.update_trust("system", confirmed=False)

    threads = [Thread(target=doubt) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    record = sources.get("system")
    assert record is not None
    assert (record.denied_count, record.trust_score) == (400, pytest.approx(0.2))
