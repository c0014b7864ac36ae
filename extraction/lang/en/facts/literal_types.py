"""Which relation a literal fact states, by the same tables as facts between names.

"The hinge is part of the gate" is read with "of" in its predicate: part of, between the hinge and the gate. An end that
is no name has no type, so only relations that tie things of any type are told of it.
"""

from dataclasses import replace
from typing import Final

from extraction.lang.en.clauses.clauses import Complement
from extraction.lang.en.facts.relations import PERSON_NOUNS, is_relational, noun_relation, relation
from extraction.lang.en.open_facts.facts import OpenFact
from extraction.lang.en.parse.tree import COMMON, Tree
from extraction.lang.en.word_lists import CONSUMED, PRAISE, VAGUE_NOUNS
from graph.model.types import EntityType, Polarity, RelationType

_DEFINITE: Final = ("DT", "PRP$")
"""Tags of determiners, which make a noun a certain one; "a" is none of them."""
_BY_NOUN: Final = "by noun"


def with_noun_in_predicate(tree: Tree, fact: OpenFact) -> OpenFact:
    """A fact whose predicative says how one stands to another ("part of", "a kind of") with that in its predicate."""
    main = fact.complements[0]
    if main.kind != "predicative" or len(main.targets) != 1 or not is_relational(tree.lemma[main.targets[0]]):
        return fact
    noun = main.targets[0]
    link = next((child for child in tree.labelled(noun, "prep") if tree.lower[child] == "of"), None)
    ends = [] if link is None else tree.labelled(link, "pobj")
    if link is None or len(ends) != 1:
        return fact
    below = tuple(word for word in tree.under(link) if word != link and word in main.words)
    before = [word for word in main.words if word not in below]
    part = Complement(
        kind="preposition", head=link, verb=main.verb, words=(link, *below), link=(link,), targets=(ends[0],)
    )
    return replace(
        fact,
        predicate=f"{fact.predicate} {tree.spelled(before)}",
        arguments=(tree.spelled(below), *fact.arguments[1:]),
        complements=(part, *fact.complements[1:]),
        shape=_BY_NOUN,
    )


def lemma_of(tree: Tree, fact: OpenFact) -> str:
    """The predicate in dictionary form with its preposition: "depend on", "be close to", "be part of"."""
    clause, main = fact.clause, fact.complements[0]
    words = [tree.lemma[verb] for verb in clause.chain] or [clause.implied or "be"]
    noun = _noun_before(tree, fact)
    words += [tree.lemma[noun]] if noun is not None else []
    words += [tree.lower[main.head]] if main.kind == "adjective" and main.link else []
    links = main.link if main.kind in ("preposition", "adjective") else ()
    return " ".join((*words, *(tree.lower[word] for word in links)))


def type_of(
    tree: Tree, fact: OpenFact, lemma: str, ends: tuple[EntityType | None, EntityType | None], polarity: Polarity
) -> RelationType:
    """The relation that the words (`lemma_of`) state between ends of these types, None for an end that is no name."""
    noun = _noun_before(tree, fact)
    if noun is not None:
        sense = noun_relation(tree.lemma[noun], *ends)
    elif _says_what_it_is(tree, fact):
        return _kind(tree, fact, polarity)
    else:
        sense = relation(lemma, *ends) or relation(" ".join(lemma.split()[-2:]), *ends)
    if sense is None or sense.swapped or _is_misread(tree, fact, sense.type):
        return RelationType.RELATES_TO
    return sense.type


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
    # "taxes are lines of their own"
    is_described = bool(tree.labelled(target, "prep")) or tree.lemma[target] == tree.lemma[heads[0]]
    return RelationType.RELATES_TO if is_described else RelationType.TYPE_OF


def _is_misread(tree: Tree, fact: OpenFact, kind: RelationType) -> bool:
    """Whether the words are those of the relation but the sentence says something else: "had a coffee"."""
    main = fact.complements[0]
    if any(tree.dep[verb] == "pcomp" for verb in fact.clause.chain[1:]):
        return True  # "dreams of owning a boat"
    if kind is RelationType.OWNERSHIP:
        return tree.lemma[main.head].lower() in CONSUMED
    if kind in (RelationType.LOCATED_AT, RelationType.LOCATED_IN):
        return any(part.kind == "object" for part in fact.clause.complements)
    return False
