"""The calls an agent needs most, shaped as tools: save a memory, search memories, build a context for a prompt."""

from fastapi import APIRouter
from starlette.responses import Response

from api.callers import Asker, Door, Knowing
from api.context_wire import BuildContext
from api.examples import CONTEXT, RECALLED, REMEMBERED, shown, shown_context, shown_in_formats
from api.replies import answer, found, packed
from api.wire import SaveMemory, SearchMemories, draft_of, filters_of
from graph.answers import Enrich, Recalled, Remembered
from graph.cited import Context

router = APIRouter(prefix="/tools", tags=["tools"])


@router.post("/save_memory", response_model=Remembered, responses={200: shown(REMEMBERED)})
def save_memory(body: SaveMemory, knowledge: Knowing, caller: Asker, door: Door) -> Response:
    """Keeps a memory and tells what was understood of it."""
    remembered = knowledge.remember(caller.user(body.user_id), draft_of(body), enrich=body.enrich)
    if body.enrich is Enrich.LATER:
        door.enricher.wake()
    return answer(remembered)


@router.post(
    "/search_memories",
    response_model=Recalled,
    responses={200: shown_in_formats(RECALLED)},
)
def search_memories(body: SearchMemories, knowledge: Knowing, caller: Asker) -> Response:
    """The memories that answer a question, best first, each with every part of its score and why it is there."""
    recalled = knowledge.recall(
        caller.user(body.user_id),
        body.query,
        mode=body.mode,
        recipe=body.recipe,
        filters=filters_of(body.filters),
        limit=body.limit,
        cursor=body.cursor,
        touch=body.touch,
        explain=body.explain,
    )
    return found(recalled, body.format)


@router.post("/build_context", response_model=Context, responses={200: shown_context(CONTEXT)})
def build_context(body: BuildContext, knowledge: Knowing, caller: Asker) -> Response:
    """The memories that matter for a question, packed for a prompt: pinned first, told once, cited, within a budget."""
    context = knowledge.context(
        caller.user(body.user_id),
        body.question,
        budget_tokens=body.budget_tokens,
        order=body.order,
        filters=filters_of(body.filters),
        with_ids=body.with_ids,
    )
    return packed(context, body.format)
