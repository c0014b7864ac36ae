"""The commands that change what is kept: `enishi edit`, `pin`, `archive`, `restore`, `invalidate` and `forget`."""

# ruff: noqa: PLC0415 -- readers of files cost what most commands need not pay
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.call import Call
from api.commands.options import TIDY, MemoryId, Names, OfArea, Text, command, given_fact
from api.commands.terminal import screen, tables
from graph.errors import Invalid

if TYPE_CHECKING:
    from graph.knowledge import Knowledge
    from graph.model.memory import Memory


SHOWN_ORIGINS = 5
PATH_MOST = 140
"""Characters of a path that places keep whatever their length: by a longer one only a part would be found."""


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    line = 'enishi edit 01M8CG0WJ5TNR --title "The move" --tag friends'
    command(app, panel=TIDY, example=line, changes=chosen_changes)(edit)
    for act in (pin, unpin, archive, restore, invalidate, forget):
        command(app, panel=TIDY, example=f"enishi {act.__name__} 01M8CG0WJ5TNR")(act)


def edit(call: Call, memory: MemoryId, changes: dict[str, object]) -> None:
    """Change what is given of a memory; a new text is understood anew."""
    with call.knowledge() as knowledge:
        edited = knowledge.edit(call.user, call.memory(knowledge, memory), changes)
    screen.answer(call, edited, tables.remembered_text(edited, done="Changed "), ids=())


def chosen_changes(
    text: Annotated[Text, typer.Option(help="A new text.")] = None,
    title: Annotated[Text, typer.Option(help="A new title.")] = None,
    category: Annotated[Text, typer.Option(help="work, personal, learning …")] = None,
    tag: Annotated[Names, typer.Option(help="A tag, in place of those it has; repeat for several.")] = None,
    project: Annotated[Text, typer.Option(help="The project's path, such as work/website.")] = None,
    source: Annotated[Text, typer.Option(help="Where it comes from.")] = None,
    rating: Annotated[int | None, typer.Option(help="0 to 5.")] = None,
    bookmark: Annotated[bool | None, typer.Option("--bookmark/--no-bookmark", help="Mark it to find it again.")] = None,
    audience: Annotated[
        Text, typer.Option(help="Who may read it beside you: shared, a group's name, or private.")
    ] = None,
    area: OfArea = None,
    fact: Annotated[
        Names, typer.Option(metavar="FACT", help="'Ken | WORKS_FOR | Acme', in place of those given with it; repeat.")
    ] = None,
) -> dict[str, object]:
    """What the options change. Raises Invalid when they change nothing."""
    options: dict[str, object | None] = {
        "text": text, "title": title, "category": category, "tags": tuple(tag) if tag else None, "project": project,
        "source": source, "rating": rating, "bookmarked": bookmark, "audience": audience, "area": area,
        "facts": tuple(map(given_fact, fact)) if fact else None,
    }  # fmt: skip
    changes = {field: value for field, value in options.items() if value is not None}
    if not changes:
        raise Invalid("options", "nothing is to be changed.", allowed="--text, --title, --tag and others of --help")
    return changes


