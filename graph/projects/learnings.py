"""Learnings: sentences of a talk or project that say what was learnt, proposed to a person, who accepts them or not.

"The root cause was a stale lock file." A sentence is proposed for its wording (`learnings.tsv`), or because it is an
item below a heading that is one ("## Lessons learned"). A question is none. Which were decided on is kept with the
memory that they stand in, by what they say: an edit of the sentence makes it another one.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, Final

from graph.db.filters import asked_path, checked_limit
from graph.db.rows import memory_of, still_there
from graph.db.store import Step, Store
from graph.errors import Invalid, NotFound
from graph.intake.checks import checked_user, plain, short
from graph.journal.journal import Journal
from graph.lifecycle.word_tables import WordRow, word_rows
from graph.model.draft import Draft
from graph.model.life.journal import Act
from graph.model.memory import Memory, Remembered
from graph.model.talk.learnings import Learning

SOURCE: Final = "learning"
TAG: Final = "learning"
READ_MOST: Final = 500
"""The newest memories of a session or project that are looked through."""
_LEAST: Final = 8
"""Letters that a learning has beside the wording that marks it; one of no alphabet counts twice."""
_ALPHABETS: Final = "\u2e80"
"""Scripts of words and syllables stand behind it."""
_MOST: Final = 500
"""Characters of a learning; what is longer is no sentence."""
_ITEM: Final = re.compile(r"[ \t]*(?:・[ \t]*|(?:[-*+•]|\d{1,2}[.)])[ \t]+)(?:\[[ xX]\][ \t]+)?")
_HEADING: Final = re.compile(r"[ \t]*(?:#{1,6}[ \t]*|\*\*)?(.*?)(?:\*\*)?[ \t]*[:：]?[ \t]*(?:\*\*)?[ \t]*")
_ASKS: Final = re.compile(r"[?？][」』）)\"”']*\s*$|(?:か|かな)[。]?\s*$")

Spans = Callable[[str], Sequence[tuple[int, int]]]
"""Tells the sentences of a text by their places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningParts:
    """What finding and keeping learnings is made of."""

    store: Store
    sentences: Spans
    journal: Journal
    remember: Callable[[str, Draft], Remembered]


class Learnings:
    """The learnings of one user: an area of the knowledge."""

    def __init__(self, parts: LearningParts, user_id: str) -> None:
        self._parts = parts
        self._user_id = checked_user(user_id)

    def proposed(
        self, *, session_id: str | None = None, project: str | None = None, limit: int = 50
    ) -> tuple[Learning, ...]:
        """What a session or a project seems to have taught and nobody has decided on, newest first. Raises Invalid."""
        session, path = short("session_id", session_id), asked_path("project", short("project", project))
        if (session is None) is (path is None):
            raise Invalid("session_id", "name a session or a project.", allowed="one of the two")
        rows = self._parts.store.read(
            "learning/texts", user_id=self._user_id, session_id=session, path=path, source=SOURCE, limit=READ_MOST
        )
        offered = (each for row in still_there(rows) for each in self._of(row))
        return tuple(each for _, each in zip(range(checked_limit(limit)), offered, strict=False))

    def of(self, memory_ids: Sequence[str]) -> tuple[Learning, ...]:
        """What some memories seem to have taught and nobody has decided on, in their order."""
        rows = self._parts.store.read("learning/of", user_id=self._user_id, ids=list(memory_ids)) if memory_ids else []
        there = {row["memory"]["id"]: row for row in still_there(rows)}
        return tuple(each for memory_id in memory_ids if memory_id in there for each in self._of(there[memory_id]))

    def accept(self, learning_id: str) -> Remembered:
        """Keeps a learning as a memory of its project, with the tag "learning"; not pinned. Raises NotFound.

        It may be read by whoever may read the memory that it stands in. Accepted twice it is the same memory.
        """
        row, learning = self._called(learning_id)
        memory = memory_of(row["memory"])
        kept = self._parts.remember(
            self._user_id,
            Draft(
                text=learning.text, tags=(TAG,), source=SOURCE, source_id=learning.id, project=memory.project,
                occurred_at=learning.at, audience=memory.audience, area=memory.area, agent=memory.agent,
                extra={"learnt_from": memory.id},
            ),
        )  # fmt: skip
        self._decided(learning, Act.LEARNING_ACCEPTED)
        return kept

    def reject(self, learning_id: str) -> Learning:
        """Says that it is none: it is not proposed again. Raises NotFound."""
        _, learning = self._called(learning_id)
        self._decided(learning, Act.LEARNING_REJECTED)
        return learning

    def _of(self, row: dict[str, Any], *, decided: bool = False) -> Iterator[Learning]:
        memory, judged = memory_of(row["memory"]), frozenset[str](row["judged"] or ())
        for start, end in learnings_in(memory.text, self._parts.sentences):
            learning = _learning(memory, start, end)
            if decided or learning.id not in judged:
                yield learning

    def _called(self, learning_id: str) -> tuple[dict[str, Any], Learning]:
        memory_id = plain("learning_id", learning_id).rpartition(".")[0]
        rows = self._parts.store.read("learning/of", user_id=self._user_id, ids=[memory_id])
        for row in still_there(rows):
            for learning in self._of(row, decided=True):
                if learning.id == learning_id:
                    return row, learning
        raise NotFound("learning", learning_id)

    def _decided(self, learning: Learning, act: Act) -> None:
        step = self._parts.journal.step(self._user_id, act, [learning.memory_id])
        given = {"user_id": self._user_id, "id": learning.memory_id, "learning": learning.id}
        self._parts.store.write_all([Step("learning/judge", given), step])


