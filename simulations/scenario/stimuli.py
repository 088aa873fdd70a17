"""Stimulus lists made from a seed: words, sentences and facts in Russian and English.

The subjects of facts are made-up words, as in Ebbinghaus's lists, so that nothing is known of them beforehand.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from brain.errors import InvalidInputError
from brain.language import DEFAULT_ANALYZER, extract_facts

__all__ = ["KINDS", "LANGUAGES", "Stimuli", "Stimulus", "words_in"]

KINDS = ("words", "sentences", "facts")
LANGUAGES = ("ru", "en")

_SENTENCES = 50_000


@dataclass(frozen=True, slots=True)
class Stimulus:
    """One item of a list.

    Attributes:
        text: what is perceived.
        cue: what asks for it: for a fact a question, else the text itself.
        target: what the cue should bring to mind: for a fact its description, else the text.
        subject: what a fact is about; "" for others.

    """

    text: str
    cue: str
    target: str
    subject: str = ""


@cache
def _material(language: str) -> dict[str, Any]:
    text = resources.files(__package__).joinpath("stimuli.toml").read_text(encoding="utf-8")
    material: dict[str, Any] = tomllib.loads(text)[language]
    return material


def words_in(language: str) -> int:
    """Return how many words there are to make lists of."""
    return len(_material(language)["nouns"])


class Stimuli:
    """Makes lists; no item, and no subject of a fact, is made twice.

    Args:
        seed: the same lists follow from the same seed, asked for in the same order.

    """

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(f"stimuli:{seed}")
        self._used: set[str] = set()

    def make(
        self, kind: str, count: int, language: str = "en", about: list[Stimulus] | None = None
    ) -> list[Stimulus]:  # fmt: skip
        """Return a list of `count` new items.

        Args:
            kind: 'words', 'sentences' or 'facts'.
            language: 'ru' or 'en'.
            about: facts whose subjects the new facts are about; for each of them another description.

        Raises:
            InvalidInputError: if there are not so many words left.

        """
        if kind == "words":
            return [Stimulus(word, word, word) for word in self._words(count, language)]
        if kind == "sentences":
            return [Stimulus(text, text, text) for text in (self._sentence(language) for _ in range(count))]
        if about is not None:
            return [self._fact(old.subject, language, old.target) for old in about[:count]]
        return [self._fact(self._name(language), language) for _ in range(count)]

    def _words(self, count: int, language: str) -> list[str]:
        left = [word for word in _material(language)["nouns"] if word not in self._used]
        if count > len(left):
            raise InvalidInputError(f"{count} {language} words are asked for, and {len(left)} are left")
        words = self._chance.sample(left, count)
        self._used.update(words)
        return words

    def _sentence(self, language: str) -> str:
        parts, pick = _material(language), self._chance.choice
        while True:
            agent, action = pick(parts["agents"]), pick(parts["actions"])
            thing, place = pick(parts["objects"]), pick(parts["places"])
            if language == "en":
                agent, thing = f"the {agent}", f"the {thing}"
            text: str = f"{agent} {action} {thing} {place}."
            text = text[0].upper() + text[1:]
            # There are more sentences than runs have percepts; past that they may come again.
            if text not in self._used or len(self._used) > _SENTENCES:
                self._used.add(text)
                return text

    def _name(self, language: str) -> str:
        """Return a made-up word; the more there are, the more syllables they have."""
        parts, pick = _material(language), self._chance.choice
        tried = 0
        while True:
            middle = "".join(pick(parts["onsets"]) + pick(parts["vowels"]) for _ in range(1 + tried // 20))
            name: str = pick(parts["onsets"]) + pick(parts["vowels"]) + middle + pick(parts["codas"])
            tried += 1
            # Made-up words that share a stem would be one concept; some are words after all, such as "began".
            key = DEFAULT_ANALYZER.concept_key(name)
            trial = parts["fact"].format(subject=name.capitalize(), description=parts["trial"])
            if key not in self._used and [fact.subject for fact in extract_facts(trial)] == [name.capitalize()]:
                self._used.add(key)
                return name.capitalize()

    def _fact(self, subject: str, language: str, unlike: str = "") -> Stimulus:
        material = _material(language)
        description = unlike
        while description == unlike:
            gender = self._chance.randrange(len(material["kinds"]))
            quality = self._chance.choice(material["qualities"])[gender]
            description = f"{quality} {self._chance.choice(material['kinds'][gender])}"
        stated = description
        if language == "en":
            stated = f"{'an' if description[0] in 'aeiou' else 'a'} {description}"
        text = material["fact"].format(subject=subject, description=stated)
        return Stimulus(text, material["question"].format(subject=subject), description, subject)
