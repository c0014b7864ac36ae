"""The types of entities and relations that the words of other memories mean: "works_at" is WORKS_FOR."""

import re

from graph.model.types import EntityType, RelationType

TYPES = (
    (re.compile(r"person|people|human|user|contact|人物"), EntityType.PERSON),
    (re.compile(r"compan|organi[sz]ation|team|firm|会社|組織"), EntityType.ORGANIZATION),
    (re.compile(r"place|location|city|country|場所"), EntityType.LOCATION),
    (re.compile(r"event|meeting|出来事"), EntityType.EVENT),
    (re.compile(r"technolog|software|tool|library|language|技術"), EntityType.TECHNOLOGY),
    (re.compile(r"document|book|file|文書"), EntityType.DOCUMENT),
    (re.compile(r"task|todo|project"), EntityType.TASK),
)
RELATIONS = (
    (re.compile(r"works? (?:at|for|in)\b|employed|employee"), RelationType.WORKS_FOR),
    (re.compile(r"(?:leads|manages|runs|heads|founded|directs)\b|ceo\b"), RelationType.LEADS),
    (re.compile(r"lives? (?:in|at)\b|located|based in|resides"), RelationType.LOCATED_IN),
    (re.compile(r"member|belongs to|joined"), RelationType.MEMBER_OF),
    (re.compile(r"(?:is )?(?:part|component) of"), RelationType.PART_OF),
    (re.compile(r"(?:contains|includes)\b"), RelationType.CONTAINS),
    (re.compile(r"colleague|works? with|coworker"), RelationType.COLLEAGUE),
    (re.compile(r"(?:is )?(?:a )?friend"), RelationType.FRIEND),
    (
        re.compile(r"(?:is )?(?:married|spouse|wife|husband|parent|mother|father|sister|brother|child|son\b|daughter)"),
        RelationType.FAMILY_MEMBER,
    ),
    (re.compile(r"knows\b"), RelationType.KNOWS),
    (re.compile(r"owns\b"), RelationType.OWNERSHIP),
    (re.compile(r"uses\b|depends? on|requires"), RelationType.DEPENDENCY),
    (re.compile(r"causes\b|leads to"), RelationType.CAUSES),
    (re.compile(r"is an?\b|instance of"), RelationType.INSTANCE_OF),
    (re.compile(r"participates|attends|takes part"), RelationType.PARTICIPATES_IN),
)


def shown(name: str) -> str:
    """A name as people write it: blanks for the underscores of identifiers."""
    return " ".join(name.replace("_", " ").split())


def entity_type(kind: str) -> EntityType | None:
    """The type that somebody's word for a kind of thing means, None where none is meant."""
    words = kind.casefold()
    return next((meant for pattern, meant in TYPES if pattern.search(words)), None)


def relation_type(predicate: str) -> RelationType:
    """The type that somebody's word for a relation means; RELATES_TO for any other."""
    words = predicate.casefold()
    return next((meant for pattern, meant in RELATIONS if pattern.match(words)), RelationType.RELATES_TO)
