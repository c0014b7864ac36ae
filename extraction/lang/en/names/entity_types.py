"""Entity typing: the type of a proper name, by its words and by what its sentence says of it.

The recogniser mistakes films for places and places for people; "the film X", "X is a village" and "X County" do not.
"""

from typing import TYPE_CHECKING

from extraction.lang.en.dates.calendar import WEEKDAY_NAMES
from extraction.lang.en.facts.relations import COLLEAGUES, FAMILY, FRIENDS
from extraction.lang.en.names.names import bare_start
from extraction.lang.en.names.naming import nouns_of
from extraction.lang.en.parse.tree import COMMON, PROPER, first_conjunct
from extraction.lang.en.word_lists import (
    ACQUIRING,
    ARTICLES,
    DEPARTMENTS,
    INTERJECTIONS,
    KINDS,
    LANGUAGES,
    NAME_ENDINGS,
    OF_HEADS,
    PETS,
    TECHNOLOGY_NAMES,
    VERBS,
    words_of,
)
from extraction.names.forms.nicknames import is_given_name
from extraction.names.label_confidence import PRODUCT
from graph.model.types import EntityType

if TYPE_CHECKING:
    from collections.abc import Collection

    from spacy.tokens import Span, Token

TypeDecision = tuple[EntityType, tuple[str, ...], float]
"""The type, the reasons for it, and the evidence they add in log-odds."""

_AGREES = 0.7
_CORRECTED = 0.3
_DEFINED = 2.5
"""Of what the text itself says a name is: "Kamome, a booking platform", "Heat is a film"."""
_DEFINED_AS = "defined as "
_LONGEST_NAME = 4
_ACRONYM = 5
_PEOPLE = FAMILY | FRIENDS | COLLEAGUES
_PERSONAL_VERBS = VERBS.words("personal")
"""Verbs whose subject, if it has a name, is a person: "Kenji told me" is no place."""
_CALLINGS = frozenset(("name", "surname", "nickname", "word", "term", "title"))
"""What a name is as a word: "Sacunk, a name" may be a stream."""
_EMPLOYMENT = frozenset(
    ("work", "study", "teach", "intern", "start", "job", "engineer", "manager", "developer", "role")
)
_SLOT_LISTS = (
    ("dobj", "", "object_of"),
    ("nsubj", "", "subject_of"),
    *(("pobj", preposition, f"behind_{preposition}") for preposition in ("for", "by", "from", "to", "with", "on")),
)
_TYPE_BY_SLOT = {
    (label, preposition, verb): EntityType(value)
    for label, preposition, name in _SLOT_LISTS
    for verb, value in VERBS.values(name).items()
}
"""The type of a name by its label, preposition and verb: what "joined Acme" and "works for Siemens" say of it."""
_MOVERS = frozenset(("i", "he", "she", "they", "who"))
"""Who moves house: what "we" move to is more often a tool, or a day."""
_INSTALLING = frozenset(("install", "uninstall", "configure", "download"))
_DAYS = frozenset((*WEEKDAY_NAMES, "christmas", "easter", "thanksgiving", "halloween", "weekend"))
_HELD = words_of("dog cat birthday wedding house home place flat apartment garage bike phone sofa desk")
"""What only a person has, and no place: "at Lucas's place"."""
_INDEFINITE = frozenset(("a", "an", "another", "my", "your", "his", "her", "our", "their"))
"""Determiners before a product that is one of many: "bought a Tesla"."""
_PLACE_PREPOSITIONS = frozenset(("at", "in", "to", "near", "from", "outside", "inside"))

_SOFTWARE_VERBS = VERBS.words("software")


def entity_type(span: "Span", supposed: EntityType) -> TypeDecision:
    """The type of a trimmed name, given the type that the recogniser or a rule supposes."""
    if span.text.lower() in TECHNOLOGY_NAMES and (supposed is not EntityType.PERSON or _is_handled_as_software(span)):
        return EntityType.TECHNOLOGY, ("known technology",), 2 * _AGREES
    if len(span) == 1 and span[0].lower_ in LANGUAGES and supposed is not EntityType.PERSON:
        return EntityType.CONCEPT, ("language or people",), _AGREES
    stated = _stated_type(span)
    if stated is not None:
        noun, type_, is_defined = stated
        if is_defined:
            return type_, (f"{_DEFINED_AS}{noun}",), _DEFINED
        return type_, (f"called {noun}",), _AGREES if type_ is supposed else _CORRECTED
    product_reason = _product_reason(span)
    if product_reason:
        return EntityType.OBJECT, (product_reason,), _AGREES
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
        is_place = span.start > 1 and span[0].nbor(-2).lower_ in _PLACE_PREPOSITIONS
        return EntityType.LOCATION if is_place else EntityType.ORGANIZATION, ("article before it",), -_CORRECTED
    if supposed is EntityType.CONCEPT and (place_type := _type_by_place_preposition(span)) is not None:
        return place_type, ("where something is",), 0.0
    if supposed in (EntityType.CONCEPT, EntityType.PERSON) and (slot := _type_by_slot(span)) is not None:
        slot_type, reason = slot
        if supposed is EntityType.CONCEPT:
            return slot_type, (reason,), _AGREES
        if slot_type is EntityType.ORGANIZATION and is_joined_in_a_role(span):
            return slot_type, (reason,), _CORRECTED
        if slot_type is EntityType.TECHNOLOGY and len(span) == 1 and _is_software_in_use(first_conjunct(span.root)):
            return slot_type, (reason,), _CORRECTED
    if supposed in (EntityType.LOCATION, EntityType.CONCEPT) and len(span) <= 2 and (reason := _person_reason(span)):
        return EntityType.PERSON, (reason,), _AGREES
    return supposed, (), 0.0


