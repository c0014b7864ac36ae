"""The context of a chunk that a language's rules may use beside its text."""

from dataclasses import dataclass
from datetime import datetime

from graph.model.types import EntityType


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSpan:
    """A name that the draft itself makes known, its title or an identifier, at its place: `text[start:end]`.

    `is_word`: it is read as one word, whatever signs stand in it (`src/store.ts`).
    """

    start: int
    end: int
    key: str
    name: str
    type: EntityType
    confidence: float = 1.0
    is_word: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What is known of a draft.

    `title` is the one given by the caller. `speaker` is who "I" is; in a `memo` that is the user, whom the text may
    also call "the user". `is_answer`: an assistant says it, who proposes and decides nothing. `unsaid`: a sentence
    without a subject may be about the speaker. `when` is zone-aware: the reference time of relative dates ("yesterday",
    "来週"). `spans` are in text order and do not overlap. `heads` are those of the table in which the chunk begins,
    `fence` is that of the block of code within which it begins.
    """

    when: datetime
    title: str | None = None
    speaker: str | None = None
    memo: bool = False
    is_answer: bool = False
    unsaid: bool = True
    spans: tuple[KnownSpan, ...] = ()
    heads: tuple[str, ...] = ()
    fence: str = ""
