"""What was done: `enishi history`, `undo`, `merge` of memories, and `events`."""

# ruff: noqa: PLC0415 -- `enishi --help` must not pay for what the graph brings
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.text import Text

from api.commands.call import Call
from api.commands.options import ASK, TIDY, Cursor, Limit, MemoryId, Names, command, moment
from api.commands.terminal import screen, tables

if TYPE_CHECKING:
    from graph.journal.following import Following
    from graph.model.life.journal import Event
    from graph.model.memory import MemoryVersion

_VALUE_MOST = 60
_FOLLOW_S = 1.0
"""How long one who follows waits before looking again."""


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, panel=ASK, example="enishi history 01M8CG0WJ5TNR")(history)
    command(app, panel=ASK, example="enishi events --kind forgotten --follow")(events)
    command(app, panel=TIDY, example="enishi undo 01M8CG0WJ5TNR")(undo)
    command(app, panel=TIDY, example="enishi merge 01M8CG0WJ5TNR 01M8CG1A2B3C4")(merge)


def history(call: Call, memory: MemoryId) -> None:
    """List what a memory was before each act that changed it, newest first."""
    with call.knowledge() as knowledge:
        versions = knowledge.history(call.user, call.memory(knowledge, memory))
    screen.answer(
        call, versions, Group(*map(_version, versions)) if versions else None, otherwise="It was never changed."
    )


def undo(
    call: Call,
    memory: MemoryId,
    to: Annotated[
        int | None, typer.Option(help="Back to before this act, by its number in `enishi history`; else the last.")
    ] = None,
) -> None:
    """Undo the last act that changed a memory: an edit, a pin, an archiving, a merge. Once more, and that is undone."""
    with call.knowledge() as knowledge:
        done = knowledge.versions(call.user).undo(call.memory(knowledge, memory), to=to)
    screen.answer(call, done, f"As before: {done.id}  {screen.plain(done.title)}  ({done.status})", ids=())


def merge(
    call: Call,
    keep: Annotated[str, typer.Argument(metavar="ID", help="The memory that stays.")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The one that says the same and goes into it.")],
) -> None:
    """Make one memory of two that say the same; `enishi undo OTHER` parts them."""
    with call.knowledge() as knowledge:
        ids = call.memory(knowledge, keep), call.memory(knowledge, other)
        merged = knowledge.versions(call.user).merge(*ids)
    shown = f"Merged into {merged.id}  {screen.plain(merged.title)}\nTo part them: {call.repeated(f'undo {ids[1]}')}"
    screen.answer(call, merged, shown, ids=())


def events(
    call: Call,
    kind: Annotated[Names, typer.Option(help="Only this act, such as edited or forgotten; repeat for several.")] = None,
    memory: Annotated[str | None, typer.Option(metavar="ID", help="Only those about this memory.")] = None,
    subject: Annotated[str | None, typer.Option(help="Only those about this project's path or entity's id.")] = None,
    since: Annotated[str | None, typer.Option(metavar="TIME", help="Only from this time on.")] = None,
    limit: Limit = 20,
    cursor: Cursor = None,
    follow: Annotated[
        bool, typer.Option("--follow", "-F", help="Go on, and show each event as it happens; Ctrl-C ends it.")
    ] = False,
) -> None:
    """List what was done and through whom, newest first. No event holds a text of a memory.

    With --follow the oldest comes first, and with --json each event is a line.
    """
    from graph.errors import Invalid

    if follow and cursor:
        raise Invalid("--cursor", "a page has an end, and --follow has none.", allowed="one of the two")
    with call.knowledge() as knowledge:
        log = knowledge.events(call.user)
        # Before the page is read: what happens in between comes in both, and is shown once.
        following = log.follow() if follow else None
        page = log.page(
            kinds=tuple(kind or ()), memory_id=memory, subject=subject, since=moment("since", since), limit=limit,
            cursor=cursor,
        )  # fmt: skip
        if following:

            def passes(event: "Event") -> bool:
                return (
                    (not kind or event.kind in kind)
                    and (memory is None or memory in event.memory_ids)
                    and subject in (None, event.subject)
                )

            with suppress(KeyboardInterrupt):
                _follow(call, following, page.events, passes)
            return
    screen.answer(
        call,
        page,
        Group(*map(_event, page.events)) if page.events else None,
        ids=[event.id for event in page.events],
        otherwise="Nothing was done yet.",
    )
    if page.next_cursor and not call.as_json:
        screen.remark(call, f"more: {call.repeated(f'events --cursor {page.next_cursor}')}")


def _follow(call: Call, following: "Following", before: "tuple[Event, ...]", passes: "Callable[[Event], bool]") -> None:
    """Shows what there is and what happens, oldest first, until somebody ends it."""
    from graph.errors import Unavailable

    shown = {event.id for event in before}
    new = list(reversed(before))
    while True:
        for event in new:
            if call.as_json:
                screen.print_json(event, indent=None)
            elif call.quiet:
                screen.print_plain(event.id)
            else:
                screen.answer(call, event, _event(event))
        sys.stdout.flush()
        time.sleep(_FOLLOW_S)
        try:
            new = [event for event in following.next() if event.id not in shown and passes(event)]
        except Unavailable as away:
            new = []
            screen.remark(call, f"{away} Asking again in {away.retry_after:.0f} s.")
            time.sleep(away.retry_after)


def _version(version: "MemoryVersion") -> Text:
    text = Text(f"{version.number}  ", style="bold", overflow="fold")
    text.append(f"{tables.minute(version.since)} to {tables.minute(version.until)}", style="not bold")
    text.append(f"  {version.act.value} by {screen.plain(version.by)}", style="not bold dim")
    if version.other:
        text.append(f"\n  {version.other} with {version.into}", style="not bold dim")
    for name, value in version.before.items():
        shown = screen.plain(str(value)) if name == "text" else screen.shortened(screen.plain(str(value)), _VALUE_MOST)
        text.append(f"\n  {name}: ", style="not bold dim").append(shown, style="not bold default")
    return text


def _event(event: "Event") -> Text:
    text = Text(f"{tables.minute(event.at)}  ", style="dim", overflow="fold")
    text.append(event.kind.value.replace("_", " "), style="not dim bold")
    about = event.subject or ", ".join(event.memory_ids[:1])
    more = f" and {event.number - 1:,} more" if event.number > 1 else ""
    fields = f"  {', '.join(event.fields)}" if event.fields else ""
    text.append(f"  {screen.plain(about)}{more}{fields}  by {screen.plain(event.by)}", style="not bold not dim")
    return text
