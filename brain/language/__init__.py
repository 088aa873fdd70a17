"""Language: tokens, stems, facts, claims, questions and negation of Russian and English text. Pure functions."""

from brain.language.analyzer import DEFAULT_ANALYZER, LANGUAGES, Analyzer, analyzer_for
from brain.language.dates import TimeCue, dates_in, time_cues
from brain.language.facts import Fact, extract_facts, head_noun
from brain.language.languages import language_of
from brain.language.negation import is_negated, strip_negation
from brain.language.polarity import Claim, claims
from brain.language.questions import asks_when, is_question, only_asks
from brain.language.snippet import snippet
from brain.language.tokens import fold, tokenize

__all__ = [
    "DEFAULT_ANALYZER",
    "LANGUAGES",
    "Analyzer",
    "Claim",
    "Fact",
    "TimeCue",
    "analyzer_for",
    "asks_when",
    "claims",
    "dates_in",
    "extract_facts",
    "fold",
    "head_noun",
    "is_negated",
    "is_question",
    "language_of",
    "only_asks",
    "snippet",
    "strip_negation",
    "time_cues",
    "tokenize",
]
