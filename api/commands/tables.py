"""Memories, hits, entities, facts and traces as tables and lines for a terminal."""

import re
from datetime import datetime
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from api.commands.screen import plain, several, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graph.model.entities import (
        Entity,
        EntityDetail,
        EntityFact,
        EntityName,
        MentionedIn,
        MergeCandidate,
        Proposed,
        Referral,
        Relation,
    )
    from graph.model.links import InferenceFound, MemoryLink
    from graph.model.memory import EntityFound, FactFound, Memory, MemoryDetail, Remembered, Stats
    from graph.model.recalled import Hit, Parts, Recalled
    from graph.model.trace import Trace

_DENIAL = re.compile(r"n['’]t\b|\b(?:not|never|cannot|no longer)\b", re.IGNORECASE)
"""Words by which a predicate says itself that it is denied."""
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
    """The calendar day of a time in this machine's time zone."""
    return f"{time.astimezone():%Y-%m-%d}"


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


def memories_table(memories: "Iterable[Memory]") -> Table:
    """A list of memories, one a row."""
    wide, number = Column("memory", ratio=1), Column("importance", justify="right")
    table = bare_table(Column("id", style="cyan"), Column("when", no_wrap=True), wide, "project", number, "")
    for memory in memories:
        table.add_row(
            memory.id,
            when(memory),
            Text(shortened(memory.title, 80)),
            Text(shortened(memory.project or "", 40)),
            f"{memory.importance:.1f}",
            Text(marks(memory), style="yellow"),
        )
    return table


def hits_table(recalled: "Recalled") -> Table:
    """The hits of a recall in order, each with the text that matched and why."""
    table = bare_table(
        Column("#", justify="right", style="bold", no_wrap=True),
        Column("score", justify="right", no_wrap=True),
        Column("when", no_wrap=True),
        Column("memory", ratio=1),
        Column("id", style="cyan"),
    )
    for rank, hit in enumerate(recalled.hits, start=1):
        table.add_row(str(rank), f"{hit.score:.3f}", when(hit.memory), hit_text(hit), hit.memory.id)
    return table


def hit_text(hit: "Hit") -> Text:
    """The title of a hit, what matched in it and why, each in its own tone."""
    text = Text(shortened(hit.memory.title, 80), style="bold")
    body = shortened(hit.text, 220)
    if not body.startswith(shortened(hit.memory.title, 80).removesuffix("...")):
        text.append("\n").append(body, style="not bold")
    elif len(body) > len(text):
        text = Text(body)
    for ending in hit.endings:
        text.append("\n").append(plain(ending.mark), style="not bold yellow")
    return text.append("\n").append(plain(hit.why), style="not bold green")


def lines_text(hit: "Hit") -> Text:
    """A hit with its id and the lines that hold what was looked for, each with its number."""
    text = Text(hit.memory.id, style="cyan").append("  ").append(shortened(hit.memory.title, 80), style="bold")
    for line in hit.lines:
        text.append(f"\n{line.number:>6}  ", style="dim").append(plain(line.text), style="not bold")
    for ending in hit.endings:
        text.append("\n" + " " * 8).append(plain(ending.mark), style="not bold yellow")
    return text


def remembered_text(remembered: "Remembered", *, done: str = "") -> Text:
    """What became of one memory, in two or three lines, begun by what was `done` with it."""
    text = Text(done or ("Remembered " if remembered.created else "Already there: "), style="bold green")
    text.append(remembered.id, style="cyan").append("  ").append(shortened(remembered.title, 80))
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
    if remembered.duplicate_of:
        text.append(f"\nnearly the same as {remembered.duplicate_of}", style="yellow")
    if remembered.pending:
        return text.append("\nfound by its words now, understood later", style="dim")
    names = ", ".join(f"{entity.name} ({entity.type.value})" for entity in remembered.entities)
    if names:
        text.append("\n" + plain(names), style="dim")
    for fact in remembered.facts:
        text.append("\n" + fact_line(fact), style="dim")
    return text


def fact_line(fact: "FactFound | EntityFact") -> str:
    """One relation as a line: subject, what is said, object, how it is meant if not plainly, and how much."""
    denied = "not " if fact.polarity == "negative" and not _DENIAL.search(fact.predicate) else ""
    notes = "" if fact.modality == "stated" else f", {fact.modality}"
    notes += f", {fact.amount}" if fact.amount else ""
    return plain(f"{fact.subject} → {denied}{fact.predicate} → {fact.object}  ({fact.type.value}{notes})")


