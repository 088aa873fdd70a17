"""What subjects learn: syllables, pairs, facts. Made from a seed, in Russian or English."""

from __future__ import annotations

from dataclasses import dataclass

from simulations.effects.laboratory import Subject
from simulations.scenario.stimuli import Stimuli, Stimulus

__all__ = ["Pair", "facts", "pairs", "syllables", "words"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two words learnt together; the first is shown to ask for the second."""

    cue: str
    response: str

    @property
    def text(self) -> str:
        """What is perceived."""
        return f"{self.cue} {self.response}"


def words(subject: Subject, count: int) -> list[str]:
    """Return different common nouns."""
    return [word.text for word in Stimuli(subject.seed).make("words", count, subject.language)]


def pairs(subject: Subject, count: int) -> list[Pair]:
    """Return pairs of nouns without a word in common."""
    both = words(subject, 2 * count)
    return [Pair(cue, response) for cue, response in zip(both[:count], both[count:], strict=True)]


def facts(subject: Subject, count: int) -> list[Stimulus]:
    """Return facts about made-up things, each with a question that asks for it."""
    return Stimuli(subject.seed).make("facts", count, subject.language)


def syllables(subject: Subject, count: int) -> list[str]:
    """Return made-up words, of which nothing is known beforehand."""
    return [fact.subject for fact in facts(subject, count)]
