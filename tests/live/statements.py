"""Every statement of cypher/ and parameters of the right types for it: what EXPLAIN and isolation are tried with."""

from collections.abc import Iterator
from datetime import UTC, datetime

from graph.db.batch_rows import FactRows
from graph.db.filters import filter_row
from graph.db.fulltext_fields import words_fields
from graph.db.queries import query
from graph.db.rows import NEVER, lucene
from graph.db.type_catalogue import SYMMETRIC
from graph.model.filters import Filters
from graph.model.types import EntityType, LinkKind, RelationType
from graph.resolution.resolution_plan import MISTAKEN_FOR
from tests.live.plain_extractor import MODEL, vector_of

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)

UNFILTERED = frozenset(
    {
        "memory/pending",
        "memory/backlog",
        "memory/fullest",
        "link/waiting",
        "inference/waiting",
        "inference/unsettled",
        "lifecycle/waiting",
        "identity/whose",
        "rotation/users",
    }
)
"""The operator's statements: they serve the background work of all users."""


def parameters(name: str, *, user_id: str, memory_id: str, chunk_id: str) -> Iterator[dict[str, object]]:
    """Parameters for a statement as a user might send them, with ids that may be another's."""
    known = _known(user_id, memory_id, chunk_id)
    wanted = query(name).params
    missing = wanted - known.keys() - _OWN.get(name, {}).keys()
    assert not missing, f"{name} has parameters that these tests do not know yet: {sorted(missing)}"
    yield {key: {**known, **_own(name, memory_id, chunk_id)}[key] for key in wanted}


def _own(name: str, memory_id: str, chunk_id: str) -> dict[str, object]:
    own = dict(_OWN.get(name, {}))
    match name:
        case "memory/understand" | "memory/rewrite" | "memory/place":
            chunk: dict[str, object] = {
                "id": chunk_id,
                "first": chunk_id,
                "properties": {"words_en_0": "changed"},
                "field": "words_en_0",
                "added": "more",
            }
            own["chunks"] = [{**chunk, "vector": vector_of("changed").tolist()}]
            if name == "memory/understand":
                own["memories"] = [{"id": memory_id, "content_hash": "0" * 64}]
        case "entity/store":
            own |= _facts(memory_id, chunk_id).numbered()
        case "memory/store_literals":
            ends = {"subject_key": "ada byron", "subject_type": "Person", "object_key": None, "object_type": None}
            times = {"said_at": NOW, "valid_from": NOW, "valid_to": NOW}
            literal = {"id": f"{memory_id}.l9999", "user_id": "u", "lemma": "x", **times}
            row: dict[str, object] = {"id": literal["id"], "chunk_id": chunk_id, **ends, "properties": literal}
            own |= FactRows(literals=[row]).numbered_literals()
        case "memory/put_away":
            packed: dict[str, object] = {"packed": b"x", "characters": 1, "text_bytes": 1, "apart": {}, "rule": "old"}
            own["memories"] = [{"id": memory_id, "content_hash": "0" * 64, **packed}]
        case "memory/bring_back":
            piece: dict[str, object] = {"id": chunk_id, "field": "words_en_0", "text": "changed"}
            own["memories"] = [
                {"id": memory_id, "status": "active", "text": "changed", "facets": "u0", "chunks": [piece]}
            ]
        case "lifecycle/weigh":
            weight: dict[str, object] = {
                "id": memory_id,
                "content_hash": "0" * 64,
                "properties": {"importance": 9.9},
                "use_count": 0,
                "edit_count": 0,
                "uses": [],
            }
            own["weights"] = [weight]
        case "link/candidates":
            asked = {"id": memory_id, "since": NOW, "until": NEVER, "named": [memory_id]}
            own["memories"] = [asked]
        case "care/refresh":
            own["memories"] = [
                {"id": memory_id, "content_hash": "0" * 64, "status": "active", "properties": {"word_count": 3},
                 "chunks": [{"id": chunk_id, "properties": {"words_en_0": "changed"}, "vector": None}]}
            ]  # fmt: skip
        case "reembedding/write_chunks":
            piece = {"id": chunk_id, "start": 0, "end": 35, "vector": vector_of("changed").tolist(), "own": None,
                     "packed": b"x", "near": []}  # fmt: skip
            own["memories"] = [{"id": memory_id, "status": "active", "stamp": "2026", "chunks": [piece]}]
        case "care/by_own_words":
            own["chunks"] = [{"id": chunk_id, "query": "words_en_0:ada"}]
        case "recall/among":
            own["ids"] = [memory_id]
        case "recall/context":
            own["chunks"] = own["widened"] = [chunk_id]
        case "recall/thread":
            own["chunks"] = [chunk_id]
        case "recall/around":
            own["seeds"] = [{"chunk_id": chunk_id, "score": 0.9}]
        case _:
            pass
    return own


