"""What one user's memories are about, in keywords: those of all, and the memories that have one."""

from collections.abc import Mapping, Sequence
from typing import Any

from graph.care_settings import KeywordListSettings
from graph.db.filters import checked_limit
from graph.db.rows import keywords_of
from graph.db.store import Store
from graph.errors import Invalid, NotFound
from graph.extractor import Extractor
from graph.lifecycle.snippets import snippets
from graph.model.care.index import KeywordDetail, KeywordHit, KeywordPage, KeywordSummary
from graph.model.draft import Draft

_OFFSET_MOST = 10_000_000


class KeywordList:
    """The keywords of one user's active memories."""

    def __init__(self, store: Store, extractor: Extractor, settings: KeywordListSettings, user_id: str) -> None:
        self._store = store
        self._extractor = extractor
        self._settings = settings
        self._user_id = user_id

    def page(self, prefix: str, limit: int, cursor: str | None) -> KeywordPage:
        """Keywords that begin with `prefix`, the most frequent first. Raises Invalid."""
        if not isinstance(prefix, str):
            raise Invalid("prefix", "it is no text.", allowed="the beginning of a word")
        offset, limit = _offset(cursor), checked_limit(limit)
        row = self._read(prefix.strip().lower(), None, self._settings.frequency_least, offset, limit)
        more = str(offset + limit) if offset + limit < row["total"] else None
        summaries = tuple(_summary(each, row["mean"]) for each in row["keywords"])
        return KeywordPage(keywords=summaries, total=row["total"], next_cursor=more)

    def detail(self, word: str, limit: int) -> KeywordDetail:
        """One keyword in any of its forms, with its memories. Raises Invalid, and NotFound where none has it."""
        if not isinstance(word, str) or not word.strip():
            raise Invalid("word", "there is none.", allowed="a word")
        limit = checked_limit(limit)
        asked = word.strip()
        # Analysed as the texts were: what its forms share is its key.
        forms = {each.key for each in self._extractor.read(Draft(text=asked)).keywords}
        row = self._read("", sorted({*forms, asked.lower()}), 1, 0, 1)
        if not row["keywords"]:
            raise NotFound("keyword", asked)
        summary = _summary(row["keywords"][0], row["mean"])
        memories = self._store.read("care/keyword", user_id=self._user_id, keys=[summary.key], limit=limit)
        return KeywordDetail(keyword=summary, hits=tuple(self._hit(each["memory"], summary.key) for each in memories))

    def snippets(self, text: str, word: str) -> tuple[str, ...]:
        """Where a word stands in a text."""
        settings = self._settings
        return snippets(text, word, most=settings.snippets_most, characters=settings.snippet_characters)

    def _hit(self, memory: Mapping[str, Any], key: str) -> KeywordHit:
        keyword = next(each for each in keywords_of(memory) if each.key == key)
        return KeywordHit(
            memory_id=memory["id"], title=memory["title"], score=memory.get("importance") or 0.0,
            occurrences=keyword.count, snippets=self.snippets(memory["text"], keyword.word),
        )  # fmt: skip

    def _read(self, prefix: str, keys: Sequence[str] | None, least: int, offset: int, limit: int) -> Mapping[str, Any]:
        given = {"prefix": prefix, "keys": keys, "least": least, "offset": offset, "limit": limit}
        return self._store.read("care/keywords", user_id=self._user_id, **given)[0]


def _summary(row: Mapping[str, Any], mean: float | None) -> KeywordSummary:
    """A keyword, and its importance weight: `boost · (Σ count · importance / Σ count) / mean importance`."""
    boost = row["weight"] / row["frequency"]
    weighed = row["weighed"] / row["frequency"]
    return KeywordSummary(
        key=row["key"], word=row["word"], frequency=row["frequency"], memories=row["memories"],
        importance_weight=round(boost * weighed / mean, 3) if mean else 0.0,
    )  # fmt: skip


def _offset(cursor: str | None) -> int:
    if cursor is None:
        return 0
    if not isinstance(cursor, str) or not cursor.isascii() or not cursor.isdigit() or int(cursor[:9]) > _OFFSET_MOST:
        raise Invalid("cursor", "it is no cursor of this list.", allowed="next_cursor of the page before")
    return int(cursor)
