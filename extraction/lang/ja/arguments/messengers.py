"""Whom a sentence of contact is about: 母 of 「母から電話。」, of whom the next sentence without a subject tells."""

import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.ja.facts.relations import is_personal
from extraction.lang.ja.names.lookup import Lookup
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import HONORIFICS, NOUNS
from graph.model.types import EntityType

_MESSAGE: Final = re.compile(
    r"、?(?:[^。、\n]{0,8}?の|また|久しぶりに|久々に)?(?:"
    + "|".join(sorted(NOUNS.words("message"), key=len, reverse=True))
    + r")(?:(?:[がをも]|で)?(?:あ[りっる]|来[たてる]|き[たて]|届|入[りっる]|もら|受け|頂|いただ)|[。、\n]|$)"
)
"""What comes from somebody and ends the sentence, or has come."""


def messenger_of(parse: Parse, sentence: range, names: Lookup) -> int | None:
    """The last word of the person of whom something is heard: 「妹よりメールが届いた。」; None where there is none."""
    for place in sentence[1:]:
        word = parse.words[place]
        if word.text in ("から", "より") and word.is_particle and _MESSAGE.match(parse.text, word.end):
            return _person_at(parse, place - 1, names)
    return None


def only_person_in(parse: Parse, sentence: range, names: Lookup) -> int | None:
    """The last word of the only person besides the speaker whom a sentence tells of; None for none or several."""
    people = list(dict.fromkeys(_people_in(parse, sentence, names)))
    return people[0] if len(people) == 1 else None


def _people_in(parse: Parse, sentence: range, names: Lookup) -> Iterator[int]:
    for place in sentence:
        if parse.words[place].text not in HONORIFICS and (person := _person_at(parse, place, names)) is not None:
            yield person


def _person_at(parse: Parse, place: int, names: Lookup) -> int | None:
    """The last word of the name or the role of a person at a word, an honorific left out."""
    place -= parse.words[place].text in HONORIFICS and place > 0
    if names.is_self(place) or not is_person(parse, place, names):
        return None
    name = names.at(place)
    return place if name is None else name.last


def is_person(parse: Parse, place: int, names: Lookup) -> bool:
    """Whether a word is a person, by name or by what they are to somebody."""
    name = names.at(place)
    return is_personal(parse.words[place].text) if name is None else name.type is EntityType.PERSON
