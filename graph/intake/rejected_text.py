"""The key by which a text that a person took away is known again: a hash, from which no text can be read.

Equal for texts that differ in case, width, spaces, punctuation, invisible signs and signs that look alike: a person
sees the same. A paraphrase has another key. A turn of a talk is known with its speaker and its time, or its talk where
it has no time: one "ok" that was taken away takes no other with it.
"""

import hashlib
import json
import unicodedata
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from graph.intake.text_identity import wording

_INVISIBLE = frozenset(("Cf", "Cc", "Me"))
_JOINERS = frozenset(("\u034f", *map(chr, range(0xFE00, 0xFE10)), "\u115f", "\u1160", "\u3164", "\uffa0"))
"""Signs that show nothing though they count as letters or marks."""


def rejection_key(
    user_id: str, text: str, *, speaker: str | None, session_id: str | None, occurred_at: datetime | None
) -> str:
    """SHA-256 in hex over the user, the text as it looks, and of a turn its speaker and its time or talk."""
    place: str | None = None
    if speaker is not None and session_id:
        place = occurred_at.astimezone(UTC).isoformat() if occurred_at is not None else session_id
    turn = [speaker, place] if place is not None else []
    return hashlib.sha256(json.dumps([user_id, as_it_looks(text), *turn], ensure_ascii=False).encode()).hexdigest()


def as_it_looks(text: str) -> str:
    """The letters and numbers of a text as the eye tells them apart: `"Ａcme\u200b СORP."` is "acmecorp"."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    shown = "".join(sign for sign in plain if sign not in _JOINERS and unicodedata.category(sign) not in _INVISIBLE)
    # White space that counts as a control character parts nothing here: blanks go in any case.
    return wording(shown.translate(look_alikes())).replace(" ", "").translate(look_alikes())


@cache
def look_alikes() -> dict[int, str]:
    """Which sign stands for one that looks like it (`tables/look_alikes.tsv`)."""
    return {ord(sign): like for sign, like, _ in look_alike_rows()}


def look_alike_rows() -> tuple[tuple[str, str, str], ...]:
    """The rows of the table: a sign, the one that is written for it, and a text in which it stands."""
    text = (files("graph.intake") / "tables" / "look_alikes.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return tuple((sign, like, example) for sign, like, example in lines[1:])
