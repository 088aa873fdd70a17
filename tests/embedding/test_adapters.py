"""The adapters, over tiny models that the tests make themselves and load from a folder."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from embedding_kit import MEANINGS, direction, new_mind
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from actors import BrainSystem
from brain.embedders import Model2VecEmbedder, SentenceTransformersEmbedder, embedder_from
from brain.errors import EmbeddingError, InvalidInputError, MissingExtraError
from brain.memory import MemoryManager
from simulations.cli import main

OTHERS = [
    "наш",
    "мой",
    "спит",
    "в",
    "саду",
    "новый",
    "сломался",
    "сегодня",
    "пришёл",
    "my",
    "our",
    "sleeps",
    "garden",
    "the",
    "new",
    "broke",
    "today",
    "came",
]
STATEMENTS = ("Наш пёс спит в саду", "Сломался мой новый автомобиль", "The physician came today")
QUESTIONS = {"собака": 0, "puppy": 0, "vehicle": 1, "машина": 1, "доктор": 2, "doctor": 2}


def vocabulary() -> tuple[Tokenizer, npt.NDArray[np.float32]]:
    """A tokenizer of whole words, and for each a vector that it nearly shares with its synonyms."""
    words = ["[UNK]", "[PAD]", *MEANINGS, *OTHERS]
    tokenizer = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    rows = [
        4 * direction(MEANINGS[word], 32) + direction(word, 32) if word in MEANINGS else direction(word, 32) / 2
        for word in words
    ]
    return tokenizer, np.array(rows, dtype=np.float32)


@pytest.fixture(scope="module")
def model2vec_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from model2vec import StaticModel

    folder = tmp_path_factory.mktemp("models") / "tiny"
    tokenizer, rows = vocabulary()
    StaticModel(rows, tokenizer).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def sentence_transformers_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = pytest.importorskip("sentence_transformers")
    modules = pytest.importorskip(  # moved in version 6
        "sentence_transformers.sentence_transformer.modules"
        if importlib.util.find_spec("sentence_transformers.sentence_transformer")
        else "sentence_transformers.models"
    )
    folder = tmp_path_factory.mktemp("models") / "tiny"
    tokenizer, rows = vocabulary()
    model = library.SentenceTransformer(
        modules=[modules.StaticEmbedding(tokenizer, embedding_weights=rows)], device="cpu"
    )
    model.save(str(folder))
    return folder


def finds_synonyms(memory: MemoryManager) -> None:
    """Every question shares no word with the statement that it is to find."""
    kept = [memory.store(text, source_ref="Анна").episodic for text in STATEMENTS]
    memory.working.clear()
    for question, place in QUESTIONS.items():
        bundle = memory.retrieve_staged(question)
        assert [episode.episode_id for episode in bundle.episodes] == [kept[place].episode_id]  # type: ignore[union-attr]
        assert bundle.evidence[0].similarity > 0.5
        assert not bundle.evidence[0].matched
        assert "by meaning, cosine 0." in bundle.explain()
    assert not memory.retrieve_staged("zebra").evidence


def test_model2vec_finds_synonyms_without_a_shared_word(model2vec_folder: Path) -> None:
    with new_mind(embedder=Model2VecEmbedder(model2vec_folder)) as memory:
        finds_synonyms(memory)
    with new_mind() as plain:
        for text in STATEMENTS:
            plain.store(text)
        assert not any(plain.retrieve_staged(question).evidence for question in QUESTIONS)


def test_sentence_transformers_finds_synonyms_without_a_shared_word(sentence_transformers_folder: Path) -> None:
    with new_mind(embedder=SentenceTransformersEmbedder(sentence_transformers_folder, device="cpu")) as memory:
        finds_synonyms(memory)


@pytest.mark.parametrize("runtime", ["deterministic", "threads"])
def test_a_brain_answers_by_a_model(runtime: Any, model2vec_folder: Path) -> None:
    with BrainSystem.start(runtime=runtime, embedder=embedder_from(f"model2vec:{model2vec_folder}")) as brain:
        for text in STATEMENTS:
            brain.perceive(text, source_ref="Анна", importance=0.6)
        found = brain.memory.retrieve_staged("машина").episodes
        assert [episode.content for episode in found] == [STATEMENTS[1]]


def test_a_model_is_known_by_its_weights_and_not_by_its_folder(model2vec_folder: Path, tmp_path: Path) -> None:
    from model2vec import StaticModel

    shutil.copytree(model2vec_folder, tmp_path / "moved")
    tokenizer, rows = vocabulary()
    StaticModel(rows + 0.1, tokenizer).save_pretrained(tmp_path / "tiny")
    name = Model2VecEmbedder(model2vec_folder).name
    assert name.startswith("model2vec:")
    assert Model2VecEmbedder(tmp_path / "moved").name == name
    assert Model2VecEmbedder(str(tmp_path / "tiny")).name != name


def test_a_folder_that_holds_no_model_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    (tmp_path / "model.safetensors").write_bytes(b"broken")
    (tmp_path / "tokenizer.json").write_text("{", encoding="utf-8")
    with pytest.raises(EmbeddingError, match="cannot be loaded") as caught:
        Model2VecEmbedder(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("place", ["./nowhere", "/no/such/folder", "a/b/c", "нет такой папки", Path("nowhere")])
def test_a_missing_folder_is_not_looked_for_on_a_hub(place: Any) -> None:
    for adapter in (Model2VecEmbedder, SentenceTransformersEmbedder):
        with pytest.raises(InvalidInputError, match="no folder with an embedding model"):
            adapter(place)


@pytest.mark.parametrize("spec", ["", "model2vec", "model2vec:", "word2vec:folder", ":folder"])
def test_a_bad_spec_says_what_a_good_one_is(spec: str) -> None:
    with pytest.raises(InvalidInputError, match="model2vec:FOLDER or sentence-transformers:FOLDER"):
        embedder_from(spec)


@pytest.mark.parametrize(
    ("module", "spec"), [("model2vec", "model2vec"), ("sentence_transformers", "sentence-transformers")]
)
def test_a_missing_library_names_its_extra(
    module: str, spec: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=rf"pip install 'actor-brain\[{spec}\]'"):
        embedder_from(f"{spec}:{tmp_path}")


def test_the_command_finds_by_meaning_what_was_remembered_without(
    model2vec_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def brain(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["brain", *arguments, "--data-dir", str(tmp_path)])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out + said.err

    spec = f"model2vec:{model2vec_folder}"
    assert brain("remember", STATEMENTS[0])[0] == 0
    assert brain("remember", STATEMENTS[1], "--embedder", spec)[0] == 0
    assert brain("recall", "щенок") == (0, "nothing found\n")
    status, said = brain("recall", "щенок", "--embedder", spec, "--explain")
    assert status == 0
    assert STATEMENTS[0] in said
    assert "cosine 0." in said
    assert STATEMENTS[1] in brain("ask", "Что известно о vehicle?", "--embedder", spec, "--explain")[1]
    status, said = brain("recall", "щенок", "--embedder", "model2vec:/no/such/folder")
    assert (status, said) == (2, "brain: no folder with an embedding model at '/no/such/folder'\n")
