"""Marks of note applications in a text: tags are read; identities of blocks, lone pictures and comments taken out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

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
_COMMENT = re.compile(
    r"^[ \t]*(?P<fence>```|~~~).*?(?:^[ \t]*(?P=fence)|\Z)|`[^`\n]+`"
    r"|(?P<comment>(?<![0-9A-Za-z%])%%(?!%).*?(?<![0-9%])%%(?![0-9A-Za-z%])|<!--.*?-->)",
    re.DOTALL | re.MULTILINE,
)
"""A comment, which no application shows where a note is read (`%% Obsidian %%`, `<!-- HTML -->`); code comes first."""
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
    places = [match.span() for match in _COMMENT.finditer(text) if match["comment"] is not None]
    if not places:
        return lines, 0
    kept: list[str] = []
    end = 0
    for start, after in [*places, (len(text), len(text))]:
        kept.append(text[end:start])
        end = after
    left = _MARK.join(kept).split("\n")
    return [bare for line in left if (bare := line.replace(_MARK, "")).strip() or _MARK not in line], len(places)
