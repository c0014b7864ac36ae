"""English literal facts: what the clauses tell of ends that are no entities, in the words of the text.

"We decided to use PostgreSQL instead of MySQL" decides for the one, and denies the other. A clause of which a statement
between two names is made gives that statement its further arguments and no fact of its own.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from extraction.lang.en.clauses.claims import DIRECTIVES, controller
from extraction.lang.en.clauses.clauses import Clause, Complement, is_passive, subjects_of, through_gerund
from extraction.lang.en.clauses.contrasts import Contrast, contrasts
from extraction.lang.en.clauses.gapping import Gap, gapped
from extraction.lang.en.facts.antecedents import subject_meant
from extraction.lang.en.facts.described import CONTACTS, described
from extraction.lang.en.facts.literal_types import lemma_of, type_of, with_noun_in_predicate
from extraction.lang.en.facts.note_confidence import with_note_confidence
from extraction.lang.en.facts.relations import PERSON_NOUNS
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.modality.mood import mood_at
from extraction.lang.en.names.coreference import PRONOUNS
from extraction.lang.en.names.names import RULE
from extraction.lang.en.names.speaker import refers_to_speaker
from extraction.lang.en.names.terms import ARGUMENT
from extraction.lang.en.open_facts.confidence import with_confidence
from extraction.lang.en.open_facts.facts import (
    OUTCOME,
    OpenFact,
    facts_of,
    order_facts,
    outcomes,
    unsaid_facts,
    whole_facts,
)
from extraction.lang.en.parse.tree import ASKING, COMMON, PROPER, Tree
from extraction.lang.en.word_lists import DECIDING, FACTIVE, ROLES, SPEECH
from extraction.model.findings import FoundStatement
from extraction.names.identifiers import kind_of
from extraction.names.speakers import ONE_OF_SEVERAL, SEVERAL
from graph.model.arguments import Argument
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality, Polarity, RelationType, tells

LEAST: Final = 0.35
"""Literal facts of which less would be stated by an annotator are dropped."""
_PARTS_OF_NOUNS: Final = frozenset(("noun-preposition", "quality", "possessive", "possessive pronoun"))
"""Rules of clauses that only repeat how a noun is described."""
_HANGING: Final = ("adverbial", "gerund")
"""Rules of clauses without a subject that hang on another verb."""
_THINKING: Final = ("think", "guess", "believe")
_EMPTY: Final = frozenset(("this", "that", "these", "those", "there", "which", "who", "what", "one", "you"))
"""Words that say nothing as a subject."""
_ANYBODY: Final = frozenset(
    ("someone", "somebody", "anyone", "anybody", "everyone", "everybody", "both", "all", "each", "some", "most", "many")
)
"""Subjects of whom nothing can be kept."""
_STATES: Final = ("be", "go", "stay", "become")
_EMPTY_PARTS: Final = _EMPTY | {"own", "then", "now", "here", "so"}
"""Words that say nothing as an argument."""
_WHEN: Final = frozenset(("after", "before", "during"))
"""Prepositions of when something happens, which is no end of it."""
_CIRCUMSTANCES: Final = _WHEN | {"while", "when", "once", "since", "if", "unless", "as", "although"}
"""Conjunctions of when and on what condition something happens; "because" tells why, "until" how long."""
_INDEFINITE: Final = frozenset(("anything", "something", "everything"))
"""Words that say nothing as a subject, but something as an object: "owns anything that is new"."""
_ENDS: Final = ("object", "predicative", "preposition", "recipient")
_PLACES: Final = (EntityType.TECHNOLOGY, EntityType.DOCUMENT, EntityType.OBJECT)
_WHERE: Final = (*_PLACES, EntityType.LOCATION, EntityType.ORGANIZATION)
"""Types of what something is in, on or at."""
_PLACING: Final = frozenset(("in", "on", "of", "from", "under", "inside", "within"))
_BY_PREPOSITION: Final = {
    "at": RelationType.LOCATED_AT,
    **dict.fromkeys(("in", "on", "under", "inside", "within", "behind"), RelationType.LOCATED_IN),
}
_WORD: Final = re.compile(r"[A-Za-z][\w.-]+")
_SIGNS: Final = ("→", "*", "•", "{", "}")
"""What stands between or before the things of a line, and in no end of a fact."""
_FORMULA: Final = re.compile(r"\\(?:[(\[{]|[a-z]+\{|$)|[²³√∩]|^[−=]|\d [=×÷] \d")
_PLACED: Final = 0.5
"""How often a noun before an identifier is in it, on it or of it; set by hand."""
_OUTCOME: Final = 0.5
"""How often a passive that says no more is told for what became of its subject; set by hand."""
_LONGEST: Final = 240
_HEADINGS: Final = {("call", "with"), *((noun, "of") for noun in ("result", "start", "review", "report"))}
"""Nouns of headings with their preposition, which the tagger takes for orders."""
_LONGEST_HEADING: Final = 60
_RELEASE: Final = re.compile(r"(?=[^\n]{1,60}$)[\w./-]+(?: [\w./-]+){0,3} v?\d+\.\d[\w.-]*")
"""A heading that names a release: "depot app 4.2"."""
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
    of_nouns = list(described(reader))
    nouns_read = {(literal.start, literal.subject_text, literal.object_text) for literal in of_nouns}
    set_aside = contrasts(reader.tree)
    context = reader.context
    asked_of = order_facts(reader.tree, context.speaker) if context.memo and context.speaker else ()
    gaps = [gap for gap in gapped(reader.tree) if gap.is_sure]
    merged = set[int]()
    for open_fact in (*whole_facts(reader.tree), *asked_of, *_unsaid(reader), *outcomes(reader.tree)):
        fact = with_noun_in_predicate(reader.tree, _without_adverb(reader.tree, open_fact))
        is_row = bool(reader.marked) and fact.clause.rule == "apposition"  # "the tablets, the laptop of Ann"
        if is_row or _is_no_fact(reader, fact) or _is_gapped(reader, fact):
            continue
        # what is to be done or has become of a thing is told in notes whatever else is told of it
        is_modelled = bool(reader.marked) and fact.clause.rule != "order" and fact.shape != OUTCOME
        weighed = with_note_confidence(reader, fact, set_aside) if is_modelled else _weighed(reader, fact)
        if weighed.confidence < LEAST:
            continue
        weighed = _of_described(reader.tree, weighed)
        whole = list(_through_gerunds(reader.tree, weighed))
        merged.update(verb for part in whole for verb in part.clause.chain[len(weighed.clause.chain) :])
        of_whole = (literal for part in whole for literal in _of_fact(reader, part, set_aside))
        for literal in (*of_whole, *_of_gaps(reader, weighed, gaps)):
            place = places.get(((literal.subject, literal.object), literal.start)) or _saying(
                reader, statements, literal
            )
            if place is not None:
                at, turn = place
                statements[at] = _worded(reader, statements[at], literal, turn)
                continue
            if literal.subject_text == "me":
                continue  # "can you help me mend it": asked for
            is_same = literal.subject is not None and literal.subject == literal.object
            is_same = is_same or literal.subject_text == literal.object_text
            is_hanging = weighed.clause.rule in _HANGING and reader.tree.tag[weighed.clause.verb] != "VBN"
            if is_hanging and (weighed.clause.verb in merged or not _is_proper(reader, literal.object)):
                continue  # "the shop closed, leaving the keys": how it closed, and of what that is told is open
            if is_same or _is_cut(literal) or _is_said(reader.tree, weighed, literal, statements):
                continue
            ends = literal.start, literal.subject_text, literal.object_text
            if weighed.clause.rule == "noun-preposition" and ends in nouns_read:
                continue
            only_subject = literal if literal.subject is None else replace(literal, object=None)
            key = literal.start, literal.subject_text, literal.predicate, literal.object_text
            literals_by_words.setdefault(key, only_subject)
    statements = [replace(fact, arguments=_unstated(reader, fact, statements)) for fact in statements]
    of_clauses = (replace(fact, arguments=_unstated(reader, fact, statements)) for fact in literals_by_words.values())
    facts = (*of_clauses, *of_nouns)
    every = (*facts, *statements)
    return Read(
        facts,
        [
            fact
            for fact in statements
            if not (_is_circumstance(reader, fact, facts) or _is_ours(fact) or _is_repeated(reader, fact, every))
        ],
    )


def _weighed(reader: Reader, fact: OpenFact) -> OpenFact:
    """A fact of a text that is no note of work with its confidence."""
    if fact.shape == OUTCOME:
        return replace(fact, confidence=_OUTCOME)
    weighed = with_confidence(reader.tree, fact)
    if _is_placed(reader, fact):
        return replace(weighed, confidence=max(weighed.confidence, _PLACED))
    return replace(weighed, confidence=0.0) if _is_noise(reader, fact) else weighed


def _is_cut(literal: LiteralFact) -> bool:
    """Whether a part is a piece of something else: of a formula, "\\(P(A", or of what stands in brackets or quotes."""
    parts = literal.subject_text, literal.predicate, literal.object_text
    is_word = re.search(r"[^\W\d_]", literal.predicate) is not None
    return not is_word or any(
        _FORMULA.search(part) or part.count("(") != part.count(")") or part.count('"') % 2 for part in parts
    )


def _is_repeated(reader: Reader, statement: FoundStatement, others: Sequence[LiteralFact | FoundStatement]) -> bool:
    """Whether a statement only has a further argument of another fact that is no name: "took on paper"."""
    thing, words = reader.names[statement.object], statement.predicate.split()
    if thing.reasons[0] != ARGUMENT or statement.amount or statement.arguments:
        return False
    return any(
        (fact.subject, fact.start) == (statement.subject, statement.start)
        and any(
            f"{part.role} {part.text}".split()[0] in words and thing.name.casefold() in part.text.casefold()
            for part in fact.arguments
        )
        for fact in others
        if fact is not statement
    )


def _unstated(
    reader: Reader, fact: LiteralFact | FoundStatement, statements: Sequence[FoundStatement]
) -> tuple[Argument, ...]:
    """The further ends of a fact that no statement of the same deed has: "rode his bicycle to | Rome" has the place of
    "rode | his bicycle".
    """
    if not fact.arguments:
        return ()
    stated = [
        (statement.predicate.casefold().split(), _spelled(reader, statement.object).casefold())
        for statement in statements
        if (statement.subject, statement.start) == (fact.subject, fact.start)
        and _is_proper(reader, statement.object)
        and _type_at(reader, statement.object) is not EntityType.TIME_UNIT
        and statement.polarity is Polarity.POSITIVE
    ]
    thing = reader.names[fact.object].name if isinstance(fact, FoundStatement) else fact.object_text
    ends = {*fact.predicate.casefold().split(), *thing.casefold().split()[-1:]}
    wordings = ((part, f"{part.role} {part.text}".strip().casefold()) for part in fact.arguments)
    return tuple(
        part
        for part, wording in wordings
        if not any(
            ends < {*words} and wording.startswith(f"{words[-1]} ") and wording.endswith(name) for words, name in stated
        )
    )


def _is_ours(statement: FoundStatement) -> bool:
    """Whether a statement only has in other words that somebody is "our" something, which the clause tells."""
    is_kind = statement.type is RelationType.RELATES_TO and statement.reasons[:1] == ("copula-possessive",)
    return is_kind and ONE_OF_SEVERAL in statement.reasons


def _unsaid(reader: Reader) -> Iterator[OpenFact]:
    """The facts of sentences without a subject, of what the text is about or of whoever writes it.

    "stock-sync 2.3 / - drops the old endpoint / - Fixed the clock" tells of the release, "Moved the keys to Vault" of
    the writer, "OPS-7: … Fixed in 2.3.1" of the ticket.
    """
    tree, opening = reader.tree, reader.owners.get(0)
    topic = _heading(reader)
    ticket = opening is not None and reader.names[opening].type is EntityType.TASK
    for fact in unsaid_facts(tree):
        is_act = fact.complements[0].kind == "object" and fact.arguments[0].lower() not in _INDEFINITE
        is_past = tree.tag[fact.clause.verb] != "VBZ"
        if topic is not None and (is_act or not is_past):
            yield replace(fact, subject=topic)
        elif opening is not None and ticket and is_past and fact.complements[0].kind == "preposition":
            yield replace(fact, subject=_spelled(reader, opening))
        elif (is_act or _is_decision(tree, fact)) and is_past and topic is None and reader.context.speaker is not None:
            yield replace(fact, subject=reader.context.speaker)


def _is_decision(tree: Tree, fact: OpenFact) -> bool:
    """Whether those who write decided on something: "Settled on the cheaper pump", "Went with Acme"."""
    main = fact.complements[0]
    links = DECIDING.get(tree.lemma[fact.clause.verb], ())
    return main.kind == "preposition" and tree.lower[main.link[0]] in links


def _heading(reader: Reader) -> str | None:
    """The system or release that a heading names, of which the lines below tell."""
    line, _, rest = reader.doc.text.partition("\n")
    opening = reader.owners.get(0)
    name = None if opening is None else reader.names[opening]
    if name is not None and name.type in (EntityType.TECHNOLOGY, EntityType.OBJECT) and rest:
        words = _spelled(reader, reader.owners[0])
        return words if line.startswith(words) and len(line) <= _LONGEST_HEADING else None
    return next(
        (words for words in (line if rest else "", reader.context.title or "") if _RELEASE.fullmatch(words)), None
    )


def _is_circumstance(reader: Reader, statement: FoundStatement, facts: Sequence[LiteralFact]) -> bool:
    """Whether a statement only has the day of another fact: "wants by Friday", of "wants a note by Friday"."""
    day = reader.names[statement.object]
    if day.type is not EntityType.TIME_UNIT or statement.amount:
        return False
    words = reader.doc[day.start : day.end].text
    return any(
        (fact.subject, fact.start) == (statement.subject, statement.start)
        and any(not part.role and words in part.text for part in fact.arguments)
        for fact in facts
    )


def _of_described(tree: Tree, fact: OpenFact) -> OpenFact:
    """A relative clause behind what something is, told of that: "The hub is the only host that takes calls"."""
    described = fact.clause.subjects[0] if fact.clause.rule == "relative" else None
    verb = None if described is None or tree.dep[described] != "attr" else tree.head[described]
    subjects = [] if verb is None or tree.lemma[verb] != "be" else subjects_of(tree, verb)[0]
    if len(subjects) != 1 or tree.tag[subjects[0]] not in (*COMMON, *PROPER):
        return fact
    words = tree.phrase(subjects[0])
    clause = replace(fact.clause, subjects=(subjects[0],), subject_words=words)
    return replace(fact, subject=tree.spelled(words), clause=clause)


def _without_adverb(tree: Tree, fact: OpenFact) -> OpenFact:
    """The fact with what an adverb stands before in its place: "was charged twice for NG-20871"."""
    if fact.shape == OUTCOME or not fact.clause.complements:
        return fact
    first, *rest = fact.clause.complements
    at = next(
        (place for place, part in enumerate(rest) if not _is_adverb(tree, part) and "clause" not in part.kind), None
    )
    if at is None or fact.complements[0] != first or not _is_adverb(tree, first):
        return fact
    if tree.lemma[fact.clause.verb] in _STATES:
        # "is off by a day", "goes live at nine": without it the verb says nothing
        moved = replace(fact.clause, predicate=(*fact.clause.predicate, *first.words), complements=tuple(rest))
    else:
        moved = replace(fact.clause, complements=(*rest[at:], *rest[:at], first))
    return next(facts_of(tree, moved), fact)


def _through_gerunds(tree: Tree, fact: OpenFact) -> Iterator[OpenFact]:
    """The fact with a gerund behind its preposition in its predicate: "focuses on hiring | staff"."""
    made = [
        replace(part, subject=fact.subject, confidence=fact.confidence)
        for clause in through_gerund(tree, fact.clause)
        for part in facts_of(tree, clause)
    ]
    yield from made if made and fact.complements[0].head == fact.clause.complements[0].head else (fact,)


def _is_adverb(tree: Tree, part: Complement) -> bool:
    is_bare = not any(tree.dep[child] == "prep" for child in tree.kids[part.head])
    is_adverb = part.kind == "adverbial" and tree.tag[part.head].startswith(("RB", "RP"))
    return is_bare and (is_adverb or (part.kind == "adjective" and tree.tag[part.head] == "RB"))


def _is_noise(reader: Reader, fact: OpenFact) -> bool:
    """Whether a clause only repeats how a noun is described, lists names, or says no more than an adverb does."""
    tree, main, rule = reader.tree, fact.complements[0], fact.clause.rule
    if rule in _PARTS_OF_NOUNS:
        return True
    if rule == "role":
        # "president Bush" and "show host Ryan Cameron" are, "horse mackerel" is no horse
        return tree.lower[main.head] not in ROLES and len(fact.clause.subject_words) == 1
    if rule == "apposition":
        if tree.is_amount(main.head):
            return True  # "sides 6 cm", "6 cm, 9 cm"
        # "Mara, Raj and Jonas" are not one another, "21 March, 06:00" is no kind of day
        noun, target = fact.clause.subjects[0], main.head
        is_listed = kind_of(tree.text[target]) is not None and tree.brackets[target] > tree.brackets[noun]
        if is_listed or _is_day(reader, noun) or kind_of(tree.text[noun]) is not None:
            return True
        if ":" in tree.text[noun:target]:
            return True  # a label and what it is of
        if any(tree.tag[word] == "UH" for word in fact.clause.subject_words) or tree.pos[target] not in (
            "NOUN",
            "PROPN",
        ):
            return True  # "Hey John, no worries"
        before = main.words[0] - 1
        if tree.text[before] in ("-", "(") and not tree.spaces[before - 1]:
            return True  # "post-mortem", and the scope of a commit: "feat(ios): …"
        if tree.tag[main.words[0]] == "DT" and tree.text[before].isalnum():
            return True  # a clause whose verb was taken for a noun: "Ken updates the page, Mia the list"
        if tree.tag[noun] in COMMON and tree.tag[target] in COMMON and tree.text[main.words[0] - 1] == ",":
            return True  # "22 rooms, two people at the desk": a row of things
        return tree.tag[target] not in COMMON and (tree.tag[noun] not in COMMON or tree.tag[target] not in PROPER)
    if rule == "participle" and fact.clause.subjects[0] not in reader.owners:
        # "the ones seen since May": which of them are meant
        return any(_is_day(reader, target) for target in main.targets)
    return all(_is_adverb(tree, part) for part in fact.complements)


def _is_day(reader: Reader, word: int) -> bool:
    index = reader.owners.get(word)
    return index is not None and reader.names[index].type is EntityType.TIME_UNIT


def _is_placed(reader: Reader, fact: OpenFact) -> bool:
    """Whether a noun is told to be in, on or of what an identifier names: "the secret in edge-env"."""
    main = fact.complements[0]
    if fact.clause.rule != "noun-preposition" or len(main.targets) != 1:
        return False
    target = main.targets[0]
    kind, index = kind_of(reader.tree.text[target]), reader.owners.get(target)
    if index is not None and reader.names[index].type is EntityType.LOCATION:
        return _is_there(reader, fact.clause.subjects[0], main.link[0])
    is_known = index is not None and reader.names[index].reasons[:1] == ("known",)
    type_ = kind.type if kind is not None else reader.names[index].type if is_known and index is not None else None
    is_place = type_ in _PLACES and (kind is None or kind.name not in ("function", "address"))
    is_noun = _WORD.fullmatch(reader.tree.text[fact.clause.subjects[0]]) is not None
    is_noun = is_noun and not any(reader.tree.tag[word] == "CD" for word in fact.clause.subject_words)
    return is_place and is_noun and reader.tree.lower[main.link[0]] in _PLACING


def _is_there(reader: Reader, noun: int, link: int) -> bool:
    """Whether a certain thing stands in a place: "the lab bench in Leeds", and not "a flat in Leeds"."""
    tree = reader.tree
    is_thing = tree.tag[noun] == "NN" and not _is_somebody(tree, noun)
    return _is_certain(tree, noun) and is_thing and tree.lower[link] in ("in", "at")


def _is_somebody(tree: Tree, noun: int) -> bool:
    """Whether a noun is for a person: "our contact"."""
    lemma = tree.lemma[noun].lower()
    return lemma in PERSON_NOUNS or lemma in CONTACTS


def _is_certain(tree: Tree, noun: int) -> bool:
    """Whether a noun is of something that is known to be there: "the path", "my bench"."""
    return any(tree.lower[child] == "the" or tree.dep[child] == "poss" for child in tree.kids[noun] if child < noun)


def _is_no_fact(reader: Reader, fact: OpenFact) -> bool:
    """Whether a clause only gives the speaker a name, or orders something made up: "Write a story in which …"."""
    tree = reader.tree
    if fact.clause.rule == "order":
        # "please look at it" asks whoever reads
        is_asking = (
            not reader.marked
            and "please" in reader.tree.lower[reader.doc[fact.clause.verb].sent.start : fact.clause.verb]
        )
        if is_asking or fact.clause.verb in reader.owners or _is_heading(tree, fact):
            return True
        return any(not reader.unreal.isdisjoint(part.words) for part in fact.clause.complements)
    if fact.shape != "there" and fact.subject.lower() in _ANYBODY:
        return True
    if _is_purpose(tree, fact.clause) or _is_when(tree, fact) or _is_own_thought(tree, fact):
        return True
    if _is_before(tree, fact) or _is_no_subject(reader, fact):
        return True
    names = (head for head in fact.clause.subjects if head not in reader.selves)
    return any(refers_to_speaker(reader.tree, head, reader.selves) for head in names)


def _is_no_subject(reader: Reader, fact: OpenFact) -> bool:
    """Whether a subject is nothing that facts are told of: a bare number, a day, "which lid", a line of signs.

    Nor who is asked in "Let me know if it leaks".
    """
    tree, words = reader.tree, fact.clause.subject_words
    if fact.shape == "there" or not words or not fact.clause.subjects:
        return False
    head = fact.clause.subjects[0]
    is_number = tree.tag[head] == "CD" and not tree.labelled(head, "prep") and head not in reader.owners
    is_asked = tree.lower[head] == "me" and tree.lemma[tree.head[fact.clause.verb]] == "let"
    is_which = tree.tag[words[0]] == "WP$" or (tree.tag[words[0]] in ASKING and tree.dep[words[0]] == "det")
    is_bare = is_number or is_asked or is_which or _is_day(reader, head)
    is_bare = is_bare or not any(map(str.isalnum, tree.spelled(words)))
    return is_bare or any(tree.text[word] in _SIGNS for word in words)


def _is_own_thought(tree: Tree, fact: OpenFact) -> bool:
    """Whether somebody only thinks what they do, which is told apart: "I think I'll stay"."""
    main, subjects = fact.complements[0], fact.clause.subjects
    thinkers = [tree.lower[word] for word in subjects] if main.kind == "clause" else []
    doers = [tree.lower[word] for word in tree.labelled(main.head, "nsubj")]
    return thinkers == doers == ["i"] and tree.lemma[fact.clause.chain[-1]] in _THINKING


def _is_when(tree: Tree, fact: OpenFact) -> bool:
    """Whether a passive is only told when or why: "was dropped because it is slow"; what became of it is told apart."""
    verb = fact.clause.verb
    is_when = fact.complements[0].kind == "adverbial clause" and is_passive(tree, verb)
    return is_when and mood_at(tree.doc[verb]).modality is not Modality.POSSIBLE


def _is_proper(reader: Reader, index: int | None) -> bool:
    """Whether an end is a name of the text, and no noun that got a node for a fact's sake."""
    return index is not None and reader.names[index].reasons[0] != ARGUMENT


