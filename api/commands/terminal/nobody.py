"""What is said to whoever has no memories: who has, so that a misspelled `--user` is no empty answer without a word."""

from typing import TYPE_CHECKING, Final

from api.commands.call import Call
from api.commands.terminal import screen
from graph.errors import EnishiError

if TYPE_CHECKING:
    from graph.knowledge import Knowledge

SAMPLE_USER: Final = "demo"
"""Whose the memories of the demo are."""
_NAMED_MOST: Final = 5
_LOOKED_AT: Final = 1_000


def hint_of_nobody(call: Call, knowledge: "Knowledge") -> str:
    """To an answer that is empty: that there is no such user, and who there is; empty where that is no help."""
    if call.as_json or call.quiet:
        return ""
    try:
        return "" if knowledge.stats(call.user).memories else _hint(call, knowledge)
    except EnishiError:  # a key may not speak for others
        return ""


def _hint(call: Call, knowledge: "Knowledge") -> str:
    from graph.intake.spelling import written_like  # noqa: PLC0415 -- `--help` must not pay for it

    users = [] if call.named_user is None else knowledge.users(_LOOKED_AT)
    if users and call.user not in users:
        if like := written_like(call.user, users):
            return f"There is no user {call.user} here. Did you mean {', '.join(like)}?"
        more = ", …" if len(users) > _NAMED_MOST else ""
        return f"There is no user {call.user} here; users: {', '.join(users[:_NAMED_MOST])}{more}"
    sample = 0 if call.user == SAMPLE_USER else knowledge.stats(SAMPLE_USER).memories
    if not sample:
        return ""
    return (
        f"{call.user} has no memories yet; {SAMPLE_USER} has {screen.several(sample, 'memory')}: --user {SAMPLE_USER}"
    )
