"""What people are to each other where a clause says it of all of them: "got married", "are dating", "are cousins"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.clauses import Clause
from extraction.lang.en.modality.doubt import MISSED
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import GIVING_UP
from extraction.names.kinship import MUTUAL, SHARED, english_of
from graph.model.types import Modality, Polarity


class _Tie(NamedTuple):
    """The word that says it, and how one is tied to another by it: a verb with its preposition, or a noun."""

    word: int
    lemma: str
    joint: str
    noun: str | None = None


def mutual(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """What each of two is to the other: a couple, a couple no longer, cousins; of cousins there may be more."""
    others = clause.subjects[1:]
    tie = _couple(tree, clause.verb) or _alike(tree, clause)
    if tie is None or not 0 < len(others) < (_MOST if tie.noun else 2):
        return
    if _is_unsure(tree, clause, tie.word) or _is_of_others(tree, clause, tie.word):
        return
    said = tie.noun or tree.spelled(sorted({*clause.predicate, tie.word}))
    lemma = f"{tie.lemma} {tie.joint}".strip()
    for one, other in combinations(clause.subjects, 2):
        claim = Claim(
            subject=tree.doc[one],
            object=tree.doc[other],
            verb=tree.doc[clause.verb],
            predicate=f"{said} {tie.joint}".strip(),
            lemma=lemma,
            core=lemma,
            rule="copula-possessive" if tie.noun else "object",
            noun=tie.noun,
            polarity=polarity,
            modality=modality,
            clause=clause,
        )
        yield claim
        if tie.noun in _EITHER:
            yield replace(claim, subject=claim.object, object=claim.subject)


def _couple(tree: Tree, verb: int) -> _Tie | None:
    """ "got married", "tied the knot", "started dating", "broke up": two become a couple, are one, or are none."""
    done = tree.labelled(verb, "dobj", "xcomp")
    if tree.lemma[verb] in GIVING_UP and any(tree.lower[word] == "dating" for word in done):
        return _Tie(verb, "break up", "with")
    begun = done if tree.lemma[verb] in _BEGIN else []
    said = [word for word in (verb, *tree.labelled(verb, "acomp"), *begun) if tree.lower[word] in _COUPLES]
    if said:
        hiked = tree.lower[said[0]] == "hitched" and not {"got", "get", "are", "were"} & _words_at(tree, verb)
        return None if hiked or tree.labelled(said[0], "dobj") else _Tie(said[0], *_COUPLES[tree.lower[said[0]]])
    if tree.lemma[verb] == "break" and "up" in {tree.lower[kid] for kid in tree.labelled(verb, "prt")}:
        # Who breaks up a fight, or breaks up laughing, is as much a couple as before.
        return None if tree.labelled(verb, "dobj", "xcomp", "advcl") else _Tie(verb, "break up", "with")
    vows = [thing for thing in tree.labelled(verb, "dobj") if _is_vow(tree, verb, thing)]
    return _Tie(vows[0], *_COUPLES["married"]) if vows else None


def _words_at(tree: Tree, verb: int) -> set[str]:
    return {tree.lower[word] for word in (verb, *tree.kids[verb])}


def _is_vow(tree: Tree, verb: int, thing: int) -> bool:
    """ "the knot" and "vows", and neither knots in a rope nor a vow of silence."""
    beside = {tree.lower[kid] for kid in tree.kids[thing]}
    if (tree.lemma[verb], tree.lower[thing]) == ("tie", "knot"):
        return "the" in beside
    return (tree.lemma[verb], tree.lower[thing]) in _VOWS and "of" not in beside


def _alike(tree: Tree, clause: Clause) -> _Tie | None:
    """The noun by which each is to the others what they are to them: "are cousins", "are best friends"."""
    if tree.lemma[clause.verb] != "be":
        return None
    alike = [one.head for one in clause.complements if one.kind == "predicative" and _is_of_all(tree, one.head)]
    if not alike:
        return None
    noun = tree.lemma[alike[0]]
    return _Tie(alike[0], f"be {noun}", "of", noun)


def _is_of_all(tree: Tree, noun: int) -> bool:
    alone = not any("-" in tree.text[place] for place in (noun - 1, noun + 1) if 0 <= place < len(tree.text))
    return tree.tag[noun] == "NNS" and tree.lemma[noun] in _ALL and alone and not _has_owner(tree, noun)


def _has_owner(tree: Tree, noun: int) -> bool:
    return any(tree.dep[kid] == "poss" or tree.lower[kid] in ("of", "to", "with") for kid in tree.kids[noun])


def _is_unsure(tree: Tree, clause: Clause, said: int) -> bool:
    """Whether it is said of one or the other, of what they were, or of what they only speak of ("thinking about getting
    married").
    """
    between = {tree.lower[place] for place in range(clause.subjects[0], said)}
    return bool(_UNLIKE & between) or tree.dep[clause.verb] == "pcomp"


def _is_of_others(tree: Tree, clause: Clause, said: int) -> bool:
    """Whether they are not married to each other: to somebody else, each for themselves, engaged in some work."""
    around = {kid for word in (said, clause.verb, *clause.subjects) for kid in tree.kids[word]}
    if _EACH.intersection(tree.lower[kid] for kid in around):
        return True
    for preposition in (kid for kid in around if tree.dep[kid] in ("prep", "agent")):
        word, targets = tree.lower[preposition], tree.labelled(preposition, "pobj")
        if word == "to" or (word == "with" and any(_is_somebody(tree, target) for target in targets)):
            return True
        if tree.lower[said] == "engaged" and _is_work(tree, word, targets):
            return True
    return False


def _is_work(tree: Tree, word: str, targets: Sequence[int]) -> bool:
    """Whether two are engaged by a firm or in something, and not by a lake, in Paris or in 2019."""
    if word == "by":
        return any(tree.doc[target].ent_type_ in _HIRE for target in targets)
    return any(tree.pos[target] not in ("PROPN", "NUM") for target in targets)


def _is_somebody(tree: Tree, word: int) -> bool:
    """ "with Ann", "with them", "with their partners", and not "with chips on the pier afterwards"."""
    return tree.pos[word] in ("PROPN", "PRON") or any(tree.dep[kid] == "poss" for kid in tree.kids[word])


_MOST = 4
"""People of whom one thing is said, each to each."""
_EACH = frozenset("both each all already separately respectively".split())  # noqa: SIM905
_ALL = english_of(MUTUAL | SHARED) | {"twin", "classmate", "bandmate"}
"""What some are to each other, none more than another."""
_EITHER = english_of(SHARED)
"""Of these it is said of each: whoever has a sister may be a brother."""
_COUPLES = {
    "married": ("be marry", "to"),
    "hitched": ("be marry", "to"),
    "wed": ("be marry", "to"),
    "engaged": ("be engage", "to"),
    "dating": ("date", ""),
    "divorced": ("be divorce", "from"),
}
"""What two are to each other when both are said to be it, in the forms by which it is said of one beside another."""
_BEGIN = ("start", "begin")
_HIRE = frozenset(("ORG", "PERSON"))
_VOWS = frozenset((("say", "vows"), ("exchange", "vows")))
"""Verbs and objects by which two marry."""
_UNLIKE = MISSED | frozenset("neither nor or former ex 's ’s".split())  # noqa: SIM905
"""Words by which they are not what is said of them, no longer, or not of each other."""
