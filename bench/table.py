"""Prints what is understood of the sample corpus, to be looked through by eye: `python -m bench.table --out F`.

One line an entity of a memory and one line a fact, tab-separated, the text before them as a comment.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from api.sources.reading import read_source
from bench.sets import SAMPLES
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from graph.model.extraction import Extraction, Mention
from graph.model.types import RelationType
from graph.write.stages import UnderstoodDraft

_BATCH = 50


def main() -> None:
    """Reads the corpus without a database and writes the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--samples", type=Path, default=SAMPLES / "memories.jsonl", help="memories, one JSON object a line"
    )
    parser.add_argument("--out", type=Path, default=Path("table.tsv"), help="the file to write")
    arguments = parser.parse_args()
    drafts = [item.draft for item in read_source(arguments.samples) if item.draft]
    items = list(_understood(drafts))
    lines = [line for number, item in enumerate(items, 1) for line in _lines(number, item)]
    cast(Path, arguments.out).write_text("\n".join(lines) + "\n", encoding="utf-8")
    entities = sum(line.startswith("E\t") for line in lines)
    print(f"{len(items)} memories, {entities} entities, {sum(line.startswith('R') for line in lines)} facts")


def _understood(drafts: Sequence[Draft]) -> Iterator[UnderstoodDraft]:
    pipeline = Pipeline(ExtractionSettings(workers=1))
    for at in range(0, len(drafts), _BATCH):
        works = [ExtractionInput(draft, pipeline.read(draft)) for draft in drafts[at : at + _BATCH]]
        understood = [
            UnderstoodDraft(
                position=position, draft=work.draft, reading=work.reading, id=f"m{at + position}", content_hash="",
                extraction=extraction,
            )
            for position, (work, extraction) in enumerate(zip(works, pipeline.extract(works), strict=True))
        ]  # fmt: skip
        yield from understood


def _lines(number: int, understood: UnderstoodDraft) -> Iterator[str]:
    draft, extraction = understood.draft, understood.extraction
    yield f"# {number} [{draft.title or ''}] {draft.speaker or ''}: " + " ⏎ ".join(draft.text.split("\n"))
    seen: set[tuple[str, str]] = set()
    for mention in extraction.mentions:
        if (mention.key, mention.type) not in seen:
            seen.add((mention.key, mention.type))
            yield _entity_line(number, mention)
    yield from _fact_lines(number, extraction)


def _entity_line(number: int, one: Mention) -> str:
    aliases = " = " + " = ".join(one.aliases) if one.aliases else ""
    about = "" if one.link_type == "mentions" else one.link_type
    named = f"E\t{number}\t{one.type}\t{one.name}{aliases}\t{one.surface}"
    return f"{named}\t{one.confidence:.2f}\t{about}\t{one.method}: {'; '.join(one.reasons)}"


def _fact_lines(number: int, extraction: Extraction) -> Iterator[str]:
    for one in extraction.statements:
        subject, object_ = extraction.mentions[one.subject], extraction.mentions[one.object]
        kind = "R?" if one.type is RelationType.RELATES_TO else "R"
        more = " ".join(str(part) for part in (one.polarity, one.modality, one.time, one.place, one.amount) if part)
        yield (
            f"{kind}\t{number}\t{one.type}\t{subject.name} | {one.predicate} | {object_.name}\t{one.confidence:.2f}"
            f"\t{more}\t{one.method}: {'; '.join(one.reasons)}"
        )


if __name__ == "__main__":
    main()
