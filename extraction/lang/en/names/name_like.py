"""Spans of a parsed English text that are written like a whole name, whether anything else makes them one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from extraction.lang.en.names.names import PARTICLES
from extraction.lang.en.names.plausibility import starts
from extraction.lang.en.parse.tree import PROPER
from extraction.lang.en.word_lists import COMMON_STARTERS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

LONGEST = 8
"""Tokens of the longest span; more is a heading or shouting."""
_INSIDE = frozenset(("of", "the"))
"""What two capitals are one name across: University of Oxford."""
_BETWEEN = frozenset(("and", "or", "with", "the", "a", "an", "in", "for", "to", "at", "on", "from"))
"""What two names may be one title across: Gone with the Wind."""
_WORDS_BETWEEN = 2
_SIGNS = frozenset(("&", "-", "–", "/", "'", "’"))
_NAMEABLE = ("NN", "NNS", "JJ", "CD", "FW")
"""Tags, beside proper nouns, of words that may open a name: "Royal Mail". A word of another tag opens a sentence."""


def name_like(doc: "Doc") -> Iterator[tuple[int, int]]:
    """The characters of each longest run of capitals, and of the titles that several of them may be.

    A word that has its capital from the start of its sentence is none by itself, unless it is tagged as a name.
    """
    runs = [run for run in _runs(doc) if run[1] - run[0] <= LONGEST]
    chain: list[tuple[int, int]] = []
    for run in runs:
        yield _characters(doc, run)
        if chain and not _is_between(doc, chain[-1][1], run[0]):
            yield from _title(doc, chain)
            chain = []
        chain.append(run)
    yield from _title(doc, chain)


def _title(doc: "Doc", chain: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    if len(chain) > 1 and chain[-1][1] - chain[0][0] <= LONGEST:
        yield _characters(doc, (chain[0][0], chain[-1][1]))


def _characters(doc: "Doc", run: tuple[int, int]) -> tuple[int, int]:
    span = doc[run[0] : run[1]]
    return span.start_char, span.end_char


def _is_between(doc: "Doc", end: int, start: int) -> bool:
    return start - end <= _WORDS_BETWEEN and all(token.lower_ in _BETWEEN for token in doc[end:start])


def _runs(doc: "Doc") -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(doc):
        if not _is_marked(doc[at]):
            at += 1
            continue
        end = _run_end(doc, at)
        start = _run_start(doc, at, end)
        if start < end and any(letter.isupper() for letter in doc[start:end].text):
            yield start, end
        at = end


def _run_end(doc: "Doc", start: int) -> int:
    end = start + 1
    while end < len(doc):
        token = doc[end]
        after = end + 1
        if token.text in _SIGNS:
            touching = token.text == "&" or not (doc[end - 1].whitespace_ or token.whitespace_)
            if not (touching and after < len(doc) and _is_marked(doc[after])):
                break
        elif token.lower_ in _INSIDE or token.lower_ in PARTICLES:
            while after < len(doc) and (doc[after].lower_ in PARTICLES or doc[after].lower_ == "the"):
                after += 1
            is_joined = token.lower_ != "the" and after < len(doc)
            if not is_joined or not _is_marked(doc[after]) or not doc[after].text[0].isupper():
                break
            end = after
        elif not _is_marked(token):
            break
        end += 1
    return end


def _run_start(doc: "Doc", start: int, end: int) -> int:
    first = doc[start]
    if starts(first):
        proper = first.tag_ in PROPER
        if end == start + 1 and (not proper or first.lower_ in COMMON_STARTERS):
            return end
        if not proper and first.tag_ not in _NAMEABLE:
            start += 1
    while 0 < start < end and doc[start - 1].lower_ in PARTICLES and doc[start - 1].is_lower:
        start -= 1
    return start


def _is_marked(token: "Token") -> bool:
    """Whether a word has a capital or a digit and is no pronoun: I."""
    return not token.tag_.startswith("PRP") and any(letter.isupper() or letter.isdigit() for letter in token.text)
