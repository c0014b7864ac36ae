"""What a noun phrase tells by itself: what a list in brackets holds, with which firm somebody is.

"a full export (a.csv, b.csv)" contains both, "the codes (tim-02, oam-01)" are these; "our contact at Acme is Ann" and
"Ann from Acme" work for Acme; what was upgraded to version 5 has it.
"""

import re
from collections.abc import Iterator
from typing import Final

from extraction.lang.en.facts.kinds_named import examples, kin, kind_relation, others
from extraction.lang.en.facts.relations import PERSON_NOUNS
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.modality.cues import PLAIN
from extraction.lang.en.modality.mood import mood_at
from extraction.lang.en.names.names import RULE
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import NOUNS, VERBS
from graph.model.extraction import LiteralFact
from graph.model.types import EntityType, RelationType

_LISTED, _EMPLOYED = 0.6, 0.65
"""How often a list in brackets and the firm behind a person are read right; set by hand."""
_CODE: Final = re.compile(r"(?=.*[\d_./-])[\w./#@-]+\w")
"""An item of a list in brackets that is no word of a sentence: a file, a code, a version."""
_OPENS, _CLOSES = ("(", "["), (")", "]")
_FIRMS: Final = (EntityType.ORGANIZATION,)
CONTACTS: Final = NOUNS.words("contact")
"""What somebody is to others at a firm."""
_MEANS: Final = VERBS.words("means")
_OF_FIRM: Final = ("at", "from", "with")


def described(reader: Reader) -> Iterator[LiteralFact]:
    """The facts of the noun phrases of a document."""
    for place, text in enumerate(reader.tree.text):
        if text in _OPENS:
            yield from _listed(reader, place)
        elif reader.tree.dep[place] == "prep" and reader.tree.lower[place] in _OF_FIRM:
            yield from _employed(reader, place)
        elif reader.tree.lower[place] == "version":
            yield from _changed_to(reader, place)
        elif reader.tree.tag[place] in COMMON:
            yield from _of_kin(reader, place)
        for member, kind in (*examples(reader.tree, place), *others(reader.tree, place)):
            yield _of_kind(reader, member, kind)


def _of_kind(reader: Reader, member: int, kind: int) -> LiteralFact:
    """ "pears | are a kind of | fruits"."""
    tree, relation = reader.tree, kind_relation(reader.tree, member)
    predicate = "is one of" if relation is RelationType.INSTANCE_OF else "is a kind of"
    words, thing = (tree.spelled(_bare(tree, noun)) for noun in (member, kind))
    return _fact(reader, member, reader.owners.get(member), words, predicate, thing, relation, _LISTED)


def _of_kin(reader: Reader, noun: int) -> Iterator[LiteralFact]:
    """ "Karen | has | daughter", of "Karen's daughter starts school"."""
    known = kin(reader, noun)
    if known is not None:
        owner, sense = known
        name = reader.names[reader.owners[owner]]
        words = reader.tree.spelled(range(name.start, name.end))
        text = reader.tree.spelled(_bare(reader.tree, noun))
        yield _fact(reader, noun, reader.owners[owner], words, "has", text, sense.type, _EMPLOYED)


def _changed_to(reader: Reader, version: int) -> Iterator[LiteralFact]:
    """The version that something was changed to: "upgraded Neo4j to version 5.26"."""
    tree, noun = reader.tree, version - 2
    behind = tree.text[version + 1] if version + 1 < len(tree.text) else ""
    verb = tree.verb_above(noun) if noun > 0 and tree.lower[version - 1] == "to" and behind[:1].isdigit() else None
    if verb is None or tree.tag[verb] not in ("VBD", "VBN") or mood_at(tree.doc[verb]) != PLAIN:
        return
    words = tree.spelled(tree.phrase(noun, alone=True))
    index = reader.owners.get(noun)
    if index is not None or tree.tag[noun] in (*COMMON, *PROPER):
        yield _fact(reader, noun, index, words, "version", behind, RelationType.RELATES_TO, _LISTED)


