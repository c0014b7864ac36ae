"""Which clauses tell no fact that is worth keeping, and how sure the others are."""

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from extraction.lang.en.clauses.claims import DIRECTIVES, controller
from extraction.lang.en.clauses.clauses import HANGING, Clause, Complement, is_passive
from extraction.lang.en.facts.described import CONTACTS
from extraction.lang.en.facts.relations import PERSON_NOUNS
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.modality.cues import has_to
from extraction.lang.en.modality.mood import mood_at
from extraction.lang.en.names.speaker import refers_to_speaker
from extraction.lang.en.open_facts.confidence import with_confidence
from extraction.lang.en.open_facts.facts import OUTCOME, OpenFact
from extraction.lang.en.parse.tree import ASKING, COMMON, PROPER, Tree
from extraction.lang.en.word_lists import CHANGING, COLLIDING, KEEPING, ROLES
from extraction.names.identifiers import kind_of
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, Modality

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_PARTS_OF_NOUNS: Final = frozenset(("noun-preposition", "quality", "possessive", "possessive pronoun"))
"""Rules of clauses that only repeat how a noun is described."""
_THINKING: Final = ("think", "guess", "believe")
_ANYBODY: Final = frozenset(
    ("someone", "somebody", "anyone", "anybody", "everyone", "everybody", "both", "all", "each", "some", "most", "many")
)
"""Subjects of whom nothing can be kept."""
PLACES: Final = (EntityType.TECHNOLOGY, EntityType.DOCUMENT, EntityType.OBJECT)
_PLACING: Final = frozenset(("in", "on", "of", "from", "under", "inside", "within"))
_WORD: Final = re.compile(r"[A-Za-z][\w.-]+")
_SIGNS: Final = ("→", "*", "•", "{", "}")
"""What stands between or before the things of a line, and in no end of a fact."""
_OPEN_END: Final = re.compile(r"(?:^|\s)(?:the|and|or|an)$")
_FORMULA: Final = re.compile(r"\\(?:[(\[{]|[a-z]+\{|$)|[²³√∩]|^[−=]|\d [=×÷] \d")
_PLACED: Final = 0.5
"""How often a noun before an identifier is in it, on it or of it; set by hand."""
_OUTCOME: Final = 0.5
"""How often a passive that says no more is told for what became of its subject; set by hand."""
_HEADINGS: Final = {("call", "with"), *((noun, "of") for noun in ("result", "start", "review", "report"))}
"""Nouns of headings with their preposition, which the tagger takes for orders."""


def with_text_confidence(reader: Reader, fact: OpenFact) -> OpenFact:
    """A fact of a text that is no note of work with its confidence."""
    if fact.shape == OUTCOME:
        return replace(fact, confidence=_OUTCOME)
    weighed = with_confidence(reader.tree, fact)
    if _is_placed(reader, fact):
        return replace(weighed, confidence=max(weighed.confidence, _PLACED))
    return replace(weighed, confidence=0.0) if _is_noise(reader, fact) else weighed


def is_cut(literal: LiteralFact) -> bool:
    """Whether a part is a piece of something else: of a formula, "\\(P(A", of what stands in brackets or quotes, or
    of a phrase, "I use the".
    """
    parts = literal.subject_text, literal.predicate, literal.object_text
    is_word = re.search(r"[^\W\d_]", literal.predicate) is not None
    return not is_word or any(
        (part != literal.predicate and _OPEN_END.search(part))
        or _FORMULA.search(part)
        or part.count("(") != part.count(")")
        or part.count('"') % 2
        for part in parts
    )


