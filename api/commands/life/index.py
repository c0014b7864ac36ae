"""`enishi index full|incremental|selective|check|repair|show|keywords|stats`: care of the index."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group

from api.commands.call import Call
from api.commands.options import TIDY, Cursor, Limit, MemoryId, command
from api.commands.terminal import screen, tables
from api.commands.terminal.blocks import Block, Paragraph
from api.commands.terminal.tables import origin_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.model.care.index import (
        Finding,
        IndexEntry,
        IndexStats,
        KeywordDetail,
        KeywordPage,
        KeywordSummary,
        Updated,
    )

index_app = typer.Typer(no_args_is_help=True, help="See what is indexed; make it anew, check it, mend it.")


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    app.add_typer(index_app, name="index", rich_help_panel=TIDY)


@command(index_app, "full", example="enishi index full")
def full(call: Call) -> None:
    """Make words, vectors, filters and keywords of all memories anew, in place. Cut off, it goes on where it ended."""
    _update(call, "full", ())


@command(index_app, "incremental", example="enishi index incremental")
def incremental(call: Call) -> None:
    """Index anew what needs it: what lacks words, vectors or keywords, or was changed beside Enishi."""
    _update(call, "incremental", ())


@command(index_app, "selective", example="enishi index selective 01M8CG0WJ5TNRB32HWENR9SJA8")
def selective(
    call: Call,
    memories: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of memories, or how they begin.")],
) -> None:
    """Index some memories anew."""
    _update(call, "selective", memories)


@command(index_app, "check", example="enishi index check")
def check(call: Call) -> None:
    """Check that indexes, chunks, counts and memories agree. Nothing is changed."""
    with call.knowledge() as knowledge, screen.waiting(call, "checking the index"):
        done = knowledge.index(call.user).check()
    searched = f"{screen.several(done.chunks, 'chunk')}, {done.sampled:,} of them searched for"
    head = Block(head=[Paragraph(f"Checked {screen.several(done.memories, 'memory')} and {searched}.")])
    screen.answer(call, done, Group(head, *_findings_shown(done.findings)), ids=())


@command(index_app, "repair", example="enishi index repair --dry-run")
def repair(
    call: Call,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be mended.")] = False,
) -> None:
    """Mend what a check finds. It may be repeated."""
    with call.knowledge() as knowledge, screen.waiting(call, "mending the index"):
        done = knowledge.index(call.user).repair(dry_run=dry_run)
    kinds = screen.several(len(done.before), "kind") + " of disagreement"
    outcome = f"{kinds} would be mended." if dry_run else f"{kinds} met, {len(done.after):,} left."
    left = done.before if dry_run else done.after
    screen.answer(call, done, Group(Block(head=[Paragraph(outcome)]), *_findings_shown(left, otherwise="")), ids=())


@command(index_app, "show", example="enishi index show 01M8CG0WJ5TNRB32HWENR9SJA8")
def show(call: Call, memory: MemoryId) -> None:
    """Show what is indexed of a memory: keywords and where they stand, topics, sizes, links."""
    with call.knowledge() as knowledge:
        entry = knowledge.index(call.user).entry(call.memory(knowledge, memory))
    screen.answer(call, entry, _entry_shown(entry))


@command(index_app, "keywords", example="enishi index keywords --prefix dep")
def keywords(
    call: Call,
    word: Annotated[
        str | None, typer.Argument(metavar="[WORD]", help="A keyword: list the memories that have it.")
    ] = None,
    prefix: Annotated[str, typer.Option(help="Only keywords that begin so.")] = "",
    limit: Limit = 20,
    cursor: Cursor = None,
) -> None:
    """List the keywords of all active memories, or the memories that have one."""
    with call.knowledge() as knowledge:
        index = knowledge.index(call.user)
        if word is not None:
            detail = index.keyword(word, limit=limit)
            screen.answer(call, detail, _detail_shown(detail), ids=(hit.memory_id for hit in detail.hits))
            return
        page = index.keywords(prefix, limit=limit, cursor=cursor)
    screen.answer(
        call, page, _page_shown(page) if page.keywords else None, ids=(each.word for each in page.keywords),
        otherwise="There are no keywords.", cursor=page.next_cursor,
    )  # fmt: skip


@command(index_app, "stats", example="enishi index stats")
def stats(call: Call) -> None:
    """Show how much is indexed, when it was made anew, and what it takes on the disk."""
    with call.knowledge() as knowledge:
        figures = knowledge.index(call.user).stats()
    screen.answer(call, figures, _stats_shown(figures), ids=())


def _update(call: Call, kind: str, memories: "Sequence[str]") -> None:
    from graph.model.care.index import UpdateKind

    with call.knowledge() as knowledge, screen.waiting(call, "indexing anew"):
        ids = [call.memory(knowledge, memory) for memory in memories]
        done = knowledge.index(call.user).update(UpdateKind(kind), ids)
    screen.answer(call, done, Group(_updated_shown(done), *_findings_shown(done.findings)), ids=())


def _updated_shown(done: "Updated") -> Block:
    did = f"Indexed {screen.several(done.memories, 'memory')} anew, of {done.looked_at:,} looked at."
    left = f"{done.archived:,} in the archive and {done.waiting:,} that wait to be understood were left"
    return Block(
        head=[Paragraph(did)],
        below=[
            Paragraph(f"{done.read_anew:,} were understood anew" if done.read_anew else "", "dim"),
            Paragraph(left if done.archived or done.waiting else "", "dim"),
            Paragraph("it went on with an update that was cut off" if done.resumed else "", "dim"),
        ],
    )


def _findings_shown(findings: "Sequence[Finding]", otherwise: str = "All agrees.") -> list[Block]:
    if not findings:
        return [Block(head=[Paragraph(otherwise, "green")])] if otherwise else []
    return [
        Block(
            head=[Paragraph(each.kind.value.replace("_", " "), "yellow"), Paragraph(f"{each.count:,}")],
            below=[Paragraph(", ".join(each.ids), "cyan"), Paragraph(each.remedy)],
        )
        for each in findings
    ]


def _entry_shown(entry: "IndexEntry") -> Group:
    sizes = (
        f"{entry.words:,} words, {entry.characters:,} characters, {entry.text_bytes:,} bytes, {entry.chunks:,} chunks"
    )
    links = f"leads to {len(entry.links_to):,} memories, {len(entry.links_from):,} lead to it"
    head = Block(
        head=[Paragraph(entry.memory_id, "cyan"), Paragraph(f"importance {entry.importance:.1f}", "green")],
        below=[
            Paragraph(entry.title), Paragraph(sizes, "dim"), Paragraph(", ".join(entry.topics), "dim"),
            Paragraph(links, "dim"), *(Paragraph(address, "dim") for address in entry.addresses),
            Paragraph(f"content {entry.content_hash}", "dim"),
            Paragraph("" if entry.vectors is None else f"vectors: {origin_text(entry.vectors)}", "dim"),
        ],
    )  # fmt: skip
    return Group(
        head,
        *(
            Block(
                head=[Paragraph(each.word, "green"), Paragraph(f"{each.count:,} ×, weight {each.weight:g}", "dim")],
                below=[Paragraph(snippet) for snippet in each.snippets],
            )
            for each in entry.keywords
        ),
    )


def _summary_head(each: "KeywordSummary") -> list[Paragraph]:
    where = (
        f"{each.frequency:,} × in {screen.several(each.memories, 'memory')}, importance × {each.importance_weight:.2f}"
    )
    return [Paragraph(each.word, "green"), Paragraph(where, "dim")]


def _page_shown(page: "KeywordPage") -> Group:
    total = Block(head=[Paragraph(screen.several(page.total, "keyword"), "dim")])
    return Group(total, *(Block(head=_summary_head(each)) for each in page.keywords))


def _detail_shown(detail: "KeywordDetail") -> Group:
    hits = (
        Block(
            head=[
                Paragraph(hit.memory_id, "cyan"),
                Paragraph(f"score {hit.score:.1f}, {hit.occurrences:,} ×", "green"),
            ],
            below=[Paragraph(hit.title), *(Paragraph(snippet, "dim") for snippet in hit.snippets)],
        )
        for hit in detail.hits
    )
    return Group(Block(head=_summary_head(detail.keyword)), *hits)


def _stats_shown(figures: "IndexStats") -> Group:
    def when(at: datetime | None) -> str:
        return "never" if at is None else tables.minute(at)

    def size(count: int | None) -> str:
        return "not known from here" if count is None else f"{count / 1024 / 1024:,.1f} MB"

    rows: list[tuple[str, object]] = [
        ("memories", f"{figures.memories:,}: {figures.active:,} active, {figures.archived:,} archived"),
        ("to index", f"{figures.outdated:,} of an earlier version, {figures.waiting:,} wait to be understood"),
        ("text", f"{figures.words:,} words, {figures.characters:,} characters, {figures.text_bytes:,} bytes"),
        ("chunks", f"{figures.chunks:,}"),
        ("made anew", when(figures.last_update) + (", a full update was cut off" if figures.unfinished else "")),
        ("rotated", when(figures.last_rotation)),
        ("indexes of all", size(figures.index_bytes)),
        ("whole database", size(figures.store_bytes)),
    ]
    return Group(tables.fields_table(rows))
