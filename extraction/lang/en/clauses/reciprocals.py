"""Reciprocal predicates: what a clause says of all its subjects, each to each: "got married", "are cousins"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.clauses import Clause
from extraction.lang.en.modality.triggers import APPROXIMATORS
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import GIVING_UP
from extraction.names.kinship import MUTUAL, SHARED, english_of
from graph.model.types import Modality, Polarity

_MOST_SUBJECTS = 4
"""Subjects, from which on no pairs are made."""
_DISTRIBUTIVE = frozenset("both each all already separately respectively".split())  # noqa: SIM905
_RECIPROCAL_NOUNS = english_of(MUTUAL | SHARED) | {"twin", "classmate", "bandmate", "teammate", "rival", "competitor"}
"""What several people are to each other."""
_SYMMETRIC_NOUNS = english_of(SHARED)
"""Of these a claim is made in both directions: whoever has a sister may be a brother."""
_OF_TWO = {
    "married": ("be marry", "to"),
    "hitched": ("be marry", "to"),
    "wed": ("be marry", "to"),
    "engaged": ("be engage", "to"),
    "dating": ("date", ""),
    "divorced": ("be divorce", "from"),
    "alike": ("be like", ""),
    "similar": ("be similar", "to"),
    "identical": ("be identical", "to"),
    "related": ("be relate", "to"),
    "acquainted": ("be acquaint", "with"),
    "incompatible": ("be incompatible", "with"),
}
"""Predicates of two, with the dictionary form and preposition of the claim between them."""
_MUTUAL_VERBS = {"meet": "", "collaborate": "with", "cooperate": "with", "compete": "with", "conflict": "with"}
"""Verbs of two without an object, with the preposition before the one of whom the other does it."""
_STAYING = ("be", "become", "stay", "remain")
_BEGIN_VERBS = ("start", "begin")
_EMPLOYERS = frozenset(("ORG", "PERSON"))
_VOWS = frozenset((("say", "vows"), ("exchange", "vows")))
"""Verbs and objects by which two marry."""
_BLOCKERS = APPROXIMATORS | frozenset("neither nor or former ex 's ’s".split())  # noqa: SIM905
"""Words by which they are not, or no longer, what the predicate says, or not to each other."""


class _Relation(NamedTuple):
    """The word that states it, and the relation of one subject to another: a verb with its preposition, or a noun."""

    word: int
    lemma: str
    preposition: str
    noun: str | None = None


def reciprocal_claims(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """Claims between each two subjects: a couple, a couple no longer, cousins; of cousins there may be three."""
    others = clause.subjects[1:]
    relation = _couple(tree, clause.verb) or _noun_relation(tree, clause) or _each_other(tree, clause)
    if relation is None or not 0 < len(others) < (_MOST_SUBJECTS if relation.noun else 2):
        return
    if _is_blocked(tree, clause, relation.word) or _is_of_others(tree, clause, relation.word):
        return
    phrase = relation.noun or tree.spelled(sorted({*clause.predicate, relation.word}))
    lemma = f"{relation.lemma} {relation.preposition}".strip()
    for first, second in combinations(clause.subjects, 2):
        claim = Claim(
            subject=tree.doc[first],
            object=tree.doc[second],
            verb=tree.doc[clause.verb],
            predicate=f"{phrase} {relation.preposition}".strip(),
            lemma=lemma,
            core=lemma,
            rule="copula-possessive" if relation.noun else "object",
            noun=relation.noun,
            polarity=polarity,
            modality=modality,
            clause=clause,
        )
        yield claim
        if relation.noun in _SYMMETRIC_NOUNS:
            yield replace(claim, subject=claim.object, object=claim.subject)


def _couple(tree: Tree, verb: int) -> _Relation | None:
    """ "got married", "tied the knot", "started dating", "broke up": two become a couple, are one, or are none."""
    complements = tree.labelled(verb, "dobj", "xcomp")
    if tree.lemma[verb] in GIVING_UP and any(tree.lower[word] == "dating" for word in complements):
        return _Relation(verb, "break up", "with")
    begun = complements if tree.lemma[verb] in _BEGIN_VERBS else []
    matches = [word for word in (verb, *tree.labelled(verb, "acomp"), *begun) if tree.lower[word] in _OF_TWO]
    if matches:
        is_hike = tree.lower[matches[0]] == "hitched" and not {"got", "get", "are", "were"} & _words_at(tree, verb)
        if is_hike or tree.labelled(matches[0], "dobj"):
            return None
        return _Relation(matches[0], *_OF_TWO[tree.lower[matches[0]]])
    if tree.lemma[verb] == "break" and "up" in {tree.lower[kid] for kid in tree.labelled(verb, "prt")}:
        # "broke up a fight", "broke up laughing" end no couple
        return None if tree.labelled(verb, "dobj", "xcomp", "advcl") else _Relation(verb, "break up", "with")
    vows = [thing for thing in tree.labelled(verb, "dobj") if _is_vow(tree, verb, thing)]
    return _Relation(vows[0], *_OF_TWO["married"]) if vows else None


def _words_at(tree: Tree, verb: int) -> set[str]:
    return {tree.lower[word] for word in (verb, *tree.kids[verb])}


def _is_vow(tree: Tree, verb: int, thing: int) -> bool:
    """ "the knot" and "vows", and neither knots in a rope nor a vow of silence."""
    beside = {tree.lower[kid] for kid in tree.kids[thing]}
    if (tree.lemma[verb], tree.lower[thing]) == ("tie", "knot"):
        return "the" in beside
    return (tree.lemma[verb], tree.lower[thing]) in _VOWS and "of" not in beside


def _noun_relation(tree: Tree, clause: Clause) -> _Relation | None:
    """The noun by which each is to the others what they are to them: "are cousins", "are best friends"."""
    if tree.lemma[clause.verb] not in _STAYING:
        return None
    predicatives = [part.head for part in clause.complements if part.kind in ("predicative", "object")]
    nouns = [place for place in predicatives if _is_of_all(tree, place)]
    if not nouns:
        return None
    noun = tree.lemma[nouns[0]]
    return _Relation(nouns[0], f"be {noun}", "of", noun)


def _each_other(tree: Tree, clause: Clause) -> _Relation | None:
    """What two do to each other: "know each other", "work together", "met at a wedding"."""
    verb = clause.verb
    if clause.chain != (verb,) or tree.labelled(verb, "neg"):
        return None
    for part in clause.complements:
        words = [tree.lower[word] for word in part.words if word not in part.link]
        if words in (["each", "other"], ["one", "another"]) and part.kind in ("object", "preposition"):
            return _Relation(verb, tree.lemma[verb], " ".join(tree.lower[word] for word in part.link))
    if any(part.kind == "object" for part in clause.complements):
        return None
    if any(tree.lower[word] == "together" for word in tree.labelled(verb, "advmod")):
        return _Relation(verb, tree.lemma[verb], "with")
    is_mutual = tree.lemma[verb] in _MUTUAL_VERBS and not any(
        tree.lower[word] == "with" for word in tree.labelled(verb, "prep")
    )
    return _Relation(verb, tree.lemma[verb], _MUTUAL_VERBS[tree.lemma[verb]]) if is_mutual else None


def _is_of_all(tree: Tree, noun: int) -> bool:
    is_unhyphenated = not any("-" in tree.text[place] for place in (noun - 1, noun + 1) if 0 <= place < len(tree.text))
    return (
        tree.tag[noun] == "NNS"
        and tree.lemma[noun] in _RECIPROCAL_NOUNS
        and is_unhyphenated
        and not _has_owner(tree, noun)
    )


def _has_owner(tree: Tree, noun: int) -> bool:
    return any(tree.dep[kid] == "poss" or tree.lower[kid] in ("of", "to", "with") for kid in tree.kids[noun])


def _is_blocked(tree: Tree, clause: Clause, word: int) -> bool:
    """Whether it holds of one or the other, in the past, or only in thought ("thinking about getting married")."""
    between = {tree.lower[place] for place in range(clause.subjects[0], word)}
    return bool(_BLOCKERS & between) or tree.dep[clause.verb] == "pcomp"


def _is_of_others(tree: Tree, clause: Clause, word: int) -> bool:
    """Whether they are not married to each other: to somebody else, each for themselves, engaged in some work."""
    around = {kid for place in (word, clause.verb, *clause.subjects) for kid in tree.kids[place]}
    if _DISTRIBUTIVE.intersection(tree.lower[kid] for kid in around):
        return True
    for preposition in (kid for kid in around if tree.dep[kid] in ("prep", "agent")):
        link, targets = tree.lower[preposition], tree.labelled(preposition, "pobj")
        if link == "to" or (link == "with" and any(_is_person(tree, target) for target in targets)):
            return True
        if tree.lower[word] == "engaged" and _is_work(tree, link, targets):
            return True
    return False


def _is_work(tree: Tree, preposition: str, targets: Sequence[int]) -> bool:
    """Whether two are engaged by a firm or in something, and not by a lake, in Paris or in 2019."""
    if preposition == "by":
        return any(tree.doc[target].ent_type_ in _EMPLOYERS for target in targets)
    return any(tree.pos[target] not in ("PROPN", "NUM") for target in targets)


def _is_person(tree: Tree, word: int) -> bool:
    """ "with Ann", "with them", "with their partners", and not "with chips on the pier afterwards"."""
    return tree.pos[word] in ("PROPN", "PRON") or any(tree.dep[kid] == "poss" for kid in tree.kids[word])
