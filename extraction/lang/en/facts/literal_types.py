"""Which relation a literal fact states, by the same tables as facts between names.

"The hinge is part of the gate" is read with "of" in its predicate: part of, between the hinge and the gate. An end that
is no name has no type, so only relations that tie things of any type are told of it.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from extraction.lang.en.clauses.clauses import Complement
from extraction.lang.en.clauses.means import is_only_means
from extraction.lang.en.facts.relations import (
    NAMED_ALONE,
    PERSON_NOUNS,
    is_human_role,
    is_led_by,
    is_only_relational,
    is_place,
    is_relation_phrase,
    is_relational,
    kind_named,
    noun_relation,
    relation_of_kinds,
    role_had,
)
from extraction.lang.en.open_facts.facts import OpenFact
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import CONSUMED, NAMING, PARTITIVES, PRAISE, RACES, VAGUE_NOUNS
from extraction.lang.shared.senses import Sense
from graph.model.types import EntityType, Polarity, RelationType

_DEFINITE: Final = ("DT", "PRP$")
"""Tags of determiners, which make a noun a certain one; "a" is none of them."""
_SHOWN: Final = ("this", "these", "following", "below", "so")
"""Words for what a text goes on to show."""
_SEEMING: Final = ("sound", "feel")
"""Verbs by which something is judged rather than compared: "sounds like a good idea"."""
_SOMEBODY: Final = ("he", "she", "him", "her")
"""Pronouns of people alone."""
_BY_NOUN: Final = "by noun"
_PERSON: Final = EntityType.PERSON


def with_noun_in_predicate(tree: Tree, fact: OpenFact) -> OpenFact:
    """A fact with the noun in its predicate that says how one stands to another: "is part of", "takes place at"."""
    main, *rest = fact.complements
    noun = main.targets[0] if len(main.targets) == 1 else None
    if noun is None or main.kind not in ("predicative", "object", "preposition"):
        return fact
    is_pointed = any(tree.lower[word] in ("this", "that") for word in tree.labelled(noun, "det"))
    is_stated = main.kind == "predicative" and is_relational(tree.lemma[noun]) and not is_pointed
    # "It is a port in Spain" says what it is
    is_stated = is_stated and not (is_place(tree.lemma[noun]) and _is_pronoun(tree, fact.clause.subjects))
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


def _is_pronoun(tree: Tree, subjects: Sequence[int]) -> bool:
    return len(subjects) == 1 and tree.tag[subjects[0]] == "PRP"


def _with_words_before(
    tree: Tree, fact: OpenFact, part: Complement, rest: Sequence[Complement], *, shape: str
) -> OpenFact:
    """The fact with `part` as its main complement, and what stands before that in its predicate."""
    main = fact.complements[0]
    before = [word for word in (*main.words, *part.link) if word not in part.words or word in part.link]
    before = [word for word in before if main.kind != "preposition" or word not in main.link]
    # "is part of the plan with more to come": what stands behind is told beside
    behind = [word for word in before if word > max(part.words) and word not in part.link]
    before = [word for word in before if word not in behind]
    below = [word for word in part.words if word not in part.link]
    aside = (tree.spelled(behind),) if behind else ()
    arguments = (tree.spelled(below), *aside, *(tree.spelled(other.words) for other in rest))
    predicate = f"{fact.predicate} {tree.spelled(before)}"
    return replace(fact, predicate=predicate, arguments=arguments, complements=(part, *rest), shape=shape)


def lemma_of(tree: Tree, fact: OpenFact) -> str:
    """The predicate in dictionary form with its preposition: "depend on", "be close to", "be part of"."""
    clause, main = fact.clause, fact.complements[0]
    if is_genitive(tree, main):
        return "belong to"
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
    if fact.clause.chain and is_only_means(tree.doc[fact.clause.chain[-1]]):
        return None
    special = _special_sense(tree, fact, ends, polarity, target)
    if special is not None:
        return special
    noun = _noun_before(tree, fact)
    heads = fact.complements[0].targets if fact.shape == "there" else fact.clause.subjects
    head = heads[0] if len(heads) == 1 else None
    kinds = _kind_at(tree, ends[0], head), _kind_at(tree, ends[1], target)
    owns = (_is_own(tree, place) for place, kind in zip((head, target), kinds, strict=True) if kind is _PERSON)
    is_known = _PERSON in ends or any(owns)
    if noun is not None:
        sense = noun_relation(tree.lemma[noun], *kinds)
        sense = None if sense is not None and sense.type in NAMED_ALONE and not is_known else sense
    elif _says_what_it_is(tree, fact):
        return Sense(_kind(tree, fact, polarity, is_named=ends[0] is not None))
    elif fact.complements[0].kind in ("clause", "adverbial", "adverbial clause"):
        return None
    else:
        phrases = (lemma, " ".join(lemma.split()[-2:]))
        sense = next(
            filter(None, (relation_of_kinds(phrase, ends, kinds, is_known=is_known) for phrase in phrases)), None
        )
        if sense is not None and sense.type is RelationType.TYPE_OF and head is not None and tree.tag[head] in PROPER:
            sense = Sense(RelationType.INSTANCE_OF)  # "Kestrel-7 is classified as a satellite"
        if sense is not None and sense.alike and lemma == "follow" and EntityType.EVENT not in kinds:
            return None  # "resumes follow a standard format"
    return None if sense is None or _is_misread(tree, fact, sense.type) else sense


def is_genitive(tree: Tree, main: Complement) -> bool:
    """Whether what something is said to be is whose it is: "is Ann's", "is my brother's"."""
    return main.kind == "predicative" and len(main.targets) == 1 and bool(tree.labelled(main.targets[0], "case"))


def _special_sense(
    tree: Tree,
    fact: OpenFact,
    ends: tuple[EntityType | None, EntityType | None],
    polarity: Polarity,
    target: int | None,
) -> Sense | None:
    """What a construction states whatever its words: whose something is, of which kind, by which name."""
    main, chain = fact.complements[0], fact.clause.chain
    heads = fact.clause.subjects
    if target is None or len(heads) != 1 or fact.shape == "there":
        return None
    verb = tree.lemma[chain[-1]] if chain else fact.clause.implied
    is_person = ends[0] is _PERSON or _kind_at(tree, ends[0], heads[0]) is _PERSON
    noun = tree.lemma[target].lower()
    if is_genitive(tree, main):
        return Sense(RelationType.OWNERSHIP, swapped=True)
    if verb in NAMING and tree.tag[chain[-1]] == "VBN" and tree.tag[target] in PROPER and main.kind != "preposition":
        is_kind = tree.tag[heads[0]] in COMMON and not is_human_role(tree.lemma[heads[0]].lower())
        is_kind = is_kind and not any(tree.lower[child] == "no" for child in tree.kids[heads[0]])
        return Sense(RelationType.INSTANCE_OF, swapped=True) if is_kind else None
    if verb == "be" and noun == "one" and main.kind == "predicative" and tree.tag[heads[0]] in (*PROPER, *COMMON):
        kinds = [end for link in tree.labelled(target, "prep") for end in tree.labelled(link, "pobj")]
        is_kind = len(kinds) == 1 and tree.tag[kinds[0]] == "NNS" and tree.lemma[kinds[0]] not in VAGUE_NOUNS
        is_kind = is_kind and not tree.labelled(kinds[0], "poss") and not is_only_relational(tree.lemma[kinds[0]])
        return Sense(RelationType.INSTANCE_OF) if is_kind and polarity is Polarity.POSITIVE else None
    if verb != "have" or main.kind != "object" or tree.tag[target] not in COMMON:
        return None
    if is_person and polarity is Polarity.POSITIVE:
        return role_had(noun)
    # "The table has nine columns"
    is_counted = tree.tag[target] == "NNS" and bool(tree.labelled(target, "nummod")) and noun not in VAGUE_NOUNS
    is_thing = tree.tag[heads[0]] in COMMON and not tree.labelled(heads[0], "poss")
    return Sense(RelationType.CONTAINS) if is_counted and is_thing and not is_person else None


def _kind_at(tree: Tree, type_: EntityType | None, place: int | None) -> EntityType | None:
    """The type of an end: that of its name, else of what its common noun names."""
    if place is not None and tree.lower[place] in _SOMEBODY:
        return _PERSON
    if place is None or tree.tag[place] not in COMMON or type_ not in (None, EntityType.CONCEPT):
        return type_
    kind = kind_named(tree.lemma[place].lower())
    if kind is EntityType.PERSON and tree.tag[place] == "NNS" and not tree.labelled(place, "det", "poss", "nummod"):
        return type_  # "met developers": nobody in particular
    return kind or type_


def _is_own(tree: Tree, place: int | None) -> bool:
    """Whether a noun is the speaker's: "my uncle", whom one knows without a name."""
    return place is not None and any(tree.lower[word] in ("my", "our") for word in tree.labelled(place, "poss"))


