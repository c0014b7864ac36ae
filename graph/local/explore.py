"""What makes Neo4j Browser worth opening: the colours, a few saved questions, and links that carry them."""

from dataclasses import dataclass
from importlib.resources import files
from urllib.parse import quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A saved question: its file, its title (the first line) and its Cypher, comments and all."""

    file: str
    title: str
    text: str


def style() -> str:
    """The colours and captions of every label, in Browser's own style language."""
    return files("graph.local").joinpath("browser", "style.grass").read_text(encoding="utf-8")


def saved() -> tuple[Saved, ...]:
    """The saved questions in the order of their numbers."""
    folder = files("graph.local").joinpath("browser")
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".cypher"))
    return tuple(_saved(name, folder.joinpath(name).read_text(encoding="utf-8")) for name in names)


def asked_for(question: Saved, user_id: str) -> str:
    """The Cypher of a saved question with the user written into it, so that it runs without a parameter."""
    literal = "'" + user_id.replace("\\", "\\\\").replace("'", "\\'") + "'"
    lines = [line for line in question.text.splitlines() if not line.startswith("// Name yourself")]
    return "\n".join(lines).replace("$user_id", literal)


def link(browser_url: str, cypher: str) -> str:
    """The address that opens Browser with this Cypher in its editor, ready to run."""
    return f"{browser_url}&cmd=edit&arg={quote(cypher, safe='')}"


def _saved(file: str, text: str) -> Saved:
    first, _, _ = text.partition("\n")
    return Saved(file=file, title=first.removeprefix("//").strip(), text=text)
