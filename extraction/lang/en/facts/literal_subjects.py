"""Whom or what a clause is told of: its subject, whom a pronoun means, or the person who is to do it.

"PDF downloads are slow (Temi)": who is in charge stands in brackets.
"""

import itertools
import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.en.clauses.clauses import Clause
from extraction.lang.en.facts.antecedents import subject_meant
from extraction.lang.en.facts.literal_noise import is_day
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.names.coreference import PRONOUNS
from extraction.lang.en.open_facts.facts import OpenFact
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import SPEECH
from extraction.names.speakers import SEVERAL
from graph.model.types import EntityType, Polarity

EMPTY: Final = frozenset(("this", "that", "these", "those", "there", "which", "who", "what", "one", "you"))
"""Words that say nothing as a subject."""
INDEFINITE: Final = frozenset(("anything", "something", "everything"))
"""Words that say nothing as a subject, but something as an object: "owns anything that is new"."""
_UP_TO: Final = frozenset(("until", "till", "by", "before"))
_CLOCK: Final = re.compile(r"\d{1,2}:\d{2}(?:[-–]\d{1,2}:\d{2})?|[-–—]")
"""A time of day, or what stands between two."""


def type_at(reader: Reader, index: int | None) -> EntityType | None:
    """The type of a name by its number."""
    return None if index is None else reader.names[index].type


def subject_ends(reader: Reader, fact: OpenFact) -> Iterator[tuple[int | None, str]]:
    """The name of the subject, or its words; each of joined names alone.

    A pronoun is whom it means. Where that stays open, prose keeps it as it stands; a note of work drops the fact.
    """
    tree, heads = reader.tree, fact.clause.subjects if fact.shape != "there" else fact.complements[0].targets
    if fact.clause.rule == "order":
        index = assignee(reader, fact.clause)
        yield (reader.speaker, fact.subject) if index is None else (index, spelled(reader, index))
        return
    if fact.clause.rule == "unsaid":
        opening = reader.owners.get(0)
        is_opening = opening is not None and fact.subject == spelled(reader, opening)
        yield opening if is_opening else reader.speaker, fact.subject
        return
    if fact.shape == "there" or not heads:
        yield None, fact.subject
        return
    words = _without_time(reader, fact)
    named = [name_at(reader, head) for head in heads]
    if len(heads) > 1:
        if all(index is not None for index in named):
            yield from (
                (index, tree.spelled(tree.phrase(head, alone=True))) for index, head in zip(named, heads, strict=True)
            )
        else:
            yield None, words
        return
    for index, head in zip(named, heads, strict=True):
        beside = [reader.owners.get(place) for place in tree.labelled(head, "appos") if fact.clause.chain]
        if index is None and len(beside) == 1 and type_at(reader, beside[0]) is EntityType.PERSON:
            # "The manager, Mr. Okada, wants an alarm"
            yield beside[0], tree.spelled(tree.phrase(tree.labelled(head, "appos")[0]))
        elif index is not None or not (is_empty(reader, head) or tree.lower[head] in INDEFINITE):
            yield index, words
        elif (meant := subject_meant(tree, head)) is not None:
            yield name_at(reader, meant), _spelled_subject(tree, meant)
        elif _is_prose(reader) and tree.lower[head] in PRONOUNS and not _is_expletive(tree, fact.clause):
            yield None, words


def _is_prose(reader: Reader) -> bool:
    """Whether a text is no turn of a talk and no note of work: it says who it means, if seldom by name."""
    return reader.context.memo and not reader.marked


def _is_expletive(tree: Tree, clause: Clause) -> bool:
    """Whether "it" stands for nothing, or for what is behind its verb: "it is late", "it is said that Ann left".

    Not in "it is a port" or "it said that Ann left".
    """
    if tree.lower[clause.subjects[0]] != "it":
        return False
    verb = clause.chain[-1] if clause.chain else clause.verb
    is_telling = tree.lemma[verb] in SPEECH and not tree.labelled(verb, "auxpass", "nsubjpass")
    if any(part.kind == "clause" for part in clause.complements):
        return not is_telling
    is_copula = not clause.chain or tree.lemma[verb] == "be"
    return is_copula and not any(tree.labelled(part.head, "det", "case", "prep") for part in clause.complements)


def pronoun_meant(reader: Reader, clause: Clause, pronoun: int) -> tuple[int | None, str] | None:
    """What a pronoun means that is an object: "them" a subject before, "it" the ticket that somebody works on."""
    tree = reader.tree
    if tree.lower[pronoun] == "them":
        meant = subject_meant(tree, pronoun)
        return None if meant is None else (name_at(reader, meant), _spelled_subject(tree, meant))
    people = [name_at(reader, head) for head in clause.subjects]
    is_work = tree.lower[pronoun] == "it" and all(type_at(reader, index) is EntityType.PERSON for index in people)
    opening = reader.owners.get(0)
    if is_work and opening is not None and reader.names[opening].type is EntityType.TASK:
        return opening, spelled(reader, opening)
    return None


