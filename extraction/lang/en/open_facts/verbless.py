"""Clauses without a verb: appositions, possessives, roles before names, noun phrases with a preposition."""

from collections.abc import Iterator

from extraction.lang.en.clauses.clauses import Clause, Complement, subjects_of
from extraction.lang.en.facts.relations import PERSON_NOUNS
from extraction.lang.en.parse.tree import PROPER, Tree
from extraction.lang.en.word_lists import ROLES

_PLURAL = {"their": True, "its": False, "his": False, "her": False}
"""Whether the owner that a possessive pronoun means is plural; "our" and "your" mean nobody of the sentence."""


def verbless(tree: Tree) -> Iterator[Clause]:
    """The clauses without a verb, in the order of the word that each is read from."""
    for place, label in enumerate(tree.dep):
        if label == "appos":
            yield from _apposition(tree, place)
        elif label == "poss":
            yield from _possessive(tree, place)
        elif label == "prep" and tree.pos[tree.head[place]] in ("NOUN", "PROPN"):
            yield from _preposition(tree, place)
        elif label == "compound" and tree.tag[place] in ("NN", "NNP"):
            yield from _role(tree, place)
        elif label == "amod" and tree.pos[tree.head[place]] in ("NOUN", "PROPN"):
            yield from _quality(tree, place)


def _clause(
    tree: Tree, noun: int, subject: int, words: tuple[int, ...], complement: Complement, rule: str, implied: str = "be"
) -> Iterator[Clause]:
    if words and complement.words:
        yield Clause(
            verb=noun,
            chain=(),
            subjects=(subject,),
            subject_words=words,
            predicate=(),
            complements=(complement,),
            rule=rule,
            depth=_depth(tree, noun),
            implied=implied,
        )


def _depth(tree: Tree, place: int) -> int:
    depth, at = 0, place
    while tree.head[at] != at and depth <= 6:
        at = tree.head[at]
        depth += tree.is_verb(at)
    return depth


def _apposition(tree: Tree, place: int) -> Iterator[Clause]:
    head = tree.head[place]
    complement = Complement(
        kind="predicative", head=place, verb=place, words=tree.phrase(place), targets=tuple(tree.joined(place))
    )
    yield from _clause(tree, place, head, tree.phrase(head, alone=True), complement, "apposition")


def _possessive(tree: Tree, place: int) -> Iterator[Clause]:
    """ "Ann's bakery", and "her bakery" where the subject of the sentence can be the one."""
    head, owner = tree.head[place], place
    if tree.tag[place] == "WP$":
        return
    if tree.tag[place] == "PRP$":
        antecedent = _antecedent(tree, place)
        if antecedent is None:
            return
        owner = antecedent
    words = tuple(word for word in tree.phrase(owner) if not (tree.tag[word] == "POS" and tree.head[word] == owner))
    thing = tree.phrase(head, without=(place,), alone=True)
    complement = Complement(kind="object", head=head, verb=place, words=thing, targets=(head,))
    rule = "possessive" if owner == place else "possessive pronoun"
    yield from _clause(tree, place, owner, words, complement, rule, "have")


def _antecedent(tree: Tree, place: int) -> int | None:
    """The antecedent of "his" or "their": the subject of the verb above, of the same number and outside the phrase."""
    if tree.lower[place] not in _PLURAL:
        return None
    at = tree.head[place]
    while not tree.is_verb(at):
        if tree.head[at] == at or tree.dep[at] in ("nsubj", "nsubjpass", "csubj"):
            return None
        at = tree.head[at]
    subjects, _ = subjects_of(tree, at)
    if not subjects or subjects[0] > place or tree.is_verb(subjects[0]):
        return None
    subject = subjects[0]
    is_plural = len(tree.joined(subject)) > 1 or tree.tag[subject] in ("NNS", "NNPS") or tree.lower[subject] == "they"
    return subject if _PLURAL[tree.lower[place]] == is_plural else None


def _preposition(tree: Tree, place: int) -> Iterator[Clause]:
    noun, targets = tree.head[place], tree.labelled(place, "pobj")
    if not targets:
        return
    complement = Complement(
        kind="preposition",
        head=place,
        verb=noun,
        words=tree.phrase(place),
        link=(place,),
        targets=tuple(tree.joined(targets[0])),
    )
    yield from _clause(
        tree, place, noun, tree.phrase(noun, without=(place,), alone=True), complement, "noun-preposition"
    )


def _role(tree: Tree, place: int) -> Iterator[Clause]:
    """ "President Bush", "morning show host Ryan Cameron": what the name's bearer is."""
    name = tree.head[place]
    if tree.tag[name] not in PROPER or name <= place or tree.tag[place + 1] not in PROPER:
        return
    if tree.tag[place] != "NN" and tree.lower[place] not in ROLES:
        return
    if tree.text[place][:1].isupper() and tree.lower[place] not in ROLES | PERSON_NOUNS:
        return  # "System Stability", a heading
    before = [word for word in tree.phrase(name, alone=True) if word <= place and tree.pos[word] != "DET"]
    name_words = tuple(word for word in tree.phrase(name, alone=True) if word > place)
    complement = Complement(kind="predicative", head=place, verb=place, words=tuple(before), targets=(place,))
    yield from _clause(tree, place, name, name_words, complement, "role")


def _quality(tree: Tree, place: int) -> Iterator[Clause]:
    noun = tree.head[place]
    complement = Complement(kind="adjective", head=place, verb=place, words=tree.phrase(place), targets=(place,))
    yield from _clause(tree, place, noun, tree.phrase(noun, without=(place,), alone=True), complement, "quality")
