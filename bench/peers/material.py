"""What every peer is given: the same texts, vectors and questions, in files that any of them can read."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.sets import TALKS, Corpus, EvalQuestion
from extraction.draft_reading import indexed_form
from extraction.encoder import Embeds, Vectors
from extraction.text.language import language_of
from graph.model.draft import Draft


@dataclass(frozen=True, slots=True)
class Material:
    """A corpus as the adapters are handed it; vectors are one a row."""

    name: str
    kind: str
    language: str
    turns: list[dict[str, object]]
    turn_vectors: Vectors
    questions: list[EvalQuestion]
    question_vectors: Vectors


def material(set_name: str, corpus: Corpus, embedder: Embeds, most: int | None = None) -> Material:
    """The first `most` documents of a corpus and the questions that they can answer whole, with their vectors.

    What is embedded is what Enishi embeds: a turn with date and speaker, a passage under its title.
    """
    kept = corpus.drafts[:most]
    here = {identity for identity, _ in kept}
    questions = [asked for asked in corpus.questions if here.issuperset(asked.gold)]
    turns = [_turn(identity, draft) for identity, draft in kept]
    return Material(
        corpus.name,
        "talks" if set_name in TALKS else "passages",
        language_of(" ".join(str(turn["said"]) for turn in turns[:20])),
        turns,
        embedder.passages([str(turn["text"]) for turn in turns]),
        questions,
        embedder.queries([asked.text for asked in questions]),
    )


def _turn(identity: str, draft: Draft) -> dict[str, object]:
    return {
        "id": identity,
        "text": indexed_form(draft, draft.text, language_of(draft.text)),
        "said": draft.text,
        "speaker": draft.speaker,
        "session": draft.session_id,
        "at": draft.occurred_at.isoformat() if draft.occurred_at else None,
        "title": draft.title,
    }


def written(folder: Path, stem: str, rows: Iterable[Mapping[str, object]], vectors: Vectors) -> dict[str, object]:
    """Writes rows as JSON lines and their vectors as 32-bit numbers; the order fields that name both files."""
    lines, numbers = folder / f"{stem}.jsonl", folder / f"{stem}.f32"
    lines.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    np.ascontiguousarray(vectors, dtype=np.float32).tofile(numbers)
    return {"rows": str(lines), "vectors": str(numbers), "dimensions": int(vectors.shape[1])}


def asked_rows(questions: Sequence[EvalQuestion]) -> list[dict[str, object]]:
    """The questions as rows; what answers them stays here."""
    return [{"text": asked.text} for asked in questions]
