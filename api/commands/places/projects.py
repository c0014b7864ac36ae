"""`enishi projects` and `enishi sessions`: what memories belong to, listed, created, described, removed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from api.commands.call import Call
from api.commands.options import ASK, TIDY, Limit, Readers, command
from api.commands.places import overviews
from api.commands.places.overviews import Path
from api.commands.terminal import screen, tables

if TYPE_CHECKING:
    from graph.model.memory import Memory
    from graph.model.projects import ProjectDetail, ProjectSummary, ProjectWhole, SessionSummary

Description = Annotated[str, typer.Argument(metavar="DESCRIPTION", help="What it is about, in a sentence.")]

app = typer.Typer(help="What memories belong to: list, show, create, describe, remove.", no_args_is_help=True)
command(app, example="enishi projects overview work/shop")(overviews.overview)
command(app, example="enishi projects replace work/shop < MEMORY.md")(overviews.replace)
command(app, example="enishi projects backup work/shop")(overviews.backup)
command(app, "back-to", example="enishi projects back-to work/shop 01KAMY0F2G3H4J5K6M7N8P9Q0R")(overviews.back_to)
command(app, example="enishi projects append work/shop 'Carts last 30 days' --kind decision")(overviews.append)
command(app, example="enishi projects here --keep-as work/shop")(overviews.here)


def add_to(outer: typer.Typer) -> None:
    """Adds the commands."""
    outer.add_typer(app, name="projects", rich_help_panel=TIDY)
    command(outer, panel=ASK, example="enishi sessions --project work/shop")(sessions)


@command(app, "list", example="enishi projects list")
def list_projects(call: Call, audience: Readers = None) -> None:
    """List the projects by path, each with what belongs to it."""
    with call.knowledge() as knowledge:
        projects = knowledge.projects(call.user, audience=audience)
    screen.answer(
        call,
        projects,
        Group(*map(_project, projects)) if projects else None,
        ids=[project.path for project in projects],
        otherwise="There are no projects. One comes with its first memory: enishi remember --project work/shop 'text'",
    )


@command(app, example="enishi projects show development/backend/auth")
def show(call: Call, path: Path, audience: Readers = None) -> None:
    """Show a project: its sessions, its pinned memories, and the projects below it."""
    with call.knowledge() as knowledge:
        detail = knowledge.project(call.user, path, audience=audience)
    screen.answer(call, detail, _detail(detail))


@command(app, example="enishi projects create work/shop 'The web shop'")
def create(call: Call, path: Path, description: Description = "") -> None:
    """Create a project that is empty as yet, and stays without memories."""
    with call.knowledge() as knowledge:
        project = knowledge.create_project(call.user, path, description)
    screen.answer(call, project, _project(project), ids=[project.path])


@command(app, example="enishi projects describe work/shop 'The web shop and its carts'")
def describe(call: Call, path: Path, description: Description) -> None:
    """Say what a project is about."""
    with call.knowledge() as knowledge:
        project = knowledge.describe_project(call.user, path, description)
    screen.answer(call, project, _project(project), ids=[project.path])


@command(app, example="enishi projects remove work/shop")
def remove(call: Call, path: Path) -> None:
    """Remove a project that no memory belongs to."""
    with call.knowledge() as knowledge:
        knowledge.remove_project(call.user, path)
    screen.answer(call, {"removed": path}, Text(f"Removed {path}."), ids=[path])


@command(app, example="enishi projects read work/shop")
def read(
    call: Call,
    path: Path,
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="How many memories at most, the newest.")] = 1_000,
    audience: Readers = None,
) -> None:
    """Read a project whole: its overview, what is pinned, and what was said in each session."""
    with call.knowledge() as knowledge:
        whole = knowledge.overviews(call.user).whole(path, limit=limit, audience=audience)
    screen.answer(call, whole, _whole(whole))


def sessions(
    call: Call,
    project: Annotated[str | None, typer.Option("--project", "-p", help="Only those of this project.")] = None,
    limit: Limit = 20,
    audience: Readers = None,
) -> None:
    """List sessions: talks and other runs that memories belong to, the newest first."""
    with call.knowledge() as knowledge:
        listed = knowledge.sessions(call.user, project=project, limit=limit, audience=audience)
    screen.answer(
        call,
        listed,
        Group(*map(_session, listed)) if listed else None,
        ids=[session.id for session in listed],
        otherwise="There are no such sessions.",
    )


def _detail(detail: "ProjectDetail") -> Group:
    parts: list[Text | Padding] = [_project(detail.project)]
    parts += _section("Sessions", [_session(session) for session in detail.sessions])
    parts += _section("Pinned", [Text(screen.plain(memory.text)) for memory in detail.pinned])
    parts.append(Text(f"  {detail.characters:,} characters", style="dim"))
    parts += _section("Below it", [Text(path) for path in detail.below])
    return Group(*parts)


def _whole(whole: "ProjectWhole") -> Group:
    def texts(memories: Sequence["Memory"]) -> list[Text]:
        return [Text(screen.plain(memory.text)) for memory in memories]

    parts: list[Text | Padding] = [_project(whole.project)]
    parts += _section("Overview", [Text(screen.plain(whole.overview))] if whole.overview else [])
    parts += _section("Pinned", texts(whole.pinned))
    for each in whole.sessions:
        parts += [_session(each.session), *(Padding(text, (0, 0, 0, 2)) for text in texts(each.memories))]
    parts += _section("In no session", texts(whole.others))
    left = f", {screen.several(whole.left_out, 'memory')} from before left out" if whole.left_out else ""
    parts.append(Text(f"  {whole.size_bytes:,} bytes{left}", style="dim"))
    return Group(*parts)


def _section(title: str, lines: Sequence[Text]) -> list[Text | Padding]:
    return [Text(title, style="bold"), *(Padding(line, (0, 0, 0, 2)) for line in lines)] if lines else []


def _project(project: "ProjectSummary") -> Text:
    counts = [screen.several(project.memories, "memory")]
    if project.pinned:
        counts.append(f"{project.pinned:,} pinned")
    if project.session_ids:
        counts.append(screen.several(len(project.session_ids), "session"))
    counts += [", ".join(project.channels)] if project.channels else []
    text = Text(screen.plain(project.path), style="bold cyan", overflow="fold")
    text.append(f"  {tables.day(project.last_updated_at)}  {', '.join(counts)}", style="not bold dim")
    if project.description:
        text.append(f"\n  {screen.plain(project.description)}", style="not bold default")
    return text


def _session(session: "SessionSummary") -> Text:
    held = [f"{name}={held}" for name, held in session.source.ids.items()] if session.source else []
    readers = f"for {session.audience}" if session.audience else None
    belongs = [word for word in (session.channel, readers, *held, *session.projects) if word]
    text = Text(screen.plain(session.id), style="cyan", overflow="fold")
    counts = ", ".join([screen.several(session.memories, "memory"), *belongs])
    text.append(f"  {tables.day(session.last_updated_at)}  {screen.plain(counts)}", style="dim")
    return text
