"""What a pronoun means that stands for no name: "The sensors drift and they are late".

It is a subject of the sentence so far or of the one before, in the words of the text; coreference knows of names.
"""

from typing import Final

from extraction.lang.en.clauses.clauses import subjects_of
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree

_SINGULAR: Final = frozenset(("it",))
_PLURAL: Final = frozenset(("they", "them"))
_OPENING: Final = ("nsubj", "nsubjpass", "ROOT")
"""Subjects, and the noun of a label: "Alarm limits: 4.5 mm/s. They are kept in …"."""
_MAIN: Final = ("ROOT", "conj", "ccomp")
"""Clauses whose subject takes up that of a sentence before; within others it is as often something else."""
_NOT_MEANT: Final = ("relcl", "acl")
"""Clauses within a noun, of which no pronoun behind it takes up the subject."""


def subject_meant(tree: Tree, pronoun: int) -> int | None:
    """The head of the nearest subject before a pronoun that agrees with it in number; None where there is none.

    Of an object that is another clause's: "The slot was missing, Ann recreated it".
    """
    word = tree.lower[pronoun]
    verb = tree.verb_above(pronoun)
    if word not in _SINGULAR | _PLURAL or verb is None or tree.dep[verb] not in _MAIN:
        return None
    if word in _SINGULAR and any(_is_said_of_it(tree, part) for part in tree.kids[verb]):
        return None
    beside = set(subjects_of(tree, verb)[0])
    sentence = tree.doc[pronoun].sent
    first = _start_before(tree, sentence.start)
    if first and tree.text[first - 1] == ":":
        first = _start_before(tree, first)  # "Price limits: 4 EUR"
    for place in range(pronoun - 1, first - 1, -1):
        if tree.dep[place] not in _OPENING or (tree.head[place] != place and tree.dep[tree.head[place]] in _NOT_MEANT):
            continue
        if tree.tag[place] not in (*COMMON, *PROPER) or place in beside or _is_no_topic(tree, place):
            continue
        is_many = tree.tag[place] in ("NNS", "NNPS") or len(tree.joined(place)) > 1
        # a firm is they as well
        if is_many is (word in _PLURAL) or (word in _PLURAL and tree.tag[place] == "NNP"):
            return place
    return None


def _is_said_of_it(tree: Tree, part: int) -> bool:
    """Whether a clause behind a verb or its adjective is what "it" stands for: "it is too early to say"."""
    clauses = ("xcomp", "ccomp", "csubj", "advcl")
    return tree.dep[part] in clauses or any(tree.dep[child] in clauses for child in tree.kids[part])


def _start_before(tree: Tree, start: int) -> int:
    """Where the sentence before one begins."""
    return start if start == 0 else tree.doc[start - 1].sent.start


def _is_no_topic(tree: Tree, noun: int) -> bool:
    """Whether a noun without a verb is no label or line of its own, which the next sentence may be about."""
    behind = "".join(tree.text[noun : tree.doc[noun].sent.end])
    return tree.dep[noun] == "ROOT" and ":" not in behind and "\n" not in behind
