"""Marks of note applications in a text: tags are read; identities of blocks, lone pictures and comments taken out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

TAG = re.compile(
    r"(?:(?<=\s)|^|(?<=[(（「、。]))#(?:\[\[([^\]\n]+)\]\]|([^\s#.,;:!?()\[\]{}<>\"'`「」『』（）、。，：；！？|\\]+))"
)
BLOCK_ID = re.compile(r"(?:^|\s)\^[A-Za-z0-9][A-Za-z0-9-]*$")
PICTURE = re.compile(
    r"\s*(?:[-*] )?(?:!\[\[[^\]\n]+\.(?:png|jpe?g|gif|webp|svg|bmp|pdf|mp[34]|m4a|wav|ogg|mov|webm|heic)"
    r"(?:\|[^\]\n]*)?\]\]|"
    r"!\[[^\]\n]*\]\([^)\n]*\))\s*",
    re.IGNORECASE,
)
PROPERTY = re.compile(r"\s*(?:[-*] )?([A-Za-z\u3040-\u30ff\u4e00-\u9fff][\w.\- ]{0,40}?)::(?:[ \t]+(.*)|$)")
FENCE = re.compile(r"\s*(?:```|~~~)")
_SIGN = re.compile(r"^[ \t]*(?P<fence>```|~~~)|`[^`\n]+`|(?<![%0-9])%%(?!%)|<!--|-->", re.MULTILINE)
"""What begins or ends a comment or a block of code. Code in a line holds neither, and 50%% is a number."""
_ENDS: Final = {"%%": "%%", "<!--": "-->"}
"""How a comment ends, which no application shows where a note is read: `%% Obsidian %%`, `<!-- HTML -->`."""
_LETTER = re.compile(r"[0-9A-Za-z]")
_MARK = "\0"
"""Stands where a comment was until it is known whether its line holds more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Lines without marks that say nothing, the tags among them, properties, and how much of what was taken out."""

    lines: tuple[str, ...]
    tags: tuple[str, ...]
    properties: tuple[tuple[str, str], ...]
    pictures: int
    comments: int


def marks_of(lines: Sequence[str]) -> Marks:
    """Reads the marks of some lines; those of code stay as they are."""
    lines, comments = _without_comments(lines)
    kept: list[str] = []
    tags: list[str] = []
    properties: list[tuple[str, str]] = []
    pictures = 0
    fenced = False
    for line in lines:
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and PICTURE.fullmatch(line):
            pictures += 1
            continue
        elif not fenced and not line.startswith("    "):
            tags += [match[1] or match[2] for match in TAG.finditer(line) if not (match[2] or "x").isdecimal()]
            line = BLOCK_ID.sub("", line) if "^" in line else line
            if match := PROPERTY.fullmatch(line):
                properties.append((match[1].strip(), (match[2] or "").strip()))
        kept.append(line)
    return Marks(
        lines=tuple(kept), tags=tuple(dict.fromkeys(tags)), properties=tuple(properties), pictures=pictures,
        comments=comments,
    )  # fmt: skip


def _without_comments(lines: Sequence[str]) -> tuple[Sequence[str], int]:
    """The lines without their comments, and how many these were. A line that was one alone is gone."""
    text = "\n".join(lines)
    places = list(_comments(text))
    if not places:
        return lines, 0
    kept: list[str] = []
    end = 0
    for start, after in [*places, (len(text), len(text))]:
        kept.append(text[end:start])
        end = after
    left = _MARK.join(kept).split("\n")
    return [bare for line in left if (bare := line.replace(_MARK, "")).strip() or _MARK not in line], len(places)


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Where comments begin and end. One that nothing ends is none; each sign is looked at once."""
    signs = list(_SIGN.finditer(text))
    last = {sign[0]: number for number, sign in enumerate(signs)}
    fence = end = None
    start = 0
    for number, sign in enumerate(signs):
        mark = sign[0]
        if end is not None:
            if mark == end and (mark == "-->" or not _LETTER.match(text, sign.end())):
                yield start, sign.end()
                end = None
        elif sign["fence"]:
            fence = None if sign["fence"] == fence else fence or sign["fence"]
        elif fence is None and last.get(_ENDS.get(mark, ""), 0) > number and _begins(text, sign):
            end, start = _ENDS[mark], sign.start()


def _begins(text: str, sign: re.Match[str]) -> bool:
    """Whether a sign may begin a comment: no %% behind a letter does."""
    return sign[0] != "%%" or not _LETTER.match(text, max(0, sign.start() - 1), sign.start())
