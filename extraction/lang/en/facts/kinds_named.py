"""What a noun phrase tells of kinds and of kin: "fruits such as pears", "owls and other birds", "Karen's daughter"."""

from collections.abc import Iterator
from typing import Final

from extraction.lang.en.facts.relations import role_had
from extraction.lang.en.facts.statements import Reader
from extraction.lang.en.modality.mood import mood_at
from extraction.lang.en.names.speaker import refers_to_speaker
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import VAGUE_NOUNS
from extraction.lang.shared.senses import Sense
from graph.model.types import EntityType, Modality, RelationType, tells

_EXAMPLES: Final = ("like", "including")
"""Prepositions behind a plural that lead to some of a kind, as "such as" does."""


def examples(tree: Tree, link: int) -> Iterator[tuple[int, int]]:
    """The members of a kind and the noun of that: "fruits such as pears", "tools like linters"."""
    noun = tree.head[link]
    is_such = tree.lower[link] == "as" and link > 0 and tree.lower[link - 1] == "such"
    is_link = is_such or (tree.lower[link] in _EXAMPLES and noun == link - 1)
    if not is_link or not _is_kind(tree, noun) or tree.dep[link] != "prep":
        return
    for target in tree.labelled(link, "pobj"):
        yield from ((each, noun) for each in tree.joined(target) if _is_member(tree, each))


def others(tree: Tree, noun: int) -> Iterator[tuple[int, int]]:
    """The same of "owls and other birds"."""
    if not _is_kind(tree, noun) or tree.dep[noun] != "conj" or noun == 0 or tree.lower[noun - 1] != "other":
        return
    first = tree.head[noun]
    yield from ((each, noun) for each in (first, *tree.joined(first)) if each < noun and _is_member(tree, each))


def _is_member(tree: Tree, word: int) -> bool:
    """Whether a word is for one of a kind: "linters", and not the results of "cases such as no results"."""
    is_none = any(tree.lower[child] == "no" for child in tree.labelled(word, "det"))
    return tree.tag[word] in (*COMMON, *PROPER) and not is_none


def _is_kind(tree: Tree, noun: int) -> bool:
    """Whether a plural stands for a kind: "fruits", and neither "the fruits" nor "three fruits"."""
    is_bare = not tree.labelled(noun, "det", "poss", "nummod")
    return tree.tag[noun] == "NNS" and is_bare and tree.lemma[noun].lower() not in VAGUE_NOUNS


def kind_relation(tree: Tree, member: int) -> RelationType:
    """How a member stands to its kind: a name is one of it."""
    return RelationType.INSTANCE_OF if tree.tag[member] in PROPER else RelationType.TYPE_OF


def kin(reader: Reader, noun: int) -> tuple[int, Sense] | None:
    """Who has whom a noun calls by a tie to them: "Karen's daughter"; nobody where that is told by name or in full."""
    tree = reader.tree
    sense = role_had(tree.lemma[noun].lower()) if tree.tag[noun] in COMMON else None
    owners = tree.labelled(noun, "poss") or _behind_of(tree, noun)
    if sense is None or len(owners) != 1 or refers_to_speaker(tree, owners[0], reader.selves):
        return None
    if tree.tag[owners[0]] not in PROPER or owners[0] not in reader.owners or _is_told(reader, noun):
        return None
    name = reader.names[reader.owners[owners[0]]]
    verb = tree.verb_above(noun)
    modality = Modality.STATED if verb is None else mood_at(tree.doc[verb]).modality
    is_real = tells(modality) or modality is Modality.INTENDED
    is_real = is_real and reader.unreal.isdisjoint((noun, owners[0]))
    return (owners[0], sense) if name.type is EntityType.PERSON and is_real else None


def _behind_of(tree: Tree, noun: int) -> list[int]:
    """ "The grandfather of Sunniva": one, and none of several."""
    links = [link for link in tree.labelled(noun, "prep") if tree.lower[link] == "of"]
    is_certain = any(tree.lower[child] == "the" for child in tree.labelled(noun, "det"))
    return [end for link in links for end in tree.labelled(link, "pobj")] if is_certain else []


def _is_told(reader: Reader, noun: int) -> bool:
    """Whether a clause or a name beside it says who that is: "Ann is Karen's daughter", "Karen's daughter Ann"."""
    tree = reader.tree
    if noun in reader.owners and reader.is_proper(reader.owners[noun]):
        return True
    verb = tree.head[noun]
    is_predicate = tree.dep[noun] in ("attr", "appos", "oprd", "compound") or noun in reader.named
    is_equal = tree.dep[noun] == "nsubj" and tree.lemma[verb] == "be" and bool(tree.labelled(verb, "attr"))
    beside = [child for child in tree.kids[noun] if child > noun and tree.tag[child] in PROPER]
    return is_predicate or is_equal or bool(beside)
