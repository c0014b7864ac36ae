"""The calls an agent needs most, shaped as tools: save a memory, search memories, build a context for a prompt."""

from fastapi import APIRouter
from starlette.responses import Response

from api.asked import gathered, recalled
from api.rest.callers import Asker, Door, Knowing
from api.rest.context_wire import BuildContext
from api.rest.examples import CONTEXT, RECALLED, REMEMBERED, shown, shown_context, shown_in_formats
from api.rest.replies import answer
from api.rest.wire import SaveMemory, SearchMemories, draft_of
from graph.model.context import Context
from graph.model.memory import Enrich, Remembered
from graph.model.recalled import Recalled

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
    return recalled(knowledge, caller.user(body.user_id), body.query, body, body.filters)


@router.post("/build_context", response_model=Context, responses={200: shown_context(CONTEXT)})
def build_context(body: BuildContext, knowledge: Knowing, caller: Asker) -> Response:
    """The memories that matter for a question, packed for a prompt: pinned first, told once, cited, within a budget."""
    return gathered(knowledge, caller.user(body.user_id), body.question, body, body.filters)
