r"""Regular expressions held against lines, by an automaton (RE2): the time grows with the text and never explodes.

`\w`, `\d` and `\s` mean letters, digits and white space of every script, which RE2 itself does not do:
`第\d+回` finds 第３回. What needs backtracking (look-around, back-references) is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol, cast

import re2

from graph.errors import Invalid

_SYNTAX: Final = "the syntax of RE2, which has no look-around, back-references and possessive quantifiers"
_COUNT_MOST: Final = 1_000
"""The largest count of RE2, and the most states that one pattern may have where every character is one byte."""
_STATES_TIMES_CHARACTERS: Final = 200_000_000
"""Where the automaton has more states at once than its memory, each may cost some 20 ns a character: four seconds."""
_PARTS: Final = re.compile(
    r"\\Q.*?(?:\\E|$)|\\x\{[^}]*\}|\\[pP]\{[^}]*\}|\\u[0-9a-fA-F]{4}|\\.|\[:\w+:\]|\[\^?\]?|\]|.", re.DOTALL
)
_BEYOND_BYTES: Final = re.compile(r"\\x\{0*[1-9a-fA-F][0-9a-fA-F]{2,}\}|\\[pP]\{[^}]*\}|[^\x00-\xff]")
_CLASSES: Final = {"w": r"\p{L}\p{M}\p{N}_", "d": r"\p{Nd}", "s": r"\s\v\x{1c}-\x{1f}\x{85}\p{Z}"}


class _Match(Protocol):
    def span(self) -> tuple[int, int]: ...


class _Compiled(Protocol):
    programsize: int

    def search(self, text: str) -> _Match | None: ...


@dataclass(frozen=True, slots=True)
class LinePattern:
    """A regular expression, whatever the case of letters. Safe to share between threads."""

    _compiled: _Compiled
    _states: int

    def span(self, line: str) -> tuple[int, int] | None:
        """Where a line matches first, and as far to the left as it can. Raises Invalid for too long a line."""
        if self._states * len(line) > _STATES_TIMES_CHARACTERS:
            raise too_slow()
        match = self._compiled.search(line)
        return None if match is None else match.span()


def line_pattern(expression: str) -> LinePattern:
    """A regular expression made ready. Raises Invalid for what is none, or would have too many states."""
    spread = "".join(_of_every_script(expression))
    states = _compiled(_BEYOND_BYTES.sub("\xff", spread).encode("latin-1")).programsize
    if states > _COUNT_MOST:
        raise Invalid("pattern", "it repeats too much.", allowed=f"counts that make {_COUNT_MOST:,} together")
    return LinePattern(_compiled(spread), states)


def too_slow() -> Invalid:
    """What is said of a pattern that takes too long for the texts that it is held against."""
    return Invalid(
        "pattern",
        "it takes too long for these memories.",
        allowed="a pattern with fewer repetitions, or filters that leave fewer memories",
    )


def _compiled(expression: str | bytes) -> _Compiled:
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.never_capture = True
    if isinstance(expression, bytes):
        options.encoding = re2.Options.Encoding.LATIN1
    try:
        return cast("_Compiled", re2.compile(expression, options))
    except re2.error:
        raise Invalid("pattern", "it is no regular expression, or needs backtracking.", allowed=_SYNTAX) from None


def _of_every_script(expression: str) -> Iterator[str]:
    """The parts of an expression in RE2's words, with classes of characters that know more than ASCII."""
    inside = False
    for part in _PARTS.findall(expression):
        if part.startswith("\\"):
            yield _escape(part, inside=inside)
            continue
        if inside and not part.startswith("[:"):
            inside = not part.endswith("]")
            yield part.replace("[", "\\[")
        else:
            inside = inside or part.startswith("[")
            yield part


def _escape(part: str, *, inside: bool) -> str:
    kind = part[1:]
    if kind[:1] == "u" and len(part) > len("\\u"):
        return f"\\x{{{kind[1:]}}}"
    if kind == "Z":
        return "\\z"
    held = _CLASSES.get(kind.lower())
    if held is None:
        return part
    if kind.islower():
        return held if inside else f"[{held}]"
    if inside:
        raise Invalid("pattern", "a set holds \\W, \\D or \\S.", allowed="[^\\w] and its like instead of [\\W]")
    return f"[^{held}]"
