"""What nouns claim without a verb: appositions, possessives, two names tied by a preposition alone."""

from collections.abc import Iterator

from extraction.english.claim import Claim
from extraction.english.lexicon import ROLES
from extraction.english.tree import PROPER, Tree


def of_apposition(tree: Tree, place: int) -> Iterator[Claim]:
    """ "Ann, the CEO of Acme": what the apposition calls its head, and through which noun it ties it to others."""
    head, role = tree.head[place], tree.lower[place] in ROLES
    if tree.tag[place] in PROPER and tree.tag[head] in PROPER and not role:
        if tree.brackets[place] == tree.brackets[head]:
            # "Detroit, Michigan": kept only between places
            yield _related(tree, head, place, head, "in", "apposition")
        return
    if tree.tag[place] not in ("NN", "NNS") and not role:
        return
    yield _related(tree, head, place, place, "", "apposition")
    for preposition in tree.labelled(place, "prep"):
        for target in tree.labelled(preposition, "pobj"):
            for each in tree.joined(target):
                yield _related(tree, head, each, place, tree.lower[preposition], "apposition")
    for owner in tree.labelled(place, "poss"):
        yield _related(tree, head, owner, place, "of", "apposition")


def of_possessive(tree: Tree, owner: int) -> Iterator[Claim]:
    """ "Tom's sister Anna" relates by its noun, "Tom's car" is ownership at its own, low confidence."""
    thing = tree.head[owner]
    names = [child for child in tree.labelled(thing, "appos") if tree.tag[child] in PROPER]
    roles = [child for child in tree.labelled(thing, "compound") if owner < child]
    if tree.tag[thing] == "NN" and names:
        yield _related(tree, names[0], owner, thing, "of", "possessive-noun")
    elif tree.tag[thing] in PROPER and roles:
        yield _related(tree, thing, owner, roles[0], "of", "possessive-noun")
    elif tree.dep[thing] == "appos" and tree.tag[thing] == "NN" and tree.tag[tree.head[thing]] in PROPER:
        return
    elif tree.pos[thing] in ("NOUN", "PROPN"):
        yield Claim(
            subject=tree.doc[owner],
            object=tree.doc[thing],
            verb=tree.doc[thing],
            predicate="has",
            lemma="have",
            core="have",
            rule="possessive",
        )


def _related(tree: Tree, bearer: int, other: int, noun: int, link: str, rule: str) -> Claim:
    """ "bearer is the noun of other" without a verb; without a link, that the bearer is one."""
    word = tree.lemma[noun].lower()
    between = link == "in" and noun == bearer
    lemma = "be in" if between else f"be {word} {link}" if link else "be"
    return Claim(
        subject=tree.doc[bearer],
        object=tree.doc[other],
        verb=tree.doc[noun],
        predicate="in" if between else f"{tree.text[noun]} {link}" if link else "is",
        lemma=lemma,
        core=lemma,
        rule=rule,
        noun=word if link and not between else None,
    )


def of_noun_preposition(tree: Tree, preposition: int) -> Iterator[Claim]:
    """ "the bakery in Lyon", "a member of the band": two names tied by a preposition alone."""
    noun = tree.head[preposition]
    if tree.dep[noun] in ("attr", "appos"):
        return
    link = tree.lower[preposition]
    for target in tree.labelled(preposition, "pobj"):
        yield Claim(
            subject=tree.doc[noun],
            object=tree.doc[target],
            verb=tree.doc[noun],
            predicate=tree.text[preposition],
            lemma=f"be {link}",
            core=f"be {link}",
            rule="noun-preposition",
        )
