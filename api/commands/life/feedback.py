"""`enishi feedback` and `enishi alerts`: what somebody says of an answer, and what a person should know."""

import re
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group

from api.commands.call import Call
from api.commands.options import SERVERS, TIDY, command
from api.commands.terminal import screen, tables
from api.commands.terminal.blocks import Block, Paragraph

if TYPE_CHECKING:
    from graph.model.care.feedback import Feedback, FeedbackStats

_ID = re.compile(r"[0-9A-HJKMNP-TV-Z]{6,26}")
"""A memory's id or its beginning: ULIDs have no small letters, which a question has."""


def add_to(app: typer.Typer) -> None:
    """Adds the commands."""
    command(
        app, panel=TIDY, example="enishi feedback 'Where is Tanaka?' --helped 01M8CG0WJ5TNRB32HWENR9SJA8 --score 5"
    )(feedback)
    command(app, panel=SERVERS, example="enishi alerts")(alerts)


def feedback(
    call: Call,
    about: Annotated[
        str | None,
        typer.Argument(
            metavar="[MEMORY|QUESTION]",
            help="The memory that helped, by its id, or the question. Left out: show how it goes.",
        ),
    ] = None,
    helped: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="A memory that helped; may be repeated.")
    ] = None,
    unhelpful: Annotated[
        list[str] | None, typer.Option(metavar="ID", help="A memory that did not help; may be repeated.")
    ] = None,
    score: Annotated[int | None, typer.Option(help="How good the answer was, 1 to 5.")] = None,
    latest: Annotated[bool, typer.Option("--latest", help="List what was said last.")] = False,
) -> None:
    """Say whether an answer helped; or show how searches go by what was said of them."""
    with call.knowledge() as knowledge:
        desk = knowledge.feedback(call.user)
        if latest:
            given = desk.latest()
            shown = Group(*map(_given_shown, given)) if given else None
            screen.answer(call, given, shown, ids=(each.id for each in given), otherwise="Nothing was said yet.")
            return
        if about is None and not (helped or unhelpful or score):
            figures = desk.stats()
            screen.answer(call, figures, _stats_shown(figures), ids=())
            return
        good, bad = ([call.memory(knowledge, each) for each in ids or ()] for ids in (helped, unhelpful))
        if about is not None and _ID.fullmatch(about):
            memory = call.memory(knowledge, about)
            # A memory by itself helped, unless it is said that it did not or the score says so.
            if memory not in bad:
                (bad if score is not None and score < 3 else good).append(memory)
            about = None
        done = desk.give(about, helped=good, unhelpful=bad, score=score)
    screen.answer(call, done, _given_shown(done), ids=(done.id,))


def alerts(call: Call) -> None:
    """Say what a person should know: a full disk, failing indexing, slow searches, a disagreeing index, rotation."""
    with call.knowledge() as knowledge:
        raised = knowledge.alerts(call.user)
    blocks = [
        Block(
            head=[
                Paragraph(tables.minute(each.at), "dim"),
                Paragraph(each.kind.replace("_", " "), "yellow"),
            ],
            below=[Paragraph(each.message)],
        )
        for each in raised
    ]
    screen.answer(call, raised, Group(*blocks) if blocks else None, otherwise="Nothing to tell.")


def _given_shown(each: "Feedback") -> Block:
    verdict = {True: "succeeded", False: "did not succeed", None: "noted"}[each.success]
    score = "" if each.score is None else f"{each.score} of 5"
    return Block(
        head=[
            Paragraph(tables.minute(each.at), "dim"), Paragraph(verdict, "green" if each.success else "yellow"),
            Paragraph(score),
        ],
        below=[
            Paragraph(each.question or ""), Paragraph(", ".join(each.helped), "cyan"),
            Paragraph(", ".join(each.unhelpful), "dim"),
        ],
    )  # fmt: skip


def _stats_shown(figures: "FeedbackStats") -> Group:
    def against(value: str | None, goal: str, count: int) -> str:
        return f"{value} (goal {goal}), of {count:,}" if value else f"not known yet (goal {goal})"

    success = None if figures.success_rate is None else f"{figures.success_rate:.0%}"
    relevance = None if figures.relevance is None else f"{figures.relevance:.2f}"
    rows: list[tuple[str, object]] = [
        ("given", f"{figures.given:,} in {figures.days} days"),
        ("succeeded", against(success, f"{figures.success_goal:.0%}", figures.judged)),
        ("score", against(relevance, f"{figures.relevance_goal:g} of 5", figures.scored)),
    ]
    return Group(tables.fields_table(rows))
