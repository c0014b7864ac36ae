"""A name in a parsed English text, and the normalisation of a span of tokens to the form that is shown."""

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extraction.lang.en.parse.tree import PROPER
from extraction.lang.en.word_lists import HONORIFICS, INTERJECTIONS, NAMES, ROLE_PARTS, ROLES
from extraction.lang.shared.dates import Period
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

MODEL = "model"
RULE = "rule"
PARTICLES = NAMES.words("name_particle")
"""Words in lower case that stand inside people's names: "Vincent van Gogh"."""
SUFFIXED = re.compile(r"\s?-\s?(?:san|sama|kun|chan|sensei)$", re.IGNORECASE)
"""Japanese honorifics as English text carries them ("Tanaka-san")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """Tokens `start` to `end` of the document name an entity.

    `weight` is the evidence for it in log-odds; `period` what a date means.
    """

    start: int
    end: int
    name: str
    type: EntityType
    weight: float
    reasons: tuple[str, ...]
    method: str
    subtype: str | None = None
    aliases: tuple[str, ...] = ()
    period: Period | None = None
    written: tuple[int, int] | None = None
    """Start and end in characters, where they are not those of the words."""


def probability(weight: float) -> float:
    """A weight in log-odds as a probability, to two decimals."""
    return round(1 / (1 + math.exp(-weight)), 2)


def trimmed(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    """The span without determiners, greetings, possessives and punctuation around a name. May be empty."""
    while start < end and _is_cut_before(doc[start], start, end):
        start += 1
    while end > start and _is_cut_after(doc[end - 1]):
        end -= 1
    return start, end


def form(doc: "Doc", start: int, end: int, type_: EntityType) -> str:
    """The form of a trimmed span: as written, on one line, without a person's titles."""
    if type_ is EntityType.PERSON:
        start = bare_start(doc, start, end)
    shown = " ".join(doc[start:end].text.split())
    return SUFFIXED.sub("", shown) if type_ is EntityType.PERSON else shown


def bare_start(doc: "Doc", start: int, end: int) -> int:
    """The first token of a person's own name: after "Dr.", "CEO", "Prime Minister"."""
    first = start
    for at in range(start, end - 1):
        word = doc[at].lower_.rstrip(".")
        if word in HONORIFICS or word in ROLES:
            first = at + 1
        elif word not in ROLE_PARTS and word:
            break
    return first


def noun_form(doc: "Doc", start: int, head: int) -> str:
    """The form of a common noun phrase: lower case save for names in it, the head in the singular."""
    words = [
        token.lower_ if token.tag_ not in PROPER and token.is_title and not token.ent_type_ else token.text
        for token in doc[start:head]
    ]
    spaces = [token.whitespace_ for token in doc[start:head]]
    last = doc[head].lemma_ if doc[head].tag_ == "NNS" else doc[head].text
    if doc[head].shape_.startswith("Xx"):
        last = last.lower()
    return "".join(word + space for word, space in zip(words, spaces, strict=True)) + last


def _is_cut_before(token: "Token", start: int, end: int) -> bool:
    if token.is_space or (token.is_punct and token.text not in ("(",)):
        return True
    if not any(character.isalnum() for character in token.text):
        return True
    if token.tag_ in ("DT", "PDT", "PRP$", "CC", "WP", "WDT", "WRB", "UH", "IN", "TO"):
        return not (token.shape_.startswith("X") and token.lower_ == "the" and _keeps_the(token, end))
    return end - start > 1 and token.lower_ in INTERJECTIONS and token.is_sent_start is True


def _keeps_the(token: "Token", end: int) -> bool:
    """A capital "The" in the middle of a sentence belongs to a title ("The Hobbit")."""
    return token.is_sent_start is not True and token.i + 1 < end and token.doc[token.i + 1].shape_.startswith("X")


def _is_cut_after(token: "Token") -> bool:
    if token.tag_ in ("POS", "IN", "DT", "CC", "TO") or token.is_space:
        return True
    if token.text in (".", "!", "?") and token.i > 0 and not token.doc[token.i - 1].is_punct:
        return True
    return not any(character.isalnum() for character in token.text) and token.text not in ("+", "#", ")")
