"""The words by which a text speaks of the one who speaks: "I", "my", and in a memo kept for them "the user"."""

from typing import Final

from extraction.lang.en.parse.tree import PROPER, Tree
from extraction.names.speakers import FIRST_PERSON, SEVERAL

USER: Final = "user"
"""The word by which those who keep memories for somebody call them."""
_WHOLE: Final = ("nsubj", "nsubjpass", "poss", "dobj", "pobj", "dative", "attr", "conj")
"""The parts of a sentence that are somebody: in "user interface" the word is none of them."""

_TITLED: Final = frozenset(("My", "Me", "Mine", "Myself"))
_OPERATING: Final = frozenset(
    ("click", "tap", "press", "scroll", "swipe", "hover", "submit", "select", "enter", "log", "authenticate", "upload")
)
"""What the user of a program does."""
_INTERFACE: Final = frozenset("button page password token browser session screen backend endpoint".split())  # noqa: SIM905
"""What stands in texts about a program and its users."""
_WHENEVER: Final = frozenset(("when", "whenever", "if", "once", "unless", "where"))


def own_words(tree: Tree, *, memo: bool) -> frozenset[int]:
    """The places of the words for the speaker alone; in a `memo` "the user", where nobody in it says "I" or "we".

    Who writes of users in the plural, of "a user" or of what happens "when the user clicks" writes of a program.
    """
    first = frozenset(place for place, word in enumerate(tree.lower) if word in FIRST_PERSON and _is_own(tree, place))
    if first or not memo or not (SEVERAL.isdisjoint(tree.lower) and _INTERFACE.isdisjoint(tree.lemma)):
        return first
    told = frozenset(place for place, lemma in enumerate(tree.lemma) if lemma.lower() == USER)
    return told if all(_is_the_user(tree, place) for place in told) else first


def _is_own(tree: Tree, place: int) -> bool:
    """Whether the one who speaks says a word: not one that is quoted, nor one in the name of a thing ("My Own Way")."""
    titled = tree.text[place] in _TITLED and place > 0 and not tree.doc[place].is_sent_start
    return not titled and not tree.is_quoted(place)


def tag_as_names(tree: Tree, selves: frozenset[int]) -> bool:
    """Tags the words for the speaker as names where somebody else tells of them: "the user's" is as "Anna's" then.

    Tells whether it is so, and "they" or "he" may stand for them too.
    """
    told = any(tree.lower[place] == USER for place in selves)
    for place in selves if told else ():
        tree.tag[place] = PROPER[0]
    return told


def _is_the_user(tree: Tree, place: int) -> bool:
    """ "The user", or "User" as if it were a name, with nothing that tells which user or has them at a program."""
    if tree.lower[place] != USER or tree.dep[place] not in _WHOLE or _operates(tree, place):
        return False
    if tree.labelled(place, "relcl", "acl") or any(tree.lower[one] == "of" for one in tree.labelled(place, "prep")):
        return False
    before = [child for child in tree.kids[place] if child < place]
    if not before:
        return tree.text[place] != USER or bool(tree.doc[place].is_sent_start)
    return [tree.lower[child] for child in before] == ["the"]


def _operates(tree: Tree, place: int) -> bool:
    verb = tree.head[place]
    marks = {tree.lower[child] for child in tree.labelled(verb, "advmod", "mark") if child < place}
    return tree.lemma[verb] in _OPERATING or not _WHENEVER.isdisjoint(marks)
