"""What the tagging head says of a text's words, and the names that the Japanese rules make of it."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from extraction.lang.ja import word_lists as lexicon
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import tail_type
from extraction.lang.shared.label_confidence import FIRM, GROUP, LEAST, PRODUCT, TYPES, log_odds
from extraction.names.keys import aliases_of, display_name
from graph.model.types import EntityType, LinkType

LATIN_NAME = re.compile(r"^[A-Z][\w.+#&'’\-]+(?: (?:of|the|and|for|&|[A-Z0-9][\w.+#'’\-]*)){0,5}$", re.ASCII)
NUMERIC = re.compile(r"^[\d０-９,，.．〇一二三四五六七八九十百千万億兆]+")
_KATAKANA = re.compile(r"^[ァ-ヺー]+$")


class Label(NamedTuple):
    """What the tagging head says: first word, last word, label, and how sure it is."""

    first: int
    last: int
    label: str
    confidence: float

    @property
    def type(self) -> EntityType | None:
        """The type of what it names, None for amounts and the like."""
        return TYPES.get(self.label)


@dataclass(slots=True, kw_only=True)
class Name:
    """A name while the rules still gather evidence for it: words `first` to `last`, honorifics included."""

    first: int
    last: int
    start: int
    end: int
    surface: str
    name: str
    type: EntityType
    confidence: float
    reasons: list[str]
    method: str
    subtype: str | None = None
    aliases: tuple[str, ...] = ()
    about: bool = False
    named: bool = True
    link_type: LinkType = LinkType.MENTIONS
    moment: datetime | None = field(default=None)


def tagged(parse: Parse, labels: Sequence[Label]) -> Iterable[Name]:
    """What the head names, a person with honorific or office behind."""
    for one in labels:
        if one.type is None or one.confidence < LEAST[one.type] or not _nameable(parse, one.first, one.last):
            continue
        surface = parse.surface(one.first, one.last)
        kind, why = _tagged_type(parse, one)
        shown = _with_titles(parse, one.last) if kind is EntityType.PERSON else one.last
        evidence = log_odds(one.confidence) + (1.0 if shown > one.last else 0.0)
        name = display_name(surface)
        start, end = parse.characters(one.first, shown)
        yield Name(
            first=one.first,
            last=shown,
            start=start,
            end=end,
            surface=parse.surface(one.first, shown),
            name=name,
            type=kind,
            confidence=round(1 / (1 + math.exp(-evidence)), 3),
            reasons=[f"head:{one.label}", *why, *(["honorific"] if shown > one.last else [])],
            method="head",
            aliases=tuple(form for form in aliases_of(surface) if form != name),
        )


def _nameable(parse: Parse, first: int, last: int) -> bool:
    """Whether the words can be a name at all: not a bare number, pronoun or sign, nor too vague a word."""
    surface = parse.surface(first, last)
    if surface in lexicon.NEVER or NUMERIC.fullmatch(surface) or not any(letter.isalpha() for letter in surface):
        return False
    if lexicon.is_kind_of_person(surface) and not any(word.is_name for word in parse.words[first : last + 1]):
        return False
    return not all(word.tag.startswith(("代名詞", "助", "補助記号", "空白")) for word in parse.words[first : last + 1])


def _with_titles(parse: Parse, last: int) -> int:
    """The last word of the honorifics and offices that stand right behind a person's name."""
    words = parse.words
    while (
        last + 1 < len(words)
        and words[last + 1].start == words[last].end
        and (words[last + 1].text in lexicon.HONORIFICS or words[last + 1].text in lexicon.OFFICES)
    ):
        last += 1
    return last


def _tagged_type(parse: Parse, one: Label) -> tuple[EntityType, list[str]]:
    """The head's type, but where the name's own ending says more than a label that says little."""
    kind = one.type or EntityType.CONCEPT
    surface = parse.surface(one.first, one.last)
    tail = ending(parse, one.first, one.last)
    if tail and tail[1] != surface and (one.label in (PRODUCT, GROUP) or one.confidence < FIRM):
        return tail[0], [f"ending:{tail[1]}"]
    if one.label == PRODUCT and LATIN_NAME.match(surface):
        return EntityType.TECHNOLOGY, ["latin"]
    return kind, []


def ending(parse: Parse, first: int, last: int) -> tuple[EntityType, str] | None:
    """The type that the last word or words give to a name or compound; never a part of a word (レース in トレース)."""
    tail = tail_type(parse.surface(first, last))
    if tail is None:
        return None
    begins = parse.words[last].end - len(tail[1])
    if len(tail[1]) > 1 and not _KATAKANA.match(tail[1]):
        return tail
    return tail if any(parse.words[place].start == begins for place in range(first, last + 1)) else None
