"""Arguments and options that several commands share, and the decorator that adds them to a command's signature."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import inspect
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from api.commands.call import CommonOptions, call_of
from graph.errors import Invalid

if TYPE_CHECKING:
    from graph.model.draft import GivenFact
    from graph.model.filters import Filters
    from graph.model.types import LinkKind, RelationType, Validation

REMEMBER, ASK, TIDY, GRAPH, SERVERS = "Remember", "Ask", "Tidy", "Graph", "Servers"
"""The headings under which the help lists the commands."""
_EVERYWHERE = "Options of every command"

User = Annotated[
    str | None,
    typer.Option(
        "--user",
        metavar="USER",
        help="Whose memories. Left out: me, or whom the settings name.",
        rich_help_panel=_EVERYWHERE,
    ),
]


def _everywhere(*names: str, help_text: str) -> object:
    return typer.Option(*names, help=help_text, rich_help_panel=_EVERYWHERE)


Json = Annotated[bool, _everywhere("--json", help_text="Answer in JSON, for programs.")]
Quiet = Annotated[bool, _everywhere("--quiet", "-q", help_text="No progress, no remarks: the answer alone.")]
Verbose = Annotated[bool, _everywhere("--verbose", "-v", help_text="Say also whether a running server was asked.")]
Direct = Annotated[bool, _everywhere("--direct", help_text="Open the database, also where a server runs.")]
EnrichWhen = Annotated[
    Literal["now", "later"],
    typer.Option(
        "--enrich",
        help="now: understood before it returns; later: by `enishi enrich`.",
    ),
]


def common_options(
    user: User = None,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    direct: Direct = False,
) -> CommonOptions:
    """The options every command takes."""
    return CommonOptions(user=user, as_json=as_json, quiet=quiet, verbose=verbose, direct=direct)


Text = str | None
Names = list[str] | None
VerdictName = Literal["confirmed", "rejected", "unvalidated"]
Verdict = Annotated[VerdictName, typer.Argument(help="unvalidated takes back what was said.")]
OfVerdict = Annotated[
    VerdictName | None, typer.Option("--verdict", help="Only those of which this was said. Left out: all but rejected.")
]
Limit = Annotated[int, typer.Option("--limit", "-n", help="How many at most, 1 to 200.")]
Cursor = Annotated[str | None, typer.Option(help="Go on where a list ended: the cursor it printed.")]
MemoryId = Annotated[
    str, typer.Argument(metavar="ID", help="The memory's id, or as much of it as tells it from others.")
]
Note = Annotated[Text, typer.Option(help="Why, in at most 128 characters.")]


AreaName = Literal["planning", "implementation", "sync", "shared"]
OfArea = Annotated[AreaName | None, typer.Option("--area", help="The kind of work it belongs to.")]
Readers = Annotated[
    str | None, typer.Option("--audience", metavar="WHO", help="Who reads it beside you: shared, or a group's name.")
]
Audience = Annotated[
    Text, typer.Option("--audience", help="Who may read it beside you: shared, or a group's name. Left out: nobody.")
]


def _filter_option(help_text: str, *names: str, metavar: str | None = None) -> object:
    return typer.Option(*names, help=help_text, metavar=metavar, rich_help_panel="Filters")


def chosen_filters(
    project: Annotated[Text, _filter_option("Only of this project and those below it.")] = None,
    category: Annotated[Text, _filter_option("Only of this category.")] = None,
    tag: Annotated[Names, _filter_option("Only with this tag; repeat for several.")] = None,
    session: Annotated[Text, _filter_option("Only of this conversation.")] = None,
    channel: Annotated[Text, _filter_option("Only from this channel.")] = None,
    source: Annotated[Text, _filter_option("Only from this source: a file, or a folder with all below.")] = None,
    language: Annotated[Text, _filter_option("Only in this language: ja or en.")] = None,
    since: Annotated[Text, _filter_option("Created at this time or later.", metavar="TIME")] = None,
    until: Annotated[Text, _filter_option("Created at this time or earlier, a day as a whole.", metavar="TIME")] = None,
    occurred_from: Annotated[Text, _filter_option("Happened at this time or later.", metavar="TIME")] = None,
    occurred_to: Annotated[
        Text, _filter_option("Happened at this time or earlier, a day as a whole.", metavar="TIME")
    ] = None,
    min_importance: Annotated[float | None, _filter_option("At least this important, 0 to 10.")] = None,
    status: Annotated[
        Literal["active", "archived", "invalid"], _filter_option("Where the memory stands in its life.")
    ] = "active",
    entity: Annotated[Names, _filter_option("Mentions this name or entity id; any of several.")] = None,
    area: Annotated[AreaName | None, _filter_option("Only of this kind of work.")] = None,
    agent: Annotated[Text, _filter_option("Only made by this agent.")] = None,
    audience: Annotated[
        Text, _filter_option("For a group that reads the answer, or shared for all: nothing private is in it.")
    ] = None,
    near: Annotated[
        Text, _filter_option("Happened within a circle: 35.68,139.77,5 is 5 km around a place.", metavar="N,E,KM")
    ] = None,
    bookmarked: Annotated[
        bool | None, _filter_option("Only what is bookmarked, or only what is not.", "--bookmarked/--not-bookmarked")
    ] = None,
) -> "Filters":
    """What a recall or a list is narrowed to."""
    from graph.model.filters import Filters
    from graph.model.types import Status

    return Filters(
        project=project,
        category=category,
        tags=tuple(tag or ()),
        session_id=session,
        channel=channel,
        source=source,
        language=language,
        created_from=moment("since", since),
        created_to=moment("until", until, end=True),
        occurred_from=moment("occurred-from", occurred_from),
        occurred_to=moment("occurred-to", occurred_to, end=True),
        min_importance=min_importance,
        status=Status(status),
        entities=tuple(entity or ()),
        area=area,
        agent=agent,
        audience=audience,
        near=near,
        bookmarked=bookmarked,
    )


def moment(option: str, written: str | None, *, end: bool = False) -> datetime | None:
    """The time an option names, as in ingested files, without a zone in that of the settings. Raises Invalid.

    The `end` of a range includes the whole day where only a day is named.
    """
    if written is None:
        return None
    from api.sources.times import last_moment
    from api.sources.times import moment as moment_of

    try:
        return last_moment(written) if end else moment_of(written)
    except Invalid as error:
        if (period := _period(written)) is not None:
            return period[1] if end else period[0]
        raise Invalid(f"--{option}", error.problem, allowed=f"{error.allowed}, yesterday, 昨日") from error


def _period(written: str) -> tuple[datetime, datetime] | None:
    """The first and the last moment of what words such as "yesterday" and 先週の金曜日 mean now; None for others."""
    from extraction.question.asked_period import asked_period

    period = asked_period(written, "en" if written.isascii() else "ja", datetime.now().astimezone())
    if period is None or not period.only or period.since is None or period.until is None:
        return None
    return period.since, period.until - timedelta(microseconds=1)


def command(
    app: typer.Typer,
    name: str | None = None,
    *,
    panel: str | None = None,
    example: str | None = None,
    **makers: Callable[..., object],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator that makes a function whose first parameter is a Call a command of `app`.

    `panel` is the heading under which the help lists it, `example` a line to type that its own help ends with. The
    command gains --user, --json and --quiet. Each parameter named in `makers` is replaced by the parameters of
    the function that makes its value, so that one that takes `filters` shows all the options of `chosen_filters`.
    """

    def register(act: Callable[..., None]) -> Callable[..., None]:
        groups = {name: tuple(inspect.signature(maker).parameters) for name, maker in makers.items()}
        common = tuple(inspect.signature(common_options).parameters)

        @wraps(act)
        def called(context: typer.Context, **values: object) -> None:
            def take(names: tuple[str, ...]) -> dict[str, object]:
                return {name: values.pop(name) for name in names}

            call = call_of(context, CommonOptions(**take(common)))  # pyright: ignore[reportArgumentType]
            made = {name: makers[name](**take(names)) for name, names in groups.items()}
            act(call, **values, **made)

        epilog = f"Example: {example}" if example else None
        app.command(name, rich_help_panel=panel, epilog=epilog)(_with_signature(called, _parameters(act, makers)))
        return act

    return register


