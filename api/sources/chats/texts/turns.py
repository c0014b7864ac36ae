"""One message of a text export, and how the figures of its days are to be read."""

from dataclasses import dataclass, field

from api.sources.item import LeftOut


@dataclass(slots=True)
class Turn:
    """One message of a text export: the line it starts on, who speaks, when (as written), and its lines."""

    line: int
    speaker: str | None
    stamp: str | None
    lines: list[str] = field(default_factory=list[str])
    left_out: LeftOut | None = None

    @property
    def text(self) -> str:
        """The message, its lines joined, without the quotes that LINE puts around several lines."""
        text = "\n".join(self.lines).strip()
        quoted = len(self.lines) > 1 and len(text) > 1 and text[0] == text[-1] == '"'
        return text[1:-1].strip() if quoted else text
