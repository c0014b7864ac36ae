"""The calls an agent needs most, shaped as tools: save a memory, search memories, build a context for a prompt."""

from fastapi import APIRouter
from starlette.responses import Response

from api.rest.bodies.context import BuildContext
from api.rest.callers import CallerDep, KnowledgeDep, StateDep
from api.rest.examples import CONTEXT, RECALLED, REMEMBERED, context_example, example_in_formats, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.lean import LeanAnswer, LeanContext, LeanSaved, lean_answer, lean_context, lean_saved
from api.rest.replies import answer, context_response, recalled_by, recalled_response
from api.rest.wire import SaveMemory, SearchMemories, draft_of
from graph.journal.actor import unattended
from graph.model.memory import Enrich

router = APIRouter(prefix="/tools", tags=["tools"], route_class=JsonRoute)


@router.post("/save_memory", response_model=LeanSaved, responses={200: json_example(lean_saved(REMEMBERED))})
def save_memory(body: SaveMemory, knowledge: KnowledgeDep, caller: CallerDep, state: StateDep) -> Response:
    """Keeps a memory and tells what was understood of it."""
    with unattended():
        remembered = knowledge.remember(caller.user(body.user_id), draft_of(body), enrich=body.enrich)
    if body.enrich is Enrich.LATER:
        state.jobs.wake()
    return answer(lean_saved(remembered))


@router.post(
    "/search_memories",
    response_model=LeanAnswer,
    responses={200: example_in_formats(RECALLED, lean_answer(RECALLED))},
)
def search_memories(body: SearchMemories, knowledge: KnowledgeDep, caller: CallerDep) -> Response:
    """The memories that answer a question, best first: each text once, with its id, day, speaker and score.

    `POST /api/recall` tells every part of a score and why a memory is there.
    """
    recalled = recalled_by(knowledge, caller.user(body.user_id), body.query, body, body.filters)
    return recalled_response(recalled, body.format, lean_answer)


@router.post(
    "/build_context", response_model=LeanContext, responses={200: context_example(CONTEXT, lean_context(CONTEXT))}
)
def build_context(body: BuildContext, knowledge: KnowledgeDep, caller: CallerDep) -> Response:
    """The memories that matter for a question, packed for a prompt: pinned first, told once, cited, within a budget."""
    user = caller.user(body.user_id)
    return context_response(knowledge, user, body.question, body, body.filters, lean_context)
