"""Whether a word sounds like a Japanese surname or given name, whatever its letters."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from extraction.names.forms.sounds import is_kana, kana_sound, romaji_sound

_TABLE: Final = Path(__file__).parent / "heard.json"

Heard = Literal["surname", "given"]


@lru_cache(maxsize=32768)
def spellings(word: str, part: Heard) -> int:
    """How many spellings the dictionary has for a surname or given name of this sound, up to nine; 0 for none.

    `word` is kana or one word in Latin letters.
    """
    sound = kana_sound(word) if is_kana(word) else romaji_sound(word)
    return _table()[part].get(sound.folded, 0) if sound else 0


@lru_cache(maxsize=1)
def _table() -> dict[Heard, dict[str, int]]:
    return json.loads(_TABLE.read_text(encoding="utf-8"))
