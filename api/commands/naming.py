"""`enishi entities` and `enishi relations`: who and what memories speak of, and what a person says of them."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal
from uuid import UUID

import typer

from api.commands import entity_tables, screen
from api.commands.asking import Cursor, Limit
from api.commands.call import Call
from api.commands.options import Names, Note, Text, Verdict, command, relation_type
from api.commands.reviewing import review
from graph.errors import Invalid, NotFound

if TYPE_CHECKING:
    from graph.knowledge import Knowledge
    from graph.model.entities import EntityDetail
    from graph.model.types import EntityType

TypeName = Literal[
    "Person", "Location", "Event", "Concept", "Object", "Organization", "TimeUnit", "Task", "Document", "Technology"
]
Entity = Annotated[str, typer.Argument(metavar="ENTITY", help="Its id, its name or another name it goes by.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="The other one, likewise.")]

app = typer.Typer(help="Who and what memories speak of: list, review, merge, split, correct.", no_args_is_help=True)
relations = typer.Typer(help="What ties entities: say whether it holds.", no_args_is_help=True)


def add_to(outer: typer.Typer) -> None:
    """Adds the commands under the names `entities` and `relations`."""
    outer.add_typer(app, name="entities")
    outer.add_typer(relations, name="relations")


@command(app, "list")
def listed(
    call: Call,
    text: Annotated[Text, typer.Argument(metavar="TEXT", help="Only those with this in a name.")] = None,
    kind: Annotated[TypeName | None, typer.Option("--type", help="Only of this type.", case_sensitive=False)] = None,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> None:
    """List entities, those in most memories first."""
    from graph.model.types import EntityType

    of_type = None if kind is None else EntityType(kind)
    with call.knowledge() as knowledge:
        page = knowledge.entities(call.user, kind=of_type, text=text, limit=limit, cursor=cursor)
    if call.as_json:
        screen.print_json(page)
    elif call.quiet:
        for entity in page.entities:
            screen.print_plain(entity.id)
    elif not page.entities:
        screen.remark(call, "There are no such entities. They come from what you remember.")
    else:
        screen.out().print(entity_tables.entities_table(page.entities))
        screen.remark_more(call, page.next_cursor)


@command(app)
def show(call: Call, entity: Entity) -> None:
    """Show one entity: its names, whom it may be, its relations, its latest facts, the memories that mention it."""
    with call.knowledge() as knowledge:
        detail = knowledge.entity(call.user, identity(knowledge, call.user, entity))
    if call.as_json:
        screen.print_json(detail)
    else:
        screen.out().print(entity_tables.entity_parts(detail))
        if detail.memory_count > len(detail.memories):
            screen.remark(call, f"All of them: enishi list --entity {detail.entity.id}")


command(app)(review)


@command(app)
def merge(
    call: Call,
    entity: Entity,
    other: Other,
    force: Annotated[bool, typer.Option("--force", help="Also when they are of different types.")] = False,
) -> None:
    """Make one entity of two: OTHER becomes part of ENTITY. It can be undone."""
    with call.knowledge() as knowledge:
        into = identity(knowledge, call.user, entity)
        gone = identity(knowledge, call.user, other)
        detail = knowledge.merge(call.user, into, gone, force=force)
    moved = ", ".join(entity_tables.name_text(name) for name in detail.names if gone in name.was)
    counts = f"mentions: {detail.entity.mention_count:,}, relations: {len(detail.relations):,}"
    _tell(
        call,
        detail,
        f"Merged into {_named(detail)}.",
        f"Moved: {moved}. Now {counts}, facts: {detail.fact_count:,}.",
        f"Undo: {call.repeated(f'entities split {into}')}",
    )


@command(app)
def split(
    call: Call,
    entity: Entity,
    name: Annotated[Names, typer.Option(help="A name that leaves it; repeat for several.")] = None,
) -> None:
    """Part an entity: undo its last merge, or take the names out of it that are given. The two are kept apart."""
    with call.knowledge() as knowledge:
        left = identity(knowledge, call.user, entity)
        detail = knowledge.split(call.user, left, names=name)
    names = ", ".join(map(entity_tables.name_text, detail.names))
    _tell(
        call,
        detail,
        f"{_named(detail)} is an entity of its own and kept apart from {left}.",
        f"Its names: {names}",
        f"Undo: {call.repeated(f'entities merge {left} {detail.entity.id}')}",
    )


@command(app, "keep-apart")
def keep_apart(call: Call, entity: Entity, other: Other, note: Note = None) -> None:
    """Say that two entities are never one: not merged and not proposed again. `merge` takes it back."""
    with call.knowledge() as knowledge:
        one, another = (identity(knowledge, call.user, called) for called in (entity, other))
        detail = knowledge.keep_apart(call.user, one, another, note=note)
    _tell(call, detail, f"{_named(detail)} is kept apart from {another}.")


@command(app)
def rename(call: Call, entity: Entity, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Call an entity NAME; what it was called stays as another name. Memories do not change it back."""
    _edit(call, entity, {"name": name})


@command(app)
def retype(
    call: Call, entity: Entity, kind: Annotated[TypeName, typer.Argument(metavar="TYPE", case_sensitive=False)]
) -> None:
    """Say of which type an entity is: Person, Location, Organization … Memories do not change it back."""
    _edit(call, entity, {"type": kind})


