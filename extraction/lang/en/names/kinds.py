"""What type a proper name has, judged by its words and by what its sentence says of it.

The small model mistakes films for places and places for people; "the film X", "X is a village" and "X County" do not.
"""

from typing import TYPE_CHECKING

from extraction.lang.en.dates.calendar import WEEKDAY_NAMES
from extraction.lang.en.facts.relations import COLLEAGUES, FAMILY, FRIENDS
from extraction.lang.en.lexicon import ACQUIRING, INTERJECTIONS, KINDS, NAME_ENDINGS, OF_HEADS, PETS, TECHNOLOGY_NAMES
from extraction.lang.en.names.called import nouns_of
from extraction.lang.en.names.names import own_start
from extraction.lang.en.parse.tree import COMMON
from extraction.lang.shared.label_confidence import PRODUCT
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

Judgement = tuple[EntityType, tuple[str, ...], float]
"""The type, why it differs from what was supposed or why it is surer, and that much more evidence in log-odds."""

_AGREES = 0.7
_CORRECTED = 0.3
_LONGEST_NAME = 4
_ACRONYM = 5
_PEOPLE = FAMILY | FRIENDS | COLLEAGUES
_PERSONAL = frozenset(
    (
        *("tell", "love", "like", "feel", "laugh", "marry", "cook", "smile", "graduate", "live", "work", "study"),
        *("eat", "drink", "attend", "bake", "sing", "sleep", "email", "text"),
    )
)
"""Verbs whose subject, if it has a name, is a person: "Kenji told me" is no place."""
_WORK = frozenset(("work", "study", "teach", "intern", "start", "job", "engineer", "manager", "developer", "role"))
_SLOTS = (
    (EntityType.ORGANIZATION, "dobj", "", "join leave quit found acquire"),
    (EntityType.ORGANIZATION, "pobj", "for", "work intern consult freelance"),
    (EntityType.ORGANIZATION, "pobj", "by", "hire employ acquire recruit sponsor"),
    (EntityType.ORGANIZATION, "pobj", "from", "graduate resign retire"),
    (EntityType.ORGANIZATION, "nsubj", "", "hire employ acquire recruit launch announce release sponsor"),
    (EntityType.LOCATION, "pobj", "to", "move fly travel relocate drive return commute"),
    (EntityType.LOCATION, "pobj", "from", "move fly travel relocate commute"),
    (EntityType.PERSON, "dobj", "", "marry email phone thank meet ask remind"),
    (EntityType.PERSON, "pobj", "with", "meet talk speak chat argue"),
    (EntityType.TECHNOLOGY, "dobj", "", "use install uninstall configure download"),
    (EntityType.TECHNOLOGY, "pobj", "with", "deploy code program"),
    (EntityType.TECHNOLOGY, "pobj", "on", "listen watch stream deploy"),
    (EntityType.CONCEPT, "pobj", "to", "switch migrate subscribe upgrade listen"),
    (EntityType.CONCEPT, "pobj", "from", "switch migrate"),
    (EntityType.DOCUMENT, "dobj", "", "watch rewatch stream read reread"),
)
"""What a name is that stands in such a place of such a verb: type, label, preposition, verbs."""
_BY_SLOT = {(label, preposition, verb): told for told, label, preposition, verbs in _SLOTS for verb in verbs.split()}
_INSTALLING = frozenset(("install", "uninstall", "configure", "download"))
_DAYS = frozenset((*WEEKDAY_NAMES, "christmas", "easter", "thanksgiving", "halloween", "weekend"))
_ONE_OF_MANY = frozenset("a an another my your his her our their".split())  # noqa: SIM905
"""What stands before a ware that is one of many: "bought a Tesla"."""
_THERE = frozenset(("at", "in", "to", "near", "from", "outside", "inside"))


