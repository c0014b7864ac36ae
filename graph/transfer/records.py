"""The lines of an export: JSON objects that hold any value Neo4j keeps, each on one line, the same for the same graph.

    {"enishi": "export", "format": 1, "schema": "m030_name_version", "embedding": {"name": "…", …}, "user_id": "taro"}
    {"ref": "Memory/01M8…", "labels": ["Memory"], "properties": {"text": "…", "created_at": {"time": "2026-…"}},
     "ties": []}
    {"ref": "Chunk/01M8….0000", "labels": ["Chunk"], "properties": {"embedding": {"floats": "…base64"}, …},
     "ties": [["PART_OF", "Memory/01M8…", {}], …]}
    {"end": true, "nodes": {"Memory": 1, "Chunk": 1}, "ties": 1, "sha256": "… of all lines before"}

A node is called by its label and the properties by which the graph tells it from others (`KEYS`). Keys, labels and ties
are sorted, so that the same graph gives the same bytes.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from graph.db.properties import text_of, to_json
from graph.errors import Invalid
from graph.model.extraction import EmbeddingModel
from graph.model.transfer import Exported

FORMAT: Final = 1
KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "User": (),
    "Memory": ("id",),
    "Chunk": ("id",),
    "Fact": ("id",),
    "LiteralFact": ("id",),
    "Entity": ("id",),
    "Rejected": ("id",),
    "Session": ("id",),
    "Summary": ("id",),
    "Inference": ("id",),
    "AuditEvent": ("id",),
    "RotationRun": ("id",),
    "Rotation": (),
    "Name": ("key", "type"),
    "Candidate": ("key",),
    "Block": ("key",),
    "Project": ("path",),
    "Category": ("path",),
    "EntityType": ("name",),
    "RelationType": ("name",),
    "MemoryVersion": ("id",),
    "Feedback": ("id",),
    "Tombstone": ("key",),
    "ChannelIdentity": ("key",),
    "ProjectBackup": ("path", "id"),
    "SyncedText": ("memory_id", "root"),
}
"""By what each kind of node is told from the others of a user."""
Record = Mapping[str, Any]


def head(schema: str, model: EmbeddingModel, user_id: str) -> Record:
    """The first line: who wrote it, for which schema and vectors, and whose it is."""
    embedding = {"name": model.name, "dimensions": model.dimensions, "version": model.version}
    return {"enishi": "export", "format": FORMAT, "schema": schema, "embedding": embedding, "user_id": user_id}


def node_record(row: Record) -> Record:
    """A node and the ties that begin at it, from a row of `transfer/*`."""
    labels, held = sorted(row["labels"]), row["properties"]
    ties = [
        [tie["type"], ref(tie["labels"], tie["other"]), to_json(tie["properties"])] for tie in row["ties"]
    ]  # fmt: skip
    properties = {name: value for name, value in held.items() if name != "user_id"}
    return {
        "ref": ref(labels, held), "labels": labels, "properties": to_json(properties),
        "ties": sorted(ties, key=lambda tie: json.dumps(tie, sort_keys=True)),
    }  # fmt: skip


def ref(labels: Sequence[str], properties: Record) -> str:
    """What a node is called in the file: its label and what tells it from others, "Name/tanaka/Person"."""
    label = next(label for label in KEYS if label in labels)
    return "/".join([label, *(_called(properties.get(name)) for name in KEYS[label])])


class LineWriter:
    """Puts records into lines, and counts and sums them up for the last one."""

    def __init__(self, user_id: str) -> None:
        self._user_id = user_id
        self._digest = hashlib.sha256()
        self._nodes: Counter[str] = Counter()
        self._ties = 0
        self._bytes = 0

    def lines(self, records: Iterable[Record]) -> Iterator[bytes]:
        """The records as lines, and the line that ends the file."""
        for record in records:
            if "ref" in record:
                self._nodes[record["ref"].partition("/")[0]] += 1
                self._ties += len(record["ties"])
            yield self._line(record)
        done = self.done()
        yield self._line({"end": True, "nodes": dict(done.nodes), "sha256": done.digest, "ties": done.ties})

    def done(self) -> Exported:
        """What was written."""
        return Exported(
            user_id=self._user_id, nodes=dict(sorted(self._nodes.items())), ties=self._ties,
            digest=self._digest.hexdigest(), bytes=self._bytes,
        )  # fmt: skip

    def _line(self, record: Record) -> bytes:
        text = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        line = text.encode("utf-8", "surrogatepass") + b"\n"
        self._digest.update(line)
        self._bytes += len(line)
        return line


def checked(lines: Iterable[bytes], name: str) -> Exported:
    """What a file holds, once all of it was read. Raises Invalid for a file that is none, not whole, or changed."""
    digest, nodes, ties, user_id, size = hashlib.sha256(), Counter[str](), 0, "", 0
    ended = False
    for number, line in enumerate(lines):
        if ended:
            raise _broken(name, "there are lines behind its end.")
        record = parsed(line, name, number)
        if number == 0:
            _check_head(record, name)
            user_id = str(record["user_id"])
        if record.get("end"):
            ended = True
            if (record.get("sha256"), record.get("nodes"), record.get("ties")) != (digest.hexdigest(), nodes, ties):
                raise _broken(name, "its checksum does not fit what it holds: it was changed or damaged.")
            continue
        if number:
            nodes[str(record["ref"]).partition("/")[0]] += 1
            ties += len(record["ties"])
        digest.update(line)
        size += len(line)
    if not ended:
        raise _broken(name, "it breaks off before its end.")
    return Exported(
        user_id=user_id, nodes=dict(sorted(nodes.items())), ties=ties, digest=digest.hexdigest(), bytes=size
    )


def head_of(lines: Iterable[bytes], name: str) -> Record:
    """The first line of a file: by whom, and whose. Raises Invalid where it is no export, or of a newer format."""
    record = parsed(next(iter(lines), b""), name, 0)
    _check_head(record, name)
    return record


def parsed(line: bytes, name: str, number: int) -> Record:
    """The record of a line. Raises Invalid where it is none."""
    try:
        record = json.loads(line.decode("utf-8", "surrogatepass"))
    except ValueError:
        raise _broken(name, f"line {number + 1} is no JSON.") from None
    if not isinstance(record, dict):
        raise _broken(name, f"line {number + 1} is no record.")
    return record


def _check_head(record: Record, name: str) -> None:
    if record.get("enishi") != "export":
        raise Invalid("file", f"{name} is no export of Enishi.", allowed="a file that `enishi export` wrote")
    if record.get("format") != FORMAT:
        raise Invalid(
            "file", f"{name} has format {record.get('format')}, which this Enishi does not know.",
            allowed=f"format {FORMAT}; a newer Enishi reads newer files",
        )  # fmt: skip


def _broken(name: str, why: str) -> Invalid:
    return Invalid("file", f"{name} cannot be read in: {why}", allowed="a whole, unchanged file; nothing was read in")


def _called(value: Any) -> str:
    return text_of(value).replace("%", "%25").replace("/", "%2F")
