"""Wording: an answer from judged evidence, in the language of the question, with its sources."""

from __future__ import annotations

from dataclasses import dataclass

from brain.cognition.judgement import Judgement
from brain.language import DEFAULT_ANALYZER, extract_facts, language_of
from brain.memory import Evidence, SemanticNode
from brain.memory.evidence import excerpt

__all__ = ["Answer", "word_answer", "word_learnt"]

_PHRASES = {
    "ru": {
        "answer": "{fact}.",
        "hedge": "Вероятно: {fact}.",
        "clarify": "Не уверен: {fact}. Уточните вопрос или добавьте сведений.",
        "refuse": "Не могу сделать вывод: в памяти недостаточно надёжных сведений.",
        "yes": "да, {fact}",
        "no": "нет, {fact}",
        "unknown": "В памяти нет сведений, которые подтверждают или опровергают это.",
        "sources": " Источники: {names}.",
        "source": " Источник: {names}.",
        "conflict": " Есть возражение: {text} ({source}).",
        "nobody": "неизвестен",
        "learnt": "Запомнил.",
        "also": "; {fact}",
        "not": "не ",
        "inference": "Ответ: {fact}",
    },
    "en": {
        "answer": "{fact}.",
        "hedge": "Probably: {fact}.",
        "clarify": "I am not sure: {fact}. Please narrow the question or tell me more.",
        "refuse": "I cannot conclude: memory holds too little reliable evidence.",
        "yes": "yes, {fact}",
        "no": "no, {fact}",
        "unknown": "Memory holds nothing that confirms or refutes this.",
        "sources": " Sources: {names}.",
        "source": " Source: {names}.",
        "conflict": " An objection: {text} ({source}).",
        "nobody": "unknown",
        "learnt": "Noted.",
        "also": "; {fact}",
        "not": "not ",
        "inference": "Answer: {fact}",
    },
}
_QUOTED = 300
_TOLD = 4
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer in words.

    Attributes:
        response: what is said to the one who asked, with sources and objections.
        inference: what the brain notes down as its own conclusion; "" if it came to none.

    """

    response: str
    inference: str = ""


def word_learnt(statement: str) -> str:
    """Return the reply to a statement that was taken in."""
    return _PHRASES[language_of(statement)]["learnt"]


def word_answer(question: str, goal_type: str, target: str, judged: Judgement) -> Answer:
    """Return the answer in words.

    Args:
        question: decides the language.
        goal_type: a claim gets a yes or no first, a topic several facts.
        target: what is asked about.
        judged: what the answer rests on and how sure it may sound.

    """
    say = _PHRASES[language_of(question)]
    if judged.action == "refuse":
        undecided = goal_type == "verify_claim" and judged.verdict is None
        return Answer(say["unknown"] if undecided else say["refuse"])
    fact = _stated(judged.support[0], target)
    inference = say["inference"].format(fact=fact)
    if goal_type == "explore_topic":
        told = list(dict.fromkeys(_stated(piece, target) for piece in judged.support))[:_TOLD]
        fact = told[0] + "".join(say["also"].format(fact=more) for more in told[1:])
    if judged.verdict is not None:
        fact = say["yes" if judged.verdict else "no"].format(fact=fact)
    response = say[judged.action].format(fact=fact)
    response = response[0].upper() + response[1:] + _sources(judged.support, say)
    if judged.against:
        rival = judged.against[0]
        response += say["conflict"].format(text=_stated(rival, target), source=rival.source or say["nobody"])
    return Answer(response, inference)


def _stated(piece: Evidence, target: str) -> str:
    """Return what a piece says of the target: the fact, the sentence that states one, or all of it."""
    if isinstance(piece.item, SemanticNode) and piece.item.description:
        node = piece.item
        return _definition(node.concept, node.description, node.negated)
    asked = set(DEFAULT_ANALYZER.terms(target))
    for fact in extract_facts(piece.text):
        if set(DEFAULT_ANALYZER.concept_key(fact.subject).split()) <= asked:
            return _definition(fact.subject, fact.description, fact.negated)
    return excerpt(piece.text, target, _QUOTED).rstrip(".!;, ")


def _definition(concept: str, description: str, negated: bool) -> str:
    denial = _PHRASES[language_of(description)]["not"] if negated else ""
    return f"{concept} — {denial}{_short(description)}"


def _short(text: str) -> str:
    line = " ".join(text.split()).rstrip(".!;, ")
    return line if len(line) <= _QUOTED else f"{line[:_QUOTED]}…"


def _sources(support: list[Evidence], say: dict[str, str]) -> str:
    names = list(dict.fromkeys(piece.source for piece in support if piece.source))[:_NAMED]
    if not names:
        return ""
    return say["sources" if len(names) > 1 else "source"].format(names=", ".join(names))
