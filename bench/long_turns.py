"""How fast long turns in Markdown are understood by one core: the set `long-turns`, of talks with an assistant (BEAM).

Processor seconds of this process, so that other work on the machine does not count; nothing is written.
"""

import time
from itertools import islice
from pathlib import Path
from typing import Final

from bench.sets import CHATS, corpora
from bench.understood import BATCH, understood
from extraction.encoder import open_embedder
from extraction.settings.encoder import VectorSettings

_TURNS: Final = 120


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """Turns, the encoder's tokens in them, and tokens understood in a second of a core."""
    del name
    drafts = [draft for _, draft in islice(corpora(data, CHATS, split)[0].drafts, _TURNS)]
    list(understood(drafts[:BATCH]))  # Warm: the models load.
    embedder = open_embedder(VectorSettings())
    tokens = sum(embedder.count(draft.text) for draft in drafts)
    started = time.process_time()
    list(understood(drafts))
    return {
        "turns": len(drafts),
        "tokens": tokens,
        "tokens_per_core_s": round(tokens / (time.process_time() - started)),
    }
