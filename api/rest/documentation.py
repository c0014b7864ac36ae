"""The page at /docs: what can be asked over HTTP, to read and to try. It asks nothing of any other machine."""

from typing import Final

from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

DOCUMENTATION: Final = "/docs"
_FILES = "docs/files"
"""Relative to the page, so that it also opens behind a proxy that puts a path of its own before ours."""


def document(app: FastAPI) -> None:
    """Adds the page to an application made with `docs_url=None`."""

    async def documentation() -> HTMLResponse:
        return get_swagger_ui_html(
            title=app.title,
            openapi_url="openapi.json",
            swagger_js_url=f"{_FILES}/swagger-ui-bundle.js",
            swagger_css_url=f"{_FILES}/swagger-ui.css",
            swagger_favicon_url=f"{_FILES}/favicon-32x32.png",
        )

    app.add_api_route(DOCUMENTATION, documentation, include_in_schema=False)
    app.mount(f"/{_FILES}", StaticFiles(packages=[("fastapi_swagger", "resources")]))
