"""`enishi demo`: the sample remembered, questions to it answered with reasons, and the addresses to explore."""

# ruff: noqa: PLC0415 -- numpy comes with the values of graph; `enishi --help` must not pay for it
import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console, Group
from rich.rule import Rule
from rich.text import Text

from api.commands.call import Call
from api.commands.connection import local_address
from api.commands.ingest import ingest_source
from api.commands.options import SERVERS, command
from api.commands.serve import free_port, running_server, server_folder, start_server
from api.commands.terminal import screen, tables
from api.commands.terminal.blocks import Block, Paragraph
from api.commands.terminal.nobody import SAMPLE_USER
from api.ingest.ingesting import IngestResult
from api.ingest.options import IngestOptions, surveyed
from graph.errors import EnishiError, Misconfigured

if TYPE_CHECKING:
    from graph.knowledge import Knowledge
    from graph.model.memory import Stats
    from graph.model.recalled import Hit

QUESTION_IDS = ("q05", "q17", "q20", "q12", "q11", "q24")
"""English and Japanese in turn: paraphrase, contradiction, temporal, multi-hop, multi-hop, cross-language."""
KINDS = {
    "direct": "asked in the words of the memory",
    "paraphrase": "asked in other words",
    "multi_hop": "two memories have to be joined",
    "temporal": "depends on the time",
    "cross_language": "asked in one language, answered in the other",
    "name_form": "the name is written in another form",
    "contradiction": "a newer memory overrules an older one",
}
HITS_READ = 10
HITS_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of the sample and the sample ids of the memories that answer it."""

    id: str
    text: str
    language: str
    kind: str
    answers: tuple[str, ...]


def add_to(app: typer.Typer) -> None:
    """Adds the command."""
    command(app, panel=SERVERS, example="enishi demo")(demo)


def demo(call: Call) -> None:
    """Start everything, remember the sample memories, answer questions, print the addresses to explore."""
    from graph.model.memory import Enrich

    call = replace(call, named_user=call.named_user or SAMPLE_USER)
    folder = sample_folder()
    console = screen.out()
    console.print(Text("縁 Enishi").append("  a memory that knows what belongs together", style="dim"))
    with call.knowledge() as knowledge:
        _heading(console, "1  Remember three months of a small company, in Japanese and English")
        options = IngestOptions(form="jsonl", encoding=None, zone=None, enrich=Enrich.NOW, batch_size=None)
        sample = folder / "memories.jsonl"
        result = ingest_source(call, knowledge, sample, options, surveyed(sample, options))
        console.print(_counts(result, knowledge.stats(call.user)))
        _heading(console, "2  Ask")
        _ask_all(console, knowledge, call.user, chosen(questions(folder / "questions.jsonl"), QUESTION_IDS))
    _heading(console, "3  Look around")
    _addresses(call, console)


def sample_folder() -> Path:
    """Where the sample lies in a checkout. Raises Misconfigured where there is none."""
    folder = Path(__file__).resolve().parents[2] / "samples"
    if not (folder / "memories.jsonl").is_file():
        raise Misconfigured("The sample is part of the source checkout, not of the package: run `make demo` in one.")
    return folder


def questions(path: Path) -> tuple[Question, ...]:
    """The questions of a file, one JSON object a line."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return tuple(Question(**(record | {"answers": tuple(record["answers"])})) for record in records)


def chosen(questions: Iterable[Question], ids: Sequence[str]) -> tuple[Question, ...]:
    """The questions with these ids, in this order; ids that are not there are passed over."""
    by_id = {question.id: question for question in questions}
    return tuple(by_id[identity] for identity in ids if identity in by_id)


def ranks(question: Question, hits: "Sequence[Hit]") -> tuple[int, ...]:
    """The ranks, from 1, of the memories that answer a question."""
    return tuple(
        rank for rank, hit in enumerate(hits, start=1) if hit.memory.extra.get("sample_id") in question.answers
    )


def verdict(question: Question, places: Sequence[int]) -> str:
    """Where the expected memories stand, in words: on top, further down, or missing."""
    missing = len(question.answers) - len(places)
    if not places:
        return f"expected memory not among the first {HITS_READ}"
    where = " and ".join(str(place) for place in places)
    first = "on top" if places[0] == 1 else f"at {where}"
    if len(question.answers) == 1:
        return f"expected memory {first}"
    return f"{len(places)} of {len(question.answers)} expected memories, at {where}" if missing else f"all at {where}"


