"""What a memory takes on the disk, and what it takes without the vectors of its sentences and with lean logs.

    python -m bench.storage --data DIR [--size 1500] [--json OUT]

A database of its own for each kind of text, once with the settings as they are and once lean
(`ENISHI_EXTRACTION__VECTORS__SENTENCES=false`, `ENISHI_LOCAL__PROFILE=lean`). It is stopped before it is measured, as
its files are complete only then. What an empty database takes is taken off, except where the whole is told.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from api.app import build
from api.settings import Settings
from api.settings import settings as read_settings
from bench.filler import talks_without_end
from bench.output import give_out
from bench.sets import CHATS, WORKNOTES, corpora
from graph.local.server import LocalServer
from graph.model.draft import Draft

_BATCH: Final = 200
_KB: Final = 1000
_MB: Final = 1_000_000


def measured(data: Path, size: int) -> dict[str, object]:
    """For each kind of text how long one is, in characters, and the KB that each takes, as it is and lean."""
    result: dict[str, object] = {}
    with TemporaryDirectory() as folder:
        homes = (Path(folder) / str(number) for number in count())
        empty = {lean: _taken([], next(homes), lean=lean) for lean in (False, True)}
        for name, drafts in _kinds(data, size):
            figures: dict[str, float] = {"memories": len(drafts)}
            figures["characters"] = round(sum(len(draft.text) for draft in drafts) / len(drafts))
            for lean, ending in ((False, ""), (True, "_lean")):
                store, _ = _taken(drafts, next(homes), lean=lean)
                figures[f"kb{ending}"] = round((store - empty[lean][0]) / len(drafts) / _KB, 1)
            result |= {f"{name}_{metric}": value for metric, value in figures.items()}
            print(f"{name}: {figures}", file=sys.stderr, flush=True)
        for lean, ending in ((False, ""), (True, "_lean")):
            result[f"empty_mb{ending}"] = round(sum(empty[lean]) / _MB)
    return result


def _kinds(data: Path, size: int) -> Iterator[tuple[str, list[Draft]]]:
    yield "turns", list(islice((draft for talk in talks_without_end(data) for draft in talk), size))
    for kind, names in (("notes", WORKNOTES), ("assistants", (CHATS,))):
        every = (corpus for name in names for corpus in corpora(data, name, "dev"))
        yield kind, [draft for _, draft in islice((pair for corpus in every for pair in corpus.drafts), size)]


def _taken(drafts: Sequence[Draft], home: Path, *, lean: bool) -> tuple[int, int]:
    """Bytes of the database with these memories, and of its logs."""
    chosen = _lean(read_settings()) if lean else read_settings()
    local = chosen.local.model_copy(update={"home": home, "bolt_port": 0, "http_port": 0})
    knowledge = build(chosen.model_copy(update={"local": local}))
    try:
        knowledge.ready()
        for outcome in knowledge.remember_many("storage", drafts, batch_size=_BATCH):
            if outcome.error is not None:
                raise outcome.error
    finally:
        knowledge.close()
        LocalServer(local).stop()
    data = home / "data"
    return _size(data / "databases" / "neo4j"), _size(data / "transactions" / "neo4j")


def _lean(settings: Settings) -> Settings:
    vectors = settings.extraction.vectors.model_copy(update={"sentences": False})
    extraction = settings.extraction.model_copy(update={"vectors": vectors})
    local = settings.local.model_copy(update={"profile": "lean"})
    return settings.model_copy(update={"extraction": extraction, "local": local})


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main() -> None:
    """Measures and prints JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--size", type=int, default=1_500, help="memories of each kind at most")
    parser.add_argument("--json", type=Path, help="file to write the result to, for bench.tables")
    arguments = parser.parse_args()
    result = {"storage": measured(arguments.data, arguments.size)}
    give_out(result, arguments.json)


if __name__ == "__main__":
    main()