def _parameters(act: Callable[..., None], makers: dict[str, Callable[..., object]]) -> list[inspect.Parameter]:
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    _, *declared = inspect.signature(act).parameters.values()
    shared = [p for maker in (*makers.values(), common_options) for p in inspect.signature(maker).parameters.values()]
    return [context, *(p for p in declared if p.name not in makers), *shared]


def _with_signature(called: Callable[..., None], parameters: list[inspect.Parameter]) -> Callable[..., None]:
    """The same function with the signature that typer reads its options from."""
    keyword_only = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters]
    called.__signature__ = inspect.Signature(keyword_only)  # pyright: ignore[reportFunctionMemberAccess]
    called.__annotations__ = {parameter.name: parameter.annotation for parameter in keyword_only}
    return called


def relation_type(written: str) -> "RelationType":
    """The type of relation that somebody writes. Raises Invalid."""
    from graph.intake.given_facts import relation_type as parsed

    return parsed("type", written)


def link_kind(written: str) -> "LinkKind":
    """The kind of link that somebody writes. Raises Invalid."""
    from graph.model.types import LinkKind

    try:
        return LinkKind(written.strip().upper().replace("-", "_").replace(" ", "_"))
    except ValueError:
        raise Invalid("kind", "there is no such kind of link.", allowed=", ".join(LinkKind)) from None


def of_verdict(written: VerdictName | None) -> "Validation | None":
    """The verdict that an option names."""
    from graph.model.types import Validation

    return None if written is None else Validation(written)


def given_fact(written: str) -> "GivenFact":
    """The fact that "SUBJECT | TYPE | OBJECT" writes. Raises Invalid."""
    from graph.model.draft import GivenFact

    parts = [part.strip() for part in written.split("|")]
    if len(parts) != 3 or not all(parts):
        raise Invalid("--fact", "this is no fact.", allowed="three parts, such as 'Ken | WORKS_FOR | Acme'")
    return GivenFact(subject=parts[0], type=relation_type(parts[1]), object=parts[2])
