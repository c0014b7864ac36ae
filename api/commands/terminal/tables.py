"""Memories, hits, entities, facts and traces as blocks, tables and lines for a terminal."""

from datetime import datetime
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from api import environment
from api.commands.terminal.blocks import Block, Paragraph, short_ids
from api.commands.terminal.screen import plain, several
from api.fact_lines import fact_notes, fact_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.model.care.vectors import VectorOrigin
    from graph.model.entities import (
        Entity,
        EntityDetail,
        EntityFact,
        EntityHit,
        EntityName,
        MentionedIn,
        Proposed,
        Referral,
        Relation,
    )
    from graph.model.links import InferenceFound, MemoryLink
    from graph.model.memory import EntityFound, FactFound, Memory, MemoryDetail, Remembered, Stats
    from graph.model.recalled import Hit, Parts, Recalled
    from graph.model.trace import Trace

ENTITY_ID_LEAST = 8
"""As much of the id of an entity as is shown: hardly two begin alike. Memories of one moment do, but for the end."""
LIST_MOST, HIT_MOST = 600, 2_000
"""Characters of a text shown in a list and in an answer; the rest is counted, and `enishi show` has it."""
_ID, _WHY, _MARK, _QUIET = "cyan", "green", "yellow", "dim"

PARTS = (
    *("cosine", "sentence", "words", "base", "linked", "cues", "join", "recency", "importance", "kept"),
    *("time", "about", "further", "succession", "relevance"),
)
NEUTRAL = {"cosine": None, "sentence": None, "words": None, "recency": 1.0, "importance": 1.0, "time": 1.0}
_JOINED = "(base + linked + cues + join) × recency × importance + kept"
_MEASURED = "; cosine, sentence and words are what was measured"
FORMULAS = {
    "joined": f"score = {_JOINED}{_MEASURED}",
    "fused": f"score = {_JOINED}{_MEASURED}",
    "deep": f"score = {_JOINED} + further{_MEASURED}",
    "reranked": "score = relevance for what was read again; below it "
    f"{_JOINED}, scaled to begin where that ends{_MEASURED}",
    "rrf": "score = base, the sum of 1 / (60 + rank) by cosine and by words",
    "weighted": "score = base + join + 0.1 × recency, with base = 0.6 × cosine and join = 0.3 × nearness in the graph",
    "temporal": f"score = ({_JOINED}) × time; asked for the time alone, score = how well the time fits{_MEASURED}",
    "entity": f"score = {_JOINED} + about{_MEASURED}",
    "recent": "newest first",
    "importance": "score = the importance of the memory",
}
"""How a score is made of its parts, by the recipe of a hybrid recall or the mode; other modes rank by one signal."""


def when(memory: "Memory") -> str:
    """The day a memory is about, in the time zone it was given in."""
    return own_day(memory.occurred_at or memory.created_at)


def own_day(time: datetime) -> str:
    """The calendar day of a time by its own clock."""
    return f"{time:%Y-%m-%d}"


def day(time: datetime) -> str:
    """The calendar day of a time in the zone of the settings, or of this machine."""
    return f"{time.astimezone(environment.time_zone()):%Y-%m-%d}"


def minute(time: datetime) -> str:
    """A time to the minute by the clocks of the settings, or of this machine: "2026-12-01 06:48"."""
    return f"{time.astimezone(environment.time_zone()):%Y-%m-%d %H:%M}"


def marks(memory: "Memory") -> str:
    """The signs of a memory's state, words rather than pictures so that every terminal shows them."""
    named = (
        ("pinned", memory.pinned),
        ("bookmarked", memory.bookmarked),
        ("pending", memory.pending),
        ("failed", memory.failed is not None),
        (memory.status.value, memory.status.value != "active"),
        ("duplicate", memory.duplicate_of is not None),
    )
    return " ".join(name for name, holds in named if holds)


def memory_blocks(memories: "Sequence[Memory]") -> Group:
    """A list of memories, a block each."""
    return Group(*map(_memory_block, memories))


