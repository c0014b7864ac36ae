"""The tokens of the full-text index and of questions: one analyser for both."""

import re
import threading
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple, cast

from extraction.text.analysers import analyser
from extraction.text.language import detected_language
from extraction.text.plain import plain
from extraction.text.sentences import SENTENCE

LONGEST: Final = 64
"""Characters of the longest token."""
MOST: Final = 4096
"""Tokens of the longest chunk or question; the rest is not indexed."""

_SENTENCES: Final = 32
"""Sentences of a text that are matched one by one; the last one is all the rest."""

_CONTRACTED: Final = frozenset({"t", "re", "ve", "ll", "d", "m", "s"})
_ELIDED: Final = frozenset({"l", "d", "j", "m", "t", "s", "n", "c", "qu", "jusqu", "lorsqu", "puisqu"})
"""What French writes before a word that begins with a vowel: "l'équipe" is found by "équipe"."""
JAPANESE: Final = re.compile(
    r"[\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\U00020000-\U0003134f]+"
)
_HIRAGANA: Final = re.compile(r"[\u3041-\u309f]")
_ELISION: Final = re.compile(rf"\b({'|'.join(sorted(_ELIDED))})['’](?=\w)", re.IGNORECASE)
_INITIALS: Final = re.compile(r"\b(?:[a-z]\.){2,}")
_MARKS: Final = "".join(chr(code) for code in range(0x300, 0x3000) if unicodedata.category(chr(code)).startswith("M"))
"""Accents and vowel signs: part of their word, though no letters (हिन्दी)."""
_LETTERS: Final = rf"[^\W_]+(?:[{_MARKS}]+[^\W_]*)*"
WORD: Final = re.compile(rf"\d{{1,3}}(?:,\d{{3}})+(?!\d)|\d+\.\d+(?![.\d])|{_LETTERS}(?:['’]{_LETTERS})?")
UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]+|[\u1100-\u11ff\uac00-\ud7af]+")
"""Scripts without spaces between words (Thai, Lao, Burmese, Khmer), and Korean, which ends its words with particles."""
SUDACHI_MOST: Final = 10_000
"""Characters that Sudachi is given at once."""
_CONTENT: Final = frozenset({"名詞", "動詞", "形容詞", "副詞", "形状詞"})

_READ_AS_ENGLISH: Final = frozenset({"en", "ja", "und"})
_LANGUAGES: Final = 16_384
"""Texts whose detected languages are kept."""
_languages: dict[int, str] = {}
_thread_state = threading.local()
_loading = threading.Lock()


def index_words(text: str, language: str) -> list[str]:
    """The index tokens of a chunk: without white space, at most 64 characters each and 4,096 in all.

    Latin and other spaced scripts: lower-cased stems without stop words. Of another language than English and Japanese,
    by its ISO 639 code, these are made twice: as that language makes them, and as English does, in which a question is
    read whose language is not sure. Japanese: character bigrams, and the normalised forms of content words.
    """
    return list(chain(*_split_by_script(text, language)))[:MOST]


class QueryWords(NamedTuple):
    """The distinct tokens of a question; `pieces` are those that are no words by themselves."""

    words: list[str]
    pieces: frozenset[str]
    """Bigrams of Japanese characters that are part of a longer word or cross a word boundary; stems of languages that
    the question may be in, too."""


def query_words(text: str, language: str, others: Iterable[str] = ()) -> QueryWords:
    """The distinct tokens of a question, analysed as in `index_words`, and as in `others`.

    The stop words of its own language are not asked as English words either.
    """
    tokens = _split_by_script(text, language, without=analyser(language).stop_words)
    elsewhere = chain.from_iterable(_split_by_script(text, other).spaced for other in others)
    beside = [*tokens.english, *(word for word in elsewhere if word not in analyser(language).stop_words)]
    words = dict.fromkeys([*tokens.spaced, *tokens.pairs, *tokens.content, *beside][:MOST])
    return QueryWords(list(words), frozenset([*tokens.pairs, *beside]).difference(tokens.spaced, tokens.content))


