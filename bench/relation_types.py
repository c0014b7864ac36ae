"""Which of our relation types answer to the properties of the relation sets, and in which direction."""

from typing import Final

from graph.model.types import RelationType as R

Triple = tuple[R, int, int]
"""A relation type with subject and object; ends of symmetric types in the order of their numbers."""

_SYMMETRIC: Final = frozenset((R.FAMILY_MEMBER, R.NEAR_TO, R.SEQUENCE))
_ACCEPTED: Final[dict[str, str]] = {
    "P131": "LOCATED_IN PART_OF",
    "P17": "LOCATED_IN PART_OF",
    "P276": "LOCATED_IN",
    "P159": "LOCATED_IN",
    "P706": "LOCATED_IN",
    "P30": "LOCATED_IN PART_OF",
    "P937": "LOCATED_IN",
    "P551": "LOCATED_IN",
    "P740": "LOCATED_IN",
    "P1376": "LOCATED_IN PART_OF",
    "P36": "<LOCATED_IN <PART_OF",
    "P150": "<PART_OF <LOCATED_IN",
    "P206": "NEAR_TO LOCATED_IN",
    "P47": "NEAR_TO",
    "P361": "PART_OF LOCATED_IN MEMBER_OF",
    "P527": "<PART_OF <LOCATED_IN <MEMBER_OF",
    "P749": "PART_OF <OWNERSHIP",
    "P355": "<PART_OF OWNERSHIP",
    "P463": "MEMBER_OF PART_OF WORKS_FOR",
    "P54": "MEMBER_OF WORKS_FOR PART_OF",
    "P102": "MEMBER_OF",
    "P69": "MEMBER_OF",
    "P108": "WORKS_FOR MEMBER_OF",
    "P26": "FAMILY_MEMBER",
    "P22": "FAMILY_MEMBER",
    "P25": "FAMILY_MEMBER",
    "P40": "FAMILY_MEMBER",
    "P3373": "FAMILY_MEMBER",
    "P6": "<LEADS",
    "P35": "<LEADS",
    "P169": "<LEADS",
    "P488": "<LEADS",
    "P286": "<LEADS",
    "P112": "<LEADS",
    "P127": "<OWNERSHIP <PART_OF PART_OF",
    "P1830": "OWNERSHIP PART_OF <PART_OF",
    "P31": "INSTANCE_OF TYPE_OF",
    "P279": "TYPE_OF INSTANCE_OF",
    "P1344": "PARTICIPATES_IN",
    "P710": "<PARTICIPATES_IN",
    "P607": "PARTICIPATES_IN",
    "P155": "SEQUENCE",
    "P156": "SEQUENCE",
    "P27": "?LOCATED_IN ?MEMBER_OF",
    "P495": "?LOCATED_IN",
    "P1001": "?LOCATED_IN ?PART_OF",
    "P403": "?NEAR_TO ?PART_OF ?LOCATED_IN",
    "P205": "?<LOCATED_IN",
    "P118": "?MEMBER_OF ?PARTICIPATES_IN ?PART_OF",
    "P166": "?MEMBER_OF",
    "P194": "?<PART_OF ?<LOCATED_IN",
    "P137": "?<OWNERSHIP ?<LEADS",
    "P121": "?OWNERSHIP ?LEADS",
    "P57": "?<LEADS",
    "P161": "?<PARTICIPATES_IN",
    "P175": "?<PARTICIPATES_IN",
}
"""Types by property, that which people would choose first; "<" turns the direction round, "?" marks those that are
right when told and not missed when not."""
_CANONICAL: Final = {R.LOCATED_AT: (R.LOCATED_IN, False), R.CONTAINS: (R.PART_OF, True)}
JUDGED: Final = frozenset(
    R(each.strip("?<")) for accepted in _ACCEPTED.values() for each in accepted.split() if "?" not in each
)
"""The types that the properties can tell right from wrong."""


def canonical(kind: R, subject: int, object_: int) -> Triple | None:
    """A relation of the graph as a triple that may be compared; None when no property tells of its type."""
    kind, turned = _CANONICAL.get(kind, (kind, False))
    if turned:
        subject, object_ = object_, subject
    if kind in _SYMMETRIC and subject > object_:
        subject, object_ = object_, subject
    return (kind, subject, object_) if kind in JUDGED else None


def accepted(relation: str, head: int, tail: int) -> tuple[list[Triple], bool]:
    """What a property may be told as, the best first, and whether it is missed when it is not told."""
    told = _ACCEPTED.get(relation, "").split()
    triples: list[Triple] = []
    for each in told:
        ends = (tail, head) if "<" in each else (head, tail)
        triple = canonical(R(each.strip("?<")), *ends)
        if triple is not None:
            triples.append(triple)
    return triples, bool(triples) and "?" not in told[0]
