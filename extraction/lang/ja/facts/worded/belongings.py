"""What belongs to what by の in a note of work: 「rt-publisher のログ」, 「駅務課の文例集」, 「3号棟の端末」.

A group of people has its things, any other thing or place has its parts. No part is what only tells of a thing: an
action, a measure, a date or a position.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from extraction.lang.ja.facts.relations import is_relational
from extraction.lang.ja.modality.verdicts import is_action
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import FORMAL, kind_of
from extraction.lang.ja.parse.words import Parse, noun_runs
from extraction.lang.ja.word_lists import DEPARTMENTS, NEVER, NOUNS, QUALIFYING, ROLE_HEADS, tail_type
from extraction.lang.shared.parts import VALUED
from extraction.names.identifiers import kind_of as identifier_kind
from graph.model.types import EntityType, RelationType

_QUOTES: Final = frozenset('「『`“"')
_MEASURES: Final = NOUNS.ordered("measure_ending")
"""How a noun ends that tells of a thing how much or when it is."""
_STATES: Final = NOUNS.words("state_of_thing")
"""Nouns that tell which one a thing is, and not whose."""
_PROCESSES: Final = NOUNS.ordered("process")
"""Nouns of action at the end of what a thing has: 締め処理."""
_NO_OWNERS: Final = ("time", "formal", "pronoun", "number", "person", "state")


class Belonging(NamedTuple):
    """A thing with what has it: by its name, where it has one, and its words."""

    owner: Name | None
    owner_text: str
    part: Name | None
    part_text: str
    predicate: str
    type: RelationType
    sentence: range


def belongings(parse: Parse, referents: Referents) -> Iterator[Belonging]:
    """What each thing of a note has by の."""
    runs = {place: run for run in noun_runs(parse) for place in range(run[0], run[1] + 1)}
    for sentence in parse.sentences:
        for place in sentence[1:-1]:
            word = parse.words[place]
            if word.text != "の" or not word.is_particle:
                continue
            part = _part(parse, place + 1, sentence, runs, referents)
            owner = None if part is None else _owner(parse, place - 1, runs, referents)
            if part is None or owner is None or owner[1] == part[1]:
                continue
            if owner[0] is not None and part[0] is not None and identifier_kind(part[1]) is not None:
                continue  # told as a relation of two names
            predicate, kind = _relation(*owner)
            yield Belonging(*owner, *part, predicate, kind, sentence)


def _part(
    parse: Parse, place: int, sentence: range, runs: dict[int, tuple[int, int]], referents: Referents
) -> tuple[Name | None, str] | None:
    """What stands behind の, where it is a thing."""
    while place < sentence.stop and (parse.words[place].text in _QUOTES or parse.words[place].tag.startswith("空白")):
        place += 1
    if place >= sentence.stop or place not in runs:
        return None
    last = runs[place][1]
    name = referents.names.at(place)
    if name is not None and (not name.named or name.type in (EntityType.PERSON, EntityType.TIME_UNIT)):
        return None
    last = last if name is None else max(last, name.last)
    text, noun = parse.surface(place, last), parse.words[last]
    if VALUED.match(parse.text, noun.end) is not None:
        return None
    if name is not None and name.first == place and name.last == last:
        return name, text
    is_process = len(text) > 2 and text.endswith(_PROCESSES)
    is_thing = kind_of(noun) in ("thing", "act", "name") and (is_process or not is_action(noun))
    is_thing = is_thing and not text[:1].isdigit() and not is_relational(text) and not is_relational(noun.text)
    is_thing = is_thing and noun.text not in NEVER and not text.endswith(_MEASURES) and len(text) > 1
    return (None, text) if is_thing else None


def _owner(
    parse: Parse, place: int, runs: dict[int, tuple[int, int]], referents: Referents
) -> tuple[Name | None, str] | None:
    """What stands before の, where it is a thing, a group or a place."""
    name = referents.names.at(place)
    if name is not None and name.named:
        is_owner = name.type not in (EntityType.PERSON, EntityType.TIME_UNIT) and name.last == place
        return (name, name.surface) if is_owner else None
    if place not in runs or runs[place][1] != place or referents.names.is_time(place):
        return None
    first, word = runs[place][0], parse.words[place]
    text = parse.surface(first, place)
    is_vague = text in NEVER | QUALIFYING | FORMAL | ROLE_HEADS | _STATES or is_relational(text) or len(text) < 2
    is_vague = is_vague or kind_of(word) in _NO_OWNERS or word.text in NEVER or text[:1].isdigit()
    return None if is_vague or (first == place and is_action(word) and text not in DEPARTMENTS) else (None, text)


def _relation(owner: Name | None, words: str) -> tuple[str, RelationType]:
    tail = tail_type(words) if owner is None else (owner.type, "")
    is_group = words in DEPARTMENTS or (tail is not None and tail[0] is EntityType.ORGANIZATION)
    return ("持つ", RelationType.OWNERSHIP) if is_group else ("含む", RelationType.CONTAINS)
