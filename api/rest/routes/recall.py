"""Questions to the memories: recall by meaning, words and graph, a context for a prompt, search for an exact text."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.rest.bodies.context import AskContext, ContextInAddress
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import CONTENT_MATCHES, CONTEXT, RECALLED, context_example, example_in_formats
from api.rest.json_bodies import JsonRoute
from api.rest.replies import context_response, recall_response, recalled_response
from api.rest.wire import Ask, AskInAddress, PatternInAddress, filters_of
from graph.model.context import Context
from graph.model.recalled import Recalled

router = APIRouter(prefix="/api", tags=["search"], route_class=JsonRoute)

_RECALLED: dict[int | str, dict[str, object]] = {200: example_in_formats(RECALLED)}
_CONTEXT: dict[int | str, dict[str, object]] = {200: context_example(CONTEXT)}


@router.post("/recall", response_model=Recalled, responses=_RECALLED)
def recall(body: Ask, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The memories that answer a question, best first, each with every part of its score and why it is there."""
    return recall_response(knowledge, user, body.question, body, body.filters)


@router.get("/recall", response_model=Recalled, responses=_RECALLED)
def recall_by_address(query: Annotated[AskInAddress, Query()], knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The same from an address alone: the question as `q`, the filters beside it."""
    return recall_response(knowledge, user, query.q, query, query)


@router.post("/context", response_model=Context, responses=_CONTEXT)
def context(body: AskContext, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The memories that matter for a question, packed for a prompt: pinned first, told once, cited, within a budget."""
    return context_response(knowledge, user, body.question, body, body.filters)


@router.get("/context", response_model=Context, responses=_CONTEXT)
def context_by_address(query: Annotated[ContextInAddress, Query()], knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The same from an address alone: the question as `q`, the filters beside it."""
    return context_response(knowledge, user, query.q, query, query)


@router.get("/content", response_model=Recalled, responses={200: example_in_formats(CONTENT_MATCHES)})
def content(query: Annotated[PatternInAddress, Query()], knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The memories that hold a text or match a regular expression, in a line of theirs, their title or a tag."""
    matches = knowledge.content(
        user,
        query.pattern,
        regex=query.regex,
        filters=filters_of(query),
        order=query.order,
        limit=query.limit,
        cursor=query.cursor,
        explain=query.explain,
    )
    return recalled_response(matches, query.format)
