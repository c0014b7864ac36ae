"""Which relation a literal fact states, by the same tables as facts between names.

"The hinge is part of the gate" is read with "of" in its predicate: part of, between the hinge and the gate. An end that
is no name has no type, so only relations that tie things of any type are told of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.lang.en.clauses.clauses import Complement
from extraction.lang.en.facts.relations import (
    NAMED_ALONE,
    PERSON_NOUNS,
    is_led_by,
    is_relation_phrase,
    is_relational,
    kind_named,
    noun_relation,
    relation_of_kinds,
)
from extraction.lang.en.open_facts.facts import OpenFact
from extraction.lang.en.parse.tree import COMMON, Tree
from extraction.lang.en.word_lists import CONSUMED, PARTITIVES, PRAISE, VAGUE_NOUNS
from extraction.lang.shared.senses import Sense
from graph.model.types import EntityType, Polarity, RelationType

_DEFINITE: Final = ("DT", "PRP$")
"""Tags of determiners, which make a noun a certain one; "a" is none of them."""
_BY_NOUN: Final = "by noun"


def with_noun_in_predicate(tree: Tree, fact: OpenFact) -> OpenFact:
    """A fact with the noun in its predicate that says how one stands to another: "is part of", "takes place at"."""
    main, *rest = fact.complements
    noun = main.targets[0] if len(main.targets) == 1 else None
    if noun is None or main.kind not in ("predicative", "object", "preposition"):
        return fact
    is_stated = main.kind == "predicative" and is_relational(tree.lemma[noun])
    start = [tree.lemma[verb] for verb in fact.clause.chain[-1:]]
    start += [*(tree.lower[word] for word in main.link if main.kind == "preposition"), tree.lemma[noun]]
    for link in tree.labelled(noun, "prep"):
        ends = tree.labelled(link, "pobj")
        is_phrase = is_relation_phrase(" ".join((*start, tree.lower[link])))
        if len(ends) == 1 and (is_phrase or (is_stated and is_led_by(tree.lemma[noun], tree.lower[link]))):
            below = tuple(word for word in tree.under(link) if word != link and word in main.words)
            links = (*main.link, noun, link) if is_phrase else (link,)
            part = Complement(
                kind="preposition", head=link, verb=main.verb, words=(link, *below), link=links, targets=(ends[0],)
            )
            return _with_words_before(tree, fact, part, rest, shape=fact.shape if is_phrase else _BY_NOUN)
    for part in rest if main.kind != "predicative" else ():
        if part.kind == "preposition" and is_relation_phrase(" ".join((*start, *(tree.lower[at] for at in part.link)))):
            moved = replace(part, link=(*main.link, noun, *part.link))
            others = [other for other in rest if other is not part]
            return _with_words_before(tree, fact, moved, others, shape=fact.shape)
    return fact


def _with_words_before(
    tree: Tree, fact: OpenFact, part: Complement, rest: Sequence[Complement], *, shape: str
) -> OpenFact:
    """The fact with `part` as its main complement, and what stands before that in its predicate."""
    main = fact.complements[0]
    before = [word for word in (*main.words, *part.link) if word not in part.words or word in part.link]
    before = [word for word in before if main.kind != "preposition" or word not in main.link]
    below = [word for word in part.words if word not in part.link]
    arguments = (tree.spelled(below), *(tree.spelled(other.words) for other in rest))
    predicate = f"{fact.predicate} {tree.spelled(before)}"
    return replace(fact, predicate=predicate, arguments=arguments, complements=(part, *rest), shape=shape)


def lemma_of(tree: Tree, fact: OpenFact) -> str:
    """The predicate in dictionary form with its preposition: "depend on", "be close to", "be part of"."""
    clause, main = fact.clause, fact.complements[0]
    words = [tree.lemma[verb] for verb in clause.chain] or [clause.implied or "be"]
    noun = _noun_before(tree, fact)
    words += [tree.lemma[noun]] if noun is not None else []
    words += [tree.lower[main.head]] if main.kind == "adjective" and main.link else []
    links = main.link if main.kind in ("preposition", "adjective") else ()
    return " ".join((*words, *(tree.lemma[at] if tree.tag[at] in COMMON else tree.lower[at] for at in links)))


def sense_of_literal(
    tree: Tree,
    fact: OpenFact,
    lemma: str,
    ends: tuple[EntityType | None, EntityType | None],
    polarity: Polarity,
    target: int | None,
) -> Sense | None:
    """What the words (`lemma_of`) state between ends of these types, None for an end that is no name.

    The noun of an end, the object's at `target`, tells its type where no name does.
    """
    noun = _noun_before(tree, fact)
    heads = fact.complements[0].targets if fact.shape == "there" else fact.clause.subjects
    head = heads[0] if len(heads) == 1 else None
    kinds = _kind_at(tree, ends[0], head), _kind_at(tree, ends[1], target)
    ends = _known_at(tree, ends[0], kinds[0], head), _known_at(tree, ends[1], kinds[1], target)
    if noun is not None:
        sense = noun_relation(tree.lemma[noun], *kinds)
        is_of_nobody = sense is not None and sense.type in NAMED_ALONE and EntityType.PERSON not in ends
        sense = None if is_of_nobody else sense
    elif _says_what_it_is(tree, fact):
        return Sense(_kind(tree, fact, polarity))
    elif fact.complements[0].kind in ("clause", "adverbial", "adverbial clause"):
        return None
    else:
        phrases = (lemma, " ".join(lemma.split()[-2:]))
        sense = next(filter(None, (relation_of_kinds(phrase, ends, kinds) for phrase in phrases)), None)
    return None if sense is None or _is_misread(tree, fact, sense.type) else sense


def _kind_at(tree: Tree, type_: EntityType | None, place: int | None) -> EntityType | None:
    """The type of an end: that of its name, else of what its common noun names."""
    if place is None or tree.tag[place] not in COMMON or type_ not in (None, EntityType.CONCEPT):
        return type_
    return kind_named(tree.lemma[place].lower()) or type_


def _known_at(tree: Tree, type_: EntityType | None, kind: EntityType | None, place: int | None) -> EntityType | None:
    """The type of an end; "my uncle", who has no name, is a person whom one knows."""
    is_own = place is not None and any(tree.lower[word] in ("my", "our") for word in tree.labelled(place, "poss"))
    return EntityType.PERSON if is_own and kind is EntityType.PERSON else type_


def _noun_before(tree: Tree, fact: OpenFact) -> int | None:
    main = fact.complements[0]
    return tree.head[main.head] if fact.shape == _BY_NOUN and main.kind == "preposition" else None


def _says_what_it_is(tree: Tree, fact: OpenFact) -> bool:
    main, chain = fact.complements[0], fact.clause.chain
    target = main.targets[0] if len(main.targets) == 1 else None
    is_be = not chain or tree.lemma[chain[-1]] == "be"
    is_common = target is not None and (tree.tag[target] in COMMON or _is_post(tree, target))
    if target is not None and tree.labelled(target, "nummod"):
        return False  # "the radius is 300 m", "the draft is version 9": how much or which, and no kind
    return main.kind == "predicative" and is_common and is_be and fact.shape != "there"


def _is_post(tree: Tree, noun: int) -> bool:
    """Whether capitals are what somebody is, and no name: "is our SRE", "is a PM"."""
    before = (tree.lower[child] for child in tree.labelled(noun, "det", "poss"))
    return tree.text[noun].isupper() and any(word in ("a", "an", "our", "my", "their") for word in before)


def _kind(tree: Tree, fact: OpenFact, polarity: Polarity) -> RelationType:
    """A name is one of its kind; a kind is a kind of another in generic sentences alone ("a trie is a tree")."""
    heads, target = fact.clause.subjects, fact.complements[0].targets[0]
    of_target = [tree.lower[child] for child in tree.labelled(target, "det")]
    if fact.clause.chain and any(word in ("the", "this", "that", "no") for word in of_target):
        return RelationType.RELATES_TO  # "the rain plan is the canteen": which one, and no kind
    if any(tree.is_verb(head) for head in heads) or tree.lemma[target] in PRAISE | VAGUE_NOUNS:
        return RelationType.RELATES_TO  # "winning is a great adventure", "the mandate is a must"
    if tree.labelled(fact.clause.verb, "aux") and any(tree.tag[head] in COMMON for head in heads):
        return RelationType.RELATES_TO  # "a plan without locks would be a lie"
    is_bare = tree.tag[target] == "NN" and not of_target and not tree.labelled(target, "poss")
    is_thing = any(tree.tag[head] in COMMON and tree.lemma[head].lower() not in PERSON_NOUNS for head in heads)
    if fact.clause.chain and is_bare and is_thing:
        return RelationType.RELATES_TO  # "the answer was rock salt"
    is_generic = bool(fact.clause.chain) and polarity is Polarity.POSITIVE
    if len(heads) != 1 or tree.tag[heads[0]] not in COMMON or not is_generic:
        return RelationType.INSTANCE_OF
    words = [word for word in fact.clause.subject_words if tree.head[word] == heads[0]]
    is_definite = any(tree.tag[word] in _DEFINITE and tree.lower[word] not in ("a", "an", "any") for word in words)
    is_definite = is_definite or any(tree.dep[word] == "poss" for word in words)
    if is_definite:
        return RelationType.INSTANCE_OF
    # "taxes are lines of their own", and not "a sedan is a car with four doors"
    is_one = any(tree.lower[word] in ("a", "an") for word in words)
    is_described = bool(tree.labelled(target, "prep")) and not (is_one or _is_one_of_kind(tree, target))
    is_described = is_described or tree.lemma[target] == tree.lemma[heads[0]]
    return RelationType.RELATES_TO if is_described else RelationType.TYPE_OF


def _is_one_of_kind(tree: Tree, noun: int) -> bool:
    """Whether an article makes a noun a kind, and no part of what "of" leads to: "is an alloy of iron"."""
    has_article = any(tree.lower[word] in ("a", "an") for word in tree.labelled(noun, "det"))
    return has_article and tree.lemma[noun] not in PARTITIVES


def _is_misread(tree: Tree, fact: OpenFact, kind: RelationType) -> bool:
    """Whether the words are those of the relation but the sentence says something else: "had a coffee"."""
    main = fact.complements[0]
    if any(tree.dep[verb] == "pcomp" for verb in fact.clause.chain[1:]):
        return True  # "dreams of owning a boat"
    if kind is RelationType.OWNERSHIP:
        return tree.lemma[main.head].lower() in CONSUMED
    if kind is RelationType.SEQUENCE:
        return any(tree.is_amount(target) for target in main.targets)  # "ends after 45 minutes"
    if kind in (RelationType.LOCATED_AT, RelationType.LOCATED_IN):
        return any(part.kind == "object" and part.head not in main.link for part in fact.clause.complements)
    return False
