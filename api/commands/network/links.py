"""`enishi link`, `links`, `infer` and `inferred`: links between memories, inferences, and verdicts on both."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
from typing import Annotated, Literal

import typer
from typer.core import TyperGroup

from api.commands.call import Call
from api.commands.network import by_hand
from api.commands.options import GRAPH, Limit, MemoryId, Note, OfVerdict, Verdict, command, link_kind, of_verdict
from api.commands.terminal import screen, tables

Kind = Literal["relation", "prediction", "superseded", "duplicate"]
_NOTHING_NEW = "Nothing is new since it was done last; a running API does it by itself. All anew: "
Anew = Annotated[bool, typer.Option("--anew", help="All from the beginning, not only what changed.")]


class _ShowByDefault(TyperGroup):
    """A group whose command may be left out: `links ID` is `links show ID`, and `inferred` is `inferred show`."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # pyright: ignore[reportIncompatibleMethodOverride]
        named = args and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if named else ["show", *args])


links_app = typer.Typer(
    cls=_ShowByDefault, help="Show what ties one memory to others: links ID; or say whether a link holds."
)
inferred_app = typer.Typer(
    cls=_ShowByDefault, help="List what was inferred and nobody stated; or say whether it is so."
)


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(app, panel=GRAPH, example="enishi link --anew")(link)
    by_hand.add_to_links(links_app)
    app.add_typer(links_app, name="links", rich_help_panel=GRAPH)
    command(app, panel=GRAPH, example="enishi infer --anew")(infer)
    app.add_typer(inferred_app, name="inferred", rich_help_panel=GRAPH)


def link(call: Call, anew: Anew = False) -> None:
    """Link memories to earlier ones: what wait for it since they were stored or changed."""
    with call.knowledge() as knowledge, screen.waiting(call, "Linking memories"):
        done = knowledge.link(call.user, anew=anew)
    memories, links = screen.several(done.memories, "memory"), screen.several(done.links, "link")
    summary = f"Looked at {memories}: {links} to earlier ones."
    nothing = f"{_NOTHING_NEW}{call.repeated('link')} --anew"
    screen.answer(call, done, summary if done.memories or anew else nothing, ids=())


@command(links_app, "show", example="enishi links 01M8CG0WJ5TNR")
def links(call: Call, memory: MemoryId, verdict: OfVerdict = None, limit: Limit = 50) -> None:
    """Show what ties one memory to others, surest first, and why; `links ID` does the same."""
    with call.knowledge() as knowledge:
        shown = knowledge.links(call.user, call.memory(knowledge, memory), verdict=of_verdict(verdict), limit=limit)
    none = "It has no links. Those that are new are linked by: enishi link"
    none = f"None of its links is {verdict}." if verdict else none
    screen.answer(call, shown, tables.link_blocks(shown) if shown else None, otherwise=none)


@command(links_app, "judge", example="enishi links judge 01M8CG0WJ5TNR 01M8DKE0A3RND CO_OCCURRENCE rejected")
def judge_link(
    call: Call,
    memory: MemoryId,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Id of the memory at the other end.")],
    kind: Annotated[str, typer.Argument(metavar="KIND", help="Its kind, such as CO_OCCURRENCE.")],
    verdict: Verdict,
    note: Note = None,
) -> None:
    """Say whether a link holds. A rejected one is not shown and not found again; a confirmed one stays."""
    from graph.model.types import Validation

    of_kind = link_kind(kind)
    with call.knowledge() as knowledge:
        ends = (call.memory(knowledge, memory), call.memory(knowledge, other))
        judged = knowledge.judge_link(call.user, *ends, of_kind, Validation(verdict), note=note)
    screen.answer(call, judged, tables.link_blocks((judged,)), ids=())


def infer(
    call: Call,
    anew: Anew = False,
    withdraw: Annotated[
        bool, typer.Option("--withdraw", help="Take back instead what is inferred and not judged.")
    ] = False,
) -> None:
    """Infer what follows from stated facts; it stays apart from them and says what it rests on."""
    with call.knowledge() as knowledge, screen.waiting(call, "Inferring"):
        if withdraw:
            withdrawn = knowledge.withdraw(call.user)
            answer: object = {"withdrawn": withdrawn}
            summary = f"Took back {screen.several(withdrawn, 'inference')}."
        else:
            done = knowledge.infer(call.user, anew=anew)
            answer = done
            entities, ended = screen.several(done.entities, "entity"), screen.several(done.ended, "fact")
            conclusions = screen.several(done.conclusions, "conclusion")
            summary = f"Looked at {entities}: {conclusions}, {ended} that a later one ends or contradicts."
            if not (done.entities or anew):
                summary = f"{_NOTHING_NEW}{call.repeated('infer')} --anew"
    screen.answer(call, answer, summary, ids=())


@command(inferred_app, "show", example="enishi inferred --kind superseded")
def inferred(
    call: Call,
    kind: Annotated[Kind | None, typer.Option(help="Only those of this kind.")] = None,
    verdict: OfVerdict = None,
    after: Annotated[str, typer.Option(help="Go on after the one with this id.")] = "",
    limit: Limit = 100,
) -> None:
    """List what was inferred and nobody stated, with the facts it rests on; `inferred` alone does the same."""
    from graph.model.types import InferenceKind

    of_kind = None if kind is None else InferenceKind(kind)
    with call.knowledge() as knowledge:
        shown = knowledge.inferred(call.user, kind=of_kind, verdict=of_verdict(verdict), after=after, limit=limit)
    none = f"Nothing is inferred. To look for what follows from facts: {call.repeated('infer')}"
    none = f"Nothing that was inferred is {verdict}." if verdict else none
    screen.answer(call, shown, tables.inference_blocks(shown) if shown else None, otherwise=none)


@command(inferred_app, "judge", example="enishi inferred judge ID confirmed")
def judge_inference(
    call: Call,
    inference: Annotated[str, typer.Argument(metavar="ID", help="Its id, as `inferred` shows it.")],
    verdict: Verdict,
    note: Note = None,
) -> None:
    """Say whether something inferred is so. What is rejected is not inferred again, and ends no fact."""
    from graph.model.types import Validation

    with call.knowledge() as knowledge:
        judged = knowledge.judge_inference(call.user, inference, Validation(verdict), note=note)
    screen.answer(call, judged, tables.inference_blocks((judged,)), ids=())
