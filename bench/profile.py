"""Prints where the time of understanding goes, by language: `python -m bench.profile [--data DIR] [--json F]`.

Seconds are those of the processor, of one process with one thread, so that a busy machine moves them little.
"""

import argparse
import importlib
import resource
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar, cast

from bench.output import give_out
from bench.sets import chatter, talks
from extraction.draft_reading import indexed_form
from extraction.encoder import open_embedder
from extraction.encoder.states import ENCODER_STATES, EncodedText, EncoderInput, EncoderView
from extraction.lang.shared.languages import LANGUAGE_PACKAGES, LanguagePack, groups
from extraction.model.context import Context
from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from extraction.text.language import language_of
from graph.extractor import ExtractionInput
from graph.model.draft import Draft

T = TypeVar("T")

_TEXTS = 500
_TURNS = 2
_LIKE_TONGUES = {"texts": 64, "characters": 4_000}


def main() -> None:
    """Profiles chat turns of both languages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the evaluation sets")
    parser.add_argument("--json", type=Path, help="file to write the result to")
    arguments = parser.parse_args()
    data = cast(Path, arguments.data)
    english = [draft for corpus in talks(data, "locomo", "dev") for _, draft in corpus.drafts][:_TEXTS]
    japanese = chatter(data, "scale_ja_realpersonachat", _TEXTS)
    result = {"en": _profiled("en", english), "ja": _profiled("ja", japanese)}
    result["memory_mb"] = {"peak": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)}
    give_out(result, arguments.json)


def _profiled(language: str, drafts: Sequence[Draft]) -> dict[str, float]:
    """Milliseconds a memory of each stage, the least of some turns; shares of the whole in percent."""
    turns = [_stages(language, drafts) for _ in range(_TURNS)]
    least = {stage: min(turn[stage] for turn in turns) for stage in turns[0]}
    whole = least.pop("whole")
    told = {f"{stage}_ms": round(1000 * seconds / len(drafts), 3) for stage, seconds in least.items()}
    told |= {f"{stage}_share": round(100 * seconds / whole, 1) for stage, seconds in least.items()}
    head = least["head"] + max(0.0, least["watching"])
    return told | {
        "whole_ms": round(1000 * whole / len(drafts), 3),
        "memories_per_s": round(len(drafts) / whole, 1),
        "head_of_encoder": round(100 * head / least["encoder"], 1),
    }


def _stages(language: str, drafts: Sequence[Draft]) -> dict[str, float]:
    forms = _forms(drafts)
    embedder = open_embedder()
    encoder_view = EncoderView(embedder)
    embedder.passages(["warm"])
    seconds: dict[str, float] = {}
    seconds["encoder"], _ = _timed(lambda: embedder.passages([form.lead + form.text for form in forms]))
    watched, (_, seeings) = _timed(lambda: encoder_view.encoded(forms))
    seconds["watching"] = watched - seconds["encoder"]
    seconds |= _language(language, drafts, encoder_view, seeings)
    pipeline = Pipeline(ExtractionSettings(workers=1))
    pipeline.warm(language)
    seconds["reading"], works = _timed(lambda: [ExtractionInput(draft, pipeline.read(draft)) for draft in drafts])
    seconds["whole"], _ = _timed(lambda: pipeline.extract(works))
    seconds["whole"] += seconds["reading"]
    print(language, {stage: round(one, 2) for stage, one in seconds.items()}, file=sys.stderr, flush=True)
    return seconds


def _forms(drafts: Sequence[Draft]) -> list[EncoderInput]:
    forms: list[EncoderInput] = []
    for draft in drafts:
        form = indexed_form(draft, draft.text, language_of(draft.text))
        forms.append(EncoderInput(form[: len(form) - len(draft.text)], draft.text))
    return forms


def _language(
    language: str, drafts: Sequence[Draft], encoder_view: EncoderView, seeings: Sequence[EncodedText]
) -> dict[str, float]:
    """Seconds of the head, of the parse with all else that spaCy does, and of the rules."""
    tongue = cast(LanguagePack, importlib.import_module(LANGUAGE_PACKAGES[language]))
    nlp = tongue.load(encoder_view)
    when = datetime(2024, 1, 1, tzinfo=UTC)
    seconds = {"parse": 0.0, "head": 0.0, "rules": 0.0}
    for group in groups([len(draft.text) for draft in drafts], **_LIKE_TONGUES):
        started = time.process_time()
        docs: list[Any] = [nlp.make_doc(drafts[place].text) for place in group]
        for doc, place in zip(docs, group, strict=True):
            doc.user_data[ENCODER_STATES] = seeings[place].text
        seconds["parse"] += time.process_time() - started
        for name, component in nlp.pipeline:
            spent, docs = _timed(lambda one=component, given=docs: list(_piped(one, given)))
            seconds["head" if name == "enishi_names" else "parse"] += spent
        contexts = [Context(when=when, speaker=drafts[place].speaker) for place in group]
        spent, _ = _timed(lambda given=docs, known=contexts: list(tongue.find(given, known)))
        seconds["rules"] += spent
    return seconds


def _piped(component: Any, docs: list[Any]) -> list[Any]:
    """What a component makes of documents, in one batch where it takes batches."""
    if hasattr(component, "pipe"):
        return list(component.pipe(docs, batch_size=len(docs)))
    return [component(doc) for doc in docs]


def _timed(act: Callable[[], T]) -> tuple[float, T]:
    started = time.process_time()
    made = act()
    return time.process_time() - started, made


if __name__ == "__main__":
    main()
