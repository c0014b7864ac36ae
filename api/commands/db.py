"""`enishi db`: start, stop and query the Neo4j of this machine."""

# ruff: noqa: PLC0415 -- the driver and the settings are heavy; `enishi --help` must not pay for them
import importlib
import json
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Column
from rich.text import Text

from api.commands.call import Call
from api.commands.connection import StageProgress
from api.commands.options import SERVERS, command
from api.commands.terminal import screen, tables
from graph.errors import EnishiError, Invalid

if TYPE_CHECKING:
    from graph.local.queries import Answer, Console
    from graph.local.server import Address, LocalServer, Progress
    from graph.local.settings import LocalSettings

PROMPT, MORE = "cypher> ", "   ...> "
CELL = 300
SECONDS = 60.0
NOT_RUNNING = 3
LEAVE = (":exit", ":quit", ":q")
HELP = (":help", "help", "?")
SHELL_HELP = "End a statement with a semicolon. :exit or Ctrl-D leaves, Ctrl-C forgets what you have begun."

app = typer.Typer(help="The Neo4j of this machine: start it, stop it, look into it.", no_args_is_help=True)


def add_to(outer: typer.Typer) -> None:
    """Adds the commands under the name `db`."""
    outer.add_typer(app, name="db", rich_help_panel=SERVERS)


def local_settings() -> "LocalSettings":
    """The settings of the local server. Raises Invalid when another server is set, which is not ours to manage."""
    from api.settings import settings

    chosen = settings()
    if chosen.neo4j.uri is not None:
        raise Invalid(
            "db",
            f"the settings name the server {chosen.neo4j.uri}, which Enishi neither starts nor stops. "
            "Unset ENISHI_NEO4J__URI to use a Neo4j of this machine.",
        )
    return chosen.local


def local_server(progress: "Progress | None" = None) -> "LocalServer":
    """The local server of the settings."""
    from graph.local.server import LocalServer

    return LocalServer(local_settings(), progress=progress)


@command(app, example="enishi db start")
def start(call: Call) -> None:
    """Start Neo4j, unless it runs already; the first time it is fetched (about 160 MB)."""
    address = _started(call)
    _show_status(call, local_server(), address)


@command(app, example="enishi db stop")
def stop(call: Call) -> None:
    """Stop Neo4j cleanly. Memories stay; the next command that needs it starts it again."""
    with StageProgress(call) as stages:
        stopped = local_server(stages.show).stop()
    if call.as_json:
        screen.print_plain(json.dumps({"stopped": stopped}))
    else:
        screen.out().print("Neo4j has stopped." if stopped else "Neo4j was not running.")


@command(app, example="enishi db status --json")
def status(call: Call) -> None:
    """Say whether Neo4j runs, where, and since when; exit code 3 when it does not."""
    server = local_server()
    _show_status(call, server, None)
    if not server.status().running:
        raise typer.Exit(NOT_RUNNING)


@command(app, example="enishi db logs -n 100")
def logs(
    call: Call, lines: Annotated[int, typer.Option("--lines", "-n", min=1, max=100_000, help="How many.")] = 40
) -> None:
    """Show the last lines of Neo4j's own log."""
    server = local_server()
    tail = server.log_tail(lines)
    if call.as_json:
        screen.print_plain(json.dumps({"path": str(server.log_path), "lines": tail.splitlines()}))
    elif tail:
        screen.print_plain(screen.plain(tail).rstrip("\n"))
        screen.remark(call, str(server.log_path))
    else:
        screen.remark(call, f"There is no log yet at {server.log_path}.")


@command(app, example="enishi db shell < statements.cypher")
def shell(
    call: Call,
    statement: Annotated[str | None, typer.Argument(help="One statement; left out: ask one after the other.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Let statements change the database, too.")] = False,
    timeout: Annotated[
        float, typer.Option(min=0, max=86_400, help="Seconds that a statement may take; 0 sets no end.")
    ] = SECONDS,
) -> None:
    """Ask Neo4j in Cypher: a statement given here, one typed after the other, or those on standard input.

    Without --write the server refuses whatever would change something.
    """
    from graph.local.queries import Console

    address = _started(call)
    with Console(address.uri, address.user, address.password, write=write) as console:
        if statement is not None:
            _show_answer(call, console.ask(statement, seconds=timeout))
        elif sys.stdin.isatty():
            _run_shell(call, console, timeout)
        else:
            _run_all(call, console, sys.stdin.read(), timeout)


@command(app, example="enishi db browser 1 --open")
def browser(
    call: Call,
    question: Annotated[
        str | None, typer.Argument(help="Number of a saved question to open with; they are listed.")
    ] = None,
    guide: Annotated[bool, typer.Option("--guide", help="Open with the guide that walks through them.")] = False,
    open_it: Annotated[bool, typer.Option("--open", help="Open it in this machine's web browser.")] = False,
    style: Annotated[bool, typer.Option("--style", help="Print the style sheet alone, to paste after :style.")] = False,
) -> None:
    """Print how to look at the graph in Neo4j Browser, with a link to each saved question."""
    from graph.local import explore

    if style:
        screen.print_plain(explore.style())
        return
    address = _started(call)
    saved = {query.number: query for query in explore.saved()}
    links = {
        number: explore.link(address.browser_url, explore.asked_for(query, call.user))
        for number, query in saved.items()
    }
    if question is not None and question not in links:
        raise Invalid("question", f"there is no saved question {question}.", allowed=", ".join(links))
    if guide and question is not None:
        raise Invalid("question", "there is one or the other.", allowed="the number of a question, or --guide")
    walk = explore.guide_link(address.browser_url)
    target = walk if guide else address.browser_url if question is None else links[question]
    if call.as_json:
        listed = [
            {"number": n, "title": q.title, "about": q.about, "about_ja": q.about_ja, "url": links[n]}
            for n, q in saved.items()
        ]
        _print_links(address, target, listed)
    else:
        titles = {f"{n}  {q.title}: {q.about} {q.about_ja}": links[n] for n, q in saved.items()}
        _show_links(call, address, target, titles)
    if open_it and not webbrowser.open(target):
        screen.remark(call, "No web browser could be opened here; open the address by hand.")


