"""Notes of basic-memory: each observation, `- [category] text #tag (context)`, is a memory, relations are none."""

import re
from dataclasses import dataclass
from typing import Final

from api.markdown.grammars.pieces import Block, Fences, Piece, bare, front_matter_end, lines_of, merged_runs
from api.markdown.wording import Wording, plain

_OBSERVATION: Final = re.compile(
    r"(?P<mark>[ \t]*[-*][ \t]+\[(?P<category>[^\[\]()\n]{1,80})\][ \t]+)(?P<text>\S.*?)"
    r"(?P<context>[ \t]+\((?:[^()\n]*)\))?[ \t]*"
)
_TAG: Final = re.compile(r"(?<!\S)#([^\s#]+)")
_NO_TAG: Final = re.compile(r"[\s#]+")
_CHECKBOX: Final = frozenset({" ", "x", "X", "-"})


@dataclass(frozen=True, slots=True)
class Observations:
    """Identities are not written: what stands behind a text would belong to it for the tool whose notes these are."""

    identified: bool = False
    titles_written: bool = True

    def pieces(self, text: str) -> list[Piece]:
        """The observations of a note, and what stands around them."""
        start = front_matter_end(text)
        pieces: list[Piece] = [text[:start]]
        fences = Fences()
        for line in lines_of(text[start:]):
            match = None if fences.inside(line) else _OBSERVATION.fullmatch(bare(line))
            if match is None or match["category"] in _CHECKBOX or match["text"].startswith("("):
                pieces.append(line)
                continue
            wording = Wording(text=plain(_without_tags(match["text"])), tags=tuple(_TAG.findall(match["text"])))
            pieces.append(Block(raw=line, wording=wording) if wording.text else line)
        return list(merged_runs(pieces))

    def written(self, wording: Wording, identity: str | None, like: Block | None, newline: str) -> str:  # noqa: ARG002
        """The observation with the category and the context of the one that it replaces."""
        match = _OBSERVATION.fullmatch(bare(like.raw)) if like is not None else None
        mark, context = (match["mark"], match["context"] or "") if match else ("- [memory] ", "")
        tags = "".join(" #" + _NO_TAG.sub("-", tag) for tag in wording.tags or ())
        end = like.raw[len(bare(like.raw)) :] if like is not None else newline
        return f"{mark}{wording.text}{tags}{context}{end}"

    def marked(self, block: Block, identity: str) -> str:  # noqa: ARG002 -- it stands nowhere
        """The observation as it is."""
        return block.raw

    def opening(self, name: str, newline: str) -> str:
        """Front matter as the tool writes it, and the heading of the list."""
        permalink = re.sub(r"[^\w]+", "-", name).strip("-").lower() or "enishi"
        lines = ["---", f"title: {name}", "type: note", f"permalink: {permalink}", "---", "", f"# {name}", "",
                 "## Observations"]  # fmt: skip
        return newline.join(lines) + newline


def _without_tags(text: str) -> str:
    return " ".join(_TAG.sub("", text).split())