def verdict_text(judged: "Relation | MemoryLink | InferenceFound") -> Text:
    """The verdict of a person on a relation, a link or an inference, and its note; empty without one."""
    verdict = "" if judged.validation_status.value == "unvalidated" else judged.validation_status.value
    return Text(plain(f"{verdict}: {judged.note}" if judged.note else verdict), style="yellow")


def mentions_table(entities: "Iterable[EntityFound]") -> Table:
    """The entities a memory mentions, how sure and why."""
    table = bare_table("entity", "type", "link", "sure", "written as", "because")
    for entity in entities:
        table.add_row(
            Text(plain(entity.name), style="bold"),
            entity.type.value,
            entity.link_type,
            f"{entity.confidence:.2f}",
            Text(plain(", ".join(entity.surfaces))),
            Text(plain(", ".join(entity.reasons)), style="dim"),
        )
    return table


def fields_table(fields: "Iterable[tuple[str, object]]") -> Table:
    """Named values, one a row; those that say nothing are left out."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(ratio=1)
    for name, value in fields:
        if value not in (None, "", (), {}):
            table.add_row(name, Text(plain(str(value))))
    return table


def memory_fields(detail: "MemoryDetail") -> "list[tuple[str, object]]":
    """The fields of a memory beside its text, in reading order."""
    memory = detail.memory
    return [
        ("id", memory.id),
        ("title", memory.title),
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
        # An id is copied into the next command: broken in two it is of no use.
        column.no_wrap = column.no_wrap or column.header in ("id", "ids")
    return table


def formula(recalled: "Recalled") -> str:
    """How the scores of an answer are made of their parts."""
    return FORMULAS.get(recalled.recipe or recalled.mode, "score = the one signal of this mode")


def parts_table(recalled: "Recalled") -> Table:
    """The parts of every hit's score in the order they are added, and the path to it: memory, entity, hit.

    A part that changes no score of the answer has no column.
    """
    shown_parts = [name for name in PARTS if any(part_text(hit.parts, name) for hit in recalled.hits)]
    numbers = (Column(name, justify="right", no_wrap=True) for name in ("#", "score", *shown_parts))
    shown = bare_table(*numbers, Column("led here by", ratio=1))
    for rank, hit in enumerate(recalled.hits, start=1):
        ways = "\n".join(f"{tie.seed or 'the question'} → {tie.way} → this ({tie.weight:.2f})" for tie in hit.ties)
        parts = (part_text(hit.parts, name) or "–" for name in shown_parts)
        shown.add_row(str(rank), f"{hit.score:.3f}", *parts, Text(plain(ways or ", ".join(hit.entities))))
    return shown


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


def entities_table(entities: "Iterable[Entity]") -> Table:
    """A list of entities, one a row."""
    table = bare_table("entity", "type", Column("mentions", justify="right"), "also called", "may be", "id")
    for entity in entities:
        table.add_row(
            Text(shortened(entity.name, 40), style="bold"),
            entity.type.value,
            f"{entity.mention_count:,}",
            Text(shortened(", ".join(entity.aliases), 50)),
            Text(shortened(", ".join(who.name for who in entity.may_be if who.shown), 40), style="dim"),
            Text(entity.id, style="cyan"),
        )
    return table


def proposals_table(proposals: "Iterable[Proposed]") -> Table:
    """Pairs that may be one, each with why, and the ids to merge or keep apart."""
    table = bare_table("score", "one", "and", "because", "ids")
    for pair in proposals:
        table.add_row(
            f"{pair.score:.2f}",
            _side(pair.one),
            _side(pair.other),
            Text(plain(_because(pair)), style="dim"),
            Text(f"{pair.one.id}\n{pair.other.id}", style="cyan"),
        )
    return table


def proposal_text(pair: "Proposed") -> Text:
    """One pair to decide on, in three lines."""
    text = Text(f"score {pair.score:.2f}: {plain(_because(pair))}", style="dim")
    for candidate in (pair.one, pair.other):
        text.append("\n").append(_side(candidate, indent="  ")).append(f"\n  {candidate.id}", style="not dim cyan")
    return text


def entity_parts(detail: "EntityDetail") -> RenderableType:
    """All that is known of an entity: who it is, what it may be, its relations and facts, the memories that say so."""
    facts = _counted("facts", len(detail.facts), detail.fact_count)
    memories = _counted("memories that mention it", len(detail.memories), detail.memory_count)
    parts: list[tuple[str, bool, RenderableType]] = [
        ("", True, fields_table(entity_fields(detail))),
        ("may be", bool(detail.entity.may_be), referrals_table(detail.entity.may_be)),
        ("may be meant by", bool(detail.meant_by), referrals_table(detail.meant_by)),
        ("may be the same as (enishi entities review)", bool(detail.proposals), referrals_table(detail.proposals)),
        ("relations", bool(detail.relations), relations_table(detail.relations)),
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
        ("names", "; ".join(map(name_text, detail.names))),
        ("mentions", f"{entity.mention_count:,}"),
        ("sure", f"{entity.confidence:.2f}"),
        ("seen", " to ".join(dict.fromkeys(seen))),
        ("set by hand", ", ".join(entity.edited)),
        ("merged into it", ", ".join(detail.merged_from)),
        ("kept apart from", ", ".join(detail.apart)),
    ]


def name_text(name: "EntityName") -> str:
    """A name that memories gave, with the chunks it stands in."""
    return plain(f"{name.name} ({name.type.value}, in {name.count:,}{', by hand' if name.held else ''})")


def referrals_table(referrals: "Iterable[Referral]") -> Table:
    """Other entities that an entity may be; `likely` marks the one it is taken for."""
    table = bare_table("sure", "name", "likely", "because", "id", headed=False)
    for referral in referrals:
        table.add_row(
            f"{referral.confidence:.2f}",
            Text(shortened(referral.name, 40), style="bold"),
            Text("likely" if referral.shown else "", style="yellow"),
            Text(plain(", ".join(referral.reasons)), style="dim"),
            Text(referral.id, style="cyan"),
        )
    return table


def relations_table(relations: "Iterable[Relation]") -> Table:
    """Relations with what they rest on and what a person said of them."""
    table = bare_table("sure", "relation", "evidence", "verdict", headed=False)
    for relation in relations:
        table.add_row(
            f"{relation.confidence:.2f}",
            relation_text(relation),
            several(relation.evidence_count, "fact"),
            verdict_text(relation),
        )
    return table


def relation_text(relation: "Relation") -> Text:
    """A relation as a line."""
    line = f"{relation.source_name} → {relation.predicate} → {relation.target_name}  ({relation.type.value})"
    return Text(plain(line))


def _counted(what: str, shown: int, every: int) -> str:
    return f"{what} ({every:,})" if shown == every else f"{what} (the latest {shown} of {every:,})"


def _facts(facts: "Sequence[EntityFact]") -> Table:
    table = bare_table("sure", "fact", "when", Column("id", style="cyan"), headed=False)
    for fact in facts:
        ended = f"\nuntil {day(fact.valid_to)}" if fact.valid_to else ""
        line = Text(fact_line(fact)).append(f"\n{shortened(fact.sentence, 110)}", style="dim")
        table.add_row(f"{fact.confidence:.2f}", line, f"{day(fact.said_at)}{ended}", fact.memory_id)
    return table


def _memories(memories: "Sequence[MentionedIn]") -> Table:
    table = bare_table("when", "memory", "status", "written as", Column("id", style="cyan"), headed=False)
    for memory in memories:
        table.add_row(
            own_day(memory.occurred_at or memory.created_at),
            Text(shortened(memory.title, 70)),
            Text("" if memory.status.value == "active" else memory.status.value, style="yellow"),
            Text(shortened(", ".join(memory.surfaces), 40), style="dim"),
            memory.memory_id,
        )
    return table


def _side(candidate: "MergeCandidate", indent: str = "") -> Text:
    about = f"{candidate.type.value}, mentions: {candidate.mention_count:,}"
    if candidate.aliases:
        about += f"; also {shortened(', '.join(candidate.aliases), 50)}"
    return Text(indent + shortened(candidate.name, 60), style="not dim bold").append(
        f"\n{indent}{about}", style="not bold dim"
    )


def _because(pair: "Proposed") -> str:
    return "; ".join(pair.reasons)
