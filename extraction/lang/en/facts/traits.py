"""What a plain adjective says that somebody is for good: "I'm vegetarian", "My dad is lactose intolerant"."""

from typing import Final

from extraction.lang.en.facts.statives import FOR_GOOD, LACKING
from extraction.lang.en.facts.transience import is_limited, is_passing
from extraction.lang.en.names.names import RULE, Name
from extraction.lang.en.names.terms import ARGUMENT
from extraction.lang.en.parse.tree import COMMON, Tree
from extraction.lang.shared.label_confidence import GROUP
from graph.model.types import EntityType

TRAIT: Final = "trait"
"""The rule of a claim whose object is an adjective."""
_BEFORE: Final = ("amod", "compound", "nmod", "npadvmod")
_OF_SOMETHING: Final = ("to", "in", "about", "with")
"""Prepositions behind which an adjective says something else: "blind to it", "engaged in research"."""
_WEIGHT: Final = 0.3


def is_trait(tree: Tree, verb: int, adjective: int) -> bool:
    """Whether an adjective behind "be" tells what somebody is for good, and not for now.

    By the word, by what stands before it ("color blind"), or by its capital, which English gives to origin and faith.
    """
    if tree.lemma[verb] != "be" or is_limited(tree.doc[adjective]) or is_passing(tree.doc[verb]):
        return False
    if any(tree.lower[one] in _OF_SOMETHING for one in tree.labelled(adjective, "prep")):
        return False
    word = tree.lower[adjective]
    return word in FOR_GOOD or (word in LACKING and _first(tree, adjective) < adjective) or _is_group(tree, adjective)


def trait_name(tree: Tree, adjective: int) -> Name:
    """What somebody is as a name, with the noun that it needs before it."""
    start, shown = _first(tree, adjective), tree.spelled(range(_first(tree, adjective), adjective + 1))
    return Name(
        start=start,
        end=adjective + 1,
        name=shown if _is_group(tree, adjective) else shown.lower(),
        type=EntityType.CONCEPT,
        weight=_WEIGHT,
        reasons=(ARGUMENT, TRAIT),
        method=RULE,
    )


def _is_group(tree: Tree, adjective: int) -> bool:
    token = tree.doc[adjective]
    return token.ent_type_ == GROUP and token.shape_.startswith("Xx") and tree.tag[adjective] == "JJ"


def _first(tree: Tree, adjective: int) -> int:
    """Where the noun begins that stands right before an adjective of what somebody lacks; else its own place."""
    before = adjective - 1
    noun = before in tree.labelled(adjective, *_BEFORE) and tree.lower[adjective] in LACKING
    return before if noun and tree.tag[before] in (*COMMON, "JJ") else adjective