def _is_purpose(tree: Tree, clause: Clause) -> bool:
    """Whether an infinitive only tells what something is for, as in "a chance to win", "uses it to see".

    Not behind "asked Tom to".
    """
    if clause.rule not in (*_HANGING, "participle", "controlled") or not any(
        tree.tag[word] == "TO" for word in tree.labelled(clause.verb, "aux")
    ):
        return False
    return clause.rule != "controlled" or controller(tree, clause.verb) not in DIRECTIVES


def _is_before(tree: Tree, fact: OpenFact) -> bool:
    """Whether an object stands before its clause, and is none: "heating on, boiler paused".

    Not in "the boiler that Ann bought" and "which boiler did Ann buy".
    """
    main, subject = fact.complements[0], fact.clause.subject_words
    if main.kind not in ("object", "adverbial") or fact.clause.rule not in ("subject", "carried") or not subject:
        return False
    is_known = main.head == tree.head[fact.clause.verb] or any(tree.tag[word].startswith("W") for word in main.words)
    return fact.shape != "there" and max(main.words, default=main.head) < subject[0] and not is_known


def _is_heading(tree: Tree, fact: OpenFact) -> bool:
    """Whether what looks like an order is a heading: "Call with Acme: they offer", "Result of the survey"."""
    main = fact.complements[0]
    if main.kind == "preposition" and (tree.lower[fact.clause.verb], tree.lower[main.link[0]]) in _HEADINGS:
        return True
    last = max(fact.complements[0].words)
    has_object = any(part.kind == "object" for part in fact.clause.complements)
    return not has_object and last + 1 < len(tree.text) and tree.text[last + 1] == ":"


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


