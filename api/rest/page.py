"""The page at `/`: the files of `api/web`, read once, and nothing else of this machine.

No build step and no request elsewhere: what the browser is sent is what lies in the folder. The policy lets it run
those files alone, lets nobody frame it, and has the browser refuse markup that is put together from texts, so that a
memory which looks like a script stays a text.
"""

import hashlib
import mimetypes
from dataclasses import asdict, dataclass
from http import HTTPStatus
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Final

from fastapi import FastAPI, Header
from starlette.exceptions import HTTPException
from starlette.responses import Response

from api.json_form import encoded
from graph.db.type_catalogue import ENTITY_TYPES, RELATION_TYPES

PAGE: Final = "/"
_FILES: Final = "page"
"""Relative to the page, so that it also opens behind a proxy that puts a path of its own before ours."""
_SUFFIXES: Final = frozenset({".html", ".js", ".css", ".svg", ".txt"})
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    media_type: str
    tag: str


def show_page(app: FastAPI) -> None:
    """Adds the page to an application."""
    held = {name: _held(name, content) for name, content in _contents(files("api") / "web")}
    held["types.json"] = _held("types.json", _types())

    async def page(if_none_match: Annotated[str | None, Header()] = None) -> Response:
        return _sent(held["index.html"], if_none_match)

    async def page_file(name: str, if_none_match: Annotated[str | None, Header()] = None) -> Response:
        if name not in held:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        return _sent(held[name], if_none_match)

    app.add_api_route(PAGE, page, include_in_schema=False)
    app.add_api_route(f"/{_FILES}/{{name:path}}", page_file, include_in_schema=False)


def _contents(folder: Traversable, above: str = "") -> list[tuple[str, bytes]]:
    """The files to be sent, by path below the folder."""
    contents: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            contents += _contents(entry, f"{above}{entry.name}/")
        elif "." + entry.name.rpartition(".")[2] in _SUFFIXES:
            contents.append((above + entry.name, entry.read_bytes()))
    return contents


def _held(name: str, content: bytes) -> _File:
    # JavaScript by another type is not run, and machines map endings as they like.
    media_type = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0] or "text/plain"
    return _File(content, media_type, f'"{hashlib.sha256(content).hexdigest()[:32]}"')


def _types() -> bytes:
    """What types are called and how they are drawn, as the catalogue has it."""
    return encoded(
        {
            "entities": [asdict(row) for row in ENTITY_TYPES],
            "relations": [asdict(row) for row in RELATION_TYPES],
        }
    )


def _sent(file: _File, known: str | None) -> Response:
    headers = {"Content-Security-Policy": POLICY, "ETag": file.tag, "Cache-Control": "no-cache"}
    if known is not None and file.tag in known:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(file.content, media_type=file.media_type, headers=headers)
