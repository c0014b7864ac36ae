"""The memory tool of Claude over REST: one path for its six commands."""

from fastapi import APIRouter
from starlette.responses import Response

from api.memory_tool import MemoryTool, ToolAnswer
from api.rest.bodies.memory_tool import ToolCall
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer

router = APIRouter(prefix="/api", tags=["tools"], route_class=JsonRoute)
_ANSWER = ToolAnswer(content="Here's the content of /memories/notes.md with line numbers:\n     1\tKen likes tea.")


@router.post("/memory-tool", response_model=ToolAnswer, responses={200: json_example(_ANSWER)})
def memory_tool(body: ToolCall, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Carries out one call of the tool `memory_20250818`: the body is the `input` of the tool use.

    The answer is the content of the tool result; what could not be done is told in it, with `is_error`.
    """
    return answer(MemoryTool(knowledge, user).call(body.model_dump(exclude_unset=True)))
