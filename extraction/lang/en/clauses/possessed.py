"""What a clause says of something that somebody has: whose brother, boss or favourite food it names."""

from collections.abc import Iterator

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.clauses import Clause, Complement
from extraction.lang.en.facts.relations import PERSONAL
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import ATTRIBUTES, CLASSED, DATED, FAVOURED, PRAISE, VAGUE_NOUNS
from graph.model.types import Modality, Polarity


def turned(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "Tom's brother is Ken" as "Ken is Tom's brother"."""
    for one in clause.complements:
        if not is_turned(tree, clause, one):
            continue
        noun = clause.subjects[0]
        called = f"{tree.spelled(favoured(tree, noun))} {_one(tree, noun)} of".strip()
        lemma = f"be {called.lower()}"
        for owner in tree.labelled(noun, "poss"):
            for bearer in one.targets:
                yield Claim(
                    subject=tree.doc[bearer],
                    object=tree.doc[owner],
                    verb=tree.doc[clause.verb],
                    predicate=called,
                    lemma=lemma,
                    core=lemma,
                    rule="copula-possessive",
                    noun=tree.lemma[noun],
                    polarity=polarity,
                    modality=modality,
                    clause=clause,
                )


def _one(tree: Tree, noun: int) -> str:
    """A noun as it is said of one of those it speaks of."""
    return tree.lemma[noun] if tree.tag[noun] == "NNS" else tree.text[noun]


def is_turned(tree: Tree, clause: Clause, one: Complement) -> bool:
    """Whether a clause names who or what is somebody's brother, boss or home town."""
    noun = clause.subjects[0]
    return (
        one.kind == "predicative"
        and (tree.tag[noun] == "NN" or (tree.tag[noun] == "NNS" and _names_each(tree, noun)))
        and bool(tree.labelled(noun, "poss"))
        and tree.tag[one.head] in PROPER
        and not (tree.tag[noun] == "NNS" and any(tree.tag[target] == "NNPS" for target in one.targets))
    )


def _names_each(tree: Tree, noun: int) -> bool:
    """Whether each of several is what the noun says: "My sisters are Nora and Becky", "My favourite bands are …"."""
    in_law = noun + 1 < len(tree.text) and "-" in tree.text[noun + 1]
    return (tree.lemma[noun] in PERSONAL and not in_law) or (bool(favoured(tree, noun)) and not _is_vague(tree, noun))


def attributes(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "My favourite food is sushi", "Sushi is my favourite food": whose, which, and what it is.

    Not of a name ("My boss is Ann"), which is turned, but for a day or a language.
    """
    if clause.rule != "subject" or len(clause.chain) > 1 or tree.lemma[clause.verb] != "be":
        return
    if modality is Modality.ASKED or any("clause" in one.kind for one in clause.complements):
        return
    for one in clause.complements:
        noun, told = clause.subjects[0], _told_of(tree, one)
        if len(clause.subjects) == 1 and is_attribute(tree, noun):
            values = [value for value in told if _is_value(tree, noun, one, value)]
        elif one.kind == "predicative" and is_attribute(tree, one.head):
            noun, values = one.head, [value for value in clause.subjects if _is_common(tree, value)]
        else:
            continue
        owner, words = _owner(tree, noun)
        for value in values if words else ():
            lemma = f"{tree.spelled(words[:-1])} {_one(tree, noun)}".strip().lower()
            yield Claim(
                subject=tree.doc[owner],
                object=tree.doc[value],
                verb=tree.doc[clause.verb],
                predicate=lemma,
                lemma=lemma,
                core=lemma,
                rule="attribute",
                polarity=polarity,
                modality=modality,
                clause=clause,
            )


def is_attribute(tree: Tree, noun: int) -> bool:
    """Whether a noun names what somebody likes best, or one of the few things of which everybody has their own."""
    if tree.tag[noun] not in COMMON or len(tree.labelled(noun, "poss")) != 1:
        return False
    return (
        bool(favoured(tree, noun) and not _is_vague(tree, noun))
        or tree.lemma[noun].lower() in ATTRIBUTES
        or _is_classed(tree, noun)
    )


def _is_classed(tree: Tree, noun: int) -> bool:
    """Whether a noun with another before it sorts people by what they are: "blood type", "star sign"."""
    return tree.lemma[noun].lower() in CLASSED and bool(tree.labelled(noun, "compound"))


def favoured(tree: Tree, noun: int) -> list[int]:
    """The words by which a noun is somebody's favourite, or their least favourite; none if it is neither."""
    found = [child for child in tree.kids[noun] if tree.lower[child] in FAVOURED]
    return [*(word for one in found for word in tree.kids[one] if tree.lower[word] == "least"), *found]


def _is_vague(tree: Tree, noun: int) -> bool:
    return tree.lemma[noun].lower() in VAGUE_NOUNS or tree.lower[noun] in VAGUE_NOUNS


def _told_of(tree: Tree, one: Complement) -> tuple[int, ...]:
    """What a complement says that the subject is: "is pizza", "is blue", of a day also "is on May 12"."""
    if one.kind == "adjective":
        return tuple(tree.joined(one.head))
    dated = one.kind == "preposition" and tree.lower[one.link[0]] in ("on", "in")
    return one.targets if one.kind == "predicative" or dated else ()


def _is_value(tree: Tree, noun: int, one: Complement, value: int) -> bool:
    word = tree.lemma[noun].lower()
    if word in DATED or one.kind == "preposition":
        # whether it is a day is told once names are known
        return word in DATED
    return one.kind == "adjective" or _is_common(tree, value) or _is_spoken(word) or _is_classed(tree, noun)


def _is_spoken(word: str) -> bool:
    return word in ("language", "tongue")


def _is_common(tree: Tree, value: int) -> bool:
    """Whether a word is a plain noun that needs nothing else to be understood: not "the ending", "one that I like"."""
    if tree.tag[value] not in COMMON or tree.lemma[value].lower() in VAGUE_NOUNS | PRAISE:
        return False
    return not tree.labelled(value, "relcl", "acl", "poss", "ccomp", "xcomp") and not any(
        tree.lower[child] in ("the", "this", "that", "no") for child in tree.kids[value]
    )


def _owner(tree: Tree, noun: int) -> tuple[int, list[int]]:
    """Who has it, and the words that tell what it is ("favourite food", "wife's birthday" of me), none if unclear."""
    owner = tree.labelled(noun, "poss")[0]
    words = [child for child in tree.kids[noun] if tree.dep[child] in ("amod", "compound", "nmod") and child < noun]
    words += [word for word in favoured(tree, noun) if word not in words]
    if tree.tag[owner] == "NN" and not tree.labelled(owner, "appos"):
        above = tree.labelled(owner, "poss")
        if len(above) != 1 or tree.tag[above[0]] == "NN":
            return owner, []
        words += [owner, *tree.labelled(owner, "case")]
        owner = above[0]
    return owner, [*words, noun]
