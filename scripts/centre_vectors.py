"""Takes the means of English and Japanese vectors of the built-in encoder, and writes extraction/encoder/centres.npz.

Usage: python -m scripts.centre_vectors DATA, the folder with `ner_ja_gsd` and `ner_ja_stockmark` (their train parts),
`ner_en_ewt` and `redocred` (their dev parts). Sentences of UD Japanese GSD, Stockmark's and UD English EWT (all CC
BY-SA) and openings of documents of Re-DocRED (MIT), drawn by chance with a fixed seed; nothing of them is kept but four
means. Questions and passages have means of their own: what the encoder puts before them moves a vector.
"""

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from extraction.encoder.centres import FILE
from extraction.encoder.e5.engine import E5Embedder
from extraction.settings.encoder import VectorSettings
from scripts.tagger.sets import rows

SEED = 1
DRAWN = {
    "ja": {"ner_ja_gsd/train.jsonl.gz": 500, "ner_ja_stockmark/train.jsonl.gz": 500},
    "en": {"ner_en_ewt/dev.jsonl": 600, "redocred/dev.jsonl.gz": 150},
}
OPENING = 400
"""Characters of a document that count: the length of a passage."""


def main() -> None:
    """Writes the four means."""
    chance = random.Random(SEED)
    embedder = E5Embedder(VectorSettings())
    means: Mapping[str, Any] = {
        f"{side}_{language}": made.mean(axis=0)
        for language, files in DRAWN.items()
        for texts in [
            [text for file, count in files.items() for text in drawn(Path(sys.argv[1]) / file, count, chance)]
        ]
        for side, made in zip(("queries", "passages"), embedder.uncentred(texts), strict=True)
    }
    np.savez(FILE, **means)


def drawn(path: Path, count: int, chance: random.Random) -> list[str]:
    """So many texts of a file."""
    texts = [row["text"] if "text" in row else " ".join(row["sentences"])[:OPENING] for row in rows(path)]
    return chance.sample(texts, count)


if __name__ == "__main__":
    main()
