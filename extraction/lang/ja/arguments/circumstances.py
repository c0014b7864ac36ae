"""Time and place of a clause: the date of its verb or of a neighbouring clause, and the location with で."""

import re
from collections.abc import Sequence

from extraction.lang.ja.arguments.clauses import Clause
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.words import Parse
from extraction.lang.ja.word_lists import VERBS
from graph.model.types import EntityType

_UNTIL = re.compile(r"まで(?!に)")
_EACH = re.compile(r"(?<![のた今週来日)）])(?:[月火水木金土日]曜日?|週末|平日|休日)に")
"""A day of every week, with what goes on: 「週末に釣りをしている」."""
_BRIEF = VERBS.words("brief")
_LASTING_FORM = re.compile(r"[てで]い?(?:る|ます)")


def time_of(parse: Parse, clause: Clause, referents: Referents) -> Name | None:
    """The date that depends on the verb, or the only date of the sentence, unless it dates another clause alone.

    Never a date with まで, which is the end: of 2015年から2020年まで it is 2015.
    """
    names, verb = referents.names, clause.predicate.word
    for place in parse.children[verb.place]:
        date = names.at(place)
        if date is not None and date.moment is not None:
            if _EACH.match(parse.text, date.start) and goes_on(tail_of(parse, verb, clause.sentence)):
                return None
            return date if not _ends(parse, date) else _start_of_range(parse, date, names.names)
    dates = [name for name in names.names if name.moment is not None and name.first in clause.sentence]
    dates = [name for name in dates if not _ends(parse, name)]
    return dates[0] if len(dates) == 1 and _dates_clause(parse, dates[0], clause) else None


def has_end(parse: Parse, clause: Clause, referents: Referents) -> bool:
    """Whether a date of the verb tells when the state ended (2020年まで)."""
    dates = (referents.names.at(place) for place in parse.children[clause.predicate.word.place])
    return any(name is not None and name.moment is not None and _ends(parse, name) for name in dates)


def _ends(parse: Parse, date: Name) -> bool:
    return _UNTIL.match(parse.text, parse.words[date.last].end) is not None


def _start_of_range(parse: Parse, date: Name, names: Sequence[Name]) -> Name | None:
    """The date with から right before a date with まで."""
    before = (name for name in names if name.moment is not None and name.last + 2 == date.first)
    return next((name for name in before if parse.words[name.last + 1].text == "から"), None)


def _dates_clause(parse: Parse, date: Name, clause: Clause) -> bool:
    """Whether the date of another verb dates this clause, too, as it does what follows (去年辞めて、店を始めた).

    It does not date what precedes it (働いていたが、去年辞めた), nor what lasts since (3月に入社し、課長を務めている).
    """
    verb = clause.predicate.word
    beside = parse.words[parse.words[date.last].head]
    if beside.part != "VERB" or beside.place == verb.place:
        return True
    after = date.first < verb.place and beside.place < verb.place
    lasts = goes_on(tail_of(parse, verb, clause.sentence))
    return (after and not lasts) or (date.first < verb.place < beside.place)


def goes_on(tail: str) -> bool:
    """Whether the suffixes of a verb are progressive (している)."""
    return _LASTING_FORM.match(tail) is not None


def is_passing(parse: Parse, clause: Clause) -> bool:
    """Whether a brief action goes on right now (今テレビを見ています); 今 with a lasting state is not that."""
    verb = clause.predicate.word
    now = any(word.text in ("今", "いま") for word in parse.words[clause.sentence.start : verb.place])
    return now and clause.predicate.lemma in _BRIEF and goes_on(tail_of(parse, verb, clause.sentence))


def place_of(clause: Clause, referents: Referents) -> Name | None:
    """The location with で."""
    for argument in clause.of_role("で"):
        name = referents.antecedent(argument.head) or referents.names.at(argument.head)
        if name is not None and name.type is EntityType.LOCATION:
            return name
    return None
