"""Entities as people read them: lists, one entity in full, what may be one, what was said."""

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from api.commands import screen

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


def entities_table(entities: "Iterable[Entity]") -> Table:
    """A list of entities, one a row."""
    table = _table("entity", "type", "mentions", "also called", "may be", "id")
    table.columns[2].justify = "right"
    for one in entities:
        table.add_row(
            Text(screen.shortened(one.name, 40), style="bold"),
            one.type.value,
            f"{one.mention_count:,}",
            Text(screen.shortened(", ".join(one.aliases), 50)),
            Text(screen.shortened(", ".join(who.name for who in one.may_be if who.shown), 40), style="dim"),
            Text(one.id, style="cyan"),
        )
    return _whole_ids(table)


def proposals_table(proposals: "Iterable[Proposed]") -> Table:
    """Pairs that may be one, each with why, and the ids to merge or keep apart."""
    table = _table("score", "one", "and", "because", "ids")
    for found in proposals:
        table.add_row(
            f"{found.score:.2f}",
            _side(found.one),
            _side(found.other),
            Text(screen.plain(_because(found)), style="dim"),
            Text(f"{found.one.id}\n{found.other.id}", style="cyan"),
        )
    return _whole_ids(table)


def proposal_text(found: "Proposed") -> Text:
    """One pair to decide on, in three lines."""
    text = Text(f"score {found.score:.2f}: {screen.plain(_because(found))}", style="dim")
    for one in (found.one, found.other):
        text.append("\n").append(_side(one, indent="  ")).append(f"\n  {one.id}", style="not dim cyan")
    return text


def entity_parts(detail: "EntityDetail") -> RenderableType:
    """All that is known of an entity: who it is, what it may be, its relations and facts, the memories that say so."""
    facts = _counted("facts", len(detail.facts), detail.fact_count)
    memories = _counted("memories that mention it", len(detail.memories), detail.memory_count)
    parts: list[tuple[str, bool, RenderableType]] = [
        ("", True, screen.fields_table(entity_fields(detail))),
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
    one = detail.entity
    seen = [screen.day(time) for time in (one.first_seen, one.last_seen) if time is not None]
    return [
        ("id", one.id),
        ("name", one.name),
        ("type", one.type.value if one.subtype is None else f"{one.type.value} ({one.subtype})"),
        ("also called", ", ".join(one.aliases)),
        ("description", one.description),
        ("attributes", ", ".join(f"{name}: {value}" for name, value in detail.attributes.items())),
        ("names", "; ".join(map(name_text, detail.names))),
        ("mentions", f"{one.mention_count:,}"),
        ("sure", f"{one.confidence:.2f}"),
        ("seen", " to ".join(dict.fromkeys(seen))),
        ("set by hand", ", ".join(one.edited)),
        ("merged into it", ", ".join(detail.merged_from)),
        ("kept apart from", ", ".join(detail.apart)),
    ]


def name_text(name: "EntityName") -> str:
    """A name that memories gave, with the chunks it stands in."""
    return screen.plain(f"{name.name} ({name.type.value}, in {name.count:,}{', by hand' if name.held else ''})")


def referrals_table(referrals: "Iterable[Referral]") -> Table:
    """Other entities that one may be or mean; `likely` is who it is taken for."""
    table = _table()
    for one in referrals:
        table.add_row(
            f"{one.confidence:.2f}",
            Text(screen.shortened(one.name, 40), style="bold"),
            Text("likely" if one.shown else "", style="yellow"),
            Text(screen.plain(", ".join(one.reasons)), style="dim"),
            Text(one.id, style="cyan"),
        )
    return _whole_ids(table)


def relations_table(relations: "Iterable[Relation]") -> Table:
    """Relations with what they rest on and what a person said of them."""
    table = _table()
    for one in relations:
        table.add_row(
            f"{one.confidence:.2f}",
            relation_text(one),
            f"{one.evidence_count:,} {'fact' if one.evidence_count == 1 else 'facts'}",
            screen.verdict_text(one),
        )
    return table


def relation_text(relation: "Relation") -> Text:
    """A relation as a line."""
    line = f"{relation.source_name} → {relation.predicate} → {relation.target_name}  ({relation.type.value})"
    return Text(screen.plain(line))


def _counted(what: str, shown: int, every: int) -> str:
    return f"{what} ({every:,})" if shown == every else f"{what} (the latest {shown} of {every:,})"


def _facts(facts: "Sequence[EntityFact]") -> Table:
    table = _table()
    for one in facts:
        ended = f"\nuntil {screen.day(one.valid_to)}" if one.valid_to else ""
        line = Text(screen.fact_line(one)).append(f"\n{screen.shortened(one.sentence, 110)}", style="dim")
        table.add_row(f"{one.confidence:.2f}", line, Text(f"{screen.day(one.said_at)}{ended}"), _memory(one.memory_id))
    return _whole_ids(table)


def _memories(memories: "Sequence[MentionedIn]") -> Table:
    table = _table()
    for one in memories:
        table.add_row(
            screen.own_day(one.occurred_at or one.created_at),
            Text(screen.shortened(one.title, 70)),
            Text("" if one.status.value == "active" else one.status.value, style="yellow"),
            Text(screen.shortened(", ".join(one.surfaces), 40), style="dim"),
            _memory(one.memory_id),
        )
    return _whole_ids(table)


def _memory(identity: str) -> Text:
    return Text(identity, style="cyan")


def _side(one: "MergeCandidate", indent: str = "") -> Text:
    about = f"{one.type.value}, mentions: {one.mention_count:,}"
    if one.aliases:
        about += f"; also {screen.shortened(', '.join(one.aliases), 50)}"
    return Text(indent + screen.shortened(one.name, 60), style="not dim bold").append(
        f"\n{indent}{about}", style="not bold dim"
    )


def _because(found: "Proposed") -> str:
    return "; ".join(found.reasons)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=bool(columns))
    for column in columns:
        table.add_column(column)
    return table


def _whole_ids(table: Table) -> Table:
    """A table whose last column, which holds ids to copy, is the last to give way."""
    for column in table.columns[-1:]:
        column.no_wrap = True
    return table
