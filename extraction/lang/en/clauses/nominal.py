"""Claims without a verb: appositions, names of common nouns, possessives, noun phrases with a preposition."""

from collections.abc import Iterator
from dataclasses import replace

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.copular import is_attribute
from extraction.lang.en.facts.relations import is_human_role, is_relational
from extraction.lang.en.names.naming import POSSESSION_VERBS, NamesByNoun, naming_modality
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import PARTING, ROLES
from graph.model.types import Modality

_ROLE_PREPOSITIONS = frozenset(("of", "at", "for"))


def of_apposition(tree: Tree, place: int) -> Iterator[Claim]:
    """ "Ann, the CEO of Acme": what the apposition calls its head, and through which noun it ties it to others."""
    head, role = tree.head[place], tree.lower[place] in ROLES
    if tree.is_denied(place):
        # "Munich, not Berlin": what it is not is no name for it
        return
    if tree.tag[place] in PROPER and tree.tag[head] in PROPER and not role:
        if tree.brackets[place] == tree.brackets[head]:
            # "Detroit, Michigan": kept only between places
            yield _related(tree, head, place, head, "in", "apposition")
        return
    if tree.tag[place] not in COMMON and not role:
        return
    yield _related(tree, head, place, place, "", "apposition")
    for preposition in tree.labelled(place, "prep"):
        for target in tree.labelled(preposition, "pobj"):
            for each in tree.joined(target):
                yield _related(tree, head, each, place, tree.lower[preposition], "apposition")
    for owner in tree.labelled(place, "poss"):
        yield _related(tree, head, owner, place, "of", "apposition")


def of_called(tree: Tree, named: NamesByNoun) -> Iterator[Claim]:
    """What those are whom the text names beside a common noun: whose brother or friend, or what kind of thing."""
    for noun, names in named.items():
        word = tree.lemma[noun].lower()
        owners = tree.labelled(noun, "poss") or _possessors(tree, noun)
        mood = naming_modality(tree, noun, names[0])
        if mood is None:
            continue
        is_asserted = tree.dep[names[0]] in ("oprd", "attr")
        if tree.dep[names[0]] == "appos" and is_relational(word):
            yield from (replace(claim, modality=mood) for claim in _of_named_role(tree, noun, names))
        for name in names:
            if owners and is_relational(word):
                # "My boss is called Ann", "I have a boss, Ann" state what "my boss Ann" takes for granted
                is_presupposed = not is_asserted and owners[0] in tree.kids[noun]
                rule = "possessive-noun" if is_presupposed else "copula-possessive"
                yield replace(_related(tree, name, owners[0], noun, "of", rule), modality=mood)
            elif is_human_role(word):
                continue
            elif owners or tree.labelled(noun, "nummod") or is_asserted:
                yield replace(_related(tree, name, noun, noun, "", "apposition"), modality=mood)


def _of_named_role(tree: Tree, noun: int, names: tuple[int, ...]) -> Iterator[Claim]:
    """ "The CEO of Acme, Jane Doe": whose CEO she is."""
    for preposition in tree.labelled(noun, "prep"):
        for target in tree.labelled(preposition, "pobj") if tree.lower[preposition] in _ROLE_PREPOSITIONS else ():
            for other in tree.joined(target):
                for name in names:
                    yield _related(tree, name, other, noun, tree.lower[preposition], "possessive-noun")


def _possessors(tree: Tree, noun: int) -> list[int]:
    """The subject of a verb of having whose object is the noun: "I have two sons, Max and Paul"."""
    verb = tree.head[noun]
    if tree.dep[noun] != "dobj" or tree.lemma[verb] not in POSSESSION_VERBS:
        return []
    return [] if tree.labelled(verb, "neg") else tree.labelled(verb, "nsubj")


def of_possessive(tree: Tree, owner: int, named: NamesByNoun) -> Iterator[Claim]:
    """ "Google's CEO Sundar Pichai" relates by its noun, "Tom's car" is ownership at its own, low confidence."""
    thing = tree.head[owner]
    roles = [child for child in tree.labelled(thing, "compound") if owner < child]
    word = tree.lemma[thing].lower()
    if (thing in named and is_relational(word)) or is_attribute(tree, thing):
        # what somebody likes best or is best at is not owned by them
        return
    if tree.tag[thing] in PROPER and roles:
        yield _related(tree, thing, owner, roles[0], "of", "possessive-noun")
    elif tree.dep[thing] == "appos" and tree.tag[thing] == "NN" and tree.tag[tree.head[thing]] in PROPER:
        return
    elif tree.pos[thing] in ("NOUN", "PROPN") and not _is_given_away(tree, thing):
        yield Claim(
            subject=tree.doc[owner],
            object=tree.doc[thing],
            verb=tree.doc[thing],
            predicate="has",
            lemma="have",
            core="have",
            rule="possessive",
            modality=naming_modality(tree, thing, named[thing][0]) or Modality.STATED
            if thing in named
            else Modality.STATED,
        )


def _is_given_away(tree: Tree, thing: int) -> bool:
    """Whether somebody sold or lost it: "I sold my PlayStation"."""
    verb = tree.head[thing]
    return tree.dep[thing] == "dobj" and tree.lemma[verb] in PARTING and tree.tag[verb] in ("VBD", "VBN")


def _related(tree: Tree, bearer: int, other: int, noun: int, link: str, rule: str) -> Claim:
    """ "bearer is the noun of other" without a verb; without a link, that the bearer is one."""
    word = tree.lemma[noun].lower()
    between = link == "in" and noun == bearer
    lemma = "be in" if between else f"be {word} {link}" if link else "be"
    shown = word if tree.tag[noun] == "NNS" and rule.endswith(("possessive", "possessive-noun")) else tree.text[noun]
    return Claim(
        subject=tree.doc[bearer],
        object=tree.doc[other],
        verb=tree.doc[noun],
        predicate="in" if between else f"{shown} {link}" if link else "is",
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
    if tree.lower[preposition - 1] == "not":
        # "Kyoto, not in Osaka"
        return
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