def kind(span: "Span", supposed: EntityType) -> Judgement:
    """The type of a trimmed name that something supposed to be of one."""
    if span.text.lower() in TECHNOLOGY_NAMES and supposed is not EntityType.PERSON:
        return EntityType.TECHNOLOGY, ("known technology",), 2 * _AGREES
    said = _said(span)
    if said is not None:
        noun, told = said
        return told, (f"called {noun}",), _AGREES if told is supposed else _CORRECTED
    ware = _ware(span)
    if ware:
        return EntityType.OBJECT, (ware,), _AGREES
    if supposed is not EntityType.PERSON and _follows_role(span):
        return EntityType.PERSON, ("after a role",), _AGREES
    last, first = span[-1].lower_.rstrip("."), span[0].lower_
    ending = NAME_ENDINGS.get(last) if len(span) > 1 else None
    if ending is not None and supposed is not EntityType.PERSON:
        return ending, (f"ends in {last}",), _AGREES if ending is supposed else _CORRECTED
    if first in ("project", "operation") and 1 < len(span) <= _LONGEST_NAME:
        return EntityType.TASK, (f"begins with {first}",), _CORRECTED
    if len(span) > 2 and first in OF_HEADS and first in NAME_ENDINGS and span[1].lower_ == "of":
        return NAME_ENDINGS[first], (f"begins with {first}",), _CORRECTED
    if supposed is EntityType.PERSON and _has_article(span):
        place = span.start > 1 and span[0].nbor(-2).lower_ in _THERE
        return EntityType.LOCATION if place else EntityType.ORGANIZATION, ("article before it",), -_CORRECTED
    if supposed is EntityType.CONCEPT and (place := _where(span)) is not None:
        return place, ("where something is",), 0.0
    if supposed in (EntityType.CONCEPT, EntityType.PERSON) and (slot := _slot(span)) is not None:
        if supposed is EntityType.CONCEPT:
            return slot[0], (slot[1],), _AGREES
        if slot[0] is EntityType.TECHNOLOGY and len(span) == 1 and _is_at_hand(_first(span.root)):
            return slot[0], (slot[1],), _CORRECTED
    if supposed in (EntityType.LOCATION, EntityType.CONCEPT) and len(span) <= 2 and (why := _person(span)):
        return EntityType.PERSON, (why,), _AGREES
    return supposed, (), 0.0


def _is_at_hand(token: "Token") -> bool:
    """Whether somebody installs a thing, or tells that they use it: nobody is installed, and "used Einstein" may be."""
    verb = token.head if token.dep_ == "dobj" else token.head.head
    own = any(child.dep_ == "nsubj" and child.lower_ in ("i", "we", "user") for child in verb.children)
    return verb.lemma_ in _INSTALLING or (verb.lemma_ in ("use", "deploy") and own)


def _said(span: "Span") -> tuple[str, EntityType] | None:
    """The common noun that the sentence calls the name by: copula, apposition, or noun before it ("the film Heat")."""
    for noun in _nouns_about(span):
        word = noun.lemma_.lower()
        told = (KINDS.get(word) or (EntityType.PERSON if word in _PEOPLE else None)) if noun.tag_ in COMMON else None
        if told is not None:
            return word, told
    return None


def is_pet(span: "Span") -> bool:
    """Whether the sentence says that the name is an animal's, which the head takes for a person's."""
    return any(noun.lemma_.lower() in PETS for noun in _nouns_about(span))


def _ware(span: "Span") -> str:
    """Why a name is a thing's: one of them is bought, driven or sold; empty if nothing tells."""
    token = _first(span.root)
    verb = token.head
    if token.dep_ != "dobj" or not any(child.lower_ in _ONE_OF_MANY for child in span.root.children):
        return ""
    made = verb.lemma_ in ("have", "get", "use") and (span.root.ent_type_ == PRODUCT or not span.root.is_alpha)
    return f"beside {verb.lemma_}" if made or verb.lemma_ in ACQUIRING else ""


def _first(token: "Token") -> "Token":
    """The first of those that are joined with a word."""
    while token.dep_ == "conj":
        token = token.head
    return token


def _follows_role(span: "Span") -> bool:
    """Whether the span is a role and a full name ("Prime Minister Atal Bihari Vajpayee")."""
    own = own_start(span.doc, span.start, span.end)
    name = [word for word in span.doc[own : span.end] if word.tag_ in ("NNP", "NNPS") and word.is_title]
    return own > span.start and 1 < len(name) <= _LONGEST_NAME and len(name) == span.end - own


