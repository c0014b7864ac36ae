"""English literal facts: what the clauses tell of ends that are no entities, in the words of the text.

"We decided to use PostgreSQL instead of MySQL" decides for the one, and denies the other. A clause of which a statement
between two names is made gives that statement its further arguments and no fact of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from extraction.lang.en.clauses.clauses import Clause, Complement
from extraction.lang.en.clauses.contrasts import Contrast, contrasts
from extraction.lang.en.facts.literal_types import lemma_of, type_of, with_noun_in_predicate
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.modality.mood import mood_at
from extraction.lang.en.names.coreference import PRONOUNS
from extraction.lang.en.names.names import RULE
from extraction.lang.en.names.speaker import refers_to_speaker
from extraction.lang.en.open_facts.confidence import with_confidence
from extraction.lang.en.open_facts.facts import OpenFact, order_facts, whole_facts
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import FACTIVE, ROLES
from extraction.model.findings import FoundStatement
from extraction.names.identifiers import kind_of
from extraction.names.speakers import SEVERAL
from graph.model.arguments import Argument
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity, RelationType, tells

LEAST: Final = 0.35
"""Literal facts of which less would be stated by an annotator are dropped."""
_PARTS_OF_NOUNS: Final = frozenset(("noun-preposition", "quality", "possessive", "possessive pronoun"))
"""Rules of clauses that only repeat how a noun is described."""
_EMPTY: Final = frozenset(("this", "that", "these", "those", "there", "which", "who", "what", "one", "you"))
"""Words that say nothing as a subject."""
_ENDS: Final = ("object", "predicative", "preposition", "recipient")
_PLACES: Final = (EntityType.TECHNOLOGY, EntityType.DOCUMENT, EntityType.OBJECT)
_PLACING: Final = frozenset(("in", "on", "of", "from", "under", "inside", "within"))
_WORD: Final = re.compile(r"[A-Za-z][\w.-]+")
_PLACED: Final = 0.5
"""How often a noun before an identifier is in it, on it or of it; set by hand."""
_LONGEST: Final = 240
_CLOCK: Final = re.compile(r"\d{1,2}:\d{2}(?:[-–]\d{1,2}:\d{2})?|[-–—]")
"""A time of day, or what stands between two."""


class Read(NamedTuple):
    """The literal facts of a document, and its statements with the words of the clauses that they are made of."""

    literals: Sequence[LiteralFact]
    statements: Sequence[FoundStatement]


def literals(reader: Reader, stated: Sequence[FoundStatement]) -> Read:
    """Reads the open facts of a document whose names and statements were read."""
    statements = list(stated)
    places: dict[tuple[tuple[int | None, ...], int], tuple[int, int]] = {
        ((statement.subject, statement.object)[::turn], statement.start): (at, turn)
        for turn in (-1, 1)
        for at, statement in enumerate(statements)
    }
    literals_by_words: dict[tuple[object, ...], LiteralFact] = {}
    set_aside = contrasts(reader.tree)
    context = reader.context
    asked_of = order_facts(reader.tree, context.speaker) if context.memo and context.speaker else ()
    for open_fact in (*whole_facts(reader.tree), *asked_of):
        fact = with_noun_in_predicate(reader.tree, open_fact)
        weighed = with_confidence(reader.tree, fact)
        if _is_no_fact(reader, fact):
            continue
        if _is_placed(reader, fact):
            weighed = replace(weighed, confidence=max(weighed.confidence, _PLACED))
        elif weighed.confidence < LEAST or _is_noise(reader.tree, fact):
            continue
        for literal in _of_fact(reader, weighed, set_aside):
            place = places.get(((literal.subject, literal.object), literal.start)) or _saying(
                reader, statements, literal
            )
            if place is not None:
                at, turn = place
                statements[at] = _worded(reader, statements[at], literal, turn)
                continue
            is_same = literal.subject is not None and literal.subject == literal.object
            if is_same or _is_said(reader.tree, weighed, literal, statements):
                continue
            only_subject = literal if literal.subject is None else replace(literal, object=None)
            key = literal.start, literal.subject_text, literal.predicate, literal.object_text
            literals_by_words.setdefault(key, only_subject)
    return Read(tuple(literals_by_words.values()), statements)


def _is_noise(tree: Tree, fact: OpenFact) -> bool:
    """Whether a clause only repeats how a noun is described, lists names, or says no more than an adverb does."""
    main, rule = fact.complements[0], fact.clause.rule
    if rule in _PARTS_OF_NOUNS:
        return True
    if rule == "role":
        # "president Bush" and "show host Ryan Cameron" are, "horse mackerel" is no horse
        return tree.lower[main.head] not in ROLES and len(fact.clause.subject_words) == 1
    if rule == "apposition":
        # "Mara, Raj and Jonas" are not one another, "21 March, 06:00" is no kind of day
        described, target = fact.clause.subjects[0], main.head
        if tree.tag[described] in COMMON and tree.tag[target] in COMMON and tree.text[main.words[0] - 1] == ",":
            return True  # "22 rooms, two people at the desk": a row of things
        return tree.tag[target] not in COMMON and (tree.tag[described] not in COMMON or tree.tag[target] not in PROPER)
    return main.kind == "adverbial" and tree.tag[main.head].startswith("RB") and len(fact.complements) == 1


def _is_placed(reader: Reader, fact: OpenFact) -> bool:
    """Whether a noun is told to be in, on or of what an identifier names: "the secret in edge-env"."""
    main = fact.complements[0]
    if fact.clause.rule != "noun-preposition" or len(main.targets) != 1:
        return False
    kind = kind_of(reader.tree.text[main.targets[0]])
    is_place = kind is not None and kind.type in _PLACES and kind.name not in ("function", "address")
    is_noun = _WORD.fullmatch(reader.tree.text[fact.clause.subjects[0]]) is not None
    return is_place and is_noun and reader.tree.lower[main.link[0]] in _PLACING


def _is_no_fact(reader: Reader, fact: OpenFact) -> bool:
    """Whether a clause only gives the speaker a name, or orders something made up: "Write a story in which …"."""
    if fact.clause.rule == "order":
        return any(not reader.unreal.isdisjoint(part.words) for part in fact.clause.complements)
    names = (head for head in fact.clause.subjects if head not in reader.selves)
    return any(refers_to_speaker(reader.tree, head, reader.selves) for head in names)


def _is_said(tree: Tree, fact: OpenFact, literal: LiteralFact, statements: Sequence[FoundStatement]) -> bool:
    """Whether a statement has the object in its predicate: "gave talk in" Oslo, of "gave a talk in Oslo"."""
    main = fact.complements[0]
    noun = tree.lower[main.head]
    if main.kind == "predicative":
        return False
    for statement in statements:
        verb, *rest = statement.predicate.lower().split()
        same = (statement.subject, statement.start) == (literal.subject, literal.start)
        if same and noun in rest and literal.predicate.lower().endswith(verb):
            return True
    return False


def _saying(reader: Reader, statements: Sequence[FoundStatement], literal: LiteralFact) -> tuple[int, int] | None:
    """The statement of the same sentence, subject and verb whose object is named in the words of a literal fact."""
    words = literal.object_text.casefold()
    for at, statement in enumerate(statements):
        same = (statement.subject, statement.start) == (literal.subject, literal.start)
        name = reader.names[statement.object].name.casefold()
        if same and name in words and statement.predicate.split()[-1:] == literal.predicate.split()[-1:]:
            return at, 1
    return None


def _worded(reader: Reader, statement: FoundStatement, literal: LiteralFact, turn: int) -> FoundStatement:
    """The statement with the words of its clause, unless a clause before gave it some."""
    if statement.arguments or statement.subject_text or statement.object_text:
        return statement
    subject, thing = (literal.subject_text, literal.object_text)[::turn]
    return replace(
        statement,
        subject_text=_more(subject, reader.names[statement.subject].name),
        object_text=_more(thing, reader.names[statement.object].name),
        arguments=literal.arguments,
    )


def _more(words: str, name: str) -> str | None:
    return None if words.casefold() == name.casefold() else words


def _of_fact(reader: Reader, fact: OpenFact, set_aside: Sequence[Contrast]) -> Iterator[LiteralFact]:
    """The literal fact of an open fact, one for each of its joined subjects that are names, and what it denies."""
    tree, clause, main = reader.tree, fact.clause, fact.complements[0]
    modality, polarity = _mood(reader, clause)
    is_assigned = clause.rule == "order" and _assignee(reader, clause) is not None
    if is_assigned and modality is Modality.STATED:
        modality = Modality.INTENDED
    if modality is Modality.ASKED:
        return
    heads = {target: contrast for contrast in set_aside for target in contrast.others}
    target = _end(tree, main)
    if target in heads:
        return
    kept = next((contrast for contrast in set_aside if contrast.kept == target), None)
    words = [word for word in main.words if word not in fact.clause.predicate and word not in main.link]
    if kept is not None:
        away = {*kept.marks, *(at for other in kept.others for at in tree.under(other))}
        words = [word for word in words if word not in away]
    bracket = _bracket_at_end(tree, clause) if is_assigned else range(0)
    words = [word for word in words if word not in bracket]
    apart = () if target is None or kept is not None else tuple(_behind_name(tree, target, main))
    words = [word for word in words if not any(word in tree.under(link) for link in apart)]
    object_text = tree.spelled(words) if kept is not None or apart or is_assigned else fact.arguments[0]
    if not object_text or len(object_text) > _LONGEST:
        return
    sentence = tree.doc[clause.verb].sent
    thing = None if target is None else _name_at(reader, target)
    if target is not None and len(words) == 1 and _is_empty(reader, target):
        return
    literal = LiteralFact(
        subject=None,
        subject_text=fact.subject,
        predicate=fact.predicate,
        lemma=lemma_of(tree, fact),
        object=thing,
        object_text=object_text,
        start=sentence.start_char,
        end=sentence.start_char + len(sentence.text.rstrip()),
        confidence=round(fact.confidence, 2),
        reasons=(clause.rule, fact.shape),
        method=RULE,
        arguments=(*_prepositional(tree, apart), *_arguments(tree, fact, set_aside)),
        polarity=polarity,
        modality=modality,
        time=_time(reader, fact),
    )
    for subject, text in _subjects(reader, fact):
        ends = _type_at(reader, subject), _type_at(reader, thing)
        kind = type_of(tree, fact, literal.lemma, ends, polarity)
        if clause.rule == "noun-preposition":
            kind = RelationType.PART_OF if tree.lower[main.link[0]] == "of" else RelationType.LOCATED_IN
        of_subject = replace(literal, subject=subject, subject_text=text, type=kind)
        yield of_subject
        for other in kept.others if kept is not None and polarity is Polarity.POSITIVE else ():
            denied = tree.spelled(tree.phrase(other, alone=True))
            yield replace(
                of_subject, object=_name_at(reader, other), object_text=denied, polarity=Polarity.NEGATIVE, arguments=()
            )


def _end(tree: Tree, main: Complement) -> int | None:
    """The one word that the main complement is about: "close to the station" is about the station."""
    if main.kind == "adjective" and main.link:
        ends = tree.labelled(main.link[0], "pobj")
        return ends[0] if len(ends) == 1 else None
    return main.targets[0] if len(main.targets) == 1 and main.kind in _ENDS else None


def _type_at(reader: Reader, index: int | None) -> EntityType | None:
    return None if index is None else reader.names[index].type


def _mood(reader: Reader, clause: Clause) -> tuple[Modality, Polarity]:
    tree = reader.tree
    modality, polarity = mood_at(tree.doc[clause.verb]) if clause.chain else (Modality.STATED, Polarity.POSITIVE)
    if modality is Modality.STATED and clause.source is not None and tree.lemma[tree.head[clause.verb]] not in FACTIVE:
        modality = Modality.REPORTED
    if tells(modality) and not reader.unreal.isdisjoint((clause.verb, *clause.subjects)):
        modality = Modality.POSSIBLE
    elif modality is Modality.STATED and clause.verb in reader.reported:
        modality = Modality.REPORTED
    return modality, polarity


def _subjects(reader: Reader, fact: OpenFact) -> Iterator[tuple[int | None, str]]:
    """The name of the subject, or its words; each of joined names alone. A pronoun is whom it means, else nothing."""
    tree, heads = reader.tree, fact.clause.subjects if fact.shape != "there" else fact.complements[0].targets
    if fact.clause.rule == "order":
        index = _assignee(reader, fact.clause)
        yield (reader.speaker, fact.subject) if index is None else (index, _spelled(reader, index))
        return
    if fact.shape == "there" or not heads:
        yield None, fact.subject
        return
    words = _without_time(reader, fact)
    named = [_name_at(reader, head) for head in heads]
    if len(heads) > 1:
        if all(index is not None for index in named):
            yield from (
                (index, tree.spelled(tree.phrase(head, alone=True))) for index, head in zip(named, heads, strict=True)
            )
        else:
            yield None, words
        return
    for index, head in zip(named, heads, strict=True):
        if index is not None or not _is_empty(reader, head):
            yield index, words


def _spelled(reader: Reader, index: int) -> str:
    name = reader.names[index]
    return reader.tree.spelled(range(name.start, name.end))


def _without_time(reader: Reader, fact: OpenFact) -> str:
    """The words of a subject without the time that a line begins with: "02:10 the cache hits its limit"."""
    words = list(fact.clause.subject_words)
    first = next((place for place, word in enumerate(words) if not _is_time(reader, word)), 0)
    return reader.tree.spelled(words[first:]) if 0 < first < len(words) else fact.subject


def _is_time(reader: Reader, word: int) -> bool:
    index = reader.owners.get(word)
    is_date = index is not None and reader.names[index].type is EntityType.TIME_UNIT
    return is_date or _CLOCK.fullmatch(reader.tree.text[word]) is not None


def _assignee(reader: Reader, clause: Clause) -> int | None:
    """Who is to do what is ordered: the person in brackets behind it, "Renew the certificate (Ken)"."""
    bracket = _bracket_at_end(reader.tree, clause)
    inside = {reader.owners.get(place) for place in bracket[1:-1]}
    index = inside.pop() if len(inside) == 1 else None
    return index if index is not None and reader.names[index].type is EntityType.PERSON else None


def _bracket_at_end(tree: Tree, clause: Clause) -> range:
    """The bracket that ends the sentence of a clause, with its signs; empty where none does."""
    sentence = tree.doc[clause.verb].sent
    last = sentence.end - 1
    while last > clause.verb and (not tree.text[last].strip() or tree.text[last] in ".!;"):
        last -= 1
    if tree.text[last] not in (")", "]"):
        return range(0)
    first = next((place for place in range(last, clause.verb, -1) if tree.text[place] in ("(", "[")), last)
    return range(first, last + 1)


def _is_empty(reader: Reader, place: int) -> bool:
    """Whether a word is a pronoun that nobody is known for."""
    word = reader.tree.lower[place]
    is_pronoun = (
        word in PRONOUNS or word in _EMPTY or word in SEVERAL or reader.tree.tag[place] in ("PRP", "WP", "WDT", "EX")
    )
    return is_pronoun and _name_at(reader, place) is None


def _name_at(reader: Reader, place: int) -> int | None:
    """The one name that a word means, by itself or as a pronoun."""
    index = reader.owners.get(place)
    if index is not None:
        return index
    word = reader.tree.lower[place]
    if place in reader.selves or word in PRONOUNS or word in SEVERAL:
        meant, _ = reader.resolve(reader.doc[place])
        return meant[0] if len(meant) == 1 else None
    return None


def _behind_name(tree: Tree, target: int, main: Complement) -> Iterator[int]:
    """The prepositions behind a name, which takes no place of its own: in "sends Atlas to Ken" it is sent to Ken."""
    if tree.tag[target] in PROPER and main.kind == "object":
        yield from (link for link in tree.labelled(target, "prep") if tree.lower[link] != "of" and link in main.words)


def _prepositional(tree: Tree, links: Sequence[int]) -> Iterator[Argument]:
    for link in links:
        words = tree.bare([word for word in tree.under(link) if word != link])
        if words:
            yield Argument(tree.lower[link], tree.spelled(words)[:_LONGEST])


def _arguments(tree: Tree, fact: OpenFact, set_aside: Sequence[Contrast]) -> Iterator[Argument]:
    """What else belongs to a fact; what it sets aside is a fact of its own."""
    away = {place for contrast in set_aside for place in (*contrast.marks, *contrast.others)}
    for part in fact.complements[1:]:
        if not away.isdisjoint((part.head, *part.link, *part.targets)):
            continue
        link: tuple[int, ...] = part.link if part.kind in ("preposition", "clause") else ()
        text = tree.spelled([word for word in part.words if word not in fact.clause.predicate and word not in link])
        if text:
            yield Argument(tree.spelled(link).lower(), text[:_LONGEST])
    for part in fact.clause.complements:
        # why, when or unless what so: "because it is cheaper"
        marks = tree.labelled(part.head, "mark") if part.kind == "adverbial clause" else []
        if marks and marks[0] < part.head and tree.lower[marks[0]] != "to":
            words = tree.bare([word for word in part.words if word not in marks])
            yield Argument(tree.spelled(marks).lower(), tree.spelled(words)[:_LONGEST])


def _time(reader: Reader, fact: OpenFact) -> str | None:
    for part in fact.complements:
        for word in part.words:
            index = reader.owners.get(word)
            if index is not None and reader.names[index].type is EntityType.TIME_UNIT:
                return reader.names[index].name
    return None
