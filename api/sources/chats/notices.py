"""What applications write into a chat in place of words: stickers, calls, deletions, told by a table of phrases."""

import re
from functools import cache

from api.sources.item import LeftOut
from extraction.text.lexicon import lexicon

ANY = "…"
BIDI = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
END = " .。．!！"


def notice_of(text: str, application: str) -> LeftOut | None:
    """What kind of notice of an application a whole message is; None for somebody's words."""
    plain = BIDI.sub("", text).strip().rstrip(END).casefold()
    if not plain or "\n" in plain:
        return None
    match = _notices(application).fullmatch(plain)
    return LeftOut[str(match.lastgroup)] if match else None


@cache
def phrases_of(application: str) -> dict[str, tuple[str, ...]]:
    """The phrases of an application by the kind of what they stand for; "…" in a phrase stands for anything."""
    return dict(lexicon("api.sources.chats", "notices").groups(application))


@cache
def _notices(application: str) -> re.Pattern[str]:
    kinds = phrases_of(application).items()
    return re.compile("|".join(f"(?P<{kind}>{'|'.join(map(_pattern, phrases))})" for kind, phrases in kinds), re.DOTALL)


def _pattern(phrase: str) -> str:
    return ".+?".join(re.escape(part) for part in phrase.rstrip(END).casefold().split(ANY))
