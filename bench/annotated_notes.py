"""Facts kept of notes of work, held against what annotators say who knew no rule: the sets `notes-en` and `notes-ja`.

`notes/` has eight invented teams a language, one a file. In `en1.txt` the notes are parted by lines of `===`, and their
things are marked as `⟦Type:surface⟧`; the names of the product's network of notes were taught by these marks. For the
first four, with 1,068 and 1,030 notes, `en1.facts` holds what they tell: behind `# 3 first words` the facts of the
third, a line each, as `subject | predicate | object` and, where they are not RELATES_TO, positive and stated, their
type, polarity and modality. Metrics as in `worknotes.py`, for all files with facts, for each, and for `unread`: the two
that no rule was made with. Two who annotated the same 90 notes of other projects agreed in 75 % of the facts in English
and 65 % in Japanese (recall; precision 86 and 84, polarity 95 and 95), so more than that cannot be asked.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bench.understood import understood
from bench.worknotes import counted_of, figures
from graph.model.draft import Draft
from graph.model.types import Polarity, RelationType

NOTES: Final = Path(__file__).parent / "notes"
SETS: Final = {"notes-en": "en", "notes-ja": "ja"}
UNREAD: Final = ("en2", "en4", "ja3", "ja4")
_MODALITIES: Final = ("stated", "reported", "planned", "possible", "asked")
_MARK: Final = re.compile(r"⟦(\w+):([^⟦⟧]+)⟧")
_HEAD: Final = re.compile(r"# (\d+)(?: |$)")
_OF_FACTS: Final = ("fact_recall", "fact_precision", "polarity")

Spans = tuple[tuple[int, int, str], ...]
Fact = Mapping[str, str]


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """The metrics of all notes of a language, and of each file."""
    del data, split
    language = SETS[name]
    by_file = {path.stem: _counted(path, language) for path in sorted(NOTES.glob(f"{language}*.facts"))}
    counted = sum(by_file.values(), Counter[str]())
    unread = sum((by_file[stem] for stem in UNREAD if stem in by_file), Counter[str]())
    files = {stem: _of_facts(each) for stem, each in by_file.items()}
    return {**_of_facts(counted), "unread": _of_facts(unread), "files": files}


def _of_facts(counted: Counter[str]) -> dict[str, object]:
    metrics = figures(counted)
    return {key: metrics[key] for key in _OF_FACTS} | {"facts": counted["facts"], "kept": counted["kept"]}


def _counted(path: Path, language: str) -> Counter[str]:
    rows = list(noted(path))
    kept = understood([Draft(text=row["text"]) for row in rows])
    return sum((counted_of(row, each, language) for row, each in zip(rows, kept, strict=True)), Counter())


def noted(path: Path) -> Iterator[dict[str, Any]]:
    """The notes of a file, each as the stories have theirs."""
    facts = facts_in(path)
    for number, (text, spans) in enumerate(notes(path.with_suffix(".txt")), 1):
        yield _row(text, spans, facts.get(number, ()))


def _row(text: str, spans: Spans, facts: Sequence[Fact]) -> dict[str, Any]:
    """A note as the stories have theirs; each thing is called as it is written."""
    entities = [
        {"start": start, "end": end, "surface": text[start:end], "name": text[start:end], "types": [type_]}
        for start, end, type_ in spans
    ]
    return {"text": text, "entities": entities, "facts": facts, "decision": None}


def notes(path: Path) -> Iterator[tuple[str, Spans]]:
    """The notes of a file, each without its marks, and what was marked: start, end and type."""
    for marked in path.read_text(encoding="utf-8").split("\n===\n"):
        text, spans, at = "", [], 0
        marked = marked.strip("\n").removesuffix("\n===")
        for match in _MARK.finditer(marked):
            text += marked[at : match.start()]
            spans.append((len(text), len(text) + len(match[2]), match[1]))
            text += match[2]
            at = match.end()
        text += marked[at:]
        if text.strip():
            yield text, tuple(spans)


def facts_in(path: Path) -> Mapping[int, Sequence[Fact]]:
    """The facts of a file by the number of their note, from 1. Raises ValueError where a line is none."""
    facts: defaultdict[int, list[Fact]] = defaultdict(list)
    number = 0
    for line in filter(None, path.read_text(encoding="utf-8").splitlines()):
        if head := _HEAD.match(line):
            number = int(head[1])
            continue
        subject, predicate, thing, *traits = (part.strip() for part in line.split(" | "))
        fact = {"subject": subject, "predicate": predicate, "object": thing}
        facts[number].append(fact | _traits(traits))
    return facts


def _traits(parts: Sequence[str]) -> dict[str, str]:
    """Type, which is written in capitals, polarity and modality, each by its word."""
    traits = {"type": RelationType.RELATES_TO.value, "polarity": Polarity.POSITIVE.value, "modality": "stated"}
    for part in parts:
        if part.isupper():
            traits["type"] = part
        elif part in list(Polarity):
            traits["polarity"] = part
        elif part in _MODALITIES:
            traits["modality"] = part
        else:
            raise ValueError(f"{part!r} is no type, polarity or modality of a fact.")
    return traits