def _noun_before(tree: Tree, fact: OpenFact) -> int | None:
    main = fact.complements[0]
    return tree.head[main.head] if fact.shape == _BY_NOUN and main.kind == "preposition" else None


def _says_what_it_is(tree: Tree, fact: OpenFact) -> bool:
    main, chain = fact.complements[0], fact.clause.chain
    target = main.targets[0] if len(main.targets) == 1 else None
    is_be = not chain or tree.lemma[chain[-1]] == "be"
    is_common = target is not None and (tree.tag[target] in COMMON or _is_post(tree, target))
    if target is not None and (tree.labelled(target, "nummod") or tree.lower[target].lstrip("v")[:1].isdigit()):
        return False  # "the radius is 300 m", "the draft is version 9": how much or which, and no kind
    return main.kind == "predicative" and is_common and is_be and fact.shape != "there"


def _is_post(tree: Tree, noun: int) -> bool:
    """Whether capitals are what somebody is, and no name: "is our SRE", "is a PM"."""
    before = (tree.lower[child] for child in tree.labelled(noun, "det", "poss"))
    return tree.text[noun].isupper() and any(word in ("a", "an", "our", "my", "their") for word in before)


def _kind(tree: Tree, fact: OpenFact, polarity: Polarity, *, is_named: bool) -> RelationType:
    """A name is one of its kind; a kind is a kind of another in generic sentences alone ("a trie is a tree")."""
    heads, target = fact.clause.subjects, fact.complements[0].targets[0]
    of_target = [tree.lower[child] for child in tree.labelled(target, "det")]
    if fact.clause.chain and any(word in ("the", "this", "that", "no") for word in of_target):
        return RelationType.RELATES_TO  # "the rain plan is the canteen": which one, and no kind
    if any(tree.is_verb(head) for head in heads) or tree.lemma[target] in PRAISE | VAGUE_NOUNS:
        return RelationType.RELATES_TO  # "winning is a great adventure", "the mandate is a must"
    if tree.labelled(fact.clause.verb, "aux") and any(tree.tag[head] in COMMON for head in heads):
        return RelationType.RELATES_TO  # "a plan without locks would be a lie"
    if fact.clause.rule == "apposition" and not _is_told_as_kind(tree, target, is_named=is_named):
        return RelationType.RELATES_TO
    is_bare = tree.tag[target] == "NN" and not of_target and not tree.labelled(target, "poss")
    is_thing = any(tree.tag[head] in COMMON and tree.lemma[head].lower() not in PERSON_NOUNS for head in heads)
    if fact.clause.chain and is_bare and is_thing:
        return RelationType.RELATES_TO  # "the answer was rock salt"
    is_generic = bool(fact.clause.chain) and polarity is Polarity.POSITIVE
    is_one = len(heads) == 1 and bool(tree.labelled(heads[0], "nummod"))  # "disc 2"
    if len(heads) != 1 or tree.tag[heads[0]] not in COMMON or tree.text[heads[0]].isupper() or is_one or not is_generic:
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