def learnings_in(text: str, sentences: Spans) -> Iterator[tuple[int, int]]:
    """The places of sentences in a text that say what was learnt, without the mark of a list before them."""
    below, start = False, 0
    for line in text.splitlines(keepends=True):
        item = _ITEM.match(line)
        first = item.end() if item else 0
        content = line[first:].rstrip()
        if item and below:
            yield from _fit(text, start + first, start + first + len(content))
        elif content:
            below = not item and _is_heading(content)
            for begin, end in [] if below else sentences(content):
                if _says(content[begin:end]):
                    yield from _fit(text, start + first + begin, start + first + end)
        start += len(line)


def _fit(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The place without white space at its ends, where it is neither a question nor more than a sentence."""
    cut = text[start:end]
    start, end = start + len(cut) - len(cut.lstrip()), end - len(cut) + len(cut.rstrip())
    if 0 < end - start <= _MOST and not _ASKS.search(text[start:end]):
        yield start, end


def _says(sentence: str) -> bool:
    """Whether a wording stands in it, and something beside it: what lies in the gap of a wording counts."""
    for wording in _wordings():
        if match := wording.search(sentence):
            around = sentence[: match.start()] + "".join(match.groups()) + sentence[match.end() :]
            return sum(2 if letter > _ALPHABETS else 1 for letter in around if letter.isalnum()) >= _LEAST
    return False


def _is_heading(line: str) -> bool:
    title = _HEADING.fullmatch(line)
    return title is not None and title[1].casefold() in _titles()


@cache
def _titles() -> frozenset[str]:
    words = [row.word for row in word_rows("learnings", "graph.projects") if "…" not in row.word]
    return frozenset(word.rstrip(":").casefold() for word in words) | {"learnings", "takeaways", "gotchas"}


@cache
def _wordings() -> tuple[re.Pattern[str], ...]:
    return tuple(_pattern(row) for row in word_rows("learnings", "graph.projects"))


def _pattern(row: WordRow) -> re.Pattern[str]:
    written = re.escape(row.word).replace(":", "[:：]").replace("…", "([^。！？]{2,80}?)")
    if not row.word.isascii():
        return re.compile(written)
    ends = "" if row.word.endswith(":") else r"(?!\w)"
    return re.compile(rf"(?<!\w){written}{ends}", 0 if row.kind == "capital" else re.IGNORECASE)


def _learning(memory: Memory, start: int, end: int) -> Learning:
    text = memory.text[start:end]
    mark = sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return Learning(
        id=f"{memory.id}.{mark}", text=text, memory_id=memory.id, start=start, end=end, project=memory.project,
        session_id=memory.session_id, speaker=memory.speaker, at=memory.occurred_at or memory.created_at,
    )  # fmt: skip
