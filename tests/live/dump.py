"""What the database holds, as tests compare it: everything as text, or one user's graph by what its nodes say."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from neo4j import Driver
from numpy.typing import NDArray

from graph.db.fulltext_fields import KINDS, words_fields
from graph.db.type_catalogue import SYMMETRIC

_NODES = "MATCH (n) RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties"
_TIES = """
MATCH (a)-[r]->(b)
RETURN elementId(a) AS start, type(r) AS type, properties(r) AS properties, elementId(b) AS end
"""
_MINE = """
MATCH (n) WHERE n.user_id = $user_id OR (n:User AND n.id = $user_id)
RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties
"""
_MINE_TIES = """
MATCH (a)-[r]->(b) WHERE a.user_id = $user_id OR b.user_id = $user_id
RETURN elementId(a) AS start, type(r) AS type, properties(r) AS properties, elementId(b) AS end
"""
_VECTORS = ("embedding", "own_embedding", "kept_embedding")
_PACKED = "sentences"
_OWN = frozenset(
    {
        "id",
        "user_id",
        "facets",
        "updated_at",
        "stored_at",
        "worded_at",
        "importance_at",
        "uses",
        # The id of an entity, which is new in every graph.
        "holder",
        "understood_at",
        "embedded_at",
        "version",
        "duplicate_of",
        "was",
        "raised",
        "due",
        "changed",
        "turned",
        "event_count",
    }
)
"""What differs between two users, or two runs, of the same content."""


def everything(driver: Driver, *, history: bool = True) -> str:
    """All labels, types and properties of all nodes and relationships, vectors included, as text.

    Without `history` the earlier texts of memories are left out, which go with the memories.
    """
    parts: list[str] = []
    with driver.session() as session:
        for row in session.run(_NODES):
            if not history and "MemoryVersion" in row["labels"]:
                continue
            parts.append(f"{row['labels']} {_text(row['properties'])}")
        for row in session.run(_TIES):
            parts.append(f"{row['type']} {_text(row['properties'])}")
    return "\n".join(sorted(parts))


def _text(properties: dict[str, Any]) -> str:
    # Of a vector its first numbers tell it from any other.
    return repr({k: (list(v)[:12] if k in _VECTORS else v) for k, v in sorted(properties.items())})


@dataclass
class Graph:
    """One user's graph: nodes by what they say, ties between them, vectors apart because floats wobble."""

    nodes: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    ties: list[tuple[str, str, str, str]] = field(default_factory=list[tuple[str, str, str, str]])
    vectors: dict[tuple[str, str], list[float]] = field(default_factory=dict[tuple[str, str], list[float]])
    packed: dict[str, NDArray[np.int16]] = field(default_factory=dict[str, "NDArray[np.int16]"])


def graph_of(driver: Driver, user_id: str, *, events: bool = False, leave_out: frozenset[str] = frozenset()) -> Graph:
    """The graph of a user, in a form that is equal for equal content. `leave_out` names properties not to compare."""
    graph = Graph()
    names: dict[str, str] = {}
    kinds = dict(zip(words_fields(user_id), KINDS, strict=True))
    with driver.session() as session:
        nodes = [row.data() for row in session.run(_MINE, user_id=user_id)]
        ties = [row.data() for row in session.run(_MINE_TIES, user_id=user_id)]
    memories = {row["properties"]["id"]: _memory_name(row["properties"]) for row in nodes if "Memory" in row["labels"]}
    for row in nodes:
        # What was done, and that a text was taken away, is told by these alone.
        if "MemoryVersion" in row["labels"] or (not events and {"AuditEvent", "Tombstone"} & {*row["labels"]}):
            continue
        name = _name(row["labels"], row["properties"], memories)
        assert name not in graph.nodes, f"{name} stands twice in the graph"
        names[row["id"]] = name
        held: dict[str, Any] = row["properties"]
        properties = {kinds.get(key, key): value for key, value in held.items()}
        for key in _VECTORS:
            if properties.get(key) is not None:
                graph.vectors[name, key] = list(properties.pop(key))
        packed = properties.pop(_PACKED, None)
        if packed is not None:
            # A byte may round the other way where its float wobbles.
            graph.packed[name] = np.frombuffer(packed, np.int8).astype(np.int16)
        hidden = _OWN | leave_out
        graph.nodes[name] = {k: v for k, v in sorted(properties.items()) if k not in hidden}
    for row in ties:
        properties = {k: v for k, v in sorted(row["properties"].items()) if k not in _OWN | leave_out}
        ends = names[row["start"]], names[row["end"]]
        if row["type"] in SYMMETRIC:
            # They begin with the lower id, which says nothing of the content.
            ends = min(ends), max(ends)
        graph.ties.append((ends[0], row["type"], ends[1], repr(_rounded(properties))))
    graph.ties.sort()
    return graph


