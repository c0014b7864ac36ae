"""`enishi entities` and `enishi relations`: list, review, merge, split and correct entities; judge relations."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import typer

from api.commands.call import Call
from api.commands.network import by_hand
from api.commands.options import GRAPH, Cursor, Limit, Names, Note, Text, Verdict, command, relation_type
from api.commands.terminal import screen, tables
from api.commands.terminal.nobody import hint_of_nobody
from graph.errors import Conflict, Invalid, NotFound

if TYPE_CHECKING:
    from graph.knowledge import Knowledge
    from graph.model.entities import EntityDetail, MergeCandidate, Proposed
    from graph.model.types import EntityType

Entity = Annotated[str, typer.Argument(metavar="ENTITY", help="Its id, its name or another name it goes by.")]
Other = Annotated[str, typer.Argument(metavar="OTHER", help="The other one, likewise.")]

PROPOSALS_READ = 200
"""How many proposals are read at a time while a person decides."""
_LIKE_MOST, _COMPARED = 3, 200
"""How many names are told in place of one that no entity has, and of how many, the most mentioned."""
PROMPT = "Are they one? y: merge, n: keep apart, s: skip, ?: show more, q: quit"
_KEYS = {"yes": "y", "no": "n", "skip": "s", "quit": "q", "": "s"}

app = typer.Typer(help="Who and what memories speak of: list, review, merge, split, correct.", no_args_is_help=True)
relations = typer.Typer(help="What ties entities: say whether it holds.", no_args_is_help=True)


@dataclass(slots=True)
class ReviewCounts:
    """How many pairs a person has decided so far."""

    merged: int = 0
    apart: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        return f"Merged: {self.merged:,}. Kept apart: {self.apart:,}. Skipped: {self.skipped:,}."


def add_to(outer: typer.Typer) -> None:
    """Adds the commands under the names `entities` and `relations`."""
    by_hand.add_to_entities(app)
    by_hand.add_to_relations(relations)
    outer.add_typer(app, name="entities", rich_help_panel=GRAPH)
    outer.add_typer(relations, name="relations", rich_help_panel=GRAPH)


@command(app, "list", example="enishi entities list tanaka --type Person")
def list_entities(
    call: Call,
    text: Annotated[Text, typer.Argument(metavar="TEXT", help="Only those with this in a name.")] = None,
    kind: Annotated[Text, typer.Option("--type", help="Only of this type or one below it: enishi types list.")] = None,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> None:
    """List entities, those in most memories first."""
    with call.knowledge() as knowledge:
        page = knowledge.entities(call.user, kind=kind, text=text, limit=limit, cursor=cursor)
        hint = "" if page.entities or cursor else hint_of_nobody(call, knowledge)
    screen.answer(
        call,
        page,
        tables.entity_blocks(page.entities) if page.entities else None,
        ids=[entity.id for entity in page.entities],
        otherwise="There are no such entities. They come from what you remember.",
        cursor=page.next_cursor,
    )
    if hint:
        screen.remark(call, hint)


@command(app, example='enishi entities about "the colleague who keeps the servers running" --type Person')
def about(
    call: Call,
    description: Annotated[str, typer.Argument(metavar="DESCRIPTION", help="Who or what you mean, in your own words.")],
    kind: Annotated[Text, typer.Option("--type", help="Only of this type or one below it: enishi types list.")] = None,
    limit: Limit = 10,
) -> None:
    """Find entities by what they are like, not by name: those that a description fits, best first."""
    with call.knowledge() as knowledge:
        hits = knowledge.entities_about(call.user, description, kind=kind, limit=limit)
    screen.answer(
        call,
        hits,
        tables.entity_hit_blocks(hits) if hits else None,
        ids=[hit.entity.id for hit in hits],
        otherwise="There are no such entities. They come from what you remember.",
    )


@command(app, example='enishi entities show "Emily Carter"')
def show(call: Call, entity: Entity) -> None:
    """Show one entity: its names, whom it may be, its relations, its latest facts, the memories that mention it."""
    with call.knowledge() as knowledge:
        detail = knowledge.entity(call.user, resolve_entity(call, knowledge, entity))
    screen.answer(call, detail, tables.entity_parts(detail))
    if detail.memory_count > len(detail.memories):
        screen.remark(call, f"All of them: enishi list --entity {detail.entity.id}")


@command(app, example="enishi entities review")
def review(
    call: Call,
    list_only: Annotated[bool, typer.Option("--list", help="Only list them, also at a terminal.")] = False,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> None:
    """Go through the names that may be one: at a terminal you are asked, pair by pair; else they are listed.

    `enishi entities merge` accepts a pair, `enishi entities keep-apart` rejects it for good.
    """
    with call.knowledge() as knowledge:
        if not (list_only or call.as_json or call.quiet or cursor) and sys.stdin.isatty() and sys.stdout.isatty():
            _ask_all(call, knowledge)
            return
        page = knowledge.proposals(call.user, limit=limit, cursor=cursor)
    screen.answer(
        call,
        page,
        tables.proposal_blocks(page.proposals) if page.proposals else None,
        ids=[f"{pair.one.id} {pair.other.id}" for pair in page.proposals],
        otherwise="Nothing waits to be decided.",
        cursor=page.next_cursor,
    )


def _ask_all(call: Call, knowledge: "Knowledge") -> None:
    """Asks about each proposal once; the list is read again each time, for one decision may settle other pairs."""
    seen: set[frozenset[str]] = set()
    counts = ReviewCounts()
    while (pair := _next(call, knowledge, seen)) is not None:
        seen.add(_ids(pair))
        screen.out().print(tables.proposal_block(pair))
        key = _prompt(call, knowledge, pair)
        if key == "q":
            break
        try:
            _decide(call, knowledge, pair, key, counts)
        except (NotFound, Conflict) as error:  # somebody else has changed one of them meanwhile
            screen.remark(call, str(error))
        screen.out().print()
    screen.out().print(str(counts) if seen else "Nothing waits to be decided.")


def _next(call: Call, knowledge: "Knowledge", seen: set[frozenset[str]]) -> "Proposed | None":
    cursor = None
    while True:
        page = knowledge.proposals(call.user, limit=PROPOSALS_READ, cursor=cursor)
        fresh = next((pair for pair in page.proposals if _ids(pair) not in seen), None)
        cursor = page.next_cursor
        if fresh is not None or cursor is None:
            return fresh


def _prompt(call: Call, knowledge: "Knowledge", pair: "Proposed") -> str:
    """The key a person chose: y, n, s or q; Ctrl-C and the end of input are q."""
    while True:
        try:
            written: str = typer.prompt(PROMPT, default="s", show_default=False, err=True)
        except typer.Abort:
            screen.err().print()
            return "q"
        key = _KEYS.get(written.strip().casefold(), written.strip().casefold())
        if key in {"y", "n", "s", "q"}:
            return key
        if key == "?":
            for side in (pair.one, pair.other):
                screen.out().print(tables.entity_parts(knowledge.entity(call.user, side.id)))
                screen.out().print()


def _decide(call: Call, knowledge: "Knowledge", pair: "Proposed", key: str, counts: ReviewCounts) -> None:
    into, other = _larger_first(pair)
    if key == "y":
        # A person who saw both types and says yes means it.
        knowledge.merge(call.user, into.id, other.id, force=True)
        counts.merged += 1
        screen.out().print(f"Merged. Undo: {call.repeated(f'entities split {into.id}')}")
    elif key == "n":
        knowledge.keep_apart(call.user, into.id, other.id)
        counts.apart += 1
        undo = call.repeated(f"entities merge {into.id} {other.id}")
        screen.out().print(f"Kept apart. Should they be one after all: {undo}")
    else:
        counts.skipped += 1


def _larger_first(pair: "Proposed") -> "tuple[MergeCandidate, MergeCandidate]":
    """The entity that stays, which is in more memories, and the one that becomes part of it."""
    if pair.other.mention_count > pair.one.mention_count:
        return pair.other, pair.one
    return pair.one, pair.other


def _ids(pair: "Proposed") -> frozenset[str]:
    return frozenset((pair.one.id, pair.other.id))


@command(app, example='enishi entities merge "Emily Carter" Emily')
def merge(
    call: Call,
    entity: Entity,
    other: Other,
    force: Annotated[bool, typer.Option("--force", help="Also when they are of different types.")] = False,
) -> None:
    """Make one entity of two: OTHER becomes part of ENTITY. It can be undone."""
    with call.knowledge() as knowledge:
        into = resolve_entity(call, knowledge, entity)
        merged = resolve_entity(call, knowledge, other)
        detail = knowledge.merge(call.user, into, merged, force=force)
    moved = ", ".join(tables.name_text(name) for name in detail.names if merged in name.was)
    counts = f"mentions: {detail.entity.mention_count:,}, relations: {len(detail.relations):,}"
    _print_detail(
        call,
        detail,
        f"Merged into {_label(detail)}.",
        f"Moved: {moved}. Now {counts}, facts: {detail.fact_count:,}.",
        f"Undo: {call.repeated(f'entities split {into}')}",
    )


@command(app, example='enishi entities split "Emily Carter" --name Emily')
def split(
    call: Call,
    entity: Entity,
    name: Annotated[Names, typer.Option(help="A name that leaves it; repeat for several.")] = None,
) -> None:
    """Part an entity: undo its last merge, or take the names out of it that are given. The two are kept apart."""
    with call.knowledge() as knowledge:
        parted = resolve_entity(call, knowledge, entity)
        detail = knowledge.split(call.user, parted, names=name)
    names = ", ".join(map(tables.name_text, detail.names))
    _print_detail(
        call,
        detail,
        f"{_label(detail)} is an entity of its own and kept apart from {parted}.",
        f"Its names: {names}",
        f"Undo: {call.repeated(f'entities merge {parted} {detail.entity.id}')}",
    )


@command(app, "keep-apart", example='enishi entities keep-apart 田中誠 田中実 --note "Two brothers"')
def keep_apart(call: Call, entity: Entity, other: Other, note: Note = None) -> None:
    """Say that two entities are never one: not merged and not proposed again. `merge` takes it back."""
    with call.knowledge() as knowledge:
        first, second = (resolve_entity(call, knowledge, name) for name in (entity, other))
        detail = knowledge.keep_apart(call.user, first, second, note=note)
    _print_detail(call, detail, f"{_label(detail)} is kept apart from {second}.")


@command(app, example='enishi entities rename 佐藤 "Misaki Sato"')
def rename(call: Call, entity: Entity, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Call an entity NAME; what it was called stays as another name. Memories do not change it back."""
    _edit(call, entity, {"name": name})