def _memory_block(memory: "Memory") -> Block:
    return Block(
        head=(
            Paragraph(memory.id, _ID),
            Paragraph(when(memory), _QUIET),
            Paragraph(f"importance {memory.importance:.1f}", _QUIET),
            Paragraph(memory.project or "", _QUIET),
            Paragraph(marks(memory), _MARK),
        ),
        below=_text_of(memory, memory.text, LIST_MOST),
    )


def hit_blocks(recalled: "Recalled") -> Group:
    """Hits in order, a block each: rank, day, id and score; the title, what matched, what of it is over, and why."""
    return Group(*(_hit_block(rank, hit) for rank, hit in enumerate(recalled.hits, start=1)))


def _hit_block(rank: int, hit: "Hit") -> Block:
    return Block(
        head=(
            Paragraph(str(rank), "bold"),
            Paragraph(when(hit.memory), _QUIET),
            Paragraph(hit.memory.id, _ID),
            Paragraph(f"score {hit.score:.3f}", _QUIET),
            Paragraph("" if hit.confidence is None else f"sure {hit.confidence:.2f}", _QUIET),
        ),
        below=(
            *_text_of(hit.memory, hit.text, HIT_MOST),
            *(Paragraph(ending.mark, _MARK) for ending in hit.endings),
            Paragraph(hit.why, _WHY),
        ),
    )


def title_beside(memory: "Memory", text: str) -> str:
    """The title of a memory to show beside a text; empty where the text begins with it."""
    beginning = memory.title.removesuffix("...").removesuffix("…")
    return "" if " ".join(text.split()).startswith(" ".join(beginning.split())) else memory.title


def _text_of(memory: "Memory", text: str, most: int) -> tuple[Paragraph, ...]:
    """The title, where the text does not begin with it, and the text: whole, or its beginning and how much is left."""
    title = title_beside(memory, text)
    rest = len(text) - most
    if rest <= most // 10:
        return Paragraph(title, "bold"), Paragraph(text)
    left = Paragraph(f"{rest:,} characters more: enishi show {memory.id}", _QUIET)
    return Paragraph(title, "bold"), Paragraph(text[:most]), left


def lines_text(hit: "Hit") -> Text:
    """A hit with its id and the lines that hold what was looked for, each with its number."""
    text = Text(hit.memory.id, style="cyan").append("  ").append(plain(hit.memory.title), style="bold")
    for line in hit.lines:
        text.append(f"\n{line.number:>6}  ", style="dim").append(plain(line.text), style="not bold")
    for ending in hit.endings:
        text.append("\n" + " " * 8).append(plain(ending.mark), style="not bold yellow")
    return text


def remembered_text(remembered: "Remembered", *, done: str = "") -> Text:
    """What became of one memory, in two or three lines, begun by what was `done` with it."""
    text = Text(done or ("Remembered " if remembered.created else "Already there: "), style="bold green")
    text.append(remembered.id, style="cyan").append("  ").append(plain(remembered.title))
    if remembered.pinned:
        text.append("  pinned", style="yellow")
    if remembered.status != "active":
        text.append(f"\n{remembered.status}: it stays so, and recall leaves it out until it is restored: ", "yellow")
        text.append(f"enishi restore {remembered.id}", style="yellow")
    if remembered.added:
        text.append(f"\nnew of it: {', '.join(remembered.added)}")
    if remembered.ignored:
        text.append(f"\nleft as it was kept: {', '.join(remembered.ignored)}; to change it: ", "yellow")
        text.append(f"enishi edit {remembered.id}", style="yellow")
    if remembered.personal:
        counts = ", ".join(f"{count:,} × {kind}" for kind, count in remembered.personal.items())
        text.append(f"\npersonal data marked or masked: {counts}", style="yellow")
    if remembered.duplicate_of:
        text.append(f"\nnearly the same as {remembered.duplicate_of}", style="yellow")
    if remembered.pending:
        return text.append("\nfound by its words now, understood later", style="dim")
    names = ", ".join(f"{entity.name} ({entity.type.value})" for entity in remembered.entities)
    if names:
        text.append("\n" + plain(names), style="dim")
    for fact in remembered.facts:
        text.append("\n" + typed_line(fact), style="dim")
    return text


