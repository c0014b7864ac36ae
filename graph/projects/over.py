"""What of the memories of a project or session is over, and how that is shown behind a line that quotes one."""

from collections.abc import Mapping, Sequence

from graph.db.filters import filter_row
from graph.db.store import Store
from graph.model.endings import Ending
from graph.model.filters import Filters
from graph.recall.endings import endings_of
from graph.recall.reasons import texts_language

EndingsById = Mapping[str, Sequence[Ending]]


def endings_by_id(
    store: Store, user_id: str, ids: Sequence[str], audience: str | None, texts: Sequence[str]
) -> EndingsById:
    """What of some memories is over for a reader, by their ids, marked in the language of most of the texts."""
    rows = store.read(
        "memory/endings", user_id=user_id, ids=list(dict.fromkeys(ids)), filters=filter_row(Filters(audience=audience))
    )
    language = texts_language(texts)
    return {row["id"]: endings_of(row["endings"], language) for row in rows}


def over_within(endings: Sequence[Ending], start: int = 0, end: int | None = None) -> list[str]:
    """Marks of what is over between two places of a text, each once; none where all of it holds."""
    inside = (each for each in endings if each.over and start <= each.start and (end is None or each.start < end))
    return list(dict.fromkeys(each.mark for each in inside))


def over_mark(endings: Sequence[Ending], start: int = 0, end: int | None = None) -> str:
    """The same, to stand behind the text: " [ended 2026-03-10: …]"."""
    marks = over_within(endings, start, end)
    return f" [{'; '.join(marks)}]" if marks else ""
