"""A small export: two memories, one archived with its text packed, three entities of which two have one name."""

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any

from graph.lifecycle.packing import packed
from graph.model.extraction import EmbeddingModel
from graph.transfer.formats.records import Lines
from graph.transfer.records import LineWriter, Record, head

MODEL = EmbeddingModel(name="m", dimensions=2, version="1", query_prefix="", passage_prefix="", spread=1.0)
AT = {"time": "2026-11-27T09:00:00.000000000+00:00"}
FIRST, SECOND, THIRD = "01M8E0557ZZ5F35H676HM539MQ", "01M8E0557ZZ5F35H676HM539MR", "01M8E0557ZZ5F35H676HM539MS"
HARD = 'Ken works\nfor "Acme" & 田中🌸 \x0b; ok'
ARCHIVED = "Osaka is by the sea."
EXTENSIONS = {"shodh": {"hebbian": [0.25, 1]}}


def node(ref: str, labels: list[str], properties: Mapping[str, Any], *ties: list[Any]) -> Record:
    return {"ref": ref, "labels": sorted(labels), "properties": properties, "ties": list(ties)}


def memory(identity: str, **properties: Any) -> dict[str, Any]:
    return {"id": identity, "created_at": AT, "tags": ["a", "b"], "titled": False, "title": "made", **properties}


def records() -> Iterator[Record]:
    yield head("m035", MODEL, "taro")
    extra = json.dumps({"mif_vendor_extensions": EXTENSIONS, "mif": {"version": 3, "memory_type": "decision"}, "x": 1})
    yield node(
        f"Memory/{FIRST}", ["Memory"],
        memory(FIRST, text=HARD, session_id="s1", project="work/acme", importance=4.5, extra=extra, pinned=True),
        ["REFERENCE", f"Memory/{SECOND}", {"weight": 0.5, "confidence": 0.9, "evidence_count": 1}],
        ["CONTRADICTION", f"Memory/{SECOND}", {"weight": 0.5, "validation_status": "rejected"}],
    )  # fmt: skip
    text = base64.b64encode(packed(ARCHIVED)).decode()
    yield node(f"Memory/{SECOND}", ["Memory"], memory(SECOND, packed={"bytes": text}, status="archived"))
    yield node(f"Memory/{THIRD}", ["Memory"], memory(THIRD, text="It rained.", source_id="mem0:77", session_id=""))
    for identity, others in ((FIRST, ("e1", "e2", "e2")), (SECOND, ("e3",)), (THIRD, ())):
        vector = base64.b64encode(b"\0" * 8).decode()
        yield node(
            f"Chunk/{identity}.0", ["Chunk"], {"id": f"{identity}.0", "embedding": {"floats": vector}},
            ["PART_OF", f"Memory/{identity}", {}], *(["MENTIONS", f"Entity/{other}", {}] for other in others),
        )  # fmt: skip
    yield node(
        "Entity/e1", ["Entity", "Person"], {"id": "e1", "name": "Ken", "aliases": ["健"], "mention_count": 1},
        ["WORKS_FOR", "Entity/e2", {"predicate": "works for", "confidence": 0.8, "weight": 0.5, "evidence_count": 1}],
        ["KNOWS", "Entity/e2", {"predicate": "knows", "evidence_count": 0}],
    )  # fmt: skip
    yield node("Entity/e2", ["Entity", "Organization"], {"id": "e2", "name": "Osaka", "mention_count": 2, "w": 1})
    yield node("Entity/e3", ["Entity", "Location"], {"id": "e3", "name": "Osaka", "mention_count": 1, "w": 0.5})


def lines() -> Lines:
    held = list(LineWriter("taro").lines(records()))
    return lambda: held