def is_torn(reader: Reader, fact: OpenFact) -> bool:
    """Whether the end of a fact is cut out of a row of numbers or a name with a number: "sides of 13" of "sides of 13,
    14 and 15 cm", "Room" of "Room 2"; "rang Ann" of "rang Ann 3 times" is whole.
    """
    tree, words = reader.tree, fact.complements[0].words
    targets = [target for part in fact.clause.complements[:1] for target in part.targets] or words
    if not words or all(tree.tag[target] == "CD" or is_day(reader, target) for target in targets):
        return False  # "opens 80 and 443", "on 3 May, two days late"
    first, last = words[0], words[-1]
    before = tree.doc[max(0, first - 3) : first]
    behind = tree.doc[last + 1 : last + 4]
    if tree.tag[last] in PROPER and [word.tag_ for word in behind[:1]] == ["CD"]:
        is_apart = any(last + 1 in part.words for part in fact.complements)
        return not is_apart and tree.tag[min(last + 2, len(tree.tag) - 1)] not in COMMON
    is_within = tree.tag[last] == "CD" and _next_in_row(behind) == "CD"
    return is_within or (tree.tag[first] == "CD" and _next_in_row(list(reversed(before))) == "CD")


def _next_in_row(words: "Sequence[Token] | Span") -> str:
    """The tag of the word behind a comma, an "and" or both; nothing where none stands there."""
    signs = list(itertools.takewhile(lambda word: word.lower_ in (",", "and", "or"), words))
    return words[len(signs)].tag_ if signs and len(signs) < len(words) else ""


def is_adverb(tree: Tree, part: Complement) -> bool:
    """Whether a part is a bare adverb: "runs well", and not "well above the limit"."""
    is_bare = not any(tree.dep[child] == "prep" for child in tree.kids[part.head])
    is_lone = part.kind == "adverbial" and tree.tag[part.head].startswith(("RB", "RP"))
    return is_bare and (is_lone or (part.kind == "adjective" and tree.tag[part.head] == "RB"))


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
        if is_listed or is_day(reader, noun) or kind_of(tree.text[noun]) is not None:
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
        if tree.tag[main.words[0]] == "DT" and (tree.text[before].isalnum() or tree.labelled(noun, "nummod")):
            return (
                True  # a clause without its verb: "Ken updates the page, Mia the list", "one has 22 rooms, the other"
            )
        if tree.tag[noun] in COMMON and tree.tag[target] in COMMON and tree.text[main.words[0] - 1] == ",":
            return True  # "22 rooms, two people at the desk": a row of things
        return tree.tag[target] not in COMMON and (tree.tag[noun] not in COMMON or tree.tag[target] not in PROPER)
    if rule == "participle" and fact.clause.subjects[0] not in reader.owners:
        # "the ones seen since May": which of them are meant
        return any(is_day(reader, target) for target in main.targets)
    return all(is_adverb(tree, part) for part in fact.complements)


def is_day(reader: Reader, word: int) -> bool:
    """Whether a word is part of a date or a time."""
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
    is_place = type_ in PLACES and (kind is None or kind.name not in ("function", "address"))
    is_noun = _WORD.fullmatch(reader.tree.text[fact.clause.subjects[0]]) is not None
    is_noun = is_noun and not any(reader.tree.tag[word] == "CD" for word in fact.clause.subject_words)
    return is_place and is_noun and reader.tree.lower[main.link[0]] in _PLACING


def _is_there(reader: Reader, noun: int, link: int) -> bool:
    """Whether a certain thing stands in a place: "the lab bench in Leeds", and not "a flat in Leeds"."""
    tree = reader.tree
    is_thing = tree.tag[noun] == "NN" and not is_somebody(tree, noun)
    return is_certain(tree, noun) and is_thing and tree.lower[link] in ("in", "at")


def is_somebody(tree: Tree, noun: int) -> bool:
    """Whether a noun is for a person: "our contact"."""
    lemma = tree.lemma[noun].lower()
    return lemma in PERSON_NOUNS or lemma in CONTACTS


def is_certain(tree: Tree, noun: int) -> bool:
    """Whether a noun is of something that is known to be there: "the path", "my bench"."""
    return any(tree.lower[child] == "the" or tree.dep[child] == "poss" for child in tree.kids[noun] if child < noun)


