"""The analyzer: inflected forms of one word as one term, by the Snowball stemmer of the language of its script."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from functools import lru_cache

import Stemmer

from brain.errors import ConfigError
from brain.language._russian import russian_stem
from brain.language.stopwords import STOP_WORDS
from brain.language.tokens import fold, tokenize

__all__ = ["DEFAULT_ANALYZER", "LANGUAGES", "Analyzer", "analyzer_for"]

LANGUAGES = {
    **dict.fromkeys(
        (
            "english", "basque", "catalan", "danish", "dutch", "esperanto", "estonian", "finnish", "french", "german",
            "hungarian", "indonesian", "irish", "italian", "lithuanian", "norwegian", "portuguese", "romanian",
            "spanish", "swedish", "turkish",
        ),
        "latin",
    ),
    **dict.fromkeys(("russian", "serbian"), "cyrillic"),
    **dict.fromkeys(("hindi", "nepali"), "devanagari"),
    "arabic": "arabic", "armenian": "armenian", "greek": "greek", "tamil": "tamil", "yiddish": "hebrew",
}  # fmt: skip
"""The script of each language that can be chosen."""

_USUAL = ("english", "russian")
_SCRIPTS = {
    "latin": "\u0041-\u024f\u1e00-\u1eff", "greek": "\u0370-\u03ff\u1f00-\u1fff", "cyrillic": "\u0400-\u04ff",
    "armenian": "\u0531-\u0587", "hebrew": "\u0591-\u05f4", "arabic": "\u0620-\u06ff", "devanagari": "\u0900-\u097f",
    "tamil": "\u0b80-\u0bff",
}  # fmt: skip
_SCRIPT_OF = re.compile("|".join(f"(?P<{name}>[{signs}])" for name, signs in _SCRIPTS.items()))
_ARTICLES = {
    "english": "a an the",
    "danish": "en et",
    "dutch": "de het een",
    "french": "le la les l un une",
    "german": "der die das ein eine",
    "italian": "il lo la i gli le l un uno una",
    "norwegian": "en ei et",
    "portuguese": "o a os as um uma",
    "spanish": "el la los las un una",
    "swedish": "en ett",
}
_LONGEST_TOKEN = 1024  # `tokenize` gives none that long; caching it would pin memory
_CACHED_WORDS = 65_536
_NOT_IN_WORDS = re.compile(r"[\d+#.,:]")
_SYLLABLES = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U000323af]")


class _Stemmers(threading.local):
    """One set of stemmers a thread: Stemmer objects must not be shared between threads."""

    def __init__(self) -> None:
        self._made: dict[str, Stemmer.Stemmer] = {}

    def of(self, language: str) -> Stemmer.Stemmer:
        made = self._made.get(language)
        if made is None:
            made = self._made[language] = Stemmer.Stemmer(language)
        return made


_STEMMERS = _Stemmers()


class Analyzer:
    """How words are compared: which language's stemmer each script takes. Made by `analyzer_for`.

    Args:
        languages: at most one of a script, sorted.

    """

    def __init__(self, languages: tuple[str, ...]) -> None:
        self.languages = languages
        self._by_script = {LANGUAGES[language]: language for language in languages}
        self._latin = self._by_script.get("latin", "")
        self._articles = frozenset(" ".join(_ARTICLES.get(language, "") for language in languages).split())
        self.stop_words = frozenset[str]().union(*(STOP_WORDS.get(language, ()) for language in languages))
        self._stem = lru_cache(maxsize=_CACHED_WORDS)(self._stemmed)
        self.empty_terms = frozenset(map(self._stem, self.stop_words))
        """The stems of the stop words."""

    def __repr__(self) -> str:
        return f"<analyzer of {', '.join(self.languages)}>"

    def stem(self, token: str) -> str:
        """Return the stem of a folded token; tokens with digits or of other scripts stay as they are."""
        return self._stem(token) if len(token) <= _LONGEST_TOKEN else token

    def terms(self, text: str) -> list[str]:
        """Return the stems of all tokens, in order, repetitions included."""
        return list(map(self._stem, tokenize(text)))

    def indexed_terms(self, text: str) -> list[str]:
        """Return the terms under which a text is found: its `terms`, and each Chinese and Korean character by itself.

        One character can be a word there. A query of two or more is its pairs alone, which say more.
        """
        found = self.terms(text)
        return [*found, *_SYLLABLES.findall(fold(text))] if _SYLLABLES.search(text) else found

    def content_terms(self, text: str) -> list[str]:
        """Return the stems of the tokens that are no stop words; of all tokens if every one is a stop word.

        A final 'a' is a name ("Device A"), not an article.
        """
        tokens = tokenize(text)
        content = [self._stem(token) for token in tokens if token not in self.stop_words]
        if not content:
            return list(map(self._stem, tokens))
        return [*content, "a"] if tokens[-1] == "a" and "a" in self.stop_words else content

    def concept_key(self, concept: str) -> str:
        """Return what all spellings of a concept share: its stems, joined by a space, leading articles dropped.

        Inner function words stay, so that "Device A" differs from "Device B". Without any token the key is the
        folded text.
        """
        tokens = tokenize(concept)
        first = 0
        while first < len(tokens) - 1 and tokens[first] in self._articles:
            first += 1
        return " ".join(map(self._stem, tokens[first:])) or fold(concept).strip()

    def _stemmed(self, token: str) -> str:
        if token.isascii():
            return str(_STEMMERS.of(self._latin).stemWord(token)) if token.isalpha() else token
        script = _SCRIPT_OF.match(token)
        language = self._by_script.get(str(script.lastgroup)) if script else None
        if language is None or _NOT_IN_WORDS.search(token):
            return token
        stem_word = _STEMMERS.of(language).stemWord
        return russian_stem(token.replace("ё", "е"), stem_word) if language == "russian" else str(stem_word(token))


def analyzer_for(languages: Iterable[str] = ()) -> Analyzer:
    """Return the analyzer of some languages; English and Russian for their scripts where these name no other.

    The stemmers see words as they are compared, in lower case and without accents. Stop words are known of English
    and Russian only; in other languages a common word merely weighs little.

    Args:
        languages: of `LANGUAGES`, at most one of a script.

    Raises:
        ConfigError: for an unknown language, or two of one script.
    """
    chosen: dict[str, str] = {}
    for language in languages:
        script = LANGUAGES.get(language)
        if script is None:
            raise ConfigError(f"no stemmer for {language!r}; there are: {', '.join(sorted(LANGUAGES))}")
        if chosen.setdefault(script, language) != language:
            raise ConfigError(
                f"{chosen[script]!r} and {language!r} share the {script} script, and its words can be stemmed in one"
                " language only; leave one out"
            )
    usual = {LANGUAGES[language]: language for language in _USUAL}
    return _made(tuple(sorted((usual | chosen).values())))


# Made once: its cache of stems is the point of it.
_made = lru_cache(maxsize=None)(Analyzer)

DEFAULT_ANALYZER = analyzer_for()
"""The analyzer of English and Russian: the languages that statements, questions and dates are understood in."""
