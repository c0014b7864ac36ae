"""Copular clauses about what somebody has: "Tom's brother is Ken", "My favourite food is sushi"."""

from collections.abc import Iterator

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.clauses import Clause, Complement
from extraction.lang.en.facts.relations import PERSONAL
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import ATTRIBUTES, CLASSED, DATED, FAVOURED, PRAISE, VAGUE_NOUNS
from graph.model.types import Modality, Polarity


def inverted(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "Tom's brother is Ken" as "Ken is Tom's brother"."""
    for complement in clause.complements:
        if not is_inverted(tree, clause, complement):
            continue
        noun = clause.subjects[0]
        predicate = f"{tree.spelled(favourite_words(tree, noun))} {_singular(tree, noun)} of".strip()
        lemma = f"be {predicate.lower()}"
        for owner in tree.labelled(noun, "poss"):
            for bearer in complement.targets:
                yield Claim(
                    subject=tree.doc[bearer],
                    object=tree.doc[owner],
                    verb=tree.doc[clause.verb],
                    predicate=predicate,
                    lemma=lemma,
                    core=lemma,
                    rule="copula-possessive",
                    noun=tree.lemma[noun],
                    polarity=polarity,
                    modality=modality,
                    clause=clause,
                )


def _singular(tree: Tree, noun: int) -> str:
    """A noun in the singular, as it is said of one of several."""
    return tree.lemma[noun] if tree.tag[noun] == "NNS" else tree.text[noun]


def is_inverted(tree: Tree, clause: Clause, complement: Complement) -> bool:
    """Whether the subject is the predicate noun and the complement its bearer: "Tom's brother is Ken"."""
    noun = clause.subjects[0]
    return (
        complement.kind == "predicative"
        and (tree.tag[noun] == "NN" or (tree.tag[noun] == "NNS" and _names_each(tree, noun)))
        and bool(tree.labelled(noun, "poss"))
        and tree.tag[complement.head] in PROPER
        and not (tree.tag[noun] == "NNS" and any(tree.tag[target] == "NNPS" for target in complement.targets))
    )


def _names_each(tree: Tree, noun: int) -> bool:
    """Whether each of several is what the noun says: "My sisters are Nora and Becky", "My favourite bands are …"."""
    in_law = noun + 1 < len(tree.text) and "-" in tree.text[noun + 1]
    return (tree.lemma[noun] in PERSONAL and not in_law) or (
        bool(favourite_words(tree, noun)) and not _is_vague(tree, noun)
    )


def attributes(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "My favourite food is sushi", "Sushi is my favourite food": whose, which, and what it is.

    Not of a name ("My boss is Ann"), which is inverted, except for a day or a language.
    """
    if clause.rule != "subject" or len(clause.chain) > 1 or tree.lemma[clause.verb] != "be":
        return
    if modality is Modality.ASKED or any("clause" in complement.kind for complement in clause.complements):
        return
    for complement in clause.complements:
        noun = clause.subjects[0]
        if len(clause.subjects) == 1 and is_attribute(tree, noun):
            values = [value for value in _values(tree, complement) if _is_value(tree, noun, complement, value)]
        elif complement.kind == "predicative" and is_attribute(tree, complement.head):
            noun, values = complement.head, [value for value in clause.subjects if _is_common(tree, value)]
        else:
            continue
        owner, words = _owner(tree, noun)
        for value in values if words else ():
            lemma = f"{tree.spelled(words[:-1])} {_singular(tree, noun)}".strip().lower()
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
    """Whether a noun is a possessed attribute: somebody's favourite, or of the few things that everybody has one of."""
    if tree.tag[noun] not in COMMON or len(tree.labelled(noun, "poss")) != 1:
        return False
    return (
        bool(favourite_words(tree, noun) and not _is_vague(tree, noun))
        or tree.lemma[noun].lower() in ATTRIBUTES
        or _is_classed(tree, noun)
    )


def _is_classed(tree: Tree, noun: int) -> bool:
    """Whether a noun with another before it classifies people: "blood type", "star sign"."""
    return tree.lemma[noun].lower() in CLASSED and bool(tree.labelled(noun, "compound"))


def favourite_words(tree: Tree, noun: int) -> list[int]:
    """The words by which a noun is somebody's favourite, or their least favourite; none if it is neither."""
    adjectives = [child for child in tree.kids[noun] if tree.lower[child] in FAVOURED]
    adverbs = [word for adjective in adjectives for word in tree.kids[adjective] if tree.lower[word] == "least"]
    return [*adverbs, *adjectives]


def _is_vague(tree: Tree, noun: int) -> bool:
    return tree.lemma[noun].lower() in VAGUE_NOUNS or tree.lower[noun] in VAGUE_NOUNS


def _values(tree: Tree, complement: Complement) -> tuple[int, ...]:
    """The tokens that a complement gives as the value: "is pizza", "is blue", of a day also "is on May 12"."""
    if complement.kind == "adjective":
        return tuple(tree.joined(complement.head))
    is_date = complement.kind == "preposition" and tree.lower[complement.link[0]] in ("on", "in")
    return complement.targets if complement.kind == "predicative" or is_date else ()


def _is_value(tree: Tree, noun: int, complement: Complement, value: int) -> bool:
    word = tree.lemma[noun].lower()
    if word in DATED or complement.kind == "preposition":
        # `senses.py` checks that it is a date
        return word in DATED
    return complement.kind == "adjective" or _is_common(tree, value) or _is_spoken(word) or _is_classed(tree, noun)


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
    """The owner, and the words of the attribute ("favourite food", "wife's birthday" of me); no words if unclear."""
    owner = tree.labelled(noun, "poss")[0]
    words = [child for child in tree.kids[noun] if tree.dep[child] in ("amod", "compound", "nmod") and child < noun]
    words += [word for word in favourite_words(tree, noun) if word not in words]
    if tree.tag[owner] == "NN" and not tree.labelled(owner, "appos"):
        above = tree.labelled(owner, "poss")
        if len(above) != 1 or tree.tag[above[0]] == "NN":
            return owner, []
        words += [owner, *tree.labelled(owner, "case")]
        owner = above[0]
    return owner, [*words, noun]