@command(app, example="enishi entities retype Kamome Technology")
def retype(
    call: Call,
    entity: Entity,
    kind: Annotated[str, typer.Argument(metavar="TYPE", help="A type of `enishi types list`, one of your own too.")],
    subtype: Annotated[Text, typer.Option(help="What it is more exactly, in a word.")] = None,
    value: Annotated[Names, typer.Option("--set", metavar="NAME=VALUE", help="An attribute; repeat it.")] = None,
) -> None:
    """Say of which type an entity is: Person, Location, one of your own … Memories do not change it back."""
    changes = {"type": kind} if subtype is None else {"type": kind, "subtype": subtype}
    _edit(call, entity, changes, value)


@command(app, "set", example='enishi entities set "Emily Carter" role=engineer skills=Python,Go')
def set_attributes(
    call: Call,
    entity: Entity,
    values: Annotated[list[str], typer.Argument(metavar="NAME=VALUE...", help="NAME= alone takes one away.")],
) -> None:
    """Say what an entity is like: attributes, held to its type. Others stay. A list has commas between its values."""
    _edit(call, entity, {}, values)


@command(app, example='enishi entities alias "Misaki Sato" みさきち')
def alias(
    call: Call,
    entity: Entity,
    names: Annotated[
        Names, typer.Argument(metavar="NAME", help="Every other name you give it; none takes all back.")
    ] = None,
) -> None:
    """Say by which other names an entity goes, in place of those you gave before."""
    _edit(call, entity, {"aliases": names or []})