def _is_told_as_kind(tree: Tree, target: int, *, is_named: bool) -> bool:
    """Whether a noun beside another tells what that is: "a file", and of a name "our dog", "head of sales".

    Brackets and headings put other things there: "the design phase (wireframes)", "5 cm".
    """
    before = tree.labelled(target, "det", "poss")
    if any(tree.lower[word] in ("a", "an") for word in before):
        return True
    is_known = bool(before) or kind_named(tree.lemma[target].lower()) is not None
    return is_known and is_named


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
        # "can't have sugar", "had a glass of wine"
        is_meal = bool(tree.labelled(fact.clause.verb, "aux")) and tree.lemma[fact.clause.verb] == "have"
        is_meal = is_meal or any(tree.lower[word] == "of" for word in tree.labelled(main.head, "prep"))
        return is_meal or tree.lemma[main.head].lower() in CONSUMED
    if kind is RelationType.SIMILAR_TO:
        # "it looks like this", "looks like the following table", "sounds like a good idea"
        shown = [word for target in main.targets for word in (target, *tree.kids[target])]
        is_judged = any(tree.lemma[verb] in _SEEMING for verb in fact.clause.chain[-1:]) and any(
            tree.lemma[target].lower() in VAGUE_NOUNS | PRAISE for target in main.targets
        )
        return is_judged or any(tree.lower[word] in _SHOWN for word in shown)
    if kind is RelationType.LEADS:
        return tree.lemma[main.head].lower() in RACES  # "is running a marathon"
    if kind is RelationType.SEQUENCE:
        return any(tree.is_amount(target) for target in main.targets)  # "ends after 45 minutes"
    if kind in (RelationType.LOCATED_AT, RelationType.LOCATED_IN):
        return any(part.kind == "object" and part.head not in main.link for part in fact.clause.complements)
    return False
