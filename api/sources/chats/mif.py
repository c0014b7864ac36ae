"""Documents of the Memory Interchange Format 2: memories, the entities they name, and a knowledge graph.

https://github.com/varun29ankuS/mif-spec. What a document holds beside the fields we know is kept with its memories, so
that an export gives it back.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from api.sources.chats.memory_stores import related
from api.sources.chats.message import Json, Message, Part, listed, obj, objects, text_of, word
from api.sources.item import Origin
from api.sources.relations import entity_type, relation_type, shown
from graph.model.draft import GivenFact
from graph.model.types import EntityType
from graph.transfer.formats.stores import MIF_EXTENSIONS, MIF_ID, MIF_REST

_OURS: Final = frozenset(("id", "content", "created_at", "updated_at", "tags", "entities", "metadata", "embeddings"))
"""Fields that an export makes anew; vectors are those of another model."""
_CHANNEL: Final = "mif"


def fits(document: object) -> bool:
    """Whether a document says that it is one."""
    return str(obj(document).get("mif_version", "")).startswith("2.")


def parts(document: object, origin: Origin) -> Iterator[Part]:
    """Each memory with the relations between what it names, and one for each relation that no memory carries."""
    del origin
    whole = obj(document)
    graph = obj(whole.get("knowledge_graph"))
    entities = {text_of(entity.get("id")): entity for entity in objects(graph.get("entities"))}
    types = {text_of(entity.get("name")): _type(entity) for entity in entities.values()}
    relations = _relations(graph, entities)
    carried: set[tuple[str, str, str]] = set()
    beside = obj(whole.get("vendor_extensions"))
    for number, memory in enumerate(objects(whole.get("memories")), start=1):
        facts: list[GivenFact] = []
        named = dict.fromkeys(text_of(entity.get("name")) for entity in objects(memory.get("entities")))
        for subject in named:
            for predicate, target in relations.get(subject, ()):
                if target in named and (subject, predicate, target) not in carried:
                    carried.add((subject, predicate, target))
                    facts.append(_fact(subject, predicate, target, types))
        yield _message(memory, number, tuple(facts), beside if number == 1 else {})
    for subject, others in relations.items():
        for predicate, target in others:
            if (subject, predicate, target) not in carried:
                yield related(subject, target, predicate, types, _CHANNEL)


def _message(memory: Json, number: int, facts: tuple[GivenFact, ...], beside: Json) -> Message:
    details = dict(obj(memory.get("metadata")))
    known = dict(obj(details.pop("enishi", None)))
    rest = {name: value for name, value in memory.items() if name not in _OURS}
    extra: dict[str, object] = {str(name): value for name, value in details.items()}
    if rest:
        extra[MIF_REST] = rest
    if beside:
        extra[MIF_EXTENSIONS] = dict(beside)
    source = obj(memory.get("source"))
    fields: dict[str, object] = {"created_at": memory.get("created_at")}
    if session := word(source.get("session_id")):
        fields["session_id"] = session
    if agent := word(memory.get("agent_id")) or word(source.get("agent_name")):
        fields["agent"] = agent
    fields |= {name: value for name, value in known.items() if name != "facts"}
    identity = word(memory.get("id"))
    return Message(
        text=text_of(memory.get("content")),
        source_id=f"{MIF_ID}{identity}" if identity else None,
        tags=tuple(tag for each in listed(memory.get("tags")) if (tag := word(each))),
        channel=_CHANNEL,
        extra=extra,
        facts=facts,
        fields={**fields, "source_id": f"{MIF_ID}{identity}"} if identity else fields,
        position=number,
    )


def _relations(graph: Json, entities: Mapping[str, Json]) -> dict[str, list[tuple[str, str]]]:
    """By the name of its subject, the predicate and the object's name of each relation that still holds."""
    held: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for relation in objects(graph.get("relationships")):
        ends = [entities.get(text_of(relation.get(end))) for end in ("source_entity_id", "target_entity_id")]
        subject, target = (text_of(end.get("name")) if end else "" for end in ends)
        predicate = word(relation.get("context")) or word(relation.get("relation_type")) or ""
        if subject and target and not relation.get("invalidated_at"):
            held[subject].append((predicate, target))
    return dict(held)


def _type(entity: Json) -> EntityType | None:
    kinds = [kind for each in listed(entity.get("types")) if (kind := word(each))]
    return next((meant for kind in kinds if (meant := entity_type(kind)) is not None), None)


def _fact(subject: str, predicate: str, target: str, types: Mapping[str, EntityType | None]) -> GivenFact:
    return GivenFact(
        subject=shown(subject), type=relation_type(shown(predicate)), object=shown(target),
        predicate=shown(predicate) or None, subject_type=types.get(subject), object_type=types.get(target),
    )  # fmt: skip