def _spelled_subject(tree: Tree, head: int) -> str:
    """The words of a subject, without what a colon behind it begins."""
    return tree.spelled(itertools.takewhile(lambda word: tree.text[word] != ":", tree.phrase(head)))


def spelled(reader: Reader, index: int) -> str:
    """A name by its number, as the text spells it."""
    name = reader.names[index]
    return reader.tree.spelled(range(name.start, name.end))


def _without_time(reader: Reader, fact: OpenFact) -> str:
    """The words of a subject without the time that a line begins with: "02:10 the cache hits its limit"."""
    words = list(fact.clause.subject_words)
    first = next((place for place, word in enumerate(words) if not is_time(reader, word)), 0)
    return reader.tree.spelled(words[first:]) if 0 < first < len(words) else fact.subject


def is_time(reader: Reader, word: int) -> bool:
    """Whether a word tells a day, a time of day, or stands between two."""
    return is_day(reader, word) or _CLOCK.fullmatch(reader.tree.text[word]) is not None


def assignee(reader: Reader, clause: Clause) -> int | None:
    """Who is to do what is ordered: the person in brackets behind it, "Renew the certificate (Ken)", or before it."""
    bracket = bracket_at_end(reader.tree, clause)
    inside = {reader.owners.get(place) for place in bracket[1:-1]}
    index = inside.pop() if len(inside) == 1 else _addressed(reader, clause)
    return index if index is not None and reader.names[index].type is EntityType.PERSON else None


def _addressed(reader: Reader, clause: Clause) -> int | None:
    """The name before an order: "Nina, send the keys", "@otto please move OPS-12"."""
    tree, at = reader.tree, clause.verb - 1
    while at > 0 and (tree.text[at] == "," or tree.pos[at] in ("INTJ", "ADV")):
        at -= 1
    index = reader.owners.get(at) if tree.lower[at + 1] in (",", "please") else None
    start = 0 if index is None else reader.names[index].start
    return index if start == 0 or tree.pos[start - 1] in ("PUNCT", "SPACE") else None


def is_request(reader: Reader, fact: OpenFact, polarity: Polarity) -> bool:
    """Whether an order is to be followed once: "Please send the keys", "Remind Bo of it", "Keep it off until May".

    The others are rules: "Run the tests before every commit", "Never call Bo before noon".
    """
    tree, clause = reader.tree, fact.clause
    if clause.rule != "order":
        return False
    parts = [part for part in clause.complements if part.words]
    first = tree.doc[clause.verb].sent.start
    is_asked = "please" in tree.lower[first : clause.verb] and polarity is Polarity.POSITIVE
    is_rule = any(part.kind == "adverbial clause" for part in parts) or polarity is Polarity.NEGATIVE
    heads = [target for part in parts if part.kind in ("object", "recipient") for target in part.targets]
    is_to_somebody = any(type_at(reader, reader.owners.get(head)) is EntityType.PERSON for head in heads)
    ends = (part.words[-1] for part in parts if part.link and tree.lower[part.link[0]] in _UP_TO)
    is_up_to = any(type_at(reader, reader.owners.get(word)) is EntityType.TIME_UNIT for word in ends)
    return is_asked or (is_to_somebody and not is_rule) or is_up_to


def bracket_at_end(tree: Tree, clause: Clause) -> range:
    """The bracket that ends the sentence of a clause, with its signs; empty where none does."""
    sentence = tree.doc[clause.verb].sent
    last = sentence.end - 1
    while last > clause.verb and (not tree.text[last].strip() or tree.text[last] in ".!;"):
        last -= 1
    if tree.text[last] not in (")", "]"):
        return range(0)
    first = next((place for place in range(last, clause.verb, -1) if tree.text[place] in ("(", "[")), last)
    return range(first, last + 1)


def is_empty(reader: Reader, place: int) -> bool:
    """Whether a word is a pronoun that nobody is known for."""
    word = reader.tree.lower[place]
    is_pronoun = (
        word in PRONOUNS or word in EMPTY or word in SEVERAL or reader.tree.tag[place] in ("PRP", "WP", "WDT", "EX")
    )
    return is_pronoun and name_at(reader, place) is None


def name_at(reader: Reader, place: int) -> int | None:
    """The one name that a word means, by itself or as a pronoun."""
    index = reader.owners.get(place)
    if index is not None:
        return index
    word = reader.tree.lower[place]
    if place in reader.selves or word in PRONOUNS or word in SEVERAL:
        meant, _ = reader.resolve(reader.doc[place])
        return meant[0] if len(meant) == 1 else None
    return None
