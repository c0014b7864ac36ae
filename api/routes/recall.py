"""Questions to the memories: recall by meaning, words and graph, and search for an exact text."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from api.callers import Knowing, User
from api.examples import FOUND, RECALLED, shown, shown_in_formats
from api.replies import found, matched
from api.wire import Ask, AskInAddress, Found, PatternInAddress, filters_of
from graph.answers import Recalled

router = APIRouter(prefix="/api", tags=["search"])

_RECALLED: dict[int | str, dict[str, object]] = {200: shown_in_formats(RECALLED)}


@router.post("/recall", response_model=Recalled, responses=_RECALLED)
def recall(body: Ask, knowledge: Knowing, user: User) -> Response:
    """The memories that answer a question, best first, each with every part of its score and why it is there."""
    recalled = knowledge.recall(
        user,
        body.question,
        mode=body.mode,
        recipe=body.recipe,
        filters=filters_of(body.filters),
        limit=body.limit,
        cursor=body.cursor,
        touch=body.touch,
        explain=body.explain,
    )
    return found(recalled, body.format)


@router.get("/recall", response_model=Recalled, responses=_RECALLED)
def recall_by_address(asked: Annotated[AskInAddress, Query()], knowledge: Knowing, user: User) -> Response:
    """The same from an address alone: the question as `q`, the filters beside it."""
    recalled = knowledge.recall(
        user,
        asked.q,
        mode=asked.mode,
        recipe=asked.recipe,
        filters=filters_of(asked),
        limit=asked.limit,
        cursor=asked.cursor,
        touch=asked.touch,
        explain=asked.explain,
    )
    return found(recalled, asked.format)


@router.get("/content", response_model=list[Found], responses={200: shown(FOUND)})
def content(asked: Annotated[PatternInAddress, Query()], knowledge: Knowing, user: User) -> Response:
    """The memories and lines that hold a text, in large or small letters, or match a regular expression."""
    lines = knowledge.content(user, asked.pattern, regex=asked.regex, filters=filters_of(asked), limit=asked.limit)
    return matched(lines, asked.format)
