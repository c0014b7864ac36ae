"""The text that a reader sees: Markdown and wiki marks taken out, with the place of every character in the original.

"**Nora Lind** works for [Acme](https://acme.example)" is read as "Nora Lind works for Acme", and each name found in
that stands where it does in the marked text. What is struck through was taken back, and is not read at all.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from extraction.text.plain import TextAlignment

Cut = tuple[int, int, int, int]
"""A stretch with its marks and the part of it that is shown: start, end, start of the part, end of the part."""

_MAY: Final = re.compile(r"[*_`~\[<]|==|^#", re.MULTILINE)
INLINE_TAGS: Final = "b|i|em|strong|u|s|mark|br|sub|sup|span|kbd|small|font"
"""The tags of HTML that mark words within a line."""
_CJK: Final = r"\u3005-\u30ff\u3400-\u9fff\uff01-\uff60"
_HEADING: Final = re.compile(r"^[ ]{0,3}#{1,6}[ \t]+(?P<part>[^\n]*?)(?:[ \t]+#+)?[ \t]*$", re.MULTILINE)
_PATTERNS: Final = (
    re.compile(r"(?<=[-*+•.)] )[ \t]*\[[ xX✓]\][ \t]+(?P<part>)(?=[^\s\[])"),
    re.compile(r"~~(?=\S)[^~\n]{1,500}?(?<=\S)~~[ \t]?(?P<part>)"),
    re.compile(r"!\[\[[^\[\]\n]{1,200}\]\](?P<part>)"),
    re.compile(r"!?\[(?P<part>[^\[\]\n]{0,200})\]\((?:[^()\s]|\([^()\s]*\)){0,500}(?:\s+[\"'][^\"'\n]*[\"'])?\)"),
    re.compile(r"\[(?P<part>[^\[\]\n^]{1,200})\]\[[^\[\]\n]{0,80}\]"),
    re.compile(r"\[\^[^\[\]\s]{1,40}\](?P<part>)"),
    re.compile(rf"</?(?:{INLINE_TAGS})(?:\s[^<>\n]{{0,200}})?/?>(?P<part>)", re.I),
    re.compile(r"(?<!`)`(?P<part>[^`\n]{1,200})`(?!`)"),
    re.compile(r"(?<!\*)\*\*\*(?=[^\s*])(?P<part>[^*\n]{1,500})(?<=\S)\*\*\*(?!\*)"),
    re.compile(r"\*\*(?=[^\s*])(?P<part>(?:[^*\n]|\*(?!\*)){1,500}?)(?<=\S)\*\*(?!\*)"),
    re.compile(r"(?<!\w)__(?![a-z_]+__)(?=[^\s_])(?P<part>[^\n]{1,500}?)(?<=[^\s_])__(?!\w)"),
    re.compile(r"(?<![\w*\\/])\*(?=[^\s*])(?P<part>[^*\n]{1,500}?)(?<=[^\s*])\*(?![a-zA-Z0-9*])"),
    re.compile(rf"(?<=[{_CJK}])\*(?=[{_CJK}])(?P<part>[^*\n]{{1,200}}?)(?<=[{_CJK}])\*(?!\*)"),
    re.compile(r"(?<![\w\\/])_(?=[^\s_])(?P<part>[^_\n]{1,500}?)(?<=[^\s_])_(?!\w)"),
    re.compile(r"(?<![=!<>])==(?=[^\s=])(?P<part>[^=\n]{1,300}?)(?<=[^\s=])==(?!=)"),
)
"""Boxes of tasks, struck words, embeds, links and images, footnotes, tags, code, bold, italics, highlights.

`part` is shown of each.
"""
_BOLD_LABEL: Final = re.compile(
    r"^[ \t]*(?:[-*+•・][ \t]+)?\*\*[\u3005\u4e00-\u9fff\u30a1-\u30fa\u30fc]{2,8}\*\*"
    r"[ \t]*[:：]?[ \t]+(?=\S)(?![はがをにのともで])",
    re.MULTILINE,
)
"""A Japanese label in bold that a line begins with: what stands behind it is a sentence of its own."""
_WIKI: Final = re.compile(r"\[\[(?P<target>[^\[\]|\n]{1,200})(?:\|(?P<label>[^\[\]\n]{1,200}))?\]\]")


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A marked text and what it shows; `starts` and `ends` are the place of each character shown in the original."""

    original: str
    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    sentence_starts: tuple[int, ...]
    """Where headings, and what follows them, begin in the text that is shown."""

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original of a span of the text that is shown."""
        if start < end:
            return self.starts[start], self.ends[end - 1]
        at = self.starts[start] if start < len(self.starts) else len(self.original)
        return at, at

    def shown(self, start: int, end: int) -> tuple[int, int] | None:
        """The span of the text that is shown of a span of the original; None where nothing of it is."""
        inside = [place for place, at in enumerate(self.starts) if start <= at < end]
        return (inside[0], inside[-1] + 1) if inside else None


def without_marks(text: str, hidden: Sequence[tuple[int, int]] = ()) -> MarkedText | None:
    """What a text shows, without the stretches that are `hidden` as well; None for a text without marks."""
    if _MAY.search(text) is None:
        return None
    alignment = TextAlignment(text)
    headings = [match.start("part") for match in _HEADING.finditer(text) if match["part"]]
    ends = [match.end() for pattern in (_HEADING, _BOLD_LABEL) for match in pattern.finditer(text)]
    alignment.keep([(start, end, start, start) for start, end in hidden])
    alignment.keep([*_parts(_HEADING, alignment.text)])
    alignment.keep([*_wiki_links(alignment.text)])
    for pattern in _PATTERNS:
        alignment.keep([*_parts(pattern, alignment.text)])
    if alignment.text == text or not alignment.text.strip():
        return None
    begins = (
        next((place for place, at in enumerate(alignment.starts) if at >= begin and alignment.text[place].strip()), 0)
        for begin in (*headings, *ends)
    )
    return MarkedText(text, alignment.text, alignment.starts, alignment.ends, tuple(sorted({*begins} - {0})))


def _parts(pattern: re.Pattern[str], text: str) -> Iterator[Cut]:
    for match in pattern.finditer(text):
        yield *match.span(), *match.span("part")


def _wiki_links(text: str) -> Iterator[Cut]:
    """The page that is linked to by its name ("[[Nora Lind|Nora]]"), or the label where the page has a path."""
    for match in _WIKI.finditer(text):
        if match.start() and text[match.start() - 1] == "!":
            continue
        target, label = match["target"], match["label"]
        is_name = not set("/#^:\\") & set(target) and "." not in target[-5:]
        if label and not (is_name and (target[:1].isupper() or not target.isascii())):
            yield *match.span(), *match.span("label")
            continue
        begin = match.start("target") + (0 if label else target.partition("#")[0].rfind("/") + 1)
        page = text[begin : match.end("target")].partition("#")[0]
        end = begin + len(page.removesuffix(".md") or target)
        yield *match.span(), begin, min(end, match.end("target"))
