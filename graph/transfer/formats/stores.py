"""What other memories read: mem0's list, the knowledge graph of the MCP memory server, MIF 2.0.

    {"results": [{"id": "01M8…", "memory": "…", "user_id": "taro", "created_at": "…", "metadata": {…}}]}
    {"type": "entity", "name": "Ken", "entityType": "person", "observations": ["Ken works for Acme."]}
    {"mif_version": "2.0", "memories": [{"id": "…", "content": "…", "created_at": "…"}], "knowledge_graph": {…}}

MIF: https://github.com/varun29ankuS/mif-spec. What of a memory the format has no field for stands under `enishi` in its
`metadata`, so that it comes back; what other programs put into a document comes back too.
"""

import hashlib
import json
import tempfile
from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from ulid import ULID

from graph.transfer.formats.records import Lines, by_entity, by_memory, encoded, names, nodes, plain, relations

_FIELDS: Final = (
    "title", "category", "source", "channel", "device_id", "session_id", "project", "speaker",
    "occurred_at", "latitude", "longitude", "pinned", "bookmarked", "rating", "audience", "area", "agent",
)  # fmt: skip
"""Fields of a draft that a memory has as they were given."""
MIF_ID: Final = "mif:"
MIF_EXTENSIONS: Final = "mif_vendor_extensions"
"""Under this name in `extra` lies what other programs put beside the memories of a MIF document."""
MIF_REST: Final = "mif"
"""And under this one what they put into one memory."""


def mem0(lines: Lines) -> Iterator[bytes]:
    """A list of memories as mem0 exports it."""
    user_id = _user(lines)
    yield b'{"results": ['
    for number, record in enumerate(nodes(lines, "Memory")):
        held = plain(record)
        entry = {
            "id": _mem0_id(held), "memory": held["text"], "user_id": user_id, "created_at": held.get("created_at"),
            "updated_at": held.get("updated_at"), "categories": held.get("tags") or [],
            "metadata": {**_extra(held), **_given(held)},
        }  # fmt: skip
        yield (b",\n" if number else b"\n") + encoded(entry)
    yield b"\n]}\n"


def memory_json(lines: Lines) -> Iterator[bytes]:
    """The lines of the MCP memory server: entities with what was observed of them, and relations.

    What names nobody is observed of the user.
    """
    called, seen = names(lines), by_entity(lines)
    alone = set(by_memory(lines))
    user_id = _user(lines)
    with tempfile.TemporaryFile() as texts:
        places: dict[str, tuple[int, int]] = {}
        of_user: list[str] = []
        for record in nodes(lines, "Memory"):
            text = encoded(plain(record)["text"])
            places[record["ref"]] = texts.tell(), len(text)
            texts.write(text)
            if record["ref"] not in alone:
                of_user.append(record["ref"])

        def text_of(ref: str) -> str:
            start, length = places[ref]
            texts.seek(start)
            return str(json.loads(texts.read(length)))

        def entity(name: str, kind: str, refs: list[str]) -> bytes:
            observations = [text_of(ref) for ref in refs if ref in places]
            line = {"type": "entity", "name": name, "entityType": kind, "observations": observations}
            return encoded(line) + b"\n"

        if of_user:
            yield entity(user_id, "user", of_user)
        for ref, (name, kind) in called.items():
            yield entity(name, kind.casefold(), seen.get(ref, []))
    for record in nodes(lines, "Entity"):
        for kind, other, held in relations(record):
            ends = {"from": called[record["ref"]][0], "to": called[other][0]}
            relation = str(held.get("predicate") or kind.replace("_", " ").casefold())
            yield encoded({"type": "relation", **ends, "relationType": relation}) + b"\n"


