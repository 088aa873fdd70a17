"""Language: tokens, stems, facts, claims, questions and negation of Russian and English text. Pure functions."""

from brain.language.dates import TimeCue, dates_in, time_cues
from brain.language.facts import Fact, extract_facts, head_noun
from brain.language.languages import language_of
from brain.language.negation import is_negated, strip_negation
from brain.language.polarity import Claim, claims
from brain.language.questions import asks_when, is_question, only_asks
from brain.language.snippet import snippet
from brain.language.stems import concept_key, content_terms, indexed_terms, stem, terms
from brain.language.stopwords import STOP_WORDS
from brain.language.tokens import fold, tokenize

__all__ = [
    "STOP_WORDS",
    "Claim",
    "Fact",
    "TimeCue",
    "asks_when",
    "claims",
    "concept_key",
    "content_terms",
    "dates_in",
    "extract_facts",
    "fold",
    "head_noun",
    "indexed_terms",
    "is_negated",
    "is_question",
    "language_of",
    "only_asks",
    "snippet",
    "stem",
    "strip_negation",
    "terms",
    "time_cues",
    "tokenize",
]