def is_no_fact(reader: Reader, fact: OpenFact) -> bool:
    """Whether a clause only gives the speaker a name, or orders something made up: "Write a story in which …"."""
    tree = reader.tree
    if fact.clause.rule == "order":
        # "please look at it" asks whoever reads
        is_asking = "please" in tree.lower[reader.doc[fact.clause.verb].sent.start : fact.clause.verb]
        is_asking = is_asking and not reader.marked and not _leaves_in_state(tree, fact)
        if is_asking or _is_called(reader, fact.clause) or fact.clause.verb in reader.owners or _is_heading(tree, fact):
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


def _leaves_in_state(tree: Tree, fact: OpenFact) -> bool:
    """Whether an order puts or leaves a thing in a state that holds from then on: "Please put the order on hold"."""
    main, *rest = fact.complements
    is_open = any(tree.lower[word] in ("a", "an", "your") for word in tree.kids[main.head])
    is_thing = main.kind == "object" and tree.pos[main.head] in ("NOUN", "PROPN") and not is_open
    is_state = bool(rest or tree.labelled(main.head, "acl"))
    return is_thing and is_state and tree.lemma[fact.clause.verb] in KEEPING | CHANGING


def _is_no_subject(reader: Reader, fact: OpenFact) -> bool:
    """Whether a subject is nothing that facts are told of: a bare number, a day, "which lid", a line of signs.

    Nor who is asked in "Let me know if it leaks".
    """
    tree, words = reader.tree, fact.clause.subject_words
    if fact.shape == "there" or not words or not fact.clause.subjects:
        return False
    head = fact.clause.subjects[0]
    if tree.tag[words[0]] in ("VBZ", "VBP", "MD") or ";" in tree.spelled(words) or ", so " in tree.spelled(words):
        return True  # a clause: "collides with the fair, so the talk"
    if tree.tag[words[0]] == "UH" or (len(words) == 1 and tree.lower[head] in ("here", "there")):
        return True  # "Please no merges into main", "Here's how it works"
    if words[0] > 0 and tree.tag[words[0] - 1] == "UH" and tree.text[words[-1] + 1 : words[-1] + 2] == [","]:
        return True  # who is greeted: "Hey Ann, been a while"
    is_number = tree.tag[head] == "CD" and not tree.labelled(head, "prep") and head not in reader.owners
    is_asked = tree.lower[head] == "me" and tree.lemma[tree.head[fact.clause.verb]] == "let"
    is_which = tree.tag[words[0]] == "WP$" or (tree.tag[words[0]] in ASKING and tree.dep[words[0]] == "det")
    is_clause = fact.clause.rule == "relative" and tree.tag[head] in ("VBD", "VBP", "VBZ")  # "It leaks, which is bad"
    is_day_alone = is_day(reader, head) and tree.lemma[fact.clause.verb] not in COLLIDING
    is_bare = is_number or is_asked or is_which or is_clause or is_day_alone
    is_bare = is_bare or not any(map(str.isalnum, tree.spelled(words)))
    return is_bare or any(tree.text[word] in _SIGNS for word in words)


def _is_called(reader: Reader, clause: Clause) -> bool:
    """Whether an order ends with the name of who is to follow it: "Leave it on, Ann."."""
    sentence = [word for word in reader.doc[clause.verb].sent if word.text.strip(" .!?\n")]
    index = reader.owners.get(sentence[-1].i)
    name = None if index is None else reader.names[index]
    return name is not None and name.type is EntityType.PERSON and reader.tree.text[name.start - 1] == ","


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


def _is_purpose(tree: Tree, clause: Clause) -> bool:
    """Whether an infinitive only tells what something is for, as in "a chance to win", "uses it to see".

    Not behind "asked Tom to".
    """
    first = clause.verb
    while clause.rule == "participle" and tree.dep[first] == "conj":
        first = tree.head[first]  # "the chance to meet and greet Ann"
    if clause.rule not in (*HANGING, "participle", "controlled") or not has_to(tree.doc[first]):
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
