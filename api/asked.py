"""What the doors over HTTP have in common when they are asked: one call of the graph, one answer."""

from starlette.responses import Response

from api.rest.context_wire import Packing
from api.rest.replies import found, packed
from api.rest.wire import Asking, Narrowed, filters_of
from graph.knowledge import Knowledge


def recalled(knowledge: Knowledge, user: str, question: str, how: Asking, narrowed: Narrowed) -> Response:
    """The memories that answer, in the format asked for."""
    answer = knowledge.recall(
        user,
        question,
        mode=how.mode,
        recipe=how.recipe,
        filters=filters_of(narrowed),
        limit=how.limit,
        cursor=how.cursor,
        touch=how.touch,
        explain=how.explain,
    )
    return found(answer, how.format)


def gathered(knowledge: Knowledge, user: str, question: str, how: Packing, narrowed: Narrowed) -> Response:
    """The memories that matter for a question, packed for a prompt, in the format asked for."""
    context = knowledge.context(
        user,
        question,
        budget_tokens=how.budget_tokens,
        order=how.order,
        filters=filters_of(narrowed),
        with_ids=how.with_ids,
    )
    return packed(context, how.format)
