"""Holds what is read and ranked today against the golden corpus: `python -m tests.golden.compare [PART…] [--write]`.

The parts: `en` and `ja` are the mentions and facts, every field, of the sentences beside this module; `sets-en` and
`sets-ja` the same of the evaluation sets, as digests, for their texts stay outside the project; `rankings` the first
ten memories, with scores, for each question of the sample and of the bench's made lives. Texts and rankings are read
by the product as it is deployed; only what moves scores by age is off.

A refactoring leaves every line as it was. A change of behaviour writes the corpus anew (`--write`), and its commit
lists and judges the lines that differ.
"""

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, cast

from api.settings import settings
from bench.quality import stored
from bench.run import built
from bench.sets import LIVES, SAMPLE, corpora, located, rows
from extraction.pipeline import Pipeline
from extraction.text.plain import has_visible_text
from graph.extractor import ExtractionInput
from graph.model.arguments import Argument
from graph.model.draft import Draft
from graph.model.extraction import Extraction, LiteralFact, Mention, Statement
from graph.model.recalled import Mode, Recipe

FOLDER: Final = Path(__file__).parent
TEXTS: Final = ("en", "ja")
SETS: Final = {
    "sets-en": (("carb", "dev"), ("wire57", "dev"), ("ner_en_wnut17", "dev"), ("locomo", "dev.conversations")),
    "sets-ja": (("jemhopqa_facts", "dev.corpus"), ("ner_ja_gsd", "dev"), ("jsquad", "dev.corpus")),
}
"""The evaluation sets whose texts are read as well, each by its file, where the folder of the sets is there."""
RANKINGS: Final = "rankings"
PARTS: Final = (*TEXTS, *SETS, RANKINGS)
_WHEN: Final = datetime(2024, 5, 15, 10, 0, tzinfo=UTC)
_TOGETHER: Final = 64
_MOST_OF_A_SET: Final = 700
_SPEAKERS: Final = {"en": "Ken", "ja": "健"}


def main() -> None:
    """Compares the parts, or writes them; exit code 1 where anything differs."""
    arguments = _arguments()
    parts = arguments.parts or [part for part in PARTS if part not in SETS or arguments.data.is_dir()]
    with ProcessPoolExecutor(max_workers=2) as processes:
        made = processes.map(_made, parts, [arguments.data] * len(parts))
        report = _write if arguments.write else _report
        differing = sum(report(part, lines) for part, lines in zip(parts, made, strict=True))
    if differing:
        print(f"{differing} lines differ from the golden corpus", file=sys.stderr)
        sys.exit(1)


def _made(part: str, data: Path) -> list[str]:
    if part == RANKINGS:
        return list(_rankings(data))
    if part in SETS:
        texts = list(dict.fromkeys(text for name, stem in SETS[part] for text in _texts_of_set(data, name, stem)))
        language = part.removeprefix("sets-")
        return [
            f"{_digest(text)} {_digest(line.partition(chr(9))[2])}"
            for text, line in zip(texts, _understood(texts, language), strict=True)
        ]
    return list(_understood(_sentences(part), part))


def _sentences(language: str) -> list[str]:
    return [json.loads(line) for line in _lines(FOLDER / f"sentences.{language}.jsonl")]


def _lines(path: Path) -> list[str]:
    """The lines of a file; a sentence may hold what Python takes for the end of a line and JSON does not."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def _texts_of_set(data: Path, name: str, stem: str) -> list[str]:
    made: list[str] = []
    for row in rows(located(data, name, stem)):
        turns = row.get("turns")
        texts: Iterable[Any] = (turn["text"] for turn in turns) if turns else (_text_of(row),)
        made.extend(text for text in texts if isinstance(text, str) and text.strip())
        if len(made) >= _MOST_OF_A_SET:
            break
    return made[:_MOST_OF_A_SET]


def _text_of(row: dict[str, Any]) -> str:
    return str(row.get("text") or row.get("sentence") or "")


def _understood(texts: Sequence[str], language: str) -> Iterator[str]:
    """A line for each text: the text, then its mentions and statements; every other one is a turn of a chat."""
    pipeline = Pipeline(settings().extraction.model_copy(update={"workers": 1}), clock=lambda: _WHEN)
    for start in range(0, len(texts), _TOGETHER):
        some = texts[start : start + _TOGETHER]
        drafts = [
            Draft(text=text, occurred_at=_WHEN, speaker=_SPEAKERS[language] if place % 2 else None, session_id="s")
            for place, text in enumerate(some)
        ]
        works = [ExtractionInput(draft, pipeline.read(draft)) for draft in drafts if has_visible_text(draft.text)]
        for work, extraction in zip(works, pipeline.extract(works), strict=True):
            text = work.draft.text
            found = {
                "names": _mentions(extraction),
                "facts": [_fields(said) for said in extraction.statements],
            }
            if extraction.literals:
                found["literals"] = [_fields(said) for said in extraction.literals]
            yield f"{json.dumps(text, ensure_ascii=False)}\t{json.dumps(found, ensure_ascii=False, default=str)}"
    pipeline.close()


def _mentions(extraction: Extraction) -> list[dict[str, object]]:
    return [_fields(mention) for mention in extraction.mentions]


def _fields(value: Mention | Statement | LiteralFact | Argument) -> dict[str, object]:
    """Every field that has more than its default; the name taken apart as a digest, for it is long."""
    told: dict[str, object] = {}
    for field in fields(value):
        content = getattr(value, field.name)
        # Whether a surface is written as a common noun is told by the surface.
        if field.name != "common" and content != field.default and content not in ((), None):
            told[field.name] = _digest(repr(content)) if field.name == "forms" else _plain(content)
    return told


def _plain(content: object) -> object:
    """The parts of a fact's arguments by name; anything else as it is."""
    if isinstance(content, tuple) and content and isinstance(content[0], Argument):
        return [_fields(argument) for argument in cast(tuple[Argument, ...], content)]
    return content


def _rankings(data: Path) -> Iterator[str]:
    knowledge = built()
    try:
        for name in (SAMPLE, LIVES):
            for corpus in corpora(data, name, "dev"):
                user = f"golden-{os.getpid()}-{corpus.name}"
                knowledge.forget_user(user)
                ids = stored(knowledge, user, corpus)
                for question in corpus.questions:
                    found = knowledge.recall(user, question.text, mode=Mode.HYBRID, recipe=Recipe.JOINED, limit=10)
                    hits = [[ids[hit.memory.id], round(hit.score, 4)] for hit in found.hits]
                    yield json.dumps([corpus.name, question.text, hits], ensure_ascii=False)
                knowledge.forget_user(user)
    finally:
        knowledge.close()


def _write(part: str, lines: Sequence[str]) -> int:
    _path(part).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return 0


def _report(part: str, lines: Sequence[str]) -> int:
    """How many lines of a part are not as they were; the first of them are shown with what they were."""
    before = _lines(_path(part))
    differing = [(was, now) for was, now in zip(before, lines, strict=False) if was != now]
    differing += [(line, "(missing)") for line in before[len(lines) :]]
    differing += [("(new)", line) for line in lines[len(before) :]]
    for was, now in differing[:20]:
        print(f"{part}\n- {was}\n+ {now}")
    print(f"{part}: {len(lines)} lines, {len(differing)} differ", file=sys.stderr)
    return len(differing)


def _path(part: str) -> Path:
    return FOLDER / f"{part}.golden"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--write", action="store_true", help="write the parts anew instead of comparing them")
    return parser.parse_args()


if __name__ == "__main__":
    main()
