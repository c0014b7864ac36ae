"""How a text refers to a name by what is done with it: it creates, uses or affects it, involves it, lies there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from extraction.lang.en.clauses.clauses import Clause, Complement, clauses
from extraction.lang.en.modality.mood import mood_at
from extraction.lang.en.names.names import Name
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import VERBS
from graph.model.types import EntityType, LinkType, holds

_BY_VERB: Final[Mapping[str, LinkType]] = {verb: LinkType[name] for verb, name in VERBS.values("reference").items()}
_DONE: Final = (LinkType.CREATES, LinkType.USES, LinkType.AFFECTS)
_WHERE: Final = frozenset(("in", "at", "near", "on"))


def references(tree: Tree, owners: Mapping[int, int], names: Sequence[Name]) -> dict[int, LinkType]:
    """The link of each name that a clause says something of, the first that does; the names by their index."""
    links: dict[int, LinkType] = {}
    for clause in clauses(tree):
        modality, polarity = mood_at(tree.doc[clause.verb])
        if clause.chain and holds(polarity, modality):
            for place, link in _of_clause(tree, clause):
                index = owners.get(place)
                if index is not None and (link is not LinkType.LOCATED_AT or names[index].type is EntityType.LOCATION):
                    links.setdefault(index, link)
    return links


def _of_clause(tree: Tree, clause: Clause) -> Iterator[tuple[int, LinkType]]:
    verb = tree.lemma[clause.chain[-1]]
    is_passive = any(tree.dep[subject] == "nsubjpass" for subject in clause.subjects)
    agents = [target for part in clause.complements if tree.dep[part.head] == "agent" for target in part.targets]
    for part in clause.complements:
        yield from ((target, LinkType.LOCATED_AT) for target in _places(tree, part))
    link = _BY_VERB.get(verb)
    objects = [target for part in clause.complements if part.kind == "object" for target in part.targets]
    for part in clause.complements if link is None else ():
        behind = _BY_VERB.get(f"{verb} {' '.join(tree.lower[word] for word in part.link)}")
        if part.kind == "preposition" and behind is not None:
            link, objects = behind, list(part.targets)
    if link is None:
        yield from ((agent, LinkType.PERFORMED_BY) for agent in agents)
        return
    patients, doers = (clause.subjects, agents) if is_passive else (objects, clause.subjects)
    yield from ((patient, link) for patient in patients)
    if link in _DONE:
        yield from ((doer, LinkType.PERFORMED_BY) for doer in doers)


def _places(tree: Tree, part: Complement) -> Sequence[int]:
    return part.targets if part.kind == "preposition" and tree.lower[part.link[0]] in _WHERE else ()
