"""`enishi entities review`: the pairs of names that may be one, listed, or asked about one after the other."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands import entity_tables, screen
from api.commands.asking import Cursor, Limit
from api.commands.call import Call
from graph.errors import Conflict, NotFound

if TYPE_CHECKING:
    from graph.knowledge import Knowledge
    from graph.model.entities import MergeCandidate, Proposed

AT_ONCE = 200
"""Proposals that are read at once while a person decides."""
ASKED = "Are they one? y: merge, n: keep apart, s: skip, ?: show more, q: quit"
_WORDS = {"yes": "y", "no": "n", "skip": "s", "quit": "q", "": "s"}


@dataclass(slots=True)
class Tally:
    """What a person has decided so far."""

    merged: int = 0
    apart: int = 0
    skipped: int = 0

    def told(self) -> str:
        """The counts in one line."""
        return f"Merged: {self.merged:,}. Kept apart: {self.apart:,}. Skipped: {self.skipped:,}."


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
    if call.as_json:
        screen.print_json(page)
    elif call.quiet:
        for found in page.proposals:
            screen.print_plain(f"{found.one.id} {found.other.id}")
    elif not page.proposals:
        screen.remark(call, "Nothing waits to be decided.")
    else:
        screen.out().print(entity_tables.proposals_table(page.proposals))
        screen.remark_more(call, page.next_cursor)


def _ask_all(call: Call, knowledge: "Knowledge") -> None:
    """Asks about each proposal once; each is read anew, for what is decided of one may settle others."""
    passed: set[frozenset[str]] = set()
    tally = Tally()
    while (found := _next(call, knowledge, passed)) is not None:
        passed.add(_pair(found))
        screen.out().print(entity_tables.proposal_text(found))
        chosen = _chosen(call, knowledge, found)
        if chosen == "q":
            break
        try:
            _decide(call, knowledge, found, chosen, tally)
        except (NotFound, Conflict) as error:  # somebody else has changed one of them meanwhile
            screen.remark(call, str(error))
        screen.out().print()
    screen.out().print(tally.told() if passed else "Nothing waits to be decided.")


def _next(call: Call, knowledge: "Knowledge", passed: set[frozenset[str]]) -> "Proposed | None":
    cursor = None
    while True:
        page = knowledge.proposals(call.user, limit=AT_ONCE, cursor=cursor)
        fresh = next((found for found in page.proposals if _pair(found) not in passed), None)
        cursor = page.next_cursor
        if fresh is not None or cursor is None:
            return fresh


def _chosen(call: Call, knowledge: "Knowledge", found: "Proposed") -> str:
    """y, n, s or q; leaving in any way is q."""
    while True:
        try:
            written: str = typer.prompt(ASKED, default="s", show_default=False, err=True)
        except typer.Abort:
            screen.err().print()
            return "q"
        chosen = _WORDS.get(written.strip().casefold(), written.strip().casefold())
        if chosen in {"y", "n", "s", "q"}:
            return chosen
        if chosen == "?":
            for side in (found.one, found.other):
                screen.out().print(entity_tables.entity_parts(knowledge.entity(call.user, side.id)))
                screen.out().print()


def _decide(call: Call, knowledge: "Knowledge", found: "Proposed", chosen: str, tally: Tally) -> None:
    into, other = _ordered(found)
    if chosen == "y":
        # A person who saw both types and says yes means it.
        knowledge.merge(call.user, into.id, other.id, force=True)
        tally.merged += 1
        screen.out().print(f"Merged. Undo: {call.repeated(f'entities split {into.id}')}")
    elif chosen == "n":
        knowledge.keep_apart(call.user, into.id, other.id)
        tally.apart += 1
        undo = call.repeated(f"entities merge {into.id} {other.id}")
        screen.out().print(f"Kept apart. Should they be one after all: {undo}")
    else:
        tally.skipped += 1


def _ordered(found: "Proposed") -> "tuple[MergeCandidate, MergeCandidate]":
    """The one that stays, in more memories, and the one that becomes part of it."""
    if found.other.mention_count > found.one.mention_count:
        return found.other, found.one
    return found.one, found.other


def _pair(found: "Proposed") -> frozenset[str]:
    return frozenset((found.one.id, found.other.id))