class _Tokens(dict[str, list[str]]):
    """A cache of the tokens of white-space separated pieces. It lives as long as its question, as it holds text."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, piece: str) -> list[str]:
        tokens = self[piece] = list(chain(*_spaced(piece, self._language)))
        return tokens


def matched_words(words: Collection[str], texts: Iterable[str]) -> list[list[frozenset[str]]]:
    """For each text, the index words that occur in each of its sentences, in order; an empty list for an empty text.

    Made for query time: of more than 32 sentences the last is all the rest, and Japanese is not analysed. A Japanese
    word matches as a substring, so that one asked for in its dictionary form or in another script matches that form
    alone.
    """
    letters = {word: word.lower() for word in words if JAPANESE.search(word) or UNSPACED.search(word)}
    stems = frozenset(words).difference(letters)
    tokens: dict[str, _Tokens] = {}
    matched: list[list[frozenset[str]]] = []
    for text in texts:
        language = _language_met(text) if stems else "en"
        matched.append(_matched_by_sentence(letters, stems, tokens.setdefault(language, _Tokens(language)), text))
    return matched


def _language_met(text: str) -> str:
    """The language of a text that a question meets. A recall asks for it several times, so it is kept by a hash.

    Of the text itself nothing is kept.
    """
    key = hash(text)
    language = _languages.get(key)
    if language is None:
        if len(_languages) >= _LANGUAGES:
            _languages.clear()
        language = _languages[key] = detected_language(text)
    return language


def _matched_by_sentence(
    letters: Mapping[str, str], stems: frozenset[str], tokens: _Tokens, text: str
) -> list[frozenset[str]]:
    clean = (text if text.isascii() else unicodedata.normalize("NFKC", text)).lower()
    in_text = [(word, lower) for word, lower in letters.items() if lower in clean]
    sentences = SENTENCE.findall(clean)
    if len(sentences) > _SENTENCES:
        sentences[_SENTENCES - 1 :] = ["".join(sentences[_SENTENCES - 1 :])]
    matched: list[frozenset[str]] = []
    for sentence in sentences:
        in_sentence = {word for word, lower in in_text if lower in sentence}
        if stems:
            spaced = sentence if sentence.isascii() else _without_unspaced(sentence)
            in_sentence |= stems.intersection(chain.from_iterable(map(tokens.__getitem__, spaced.split())))
        matched.append(frozenset(in_sentence))
    return matched


class _Tokenised(NamedTuple):
    """The tokens of a text by what they are."""

    spaced: list[str]
    """The words of spaced scripts, and the pairs of characters of scripts that no dictionary here reads."""
    english: list[str]
    """The words of spaced scripts as English makes them, if the text is in another language than that and Japanese."""
    pairs: list[str]
    """Japanese bigrams."""
    content: list[str]
    """Japanese content words."""


def _split_by_script(text: str, language: str, *, without: Collection[str] = ()) -> _Tokenised:
    clean = plain(text)
    if clean.isascii():
        return _Tokenised(*_spaced(clean, language, without), [], [])
    spaced, english = _spaced(_without_unspaced(clean), language, without)
    spaced += _bigrams(UNSPACED.findall(clean))
    runs = JAPANESE.findall(clean)
    if not runs:
        return _Tokenised(spaced, english, [], [])
    return _Tokenised(spaced, english, _bigrams(runs), _content_words([clean] if language == "ja" else runs))


def _without_unspaced(text: str) -> str:
    return UNSPACED.sub(" ", JAPANESE.sub(" ", text))


def _spaced(text: str, language: str, without: Collection[str] = ()) -> tuple[list[str], list[str]]:
    """The words of spaced scripts as their language makes them, and as English does where that is another.

    Of the English ones those go `without` which are so written.
    """
    if language in _READ_AS_ENGLISH:
        return spaced_words(text, "en"), []
    return spaced_words(text, language), spaced_words(text, "en", without=without)


def spaced_words(text: str, language: str, *, without: Collection[str] = ()) -> list[str]:
    """The stems of a text in a spaced script, in order, without stop words and those words `without`."""
    stop_words, bases, stems = analyser(language)
    tokens: list[str] = []
    lower = _INITIALS.sub(lambda match: f"{match[0].replace('.', '')} ", text.lower())
    for word in WORD.findall(lower):
        if not word.isalnum():
            word = _bare(word)
        if word in stop_words or word in without or not word or (len(word) == 1 and not word.isdigit()):
            continue
        tokens.append(bases.get(word, word)[:LONGEST])
        if len(tokens) == MOST:
            break
    return stems(tokens)


def _bare(word: str) -> str:
    """A word without possessive or contracted ending, a number without thousands separators."""
    if word[0].isdigit():
        return word.replace(",", "")
    head, _, tail = word.replace("’", "'").partition("'")
    if tail not in _CONTRACTED:
        return tail if head in _ELIDED else head + tail
    return "" if tail == "t" else head


def unelided(text: str) -> str:
    """A French text with blanks for the signs of its elisions, of the same length: "d Airbus" for "d'Airbus"."""
    return _ELISION.sub(r"\1 ", text)


def _bigrams(runs: Iterable[str]) -> list[str]:
    pairs: list[str] = []
    for run in runs:
        if len(run) == 1:
            if not _HIRAGANA.match(run):
                pairs.append(run)
        else:
            pairs += map("".join, pairwise(run))
    return pairs


def _content_words(texts: Iterable[str]) -> list[str]:
    tokenizer = sudachi()
    is_content = _content_matcher()
    forms: list[str] = []
    for text in texts:
        for start in range(0, len(text), SUDACHI_MOST):
            for morpheme in tokenizer(text[start : start + SUDACHI_MOST]):
                if is_content(morpheme):
                    form = morpheme.normalized_form()
                    if JAPANESE.search(form):
                        forms.append("".join(form.split())[:LONGEST])
    return forms


def sudachi(mode: str = "A") -> Callable[[str], Iterable[Any]]:
    """This thread's Sudachi in split mode A or C: text of up to 10,000 characters to morphemes.

    The dictionary is loaded once a process; tokenizers are not safe to share between threads.
    """
    tokenizers = cast("dict[str, Callable[[str], Iterable[Any]]]", _thread_state.__dict__.setdefault("sudachi", {}))
    if mode not in tokenizers:
        from sudachipy import SplitMode  # noqa: PLC0415  the native library is heavy and most processes never need it

        tokenizers[mode] = dictionary().create({"A": SplitMode.A, "C": SplitMode.C}[mode]).tokenize
    return tokenizers[mode]


@lru_cache(maxsize=65536)
def is_listed(word: str, *kinds: str) -> bool:
    """Whether the dictionary has a Japanese word, whole; if told, as these parts of speech (名詞, 普通名詞)."""
    morphemes = list(sudachi("C")(word[:LONGEST]))
    if len(morphemes) != 1 or morphemes[0].is_oov():
        return False
    return tuple(morphemes[0].part_of_speech()[: len(kinds)]) == kinds


def is_common_noun(surface: str) -> bool:
    """Whether a name is written as a common noun is: "apple" in lower case, 光 as one word of the dictionary."""
    if JAPANESE.search(surface):
        return is_listed(surface, "名詞", "普通名詞")
    return surface.islower()


def dictionary() -> Any:
    """The process's one Sudachi dictionary: another one would map its 200 MB again."""
    with _loading:
        return _load_dictionary()


@lru_cache(maxsize=1)
def _load_dictionary() -> Any:
    from sudachipy import Dictionary  # noqa: PLC0415  as above

    return Dictionary(dict="core")


@lru_cache(maxsize=1)
def _content_matcher() -> Callable[[Any], bool]:
    matcher: Callable[[Any], bool] = dictionary().pos_matcher([(part,) for part in sorted(_CONTENT)])
    return matcher
