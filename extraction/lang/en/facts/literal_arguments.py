"""What stands beside the ends of a literal fact: where to, with what, why, under which condition."""

from collections.abc import Iterator, Sequence
from typing import Final

from extraction.lang.en.clauses.clauses import Complement
from extraction.lang.en.clauses.contrasts import Contrast
from extraction.lang.en.facts.literal_subjects import EMPTY, is_time
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.open_facts.facts import OpenFact
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import CHANGING_DAYS, SPEECH
from graph.model.arguments import Argument

_EMPTY_PARTS: Final = EMPTY | {"own", "then", "now", "here", "so"}
"""Words that say nothing as an argument."""
_WHEN: Final = frozenset(("after", "before", "during"))
"""Prepositions of when something happens, which is no end of it."""
_CIRCUMSTANCES: Final = _WHEN | {"while", "when", "once", "since", "if", "unless", "as", "although"}
"""Conjunctions of when and on what condition something happens; "because" tells why, "until" how long."""
LONGEST: Final = 240


def prepositional(tree: Tree, links: Sequence[int]) -> Iterator[Argument]:
    """What stands behind prepositions, each with it as its role: "with a ladder"."""
    for link in links:
        words = tree.bare([word for word in tree.under(link) if word != link])
        if words:
            yield Argument(tree.lower[link], tree.spelled(words)[:LONGEST])


def arguments_of(reader: Reader, fact: OpenFact, set_aside: Sequence[Contrast]) -> Iterator[Argument]:
    """What else belongs to a fact; what it sets aside is a fact of its own, and when it was is no part of it."""
    tree, gaps, main = reader.tree, reader.gapped, fact.complements[0]
    away = {place for contrast in set_aside for place in (*contrast.marks, *contrast.others)}
    # "closed Bay 4 on Ward 9": where a name is done something to, the rest is of that
    is_of_name = main.kind == "object" and any(target in reader.owners for target in main.targets)
    for number, part in enumerate(fact.complements[1:]):
        if not away.isdisjoint((part.head, *part.link, *part.targets)) or _is_loose(tree, part):
            continue
        link: tuple[int, ...] = part.link if part.kind in ("preposition", "clause") else ()
        words = [word for word in part.words if word not in fact.clause.predicate and word not in link]
        text = tree.spelled(word for word in words if word not in gaps)
        if not text or all(_says_nothing(tree, word) for word in words):
            continue
        is_when = len(link) == 1 and tree.lower[link[0]] in _WHEN and not _holds_name(reader, part)
        is_noted = any(word in reader.marked or word in reader.owners or tree.tag[word] == "CD" for word in words)
        # in a note of work a further end is the next thing that it is about, a name or a number
        is_aside = bool(reader.marked) and (not is_noted or is_of_name or number > 0 or fact.clause.rule == "order")
        if not _is_changed(reader, fact, part) and (is_when or is_aside or _is_only_time(reader, words)):
            yield Argument("", tree.spelled((*link, *words))[:LONGEST])
        else:
            yield Argument(tree.spelled(link).lower(), text[:LONGEST])
    for part in fact.clause.complements:
        # why, when or unless what so: "because it is cheaper"
        marks = tree.labelled(part.head, "mark") if part.kind == "adverbial clause" else []
        is_behind = part.kind == "adverbial clause" and part.words[1:] and part.words[0] > fact.clause.verb
        if is_behind and part not in fact.complements:
            if tree.lower[part.words[0]] == "using":
                yield Argument("using", tree.spelled(part.words[1:])[:LONGEST])
            elif tree.tag[part.words[0]] == "TO":
                yield Argument("", tree.spelled(part.words)[:LONGEST])
        if part not in fact.complements and marks and marks[0] < part.head and tree.lower[marks[0]] != "to":
            words = tree.bare([word for word in part.words if word not in marks])
            if tree.lower[marks[0]] in _CIRCUMSTANCES:
                yield Argument("", tree.spelled((*marks, *words))[:LONGEST])
            else:
                yield Argument(tree.spelled(marks).lower(), tree.spelled(words)[:LONGEST])


def _is_changed(reader: Reader, fact: OpenFact, part: Complement) -> bool:
    """Whether a part is from what or to what something changes, be it a day: "moved the demo from Monday to Friday".

    Not since when it does, as in "passes from Ann to Ken from May" and "raises the fee from May".
    """
    tree = reader.tree
    if part.kind != "preposition" or tree.lemma[fact.clause.verb] not in CHANGING_DAYS or not part.targets:
        return False
    goals = [other for other in fact.complements if other.link and tree.lower[other.link[0]] == "to" and other.targets]
    is_of_goal = any(is_time(reader, goal.targets[0]) is is_time(reader, part.targets[0]) for goal in goals)
    return len(part.link) == 1 and tree.lower[part.link[0]] in ("from", "to") and is_of_goal


def _is_only_time(reader: Reader, words: Sequence[int]) -> bool:
    return all(is_time(reader, word) or reader.tree.lower[word] == "the" for word in words)


def _is_loose(tree: Tree, part: Complement) -> bool:
    """Whether a part is a clause of its own that only stands beside: "Ann leads, Ken builds", "it is late; ask Ann"."""
    first, last = sorted((part.verb, part.head))
    if any(tree.text[word] in (";", "•") for word in range(first, last)):
        return True
    if tree.is_quoted(part.head) and not tree.is_quoted(part.verb):
        return True  # "a talk "Life without locks""
    is_clause = part.kind in ("clause", "adverbial", "adverbial clause") and tree.is_verb(part.head)
    marks = tree.labelled(part.head, "mark", "advmod", "prep")
    is_led = any(mark < part.head for mark in marks) or tree.lemma[part.verb] in SPEECH
    return is_clause and tree.has_subject(part.head) and not part.link and not is_led


def _holds_name(reader: Reader, part: Complement) -> bool:
    return len(part.targets) == 1 and part.targets[0] in reader.owners


def _says_nothing(tree: Tree, word: int) -> bool:
    """Whether a word of an argument means something only where it stands: "after that", "on its own"."""
    return tree.tag[word] in ("PRP", "PRP$", "WP", "WDT", "RP") or tree.lower[word] in _EMPTY_PARTS