def assert_same(one: Graph, other: Graph) -> None:
    """Fails with what differs."""
    assert one.nodes.keys() == other.nodes.keys(), sorted(one.nodes.keys() ^ other.nodes.keys())
    for name, properties in one.nodes.items():
        left, right = _rounded(properties), _rounded(other.nodes[name])
        assert left == right, (name, _unequal(left, right))
    ties = {"first only": set(one.ties) - set(other.ties), "second only": set(other.ties) - set(one.ties)}
    assert one.ties == other.ties, ties
    assert one.vectors.keys() == other.vectors.keys(), sorted(one.vectors.keys() ^ other.vectors.keys())
    for key, vector in one.vectors.items():
        assert np.allclose(vector, other.vectors[key], atol=1e-5), key
    assert one.packed.keys() == other.packed.keys(), sorted(one.packed.keys() ^ other.packed.keys())
    for key, values in one.packed.items():
        assert len(values) == len(other.packed[key]), key
        assert np.abs(values - other.packed[key]).max() <= 1, key


def _unequal(one: dict[str, Any], other: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {key: (one.get(key), other.get(key)) for key in one | other if one.get(key) != other.get(key)}


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {k: _rounded(v) for k, v in value.items()}
    return value


def _memory_name(properties: dict[str, Any]) -> str:
    return f"memory {properties['session_id']} {properties['content_hash'][:16]}"


def _name(labels: list[str], properties: dict[str, Any], memories: dict[str, str]) -> str:
    identity = str(properties.get("id", ""))
    owner, _, rest = identity.partition(".")
    if "Memory" in labels:
        return memories[identity]
    if {"Chunk", "Fact", "LiteralFact"} & {*labels}:
        return f"{memories.get(owner, owner)} {rest}"
    if "User" in labels:
        return "user"
    if "Entity" in labels:
        return f"entity {properties['key']} {properties['type']}"
    if "Inference" in labels:
        # Its id is made of those of what it is concluded from.
        parts = (memories.get(part.partition(".")[0], part) + part.partition(".")[2] for part in identity.split(":"))
        return f"inference {' '.join(parts)}"
    if "ProjectBackup" in labels:
        return f"backup {properties['path']} {identity}"
    if "AuditEvent" in labels:
        return f"event {properties['kind']} {identity}"
    if "Name" in labels:
        return f"name {properties['key']} {properties['type']}"
    return f"{sorted(labels)} {properties.get('key') or properties.get('path') or identity}"


def with_sorted_words(graph: Graph) -> Graph:
    """The graph with word fields as bags: their order says nothing to the index."""
    for properties in graph.nodes.values():
        for name in KINDS:
            if name in properties:
                properties[name] = sorted(properties[name].split())
    return graph


_SAID = {
    "mention": """
MATCH (m:Memory {user_id: $user_id})<-[:PART_OF]-(c:Chunk)-[t:MENTIONS|DESCRIBES]->(e:Entity)
RETURN m.text AS memory, c.ordinal AS chunk, type(t) AS tie, t.key AS key, t.kind AS kind, t.link_type AS link,
       t.starts AS starts, t.ends AS ends, e.name AS entity, e.type AS type
""",
    "entity": """
MATCH (e:Entity {user_id: $user_id})
RETURN e.name AS name, e.type AS type, e.key AS key, e.kind AS kind, e.mention_count AS count,
       COLLECT { MATCH (n:Name)-[:NAMES]->(e) RETURN n.type + ' ' + n.key AS key ORDER BY key } AS keys,
       COLLECT { UNWIND e.aliases AS a RETURN a ORDER BY a } AS aliases, e.subtype AS subtype,
       toString(e.first_seen) AS first, toString(e.last_seen) AS last
""",
    "name": """
MATCH (n:Name {user_id: $user_id}) WHERE n.name IS NOT NULL
RETURN n.key AS key, n.type AS type, n.name AS name, n.subtype AS subtype, n.part AS part, n.count AS count,
       COLLECT { UNWIND n.names AS a RETURN a ORDER BY a } AS names
""",
    "fact": """
MATCH (m:Memory {user_id: $user_id})<-[:PART_OF]-(:Chunk)-[:STATES]->(f:Fact)-[:SUBJECT]->(s:Entity)
MATCH (f)-[:OBJECT]->(o:Entity)
RETURN m.text AS memory, s.name AS subject, s.type AS kind, f.lemma AS lemma, f.type AS type, o.name AS object,
       o.type AS what, f.polarity AS polarity, f.modality AS modality, f.time AS time, f.place AS place,
       f.amount AS amount, toString(f.valid_from) AS valid_from, toString(f.valid_to) AS valid_to
""",
    "literal fact": """
MATCH (m:Memory {user_id: $user_id})<-[:PART_OF]-(:Chunk)-[:STATES]->(f:LiteralFact)
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN m.text AS memory, s.name AS whose, f.subject_text AS subject, f.lemma AS lemma, f.object_text AS object,
       o.name AS what, f.polarity AS polarity, f.modality AS modality, f.roles AS roles, f.arguments AS arguments
""",
    "relation": """
MATCH (s:Entity {user_id: $user_id})-[r]->(o:Entity) WHERE r.evidence_count IS NOT NULL
WITH type(r) IN $symmetric AS even, s, r, o
RETURN CASE WHEN even AND o.name < s.name THEN [o.name, s.name] ELSE [s.name, o.name] END AS ends, type(r) AS type,
       r.evidence_count AS evidence, r.predicate AS predicate
""",
    "may be": """
MATCH (s:Entity {user_id: $user_id})-[r:MAY_BE]->(o:Entity)
RETURN s.name AS name, o.name AS whom, r.shown AS shown, r.confidence AS confidence
""",
    "proposal": """
MATCH (s:Entity {user_id: $user_id})-[r:SAME_AS_PROPOSED]->(o:Entity)
RETURN CASE WHEN o.name + o.type < s.name + s.type THEN [o.name, s.name] ELSE [s.name, o.name] END AS ends,
       round(r.score, 4) AS score
""",
    "link": """
MATCH (s:Memory {user_id: $user_id})-[r]->(o:Memory)
RETURN s.text AS memory, type(r) AS kind, o.text AS other
""",
}


def content_of(driver: Driver, user_id: str) -> dict[str, list[str]]:
    """What a user's graph says, by kind and sorted, in names and texts alone: no id, no time of writing, no confidence.

    Two graphs of the same memories say the same, in whatever order and by however many hands they were written.
    """
    with driver.session() as session:
        return {
            kind: sorted(
                repr(row.data())
                for row in session.run(query, user_id=user_id, **({"symmetric": SYMMETRIC} if "$sym" in query else {}))  # pyright: ignore[reportArgumentType]
            )
            for kind, query in _SAID.items()
        }


def differences(one: Mapping[str, list[str]], other: Mapping[str, list[str]]) -> dict[str, dict[str, list[str]]]:
    """By kind, what only one of two graphs says; empty where they are the same."""
    found: dict[str, dict[str, list[str]]] = {}
    for kind in one:
        first, second = Counter(one[kind]), Counter(other[kind])
        if first != second:
            found[kind] = {"first": sorted((first - second).elements()), "second": sorted((second - first).elements())}
    return found
