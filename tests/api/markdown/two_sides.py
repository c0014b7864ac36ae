"""A folder and a graph in memory, and the sync between them: the pure parts as they work together."""

from collections.abc import Mapping
from dataclasses import replace

from api.markdown.grammars.entries import Entries
from api.markdown.grammars.items import Items
from api.markdown.grammars.observations import Observations
from api.markdown.grammars.pieces import Block, Grammar
from api.markdown.grammars.sections import Sections
from api.markdown.merge import merged
from api.markdown.merge_model import FileBlock, Held, LastSynced, Plan, Sides
from api.markdown.rewriting import empty, recorded, rewritten
from api.markdown.wording import Wording, marks_of

GRAMMARS: Mapping[str, Grammar] = {
    "pinned.md": Items(),
    "decisions.md": Items(),
    "memories.md": Entries(),
    "note.md": Sections(),
    "renamed.md": Sections(),
    "observed.md": Observations(),
}


class TwoSides:
    """Files by name, memories by id, and what the last sync left."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.memories: dict[str, Wording] = {}
        self.archived: set[str] = set()
        self.homes: dict[str, str] = {}
        self.last: dict[str, LastSynced] = {}
        self._count = 0

    def remember(self, wording: Wording, home: str = "memories.md") -> str:
        self._count += 1
        identity = f"01{self._count:024d}"
        self.memories[identity] = wording
        self.homes[identity] = home
        return identity

    def active(self) -> set[str]:
        return {wording.text for identity, wording in self.memories.items() if identity not in self.archived}

    def blocks(self) -> list[tuple[str, Block]]:
        return [
            (name, piece)
            for name, text in self.files.items()
            for piece in GRAMMARS[name].pieces(text)
            if isinstance(piece, Block)
        ]

    def sync(self) -> Plan:
        pieces = {name: GRAMMARS[name].pieces(text) for name, text in self.files.items()}
        blocks: list[FileBlock] = []
        for name, parts in pieces.items():
            grammar = GRAMMARS[name]
            for order, block in enumerate(part for part in parts if isinstance(part, Block)):
                blocks.append(
                    FileBlock(
                        key=(name, order), wording=block.wording, marks=marks_of(block.wording), id=block.id,
                        identified=grammar.identified,
                        titles_written=grammar.titles_written,
                    )
                )  # fmt: skip
        held = {
            identity: Held(
                id=identity, wording=replace(wording, tags=wording.tags or ()), active=identity not in self.archived,
                home=self.homes[identity],
            )
            for identity, wording in self.memories.items()
        }  # fmt: skip
        plan = merged(Sides(blocks=tuple(blocks), last=self.last, held=held))
        said_by = {block.key: block.wording for block in blocks}
        ids = {key: self.remember(said_by[key], key[0]) for key in plan.added}
        numbered = list(enumerate(plan.inserts))
        made = {n: self.remember(insert.wording, insert.file) for n, insert in numbered if insert.id is None}
        for identity, changes in plan.edits.items():
            self.memories[identity] = replace(self.memories[identity], **changes)  # pyright: ignore[reportArgumentType]
        self.archived |= set(plan.archived)
        last = {i: replace(r, gone=True) if i in plan.gone else r for i, r in self.last.items()}
        for name in {*self.files, *(insert.file for insert in plan.inserts)}:
            grammar = GRAMMARS[name]
            if name not in self.files:
                self.files[name], pieces[name] = empty(grammar, name)
            after = rewritten(
                name, self.files[name], pieces[name], grammar, plan, {**ids, **made},
                [(n, insert) for n, insert in numbered if insert.file == name],
            )  # fmt: skip
            self.files[name] = after.text
            last |= {bound.id: recorded(name, bound, self.last.get(bound.id)) for bound in after.bound}
        self.last = last
        return plan
