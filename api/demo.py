"""The first five minutes with Enishi: a sample remembered, questions answered with reasons, addresses to explore."""

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from api.commands import detached, screen
from api.commands.call import Call
from api.commands.loading import IngestReader, Tally, ingested
from api.commands.opening import local_address
from api.settings import settings
from graph.errors import EnishiError, Misconfigured
from graph.knowledge import Knowledge
from graph.model.memory import Enrich, Stats
from graph.model.recalled import Hit

USER = "demo"
ASKED = ("q05", "q17", "q20", "q12", "q11", "q24")
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
LOOKED_AT = 10
SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of the sample and the sample ids of the memories that answer it."""

    id: str
    text: str
    language: str
    kind: str
    answers: tuple[str, ...]


def show(call: Call) -> None:
    """Runs the whole demo for the user of the call, `demo` unless one was named; the second time it is quick."""
    call = replace(call, named_user=call.named_user or USER)
    folder = sample_folder()
    paper = screen.out()
    paper.print(Text("縁 Enishi").append("  a memory that knows what belongs together", style="dim"))
    with call.knowledge() as knowledge:
        _heading(paper, "1  Remember three months of a small company, in Japanese and English")
        reading = IngestReader(form="jsonl", encoding=None, zone=None, enrich=Enrich.NOW, batch_size=None)
        sample = folder / "memories.jsonl"
        tally = ingested(call, knowledge, sample, reading, len(sample.read_text(encoding="utf-8").splitlines()))
        paper.print(_kept(tally, knowledge.stats(call.user)))
        _heading(paper, "2  Ask")
        _ask_all(paper, knowledge, call.user, chosen(questions(folder / "questions.jsonl"), ASKED))
    _heading(paper, "3  Look around")
    _addresses(call, paper)


def sample_folder() -> Path:
    """Where the sample lies in a checkout. Raises Misconfigured where there is none."""
    folder = Path(__file__).resolve().parent.parent / "samples"
    if not (folder / "memories.jsonl").is_file():
        raise Misconfigured("The sample is part of the source checkout, not of the package: run `make demo` in one.")
    return folder


def questions(path: Path) -> tuple[Question, ...]:
    """The questions of a file, one JSON object a line."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return tuple(Question(**(record | {"answers": tuple(record["answers"])})) for record in records)


def chosen(found: Iterable[Question], ids: Sequence[str]) -> tuple[Question, ...]:
    """The questions with these ids, in this order; ids that are not there are passed over."""
    by_id = {question.id: question for question in found}
    return tuple(by_id[identity] for identity in ids if identity in by_id)


def ranks(question: Question, hits: Sequence[Hit]) -> tuple[int, ...]:
    """At which places, from 1, the memories stand that answer a question."""
    return tuple(
        rank for rank, hit in enumerate(hits, start=1) if hit.memory.extra.get("sample_id") in question.answers
    )


def verdict(question: Question, places: Sequence[int]) -> str:
    """What to say of where the expected memories stand: on top, further down, or missing."""
    missing = len(question.answers) - len(places)
    if not places:
        return f"expected memory not among the first {LOOKED_AT}"
    where = " and ".join(str(place) for place in places)
    first = "on top" if places[0] == 1 else f"at {where}"
    if len(question.answers) == 1:
        return f"expected memory {first}"
    return f"{len(places)} of {len(question.answers)} expected memories, at {where}" if missing else f"all at {where}"


def _ask_all(paper: Console, knowledge: Knowledge, user: str, asked: Sequence[Question]) -> None:
    on_top = 0
    for question in asked:
        recalled = knowledge.recall(user, question.text, limit=LOOKED_AT, touch=False)
        places = ranks(question, recalled.hits)
        good = places[:1] == (1,)
        on_top += good
        spent = sum(time for step, time in recalled.milliseconds.items() if step != "total")
        paper.print()
        paper.print(Text(screen.plain(question.text), style="bold"))
        paper.print(Text(f"{KINDS.get(question.kind, question.kind)}; answered in {spent:.0f} ms", style="dim"))
        paper.print(_hits(recalled.hits, places))
        paper.print(Text(f"{_mark(good)} {verdict(question, places)}", style="green" if good else "yellow"))
    paper.print()
    paper.print(f"The expected memory came first for {on_top} of {len(asked)} questions.")


def _hits(hits: Sequence[Hit], places: Sequence[int]) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1, style="green")
    table.add_column(justify="right", no_wrap=True, style="bold")
    table.add_column(no_wrap=True, style="dim")
    table.add_column(ratio=1)
    for rank, hit in enumerate(hits, start=1):
        if rank <= SHOWN or rank in places:
            text = Text(screen.shortened(hit.text, 150)).append(f"\n{screen.plain(hit.why)}", style="dim")
            table.add_row(_mark(rank in places), str(rank), screen.when(hit.memory), text)
    return table


def _mark(good: bool) -> str:
    if not good:
        return " "
    return "✓" if screen.carries_all() else "*"


def _kept(tally: Tally, stats: Stats) -> Text:
    rate = (tally.remembered + tally.already_there) / tally.seconds if tally.seconds else 0.0
    text = Text(f"   {tally.remembered} remembered, {tally.already_there} already there")
    text.append(f" in {tally.seconds:.1f} s ({rate:.0f} a second)", style="dim")
    held = [screen.several(stats.entities, "entity"), screen.several(stats.facts, "fact")]
    return text.append(f"\n   {', '.join(held)}, {screen.several(stats.relations, 'relation')} between entities")


def _heading(paper: Console, title: str) -> None:
    paper.print()
    paper.print(Rule(Text(title, style="bold"), align="left", characters="─" if screen.carries_all() else "-"))


def _addresses(call: Call, paper: Console) -> None:
    grid = screen.fields_table([*_browser_fields(call, paper), ("REST API", _rest_docs())])
    paper.print(grid)
    name = command_name()
    paper.print()
    paper.print("Try next:")
    for line in (
        f'{name} recall --user {call.user} "パスキーのリリース日はいつに変わりましたか" --explain',
        f'{name} remember "Emily moved to Osaka last week"',
        f"{name} list --user {call.user} --order importance",
    ):
        paper.print(Text(f"   {line}", style="cyan"), soft_wrap=True)
    paper.print(Text("Both servers go on running; `make down` stops them.", style="dim"))


def _browser_fields(call: Call, paper: Console) -> list[tuple[str, object]]:
    local = local_address(call)
    if local is None:
        return [("Neo4j", f"{settings().neo4j.uri} (its Browser is at port 7474 of that machine, unless moved)")]
    # A log file is no place for a password; a terminal of the one who owns the server is.
    password = local.password if paper.is_terminal else f"in {settings().local.home / 'password'}"
    query = f"MATCH (n {{user_id: '{call.user}'}}) RETURN n LIMIT 100"
    return [
        ("Neo4j Browser", local.browser_url),
        ("   log in", f"user {local.user}, password {password}"),
        ("   try", query),
    ]


def _rest_docs() -> str:
    chosen_api = settings().api
    folder = detached.default_folder()
    try:
        known = detached.running(folder)
        port = chosen_api.port if known else detached.near_port("127.0.0.1", chosen_api.port)
        return f"{detached.start(folder, host='127.0.0.1', port=port).url}/docs"
    except EnishiError as error:
        return f"not started: {error}"


def command_name() -> str:
    """How this command is called from here: its name where it is on the path, else its place."""
    if shutil.which("enishi"):
        return "enishi"
    here = Path(sys.executable).parent / "enishi"
    return str(here.relative_to(Path.cwd())) if here.is_relative_to(Path.cwd()) else str(here)
