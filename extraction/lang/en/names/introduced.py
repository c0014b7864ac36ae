"""By which other name somebody calls themselves: "My name is Kenji Tanaka", "Call me Kenny"."""

from collections.abc import Iterator, Set

from extraction.lang.en.modality.mood import is_outright
from extraction.lang.en.parse.tree import PROPER, Tree
from extraction.names.speakers import ME

_WHOLE = frozenset("full real legal actual complete".split())  # noqa: SIM905
"""Adjectives before "name" that leave it a name of the whole person."""
_PLAYED = frozenset(("in", "according"))
"""What takes the word from whom it is said of: "In the play I am Hamlet", "According to him, I am Bob"."""
_NOW = ("VBP", "VBZ")
_ALIKE = 3
"""First letters in common from which two forms may be one name: Ken, Kenji."""


def own_names(tree: Tree, me: Set[int]) -> Iterator[tuple[int, bool]]:
    """The places of the names by which the one who speaks introduces themselves, and whether it is how they are called.

    `me` are the places of the words for the speaker. Not what is denied, asked or possible, what somebody once called
    them, nor what another says: it joins for good.
    """
    for place, label in enumerate(tree.dep):
        verb = tree.head[place]
        if tree.tag[place] not in PROPER or tree.labelled(verb, "neg") or _is_asked(tree, verb):
            continue
        called = _is_called(tree, verb, label, me)
        if (called or _is_named(tree, verb, label, me)) and _is_own_word(tree, verb, me):
            yield place, called


def is_same_person(label: str, name: str, *, called: bool) -> bool:
    """Whether a speaker who goes by a label may be who the text names: not where both are names and share nothing.

    A nickname need share nothing with the name of whom it is called; a label such as "tanaka_k" is no name.
    """
    if label == ME:
        return True
    one, other = label.casefold().split(), name.casefold().split()
    if any(_alike(mine, told) for mine in one for told in other):
        return True
    if len(one) > 1 and len(other) > 1:
        return False
    named = all(word.isalpha() and word.istitle() for word in label.split())
    return not named or (called and len(other) == 1)


def _alike(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) >= _ALIKE and one[:_ALIKE] == other[:_ALIKE])


def _is_me(tree: Tree, subject: int, me: Set[int]) -> bool:
    """ "I" or "my name", "my full name"."""
    if subject in me:
        return True
    if tree.lower[subject] not in ("name", "nickname"):
        return False
    mine = [child for child in tree.kids[subject] if child in me]
    return bool(mine) and all(child in mine or tree.lower[child] in _WHOLE for child in tree.kids[subject])


def _is_named(tree: Tree, verb: int, label: str, me: Set[int]) -> bool:
    """ "I'm Kenji Tanaka", "My name is Kenji"."""
    if label != "attr" or tree.lemma[verb] != "be" or tree.tag[verb] not in _NOW:
        return False
    if any(child < verb and tree.lower[child] in _PLAYED for child in tree.labelled(verb, "prep")):
        return False
    return any(_is_me(tree, subject, me) for subject in tree.labelled(verb, "nsubj"))


def _is_own_word(tree: Tree, place: int, me: Set[int]) -> bool:
    """Whether the one who speaks says it, and not somebody whose words or thoughts they tell."""
    verb = place if tree.is_verb(place) else tree.head[place]
    above = tree.head[verb]
    if tree.dep[verb] == "ccomp" and me.isdisjoint(tree.labelled(above, "nsubj")):
        return False
    return is_outright(tree, verb) and not tree.is_quoted(verb)


def _is_called(tree: Tree, verb: int, label: str, me: Set[int]) -> bool:
    """ "Call me Kenny", "I go by Kenny"."""
    if label == "oprd":
        return tree.lemma[verb] == "call" and _calls_me(tree, verb, me)
    return label == "pobj" and tree.lower[verb] == "by" and _goes(tree, tree.head[verb], me)


def _goes(tree: Tree, verb: int, me: Set[int]) -> bool:
    mine = not me.isdisjoint(tree.labelled(verb, "nsubj"))
    return mine and tree.lemma[verb] == "go" and tree.tag[verb] in _NOW and not tree.labelled(verb, "neg")


def _calls_me(tree: Tree, verb: int, me: Set[int]) -> bool:
    if tree.tag[verb] == "VBN":
        return not me.isdisjoint(tree.labelled(verb, "nsubjpass"))
    told = [one for one in tree.labelled(verb, "dobj", "nsubj") if tree.lower[one] != "i"]
    return tree.tag[verb] in ("VB", *_NOW) and not me.isdisjoint(told)


def _is_asked(tree: Tree, verb: int) -> bool:
    end = tree.doc[verb].sent[-1]
    return end.text.endswith("?") or any(
        tree.lower[one] in ("if", "may", "might", "would", "could", "should")
        for one in tree.labelled(verb, "aux", "mark")
    )
