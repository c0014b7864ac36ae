"""Pin instructions: "Remember this: …" of the user pins a memory, and is left out of the content that is kept.

An instruction is a clause of its own, built of a phrase (the setting `pin_instructions` and the table beside the
settings) with what people put around it: これを覚えておいてください：…, "Could you please remember that …".
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from extraction.names.speakers import ME, narrator_of
from extraction.text.chunks import trimmed
from extraction.text.lexicon import lexicon
from graph.model.draft import Draft

_LEAD: Final = 20_000
"""Characters of a text in which an instruction is looked for."""
_RIM: Final = 200
"""Characters at the beginning and the end within which an instruction is left out of the content."""
_JAPANESE: Final = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
_CLAUSE_STARTS: Final = r"(?=(?:my|our|your|his|her|their|the|i|i'm|we|you|he|she|they|it|this|there|[A-Z]\w+)\b)"
_STATES: Final = r"(?=[^.!?\n]*\b(?:is|are|was|were|isn't|aren't|has|have|had|must|will|can|should|means)\b)"
"""What is to be remembered states something: "Remember the code is 4711", and not "Remember the Alamo"."""
_NO_QUESTION: Final = r"(?![^.!\n]*\?)"
_OPEN: Final = r"[【\[（(*_]*"
_CLOSE: Final = r"[？?】\]）):。、,.!！…\n*_：—–-]"
_QUOTED_LINE: Final = re.compile(r"^[ \t]*>.*$", re.MULTILINE)


def may_pin(draft: Draft) -> bool:
    """Whether a memory speaks for the user, who alone may ask to pin: an own memo, or a turn of the user.

    What a chat partner, an assistant, a file or a page says pins nothing: its text would stand in every context.
    """
    return narrator_of(draft) == ME


def content_of(text: str, instructions: Sequence[str]) -> tuple[int, int, bool]:
    """Start and end of the content to keep, and whether the text asks to be pinned.

    An instruction at the beginning or end is left out, unless nothing else would remain. Quoted lines (`> …`) ask for
    nothing.
    """
    start, end = trimmed(text, 0, len(text))
    if not instructions:
        return (start, end, False)
    patterns = _patterns(tuple(instructions))
    unquoted = _QUOTED_LINE.sub(lambda line: " " * len(line[0]), text)
    head, tail = unquoted[start : start + _RIM], unquoted[max(start, end - _RIM) : end]
    opening = patterns.opening.match(head)
    closing = patterns.closing.search(tail)
    begin = start + opening.end() if opening else start
    finish = end - (len(tail) - closing.start()) if closing else end
    pinned = bool(opening or closing or patterns.inner.search(unquoted[start : start + _LEAD]))
    begin, finish = trimmed(text, begin, max(begin, finish))
    if not re.search(r"\w", text[begin:finish]):
        return (start, end, pinned)
    return (begin, finish, pinned)


class _Patterns:
    """The patterns of an instruction at the beginning, at the end and inside a text."""

    def __init__(self, instructions: tuple[str, ...]) -> None:
        table = lexicon("extraction.settings", "pin_instructions")
        native = [phrase for phrase in instructions if _JAPANESE.search(phrase)]
        others = [phrase for phrase in instructions if not _JAPANESE.search(phrase)]
        that = [phrase for phrase in others if phrase.casefold().endswith("that")]
        objects, openers = table.ordered("object_ja"), table.ordered("opener_ja")
        requests = rf"(?:{_either(table.ordered('request_ja'))})*"
        this = rf"{_either(objects)}(?:だけ)?(?:を|は|も|について|、)?(?:必ず|絶対に?|よく)?"
        before = rf"(?:{_either(openers)}[、,\s]*)*(?:{this})?"
        japanese = rf"{before}{_either(native)}{requests}"
        weak = rf"{before}{_either(table.ordered('clause_ja'))}{requests}"
        please = rf"(?:{_either(table.ordered('opener_en'))}[,!]?\s+)*"
        english = rf"{please}{_either(others)}"
        label = _either(table.ordered("label"))
        stated = (
            rf"{please}(?:{_either(that)}|{_either(table.ordered('verb_en'))}(?:\s+that)?)[:,]?\s+"
            rf"(?!to\b|when\b){_CLAUSE_STARTS}{_NO_QUESTION}"
        )
        # Without "that" only a clause that states something is meant.
        stated = rf"(?:{please}{_either(that)}[:,]?\s+{_CLAUSE_STARTS}{_NO_QUESTION}|{stated}{_STATES})"
        self.opening = re.compile(
            rf"{_OPEN}(?:(?:{japanese}|{weak}|{english})\s*(?:{_CLOSE}+|$)"
            rf"|{label}\s*(?:[】\]）)][:：]?|[:：])(?!//)|{stated})\s*",
            re.IGNORECASE,
        )
        content_object = r"(?:(?:という?こと|こと|内容|件|話)(?:だけ)?(?:を|は)?|って|と)"
        self.closing = re.compile(
            rf"(?:(?:^|(?<=[。！？!?\n、,.\s]))|{content_object})\s*{japanese}[。.！!～〜…]*$"
            rf"|(?:^|(?<=[。！？!?\n、,.])|{content_object})\s*{weak}[。.！!～〜…]*$"
            rf"|(?:^|(?<=[.!?\n。])|,|\s[-–—]+|\s\()\s*{english}[.!)]*$",
            re.IGNORECASE,
        )
        self.inner = re.compile(
            rf"(?:{_either(native)}){requests}(?:[。！!\n]|$)"
            rf"|(?:^|[。！？!?\n])\s*{weak}(?:[。！!：:\n]|$)"
            rf"|(?:^|[.!?\n]\s*){english}\s*(?:[:.!\n]|$)|[.!?\n]\s*{stated}",
            re.IGNORECASE,
        )


def _either(phrases: Sequence[str]) -> str:
    """One of some phrases, the longest first; white space and apostrophes of any kind. Matches nothing for none."""
    spelled = [
        re.escape(phrase).replace("'", "['’]?").replace(r"\ ", r"\s+")
        for phrase in sorted(phrases, key=len, reverse=True)
    ]
    return f"(?:{'|'.join(spelled)})" if spelled else "(?!)"


@lru_cache(maxsize=8)
def _patterns(instructions: tuple[str, ...]) -> _Patterns:
    return _Patterns(instructions)
