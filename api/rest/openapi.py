"""The OpenAPI schema: our descriptions, and RFC 9457 problems in place of the errors that FastAPI makes up."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api.rest.problems import problem, refusal
from api.rest.replies import PROBLEM
from graph.errors import Conflict, Invalid, NotFound, Unavailable

_WELCOME = """Long-term memory for AI agents and people, in Japanese and English, kept as a knowledge graph in Neo4j.

**Whose memories.** The header `X-Enishi-User` names the user (`taro`, or a pack such as `taro#work`); without it the
default user is meant. Where the deployment has API keys, send `Authorization: Bearer KEY`; a key speaks only for the
users it is bound to.

**Errors** are [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) problems (`application/problem+json`). What is wrong
with a request is told with its `field` and what is `allowed`; where waiting helps there is `Retry-After`.
"""
_TAGS = [
    {"name": "tools", "description": "The calls an agent needs most."},
    {"name": "search", "description": "Questions to the memories."},
    {"name": "memories", "description": "Keep, read, change and forget memories."},
    {"name": "history", "description": "What was done, through whom, and how it is undone."},
    {"name": "links", "description": "What ties memories to each other, and what follows from them."},
    {"name": "projects", "description": "What memories belong to, and the sessions they came from."},
    {"name": "channels", "description": "Where sessions are held, and who the user is there."},
    {"name": "sync", "description": "What syncs of Markdown files leave in the graph."},
    {"name": "graph", "description": "How entities hang together: facts, neighbours, paths, figures of the whole."},
    {"name": "lifecycle", "description": "How much memories matter, and why."},
    {"name": "rotation", "description": "What fades is archived, and what was archived long ago deleted."},
    {"name": "index", "description": "What is indexed; making it anew, checking and mending it."},
    {"name": "entities", "description": "Who and what memories speak of: list, review, merge, split, correct."},
    {"name": "types", "description": "What entities and relations may be, the system's types and one's own."},
    {"name": "jobs", "description": "Files that are ingested, in the background and by the command line."},
    {"name": "database", "description": "All that is kept for a user."},
    {"name": "system", "description": "How the process is doing."},
]
_FIELD_FAULT = {
    "type": "object",
    "properties": {"field": {"type": "string"}, "problem": {"type": "string"}},
}
_PROBLEM = {
    "title": "Problem",
    "description": "What went wrong, as RFC 9457 has it.",
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "format": "uri", "description": "What kind of problem this is."},
        "title": {"type": "string", "description": "The kind in words."},
        "status": {"type": "integer", "description": "The HTTP status once more."},
        "detail": {"type": "string", "description": "What was wrong this time, and what to do."},
        "field": {"type": "string", "description": "The field of the request that is wrong."},
        "allowed": {"type": "string", "description": "What may stand there."},
        "retry_after": {"type": "number", "description": "Seconds to wait before the request is worth repeating."},
        "errors": {"type": "array", "items": _FIELD_FAULT, "description": "Every field that is wrong."},
    },
}
_OPEN = frozenset({"/health", "/ready"})
_PROBLEMS: dict[int, tuple[str, dict[str, object]]] = {
    400: ("The body is not JSON", refusal(400, "The body is not JSON. Send one JSON value encoded as UTF-8.")),
    401: ("No known API key", refusal(401, "An API key is needed, sent as: Authorization: Bearer KEY")),
    403: ("Not a user of this key", refusal(403, "This API key does not speak for that user.")),
    404: ("Nothing with this id", problem(NotFound("memory", "01KAMXR2VZ8D3J5K7M9P1Q3R5T"))),
    409: ("Something else is stored", problem(Conflict("The memory was changed in the meantime. Read it again."))),
    413: ("Too large", refusal(413, "The body is larger than 8,388,608 bytes.")),
    415: ("Not sent as JSON", refusal(415, "The body was not read as JSON. Send the header Content-Type.")),
    422: ("A field is wrong", problem(Invalid("rating", "is 7.", allowed="0 to 5, or nothing"))),
    429: ("Too many requests", refusal(429, "At most 12000 requests a minute are answered.")),
    500: ("A fault of the deployment or of ours", refusal(500, "Something broke here that nobody foresaw.")),
    503: ("Wait and repeat", problem(Unavailable("Neo4j does not answer at bolt://127.0.0.1:7687."))),
}


def openapi_schema(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """A function that writes an application's OpenAPI description, once."""
    written: dict[str, Any] = {}

    def schema() -> dict[str, Any]:
        if not written:
            written.update(_written(app))
        return written

    return schema


def _written(app: FastAPI) -> dict[str, Any]:
    schema = get_openapi(
        title=app.title,
        version=app.version,
        summary="Memories in, answers out.",
        description=_WELCOME,
        tags=_TAGS,
        routes=app.routes,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
    )
    parts = schema["components"]["schemas"]
    for unused in ("HTTPValidationError", "ValidationError"):
        parts.pop(unused, None)
    parts["Problem"] = _PROBLEM
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            operation["summary"] = operation.get("description", "").partition("\n")[0].partition(".")[0]
            _list_problems(path, method, operation)
    return schema


def _list_problems(path: str, method: str, operation: dict[str, Any]) -> None:
    """Replaces the framework's errors with the problems that can come of this path."""
    answers = {
        code: response for code, response in operation["responses"].items() if int(code) < HTTPStatus.BAD_REQUEST
    }
    possible = {500, 503} if path in _OPEN else {401, 403, 422, 429, 500, 503}
    if "requestBody" in operation:
        possible |= {400, 413, 415}
    if "{" in path:
        possible |= {404} if method == "get" else {404, 409}
    for status in sorted(possible):
        words, example = _PROBLEMS[status]
        content = {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}
        answers[str(status)] = {"description": words, "content": {PROBLEM: content}}
    operation["responses"] = answers