def mif(lines: Lines) -> Iterator[bytes]:
    """A MIF document: memories with the entities they name, and the knowledge graph."""
    called, named = names(lines), by_memory(lines)
    beside: dict[str, Any] = {}
    yield b'{"mif_version": "2.0", "generator": {"name": "enishi", "version": "1"},\n"export_meta": '
    yield encoded({"user_id": _user(lines)}) + b',\n"memories": ['
    for number, record in enumerate(nodes(lines, "Memory")):
        held = plain(record)
        extra = _extra(held)
        beside |= extra.pop(MIF_EXTENSIONS, None) or {}
        rest: dict[str, Any] = extra.pop(MIF_REST, None) or {}
        entities = [
            {"name": called[ref][0], "entity_type": called[ref][1].casefold()}
            for ref in named.get(record["ref"], [])
            if ref in called
        ]
        entry: dict[str, Any] = {
            **rest,
            "id": _mif_id(held), "content": held["text"], "created_at": held["created_at"],
            "updated_at": held.get("updated_at", held["created_at"]), "tags": held.get("tags") or [],
            "entities": entities, "metadata": {**extra, "enishi": _given(held)},
        }  # fmt: skip
        entry.setdefault("memory_type", held.get("category") or "observation")
        if held.get("session_id"):
            entry.setdefault("source", {"source_type": "conversation", "session_id": held["session_id"]})
        yield (b",\n" if number else b"\n") + encoded(entry)
    yield b'\n],\n"knowledge_graph": {"entities": ['
    for number, record in enumerate(nodes(lines, "Entity")):
        yield (b",\n" if number else b"\n") + encoded(_mif_entity(record, called[record["ref"]]))
    yield b'\n],\n"relationships": ['
    first = True
    for record in nodes(lines, "Entity"):
        for kind, other, held in relations(record):
            yield (b"\n" if first else b",\n") + encoded(_mif_relation(record["ref"], kind, other, held))
            first = False
    yield b'\n]},\n"vendor_extensions": ' + encoded(beside) + b"}\n"


def _mif_entity(record: Any, called: tuple[str, str]) -> dict[str, Any]:
    held = plain(record)
    entity = {
        "id": _of_ref(record["ref"]), "name": called[0], "types": [called[1].casefold()],
        "summary": held.get("description"), "created_at": held.get("first_seen"),
        "last_seen_at": held.get("last_seen"), "attributes": {"aliases": held.get("aliases") or []},
    }  # fmt: skip
    return {name: value for name, value in entity.items() if value is not None}


def _mif_relation(ref: str, kind: str, other: str, held: Any) -> dict[str, Any]:
    digest = hashlib.sha256(f"{ref} {kind} {other}".encode()).digest()[:16]
    relation = {
        "id": str(UUID(bytes=digest, version=4)), "source_entity_id": _of_ref(ref),
        "target_entity_id": _of_ref(other), "relation_type": kind.casefold(), "context": held.get("predicate"),
        "confidence": held.get("confidence"), "created_at": held.get("first_seen"),
    }  # fmt: skip
    return {name: value for name, value in relation.items() if value is not None}


def _of_ref(ref: str) -> str:
    return ref.partition("/")[2]


def _mif_id(held: dict[str, Any]) -> str:
    """The UUID that a memory came with, else the one that its own id is."""
    given = str(held.get("source_id") or "")
    return given.removeprefix(MIF_ID) if given.startswith(MIF_ID) else str(ULID.from_str(held["id"]).to_uuid())


def _mem0_id(held: dict[str, Any]) -> str:
    given = str(held.get("source_id") or "")
    return given.removeprefix("mem0:") if given.startswith("mem0:") else str(held["id"])


def _given(held: dict[str, Any]) -> dict[str, Any]:
    fields = {name: held[name] for name in _FIELDS if held.get(name) not in (None, "", False)}
    if not held.get("titled"):
        fields.pop("title", None)
    if facts := held.get("facts"):
        fields["facts"] = json.loads(facts)
    return fields


def _extra(held: dict[str, Any]) -> dict[str, Any]:
    extra = json.loads(held.get("extra") or "{}")
    return extra if isinstance(extra, dict) else {}


def _user(lines: Lines) -> str:
    return str(json.loads(next(iter(lines())))["user_id"])