def _is_said(tree: Tree, fact: OpenFact, literal: LiteralFact, statements: Sequence[FoundStatement]) -> bool:
    """Whether a statement has the object in its predicate: "gave talk in" Oslo, of "gave a talk in Oslo"."""
    main = fact.complements[0]
    noun = tree.lemma[main.head].lower()
    if main.kind == "predicative":
        return False
    for statement in statements:
        verb = statement.predicate.lower().partition(" ")[0]
        same = (statement.subject, statement.start) == (literal.subject, literal.start)
        if same and noun in statement.lemma.lower().split()[1:] and literal.predicate.lower().endswith(verb):
            return True
    return False


def _saying(reader: Reader, statements: Sequence[FoundStatement], literal: LiteralFact) -> tuple[int, int] | None:
    """The statement of the same sentence, subject and verb whose object is named in the words of a literal fact."""
    words = literal.object_text.casefold()
    for at, statement in enumerate(statements):
        same = (statement.subject, statement.start) == (literal.subject, literal.start)
        name = reader.names[statement.object]
        forms = name.name.casefold(), reader.doc[name.start : name.end].text.casefold()
        same = same and statement.polarity is literal.polarity
        if (
            same
            and any(form and form in words for form in forms)
            and statement.predicate.split()[-1:] == literal.predicate.split()[-1:]
        ):
            return at, 1
    return None


