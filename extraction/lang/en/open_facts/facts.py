"""Open facts: each clause of a text as one n-ary fact in the text's own words, without a closed set of relations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from extraction.lang.en.clauses.clauses import Clause, Complement, clauses, is_passive, orders, unsaid
from extraction.lang.en.open_facts.verbless import verbless
from extraction.lang.en.parse.tree import Tree

OUTCOME = "outcome"
"""The shape of a fact of a passive without complements."""
_WHERE = ("in", "at", "on", "near", "by", "under", "behind", "inside", "beside")
"""Prepositions of where there is something."""
IMPLIED = {"": "", "be": "be", "have": "has"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFact:
    """A fact in the words of the text: subject, predicate and arguments, the first of them the closest to the verb.

    `confidence` is how much of it an annotator would state too; `complements` are the parts behind the arguments,
    `shape` how the fact was cut from its clause.
    """

    subject: str
    predicate: str
    arguments: tuple[str, ...]
    clause: Clause
    complements: tuple[Complement, ...]
    shape: str
    sentence_words: int
    confidence: float = 0.0


def whole_facts(tree: Tree) -> Iterator[OpenFact]:
    """The facts of a tree, in the order of their clauses, without a confidence."""
    for clause in (*clauses(tree), *verbless(tree)):
        yield from facts_of(tree, clause)


def facts_of(tree: Tree, clause: Clause) -> Iterator[OpenFact]:
    """The facts of a clause that say something of somebody."""
    return (fact for fact in _of_clause(tree, clause) if fact.subject and fact.arguments)


def order_facts(tree: Tree, subject: str) -> Iterator[OpenFact]:
    """The facts of orders, of whom the text is for."""
    for clause in orders(tree):
        yield from (replace(fact, subject=subject) for fact in _of_clause(tree, clause) if fact.arguments)


def unsaid_facts(tree: Tree) -> Iterator[OpenFact]:
    """The facts of sentences that leave out whom they are about, without a subject."""
    for clause in unsaid(tree):
        yield from (fact for fact in _of_clause(tree, clause) if fact.arguments)


def outcomes(tree: Tree) -> Iterator[OpenFact]:
    """What became of a subject, where a passive says no more: "BILL-311 is fixed", "trips are never muted"."""
    for clause in clauses(tree):
        verb = clause.verb
        is_short = clause.chain == (verb,) and all(_adds_nothing(tree, part) for part in clause.complements)
        is_whole = is_short and clause.predicate[-1:] == (verb,) and not tree.labelled(verb, "conj")
        is_main = tree.dep[verb] in ("ROOT", "conj", "ccomp") and clause.rule == "subject"
        if not (is_whole and is_main and is_passive(tree, verb)):
            continue
        if all(tree.pos[subject] in ("NOUN", "PROPN") for subject in clause.subjects):
            became = Complement(kind="outcome", head=verb, verb=verb, words=(verb,))
            yield _fact(tree, clause, clause.predicate[:-1], clause.subject_words, [became], OUTCOME)


def _adds_nothing(tree: Tree, part: Complement) -> bool:
    """Whether a part is no end of its verb: an adverb, or a clause that says why or when."""
    if part.kind == "adverbial clause":
        return True
    return part.kind == "adverbial" and tree.tag[part.head].startswith("RB") and not tree.kids[part.head]


def _of_clause(tree: Tree, clause: Clause) -> Iterator[OpenFact]:
    if not clause.complements:
        return
    main, *rest = clause.complements
    rest = [part for part in rest if part.kind != "adverbial clause"]
    if clause.rule == "expletive" and tree.lower[clause.subjects[0]] == "there":
        yield from _existing(tree, clause)
    elif main.kind in ("object", "predicative", "recipient"):
        lead = main.link if clause.rule == "subject" else ()
        yield from _split(tree, clause, (*clause.predicate, *lead), main, rest)
    elif (
        main.kind == "preposition"
        and main.targets
        and (not clause.chain or main.words[0] > clause.verb or main.words[0] != main.link[0])
    ):
        yield from _split(tree, clause, (*clause.predicate, *main.link), main, rest)
    elif main.kind == "clause":
        yield _fact(tree, clause, (*clause.predicate, *main.link), clause.subject_words, [main, *rest], "clause")
    elif main.kind == "adjective" or (main.kind == "adverbial" and _leads_on(tree, main.head)):
        yield _adjective(tree, clause, main, rest)
    else:
        yield _fact(tree, clause, clause.predicate, clause.subject_words, [main, *rest], "plain")


def _leads_on(tree: Tree, adverb: int) -> bool:
    """Whether an adverb opens a preposition: "next to", "back to"."""
    return tree.tag[adverb] == "RB" and tree.labelled(adverb, "prep")[:1] == [adverb + 1]


def _existing(tree: Tree, clause: Clause) -> Iterator[OpenFact]:
    """ "There is no evidence of this": what there is is the subject."""
    what = [part for part in clause.complements if part.kind in ("predicative", "object")]
    places = [link for part in what[:1] for link in tree.labelled(part.head, "prep") if tree.lower[link] in _WHERE]
    if places and len(clause.complements) == 1:
        # "There is a museum in Graz": the parser hangs the place on the noun
        below = tree.under(places[0])
        place = Complement(
            kind="preposition",
            head=places[0],
            verb=clause.verb,
            words=tuple(below),
            link=(places[0],),
            targets=tuple(tree.labelled(places[0], "pobj")),
        )
        words = [word for word in what[0].words if word not in below]
        yield _fact(tree, clause, (*clause.predicate, places[0]), words, [place], "there")
    elif what:
        rest = [part for part in clause.complements if part is not what[0]]
        yield _fact(tree, clause, (*clause.predicate, clause.subjects[0]), what[0].words, rest, "there")


def _adjective(tree: Tree, clause: Clause, main: Complement, rest: Sequence[Complement]) -> OpenFact:
    """ "is similar to the other": the adjective with its preposition is part of the predicate."""
    for preposition in tree.labelled(main.head, "prep"):
        below = [word for word in tree.under(preposition) if word != preposition and word in main.words]
        if below:
            tail = Complement(kind="adjective", head=main.head, verb=main.verb, words=tuple(below), link=(preposition,))
            before = [word for word in main.words if word not in below]
            return _fact(tree, clause, (*clause.predicate, *before), clause.subject_words, [tail, *rest], "adjective")
    for inner in tree.labelled(main.head, "ccomp"):
        # "is sure that it fits"
        link = tuple(mark for mark in tree.labelled(inner, "mark") if tree.lower[mark] == "that")
        below = tuple(word for word in tree.under(inner) if word in main.words)
        before = [word for word in main.words if word not in below]
        tail = Complement(kind="clause", head=inner, verb=main.verb, words=below, link=link, targets=(inner,))
        predicate = (*clause.predicate, *before, *link)
        return _fact(tree, clause, predicate, clause.subject_words, [tail, *rest], "clause")
    return _fact(tree, clause, clause.predicate, clause.subject_words, [main, *rest], "plain")


def _split(
    tree: Tree, clause: Clause, predicate: Sequence[int], main: Complement, rest: Sequence[Complement]
) -> Iterator[OpenFact]:
    """One fact for each of the joined targets of the main complement; "is not both A and B" is one."""
    is_both = bool(tree.labelled(main.head, "preconj")) and bool(tree.labelled(clause.verb, "neg"))
    many = len(main.targets) > 1 and not is_both
    for target in main.targets:
        part = replace(main, words=tree.phrase(target, alone=True), targets=(target,)) if many else main
        yield _fact(tree, clause, predicate, clause.subject_words, [part, *rest], "split" if many else "whole")


def _fact(
    tree: Tree,
    clause: Clause,
    predicate: Sequence[int],
    subject: Sequence[int],
    complements: Sequence[Complement],
    shape: str,
) -> OpenFact:
    phrase = f"{IMPLIED[clause.implied]} {tree.spelled(predicate)}".strip()
    arguments = [tree.spelled([word for word in part.words if word not in predicate]) for part in complements]
    return OpenFact(
        subject=tree.spelled(subject),
        predicate=phrase,
        arguments=tuple(argument for argument in arguments if argument),
        clause=clause,
        complements=tuple(complements),
        shape=shape,
        sentence_words=tree.length_around(clause.verb),
    )
