"""Measures how long `enishi ingest` takes for the passages of an encyclopedia, beside their extraction alone.

Also what the background does behind it, as commands: links between the memories, and inference.

    python -m bench.passages --data DIR [--passages 6119] [--json OUT]

Extraction alone is what the ingest does before anything is written: the same texts, batches and worker processes. The
ingest is a whole process, from its start to its end, into an empty database of its own, whose server is started for it.
Processor seconds of the server are told apart: on a machine that extraction fills they are what the ratio is made of.
"""

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from api.settings import settings as read_settings
from bench.output import give_out
from bench.processes import cost_of
from bench.server import local_processor_seconds
from bench.sets import passages
from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.local.server import LocalServer
from graph.local.settings import LocalSettings
from graph.model.draft import Draft

_BATCH = 100


def measured(drafts: Sequence[Draft]) -> dict[str, object]:
    """Seconds of both, and their ratio."""
    alone = _extraction(drafts)
    with TemporaryDirectory() as place:
        home, file = Path(place) / "neo4j", Path(place) / "passages.jsonl"
        file.write_text("".join(_line(draft) for draft in drafts), encoding="utf-8")
        server = LocalServer(LocalSettings(home=home))
        try:
            ingest = cost_of("ingest", "-q", "--direct", str(file), home=home)
            of_server = local_processor_seconds(home)
            link, infer = (cost_of(command, "-q", "--direct", home=home) for command in ("link", "infer"))
        finally:
            server.stop()
    return {
        "passages": len(drafts),
        "extraction_s": round(alone, 1),
        "ingest_s": round(ingest.seconds, 1),
        "ingest_over_extraction": round(ingest.seconds / alone, 2),
        "ingest_cpu_s": round(ingest.cpu_s, 1),
        "server_cpu_s": round(of_server, 1),
        "link_s": round(link.seconds, 1),
        "infer_s": round(infer.seconds, 1),
    }


def _extraction(drafts: Sequence[Draft]) -> float:
    pipeline = Pipeline(read_settings().extraction)
    try:
        began = time.perf_counter()
        for _ in pipeline.extract_stream(_read(pipeline, drafts)):
            pass
        return time.perf_counter() - began
    finally:
        pipeline.close()


def _read(pipeline: Pipeline, drafts: Sequence[Draft]) -> Iterator[list[ExtractionInput]]:
    for first in range(0, len(drafts), _BATCH):
        yield [ExtractionInput(draft, pipeline.read(draft)) for draft in drafts[first : first + _BATCH]]


def _line(draft: Draft) -> str:
    return json.dumps({"text": draft.text, "title": draft.title}, ensure_ascii=False) + "\n"


def main() -> None:
    """Measures, and prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--passages", type=int, default=6_119)
    parser.add_argument("--json", type=Path, help="file to write the result to, for bench.tables")
    chosen = parser.parse_args()
    drafts = [draft for _, draft in passages(chosen.data, "twowiki101", "dev").drafts][: chosen.passages]
    give_out({"passages": measured(drafts)}, chosen.json)


if __name__ == "__main__":
    main()
