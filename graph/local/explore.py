"""What makes Neo4j Browser worth opening: the colours, a few saved questions, and links that carry them."""

import hashlib
import json
import os
import re
import zipfile
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote, urlsplit

WHOSE = "MATCH (user:User) WITH user.id AS user_id ORDER BY user.writes DESC LIMIT 1"
"""The line of every saved question that says whose graph is looked at."""
PAGE = "index.html"
SCRIPT = "enishi.js"
GUIDE = "enishi-guide.html"
SLIDE = """<slide class="row-fluid"><div class="col-sm-12"><h3>{number} {title}</h3>
<p>{about}</p><p>{about_ja}</p>
<pre class="pre-scrollable programlisting cm-s-neo code runnable standalone-example">{cypher}</pre></div></slide>
"""
RULE = re.compile(r"([\w.]+)\s*\{([^}]*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A saved question: its file, its number, its short title, what it shows, and its Cypher, comments and all.

    A file begins with `// 1 Overview 全体`, of which Browser lists the first 25 characters, and says what the answer is
    in a line of English and one of Japanese.
    """

    file: str
    number: str
    title: str
    about: str
    about_ja: str
    text: str


def style() -> str:
    """The colours and captions of every label, in Browser's own style language."""
    return _shipped("style.grass")


def sheet(text: str) -> dict[str, dict[str, str]]:
    """A style as Browser keeps it: properties by selector, captions without their quotes."""
    plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    return {selector: _properties(body) for selector, body in RULE.findall(_braces_hidden(plain))}


def saved() -> tuple[Saved, ...]:
    """The saved questions in the order of their numbers."""
    names = sorted(entry.name for entry in files("graph.local").joinpath("browser").iterdir())
    return tuple(_saved(name, _shipped(name)) for name in names if name.endswith(".cypher"))


def asked_for(question: Saved, user_id: str) -> str:
    """The Cypher of a saved question with the user written into it."""
    literal = "'" + user_id.replace("\\", "\\\\").replace("'", "\\'") + "'"
    lines = [line for line in question.text.splitlines() if not line.startswith("// Whose")]
    return "\n".join(lines).replace(WHOSE, f"WITH {literal} AS user_id")


def link(browser_url: str, cypher: str) -> str:
    """The address that opens Browser with this Cypher in its editor, ready to run."""
    return f"{browser_url}&cmd=edit&arg={quote(cypher, safe='')}"


def guide() -> str:
    """The guide that Browser plays: what the graph is, each saved question ready to run, in English and Japanese."""
    slides = "".join(
        SLIDE.format(
            number=question.number, title=escape(question.title), about=escape(question.about),
            about_ja=escape(question.about_ja), cypher=escape(without_head(question)),
        )
        for question in saved()
    )  # fmt: skip
    return _shipped(GUIDE).replace("<!-- questions -->", slides)


def guide_link(browser_url: str) -> str:
    """The address that opens Browser with the guide.

    Browser plays guides of the hosts guides.neo4j.com and localhost alone, and Community has no setting for others.
    """
    page = urlsplit(browser_url)
    at = f"{page.scheme}://localhost:{page.port}{page.path}{GUIDE}"
    return f"{browser_url}&cmd=play&arg={quote(at, safe='')}"


def without_head(question: Saved) -> str:
    """The Cypher of a saved question without the lines that say what it is."""
    return question.text.split("\n", 3)[3].strip()


def script() -> str:
    """The script that gives a Browser the colours and the saved questions before it starts."""
    folder = {"id": "enishi", "name": "Enishi", "isStatic": False}
    questions = [
        {"id": f"enishi-{question.file}", "content": question.text.rstrip(), "folder": folder["id"], "isStatic": False}
        for question in saved()
    ]
    look = {"style": sheet(style()), "folder": folder, "questions": questions, "guide": GUIDE}
    return f"window.enishiLook = {json.dumps(look)};\n{_shipped(SCRIPT)}"


def with_saved_questions(jar: Path) -> Path:
    """A copy of Browser beside the given one that carries the colours and saved questions; made when missing.

    Where the folder cannot be written, the jar as it came: it serves as well, in one colour.
    """
    wanted, walk = script(), guide()
    mark = hashlib.sha256((jar.name + wanted + walk).encode()).hexdigest()[:8]
    target = jar.with_name(f"enishi-browser-{mark}.jar")
    if target.exists():
        return target
    draft = target.with_suffix(f".{os.getpid()}.new")
    try:
        with zipfile.ZipFile(jar) as plain, zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as copy:
            for entry in plain.infolist():
                copy.writestr(entry, _with_script(entry.filename, plain.read(entry)), zipfile.ZIP_DEFLATED)
            copy.writestr(f"browser/{SCRIPT}", wanted)
            copy.writestr(f"browser/{GUIDE}", walk)
        draft.replace(target)
    except OSError:
        draft.unlink(missing_ok=True)
        return jar
    return target


def _with_script(name: str, body: bytes) -> bytes:
    if name != f"browser/{PAGE}":
        return body
    return body.replace(b"<head>", f'<head><script src="{SCRIPT}"></script>'.encode(), 1)


def _shipped(name: str) -> str:
    return files("graph.local").joinpath("browser", name).read_text(encoding="utf-8")


def _saved(file: str, text: str) -> Saved:
    first, about, about_ja, *_ = (line.removeprefix("//").strip() for line in text.splitlines())
    number, _, title = first.partition(" ")
    return Saved(file=file, number=number, title=title, about=about, about_ja=about_ja, text=text)


def _braces_hidden(text: str) -> str:
    return re.sub(r'"\{(\w+)\}"', r"«\1»", text)


def _properties(body: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in body.split(";") if ":" in line)
    return {name.strip(): value.strip().strip('"').replace("«", "{").replace("»", "}") for name, _, value in pairs}
