"""HTTP responses: values as JSON, errors as problems, recalled memories and contexts in the format asked for."""

import math
from collections.abc import Callable
from http import HTTPStatus

from starlette.responses import Response

from api.json_form import encoded
from api.render import as_markdown, as_summary
from api.rest.bodies.context import ContextFormat, ContextOptions
from api.rest.problems import Problem
from api.rest.wire import Format, Narrowed, RecallOptions, SearchOptions, filters_of
from graph.knowledge import Knowledge
from graph.model.context import Context
from graph.model.recalled import Recalled

PROBLEM = "application/problem+json"


def answer(value: object, status: int = HTTPStatus.OK) -> Response:
    """A value as JSON."""
    return Response(encoded(value), status, media_type="application/json")


def problem_response(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """A problem with its status, and `Retry-After` in whole seconds where waiting helps."""
    headers = dict(headers or {})
    wait = problem.get("retry_after")
    if isinstance(wait, int | float):
        headers["Retry-After"] = str(max(1, math.ceil(wait)))
    status = problem["status"]
    code = status if isinstance(status, int) else HTTPStatus.INTERNAL_SERVER_ERROR
    return Response(encoded(problem), code, headers, media_type=PROBLEM)


def recalled_response(
    recalled: Recalled, form: Format, as_json: Callable[[Recalled], object] = lambda recalled: recalled
) -> Response:
    """Recalled memories as JSON, made `as_json` says, as Markdown or as a summary of one line each."""
    match form:
        case Format.JSON:
            return answer(as_json(recalled))
        case Format.MARKDOWN:
            return _text(as_markdown(recalled), "text/markdown")
        case Format.SUMMARY:
            return _text(as_summary(recalled), "text/plain")


def recall_response(
    knowledge: Knowledge, user: str, question: str, options: RecallOptions, narrowed: Narrowed
) -> Response:
    """Asks for the memories that answer a question; their response."""
    return recalled_response(recalled_by(knowledge, user, question, options, narrowed), options.format)


def recalled_by(knowledge: Knowledge, user: str, question: str, options: SearchOptions, narrowed: Narrowed) -> Recalled:
    """The memories that answer a question."""
    return knowledge.recall(
        user,
        question,
        mode=options.mode,
        recipe=options.recipe,
        filters=filters_of(narrowed),
        limit=options.limit,
        cursor=options.cursor,
        touch=options.touch,
        min_confidence=options.min_confidence,
        explain=isinstance(options, RecallOptions) and options.explain,
    )


def context_response(
    knowledge: Knowledge,
    user: str,
    question: str,
    options: ContextOptions,
    narrowed: Narrowed,
    as_json: Callable[[Context], object] = lambda context: context,
) -> Response:
    """Asks for a context for a prompt: as JSON with its citations, or its text alone."""
    context = knowledge.context(
        user,
        question,
        budget_tokens=options.budget_tokens,
        order=options.order,
        filters=filters_of(narrowed),
        with_ids=options.with_ids,
        min_confidence=options.min_confidence,
    )
    return answer(as_json(context)) if options.format is ContextFormat.JSON else _text(context.text, "text/markdown")


def _text(text: str, media_type: str) -> Response:
    return Response(text.encode("utf-8", "replace"), media_type=f"{media_type}; charset=utf-8")
