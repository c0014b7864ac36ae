"""The page at /docs: what can be asked over HTTP, to read and to try. It asks nothing of any other machine."""

import base64
import hashlib
import re
from typing import Final

from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

DOCUMENTATION: Final = "/docs"
_FILES = "docs/files"
"""Relative to the page, so that it also opens behind a proxy that puts a path of its own before ours."""


_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def document(app: FastAPI) -> None:
    """Adds the page to an application made with `docs_url=None`."""

    page = get_swagger_ui_html(
        title=app.title,
        openapi_url="openapi.json",
        swagger_js_url=f"{_FILES}/swagger-ui-bundle.js",
        swagger_css_url=f"{_FILES}/swagger-ui.css",
        swagger_favicon_url=f"{_FILES}/favicon-32x32.png",
    )
    # The one script of the page itself may run, and no other that somebody brings into it.
    inline = _SCRIPT.findall(bytes(page.body).decode())
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in inline
    )
    page.headers["Content-Security-Policy"] = (
        f"default-src 'self'; script-src 'self' {hashes}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )

    async def documentation() -> HTMLResponse:
        return page

    app.add_api_route(DOCUMENTATION, documentation, include_in_schema=False)
    app.mount(f"/{_FILES}", StaticFiles(packages=[("fastapi_swagger", "resources")]))
