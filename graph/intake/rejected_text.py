"""The key by which a text that a person took away is known again: a hash, from which no text can be read.

Equal for texts that differ in case, width, spaces, punctuation, invisible signs and signs that look alike: a person
sees the same. A paraphrase has another key. A turn of a talk is known with its speaker and its time, or its talk where
it has no time: one "ok" that was taken away takes no other with it. A note that was taken away is another matter: its
words come back in nobody's mouth by themselves (`graph.journal.tombstones.keys_of`).
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Final

from graph.intake.text_identity import wording
from graph.tables import table_rows

_INVISIBLE = frozenset(("Cf", "Cc", "Me"))
_JOINERS = frozenset(("\u034f", *map(chr, range(0xFE00, 0xFE10)), "\u115f", "\u1160", "\u3164", "\uffa0"))
"""Signs that show nothing though they count as letters or marks."""
EVERYWHERE: Final = "look_alikes"
IN_LATIN: Final = "look_alikes_in_latin"
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f]+")
"""All that is invisible in ASCII."""
_WORD: Final = re.compile(r"\w+")
_LATIN: Final = re.compile(r"[A-Za-z]")


def rejection_key(
    user_id: str,
    text: str,
    *,
    speaker: str | None,
    session_id: str | None,
    occurred_at: datetime | None,
    place: str | None = None,
) -> str:
    """SHA-256 in hex over the user, the text as it looks, and of a turn its speaker and its time or talk.

    With a `place` the text is known as it stands there alone.
    """
    turn: list[str | None] = []
    if speaker is not None and session_id:
        turn = [speaker, occurred_at.astimezone(UTC).isoformat() if occurred_at is not None else session_id]
    return _hashed([user_id, as_it_looks(text), *turn] + ([] if place is None else [{"place": place}]))


def relation_key(user_id: str, kind: str, source: str, target: str, *, symmetric: bool) -> str:
    """SHA-256 in hex over the user, a type of relation and the names of its ends, in order unless `symmetric`."""
    ends = [as_it_looks(source), as_it_looks(target)]
    return _hashed([user_id, {"relation": kind, "ends": sorted(ends) if symmetric else ends}])


def _hashed(parts: Sequence[object]) -> str:
    # Half an emoji is text, and a text may hold it.
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()


def as_it_looks(text: str) -> str:
    """The letters and numbers of a text as the eye tells them apart: `"Ａcme\u200b СORP."` is `"acmecorp"`."""
    plain = unicodedata.normalize("NFKC", text)
    if plain.isascii():
        shown = _CONTROLS.sub("", plain)
    else:
        shown = "".join(sign for sign in plain if sign not in _JOINERS and unicodedata.category(sign) not in _INVISIBLE)
    if not shown.isascii():
        # Before letters are small: Ν looks like N, and ν like v.
        shown = _WORD.sub(_in_latin, shown)
    small = unicodedata.normalize("NFKC", shown.casefold()).translate(look_alikes())
    # White space that counts as a control character parts nothing here: blanks go in any case.
    return wording(small).replace(" ", "").translate(look_alikes())


def _in_latin(word: re.Match[str]) -> str:
    """A word that has a Latin letter, with Latin letters for what looks like them; words of other scripts stay."""
    text = word.group()
    return text.translate(_look_alikes(IN_LATIN)) if _LATIN.search(text) else text


def look_alikes() -> dict[int, str]:
    """Which sign stands for one that looks like it (`tables/look_alikes.tsv`)."""
    return _look_alikes(EVERYWHERE)


@cache
def _look_alikes(table: str) -> dict[int, str]:
    return {ord(sign): like for sign, like, _ in look_alike_rows(table)}


def look_alike_rows(table: str) -> tuple[tuple[str, str, str], ...]:
    """The rows of a table: a sign, the one that is written for it, and a text in which it stands."""
    return tuple(
        (sign, like, example) for sign, like, example in table_rows("graph.intake", table, "sign like example")
    )