def _is_handled_as_software(span: "Span") -> bool:
    """ "switched from Jira", "replaced Redis with Kafka": what the recogniser takes for a person, it is not here."""
    token = first_conjunct(span.root)
    verb = token.head.head if token.dep_ == "pobj" else token.head
    return token.dep_ in ("dobj", "pobj") and verb.lemma_ in _SOFTWARE_VERBS


def _is_software_in_use(token: "Token") -> bool:
    """Whether somebody installs a thing, or the speaker uses it: "used Einstein" may still be about the person."""
    verb = token.head if token.dep_ == "dobj" else token.head.head
    by_speaker = any(child.dep_ == "nsubj" and child.lower_ in ("i", "we", "user") for child in verb.children)
    return verb.lemma_ in _INSTALLING or (verb.lemma_ in ("use", "deploy") and by_speaker)


def is_joined_in_a_role(span: "Span") -> bool:
    """Whether a name that nobody is given is joined in a role, as a firm is: "joined Contoso as a designer"."""
    name = first_conjunct(span.root)
    in_role = any(
        child.dep_ == "prep" and child.lower_ == "as" and any(noun.dep_ == "pobj" for noun in child.children)
        for child in (*name.head.children, *name.children)
    )
    return in_role and len(span) == 1 and name.head.lemma_ == "join" and not is_given_name(name.lower_)


def _stated_type(span: "Span") -> tuple[str, EntityType, bool] | None:
    """The common noun that types the name, by copula, apposition, or before it ("the film Heat"), and its type.

    Last: whether it defines the name, and does not only stand beside it.
    """
    defining = _defining_nouns(span)
    for noun in (*defining, *_nouns_beside(span)):
        word = noun.lemma_.lower()
        type_ = (KINDS.get(word) or (EntityType.PERSON if word in _PEOPLE else None)) if noun.tag_ in COMMON else None
        if type_ is not None:
            return word, type_, _defines(noun, span, is_behind=noun in defining)
    return None


def _defines(noun: "Token", span: "Span", *, is_behind: bool) -> bool:
    """ "Kamome, a platform", "Kamome is a platform", "two products: Kamome and Tomoshibi": it says what a thing is."""
    if noun.lemma_.lower() in _CALLINGS:
        return False
    if is_behind:
        return any(child.lower_ in ARTICLES for child in noun.children)
    return noun.tag_ == "NNS" and noun.i < span.start and noun.nbor(1).text == ":"


def is_defined(reasons: "Collection[str]") -> bool:
    """Whether a name has its type by what the text says that it is."""
    return any(reason.startswith(_DEFINED_AS) for reason in reasons)


def is_pet(span: "Span") -> bool:
    """Whether the sentence says that the name is an animal's, which the recogniser takes for a person's."""
    return any(noun.lemma_.lower() in PETS for noun in (*_defining_nouns(span), *_nouns_beside(span)))


def _product_reason(span: "Span") -> str:
    """Why a name is a product's: "a" or "my" one is bought, driven or sold; empty if nothing tells."""
    token = first_conjunct(span.root)
    verb = token.head
    if token.dep_ != "dobj" or not any(child.lower_ in _INDEFINITE for child in span.root.children):
        return ""
    is_product = verb.lemma_ in ("have", "get", "use") and (span.root.ent_type_ == PRODUCT or not span.root.is_alpha)
    return f"beside {verb.lemma_}" if is_product or verb.lemma_ in ACQUIRING else ""


def _follows_role(span: "Span") -> bool:
    """Whether the span is a role and a full name ("Prime Minister Atal Bihari Vajpayee")."""
    start = bare_start(span.doc, span.start, span.end)
    name = [word for word in span.doc[start : span.end] if word.tag_ in PROPER and word.is_title]
    return start > span.start and 1 < len(name) <= _LONGEST_NAME and len(name) == span.end - start


