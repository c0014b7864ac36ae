"""Which maker's export a JSON document is: the registry, asked in order, the most particular shapes first."""

from collections.abc import Sequence

from api.sources.chats import chatgpt, claude, claude_code, discord, google_chat, meta, mif, slack, telegram
from api.sources.chats.memory_stores import is_knowledge_graph, is_mem0, knowledge_graph, mem0
from api.sources.chats.message import Maker

LINES = (
    Maker(claude_code.fits, claude_code.parts),
    Maker(is_knowledge_graph, knowledge_graph),
    Maker(is_mem0, mem0),
)
"""Those whose records may stand one a line."""

DOCUMENTS = (
    Maker(mif.fits, mif.parts),
    Maker(chatgpt.fits, chatgpt.parts),
    Maker(claude.fits, claude.parts),
    Maker(telegram.fits, telegram.parts),
    Maker(discord.fits, discord.parts),
    Maker(google_chat.fits, google_chat.parts),
    Maker(meta.fits, meta.parts),
    Maker(slack.fits, slack.parts),
    *LINES,
)


def maker_of(document: object) -> Maker | None:
    """The maker that a document comes from, None where none is known by its shape."""
    return next((maker for maker in DOCUMENTS if maker.fits(document)), None)


def lines_maker(records: Sequence[object]) -> Maker | None:
    """The maker of a file of JSON Lines, from the values of some of its lines."""
    known = list(records)
    return next((maker for maker in LINES if maker.fits(known)), None)
