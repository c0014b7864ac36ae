"""Writes the pages of what each language pack reads: `python -m scripts.write_reads` (docs/reads/en.md, ja.md, fr.md).

The lists and their examples are those of the pack's word tables, and what is kept of an example is what the product
keeps when the page is written. A list is shown in a row of its own where its table says in a remark what it is for
("# honorific: titles before a name."); the others of a table only help, and are named below.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction, LiteralFact, Statement, worded
from graph.model.types import EntityType, Modality, Polarity, RelationType

ROOT: Final = Path(__file__).resolve().parents[1]
LANG: Final = ROOT / "extraction" / "lang"
PAGES: Final = ROOT / "docs" / "reads"
LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "ja": "Japanese", "fr": "French"}
SECTIONS: Final[Mapping[str, str]] = {
    "Names and types": "en/names en/nouns en/adjectives en/salience en/well_known ja/names ja/people ja/nouns"
    " ja/type_endings fr/nouns",
    "Relations": "en/relations en/converses en/relational_nouns en/verb_classes ja/relations ja/events ja/kin"
    " ja/frames ja/verbs fr/relations",
    "Modality and polarity": "en/modality en/frames ja/modality ja/fiction fr/verbs shared/plan_verbs",
    "Dates": "en/dates en/departures ja/dates fr/dates other/years",
    "Amounts": "en/amounts shared/note_units",
    "Decisions, rules, tasks, incidents": "ja/verdicts ja/work shared/verdict_labels shared/explaining_labels"
    " shared/people_labels shared/bracket_roles shared/passive_openings shared/task_labels shared/task_remarks",
    "Layout": "en/notes shared/part_kinds shared/key_columns shared/empty_cells",
}
"""The word tables by what their lists are for: each stands in one section."""
NOW: Final = datetime(2026, 6, 1, 9, tzinfo=UTC)
"""When the examples are read: "today" is the first of June 2026."""
TITLES: Final[Mapping[str, str]] = {"en": "Booking form", "ja": "予約フォーム", "fr": ""}
"""What the note is about whose line an example of the shared tables is."""
NOTHING: Final = "nothing"
_NEW_LINE: Final = " ⏎ "
"""How an example of several lines is written."""
_MOST_FACTS: Final = 3
_MOST_WORDS: Final = 4
_DESCRIBED: Final = re.compile(r"# (\w+): (.+)")
_ROW: Final = re.compile(r"^\| `\w+` \| .+? \| \d+ \| (.+?) \| (.+) \|$", re.MULTILINE)


class List(NamedTuple):
    """A list of a word table: its name, what it is for ("" where it only helps), its words and its examples."""

    name: str
    purpose: str
    words: tuple[str, ...]
    examples: tuple[str, ...]


Kept = Callable[[Sequence[str], str], Mapping[str, str]]
"""What is kept of each of some examples, as notes of a title."""


def main() -> None:
    """Reads all examples and writes every page."""
    reader = Pipeline(ExtractionSettings(workers=1), clock=lambda: NOW)
    PAGES.mkdir(exist_ok=True)
    for language in LANGUAGES:
        text = page(language, lambda examples, title: read(reader, examples, title))
        (PAGES / f"{language}.md").write_text(text, encoding="utf-8")


def page(language: str, kept: Kept) -> str:
    """The page of a language, each list with the first of its examples of which something is kept."""
    name = LANGUAGES[language]
    lines = [
        f"# What the {name} pack reads",
        "",
        f"Each row is a list of words in `extraction/lang/{language}/lexicon/`"
        + (", or in the tables of labels and units that" if TITLES[language] else ":"),
        *(["packs share (`extraction/lang/shared/tables/`):"] if TITLES[language] else []),
        "what it is for, some of its words, how many it has, an example, and what is kept of the example.",
        "A fact is written `subject · predicate · object · more`. Behind it stand its relation, where it has one, and",
        "whether it is possible, intended (planned), obligatory, reported, denied or over. `Me` is who writes. Where",
        "no fact is kept, the names are shown with their types. A relation has a row for each pair of types of subject",
        "and object (`*`: any, `!`: any but these), `->` from the subject to the object, `<-` the other way round. The",
        "day is 1 June 2026"
        + (f"; a label stands in a note titled “{TITLES[language]}”." if TITLES[language] else "."),
        "This page is made from the tables and by reading the examples (`make docs`).",
    ]
    for section, tables in SECTIONS.items():
        parts = [path for path in tables.split() if path.startswith((language, "shared")) and lists_of(path, language)]
        of_section: list[List] = []
        facts: dict[str, str] = {}
        for path in parts:
            lists = lists_of(path, language)
            title = TITLES[language] if path.startswith("shared/") else ""
            facts |= kept([example for each in lists if each.purpose for example in each.examples], title)
            of_section += lists
        rows = [_row(each, facts) for each in _joined(of_section) if each.purpose]
        helping = [f"`{each.name}`" for each in of_section if not each.purpose]
        if rows:
            tables_of = ", ".join(f"`{path.partition('/')[2]}`" for path in parts)
            lines += ["", f"## {section}", "", f"Tables: {tables_of}.", ""]
            lines += ["| list | what it is for | words | example | kept |", "|---|---|---|---|---|", *rows]
            lines += ["", f"Further lists of these tables: {', '.join(helping)}."] if helping else []
    return "\n".join(lines) + "\n"


def _joined(lists: Sequence[List]) -> Iterator[List]:
    """The lists, those of verbs and of nouns for one relation between the same types as one."""
    for place, each in enumerate(lists):
        is_relation = each.name in RelationType.__members__
        same = [other for other in lists if is_relation and (other.name, other.purpose) == (each.name, each.purpose)]
        if not same:
            yield each
        elif same[0] is lists[place]:
            words = tuple(word for other in same for word in other.words)
            yield List(each.name, each.purpose, words, tuple(text for other in same for text in other.examples))


def _row(each: List, facts: Mapping[str, str]) -> str:
    examples = [example for example in map(cell, each.examples) if example in facts]
    telling = [example for example in examples if facts[example] != NOTHING]
    shown = next(iter(telling or examples), cell(each.examples[0]))
    plain = [word for word in each.words if not re.search(r"[\\?(\[|^]", word)][:_MOST_WORDS]
    purpose = f"{each.purpose}: {', '.join(plain)}" + ", …" * (len(plain) < len(each.words)) if plain else each.purpose
    return f"| `{each.name}` | {cell(purpose)} | {len(each.words)} | {shown} | {facts.get(shown, 'not read yet')} |"


def kept_on(text: str) -> Mapping[str, str]:
    """What a page says is kept of each example that it shows."""
    return {row[1]: row[2] for row in _ROW.finditer(text)}


def lists_of(path: str, language: str) -> list[List]:
    """The lists of a table: of the lexicon "en/names", or the rows of a language in the shared table "shared/…"."""
    folder, _, table = path.partition("/")
    if folder == "shared":
        shared = _shared(LANG / "shared" / "tables" / f"{table}.tsv", language)
        return [shared] if shared.examples else []
    return list(_lexicon(LANG / folder / "lexicon" / f"{table}.tsv"))


def _lexicon(path: Path) -> Iterator[List]:
    remarks, rows = _table(path)
    purposes = {match[1]: match[2] for remark in remarks if (match := _DESCRIBED.fullmatch(remark))}
    lists: dict[tuple[str, str], list[list[str]]] = {}
    for row in rows:
        purpose = row[1] if row[0] in RelationType.__members__ else purposes.get(row[0], "").rstrip(".")
        lists.setdefault((row[0], purpose), []).append(row)
    for (name, purpose), of_list in lists.items():
        words = tuple(word for row in of_list for word in row[2].split(", "))
        yield List(name, purpose, words, tuple(row[3] for row in of_list))


def _shared(path: Path, language: str) -> List:
    remarks, rows = _table(path)
    rows = [row for row in rows if ("ja" if re.search(r"[ぁ-ヿ一-鿿]", row[-1]) else "en") == language]
    purpose = remarks[0].removeprefix("# ").partition(". ")[0].rstrip(".")
    return List(
        path.stem, purpose[:1].lower() + purpose[1:], tuple(word for row in rows for word in row[0].split(", ")),
        tuple(row[-1] for row in rows),
    )  # fmt: skip


def _table(path: Path) -> tuple[list[str], list[list[str]]]:
    """The remarks of a table, and its rows without the header."""
    lines = path.read_text(encoding="utf-8").splitlines()
    remarks = [line for line in lines if line.startswith("#")]
    return remarks, [line.split("\t") for line in lines if line and not line.startswith("#")][1:]


def read(reader: Pipeline, examples: Iterable[str], title: str) -> Mapping[str, str]:
    """What the product keeps of each example, by the example as a page shows it."""
    examples = list(dict.fromkeys(examples))
    drafts = [Draft(text=example.replace(_NEW_LINE, "\n"), title=title or None) for example in examples]
    inputs = [ExtractionInput(draft, reader.read(draft)) for draft in drafts]
    extractions = reader.extract(inputs) if inputs else ()
    return {
        cell(example): cell(kept_of(extraction, title))
        for example, extraction in zip(examples, extractions, strict=True)
    }


def kept_of(extraction: Extraction, title: str) -> str:
    """The first facts of an extraction, else its names with their types; that of the title does not count."""
    names = [mention.name for mention in extraction.mentions]
    facts = [_fact(fact, names) for fact in (*extraction.statements, *extraction.literals)]
    if facts:
        return "; ".join(dict.fromkeys(facts[:_MOST_FACTS]))
    types = dict.fromkeys(
        f"{each.name} ({each.type.value})"
        for each in extraction.mentions
        if each.type is not EntityType.TIME_UNIT and each.name != title
    )
    return ", ".join(types) or NOTHING


def _fact(fact: Statement | LiteralFact, names: Sequence[str]) -> str:
    subject, *others = worded(fact, names)
    parts = [subject if fact.subject is None else names[fact.subject], fact.predicate, *others]
    amount = fact.amount if isinstance(fact, Statement) else None
    parts += [extra for extra in (amount, fact.time) if extra is not None and extra not in parts]
    marks = [
        fact.type.value * (fact.type is not RelationType.RELATES_TO),
        fact.modality.value * (fact.modality is not Modality.STATED),
        "denied" * (fact.polarity is Polarity.NEGATIVE),
        "over" * (isinstance(fact, Statement) and fact.past),
    ]
    marked = ", ".join(filter(None, marks))
    return " · ".join(parts) + f" ({marked})" * bool(marked)


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")


if __name__ == "__main__":
    main()