@command(app, example='enishi entities describe Kamome "Our booking system"')
def describe(call: Call, entity: Entity, description: Annotated[str, typer.Argument(metavar="TEXT")]) -> None:
    """Say in your own words who or what an entity is."""
    _edit(call, entity, {"description": description})


@command(app, example="enishi entities reject tomorrow")
def reject(
    call: Call, entity: Entity, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False
) -> None:
    """Take away what is no entity, with its facts; memories that name it later do not bring it back."""
    with call.knowledge() as knowledge:
        rejected = resolve_entity(call, knowledge, entity)
        if not yes:
            screen.confirm(f"Take away {_label(knowledge.entity(call.user, rejected))}", "take it away")
        facts = knowledge.reject_entity(call.user, rejected)
    done = f"Taken away, and {screen.several(facts, 'fact')} with it. The memories stay as they are."
    screen.answer(call, {"facts": facts}, done, ids=())


@command(relations, example="enishi relations judge Emily WORKS_FOR Acme confirmed")
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
        ends = [resolve_entity(call, knowledge, name) for name in (source, target)]
        relation = knowledge.judge_relation(call.user, ends[0], of_type, ends[1], Validation(verdict), note=note)
    screen.answer(call, relation, tables.relation_blocks([relation]), ids=())


@command(relations, "state", example="enishi relations state Emily FRIEND Ken")
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
        subject, subject_type = _fact_end(knowledge, call.user, source)
        object_, object_type = _fact_end(knowledge, call.user, target)
        fact = GivenFact(
            subject=subject, type=of_type, object=object_, subject_type=subject_type, object_type=object_type
        )
        sentence = text or f"{subject} → {RELATION_WORDS[of_type]} → {object_}"
        remembered = knowledge.remember(call.user, Draft(text=sentence, facts=(fact,)))
    screen.answer(call, remembered, tables.remembered_text(remembered), ids=[remembered.id])


