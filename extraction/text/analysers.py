"""What becomes of the words of a spaced script before they are indexed, by language: stop words go, forms meet."""

import threading
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final, NamedTuple

import Stemmer

from extraction.text.lexicon import lexicon
from graph.tables import table_rows

_STOPS: Final = lexicon("extraction.text", "stop_words")
STOP_WORDS: Final = _STOPS.words("lucene") | _STOPS.words("question")
"""Lucene's English list and the words that questions are made of."""
IRREGULAR_FORMS: Final = lexicon("extraction.text", "irregular_forms").groups("irregular")
"""Base to its irregular forms: of a verb its past and its participle, where these differ from the base."""
BASES: Final = lexicon("extraction.text", "irregular_forms").values("irregular")
"""Form to base ("went" to "go"), all lower case, so that both meet in the index."""
_NORWEGIAN: Final = "no"
_STEMMERS: Final = {
    code: stemmer for code, stemmer, _ in table_rows("extraction.text", "stemmers", "language stemmer forms")
}
_thread_state = threading.local()


class Analyser(NamedTuple):
    """How the lower-case words of one language are indexed."""

    stop_words: frozenset[str]
    bases: Mapping[str, str]
    """Irregular forms with their base."""
    stems: Callable[[list[str]], list[str]]
    """The stem of each word, in order."""


def analyser(language: str) -> Analyser:
    """This thread's analyser of a language, by its ISO 639 code. Stemmers are not safe to share between threads.

    Of a language without a stemmer words stay as they are; without a list of stop words each is indexed.
    """
    analysers: dict[str, Analyser] = _thread_state.__dict__.setdefault("analysers", {})
    if language not in analysers:
        if language == "en":
            analysers[language] = Analyser(STOP_WORDS, BASES, Stemmer.Stemmer("english").stemWords)
        else:
            stems = Stemmer.Stemmer(_STEMMERS[language]).stemWords if language in _STEMMERS else list[str]
            analysers[language] = Analyser(_stop_words(language), {}, stems)
    return analysers[language]


@cache
def _stop_words(language: str) -> frozenset[str]:
    """The stop words that spaCy has for a language; only that file of its package is run, which loads in no time."""
    package = find_spec("spacy")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("spacy")
    folder = "nb" if language == _NORWEGIAN else language
    file = Path(package.origin).parent / "lang" / folder / "stop_words.py"
    spec = spec_from_file_location(f"_stop_words_{folder}", file) if file.exists() else None
    if spec is None or spec.loader is None:
        return frozenset()
    module: Any = module_from_spec(spec)
    spec.loader.exec_module(module)
    return frozenset(module.STOP_WORDS)
