"""The command line as a whole: its commands, and whatever ends a run as an exit code and at most one line."""

import os
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from api.commands.call import Call, CommonOptions, Wiring, keep_outer
from api.commands.connection import default_user, open_knowledge
from api.commands.options import Direct, Json, Quiet, User, Verbose
from api.release import release
from graph.collector import collect_seldom
from graph.errors import EnishiError

if TYPE_CHECKING:
    from graph.knowledge import Knowledge

FAILED = 1
INTERRUPTED = 130
BROKEN_PIPE = 141
HELP_OPTIONS = ["--help", "-h"]

_EPILOG = "Begin with: enishi demo, then enishi remember 'Tanaka moved to Osaka', enishi recall 'Where is Tanaka?'"
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "remember": ("remember",),
    "ingest": ("ingest", "enrich"),
    "files.sync": ("sync",),
    "files.jobs": ("jobs",),
    "recall": ("recall", "context", "show", "list", "stats"),
    "change": ("edit", "pin", "unpin", "archive", "restore", "invalidate", "forget"),
    "history": ("history", "events", "undo", "merge"),
    "places.projects": ("projects", "sessions"),
    "places.channels": ("channels",),
    "talk.routing": ("route",),
    "talk.conversation": ("summarize", "inject", "handover", "conversation"),
    "talk.learnings": ("learnings",),
    "network.entities": ("entities", "relations"),
    "network.types": ("types",),
    "network.graph": ("graph",),
    "network.links": ("link", "infer", "links", "inferred"),
    "life.lifecycle": ("lifecycle",),
    "life.index": ("index",),
    "life.feedback": ("feedback", "alerts"),
    "files.tools": ("tools",),
    "demo": ("demo",),
    "status": ("status",),
    "serve": ("serve",),
    "agents": ("mcp",),
    "files.transfer": ("export", "import", "backup-key"),
    "files.hooks": ("hooks", "hook"),
    "reembed": ("reembed",),
    "db": ("db",),
}
"""The modules of `api.commands` with their commands, in the order of the help: a command imports its own module."""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"enishi {release()}")
        raise typer.Exit


def keep_options(
    context: typer.Context,
    user: User = None,
    as_json: Json = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
    direct: Direct = False,
    show_version: Annotated[  # noqa: ARG001 -- its callback has answered already
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Keeps the options given before the command; without a command, shows what there is."""
    if context.invoked_subcommand is None:
        context.get_help()
    keep_outer(context, CommonOptions(user=user, as_json=as_json, quiet=quiet, verbose=verbose, direct=direct))


def main() -> NoReturn:
    """Runs the command line of this process and ends the process with its exit code."""
    # Python processes that this one starts, such as workers, must run nothing of the folder they start in.
    os.environ["PYTHONSAFEPATH"] = "1"
    collect_seldom()
    sys.exit(run(sys.argv[1:]))


def run(
    arguments: Sequence[str],
    *,
    build: Callable[[Call], "Knowledge"] = open_knowledge,
    default_user: Callable[[], str] = default_user,
) -> int:
    """Runs one command line and returns its exit code: 0, that of the error, or 130 when interrupted."""
    _replace_unencodable()
    wiring = Wiring(build=build, default_user=default_user)
    try:
        ended = _command(_modules(arguments))(
            args=_list_texts_last(arguments), prog_name="enishi", standalone_mode=False, obj=wiring
        )
        sys.stdout.flush()
    except EnishiError as error:
        return _print_error(str(error), error.exit_code)
    except typer.TyperException as error:
        if not error.format_message():  # a group without a command has shown its help
            return error.exit_code
        path = getattr(getattr(error, "ctx", None), "command_path", "enishi")
        return _print_error(f"{error.format_message()} See: {path} --help", error.exit_code)
    except typer.Abort:
        return _print_error("Stopped; nothing was changed.", FAILED)
    except BrokenPipeError:
        # The reader left early (`enishi list | head`): no more to say, and nothing more may be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    return ended if isinstance(ended, int) else 0


def _list_texts_last(arguments: Sequence[str]) -> list[str]:
    """The arguments, with texts that begin like a list item ("- milk") moved behind `--`, so that none is an option.

    No option has a space after its dash. An argument after an option may be its value and stays where it is.
    """
    if "--" in arguments:
        return list(arguments)
    lists = [
        place
        for place, argument in enumerate(arguments)
        if place and argument[:1] == "-" and argument[1:2].isspace() and arguments[place - 1][:1] != "-"
    ]
    rest = [argument for place, argument in enumerate(arguments) if place not in lists]
    return [*rest, "--", *(arguments[place] for place in lists)] if lists else rest


def _modules(arguments: Sequence[str]) -> tuple[str, ...]:
    """The modules of all commands that stand among the arguments, be it as a text; all modules where none does."""
    named = tuple(module for module, commands in COMMANDS.items() if not {*commands}.isdisjoint(arguments))
    return named or tuple(COMMANDS)


@cache
def _command(modules: tuple[str, ...]) -> Callable[..., object]:
    """The command line with the commands of some modules as one function; help says of each option what it takes."""
    app = typer.Typer(
        help="Long-term memory for AI agents and people, kept as a knowledge graph in Neo4j.",
        epilog=_EPILOG,
        invoke_without_command=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": HELP_OPTIONS},
        callback=keep_options,
    )
    for module in modules:
        import_module(f"api.commands.{module}").add_to(app)
    made = typer.main.get_command(app)
    _name_values(made)
    return made


_CHOICES_SHOWN = 4
"""More choices than these are told by the help's words: in their column they would leave none for anything else."""


def _name_values(made: Any) -> None:
    """Lets the help say what an option takes by its metavar, and by its choices where they are few: no Python types."""
    help_option = made.get_help_option(typer.Context(made, help_option_names=HELP_OPTIONS))
    for parameter in (*made.params, *filter(None, [help_option])):
        choices = [str(choice) for choice in parameter.type_descriptor.choices or ()]
        if len(choices) > _CHOICES_SHOWN and not all(choice in (parameter.help or "") for choice in choices):
            parameter.help = f"{parameter.help or ''} One of {', '.join(choices)}.".strip()
        takes = _value_name(parameter, choices)
        parameter.display_type_rich = partial(_given, takes)
    for command in getattr(made, "commands", dict[str, Any]()).values():
        _name_values(command)


def _given(takes: str, ctx: object) -> str:  # noqa: ARG001 -- as typer calls it
    return takes


def _value_name(parameter: Any, choices: list[str]) -> str:
    if parameter.param_type_name == "argument" or getattr(parameter, "is_bool_flag", False):
        return ""  # an argument's name stands before it already
    if 0 < len(choices) <= _CHOICES_SHOWN:
        return "|".join(choices)
    return parameter.metavar or str(parameter.name).upper().replace("_", "-")


def _print_error(message: str, exit_code: int) -> int:
    if os.environ.get("ENISHI_DEBUG", "") not in ("", "0"):
        traceback.print_exc()
    sys.stdout.flush()
    plain = message.replace("Value error, ", "")  # pydantic's word for what an option refuses
    print(f"enishi: {' '.join(plain.split())}", file=sys.stderr)
    return exit_code


def _replace_unencodable() -> None:
    """Makes characters that a stream's encoding lacks come out as question marks instead of ending the run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