def _worded(reader: Reader, statement: FoundStatement, literal: LiteralFact, turn: int) -> FoundStatement:
    """The statement with the words of its clause, unless a clause before gave it some."""
    if statement.arguments or statement.subject_text or statement.object_text:
        return statement
    subject, thing = (literal.subject_text, literal.object_text)[::turn]
    # "dreams of working for Acme", and not "working for Acme"
    is_merged = "gerund" in statement.reasons and literal.reasons[0] not in _HANGING and turn == 1
    is_merged = is_merged and statement.polarity is literal.polarity
    return replace(
        statement,
        predicate=literal.predicate if is_merged else statement.predicate,
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
    if fact.shape == OUTCOME and modality is Modality.POSSIBLE:
        return
    is_assigned = clause.rule == "order" and _assignee(reader, clause) is not None
    if is_assigned and modality is Modality.STATED:
        modality = Modality.INTENDED
    if modality is Modality.ASKED and reader.marked.keys().isdisjoint(main.words):
        return
    heads = {target: contrast for contrast in set_aside for target in contrast.others}
    target = _end(tree, main)
    if target in heads:
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
        meant = _meant(reader, clause, target)
        if meant is None:
            return
        thing, object_text = meant
    elif (
        thing is not None
        and words
        and words[0] not in reader.selves
        and ((len(words) == 1 and tree.lower[words[0]] in PRONOUNS) or _is_part_of(reader, words, thing))
    ):
        object_text = _spelled(reader, thing)
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
        arguments=(*_prepositional(tree, apart), *_arguments(reader, fact, set_aside)),
        polarity=polarity,
        modality=modality,
        time=_time(reader, fact),
    )
    for subject, text in _subjects(reader, fact):
        ends = _type_at(reader, subject), _type_at(reader, thing)
        kind = type_of(tree, fact, literal.lemma, ends, polarity)
        kind = RelationType.RELATES_TO if fact.shape == OUTCOME else kind
        if (
            clause.rule == "noun-preposition"
            and ends[1] is EntityType.PERSON
            and tree.lower[main.link[0]] in _BY_PREPOSITION
        ):
            continue  # "Lea in sales and Tom in support"
        if clause.rule == "noun-preposition":
            kind = _placed_as(reader, clause.subjects[0], tree.lower[main.link[0]], main.targets[0])
        of_subject = replace(literal, subject=subject, subject_text=text, type=kind)
        yield of_subject
        if kept is None or polarity is not Polarity.POSITIVE:
            continue
        for other in kept.others:
            phrase = tree.phrase(other, alone=True)
            # "alarms by phone rather than by mail"
            denied = tree.spelled(phrase if kept.kept == target else [*_before(tree, words, kept.kept), *phrase])
            yield replace(
                of_subject, object=_name_at(reader, other), object_text=denied, polarity=Polarity.NEGATIVE, arguments=()
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
    is_place = not (is_amount or _is_somebody(reader.tree, noun)) and (
        type_ in _WHERE or (type_ is None and link != "on")
    )
    return _BY_PREPOSITION[link] if is_place and link in _BY_PREPOSITION else RelationType.RELATES_TO


def _before(tree: Tree, words: Sequence[int], kept: int) -> list[int]:
    """The words of an end before the part of it that something else is set aside for."""
    return [word for word in words if word < min(tree.phrase(kept, alone=True))]


def _has_no(tree: Tree, noun: int) -> bool:
    """Whether there is none of an object: "have no data"; "no more than two" is some."""
    return any(tree.lower[word] == "no" and tree.dep[word] == "det" for word in tree.kids[noun])


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
    if clause.rule == "noun-preposition" and (above := tree.verb_above(clause.verb)) is not None:
        # "suspects memory pressure in pdf-render"; "can delete the path in pdf-render" knows of a path there
        is_open = mood_at(tree.doc[above]).modality is Modality.POSSIBLE and not _is_certain(tree, clause.subjects[0])
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


def _subjects(reader: Reader, fact: OpenFact) -> Iterator[tuple[int | None, str]]:
    """The name of the subject, or its words; each of joined names alone.

    A pronoun is whom it means. Where that stays open, prose keeps it as it stands; a note of work drops the fact.
    """
    tree, heads = reader.tree, fact.clause.subjects if fact.shape != "there" else fact.complements[0].targets
    if fact.clause.rule == "order":
        index = _assignee(reader, fact.clause)
        yield (reader.speaker, fact.subject) if index is None else (index, _spelled(reader, index))
        return
    if fact.clause.rule == "unsaid":
        opening = reader.owners.get(0)
        is_opening = opening is not None and fact.subject == _spelled(reader, opening)
        yield opening if is_opening else reader.speaker, fact.subject
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
        beside = [reader.owners.get(place) for place in tree.labelled(head, "appos") if fact.clause.chain]
        if index is None and len(beside) == 1 and _type_at(reader, beside[0]) is EntityType.PERSON:
            # "The manager, Mr. Okada, wants an alarm"
            yield beside[0], tree.spelled(tree.phrase(tree.labelled(head, "appos")[0]))
        elif index is not None or not (_is_empty(reader, head) or tree.lower[head] in _INDEFINITE):
            yield index, words
        elif (meant := subject_meant(tree, head)) is not None:
            yield _name_at(reader, meant), _spelled_subject(tree, meant)
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


def _meant(reader: Reader, clause: Clause, pronoun: int) -> tuple[int | None, str] | None:
    """What a pronoun means that is an object: "them" a subject before, "it" the ticket that somebody works on."""
    tree = reader.tree
    if tree.lower[pronoun] == "them":
        meant = subject_meant(tree, pronoun)
        return None if meant is None else (_name_at(reader, meant), _spelled_subject(tree, meant))
    people = [_name_at(reader, head) for head in clause.subjects]
    is_work = tree.lower[pronoun] == "it" and all(_type_at(reader, index) is EntityType.PERSON for index in people)
    opening = reader.owners.get(0)
    if is_work and opening is not None and reader.names[opening].type is EntityType.TASK:
        return opening, _spelled(reader, opening)
    return None


def _spelled_subject(tree: Tree, head: int) -> str:
    """The words of a subject, without what a colon behind it begins."""
    return tree.spelled(itertools.takewhile(lambda word: tree.text[word] != ":", tree.phrase(head)))


def _spelled(reader: Reader, index: int) -> str:
    name = reader.names[index]
    return reader.tree.spelled(range(name.start, name.end))


def _without_time(reader: Reader, fact: OpenFact) -> str:
    """The words of a subject without the time that a line begins with: "02:10 the cache hits its limit"."""
    words = list(fact.clause.subject_words)
    first = next((place for place, word in enumerate(words) if not _is_time(reader, word)), 0)
    return reader.tree.spelled(words[first:]) if 0 < first < len(words) else fact.subject


def _is_time(reader: Reader, word: int) -> bool:
    return _is_day(reader, word) or _CLOCK.fullmatch(reader.tree.text[word]) is not None


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


def _arguments(reader: Reader, fact: OpenFact, set_aside: Sequence[Contrast]) -> Iterator[Argument]:
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
        if is_when or is_aside or all(_is_time(reader, word) or tree.lower[word] == "the" for word in words):
            yield Argument("", tree.spelled((*link, *words))[:_LONGEST])
        else:
            yield Argument(tree.spelled(link).lower(), text[:_LONGEST])
    for part in fact.clause.complements:
        # why, when or unless what so: "because it is cheaper"
        marks = tree.labelled(part.head, "mark") if part.kind == "adverbial clause" else []
        is_behind = part.kind == "adverbial clause" and part.words[1:] and part.words[0] > fact.clause.verb
        if is_behind and part not in fact.complements:
            if tree.lower[part.words[0]] == "using":
                yield Argument("using", tree.spelled(part.words[1:])[:_LONGEST])
            elif tree.tag[part.words[0]] == "TO":
                yield Argument("", tree.spelled(part.words)[:_LONGEST])
        if part not in fact.complements and marks and marks[0] < part.head and tree.lower[marks[0]] != "to":
            words = tree.bare([word for word in part.words if word not in marks])
            if tree.lower[marks[0]] in _CIRCUMSTANCES:
                yield Argument("", tree.spelled((*marks, *words))[:_LONGEST])
            else:
                yield Argument(tree.spelled(marks).lower(), tree.spelled(words)[:_LONGEST])


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


def _time(reader: Reader, fact: OpenFact) -> str | None:
    for part in fact.complements:
        for word in part.words:
            index = reader.owners.get(word)
            if index is not None and reader.names[index].type is EntityType.TIME_UNIT:
                return reader.names[index].name
    return None
