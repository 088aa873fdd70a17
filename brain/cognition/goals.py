"""Goals: what a percept asks of the mind, and which of them is active."""

from __future__ import annotations

import re
from dataclasses import dataclass

from brain.language import is_question

__all__ = ["Goal", "Planner", "goal_of"]

_VERIFY = re.compile(
    r"^\s*(?:(?:а|и|but|and|so)\s+)?(?:это\s+)?(?:"
    r"правда\s+ли|верно\s+ли|правда,?\s+что|верно,?\s+что|так\s+ли(?:\s+это)?|действительно\s+ли|"
    r"is\s+it\s+(?:really\s+)?(?:true|correct|right)|is\s+that\s+true|isn't\s+it\s+true|verify|check\s+(?:that|whether|if)|проверь"
    r")[\s,:]*(?:что|that|whether|if|ли)?[\s,:]*",
    re.IGNORECASE,
)
# "Is my phone a Nokia?": the article shows where the subject ends.
_INVERTED = re.compile(
    r"^\s*(?P<be>is|are|was|were)\s+(?P<subject>(?!(?:it|he|she|there|this|that|these|those)\s)[^?,;:]{1,120}?(?<!\s(?:of|in|on|at|to|by))(?<!\sfor)(?<!\s(?:with|from)))"
    r"\s+(?P<kind>(?-i:an?)\s[^?,;:]{1,240})\?\s*$",
    re.IGNORECASE,
)
_EXPLORE = re.compile(
    r"^\s*(?:(?:please|пожалуйста)[\s,]+)?(?:"
    r"расскажи(?:те)?(?:\s+мне)?(?:\s+(?:подробнее|больше|вс[её]))?\s+(?:обо?|о|про)|"
    r"(?:can\s+you\s+)?tell\s+(?:me|us)(?:\s+(?:more|everything))?\s+about|what\s+do\s+you\s+know\s+about|"
    r"что\s+(?:ты\s+|вы\s+)?знае(?:шь|те)\s+(?:обо?|о|про)|explore|опиши(?:те)?|describe"
    r")\s+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Goal:
    """What the mind is after.

    Attributes:
        goal_type: 'answer_question', 'verify_claim', 'explore_topic' or 'learn_fact'.
        target: the question, the claim to verify, the topic, or the statement, without the words around it; of a
            question that opens with "is", the claim in the order of a statement.

    """

    goal_type: str
    target: str


def goal_of(text: str) -> Goal:
    """Return the goal that a text in Russian or English sets."""
    verify = _VERIFY.match(text)
    if verify and text[verify.end() :].strip(" ?!."):
        return Goal("verify_claim", text[verify.end() :].strip().rstrip("?!. "))
    asked = _INVERTED.match(text)
    if asked:
        return Goal("verify_claim", f"{asked['subject']} {asked['be'].lower()} {asked['kind'].rstrip()}")
    explore = _EXPLORE.match(text)
    if explore and text[explore.end() :].strip(" ?!."):
        return Goal("explore_topic", text[explore.end() :].strip().rstrip("?!. "))
    return Goal("answer_question" if is_question(text) else "learn_fact", text.strip())


class Planner:
    """The goals that are being pursued, the latest first."""

    _DEEPEST = 100

    def __init__(self) -> None:
        self._goals: list[Goal] = []

    def push(self, goal: Goal) -> None:
        """Pursue a goal from now on; the oldest of more than a hundred is dropped."""
        self._goals.append(goal)
        del self._goals[: -self._DEEPEST]

    def peek(self) -> Goal | None:
        """Return the active goal, or None."""
        return self._goals[-1] if self._goals else None

    def pop(self) -> Goal | None:
        """End the active goal and return it, or None."""
        return self._goals.pop() if self._goals else None