def _started(call: Call) -> "Address":
    with StageProgress(call) as stages:
        return local_server(stages.show).ensure()


def _show_status(call: Call, server: "LocalServer", address: "Address | None") -> None:
    state = server.status()
    address = address or state.address
    fields: dict[str, object] = {
        "running": state.running,
        "version": state.version,
        "home": str(state.home),
        "pid": state.pid,
        "uptime_s": None if state.uptime_s is None else round(state.uptime_s),
        "resident_mb": state.resident_mb,
        "uri": address and address.uri,
        "user": address and address.user,
        "password_file": str(server.password_path),
        "browser": address and address.browser_url,
    }
    if call.as_json:
        screen.print_plain(json.dumps(fields))
        return
    line = Text("Neo4j runs", style="bold green") if state.running else Text("Neo4j does not run", style="bold yellow")
    screen.out().print(line)
    for name, value in fields.items():
        if name != "running" and value is not None:
            _print_field(name, str(value))


def _print_field(name: str, value: str) -> None:
    screen.out().print(Text(f"{name:14}", style="dim").append(value, style="not dim"), soft_wrap=True)


def _run_shell(call: Call, console: "Console", seconds: float) -> None:
    with suppress(ImportError):
        importlib.import_module("readline")  # gives input() its history and its arrow keys, where there is one
    screen.remark(call, SHELL_HELP)
    for text in typed_statements(input):
        if text in HELP:
            screen.remark(call, SHELL_HELP)
        else:
            _run_or_show_error(call, console, text, seconds)


def typed_statements(read_line: Callable[[str], str]) -> Iterator[str]:
    """What a person types, one whole statement or wish for help after the other, until they leave."""
    begun = ""
    while True:
        try:
            begun = f"{begun}\n{read_line(MORE if begun else PROMPT)}".strip()
        except EOFError:
            return
        except KeyboardInterrupt:
            begun = ""
            continue
        if begun in LEAVE:
            return
        if begun.endswith(";") or begun in HELP:
            yield begun
            begun = ""


def _run_or_show_error(call: Call, console: "Console", text: str, seconds: float) -> None:
    try:
        _run_all(call, console, text, seconds)
    except EnishiError as error:
        screen.err().print(Text(str(error), style="red"), soft_wrap=True)


def _run_all(call: Call, console: "Console", text: str, seconds: float) -> None:
    from graph.local.queries import statements

    for statement in statements(text):
        _show_answer(call, console.ask(statement, seconds=seconds))


def _show_answer(call: Call, answer: "Answer") -> None:
    if call.as_json:
        for row in answer.rows:
            screen.print_plain(json.dumps(dict(zip(answer.columns, row, strict=True)), ensure_ascii=False))
        return
    if answer.columns:
        table = tables.bare_table(*(Column(Text(screen.plain(column))) for column in answer.columns))
        for row in answer.rows:
            table.add_row(*(Text(screen.shortened(_cell(value), CELL)) for value in row))
        screen.out().print(table)
    counts = [f"rows: {len(answer.rows):,}" + (" (more were left out)" if answer.cut else "")] if answer.columns else []
    counts += [f"{name.replace('_', ' ')}: {count:,}" for name, count in answer.changes.items()]
    screen.remark(call, f"{', '.join(counts) or 'done'}, {answer.elapsed_ms} ms")


def _cell(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(_without_vectors(value), ensure_ascii=False)


def _without_vectors(value: object) -> object:
    """The value with long rows of numbers named, not written out: nobody reads 384 of them."""
    if isinstance(value, dict):
        return {key: _without_vectors(item) for key, item in value.items()}
    if isinstance(value, list):
        if len(value) > 16 and all(isinstance(item, float) for item in value):
            return f"[{len(value)} numbers]"
        return [_without_vectors(item) for item in value]
    return value


def _print_links(address: "Address", target: str, questions: list[dict[str, str]]) -> None:
    password = str(local_server().password_path)
    fields = {"browser": target, "user": address.user, "password_file": password, "questions": questions}
    screen.print_plain(json.dumps(fields, ensure_ascii=False))


def _show_links(call: Call, address: "Address", target: str, questions: dict[str, str]) -> None:
    _print_field("Neo4j Browser", target)
    _print_field("user", address.user)
    _print_field("password", f"in the file {local_server().password_path}")
    paper = screen.out()
    paper.print(Text(f"\nSaved questions, for the user {call.user} (enishi db browser NUMBER --open):", style="dim"))
    for title, link in questions.items():
        paper.print(Text(title, style=f"link {link}"), soft_wrap=True)
