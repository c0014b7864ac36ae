"""`enishi remember`: one memory from an argument or from standard input."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import json
import sys
from typing import TYPE_CHECKING, Annotated, cast

import typer

from api.commands.call import Call
from api.commands.options import REMEMBER, Audience, EnrichWhen, Names, OfArea, Text, command, given_fact, moment
from api.commands.terminal import screen, tables
from graph.errors import Invalid

if TYPE_CHECKING:
    from graph.model.draft import Draft


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(
        app,
        panel=REMEMBER,
        example='enishi remember "Emily moved to Osaka" --tag friends',
        draft=chosen_draft,
    )(remember)


def remember(call: Call, draft: "Draft", enrich: EnrichWhen = "now") -> None:
    """Keep one memory. TEXT may be several words; "-" or nothing reads standard input."""
    from graph.model.memory import Enrich

    with call.knowledge() as knowledge, screen.waiting(call, "Reading …"):
        remembered = knowledge.remember(call.user, draft, enrich=Enrich(enrich))
    screen.answer(call, remembered, tables.remembered_text(remembered), ids=[remembered.id])


def chosen_draft(
    text: Annotated[Names, typer.Argument(metavar="TEXT", help='What to keep; "-" or nothing: standard input.')] = None,
    title: Annotated[Text, typer.Option(help="A title; else the first fifty characters.")] = None,
    category: Annotated[Text, typer.Option(help="work, personal, learning …")] = None,
    tag: Annotated[Names, typer.Option(help="A tag; repeat for several.")] = None,
    project: Annotated[Text, typer.Option(help="The project's path, such as work/website.")] = None,
    session: Annotated[Text, typer.Option(help="The conversation it belongs to.")] = None,
    speaker: Annotated[Text, typer.Option(help="Who said it, when it is a turn of a conversation.")] = None,
    source: Annotated[Text, typer.Option(help="Where it comes from.")] = None,
    channel: Annotated[Text, typer.Option(help="The channel it came through.")] = None,
    device: Annotated[Text, typer.Option(help="The device it came from.")] = None,
    created_at: Annotated[Text, typer.Option(metavar="TIME", help="When it was written; else now.")] = None,
    occurred_at: Annotated[
        Text, typer.Option(metavar="TIME", help="When it happened, such as 2026-11-22T09:30.")
    ] = None,
    latitude: Annotated[float | None, typer.Option(help="Degrees north.")] = None,
    longitude: Annotated[float | None, typer.Option(help="Degrees east.")] = None,
    rating: Annotated[int | None, typer.Option(help="0 to 5.")] = None,
    extra: Annotated[Text, typer.Option(metavar="JSON", help="A JSON object to keep beside it.")] = None,
    fact: Annotated[
        Names, typer.Option(metavar="FACT", help="A relation you know: 'Ken | WORKS_FOR | Acme'; repeat for several.")
    ] = None,
    audience: Audience = None,
    area: OfArea = None,
    agent: Annotated[Text, typer.Option(help="Which agent made it.")] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Mark it as one to keep, whatever comes.")] = False,
    bookmark: Annotated[bool, typer.Option("--bookmark", help="Mark it to find it again.")] = False,
) -> "Draft":
    """The memory the options describe."""
    from graph.model.draft import Draft

    return Draft(
        text=_text_or_stdin(text or []),
        title=title,
        category=category,
        tags=tuple(tag or ()),
        source=source,
        channel=channel,
        device_id=device,
        session_id=session,
        project=project,
        speaker=speaker,
        created_at=moment("created-at", created_at),
        occurred_at=moment("occurred-at", occurred_at),
        latitude=latitude,
        longitude=longitude,
        extra=_json_object(extra),
        pinned=pin,
        bookmarked=bookmark,
        rating=rating,
        facts=tuple(map(given_fact, fact or ())),
        audience=audience,
        area=area,
        agent=agent,
    )


def _text_or_stdin(words: list[str]) -> str:
    if words and words != ["-"]:
        return " ".join(words)
    if not words and sys.stdin.isatty():
        raise Invalid("text", "there is none.", allowed="enishi remember 'some words', or text on standard input")
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise Invalid(
            "text", "standard input is not UTF-8.", allowed="UTF-8, or `enishi ingest FILE --encoding NAME`"
        ) from error


def _json_object(written: str | None) -> dict[str, object]:
    if written is None:
        return {}
    try:
        value: object = json.loads(written)
    except ValueError as error:
        raise Invalid("--extra", "this is not JSON.", allowed="""a JSON object, such as '{"rank": 1}'""") from error
    if not isinstance(value, dict):
        raise Invalid("--extra", "this is JSON, but no object.", allowed="""a JSON object, such as '{"rank": 1}'""")
    return cast(dict[str, object], value)
