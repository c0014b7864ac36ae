"""The groups that people are told to be in by what stands before their names: 「CS の佐藤さん」."""

import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.worded.ends import UNSEEN, End, LiteralDraft
from extraction.lang.ja.modality.stating import Stated
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import phrase_of
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import DEPARTMENTS, OFFICES, ROLE_TAILS, is_kind_of_person, tail_type
from graph.model.types import EntityType, Modality, Polarity, RelationType

_FIRM: Final = re.compile(r"[ァ-ヺー]{2,}[一-鿿]{2,4}")
"""How a firm's name is written that no list knows: アオバ計測."""


def memberships(parse: Parse, referents: Referents) -> Iterator[LiteralDraft]:
    """The groups of people that no name tells: 「CS の佐藤さん」, 「情シスの堀さん」."""
    for place in range(1, len(parse.words) - 1):
        person = referents.names.at(place + 1) if parse.words[place].text == "の" else None
        if person is None or person.type is not EntityType.PERSON or person.first != place + 1 or not person.named:
            continue
        first, last = phrase_of(parse, place - 1)
        if _is_department(parse, first, last, referents):
            sentence = parse.sentence_of(place)
            yield LiteralDraft(
                subject=End(person, person.surface),
                object=End(None, parse.surface(first, last)),
                arguments=(),
                predicate=Stated("所属", "所属", Polarity.POSITIVE, Modality.STATED, passive=False),
                sentence=sentence,
                confidence=UNSEEN,
                evidence="particle:の",
                type=RelationType.MEMBER_OF,
            )


def _is_department(parse: Parse, first: int, last: int, referents: Referents) -> bool:
    """Whether a noun names a group that people are in: CS, 情シス, アオバ計測, 品質保証課."""
    text = parse.surface(first, last)
    name = referents.names.at(last)
    if text in DEPARTMENTS:
        return True
    if parse.words[last].text in ROLE_TAILS | OFFICES or relations.is_relational(text) or is_kind_of_person(text):
        return False
    if name is not None and name.type not in (EntityType.ORGANIZATION, EntityType.CONCEPT):
        return False
    is_letters = text.isascii() and text.isalpha() and text.isupper() and len(text) in range(2, 6)
    is_proper = any(parse.words[place].tag.startswith("名詞-固有名詞-一般") for place in range(first, last + 1))
    tail = tail_type(text)
    is_group = tail is not None and tail[0] is EntityType.ORGANIZATION
    return is_letters or is_proper or is_group or _FIRM.fullmatch(text) is not None
