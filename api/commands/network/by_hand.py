"""`enishi entities confirm`, `relations change|remove`, `links add|remove`: what a person says of the graph."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import Annotated, Literal

import typer

from api.commands.call import Call
from api.commands.options import MemoryId, Note, Text, command, link_kind
from api.commands.terminal import screen, tables

Entity = Annotated[str, typer.Argument(metavar="ENTITY", help="Its id, its name or another name it goes by.")]
Source = Annotated[str, typer.Argument(metavar="SOURCE", help="The entity it leads from: id or name.")]
Kind = Annotated[str, typer.Argument(metavar="TYPE", help="Its type, such as WORKS_FOR, or one of your own.")]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="The entity it leads to: id or name.")]
Weight = Annotated[float | None, typer.Option(help="How much it weighs, 0 to 1; left out: as its evidence has it.")]
Sure = Annotated[float | None, typer.Option("--confidence", help="How sure it is, 0 to 1; left out, likewise.")]
OtherMemory = Annotated[str, typer.Argument(metavar="OTHER", help="Id of the memory it leads to.")]
LinkName = Annotated[str, typer.Argument(metavar="KIND", help="Its kind, such as REFERENCE.")]


def add_to_entities(app: typer.Typer) -> None:
    """Adds what is said of entities."""
    command(app, "confirm", example='enishi entities confirm "Emily Carter"')(confirm)


def add_to_relations(app: typer.Typer) -> None:
    """Adds what is said of relations."""
    command(app, "add", example="enishi relations add Emily FRIEND Ken --confidence 0.9")(relate)
    command(app, "change", example="enishi relations change Emily FRIEND Ken --weight 0.8")(weigh)
    command(app, "remove", example="enishi relations remove Emily FRIEND Ken")(unrelate)


def add_to_links(app: typer.Typer) -> None:
    """Adds what is said of links between memories."""
    command(app, "add", example="enishi links add 01M8CG0WJ5TNR 01M8DKE0A3RND REFERENCE")(tie)
    command(app, "remove", example="enishi links remove 01M8CG0WJ5TNR 01M8DKE0A3RND REFERENCE")(untie)


def confirm(
    call: Call,
    entity: Entity,
    status: Annotated[
        Literal["confirmed", "unvalidated"], typer.Argument(help="unvalidated takes back what was said.")
    ] = "confirmed",
    note: Note = None,
) -> None:
    """Say that an entity is right: cleaning leaves it."""
    from graph.model.types import Validation

    with call.knowledge() as knowledge:
        detail = knowledge.by_hand(call.user).confirm(entity, Validation(status), note=note)
    screen.answer(call, detail, tables.entity_parts(detail), ids=(detail.entity.id,))


def relate(
    call: Call,
    source: Source,
    kind: Kind,
    target: Target,
    text: Annotated[Text, typer.Option(help="The sentence to remember it by; else one is made of the three.")] = None,
    weight: Weight = None,
    confidence: Sure = None,
) -> None:
    """Say what ties two entities. It is kept as a memory of its own; `remove` takes it away again."""
    with call.knowledge() as knowledge:
        made = knowledge.by_hand(call.user).relate(
            source, kind, target, text=text, weight=weight, confidence=confidence
        )
    screen.answer(call, made, tables.relation_blocks([made]), ids=())


def weigh(
    call: Call, source: Source, kind: Kind, target: Target, weight: Weight = None, confidence: Sure = None
) -> None:
    """Say how much a relation weighs and how sure it is; what is left out its evidence tells again."""
    with call.knowledge() as knowledge:
        weighed = knowledge.by_hand(call.user).weigh(source, kind, target, weight=weight, confidence=confidence)
    screen.answer(call, weighed, tables.relation_blocks([weighed]), ids=())


def unrelate(call: Call, source: Source, kind: Kind, target: Target) -> None:
    """Take a relation away: memories that only state it are forgotten; what texts state as well is rejected."""
    with call.knowledge() as knowledge:
        removed = knowledge.by_hand(call.user).unrelate(source, kind, target)
    memories = screen.several(removed.memories, "memory")
    rest = "What texts say of it is rejected." if removed.rejected else "Nothing else says so."
    screen.answer(call, removed, f"Taken away; {memories} forgotten that only stated it. {rest}", ids=())


def tie(
    call: Call,
    memory: MemoryId,
    other: OtherMemory,
    kind: LinkName,
    weight: Annotated[float, typer.Option(help="How much it weighs, 0 to 1.")] = 1.0,
    confidence: Annotated[float, typer.Option(help="How sure it is, 0 to 1.")] = 1.0,
    subtype: Annotated[str | None, typer.Option(help="What ties them more exactly, in a word of your own.")] = None,
    note: Note = None,
) -> None:
    """Tie two memories, or change what is said of their tie; no run takes it away."""
    of_kind = link_kind(kind)
    with call.knowledge() as knowledge:
        ends = (call.memory(knowledge, memory), call.memory(knowledge, other))
        made = knowledge.by_hand(call.user).tie(
            *ends, of_kind, weight=weight, confidence=confidence, subtype=subtype, note=note
        )
    screen.answer(call, made, tables.link_blocks((made,)), ids=())


def untie(call: Call, memory: MemoryId, other: OtherMemory, kind: LinkName) -> None:
    """Take away a link that was made by hand; one that was found is judged instead."""
    of_kind = link_kind(kind)
    with call.knowledge() as knowledge:
        ends = (call.memory(knowledge, memory), call.memory(knowledge, other))
        knowledge.by_hand(call.user).untie(*ends, of_kind)
    screen.answer(call, {"removed": True}, "Taken away.", ids=())
