"""How an answer came about, for people: the parts of each score, the way over the graph, and the search itself."""

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from api.commands.screen import bare_table, fields_table, plain

if TYPE_CHECKING:
    from graph.model.recalled import Parts, Recalled
    from graph.model.trace import Trace

PARTS = (
    *("cosine", "sentence", "words", "base", "linked", "cues", "join", "recency", "importance", "kept"),
    *("time", "about", "further", "relevance"),
)
NEUTRAL = {"cosine": None, "sentence": None, "words": None, "recency": 1.0, "importance": 1.0, "time": 1.0}
_JOINED = "(base + linked + cues + join) × recency × importance + kept"
_MEASURED = "; cosine, sentence and words are what was measured"
FORMULAS = {
    "joined": f"score = {_JOINED}{_MEASURED}",
    "fused": f"score = {_JOINED}{_MEASURED}",
    "deep": f"score = {_JOINED} + further{_MEASURED}",
    "reranked": "score = relevance for what was read again; below it "
    f"{_JOINED}, scaled to begin where that ends{_MEASURED}",
    "rrf": "score = base, the sum of 1 / (60 + rank) by cosine and by words",
    "weighted": "score = base + join + 0.1 × recency, with base = 0.6 × cosine and join = 0.3 × nearness in the graph",
    "temporal": f"score = ({_JOINED}) × time; asked for the time alone, score = how well the time fits{_MEASURED}",
    "entity": f"score = {_JOINED} + about{_MEASURED}",
    "recent": "newest first",
    "importance": "score = the importance of the memory",
}
"""How a score is made of its parts, by the recipe of a hybrid recall or the mode; other modes rank by one signal."""


def formula(recalled: "Recalled") -> str:
    """How the scores of an answer are made of their parts."""
    return FORMULAS.get(recalled.recipe or recalled.mode, "score = the one signal of this mode")


def parts_table(recalled: "Recalled") -> Table:
    """Every part of every hit's score in the order of their sum, and the way there: memory, entity, hit.

    A part that changes no score of the answer has no column.
    """
    shown = bare_table()
    told = [name for name in PARTS if any(part_text(hit.parts, name) for hit in recalled.hits)]
    for column in ("#", "score", *told):
        shown.add_column(column, justify="right", no_wrap=True)
    shown.add_column("led here by", ratio=1)
    for rank, hit in enumerate(recalled.hits, start=1):
        ways = "\n".join(f"{tie.seed or 'the question'} → {tie.way} → this ({tie.weight:.2f})" for tie in hit.ties)
        numbers = (part_text(hit.parts, name) or "–" for name in told)
        shown.add_row(str(rank), f"{hit.score:.3f}", *numbers, Text(plain(ways or ", ".join(hit.entities))))
    return shown


def part_text(parts: "Parts", name: str) -> str:
    """One part of a score as a number, empty where it changes nothing."""
    value = getattr(parts, name)
    return "" if value == NEUTRAL.get(name, 0.0) else f"{value:.3f}"


def trace_table(trace: "Trace") -> Table:
    """How a search went: how the question was read, and what ran, how long, with how many rows."""
    time = trace.time
    asked = f"{time.said}: {time.since or '…'} – {time.until or '…'}" if time else None
    ran = "\n".join(f"{one.statement}  {one.milliseconds:.1f} ms  {one.rows} rows" for one in trace.statements)
    return fields_table(
        [
            ("language", trace.language),
            ("words", " ".join(trace.words)),
            ("keys of names", ", ".join(trace.keys)),
            ("time", asked),
            ("ranked", trace.candidates),
            ("ran", ran),
        ]
    )