def _defining_nouns(span: "Span") -> "list[Token]":
    """The nouns in apposition behind the name and a sign, and the one that it "is".

    No sign parts what a gap joins: "Ann maintains the app, Ken the shop".
    """
    root = span.root
    nouns = [
        child
        for child in root.children
        if child.dep_ == "appos" and child.i >= span.end and not span.doc[child.left_edge.i - 1].is_alpha
    ]
    if root.dep_ in ("nsubj", "nsubjpass") and root.head.lemma_ == "be":
        # only the first: what follows a comma is often a list of other things
        nouns += [child for child in root.head.children if child.dep_ == "attr" and child.i > root.i][:1]
    return nouns


def _nouns_beside(span: "Span") -> "list[Token]":
    """The other nouns that tell what the name is: "the film Heat", "two cats, Momo and Luna"."""
    root, nouns = span.root, list["Token"]()
    first = first_conjunct(root)
    if first.dep_ == "appos" and first.head.i < span.start and (first == root or first.head.tag_ == "NNS"):
        nouns.append(first.head)
    nouns += nouns_of(first) or _possessed_subjects(first)
    before = span[0].nbor(-1) if span.start > 0 else None
    if before is not None and before.tag_ == "NN" and before.head in (root, root.head) and before.dep_ != "poss":
        nouns.append(before)
    return nouns


def _possessed_subjects(name: "Token") -> "list[Token]":
    """The subject of "is" where somebody has it: "My favourite band is Radiohead"."""
    if name.dep_ != "attr" or name.head.lemma_ != "be":
        return []
    subjects = [child for child in name.head.children if child.dep_ == "nsubj"]
    return [noun for noun in subjects if any(child.dep_ == "poss" for child in noun.children)]


def _type_by_place_preposition(span: "Span") -> EntityType | None:
    """A location, or the organization somebody works at, where the name follows "in", "at" or "near"."""
    at = span.start - (2 if _has_article(span) else 1)
    if at < 0 or span.root.dep_ != "pobj" or span.text.isupper():
        return None
    preposition = span.doc[at]
    if preposition.lower_ == "at" and preposition.head.lemma_ in _EMPLOYMENT:
        return EntityType.ORGANIZATION
    is_bare = preposition.lower_ in ("in", "near") and at == span.start - 1
    return EntityType.LOCATION if is_bare or preposition.lower_ == "at" else None


def _type_by_slot(span: "Span") -> tuple[EntityType, str] | None:
    """The type that the verb asks of its argument, and the reason: "joined Acme", "works for Siemens"."""
    if span.text.isupper() and len(span.text) > _ACRONYM:
        return None
    if span.root.lower_.removesuffix("s") in _DAYS:
        return None
    token = first_conjunct(span.root)
    preposition = token.head.lower_ if token.dep_ == "pobj" else ""
    verb = token.head.head if preposition else token.head
    is_direct = verb.pos_ == "VERB"
    while preposition and verb.dep_ in ("dobj", "pobj", "prep"):
        # in "listen to Radiohead on Spotify" the parser attaches "on Spotify" to "Radiohead"
        verb = verb.head
    if verb.pos_ != "VERB":
        return None
    lemma = verb.lemma_.lower()
    type_ = _TYPE_BY_SLOT.get((token.dep_, preposition, lemma))
    if type_ is None or not (is_direct or type_ in (EntityType.TECHNOLOGY, EntityType.CONCEPT)):
        return None
    if lemma == "move" and (not _moves_house(verb) or span.text.lower() in DEPARTMENTS):
        type_ = EntityType.CONCEPT
    return type_, f"beside {lemma} {preposition}".rstrip()


def _moves_house(verb: "Token") -> bool:
    """Whether somebody moves: "Ken moved to Leeds", and not "We moved to Kafka", "Dinner moves to Luigi's"."""
    subjects = [child for child in verb.children if child.dep_ == "nsubj"]
    return any(word.lower_ in _MOVERS or word.tag_ in PROPER for word in subjects)


def _has_article(span: "Span") -> bool:
    return span.start > 0 and span[0].nbor(-1).lower_ == "the" and len(span) <= 2 and span.text[-1:] != "s"


def _person_reason(span: "Span") -> str:
    """Why a short name is a person's: "Hey Anna", "Anna's sister"; empty if nothing tells."""
    if not all(token.tag_ in PROPER and token.text.istitle() for token in span):
        return ""
    if span.root.dep_ == "nsubj" and span.root.head.lemma_ in _PERSONAL_VERBS:
        return f"who {span.root.head.lemma_}s"
    doc, at = span.doc, span.start - 1
    if at >= 0 and doc[at].text == "," and at > 0:
        at -= 1
    after = doc[span.end].text if span.end < len(doc) else "!"
    if at >= 0 and doc[at].lower_ in INTERJECTIONS and after[:1] in "!,.?:-":
        return "addressed"
    if after in ("'s", "’s") and span.end + 1 < len(doc) and span.root.dep_ == "poss":
        owned = span.root.head.lemma_.lower()
        return f"has a {owned}" if owned in _PEOPLE or owned in _HELD else ""
    return ""
