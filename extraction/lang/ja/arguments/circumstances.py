"""When and where a clause happens: the date beside its verb or carried from another one, the place that で marks."""

import re
from collections.abc import Sequence

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.lexicon import words_of
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.words import Parse
from graph.model.types import EntityType


def time_of(parse: Parse, clause: Clause, referents: Referents) -> Name | None:
    """The date beside the verb, or the only one of its sentence, unless that is of another clause alone.

    Never one with まで, at which it ended: of 2015年から2020年まで that is 2015.
    """
    names, verb = referents.names, clause.predicate.word
    for place in parse.children[verb.place]:
        found = names.at(place)
        if found is not None and found.moment is not None:
            return found if not _ends(parse, found) else _since(parse, found, names.names)
    dates = [name for name in names.names if name.moment is not None and name.first in clause.sentence]
    dates = [name for name in dates if not _ends(parse, name)]
    return dates[0] if len(dates) == 1 and _reaches(parse, dates[0], clause) else None


def until(parse: Parse, clause: Clause, referents: Referents) -> bool:
    """Whether a date beside the verb tells until when it was so (2020年まで)."""
    found = (referents.names.at(place) for place in parse.children[clause.predicate.word.place])
    return any(name is not None and name.moment is not None and _ends(parse, name) for name in found)


def _ends(parse: Parse, date: Name) -> bool:
    return _UNTIL.match(parse.text, parse.words[date.last].end) is not None


_UNTIL = re.compile(r"まで(?!に)")


def _since(parse: Parse, date: Name, names: Sequence[Name]) -> Name | None:
    """The date with から right before one with まで."""
    before = (name for name in names if name.moment is not None and name.last + 2 == date.first)
    return next((name for name in before if parse.words[name.last + 1].text == "から"), None)


def _reaches(parse: Parse, date: Name, clause: Clause) -> bool:
    """Whether a date that stands beside another verb may date this one too: what goes on from there (辞めて、始めた).

    Not what stands before it (働いていたが、去年辞めた), nor what lasts since (3月に入社し、課長を務めている).
    """
    verb = clause.predicate.word
    beside = parse.words[parse.words[date.last].head]
    if beside.part != "VERB" or beside.place == verb.place:
        return True
    after = date.first < verb.place and beside.place < verb.place
    lasts = goes_on(tail_of(parse, verb, clause.sentence))
    return (after and not lasts) or (date.first < verb.place < beside.place)


def goes_on(tail: str) -> bool:
    """Whether what stands behind a verb tells that it goes on (している)."""
    return _LASTS.match(tail) is not None


def is_passing(parse: Parse, clause: Clause) -> bool:
    """Whether somebody is at it this minute (今テレビを見ています); 今 with what lasts tells no such thing."""
    verb = clause.predicate.word
    now = any(word.text in ("今", "いま") for word in parse.words[clause.sentence.start : verb.place])
    return now and clause.predicate.lemma in _BRIEF and goes_on(tail_of(parse, verb, clause.sentence))


_BRIEF = frozenset(words_of("見る 観る 食べる 飲む 待つ 歩く 走る 乗る 聞く 聴く 並ぶ 向かう 着る 洗う 入る"))


_LASTS = re.compile(r"[てで]い?(?:る|ます)")


def place_of(clause: Clause, referents: Referents) -> Name | None:
    """The location that で marks."""
    for argument in clause.of_role("で"):
        name = referents.antecedent(argument.head) or referents.names.at(argument.head)
        if name is not None and name.type is EntityType.LOCATION:
            return name
    return None
