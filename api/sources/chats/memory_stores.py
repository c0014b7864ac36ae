"""Exports of other memories: mem0's lists of facts, and the knowledge graph of the MCP memory server."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from api.sources.chats.message import Json, Message, Part, extra_of, listed, obj, objects, text_of, word
from api.sources.item import Origin
from api.sources.relations import entity_type, relation_type, shown
from graph.model.draft import GivenFact
from graph.model.types import EntityType

HOLDERS = ("results", "memories", "data")
RECORDS = frozenset(("entity", "relation"))
NOT_KEPT = frozenset(("id", "memory", "hash", "score", "metadata", "created_at", "updated_at", "categories"))


def is_mem0(document: object) -> bool:
    """Whether a document is a list of memories as mem0 gives them, alone or under `results`."""
    return any(isinstance(entry.get("memory"), str) for entry in _memories(document)[:50])


def mem0(document: object, origin: Origin) -> Iterator[Part]:
    """Each memory, with its category and what else is known of it."""
    del origin
    for number, entry in enumerate(_memories(document), start=1):
        details = dict(obj(entry.get("metadata")))
        categories = [name for value in listed(entry.get("categories")) if (name := word(value))]
        category = word(details.pop("category", None)) or (categories[0] if categories else None)
        identity = word(entry.get("id"))
        rest = {name: value for name, value in entry.items() if name not in NOT_KEPT}
        yield Message(
            text=text_of(entry.get("memory")),
            at=entry.get("created_at"),
            source_id=f"mem0:{identity}" if identity else None,
            category=category,
            tags=tuple(categories),
            channel="mem0",
            extra=extra_of(**{str(name): value for name, value in (rest | details).items()}),
            position=number,
        )
    for relation in objects(obj(document).get("relations")):
        source, target = text_of(relation.get("source")), relation.get("target") or relation.get("destination")
        yield related(source, text_of(target), text_of(relation.get("relationship")), {}, "mem0")


def is_knowledge_graph(document: object) -> bool:
    """Whether a document is entities with observations, and relations: as lines, or in two lists."""
    if isinstance(document, list):
        lines = objects(document)[:50]
        return any(line.get("type") in RECORDS and ("observations" in line or "relationType" in line) for line in lines)
    whole = obj(document)
    return any("observations" in entity for entity in objects(whole.get("entities"))[:50])


def knowledge_graph(document: object, origin: Origin) -> Iterator[Part]:
    """A memory for each observation, named after its entity, and one for each relation, with the fact it gives."""
    del origin
    lines = objects(document) if isinstance(document, list) else _lists(obj(document))
    entities = {
        str(line.get("name")): entity_type(str(line.get("entityType") or ""))
        for line in lines
        if "observations" in line
    }
    for number, line in enumerate(lines, start=1):
        if "relationType" in line:
            ends = text_of(line.get("from")), text_of(line.get("to"))
            relation = related(*ends, text_of(line["relationType"]), entities, "mcp-memory")
            yield replace(relation, position=number)
        elif word(line.get("name")):
            yield from _observations(line, number)


def _lists(whole: Json) -> list[Json]:
    return [*objects(whole.get("entities")), *objects(whole.get("relations"))]


def _memories(document: object) -> list[Json]:
    if isinstance(document, list):
        return objects(document)
    whole = obj(document)
    return next((objects(whole[name]) for name in HOLDERS if isinstance(whole.get(name), list)), [])


def _observations(entity: Json, number: int) -> Iterator[Part]:
    name = str(entity["name"])
    kind = word(entity.get("entityType"))
    texts = (word(value) or word(obj(value).get("content")) for value in listed(entity.get("observations")))
    observations = [text for text in texts if text]
    if not observations:
        yield Message(
            text=f"{shown(name)} ({shown(kind)})" if kind else shown(name),
            title=shown(name),
            source_id=f"mcp-memory:{name}",
            channel="mcp-memory",
            position=number,
        )
    for observation in observations:
        yield Message(
            text=observation,
            title=shown(name),
            source_id=f"mcp-memory:{name}:{observation}",
            category=kind,
            channel="mcp-memory",
            extra={"entity": name},
            position=number,
        )


def related(
    subject: str, target: str, relation: str, entities: Mapping[str, EntityType | None], channel: str
) -> Message:
    """A relation as a sentence and as the fact that it gives."""
    predicate = shown(relation)
    facts: tuple[GivenFact, ...] = ()
    if subject.strip() and target.strip() and shown(subject) != shown(target):
        fact = GivenFact(
            subject=shown(subject),
            type=relation_type(predicate),
            object=shown(target),
            predicate=predicate or None,
            subject_type=entities.get(subject),
            object_type=entities.get(target),
        )
        facts = (fact,)
    return Message(
        text=f"{shown(subject)} {predicate} {shown(target)}." if facts else "",
        source_id=f"{channel}:{subject}:{predicate}:{target}",
        channel=channel,
        facts=facts,
    )