def resolve_entity(call: Call, knowledge: "Knowledge", id_or_name: str) -> str:
    """The id of the entity with this id or name. Raises NotFound, and Conflict for several.

    Of a name that no entity has, a remark tells which are called much like it: 小林翔太 for 小林.
    """
    try:
        return _entity_id(knowledge, call.user, id_or_name)
    except NotFound:
        if like := _names_like(knowledge, call.user, id_or_name):
            screen.remark(call, f"Did you mean {', '.join(map(screen.plain, like))}?")
        raise


def _entity_id(knowledge: "Knowledge", user: str, id_or_name: str) -> str:
    try:
        return str(UUID(id_or_name))  # not looked up: one that was merged away is still known by its id
    except ValueError:
        return knowledge.entity_called(user, id_or_name)


def _names_like(knowledge: "Knowledge", user: str, called: str) -> list[str]:
    """Names of entities that hold one, else those of the most mentioned that are written much like it."""
    holding = knowledge.entities(user, text=called, limit=_LIKE_MOST).entities
    if holding:
        return [entity.name for entity in holding]
    from graph.intake.spelling import written_like

    names = (entity.name for entity in knowledge.entities(user, limit=_COMPARED).entities)
    return written_like(called, names, _LIKE_MOST)


def _fact_end(knowledge: "Knowledge", user: str, id_or_name: str) -> tuple[str, "EntityType | None"]:
    """The first name of an entity and the type it was read with, by which a given fact finds the entity again.

    A name that nothing has yet comes back without a type.
    """
    try:
        entity_id = _entity_id(knowledge, user, id_or_name)
    except NotFound:
        return id_or_name, None
    name = knowledge.entity(user, entity_id).names[0]
    return name.name, name.type


def _edit(call: Call, entity: str, changes: Mapping[str, object], attributes: Sequence[str] | None = None) -> None:
    with call.knowledge() as knowledge:
        entity_id = resolve_entity(call, knowledge, entity)
        if attributes:
            held = dict(knowledge.entity(call.user, entity_id).attributes) | dict(map(_attribute, attributes))
            changes = {**changes, "attributes": {name: value for name, value in held.items() if value != ""}}
        detail = knowledge.edit_entity(call.user, entity_id, changes)
    aliases = ", ".join(detail.entity.aliases)
    _print_detail(
        call,
        detail,
        f"{_label(detail)}, set by hand: {', '.join(detail.entity.edited)}",
        *([f"also called: {aliases}"] if aliases else ()),
        *([detail.entity.description] if detail.entity.description else ()),
        *(f"{name}: {value}" for name, value in detail.attributes.items()),
    )


def _attribute(written: str) -> tuple[str, object]:
    """An attribute and its value: a number, true, false or a list where it is written like one."""
    name, is_one, value = written.partition("=")
    if not is_one or not name.strip():
        raise Invalid("attributes", "one of them is no NAME=VALUE.", allowed="such as role=engineer")
    text = value.strip()
    if "," in text:
        return name.strip(), [each.strip() for each in text.split(",") if each.strip()]
    if text in ("true", "false"):
        return name.strip(), text == "true"
    try:
        number = float(text)
    except ValueError:
        return name.strip(), text
    return name.strip(), (int(number) if number.is_integer() else number) if math.isfinite(number) else text


def _print_detail(call: Call, detail: "EntityDetail", *lines: str) -> None:
    if call.as_json:
        screen.print_json(detail)
    elif call.quiet:
        screen.print_plain(detail.entity.id)
    else:
        screen.print_plain("\n".join(map(screen.plain, lines)))


def _label(detail: "EntityDetail") -> str:
    return f"{screen.shortened(detail.entity.name, 60)} ({detail.entity.type.value}, {detail.entity.id})"
