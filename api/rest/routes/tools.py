"""The calls an agent needs most, shaped as tools: save a memory, search memories, build a context for a prompt."""

from fastapi import APIRouter
from starlette.responses import Response

from api.rest.callers import CallerDep, KnowledgeDep, StateDep
from api.rest.context_wire import BuildContext
from api.rest.examples import CONTEXT, RECALLED, REMEMBERED, context_example, example_in_formats, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer, context_response, recall_response
from api.rest.wire import SaveMemory, SearchMemories, draft_of
from graph.model.context import Context
from graph.model.memory import Enrich, Remembered
from graph.model.recalled import Recalled

router = APIRouter(prefix="/tools", tags=["tools"], route_class=JsonRoute)


@router.post("/save_memory", response_model=Remembered, responses={200: json_example(REMEMBERED)})
def save_memory(body: SaveMemory, knowledge: KnowledgeDep, caller: CallerDep, state: StateDep) -> Response:
    """Keeps a memory and tells what was understood of it."""
    remembered = knowledge.remember(caller.user(body.user_id), draft_of(body), enrich=body.enrich)
    if body.enrich is Enrich.LATER:
        state.jobs.wake()
    return answer(remembered)


@router.post(
    "/search_memories",
    response_model=Recalled,
    responses={200: example_in_formats(RECALLED)},
)
def search_memories(body: SearchMemories, knowledge: KnowledgeDep, caller: CallerDep) -> Response:
    """The memories that answer a question, best first, each with every part of its score and why it is there."""
    return recall_response(knowledge, caller.user(body.user_id), body.query, body, body.filters)


@router.post("/build_context", response_model=Context, responses={200: context_example(CONTEXT)})
def build_context(body: BuildContext, knowledge: KnowledgeDep, caller: CallerDep) -> Response:
    """The memories that matter for a question, packed for a prompt: pinned first, told once, cited, within a budget."""
    return context_response(knowledge, caller.user(body.user_id), body.question, body, body.filters)