_OWN: dict[str, dict[str, object]] = {
    "summary/store": {
        "id": "s",
        "scope": "project:p",
        "made_at": NOW,
        "tokens": 3,
        "budget_tokens": 9,
        "memories": 1,
        "backups_most": 2,
        "quotes": [{"ordinal": 0, "memory_id": "m", "start": 0, "end": 3, "kept": None, "content_hash": "0"}],
    },
    "transfer/begin": {"digest": "0" * 64},
    "transfer/nodes": {"nodes": [], "step": 1},
    "transfer/ties": {"ties": [], "step": 1},
    "transfer/end": {"properties": {}},
    "summary/of": {"scope": "project:p"},
    "recall/hybrid": {"scope": 3},
    "recall/hybrid_filtered": {"scope": 3},
    "entity/show": {
        "lemmas": ["be"],
        "prefixes": ["be "],
        "types": ["WORKS_FOR"],
        "telling_most": 5,
        "never": NEVER,
        "passages_most": 20,
    },
    "summary/size": {"overview": True},
    "session/open": {"held": None, "channel": "slack", "source_kind": "slack", "source_ids": "{}", "source_key": "[]"},
    "care/page": {"after": NOW.replace(year=2000), "after_id": ""},
    "care/keywords": {"keys": None, "least": 1, "prefix": ""},
    "entity/called": {"least": 6, "query": '+user_id:"ada" +(name:/[Aa]da/ aliases:/[Aa]da/)'},
    "entity/store": dict(FactRows().numbered()),
    "tombstone/relations": {"facts": [{"id": "f", "key": "0" * 64}]},
    "memory/fail": {"failed": [{"id": "m", "content_hash": "0", "reason": "r"}]},
    "memory/list_by_importance": {"after": 11.0},
    "memory/move": {"moves": [{"id": "m", "place": "/v/a.md#A", "source": None}]},
    "lifecycle/weigh": {"weights": []},
    "lifecycle/lives": {"after": NOW.replace(year=2101)},
    "memory/keep_version": {
        "versions": [
            {"memory_id": "m", "id": "v", "properties": {"act": "edited", "by": "test", "fields": [], "before": "{}"}}
        ]
    },
    "project/settle": {"keys": ["path:/v"]},
    "learning/judge": {"learning": "m.5f2b8c1d9e0a"},
    "session/mark": {"source_kind": "slack", "source_ids": "{}", "source_key": "[]", "id": "talk"},
    "identity/add": {"id": "U1"},
    "event/page": {"after": NEVER, "kinds": None},
    "event/after": {"after": NOW, "after_id": ""},
    "rotation/lives": {"after": NOW.replace(year=2101)},
    "rotation/archived": {"after": NOW.replace(year=2101)},
    "rotation/archive_list": {"after": 1e18, "least": 0.0, "most": 10.0},
    "rotation/archive_of_topic": {"after": 1e18, "least": 0.0, "most": 10.0},
    "rotation/users": {"after": ""},
    "rotation/note": {"id": "r", "properties": {"archived": 1}},
    "memory/mark": {"properties": {"rating": 1}},
    "memory/rechunk": {"properties": {"text": "changed"}, "chunks": []},
    "memory/pending": {"limit": 10},
    "memory/store_literals": FactRows().numbered_literals(),
    "memory/texts": {"most": 4_000_000},
    "recall/among": {"ids": []},
    "recall/named": {"ids": []},
    "recall/called": {"ids": [], "told": ["knows"], "turned": ["knows"]},
    "recall/dated": {"latest": NOW.replace(year=2101)},
    "recall/of_entities": {"ids": ["e"]},
    "recall/thread": {"chunks": [], "speakers": ["Bo"], "most": 5},
    "schema/record_embedding_model": {"version": MODEL.version},
    "schema/record_migrations": {"names": ["m001_foundation"]},
    "recall/context": {"chunks": [], "widened": []},
    "recall/around": {"steps": [1.0, 0.8, 0.64, 0.5], "seeds": []},
    "memory/place": {"sessions": [], "chunks": []},
    "memory/understand": {"chunks": [], "memories": []},
    "memory/rewrite": {"chunks": []},
    "link/candidates": {"memories": []},
    **{
        f"network/{name}": {
            "kinds": [
                {"type": "WORKS_FOR", "words": [], "sources": None, "targets": None},
                {"type": "HIRED", "words": ["joined"], "sources": ["Organization", "Firm"], "targets": ["Person"]},
            ],
            "thresholds": {"KNOWS": 0.3},
            "least": 0.3,
            "at": None,
            "ends": ["e"],
            "batch": 500,
        }
        for name in (
            "expand",
            "edges",
            "edges_among",
            "edges_between",
            "map_edges",
            "map_periods",
            "facts_of",
            "facts_among",
        )
    },
    "network/all_edges": {"batch": 500},
    "network/expand_memories": {"least": 0.3, "at": None, "through": True, "ends": ["e"]},
    "network/evidence": {"at": None},
    "network/timeline": {"since": None},
    "entity/about": {"ranges": [{"low": "Person", "high": "Person"}], "types": ["Person"], "subtypes": []},
    "entity/list": {"after": 2**53, "types": ["Concept"], "subtypes": ["Harbour"]},
    "types/store_entity": {"name": "Harbour", "properties": {"name_ja": "港", "parent": "Location"}},
    "types/store_relation": {"name": "TOWS", "properties": {"predicates": ["tow"], "parent": "RELATES_TO"}},
    "types/relation_usage": {"types": ["KNOWS"], "words": ["joined"]},
    "types/drop_entity": {"name": "Harbour", "parent": "Location", "subtype": None},
    "types/drop_relation": {"name": "TOWS", "parent": "RELATES_TO"},
    "entity/proposals": {"after": 2.0, "least": 0.28},
    "entity/change": {"properties": {"name": "Ada"}, "given": [{"key": "ada", "name": "Ada"}], "anew": True},
    "schema/related": {"after": ""},
    "schema/begin_reembedding": {"version": MODEL.version},
    "schema/switch_embedding_model": {"side": "b"},
    "reembedding/chunks": {"after": NOW.replace(year=2000), "after_id": ""},
    "reembedding/entities": {"after_id": ""},
    "schema/projects": {"after": ""},
    "schema/categories": {"after": ""},
    "schema/move_memories": {"tokens": ["p0"]},
    "schema/move_to_category": {"tokens": ["c0"]},
    "quality/relations": {
        "kinds": [{"type": "KNOWS", "words": [], "sources": ["Person"], "targets": None}],
        "thresholds": {"KNOWS": 0.3},
        "least": 0.1,
        "most": 100,
    },
    "quality/entities": {"types": ["Person"], "subtypes": ["Harbour"], "most": 100},
    "quality/mend": {"loops": [], "pruned": []},
    "quality/drop_orphans": {"ids": []},
    "quality/begin": {"before": NOW},
    "entity/weigh": {"type": RelationType.KNOWS.value, "weight": 0.5, "confidence": None},
    "entity/confirm": {"status": "confirmed"},
    "entity/stating": {"type": RelationType.KNOWS.value, "origin": "by hand"},
    "link/make": {"kind": LinkKind.REFERENCE.value, "subtype": "minutes", "weight": 1.0, "confidence": 1.0},
    "link/unmake": {"kind": LinkKind.REFERENCE.value},
    "entity/judge": {"type": RelationType.KNOWS.value, "status": "confirmed"},
    "link/judge": {"kind": LinkKind.CO_OCCURRENCE.value, "status": "rejected"},
    "link/of": {"status": None},
    "inference/judge": {"id": "c", "status": "rejected"},
    "inference/list": {"after": "", "status": None},
    "lifecycle/use": {"since": "2026-05-03"},
    "inference/held": {"ids": ["e"], "prefixes": ["stop "]},
}