def forget(
    call: Call,
    memory: Annotated[str | None, typer.Argument(metavar="ID", help="The memory's id.")] = None,
    source: Annotated[
        Text, typer.Option(metavar="PATH", help="All that comes from this file or folder, or from this source.")
    ] = None,
    project: Annotated[Text, typer.Option(help="All of this project and of those below it.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a memory for good, with all that only it told; or all of a file, a folder or a project.

    Without ID, --source and --project, but with --user USER: all of that user.
    """
    parts = source is not None or project is not None
    if memory is not None and parts:
        raise Invalid("memory", "an id is named beside --source or --project.", allowed="one of the two")
    if memory is None and not parts and call.named_user is None:
        raise Invalid(
            "memory", "say what to forget.",
            allowed="an id, --source, --project, or --user USER for everything of that user",
        )  # fmt: skip
    with call.knowledge() as knowledge:
        if parts:
            source, origins = _origins(knowledge, call.user, source, project)
            count = screen.several(sum(origins.values()), "memory")
            what = f"{count} of {' and '.join(repr(part) for part in (source, project) if part)}{_listed(origins)}"
        elif memory is None:
            what = f"everything of the user {call.user}"
        else:
            memory = call.memory(knowledge, memory)
            what = _named(knowledge, call, memory) if not yes else memory
        if not yes:
            screen.confirm(f"Forget {what}", "forget")
        if parts:
            forgotten = knowledge.forget_from(call.user, source=source, project=project)
        else:
            forgotten = knowledge.forget_user(call.user) if memory is None else knowledge.forget(call.user, memory)
    counts = {
        "memory": forgotten.memories,
        "chunk": forgotten.chunks,
        "entity": forgotten.entities,
        "fact": forgotten.facts,
    }
    removed = ", ".join(screen.several(count, noun) for noun, count in counts.items())
    screen.answer(call, forgotten, f"Forgotten: {removed}.", ids=())


def _origins(
    knowledge: "Knowledge", user: str, source: str | None, project: str | None
) -> tuple[str | None, Mapping[str, int]]:
    """The source by which memories are known, and from where how many of them come.

    What stands there as a file or folder means what was ingested from there, be its sources called like others; any
    other word a source first, and then the path of what is there no longer.
    """
    from api.sources.records import storable, whole_path

    names = [source]
    if source is not None and len(whole := storable(whole_path(source))) <= PATH_MOST:
        names.insert(0 if os.path.lexists(source) else 1, whole)
    for name in names:
        if origins := knowledge.origins_from(user, source=name, project=project):
            return name, origins
    return source, {}


def _listed(origins: Mapping[str, int]) -> str:
    """From where they come, where that is more than what is named: " (from /v/a.md, /v/b.md and 3 more)"."""
    names = [name for name in origins if name]
    more = f" and {len(names) - SHOWN_ORIGINS:,} more" if len(names) > SHOWN_ORIGINS else ""
    return f" (from {', '.join(names[:SHOWN_ORIGINS])}{more})" if names else ""


def _named(knowledge: "Knowledge", call: Call, memory_id: str) -> str:
    memory = knowledge.show(call.user, memory_id).memory
    return f"{memory.id} ({screen.shortened(memory.title, 60)})"


def pin(call: Call, memory: MemoryId) -> None:
    """Mark a memory as one to keep, whatever comes."""
    with call.knowledge() as knowledge:
        _print_state(call, "Pinned", knowledge.pin(call.user, call.memory(knowledge, memory)))


def unpin(call: Call, memory: MemoryId) -> None:
    """Undo a pin."""
    with call.knowledge() as knowledge:
        _print_state(call, "No longer pinned", knowledge.unpin(call.user, call.memory(knowledge, memory)))


def archive(call: Call, memory: MemoryId) -> None:
    """Take a memory out of search without losing it; `restore` brings it back."""
    with call.knowledge() as knowledge:
        _print_state(call, "Archived", knowledge.archive(call.user, call.memory(knowledge, memory)))


def restore(call: Call, memory: MemoryId) -> None:
    """Bring back a memory that was archived or is marked as no longer true."""
    with call.knowledge() as knowledge:
        _print_state(call, "Active again", knowledge.restore(call.user, call.memory(knowledge, memory)))


def invalidate(call: Call, memory: MemoryId) -> None:
    """Mark a memory as no longer true: it is kept, and its facts count no more."""
    with call.knowledge() as knowledge:
        _print_state(call, "No longer true", knowledge.invalidate(call.user, call.memory(knowledge, memory)))


def _print_state(call: Call, state: str, memory: "Memory") -> None:
    screen.answer(call, memory, f"{state}: {memory.id}  {screen.plain(memory.title)}", ids=())