def typed_line(fact: "FactFound | EntityFact") -> str:
    """One fact as a line, with its type and what is noted of it."""
    return plain(f"{fact_words(fact)}  ({', '.join((fact.type.value, *fact_notes(fact)))})")


def verdict_text(judged: "Relation | MemoryLink | InferenceFound") -> str:
    """The verdict of a person on a relation, a link or an inference, and its note; empty without one."""
    verdict = "" if judged.validation_status.value == "unvalidated" else judged.validation_status.value
    return f"{verdict}: {judged.note}" if judged.note else verdict


def link_blocks(links: "Sequence[MemoryLink]") -> Group:
    """Links to other memories: which kind, how sure, the other's title, and why."""
    return Group(
        *(
            Block(
                head=(
                    Paragraph(f"{'→' if link.outgoing else '←'} {link.kind.value.lower().replace('_', ' ')}", "bold"),
                    Paragraph(link.subtype or "", _QUIET),
                    Paragraph(f"{link.confidence:.2f}", _QUIET),
                    Paragraph(when(link.memory), _QUIET),
                    Paragraph(link.memory.id, _ID),
                ),
                below=(
                    Paragraph(link.memory.title),
                    Paragraph("; ".join((*link.reasons, *filter(None, [", ".join(link.keywords)]))), _WHY),
                    Paragraph(verdict_text(link), _MARK),
                ),
            )
            for link in links
        )
    )


def inference_blocks(inferences: "Sequence[InferenceFound]") -> Group:
    """What was inferred: its kind, how sure, its whole id; what of whom; and the facts it rests on."""
    return Group(
        *(
            Block(
                head=(
                    Paragraph(inference.kind.value, "bold"),
                    Paragraph(f"{inference.confidence:.2f}", _QUIET),
                    Paragraph(inference.id, _ID),
                ),
                below=(
                    Paragraph(f"{inference.source} → {inference.type.lower().replace('_', ' ')} → {inference.target}"),
                    *(
                        Paragraph(f"because {fact.subject} → {fact.predicate} → {fact.object}", _WHY)
                        for fact in inference.evidence
                    ),
                    Paragraph(verdict_text(inference), _MARK),
                ),
            )
            for inference in inferences
        )
    )


def mention_blocks(entities: "Iterable[EntityFound]") -> Group:
    """The entities a memory mentions, how sure, how they are written and why."""
    return Group(
        *(
            Block(
                head=(
                    Paragraph(entity.name, "bold"),
                    Paragraph(entity.type.value),
                    Paragraph(f"{entity.confidence:.2f}", _QUIET),
                    Paragraph(entity.link_type, _QUIET),
                ),
                below=(
                    Paragraph(f"written as {', '.join(entity.surfaces)}" if entity.surfaces else ""),
                    Paragraph(", ".join(entity.reasons), _QUIET),
                ),
            )
            for entity in entities
        )
    )