def _facts(memory_id: str, chunk_id: str) -> FactRows:
    """That Ada, who is mentioned and described, knows herself."""
    ada: dict[str, object] = {"key": "ada byron", "type": EntityType.PERSON.value}
    name: dict[str, object] = {
        "id": "e", "name": "Ada", "subtype": None, "names": ["A"], "aliases": ["ada"], "confidence": 0.1, "seen": NOW,
        "seen_last": NOW, "common": False, "forms": [], "blocks": [{"key": "g:ada", "seeks": True}],
    }  # fmt: skip
    tie: dict[str, object] = {**ada, "chunk_id": chunk_id, "properties": {"names": ["X"], "keys": ["x"]}}
    ends = {f"{end}_{part}": ada[part] for end in ("subject", "object") for part in ada}
    times = dict.fromkeys(("said_at", "valid_from", "valid_to"), NOW)
    properties = {"lemma": "x", "confidence": 0.5, "holds": True, **times}
    kind = RelationType.KNOWS.value
    fact: dict[str, object] = {"id": f"{memory_id}.f9999", "chunk_id": chunk_id, "type": kind, **ends}
    return FactRows(
        names=[{**ada, **name}], mentions=[tie], descriptions=[tie], facts=[{**fact, "properties": properties}]
    )


def _known(user_id: str, memory_id: str, chunk_id: str) -> dict[str, object]:
    entity = {"key": "ada byron", "type": EntityType.PERSON.value}
    judged: dict[str, object] = {
        "from": "e",
        "to": "e",
        "confidence": 0.5,
        "reasons": ["r"],
        "shown": True,
        "weight": 0.5,
        "score": 0.5,
    }
    return {
        "hops": [{"place": "0.0", "near": "e", "far": memory_id, "type": "WORKS_FOR"}], "by_importance": False,
        "as_subject": True, "as_object": True, "predicate": "join", "place": None, "holding": True,
        "lemmas": ["live in"], "types": ["WORKS_FOR"], "enders": ["leave"],
        "holder": "h", "triggers": ["size"], "run": "r", "rule": "old", "looked_at": None, "topic": "ada",
        "facets": "u0", "fields": words_fields(user_id), "floors": [0.0, 1.0, 4.0, 7.0, 9.0], "topics_most": 30,
        "user_id": user_id, "id": memory_id, "ids": [memory_id], "memory_ids": [memory_id],
        "filters": filter_row(Filters()), "vector": vector_of("ada byron joined acme corp").tolist(),
        "query": lucene(("ada", "byron"), user_id, Filters()), "keys": ["ada", "ada byron", "acme corp"],
        "longer": {"ada": [["ada byron"]]},
        "candidates": 50, "spread": 10.0, "turns_distance": 0.6, "words_share": 0.4, "words_power": 1.5,
        "language": "en", "linked_weight": 0.3,
        "common_types": ["Concept"], "common_share": 0.6,
        "seeds": 5, "hub": 60, "rare": 10, "about_most": 3, "kept": 60, "closely": 60, "sought": ["Location"],
        "of_me": True, "assistants": ["assistant"], "behind": 0.4, "standing": 5, "standing_weight": 0.4,
        "asked_kinds": ["decision"], "of_kind": 5, "kind_weight": 0.6,
        "standing_kinds": ["rule"], "elsewhere": 0.5,
        "unattended": False,
        "text_most": 8_000, "whole": 10, "steps": [0.8, 0.64, 0.512], "fan": 50, "limit": 50, "after": NEVER,
        "after_id": "~", "needle": "ada", "now": NOW, "content_hash": "0" * 64, "session_id": "talk",
        "status": "archived", "identities": [{"content_hash": "0" * 64, "session_id": "talk"}],
        "near_hashes": ["0" * 64], "sessions": ["talk"], "talked_since": NOW.replace(year=2000),
        "events": [{"id": "e1", "kind": "edited", "by": "test", "number": 1, "memory_ids": [memory_id], "subject": None,
                    "fields": []}],
        "events_at": NOW, "events_since": NOW.replace(year=2000), "events_most": 1_000, "rejections": ["0" * 64],
        "version_id": "v1", "channel": "slack", "size_bytes": 3,
        "memory_id": memory_id, "subject": None, "audience": None, "audiences": None, "neighbours": 60,
        "properties": {}, "chunks": [],
        "held": [["positive", "stated"]], "symmetric": SYMMETRIC,
        "pairs": [[chunk_id, chunk_id]], "last": [chunk_id], "bridged": [[chunk_id, chunk_id]], "lasts": [],
        "memories": [], "places": [chunk_id], "entire": True, "beside": [{"id": chunk_id, "hash": "0"}],
        "again": [{"key": "ada", "type": "Person"}],
        "names": [{**entity, "placed": True, "together": True}],
        "blocks": ["g:ada"], "entities": ["e"], "all_parts": True, "share": 0.05, "due": None, "block_most": 400,
        "unread": [{"chunk_id": chunk_id, "key": "ada", "start": 0, "end": 3, "surface": "Ada"}], "weak": ["Concept"],
        "words_most": 120, "context_most": 60, "nearly": 0.79, "often": 200, "mistaken": MISTAKEN_FOR,
        "created": [{"id": "e", "properties": {**entity, "kind": "Person", "name": "Ada"}}],
        "moves": [{**entity, "from": "e", "to": "e", "was": ["e"]}], "moved": ["e"],
        "faces": [{"id": "e", "properties": {**entity, "name": "Ada", "confidence": 0.1}}],
        "referring": ["e"], "references": [judged], "considered": ["e"], "proposals": [judged],
        "reblocked": [{**entity, "blocks": []}], "text": "ada", "by": "taro", "note": None, "one": "e", "other": "e",
        "key": "ada", "merged_from": ["e {}"], "edited": ["name"], "source": "e", "target": "e",
        "ends": [{"session_id": "talk", "expected": [chunk_id]}],
        "root": "/v",
        "records": [{"id": memory_id, "properties": {"file": "a.md", "number": 0, "text_mark": "t", "title_mark": "",
                                                     "tags_mark": "", "earlier": []},
                     "text": "ada", "title": None, "tags": None}],
        "roots": ["/v/"], "sources": ["v"], "gone": "gone:", "project": None,
        "path": "p", "paths": ["p2"], "joins": False, "into": "p2", "into_tokens": ["p2"], "backup_id": "b",
        "scope": "project:p", "into_scope": "project:p2",
        "token": "p0", "tokens": "p0", "projects": [], "categories": [], "left": "c",
        "seconds": 1, "dimensions": 384, "name": MODEL.name,
        "query_prefix": MODEL.query_prefix, "passage_prefix": MODEL.passage_prefix, "entity_types": [],
        "relation_types": [],
        "words": ["ada"], "texts": 50, "among": [memory_id], "only": None, "each": 3, "scan": 50, "around": 50,
        "since": NOW.replace(year=2000), "until": NOW.replace(year=2100), "prefixes": ["2026 06"],
        "earliest": NOW.replace(year=1999), "first": "2026 06 01", "next": "2026 07 01", "inside": ["2026 06"],
        "talk_most": 8, "projects_most": 100, "recent_most": 20,
        "sessions_most": 10, "prefix": "work/", "description": "What it is about.",
        "pinned_read": 100, "pinned_most": 20, "parts_most": 2,
        "near": 10, "beam": 40, "least": -1.0,
        "most": 20, "forgot_at": 0, "waiting": [{"id": "e", "facts": 1}], "touched": ["e"], "kind": None,
        "kinds": ["relation", "superseded"], "latest": 20, "called": "ada",
        "repeated": 0.4, "low": 0.1, "high": 0.9, "entities_most": 200, "ties_most": 100,
        "offset": 0, "version": 1, "same": 0.9999, "edit_count": 0, "updated_at": NOW,
        "helped": [memory_id], "unhelpful": [memory_id],
        "uses": [{"id": memory_id, "at": NOW, "used": 1, "days": [{"key": "2026-06-01 view ", "number": 1}]}],
        "judged": [{"id": "c", "tie": "RESTS_ON", "memory": f"{memory_id}.", "subject": "e", "object": "e",
                    "type": RelationType.KNOWS.value, "polarity": "positive", "lemma": "x"}],
        "made": [{"id": "e", "name": "Ada", "description": "", "mention_count": 1,
                  "vector": vector_of("ada").tolist()}],
        "links": [{"type": LinkKind.REFERENCE.value, "source": memory_id, "target": memory_id, "properties": {}}],
        "duplicates": [{"id": "d", "source": memory_id, "target": memory_id, "properties": {"kind": "duplicate"}}],
        "conclusions": [{"id": "c", "source": "e", "target": "e", "evidence": [f"{memory_id}.f0000"],
                         "properties": {"kind": "relation"}}],
        "placed": [{"id": "e", "x": 1.0, "y": 2.0}], "anew": True, "periods": 12,
        "endings": [{"id": "s", "source": f"{memory_id}.f0000", "target": f"{memory_id}.f0000",
                     "properties": {"kind": "superseded", "at": NOW}}],
    }  # fmt: skip
