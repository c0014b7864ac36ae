"""Whether a stretch of text can be a name at all, and what its shape says for or against it.

Chat is full of capitals that name nothing: greetings, shouts, sentence starts, emoji, pasted code and links.
"""

import re
from typing import TYPE_CHECKING

from extraction.lang.en.lexicon import COMMON_STARTERS, INTERJECTIONS, NOT_NAMES, VAGUE_NOUNS
from extraction.lang.en.parse.tree import PROPER

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

LONGEST = 12
"""Words that a name may have; longer runs are headings, tables or shouting."""

_HAS_LETTER = re.compile(r"[^\W\d_]{2}|[A-Z]")
_LINKISH = re.compile(r"https?:|www\.|[@/\\_=<>{}\[\]()|#*~^\n]|\.\.|::|[a-z]\.[a-z]")
_CODE = re.compile(
    r"^\s*(?:```|\$ |>>> |#!|//)|[{};]\s*$|\w\(.*\)\s*[:;{]?\s*$|^\s*[\w.]+\s*[-+*/]?=\s*\S"
    r"|\b(?:def|class|function)\s+\w+\s*[({]|\b(?:const|let|var)\s+\w+\s*="
)
_SHOUT = 5
"""Letters from which a word in capitals is a shout rather than initials."""
_OPENERS = frozenset((":", "-", "–", "—", "•", "*", "|", ".", "!", "?", "…", "..."))


def plausible(doc: "Doc", start: int, end: int, *, sure: bool = False) -> bool:
    """Whether a span has letters and a capital and is no link, code, greeting or common word.

    `sure`: the head is sure of the name, against a tagger that takes it for a plain noun ("Tanaka lives in Osaka").
    """
    span = doc[start:end]
    text = span.text
    if len(span) > LONGEST or not _HAS_LETTER.search(text) or _LINKISH.search(text):
        return False
    if not any("X" in token.shape_ for token in span):
        return False
    words = [token.lower_.rstrip(".") for token in span if token.is_alpha]
    if words and all(word in INTERJECTIONS or word in VAGUE_NOUNS or word in NOT_NAMES for word in words):
        return False
    if len(span) == 1:
        return _stands_alone(span[0], sure=sure)
    return not (words and all(word in COMMON_STARTERS or word in INTERJECTIONS for word in words))


def starts(token: "Token") -> bool:
    """Whether the word opens a sentence, a line or a quotation, where any word has a capital."""
    if token.is_sent_start or token.i == 0:
        return True
    before = token.nbor(-1)
    return before.is_space or before.is_quote or before.text in _OPENERS or not before.text[-1:].isascii()


def evidence(span: "Span") -> tuple[str, ...]:
    """What the shape and tags of a span say of its being a name: keys of the weights in `entities`."""
    proper = [token.tag_ in PROPER for token in span if token.is_alpha]
    reasons: list[str] = []
    if len(proper) > 1:
        reasons.append("several words")
    if proper and all(proper):
        reasons.append("all proper nouns")
    elif not any(proper):
        reasons.append("no proper noun")
    if len(span) == 1 and starts(span[0]):
        reasons.append("sentence start")
        if span[0].tag_ in PROPER and span[0].dep_ in ("nsubj", "nsubjpass") and span[0].head.pos_ in ("VERB", "AUX"):
            reasons.append("subject")
    if len(span.text) > _SHOUT and span.text.isupper():
        reasons.append("shouted")
    return tuple(reasons)


def code_lines(text: str) -> list[tuple[int, int]]:
    """The lines that are code and not prose, as offsets; what stands between fences is code too."""
    if not any(mark in text for mark in "{};=(`$"):
        return []
    found: list[tuple[int, int]] = []
    at, fenced = 0, False
    for line in text.splitlines(keepends=True):
        fence = line.lstrip().startswith("```")
        if fenced or fence or _CODE.search(line.rstrip("\n")):
            found.append((at, at + len(line)))
        fenced ^= fence
        at += len(line)
    return found


def _stands_alone(token: "Token", *, sure: bool) -> bool:
    """Whether one capitalised word by itself is a name and not the start of a sentence or a shout."""
    initials = token.is_upper and 1 < len(token) <= _SHOUT and token.tag_ in PROPER and not starts(token)
    if len(token) == 1 or (not initials and (token.lower_ in COMMON_STARTERS or token.lower_ in INTERJECTIONS)):
        return False
    if token.tag_ in PROPER:
        return not (starts(token) and token.dep_ in ("intj", "advmod"))
    return (sure or not starts(token)) and token.tag_ in ("NN", "NNS", "JJ", "FW", "CD")