def fields_table(fields: "Iterable[tuple[str, object]]") -> Table:
    """Named values, one a row; those that say nothing are left out."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    for name, value in fields:
        if value not in (None, "", (), {}):
            table.add_row(name, Text(plain(str(value))))
    return table


def memory_fields(detail: "MemoryDetail") -> "list[tuple[str, object]]":
    """The fields of a memory beside its text, in reading order."""
    memory = detail.memory
    return [
        ("id", memory.id),
        ("title", title_beside(memory, memory.text)),
        ("when", when(memory)),
        ("category", memory.category),
        ("tags", ", ".join(memory.tags)),
        ("project", memory.project),
        ("session", memory.session_id),
        ("speaker", memory.speaker),
        ("source", memory.source),
        ("language", memory.language),
        ("importance", f"{memory.importance:.1f}"),
        ("state", marks(memory)),
        ("failed", memory.failed),
        ("duplicate of", memory.duplicate_of),
        ("chunks", detail.chunks),
    ]


def stats_fields(stats: "Stats") -> "list[tuple[str, object]]":
    """What a user's graph holds, in reading order."""
    counts = (
        "memories", "chunks", "entities", "facts", "relations", "pending", "failed", "pinned", "archived", "characters",
    )  # fmt: skip
    return [
        *((name, f"{getattr(stats, name):,}") for name in counts),
        ("languages", ", ".join(f"{name} {count:,}" for name, count in stats.by_language.items())),
        ("entity types", ", ".join(f"{name} {count:,}" for name, count in stats.by_entity_type.items())),
        ("server", stats.server),
        ("embedding model", stats.embedding_model),
    ]


def bare_table(*columns: Column | str, headed: bool = True) -> Table:
    """A table as all of ours look: no frame, room between columns; `headed` with the names of its columns."""
    table = Table(*columns, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=headed)
    for column in table.columns:
        column.overflow = "fold"  # a Japanese sentence is one word to a table, which would cut it
        # An id is copied into the next command: broken in two it is of no use.
        column.no_wrap = column.no_wrap or column.header in ("id", "ids")
    return table


def formula(recalled: "Recalled") -> str:
    """How the scores of an answer are made of their parts."""
    return FORMULAS.get(recalled.recipe or recalled.mode, "score = the one signal of this mode")


def part_blocks(recalled: "Recalled") -> Group:
    """The parts of every hit's score in the order they are added, and the path to it: memory, entity, hit.

    A part that changes no score of the answer is left out.
    """
    shown = [name for name in PARTS if any(part_text(hit.parts, name) for hit in recalled.hits)]
    blocks: list[Block] = []
    for rank, hit in enumerate(recalled.hits, start=1):
        parts = "  ".join(f"{name} {part_text(hit.parts, name) or '–'}" for name in shown)
        ways = [f"{tie.seed or 'the question'} → {tie.way} → this ({tie.weight:.2f})" for tie in hit.ties]
        led = "\n".join(ways) or ", ".join(hit.entities)
        blocks.append(
            Block(
                head=(Paragraph(str(rank), "bold"), Paragraph(f"score {hit.score:.3f}")),
                below=(Paragraph(parts), Paragraph(f"led here by {led}" if led else "", _WHY)),
            )
        )
    return Group(*blocks)


def part_text(parts: "Parts", name: str) -> str:
    """One part of a score as a number, empty where it changes nothing."""
    value = getattr(parts, name)
    return "" if value == NEUTRAL.get(name, 0.0) else f"{value:.3f}"


def trace_table(trace: "Trace") -> Table:
    """How a search went: how the question was read, and what ran, how long, with how many rows."""
    time = trace.time
    period = f"{time.said}: {time.since or '…'} – {time.until or '…'}" if time else None
    ran = "\n".join(f"{run.statement}  {run.milliseconds:.1f} ms  {run.rows} rows" for run in trace.statements)
    return fields_table(
        [
            ("language", trace.language),
            ("words", " ".join(trace.words)),
            ("keys of names", ", ".join(trace.keys)),
            ("time", period),
            ("ranked", trace.candidates),
            ("ran", ran),
        ]
    )


def entity_blocks(entities: "Sequence[Entity]") -> Group:
    """A list of entities, a block each."""
    short = short_ids((entity.id for entity in entities), ENTITY_ID_LEAST)
    return Group(*(_entity_block(entity, short[entity.id]) for entity in entities))


