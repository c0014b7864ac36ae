"""`enishi types list|show|add|change|remove`: what entities and relations may be."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group

from api.commands.call import Call
from api.commands.options import GRAPH, Names, Text, command
from api.commands.terminal import screen
from api.commands.terminal.blocks import Block, Paragraph
from graph.errors import Invalid

if TYPE_CHECKING:
    from graph.model.catalogue import EntityKind, RelationKind, TypeAttribute

app = typer.Typer(help="What entities and relations may be: the system's types and your own.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the type; case does not matter.")]
OfRelations = Annotated[bool, typer.Option("--relation", "-r", help="A type of relations; left out: of entities.")]
Parent = Annotated[Text, typer.Option(help="The type that it is a kind of: asking for that finds it too.")]
Japanese = Annotated[Text, typer.Option("--ja", help="What it is called in Japanese.")]
English = Annotated[Text, typer.Option("--en", help="What it is called in English.")]
Describe = Annotated[Text, typer.Option("--describe", help="What it stands for.")]
Colour = Annotated[Text, typer.Option(help="A colour, such as #2f9e44.")]
Icon = Annotated[Text, typer.Option(help="The name of an icon, such as map-pin.")]
_FORM = "NAME, or NAME:KIND with number, date, yes_no, address, coordinates or a|b|c; repeat it."
Optional = Annotated[Names, typer.Option("--attribute", help=f"What may be told of its entities: {_FORM}")]
Required = Annotated[Names, typer.Option("--required", help=f"What must be told of its entities: {_FORM}")]
Line = Annotated[Text, typer.Option(help="How a relation is drawn: solid, dashed or dotted.")]
Arrow = Annotated[Text, typer.Option(help="Where a drawn relation points: to, none or both.")]
Words = Annotated[Names, typer.Option("--word", help="A word that tells a relation of this type; repeat it.")]
Sources = Annotated[Names, typer.Option("--from", help="Of which type its first end must be; repeat it.")]
Targets = Annotated[Names, typer.Option("--to", help="Of which type its other end must be; repeat it.")]
Weight = Annotated[float | None, typer.Option(help="How much it counts in a walk; 0.5: as it is.")]
Threshold = Annotated[float | None, typer.Option(help="How sure it must be to lead anywhere, 0 to 1.")]


def add_to(outer: typer.Typer) -> None:
    """Adds the commands."""
    outer.add_typer(app, name="types", rich_help_panel=GRAPH)


@command(app, "list", example="enishi types list --relation")
def list_types(call: Call, relation: OfRelations = False) -> None:
    """List the types, the system's first, each with how much asking for it finds."""
    with call.knowledge() as knowledge:
        types = knowledge.types(call.user)
        kinds = types.relations() if relation else types.entities()
    screen.answer(call, kinds, Group(*map(_block, kinds)), ids=(kind.name for kind in kinds))


@command(app, example="enishi types show Person")
def show(call: Call, name: Name, relation: OfRelations = False) -> None:
    """Show one type: what it is a kind of, its attributes or words, and how much there is of it."""
    with call.knowledge() as knowledge:
        types = knowledge.types(call.user)
        kind = types.relation(name) if relation else types.entity(name)
    screen.answer(call, kind, _block(kind), ids=(kind.name,))


@command(app, example="enishi types add Restaurant --parent Location --ja 飲食店 --attribute seats:number")
def add(
    call: Call,
    name: Name,
    relation: OfRelations = False,
    parent: Parent = None,
    ja: Japanese = None,
    en: English = None,
    describe: Describe = None,
    colour: Colour = None,
    icon: Icon = None,
    attribute: Optional = None,
    required: Required = None,
    word: Words = None,
    source: Sources = None,
    target: Targets = None,
    weight: Weight = None,
    threshold: Threshold = None,
    line: Line = None,
    arrow: Arrow = None,
) -> None:
    """Make a type of your own, a kind of another one. Give it to an entity by `enishi entities retype`."""
    changes = _changes(
        parent, ja, en, describe, colour, icon, attribute, required, word, source, target, weight, threshold, line,
        arrow,
    )  # fmt: skip
    with call.knowledge() as knowledge:
        types = knowledge.types(call.user)
        kind = types.create_relation(name, changes) if relation else types.create_entity(name, changes)
    screen.answer(call, kind, _block(kind), ids=(kind.name,))