def _ask_all(console: Console, knowledge: "Knowledge", user: str, questions: Sequence[Question]) -> None:
    on_top = 0
    for question in questions:
        recalled = knowledge.recall(user, question.text, limit=HITS_READ, touch=False)
        places = ranks(question, recalled.hits)
        good = places[:1] == (1,)
        on_top += good
        spent = sum(time for step, time in recalled.milliseconds.items() if step != "total")
        console.print()
        console.print(Text(screen.plain(question.text), style="bold"))
        console.print(Text(f"{KINDS.get(question.kind, question.kind)}; answered in {spent:.0f} ms", style="dim"))
        console.print(_hits(recalled.hits, places))
        console.print(Text(f"{_mark(good)} {verdict(question, places)}", style="green" if good else "yellow"))
    console.print()
    console.print(f"The expected memory came first for {on_top} of {len(questions)} questions.")


def _hits(hits: "Sequence[Hit]", places: Sequence[int]) -> Group:
    return Group(
        *(
            Block(
                head=(
                    Paragraph(_mark(rank in places), "green"),
                    Paragraph(str(rank), "bold"),
                    Paragraph(tables.when(hit.memory), "dim"),
                ),
                below=(Paragraph(hit.text), Paragraph(hit.why, "dim")),
            )
            for rank, hit in enumerate(hits, start=1)
            if rank <= HITS_SHOWN or rank in places
        )
    )


def _mark(good: bool) -> str:
    if not good:
        return " "
    return "✓" if screen.carries_all() else "*"


def _counts(result: IngestResult, stats: "Stats") -> Text:
    rate = (result.remembered + result.already_there) / result.seconds if result.seconds else 0.0
    text = Text(f"   {result.remembered} remembered, {result.already_there} already there")
    text.append(f" in {result.seconds:.1f} s ({rate:.0f} a second)", style="dim")
    counts = [screen.several(stats.entities, "entity"), screen.several(stats.facts, "fact")]
    return text.append(f"\n   {', '.join(counts)}, {screen.several(stats.relations, 'relation')} between entities")


def _heading(console: Console, title: str) -> None:
    console.print()
    console.print(Rule(Text(title, style="bold"), align="left", characters="─" if screen.carries_all() else "-"))


def _addresses(call: Call, console: Console) -> None:
    grid = tables.fields_table([*_server_fields(call), *_browser_fields(call, console)])
    console.print(grid)
    name = command_name()
    console.print()
    console.print("Try next:")
    for line in (
        f'{name} recall --user {call.user} "パスキーのリリース日はいつに変わりましたか" --explain',
        f'{name} remember "Emily moved to Osaka last week"',
        f"{name} list --user {call.user} --order importance",
    ):
        console.print(Text(f"   {line}", style="cyan"), soft_wrap=True)
    console.print(Text("Both servers go on running; `make down` stops them.", style="dim"))


def _browser_fields(call: Call, console: Console) -> list[tuple[str, object]]:
    from api.settings import settings
    from graph.local import explore

    local = local_address(call)
    if local is None:
        return [("Neo4j", f"{settings().neo4j.uri} (its Browser is at port 7474 of that machine, unless moved)")]
    # A password is shown on a terminal only, never written to a log file.
    password = local.password if console.is_terminal else f"in {settings().local.home / 'password'}"
    first, *more = explore.saved()
    link = explore.link(local.browser_url, explore.asked_for(first, call.user))
    return [
        ("Neo4j Browser", local.browser_url),
        ("   log in", f"user {local.user}, password {password}, then Enter"),
        ("   see", link),
        ("", f"{first.about} Run it with Ctrl-Enter; behind the star: {', '.join(saved.title for saved in more)}."),
    ]


def _server_fields(call: Call) -> list[tuple[str, str]]:
    from urllib.parse import quote

    from api.settings import settings

    wanted = settings().api.port
    folder = server_folder()
    try:
        port = wanted if running_server(folder) else free_port("127.0.0.1", wanted)
        server = start_server(folder, host="127.0.0.1", port=port)
    except EnishiError as error:
        return [("Page", f"not started: {error}")]
    taken = "" if server.port == wanted else f"   ({wanted} is taken; using {server.port})"
    return [("Page", f"{server.url}/?user={quote(call.user)}{taken}"), ("REST API", f"{server.url}/docs")]


def command_name() -> str:
    """How this command is called from here: its name where it is on the path, else its place."""
    if shutil.which("enishi"):
        return "enishi"
    here = Path(sys.executable).parent / "enishi"
    return str(here.relative_to(Path.cwd())) if here.is_relative_to(Path.cwd()) else str(here)
