"""What an export and an import tell of themselves."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum


class TransferFormat(StrEnum):
    """In which shape memories go out, and, but for the last two, come in."""

    ENISHI = "enishi"
    """Our own: everything, without loss."""
    MEMORY_JSON = "memory-json"
    """The lines of the MCP memory server."""
    MEM0 = "mem0"
    MIF = "mif"
    """Memory Interchange Format 2.0."""
    GRAPHML = "graphml"
    CSV = "csv"
    """A zip of tables for `neo4j-admin database import`."""


class ImportWay(StrEnum):
    """How an export was read in."""

    RESTORED = "restored"
    """Node by node, as it was: the user had nothing."""
    REMEMBERED = "remembered"
    """Text by text: the user had memories, or the vectors are of another model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What a file holds: `nodes` by label, `ties` in all, the SHA-256 of its unpacked lines."""

    user_id: str
    nodes: Mapping[str, int]
    ties: int
    digest: str
    bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AllExported:
    """What the exports of all users hold. `left_out` are users whom somebody wrote to all the time."""

    folder: str
    users: int = 0
    memories: int = 0
    nodes: int = 0
    ties: int = 0
    bytes: int = 0
    left_out: tuple[str, ...] = ()

    def and_of(self, exported: Exported) -> "AllExported":
        """These and one user more."""
        return replace(
            self,
            users=self.users + 1,
            memories=self.memories + exported.nodes.get("Memory", 0),
            nodes=self.nodes + sum(exported.nodes.values()),
            ties=self.ties + exported.ties,
            bytes=self.bytes + exported.bytes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did. `memories` of the file; of those that were remembered, how many were there already."""

    user_id: str
    way: ImportWay
    memories: int
    already: int = 0
    failed: int = 0
    nodes: int = 0
    ties: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AllImported:
    """What the imports of a folder did, of all users together. `left_out` says which files were not, and why."""

    users: int = 0
    memories: int = 0
    already: int = 0
    failed: int = 0
    nodes: int = 0
    ties: int = 0
    left_out: tuple[str, ...] = ()

    def and_of(self, imported: Imported) -> "AllImported":
        """These and one user more."""
        return replace(
            self,
            users=self.users + 1,
            memories=self.memories + imported.memories,
            already=self.already + imported.already,
            failed=self.failed + imported.failed,
            nodes=self.nodes + imported.nodes,
            ties=self.ties + imported.ties,
        )