def _listed(reader: Reader, opening: int) -> Iterator[LiteralFact]:
    tree = reader.tree
    items: list[list[int]] = [[]]
    for at in range(opening + 1, len(tree.text)):
        if tree.text[at] in _CLOSES or at == opening + 40:
            break
        if tree.text[at] in (",", ";") or tree.lower[at] in ("and", "or"):
            items.append([])
        else:
            items[-1].append(at)
    spelled = [tree.spelled(item) for item in items if item]
    noun = _noun_before(reader, opening)
    if noun is None or len(spelled) < 2 or not all(_CODE.fullmatch(item) for item in spelled):
        return
    words = tree.spelled(tree.phrase(noun, alone=True))
    is_kind = tree.tag[noun] == "NNS"
    for item, text in zip([item for item in items if item], spelled, strict=True):
        index = reader.owners.get(item[0])
        if is_kind:
            yield _fact(reader, noun, index, text, "is one of", words, RelationType.INSTANCE_OF, _LISTED)
        else:
            yield _fact(reader, noun, reader.owners.get(noun), words, "contains", text, RelationType.CONTAINS, _LISTED)


def _noun_before(reader: Reader, opening: int) -> int | None:
    """The noun that a bracket tells of: right before it, or, behind a day, the object of the clause."""
    tree, before = reader.tree, opening - 1
    if before < 0 or tree.doc[before].sent.start != tree.doc[opening].sent.start:
        return None
    if tree.tag[before] in COMMON and not tree.text[before][:1].isdigit():
        return before
    verb = tree.verb_above(before)
    if not tree.text[before][:1].isdigit() or verb is None:
        return None
    objects = [thing for thing in tree.labelled(verb, "dobj") if tree.tag[thing] in COMMON]
    return objects[0] if len(objects) == 1 else None


def _employed(reader: Reader, preposition: int) -> Iterator[LiteralFact]:
    """ "Ann from Acme"; "our contact at Acme is Ann", where whatever somebody is contact at is a firm."""
    tree = reader.tree
    firms = [end for end in tree.labelled(preposition, "pobj") if tree.tag[end] in PROPER and end in reader.owners]
    bearer = tree.head[preposition]
    if len(firms) != 1:
        return
    firm = reader.names[reader.owners[firms[0]]]
    person = reader.owners.get(bearer)
    predicate = f"is {tree.lower[preposition]}"
    if tree.lemma[bearer].lower() in CONTACTS or (tree.lemma[bearer].lower() in PERSON_NOUNS and firm.type in _FIRMS):
        named = _named_as(tree, bearer)
        person = None if named is None else reader.owners.get(named)
        predicate = f"is {tree.spelled(_bare(tree, bearer))} {tree.lower[preposition]}"
    elif firm.type not in _FIRMS or bearer != preposition - 1:
        return
    if person is None or reader.names[person].type is not EntityType.PERSON:
        return
    text = tree.spelled(range(firm.start, firm.end))
    name = reader.names[person]
    words = tree.spelled(range(name.start, name.end))
    yield _fact(reader, bearer, person, words, predicate, text, RelationType.WORKS_FOR, _EMPLOYED)


def _named_as(tree: Tree, noun: int) -> int | None:
    """Who a noun is said to be: "our contact at Acme is Ann", "Ann is our contact at Acme"."""
    verb = tree.head[noun]
    is_now = tree.lemma[verb] == "be" and tree.tag[verb] in ("VBZ", "VBP") and mood_at(tree.doc[verb]) == PLAIN
    if not is_now or tree.dep[noun] not in ("nsubj", "attr"):
        return None
    others = tree.labelled(verb, "attr" if tree.dep[noun] == "nsubj" else "nsubj")
    return others[0] if len(others) == 1 and tree.tag[others[0]] in PROPER else None


def _bare(tree: Tree, noun: int) -> list[int]:
    before = [at for at in tree.kids[noun] if tree.dep[at] in ("compound", "amod") and at < noun]
    if before and tree.text[before[0]].istitle() and tree.lower[before[0]] in _MEANS and tree.tag[noun] == "NNS":
        before = before[1:]  # "Use apps like Signal", an order
    return [*before, noun]


def _fact(
    reader: Reader, place: int, subject: int | None, words: str, predicate: str, thing: str, kind: RelationType,
    confidence: float,
) -> LiteralFact:  # fmt: skip
    sentence = reader.doc[place].sent
    return LiteralFact(
        subject=subject,
        subject_text=words,
        predicate=predicate,
        lemma=predicate.replace("is ", "be ", 1).replace("contains", "contain").replace("has", "have"),
        object=None,
        object_text=thing,
        type=kind,
        start=sentence.start_char,
        end=sentence.start_char + len(sentence.text.rstrip()),
        confidence=confidence,
        reasons=("described",),
        method=RULE,
    )