def entity_hit_blocks(hits: "Sequence[EntityHit]") -> Group:
    """Entities that a description fits, a block each, with their score and the nearest passage."""
    short = short_ids((hit.entity.id for hit in hits), ENTITY_ID_LEAST)
    return Group(
        *(
            Block(
                head=(Paragraph(f"{hit.score:.2f}"), *_entity_head(hit.entity, short[hit.entity.id])),
                below=(Paragraph(hit.snippet, _QUIET),),
            )
            for hit in hits
        )
    )


def _entity_block(entity: "Entity", short: str) -> Block:
    may_be = ", ".join(who.name for who in entity.may_be if who.shown)
    return Block(
        head=_entity_head(entity, short),
        below=(
            Paragraph(f"also called {', '.join(entity.aliases)}" if entity.aliases else "", _QUIET),
            Paragraph(f"may be {may_be}" if may_be else "", _QUIET),
        ),
    )


def _entity_head(entity: "Entity", short: str) -> "tuple[Paragraph, ...]":
    return (
        Paragraph(entity.name, "bold"),
        Paragraph(entity.type.value),
        Paragraph(several(entity.mention_count, "mention"), _QUIET),
        Paragraph(short, _ID),
    )


def proposal_blocks(proposals: "Sequence[Proposed]") -> Group:
    """Pairs that may be one, each with why, and the ids to merge or keep apart."""
    return Group(*map(proposal_block, proposals))


def proposal_block(pair: "Proposed") -> Group:
    """One pair to decide on: how likely and why, then both with their ids."""
    return Group(
        Block(head=(Paragraph(f"{pair.score:.2f}", "bold"),), below=(Paragraph("; ".join(pair.reasons), _QUIET),)),
        *(
            Block(
                head=(
                    Paragraph("  " + candidate.name, "bold"),
                    Paragraph(candidate.type.value),
                    Paragraph(several(candidate.mention_count, "mention"), _QUIET),
                    Paragraph(candidate.id, _ID),
                ),
                below=(Paragraph(f"also called {', '.join(candidate.aliases)}" if candidate.aliases else "", _QUIET),),
                indent=5,
            )
            for candidate in (pair.one, pair.other)
        ),
    )


def entity_parts(detail: "EntityDetail") -> RenderableType:
    """All that is known of an entity: who it is, what it may be, its relations and facts, the memories that say so."""
    facts = _counted("facts", len(detail.facts), detail.fact_count)
    memories = _counted("memories that mention it", len(detail.memories), detail.memory_count)
    parts: list[tuple[str, bool, RenderableType]] = [
        ("", True, fields_table(entity_fields(detail))),
        ("may be", bool(detail.entity.may_be), referral_blocks(detail.entity.may_be)),
        ("may be meant by", bool(detail.meant_by), referral_blocks(detail.meant_by)),
        ("may be the same as (enishi entities review)", bool(detail.proposals), referral_blocks(detail.proposals)),
        ("relations", bool(detail.relations), relation_blocks(detail.relations)),
        (facts, bool(detail.facts), _facts(detail.facts)),
        (memories, bool(detail.memories), _memories(detail.memories)),
    ]
    shown: list[RenderableType] = []
    for title, holds, part in parts:
        if holds:
            shown += [*([Text(f"\n{title}", style="dim")] if title else ()), part]
    return Group(*shown)


def entity_fields(detail: "EntityDetail") -> "list[tuple[str, object]]":
    """The fields of an entity, in reading order."""
    entity = detail.entity
    seen = [day(time) for time in (entity.first_seen, entity.last_seen) if time is not None]
    return [
        ("id", entity.id),
        ("name", entity.name),
        ("type", entity.type.value if entity.subtype is None else f"{entity.type.value} ({entity.subtype})"),
        ("also called", ", ".join(entity.aliases)),
        ("description", entity.description),
        ("attributes", ", ".join(f"{name}: {value}" for name, value in detail.attributes.items())),
        ("facts say", ", ".join(f"{read.name}: {read.value}" for read in detail.read_attributes)),
        ("names", "; ".join(map(name_text, detail.names))),
        ("mentions", f"{entity.mention_count:,}"),
        ("importance", f"{detail.importance:.1f}" if detail.importance else ""),
        ("used", several(detail.use_count, "time") if detail.use_count else ""),
        ("sure", f"{entity.confidence:.2f}"),
        ("seen", " to ".join(dict.fromkeys(seen))),
        ("set by hand", ", ".join(entity.edited)),
        ("vector", "" if detail.vector is None else origin_text(detail.vector)),
        ("merged into it", ", ".join(detail.merged_from)),
        ("kept apart from", ", ".join(detail.apart)),
    ]


