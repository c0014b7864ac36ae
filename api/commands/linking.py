"""`enishi link`, `links`, `infer` and `inferred`: what ties memories to each other and what follows from them."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.table import Table
from rich.text import Text

from api.commands import screen
from api.commands.asking import Identity, Limit
from api.commands.call import Call
from api.commands.options import command

if TYPE_CHECKING:
    from graph.answers import InferenceFound, MemoryLink

Kind = Literal["relation", "prediction", "superseded", "duplicate"]
Anew = Annotated[bool, typer.Option("--anew", help="All from the beginning, not only what changed.")]


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app)(link)
    command(app)(links)
    command(app)(infer)
    command(app)(inferred)


def link(call: Call, anew: Anew = False) -> None:
    """Link memories to earlier ones: what wait for it since they were stored or changed."""
    with call.knowledge() as knowledge:
        done = knowledge.link(call.user, anew=anew)
    if call.as_json:
        screen.print_json(done)
    elif not call.quiet:
        screen.out().print(f"Linked {done.memories:,} memories; they have {done.links:,} links to earlier ones.")


def links(call: Call, memory: Identity, limit: Limit = 50) -> None:
    """Show what ties one memory to others, surest first, and why."""
    with call.knowledge() as knowledge:
        found = knowledge.links(call.user, memory, limit=limit)
    if call.as_json:
        screen.print_json(found)
    elif not found:
        screen.remark(call, "It has no links. Those that are new are linked by: enishi link")
    else:
        screen.out().print(_links_table(found))


def infer(
    call: Call,
    anew: Anew = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take back all that was inferred instead.")] = False,
) -> None:
    """Infer what follows from stated facts; it stays apart from them and says what it rests on."""
    with call.knowledge() as knowledge:
        if withdraw:
            gone = knowledge.withdraw(call.user)
            answer: object = {"withdrawn": gone}
            told = f"Took back {gone:,} inferences."
        else:
            done = knowledge.infer(call.user, anew=anew)
            answer = done
            told = (
                f"Looked at {done.entities:,} entities: {done.conclusions:,} conclusions, "
                f"{done.ended:,} facts that a later one ends or contradicts."
            )
    if call.as_json:
        screen.print_json(answer)
    elif not call.quiet:
        screen.out().print(told)


def inferred(
    call: Call,
    kind: Annotated[Kind | None, typer.Option(help="Only those of this kind.")] = None,
    after: Annotated[str, typer.Option(help="Go on after the one with this id.")] = "",
    limit: Limit = 100,
) -> None:
    """List what was inferred and nobody stated, with the facts it rests on."""
    from graph.model import InferenceKind

    with call.knowledge() as knowledge:
        found = knowledge.inferred(
            call.user, kind=None if kind is None else InferenceKind(kind), after=after, limit=limit
        )
    if call.as_json:
        screen.print_json(found)
    elif not found:
        screen.remark(call, "Nothing is inferred yet. Begin with: enishi infer")
    else:
        screen.out().print(_inferred_table(found))


def _links_table(found: "tuple[MemoryLink, ...]") -> Table:
    table = _table("link", "sure", "memory", "because", "id")
    for one in found:
        kind = one.kind.value.lower().replace("_", " ")
        because = "; ".join((*one.reasons, *((", ".join(one.keywords),) if one.keywords else ())))
        table.add_row(
            Text(f"{'→' if one.outgoing else '←'} {kind}"),
            f"{one.confidence:.2f}",
            Text(screen.shortened(one.memory.title, 60)),
            Text(screen.plain(because), style="dim"),
            one.memory.id,
        )
    return table


def _inferred_table(found: "tuple[InferenceFound, ...]") -> Table:
    table = _table("kind", "sure", "of", "what", "to", "rests on")
    for one in found:
        rests = "; ".join(f"{fact.subject} → {fact.predicate} → {fact.object}" for fact in one.evidence)
        table.add_row(
            one.kind.value,
            f"{one.confidence:.2f}",
            Text(screen.shortened(one.source, 40)),
            one.type.lower().replace("_", " "),
            Text(screen.shortened(one.target, 40)),
            Text(screen.shortened(rests, 120), style="dim"),
        )
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for column in columns:
        table.add_column(column)
    return table
