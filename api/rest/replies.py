"""HTTP answers: values of ours as JSON, errors as problems, found memories in the format asked for."""

import math
from http import HTTPStatus

from starlette.responses import Response

from api.render import as_markdown, as_summary
from api.rest.context_wire import ContextFormat
from api.rest.problems import Problem
from api.rest.wire import Format, encoded
from graph.model.context import Context
from graph.model.recalled import Recalled

PROBLEM = "application/problem+json"


def answer(value: object, status: int = HTTPStatus.OK) -> Response:
    """A value as JSON."""
    return Response(encoded(value), status, media_type="application/json")


def told(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """A problem with its status, and `Retry-After` in whole seconds where waiting helps."""
    headers = dict(headers or {})
    wait = problem.get("retry_after")
    if isinstance(wait, int | float):
        headers["Retry-After"] = str(max(1, math.ceil(wait)))
    status = problem["status"]
    code = status if isinstance(status, int) else HTTPStatus.INTERNAL_SERVER_ERROR
    return Response(encoded(problem), code, headers, media_type=PROBLEM)


def found(recalled: Recalled, form: Format) -> Response:
    """Recalled memories as JSON, as Markdown or as a summary of one line each."""
    if form is Format.JSON:
        return answer(recalled)
    return _written(as_markdown(recalled) if form is Format.MARKDOWN else as_summary(recalled), form)


def packed(context: Context, form: ContextFormat) -> Response:
    """A context as JSON, or its text alone."""
    return answer(context) if form is ContextFormat.JSON else _text(context.text, "text/markdown")


def _written(text: str, form: Format) -> Response:
    return _text(text, "text/markdown" if form is Format.MARKDOWN else "text/plain")


def _text(text: str, media_type: str) -> Response:
    return Response(text.encode("utf-8", "replace"), media_type=f"{media_type}; charset=utf-8")
