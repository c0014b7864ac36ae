"""`enishi hook` and `enishi hooks`: memory for the sessions of Claude Code, without a token of a model."""

from typing import Annotated, Literal

import typer

from api.commands.call import Call
from api.commands.options import SERVERS, command
from api.commands.terminal import screen

Project = Annotated[
    str | None,
    typer.Option(
        "--project", "-p", help="The project whose memory it is; left out, the folder's (enishi projects here)."
    ),
]
Budget = Annotated[int, typer.Option("--budget", min=0, help="Tokens of memory that a prompt is given.")]
NoKeep = Annotated[bool, typer.Option("--no-keep", help="Give memory, and keep nothing of the session.")]
Scope = Annotated[
    Literal["user", "project", "local"],
    typer.Option(help="Whose settings: yours everywhere, this folder's for all, or this folder's for you alone."),
]
EventName = Literal["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"]

app = typer.Typer(help="Hooks of Claude Code: put into its settings, or taken out.", no_args_is_help=True)


def add_to(outer: typer.Typer) -> None:
    """Adds the commands."""
    outer.add_typer(app, name="hooks", rich_help_panel=SERVERS)
    command(outer, panel=SERVERS, example="enishi hook SessionStart --project work/shop < event.json")(hook)


def hook(
    call: Call,
    event: Annotated[EventName, typer.Argument(help="What happens in the session.")],
    project: Project = None,
    budget: Budget = 400,
    no_keep: NoKeep = False,
) -> None:
    """Answer one event of a session, read from standard input. It never fails, and asks only a running server."""
    from api.hooks.answers import HookOptions  # noqa: PLC0415 -- `enishi --help` must not pay for it
    from api.hooks.run import run_hook  # noqa: PLC0415 -- as above

    run_hook(event, HookOptions(user=call.user, project=project, budget_tokens=budget, keep=not no_keep))


@command(app, example="enishi hooks install --project work/shop")
def install(
    call: Call, scope: Scope = "local", project: Project = None, budget: Budget = 400, no_keep: NoKeep = False
) -> None:
    """Put the hooks into Claude Code's settings; a copy of the file stays beside it. It may be repeated."""
    from api.hooks.settings_file import changed, place_of  # noqa: PLC0415 -- as above

    options = [*(["--project", project] if project else []), *(["--budget", str(budget)] if budget != 400 else [])]
    options += [*(["--no-keep"] if no_keep else []), *(["--user", call.named_user] if call.named_user else [])]
    path = place_of(scope)
    done = changed(path, options=options)
    shown = f"The hooks are in {path}." if done else f"The hooks are in {path} already."
    screen.answer(call, {"path": str(path), "changed": done}, shown, ids=[str(path)])


@command(app, example="enishi hooks remove")
def remove(call: Call, scope: Scope = "local") -> None:
    """Take the hooks out of Claude Code's settings, and nothing else."""
    from api.hooks.settings_file import changed, place_of  # noqa: PLC0415 -- as above

    path = place_of(scope)
    done = changed(path, options=None)
    shown = f"The hooks are out of {path}." if done else f"There are no hooks of Enishi in {path}."
    screen.answer(call, {"path": str(path), "changed": done}, shown, ids=[str(path)])
