"""English literal facts: what the clauses tell of ends that are no entities, in the words of the text.

"We decided to use PostgreSQL instead of MySQL" decides for the one, and denies the other. A clause of which a statement
between two names is made gives that statement its further arguments and no fact of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from extraction.lang.en.clauses.claims import DIRECTIVES, controller
from extraction.lang.en.clauses.clauses import HANGING, Clause, Complement, subjects_of, through_gerund
from extraction.lang.en.clauses.contrasts import Contrast, contrasts
from extraction.lang.en.clauses.gapping import Gap, gapped
from extraction.lang.en.clauses.voice import converse
from extraction.lang.en.dates.calendar import WORDS
from extraction.lang.en.facts.described import described
from extraction.lang.en.facts.literal_arguments import LONGEST, arguments_of, prepositional
from extraction.lang.en.facts.literal_noise import (
    PLACES,
    is_adverb,
    is_certain,
    is_cut,
    is_no_fact,
    is_somebody,
    is_torn,
    with_text_confidence,
)
from extraction.lang.en.facts.literal_subjects import (
    INDEFINITE,
    assignee,
    bracket_at_end,
    is_empty,
    is_request,
    name_at,
    pronoun_meant,
    spelled,
    subject_ends,
    type_at,
)
from extraction.lang.en.facts.literal_types import is_genitive, lemma_of, sense_of_literal, with_noun_in_predicate
from extraction.lang.en.facts.note_confidence import with_note_confidence
from extraction.lang.en.facts.relations import NEEDING, is_in_need
from extraction.lang.en.facts.retold import (
    is_circumstance,
    is_in_predicate,
    is_ours,
    is_repeated,
    statement_of,
    with_words,
    without_retold,
)
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.facts.unsaid import unsaid_of
from extraction.lang.en.modality.mood import mood_at
from extraction.lang.en.names.coreference import PRONOUNS
from extraction.lang.en.names.names import RULE
from extraction.lang.en.open_facts.facts import OUTCOME, OpenFact, facts_of, order_facts, outcomes, whole_facts
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import CHANGING_DAYS, FACTIVE, SPEECH, VAGUE_NOUNS
from extraction.model.findings import FoundStatement
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity, RelationType, holds, tells

LEAST: Final = 0.35
"""Literal facts of which less would be stated by an annotator are dropped."""
_STATES: Final = ("be", "go", "stay", "become")
_ENDS: Final = ("object", "predicative", "preposition", "recipient")
_WHERE: Final = (*PLACES, EntityType.LOCATION, EntityType.ORGANIZATION)
"""Types of what something is in, on or at."""
_BY_PREPOSITION: Final = {
    "at": RelationType.LOCATED_AT,
    **dict.fromkeys(("in", "on", "under", "inside", "within", "behind"), RelationType.LOCATED_IN),
}


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
        # "rode his bicycle to Bath": that it is his is told by no clause
        if "possessive" not in statement.reasons
    }
    literals_by_words: dict[tuple[object, ...], LiteralFact] = {}
    of_nouns = list(described(reader))
    nouns_read = {
        (literal.start, noun, literal.object_text)  # "Ann is contact at Acme", of "our contact at Acme is Ann"
        for literal in of_nouns
        for noun in (literal.subject_text.rpartition(" ")[2], literal.predicate.split()[-2:][0])
    }
    set_aside = contrasts(reader.tree)
    context = reader.context
    asked_of = order_facts(reader.tree, context.speaker) if context.memo and context.speaker else ()
    gaps = [gap for gap in gapped(reader.tree) if gap.is_sure]
    merged = set[int]()
    for open_fact in (*whole_facts(reader.tree), *asked_of, *unsaid_of(reader), *outcomes(reader.tree)):
        fact = with_noun_in_predicate(reader.tree, _without_adverb(reader.tree, open_fact))
        is_row = bool(reader.marked) and fact.clause.rule == "apposition"  # "the tablets, the laptop of Ann"
        if is_row or is_no_fact(reader, fact) or _is_gapped(reader, fact):
            continue
        # what is to be done or has become of a thing is told in notes whatever else is told of it
        is_modelled = bool(reader.marked) and fact.clause.rule != "order" and fact.shape != OUTCOME
        weighed = with_note_confidence(reader, fact, set_aside) if is_modelled else with_text_confidence(reader, fact)
        if weighed.confidence < LEAST:
            continue
        weighed = _of_described(reader.tree, weighed)
        whole = list(_through_gerunds(reader.tree, weighed))
        merged.update(verb for part in whole for verb in part.clause.chain[len(weighed.clause.chain) :])
        of_whole = (literal for part in whole for literal in _of_fact(reader, part, set_aside))
        for literal in (*of_whole, *_of_gaps(reader, weighed, gaps)):
            place = places.get(((literal.subject, literal.object), literal.start)) or statement_of(
                reader, statements, literal
            )
            if place is not None:
                at, turn = place
                statements[at] = with_words(reader, statements[at], literal, turn)
                continue
            if literal.subject_text == "me":
                continue  # "can you help me mend it": asked for
            is_same = literal.subject is not None and literal.subject == literal.object
            is_same = is_same or literal.subject_text == literal.object_text
            is_hanging = weighed.clause.rule in HANGING and reader.tree.tag[weighed.clause.verb] != "VBN"
            if is_hanging and (weighed.clause.verb in merged or not reader.is_proper(literal.object)):
                continue  # "the shop closed, leaving the keys": how it closed, and of what that is told is open
            if is_same or is_cut(literal) or is_in_predicate(reader.tree, weighed, literal, statements):
                continue
            ends = literal.start, literal.subject_text.rpartition(" ")[2], literal.object_text
            if weighed.clause.rule == "noun-preposition" and ends in nouns_read:
                continue
            only_subject = literal if literal.subject is None else replace(literal, object=None)
            key = literal.start, literal.subject_text, literal.predicate, literal.object_text
            literals_by_words.setdefault(key, only_subject)
    statements = [replace(fact, arguments=without_retold(reader, fact, statements)) for fact in statements]
    of_clauses = (
        replace(fact, arguments=without_retold(reader, fact, statements)) for fact in literals_by_words.values()
    )
    facts = (*of_clauses, *of_nouns)
    every = (*facts, *statements)
    return Read(
        facts,
        [
            fact
            for fact in statements
            if not (is_circumstance(reader, fact, every) or is_ours(fact) or is_repeated(reader, fact, every))
        ],
    )


def _of_described(tree: Tree, fact: OpenFact) -> OpenFact:
    """A relative clause behind what something is, told of that: "The hub is the only host that takes calls", "Ann is
    one of those who oppose it", "Ann is the woman Ken married".
    """
    if fact.clause.rule == "relative":
        subject = _subject_described(tree, fact.clause.subjects[0])
        if subject is None:
            return fact
        words = tree.phrase(subject)
        clause = replace(fact.clause, subjects=(subject,), subject_words=words)
        return replace(fact, subject=tree.spelled(words), clause=clause)
    main, *rest = fact.complements
    is_gap = (
        main.kind == "object" and tree.dep[fact.clause.verb] == "relcl" and tree.head[fact.clause.verb] == main.head
    )
    thing = _subject_described(tree, main.head) if is_gap and not tree.is_quoted(main.head) else None
    if thing is not None and tree.tag[thing] == "PRP":
        return fact  # "it is the cache that I added"
    if thing is None:
        return fact
    part = replace(main, head=thing, targets=(thing,), words=tree.phrase(thing))
    return replace(fact, complements=(part, *rest), arguments=(tree.spelled(part.words), *fact.arguments[1:]))


def _subject_described(tree: Tree, noun: int) -> int | None:
    """The subject of "is" before a noun that tells what it is, by itself or as "one of" several."""
    head = tree.head[tree.head[noun]] if tree.dep[noun] == "pobj" else noun
    if head != noun and tree.lower[head] != "one":
        return None
    verb = tree.head[head] if tree.dep[head] == "attr" else None
    subjects = [] if verb is None or tree.lemma[verb] != "be" else subjects_of(tree, verb)[0]
    return subjects[0] if len(subjects) == 1 and tree.tag[subjects[0]] in (*COMMON, *PROPER, "PRP") else None


def _without_adverb(tree: Tree, fact: OpenFact) -> OpenFact:
    """The fact with what an adverb, or the state that is left, stands before in its place.

    "was charged twice for NG-20871", "was moved from 1 December to 11 January".
    """
    if fact.shape == OUTCOME or not fact.clause.complements:
        return fact
    first, *rest = fact.clause.complements
    at = next(
        (place for place, part in enumerate(rest) if not is_adverb(tree, part) and "clause" not in part.kind), None
    )
    is_left = at == 0 and _opens(tree, first, "from") and _opens(tree, rest[0], "to")
    if is_left and tree.lemma[fact.clause.verb] not in CHANGING_DAYS:
        # a run of time, as of what works from Monday to Friday
        is_left = not any(tree.lower[word] in WORDS or ":" in tree.lower[word] for word in rest[0].words)
    if at is None or fact.complements[0] != first or not (is_left or is_adverb(tree, first)):
        return fact
    if tree.lemma[fact.clause.verb] in _STATES and not is_left:
        # "is off by a day", "goes live at nine": without it the verb says nothing
        moved = replace(fact.clause, predicate=(*fact.clause.predicate, *first.words), complements=tuple(rest))
    else:
        moved = replace(fact.clause, complements=(*rest[at:], *rest[:at], first))
    return next(facts_of(tree, moved), fact)


def _opens(tree: Tree, part: Complement, preposition: str) -> bool:
    return part.kind == "preposition" and tree.lower[part.words[0]] == preposition


def _through_gerunds(tree: Tree, fact: OpenFact) -> Iterator[OpenFact]:
    """The fact with a gerund behind its preposition in its predicate: "focuses on hiring | staff"."""
    made = [
        replace(part, subject=fact.subject, confidence=fact.confidence)
        for clause in through_gerund(tree, fact.clause)
        for part in facts_of(tree, clause)
    ]
    yield from made if made and fact.complements[0].head == fact.clause.complements[0].head else (fact,)


def _is_gapped(reader: Reader, fact: OpenFact) -> bool:
    """Whether a fact takes a clause without its verb for a part of the one before."""
    return any(word in reader.gapped for word in (*fact.clause.subjects, *fact.complements[0].targets))


def _of_gaps(reader: Reader, fact: OpenFact, gaps: Sequence[Gap]) -> Iterator[LiteralFact]:
    """The facts of the clauses behind a clause that leave out its verb: "Ann owns the app, Ken the shop"."""
    tree, main = reader.tree, fact.complements[0]
    for gap in gaps:
        if gap.answers not in main.targets:
            continue
        index = reader.owners.get(gap.subject)
        words = tree.phrase(gap.subject, alone=True)
        words = words if index is None else tuple(range(reader.names[index].start, reader.names[index].end))
        clause = replace(fact.clause, subjects=(gap.subject,), subject_words=words)
        subject = tree.spelled(words)
        for target in (target for target in tree.joined(gap.object) if tree.tag[target] not in PROPER):
            thing = replace(main, head=target, targets=(target,), words=tree.phrase(target, alone=True))
            arguments = (tree.spelled(thing.words),)
            filled = replace(fact, subject=subject, clause=clause, complements=(thing,), arguments=arguments)
            yield from _of_fact(reader, filled, ())


def _of_fact(reader: Reader, fact: OpenFact, set_aside: Sequence[Contrast]) -> Iterator[LiteralFact]:
    """The literal fact of an open fact, one for each of its joined subjects that are names, and what it denies."""
    tree, clause, main = reader.tree, fact.clause, fact.complements[0]
    modality, polarity = _mood(reader, clause)
    if fact.shape == OUTCOME and modality is Modality.POSSIBLE:
        return
    is_assigned = clause.rule == "order" and assignee(reader, clause) is not None
    if modality is Modality.STATED and (is_assigned or is_request(reader, fact, polarity)):
        modality = Modality.INTENDED
    if modality is Modality.ASKED and reader.marked.keys().isdisjoint(main.words):
        return
    heads = {target: contrast for contrast in set_aside for target in contrast.others}
    target = _end(tree, main)
    is_but = polarity is Polarity.NEGATIVE and target is not None and _is_but(tree, target)
    if target in heads or is_but or is_torn(reader, fact):
        return
    kept = next((contrast for contrast in set_aside if contrast.kept in (target, *main.words)), None)
    words = [word for word in main.words if word not in fact.clause.predicate and word not in main.link]
    predicate = fact.predicate
    if kept is not None:
        away = {*kept.marks, *(at for other in kept.others for at in tree.under(other))}
        words = [word for word in words if word not in away]
        predicate = " ".join(predicate.replace(tree.spelled(away), "").split())
    is_told = not clause.chain or tree.lemma[clause.chain[-1]] in SPEECH
    if not is_told and target is not None and main.kind == "object" and _has_no(tree, target):
        polarity = Polarity.NEGATIVE
    bracket = bracket_at_end(tree, clause) if is_assigned else range(0)
    words = [word for word in words if word not in bracket]
    apart = () if target is None or kept is not None else tuple(_behind_name(tree, target, main))
    words = [word for word in words if not any(word in tree.under(link) for link in apart)]
    object_text = tree.spelled(words) if kept is not None or apart or is_assigned else fact.arguments[0]
    if target is not None and words == [target] and tree.lower[target] in INDEFINITE:
        words = tree.under(target)
        if len(words) == len(fact.arguments) == 1:
            return  # "fixes something", but "eats anything with eggplant"
        object_text = tree.spelled(words)
    if is_genitive(tree, main):
        predicate, object_text = "belongs to", tree.spelled(word for word in words if tree.dep[word] != "case")
    if not object_text or len(object_text) > LONGEST:
        return
    sentence = tree.doc[clause.verb].sent
    thing = None if target is None else name_at(reader, target)
    if target is not None and len(words) == 1 and is_empty(reader, target):
        meant = pronoun_meant(reader, clause, target)
        if meant is None:
            return
        thing, object_text = meant
    elif (
        thing is not None
        and words
        and words[0] not in reader.selves
        and ((len(words) == 1 and tree.lower[words[0]] in PRONOUNS) or _is_part_of(reader, words, thing))
    ):
        object_text = spelled(reader, thing)
    literal = LiteralFact(
        subject=None,
        subject_text=fact.subject,
        predicate=predicate.removeprefix("to "),
        lemma=lemma_of(tree, fact),
        object=thing,
        object_text=object_text,
        start=sentence.start_char,
        end=sentence.start_char + len(sentence.text.rstrip()),
        confidence=round(fact.confidence, 2),
        reasons=(clause.rule, fact.shape),
        method=RULE,
        arguments=(*prepositional(tree, apart), *arguments_of(reader, fact, set_aside)),
        polarity=polarity,
        modality=modality,
        time=_time(reader, fact),
    )
    for subject, text in subject_ends(reader, fact):
        ends = type_at(reader, subject), type_at(reader, thing)
        sense = None if fact.shape == OUTCOME else sense_of_literal(tree, fact, literal.lemma, ends, polarity, target)
        kind = RelationType.RELATES_TO if sense is None else sense.type
        if kind is RelationType.RELATES_TO and is_in_need(literal.lemma, polarity) and ends[0] is not EntityType.PERSON:
            kind, modality, polarity = RelationType.DEPENDENCY, Modality.STATED, Polarity.POSITIVE
            literal = replace(literal, lemma=NEEDING, polarity=polarity, modality=modality)
        if (
            clause.rule == "noun-preposition"
            and ends[1] is EntityType.PERSON
            and tree.lower[main.link[0]] in _BY_PREPOSITION
        ):
            continue  # "Lea in sales and Tom in support"
        if clause.rule == "noun-preposition":
            kind = _placed_as(reader, clause.subjects[0], tree.lower[main.link[0]], main.targets[0])
        of_subject = replace(literal, subject=subject, subject_text=text, type=kind)
        is_swapped = sense is not None and sense.swapped and clause.rule != "noun-preposition"
        yield _with_ends_swapped(of_subject) if is_swapped else of_subject
        if kept is None or polarity is not Polarity.POSITIVE:
            continue
        for other in kept.others:
            if type_at(reader, name_at(reader, other)) is EntityType.PERSON is not ends[1]:
                continue  # "Rather than Ken, Tom leads the demo": who does it
            phrase = tree.phrase(other, alone=True)
            # "alarms by phone rather than by mail"
            denied = tree.spelled(phrase if kept.kept == target else [*_before(tree, words, kept.kept), *phrase])
            yield replace(
                of_subject, object=name_at(reader, other), object_text=denied, polarity=Polarity.NEGATIVE, arguments=()
            )


def _with_ends_swapped(literal: LiteralFact) -> LiteralFact:
    """A fact whose relation runs from its object, told of that: "Tom | owns | the boat", of what belongs to him."""
    is_factual = holds(literal.polarity, literal.modality)
    predicate, lemma = converse(literal.lemma, literal.predicate, is_factual=is_factual)
    return replace(
        literal,
        subject=literal.object,
        subject_text=literal.object_text,
        predicate=predicate,
        lemma=lemma,
        object=literal.subject,
        object_text=literal.subject_text,
    )


def _is_part_of(reader: Reader, words: Sequence[int], index: int) -> bool:
    """Whether words are only some of a name: "Saturday 11" of "Saturday 11 April, 06:00"."""
    name = reader.names[index]
    return name.start <= words[0] and words[-1] < name.end and len(words) < name.end - name.start


def _placed_as(reader: Reader, noun: int, link: str, target: int) -> RelationType:
    """How a noun stands to what a preposition ties it to: a person to a team as its member."""
    if reader.marked.get(noun) is EntityType.PERSON and reader.marked.get(target) is EntityType.ORGANIZATION:
        return RelationType.MEMBER_OF
    index = reader.owners.get(target)
    type_ = None if index is None else reader.names[index].type
    is_amount = reader.tree.tag[target] == "CD" or any(word < target for word in reader.tree.labelled(target, "nummod"))
    # "the risk assessment on the demo" is about it, "a pump at 7 °C" and "our contact at Acme" are nowhere
    # "an example in Excel" is made with it, "the key in Vault" lies there
    is_tool = type_ in (EntityType.TECHNOLOGY, EntityType.ORGANIZATION) and link != "at"
    is_tool = is_tool and reader.tree.lemma[noun].lower() in VAGUE_NOUNS and reader.tree.text[target][:1].isupper()
    is_place = not (is_amount or is_tool or is_somebody(reader.tree, noun)) and (
        type_ in _WHERE or (type_ is None and link != "on")
    )
    return _BY_PREPOSITION[link] if is_place and link in _BY_PREPOSITION else RelationType.RELATES_TO


def _before(tree: Tree, words: Sequence[int], kept: int) -> list[int]:
    """The words of an end before the part of it that something else is set aside for."""
    return [word for word in words if word < min(tree.phrase(kept, alone=True))]


def _has_no(tree: Tree, noun: int) -> bool:
    """Whether there is none of an object: "have no data"; "no more than two" is some."""
    return any(tree.lower[word] == "no" and tree.dep[word] == "det" for word in tree.kids[noun])


def _is_but(tree: Tree, target: int) -> bool:
    """Whether an end is what holds where another is denied: "is not for Ann, but perhaps for Ken"."""
    before = tree.labelled(tree.head[target], "cc") if tree.dep[target] == "conj" else []
    return any(tree.lower[word] == "but" for word in before)


def _end(tree: Tree, main: Complement) -> int | None:
    """The one word that the main complement is about: "close to the station" is about the station."""
    if main.kind == "adjective" and main.link:
        ends = tree.labelled(main.link[0], "pobj")
        return ends[0] if len(ends) == 1 else None
    return main.targets[0] if len(main.targets) == 1 and main.kind in _ENDS else None


def _mood(reader: Reader, clause: Clause) -> tuple[Modality, Polarity]:
    tree = reader.tree
    modality, polarity = mood_at(tree.doc[clause.verb]) if clause.chain else (Modality.STATED, Polarity.POSITIVE)
    if clause.rule == "noun-preposition" and (above := tree.verb_above(clause.verb)) is not None:
        # "suspects memory pressure in pdf-render"; "can delete the path in pdf-render" knows of a path there
        is_open = mood_at(tree.doc[above]).modality is Modality.POSSIBLE and not is_certain(tree, clause.subjects[0])
        modality = Modality.POSSIBLE if is_open else modality
    if modality is Modality.STATED and clause.rule == "controlled" and controller(tree, clause.verb) in DIRECTIVES:
        modality = Modality.INTENDED
    if modality is Modality.STATED and clause.source is not None and tree.lemma[tree.head[clause.verb]] not in FACTIVE:
        modality = Modality.REPORTED
    if tells(modality) and not reader.unreal.isdisjoint((clause.verb, *clause.subjects)):
        modality = Modality.POSSIBLE
    elif modality is Modality.STATED and clause.verb in reader.reported:
        modality = Modality.REPORTED
    return modality, polarity


def _behind_name(tree: Tree, target: int, main: Complement) -> Iterator[int]:
    """The prepositions behind a name, which takes no place of its own: in "sends Atlas to Ken" it is sent to Ken."""
    if tree.tag[target] in PROPER and main.kind == "object":
        yield from (link for link in tree.labelled(target, "prep") if tree.lower[link] != "of" and link in main.words)


def _time(reader: Reader, fact: OpenFact) -> str | None:
    for part in fact.complements:
        for word in part.words:
            index = reader.owners.get(word)
            if index is not None and reader.names[index].type is EntityType.TIME_UNIT:
                return reader.names[index].name
    return None
