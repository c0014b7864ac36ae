"""Puts names to relatives in a question: "Where does my sister live?" becomes "Where does my sister Nora live?".

Memories of Nora seldom say again whose sister she is. With her name they are found by vector, words and graph, in
either language.
"""

import re
from collections.abc import Callable
from datetime import datetime
from itertools import takewhile

from graph.db.rows import universal
from graph.db.store import Store
from graph.extractor import Extractor
from graph.model.life.audience import audiences

_MOST = 4
"""Relatives of one kind up to which all get their names: "my friend" tells none of ten friends from another."""

_LETTER = r"[^\W\u3041-\u309f]"
"""A letter that a name next to it would be part of a longer word with; hiragana are mostly particles."""

_WHO = re.compile(
    r"\W*(?:again|now)?\W*|(?:は|って|とは)?(?:誰|だれ|どなた|何という人)?(?:ですか|でしたっけ|だっけ|なの)?\W*"
)
"""What may follow the relative where a question asks who that is ("Who is my dentist again?")."""


def asks_for_the_named(question: str, named: str) -> bool:
    """Whether a question asks for the very name that was put into it (`named`).

    "Who is my dentist?" does, and "Who did my sister marry?" asks for another.
    """
    same = len(list(takewhile(lambda both: both[0] == both[1], zip(question[::-1], named[::-1], strict=False))))
    return named != question and _WHO.fullmatch(question[len(question) - same :]) is not None


class Relatives:
    """Looks up relatives in the graph. Safe to share between threads."""

    def __init__(self, store: Store, extractor: Extractor, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._extractor = extractor
        self._clock = clock

    def named(self, user_id: str, question: str, audience: str | None = None) -> str:
        """The question with a name behind each relative that is known and not named already.

        One read for each relative in it, none for a question without one. Where others read the answer (`audience`),
        what names a relative must be theirs to read.
        """
        ids: list[str] = []
        puts: list[tuple[int, str]] = []
        for relative in self._extractor.called(question):
            if not relative.owner and not ids:
                continue  # nobody knows whose
            rows = self._store.read(
                "recall/called",
                user_id=user_id,
                keys=list(relative.owner),
                ids=[] if relative.owner else ids,
                told=list(relative.lemmas),
                turned=list(relative.inverse_lemmas),
                now=universal(self._clock()),
                limit=_MOST + 1,
                audiences=audiences(audience),
            )
            known = {row["id"]: str(row["name"]) for row in rows} if len(rows) <= _MOST else {}
            stated = {identity: name for identity, name in known.items() if _stands_in(question, name)}
            if known and not stated:
                puts.append((relative.at, relative.joint + relative.between.join(known.values())))
            ids = list(stated or known)
        for at, name in reversed(puts):
            question = question[:at] + name + question[at:]
        return question


def _stands_in(question: str, name: str) -> bool:
    """Whether a question has a name as a word of its own: 陸 is not named in 大陸."""
    return re.search(rf"(?<!{_LETTER}){re.escape(name)}(?!{_LETTER})", question, re.IGNORECASE) is not None