@command(app)
def alias(
    call: Call,
    entity: Entity,
    names: Annotated[
        Names, typer.Argument(metavar="NAME", help="Every other name you give it; none takes all back.")
    ] = None,
) -> None:
    """Say by which other names an entity goes, in place of those you gave before."""
    _edit(call, entity, {"aliases": names or []})


@command(app)
def describe(call: Call, entity: Entity, description: Annotated[str, typer.Argument(metavar="TEXT")]) -> None:
    """Say in your own words who or what an entity is."""
    _edit(call, entity, {"description": description})


@command(app)
def reject(
    call: Call, entity: Entity, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False
) -> None:
    """Take away what is no entity, with its facts; memories that name it later do not bring it back."""
    with call.knowledge() as knowledge:
        rejected = identity(knowledge, call.user, entity)
        if not yes:
            _ask(_named(knowledge.entity(call.user, rejected)))
        facts = knowledge.reject_entity(call.user, rejected)
    if call.as_json:
        screen.print_json({"facts": facts})
    elif not call.quiet:
        screen.out().print(f"Taken away, and {screen.several(facts, 'fact')} with it. The memories stay as they are.")


@command(relations)
def judge(
    call: Call,
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="The entity it leads from: id or name.")],
    kind: Annotated[str, typer.Argument(metavar="TYPE", help="Its type, such as WORKS_FOR.")],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="The entity it leads to: id or name.")],
    verdict: Verdict,
    note: Note = None,
) -> None:
    """Say whether a relation holds. A rejected one leads nowhere when you ask; new facts do not change that."""
    from graph.model.types import Validation

    of_type = relation_type(kind)
    with call.knowledge() as knowledge:
        one, other = (identity(knowledge, call.user, called) for called in (source, target))
        relation = knowledge.judge_relation(call.user, one, of_type, other, Validation(verdict), note=note)
    if call.as_json:
        screen.print_json(relation)
    elif not call.quiet:
        screen.out().print(entity_tables.relations_table([relation]))


@command(relations, "state")
def state(
    call: Call,
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="The entity it leads from: id, name, or a new name.")],
    kind: Annotated[str, typer.Argument(metavar="TYPE", help="Its type, such as WORKS_FOR.")],
    target: Annotated[str, typer.Argument(metavar="TARGET", help="The entity it leads to, likewise.")],
    text: Annotated[Text, typer.Option(help="The sentence to remember it by; else one is made of the three.")] = None,
) -> None:
    """Say of two entities what ties them. It is kept as a memory of its own: forget that to take it back."""
    from graph.db.type_catalogue import RELATION_WORDS
    from graph.model.draft import Draft, GivenFact

    of_type = relation_type(kind)
    with call.knowledge() as knowledge:
        (one, one_type), (other, other_type) = (_end(knowledge, call.user, called) for called in (source, target))
        fact = GivenFact(subject=one, type=of_type, object=other, subject_type=one_type, object_type=other_type)
        made = text or f"{one} → {RELATION_WORDS[of_type]} → {other}"
        remembered = knowledge.remember(call.user, Draft(text=made, facts=(fact,)))
    if call.as_json:
        screen.print_json(remembered)
    elif call.quiet:
        screen.print_plain(remembered.id)
    else:
        screen.out().print(screen.remembered_text(remembered))


def identity(knowledge: "Knowledge", user: str, called: str) -> str:
    """The id of the entity that somebody means by its id or a name. Raises NotFound, and Conflict for several."""
    try:
        return str(UUID(called))  # as it is: one that was merged away is still known by its id
    except ValueError:
        return knowledge.entity_called(user, called)


def _end(knowledge: "Knowledge", user: str, called: str) -> tuple[str, "EntityType | None"]:
    """A name of the entity that somebody means, with the type it was read with: by these two it is found again, however
    it is shown. What nothing is called yet is a name without a type.
    """
    try:
        found = identity(knowledge, user, called)
    except NotFound:
        return called, None
    name = knowledge.entity(user, found).names[0]
    return name.name, name.type


def _edit(call: Call, entity: str, changes: Mapping[str, object]) -> None:
    with call.knowledge() as knowledge:
        detail = knowledge.edit_entity(call.user, identity(knowledge, call.user, entity), changes)
    aliases = ", ".join(detail.entity.aliases)
    _tell(
        call,
        detail,
        f"{_named(detail)}, set by hand: {', '.join(detail.entity.edited)}",
        *([f"also called: {aliases}"] if aliases else ()),
        *([detail.entity.description] if detail.entity.description else ()),
    )


def _tell(call: Call, detail: "EntityDetail", *lines: str) -> None:
    if call.as_json:
        screen.print_json(detail)
    elif call.quiet:
        screen.print_plain(detail.entity.id)
    else:
        screen.print_plain("\n".join(map(screen.plain, lines)))


def _ask(what: str) -> None:
    if not sys.stdin.isatty():
        raise Invalid("--yes", "nobody is here to be asked.", allowed="--yes, to take it away without being asked")
    typer.confirm(f"Take away {screen.plain(what)} for good?", abort=True, err=True)


def _named(detail: "EntityDetail") -> str:
    return f"{screen.shortened(detail.entity.name, 60)} ({detail.entity.type.value}, {detail.entity.id})"