def origin_text(origin: "VectorOrigin") -> str:
    """Where vectors come from: "multilingual-e5-small 0.3.0, 384 numbers, of name and passages (4), 2026-11-27"."""
    made = "" if origin.made_at is None else f", {day(origin.made_at)}"
    source = origin.source.value.replace("_", " ")
    waits = ", to be made anew" if origin.outdated else ""
    return (
        f"{origin.model} {origin.version}, {origin.dimensions} numbers, of {source} ({origin.passages:,}){made}{waits}"
    )


def name_text(name: "EntityName") -> str:
    """A name that memories gave, with the chunks it stands in."""
    return plain(f"{name.name} ({name.type.value}, in {name.count:,}{', by hand' if name.held else ''})")


def referral_blocks(referrals: "Sequence[Referral]") -> Group:
    """Other entities that an entity may be; `likely` marks the one it is taken for."""
    short = short_ids((referral.id for referral in referrals), ENTITY_ID_LEAST)
    return Group(
        *(
            Block(
                head=(
                    Paragraph(f"{referral.confidence:.2f}", _QUIET),
                    Paragraph(referral.name, "bold"),
                    Paragraph("likely" if referral.shown else "", _MARK),
                    Paragraph(short[referral.id], _ID),
                ),
                below=(Paragraph(", ".join(referral.reasons), _QUIET),),
                indent=6,
            )
            for referral in referrals
        )
    )


def relation_blocks(relations: "Iterable[Relation]") -> Group:
    """Relations with what they rest on and what a person said of them."""
    return Group(
        *(
            Block(
                head=(
                    Paragraph(f"{relation.confidence:.2f}", _QUIET),
                    Paragraph(relation_text(relation)),
                    Paragraph(several(relation.evidence_count, "fact"), _QUIET),
                ),
                below=(Paragraph(verdict_text(relation), _MARK),),
                indent=6,
            )
            for relation in relations
        )
    )


def relation_text(relation: "Relation") -> str:
    """A relation as a line."""
    return f"{relation.source_name} → {relation.predicate} → {relation.target_name}  ({relation.type.value})"


def _counted(what: str, shown: int, every: int) -> str:
    return f"{what} ({every:,})" if shown == every else f"{what} (the latest {shown} of {every:,})"


def _facts(facts: "Sequence[EntityFact]") -> Group:
    return Group(
        *(
            Block(
                head=(Paragraph(f"{fact.confidence:.2f}", _QUIET), Paragraph(typed_line(fact))),
                below=(
                    Paragraph(fact.sentence, _QUIET),
                    Paragraph(
                        f"{day(fact.said_at)}{f' until {day(fact.valid_to)}' if fact.valid_to else ''}"
                        f"  {fact.memory_id}",
                        _ID,
                    ),
                ),
                indent=6,
            )
            for fact in facts
        )
    )


def _memories(memories: "Sequence[MentionedIn]") -> Group:
    return Group(
        *(
            Block(
                head=(
                    Paragraph(own_day(memory.occurred_at or memory.created_at), _QUIET),
                    Paragraph(memory.memory_id, _ID),
                    Paragraph("" if memory.status.value == "active" else memory.status.value, _MARK),
                ),
                below=(
                    Paragraph(memory.title),
                    Paragraph(f"written as {', '.join(memory.surfaces)}" if memory.surfaces else "", _QUIET),
                ),
            )
            for memory in memories
        )
    )