def _nouns_about(span: "Span") -> "list[Token]":
    root = span.root
    nouns = [child for child in root.children if child.dep_ == "appos" and child.i >= span.end]
    if root.dep_ in ("nsubj", "nsubjpass") and root.head.lemma_ == "be":
        # only the first: what follows a comma is often a list of other things
        nouns += [child for child in root.head.children if child.dep_ == "attr" and child.i > root.i][:1]
    first = _first(root)
    if first.dep_ == "appos" and first.head.i < span.start and (first == root or first.head.tag_ == "NNS"):
        nouns.append(first.head)
    nouns += nouns_of(first) or _possessed(first)
    before = span[0].nbor(-1) if span.start > 0 else None
    if before is not None and before.tag_ == "NN" and before.head in (root, root.head) and before.dep_ != "poss":
        nouns.append(before)
    return nouns


def _possessed(name: "Token") -> "list[Token]":
    """ "My favourite band is Radiohead": what somebody has, which the name is."""
    if name.dep_ != "attr" or name.head.lemma_ != "be":
        return []
    subjects = [child for child in name.head.children if child.dep_ == "nsubj"]
    return [noun for noun in subjects if any(child.dep_ == "poss" for child in noun.children)]


def _where(span: "Span") -> EntityType | None:
    """A place, or a firm one works at, when the name follows "in", "at" or "near"."""
    at = span.start - (2 if _has_article(span) else 1)
    if at < 0 or span.root.dep_ != "pobj" or span.text.isupper():
        return None
    preposition = span.doc[at]
    if preposition.lower_ == "at" and preposition.head.lemma_ in _WORK:
        return EntityType.ORGANIZATION
    plain = preposition.lower_ in ("in", "near") and at == span.start - 1
    return EntityType.LOCATION if plain or preposition.lower_ == "at" else None


def _slot(span: "Span") -> tuple[EntityType, str] | None:
    """What the verb makes of a name that stands written like one: "joined Acme", "works for Siemens"."""
    if span.text.isupper() and len(span.text) > _ACRONYM:
        return None
    if span.root.lower_.removesuffix("s") in _DAYS:
        return None
    token = _first(span.root)
    preposition = token.head.lower_ if token.dep_ == "pobj" else ""
    verb = token.head.head if preposition else token.head
    near = verb.pos_ == "VERB"
    while preposition and verb.dep_ in ("dobj", "pobj", "prep"):
        verb = verb.head  # the parser ties to "Radiohead" what "listen to Radiohead on Spotify" says of listening
    told = _BY_SLOT.get((token.dep_, preposition, verb.lemma_.lower())) if verb.pos_ == "VERB" else None
    told = told if near or told in (EntityType.TECHNOLOGY, EntityType.CONCEPT) else None
    return (
        None
        if told is None
        else (told, " ".join(word for word in ("beside", verb.lemma_.lower(), preposition) if word))
    )


def _has_article(span: "Span") -> bool:
    return span.start > 0 and span[0].nbor(-1).lower_ == "the" and len(span) <= 2 and span.text[-1:] != "s"


def _person(span: "Span") -> str:
    """Why a short name is a person's: somebody is greeted by it, or has a sister; empty if nothing tells."""
    if not all(token.tag_ in ("NNP", "NNPS") and token.text.istitle() for token in span):
        return ""
    if span.root.dep_ == "nsubj" and span.root.head.lemma_ in _PERSONAL:
        return f"who {span.root.head.lemma_}s"
    doc, at = span.doc, span.start - 1
    if at >= 0 and doc[at].text == "," and at > 0:
        at -= 1
    after = doc[span.end].text if span.end < len(doc) else "!"
    if at >= 0 and doc[at].lower_ in INTERJECTIONS and after[:1] in "!,.?:-":
        return "addressed"
    if after in ("'s", "’s") and span.end + 1 < len(doc) and span.root.dep_ == "poss":
        owned = span.root.head.lemma_.lower()
        return f"has a {owned}" if owned in _PEOPLE or owned in ("dog", "cat", "birthday", "wedding", "house") else ""
    return ""