@command(app, example="enishi types change KNOWS --relation --threshold 0.6")
def change(
    call: Call,
    name: Name,
    relation: OfRelations = False,
    parent: Parent = None,
    ja: Japanese = None,
    en: English = None,
    describe: Describe = None,
    colour: Colour = None,
    icon: Icon = None,
    attribute: Optional = None,
    required: Required = None,
    word: Words = None,
    source: Sources = None,
    target: Targets = None,
    weight: Weight = None,
    threshold: Threshold = None,
    line: Line = None,
    arrow: Arrow = None,
) -> None:
    """Change a type; of the system's for you alone. Attributes and words are given whole, in place of those before."""
    changes = _changes(
        parent, ja, en, describe, colour, icon, attribute, required, word, source, target, weight, threshold, line,
        arrow,
    )  # fmt: skip
    with call.knowledge() as knowledge:
        types = knowledge.types(call.user)
        kind = types.change_relation(name, changes) if relation else types.change_entity(name, changes)
    screen.answer(call, kind, _block(kind), ids=(kind.name,))


@command(app, example="enishi types remove Restaurant")
def remove(call: Call, name: Name, relation: OfRelations = False) -> None:
    """Remove a type of your own: what is of it goes to the type above. One of the system is as it was again."""
    with call.knowledge() as knowledge:
        types = knowledge.types(call.user)
        removed = types.remove_relation(name) if relation else types.remove_entity(name)
    if removed.parent is None:
        done = f"{removed.name} is as it was."
    else:
        entities = "entity" if removed.entities == 1 else "entities"
        moved = f"{removed.entities:,} {entities} and {screen.several(removed.types, 'type')} below it"
        done = f"{removed.name} is removed; {moved} are {removed.parent} now."
    screen.answer(call, removed, Block(head=[Paragraph(done)]), ids=(removed.name,))


def _changes(
    parent: str | None,
    ja: str | None,
    en: str | None,
    describe: str | None,
    colour: str | None,
    icon: str | None,
    attribute: list[str] | None,
    required: list[str] | None,
    word: list[str] | None,
    source: list[str] | None,
    target: list[str] | None,
    weight: float | None,
    threshold: float | None,
    line: str | None,
    arrow: str | None,
) -> dict[str, object]:
    attributes = [
        _attribute(text, required=must)
        for texts, must in ((attribute, False), (required, True))
        for text in texts or ()
    ]
    given = {
        "parent": parent, "name_ja": ja, "name_en": en, "description": describe, "colour": colour, "icon": icon,
        "attributes": attributes or None, "predicates": word or None, "source_types": source or None,
        "target_types": target or None, "default_weight": weight, "threshold": threshold, "line": line,
        "arrow": arrow,
    }  # fmt: skip
    return {name: value for name, value in given.items() if value is not None}


def _attribute(text: str, *, required: bool) -> "TypeAttribute":
    from graph.model.catalogue import AttributeKind, TypeAttribute

    name, _, kind = text.partition(":")
    if "|" in kind:
        choices = tuple(each.strip() for each in kind.split("|"))
        return TypeAttribute(name=name, kind=AttributeKind.CHOICE, choices=choices, required=required)
    try:
        return TypeAttribute(name=name, kind=AttributeKind(kind or "text"), required=required)
    except ValueError:
        raise Invalid("attribute", "there is no such kind.", allowed=f"{', '.join(AttributeKind)}, or a|b|c") from None


def _block(kind: "EntityKind | RelationKind") -> Block:
    from graph.model.catalogue import EntityKind

    names = " / ".join(dict.fromkeys(name for name in (kind.name_ja, kind.name_en) if name and name != kind.name))
    if isinstance(kind, EntityKind):
        entities = "entity" if kind.usage == 1 else "entities"
        usage = f"{kind.usage:,} {entities}"
        lists = ", ".join(map(_attribute_text, kind.attributes))
    else:
        usage = screen.several(kind.usage, "fact")
        lists = ", ".join(kind.predicates)
    of_relations = () if isinstance(kind, EntityKind) else (
        f"threshold {kind.threshold:g}, weight {kind.default_weight:g}", f"drawn {kind.line}, arrow {kind.arrow}",
        " → ".join(", ".join(ends) or "any" for ends in (kind.source_types, kind.target_types))
        if kind.source_types or kind.target_types else "",
    )  # fmt: skip
    return Block(
        head=[
            Paragraph("  " * kind.level + kind.name, "bold" if not kind.system else ""), Paragraph(names),
            Paragraph(usage, "dim"), Paragraph("changed" if kind.changed else "", "yellow"),
        ],
        below=[
            Paragraph(f"a kind of {kind.parent}" if kind.parent else "", "dim"), Paragraph(kind.description, "dim"),
            Paragraph(lists, "cyan"), *(Paragraph(text, "dim") for text in of_relations),
        ],
    )  # fmt: skip


def _attribute_text(attribute: "TypeAttribute") -> str:
    kind = "|".join(attribute.choices) if attribute.choices else attribute.kind.value
    bounds = "".join(
        f" {word} {bound:g}" for word, bound in (("≥", attribute.least), ("≤", attribute.most)) if bound is not None
    )
    return f"{attribute.name}:{kind}{bounds}{' (required)' if attribute.required else ''}"
