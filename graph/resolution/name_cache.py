"""Caches the names of each user's entities, so that a known name is found in every later text."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from graph.model.extraction import Mention, NameCandidate
from graph.model.types import EntityType

CERTAINTY: Final = 0.8
"""How sure a tie by the name alone is, as a share of how sure its surest memory was."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """A name that the user's graph knows: the type it was read with, the form to show, and its entity's type.

    `name` is None for an alias that no memory used by itself. `confidence` is how sure its surest memory was.
    """

    key: str
    kind: str
    name: str | None
    type: EntityType
    confidence: float


@dataclass(slots=True)
class Names:
    """The names of one user as far as this process has seen them, by normalised key."""

    version: int = 0
    seen: int | None = None
    """How many writes the user had when the names were last read; None before that."""
    by_key: dict[str, tuple[KnownName, ...]] = field(default_factory=dict[str, tuple[KnownName, ...]])

    def stale(self, writes: int, forgot_at: int) -> bool:
        """Whether names may have been forgotten since they were read, or the user altogether."""
        return self.seen is not None and (writes < self.seen or forgot_at > self.seen)

    def learn(self, rows: Iterable[Sequence[str | None]]) -> None:
        """Adds rows of [key, kind, name, entity's type, version, confidence]; repeats change nothing.

        A row takes the place of what was known of that key and kind; without a type it names nothing any more.
        """
        for key, kind, name, there, version, confidence in rows:
            assert key is not None
            assert kind is not None
            left = [other for other in self.by_key.get(key, ()) if other.kind != kind]
            if there is not None:
                left.append(KnownName(key, kind, name, EntityType(there), float(confidence or 0)))
            # The same order whatever the order of arrival: first what memories used by itself.
            self.by_key[key] = tuple(sorted(left, key=lambda known: (known.name is None, known.type, known.kind)))
            if not left:
                del self.by_key[key]
            self.version = max(self.version, int(version or 0))

    def among(self, candidates: Sequence[NameCandidate]) -> list[NameCandidate]:
        """The candidates that are known names, longest first where they overlap, in the order of the text."""
        return longest([candidate for candidate in candidates if candidate.key in self.by_key])


def longest(candidates: Sequence[NameCandidate]) -> list[NameCandidate]:
    """Those candidates that no longer one overlaps, in the order of the text."""
    taken: list[NameCandidate] = []
    for candidate in sorted(candidates, key=lambda c: (c.start - c.end, c.start)):
        if all(candidate.end <= other.start or candidate.start >= other.end for other in taken):
            taken.append(candidate)
    return sorted(taken, key=lambda c: c.start)


def same_case(name: str, surface: str) -> bool:
    """Whether a stretch of text may be a name by its first letter: "may" is not May."""
    return not (name[0].isupper() and " " not in name and not surface[0].isupper())


def standing(
    candidates: Iterable[NameCandidate],
    known: Mapping[str, Mention],
    text: str,
    taken: Sequence[tuple[int, int]],
    *,
    origin: int = 0,
) -> list[NameCandidate]:
    """The known names in a text: the longest where they overlap, and none that overlaps a `taken` span.

    Offsets count from `origin` characters before `text`. A capitalised word is not the same word in lower case.
    """
    return [
        candidate
        for candidate in longest([candidate for candidate in candidates if candidate.key in known])
        if not any(candidate.start < end and start < candidate.end for start, end in taken)
        and same_case(known[candidate.key].name, text[candidate.start - origin : candidate.end - origin])
    ]


class NameCache:
    """The names of the users seen lately, at most `most` altogether; the least recently used user is dropped first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._users: OrderedDict[str, Names] = OrderedDict()
        self._lock = Lock()

    def of(self, user_id: str) -> Names:
        """The names of this user, empty when none were seen."""
        with self._lock:
            names = self._users.setdefault(user_id, Names())
            self._users.move_to_end(user_id)
            while len(self._users) > 1 and sum(len(n.by_key) for n in self._users.values()) > self._most:
                self._users.popitem(last=False)
            return names

    def drop(self, user_id: str) -> None:
        """Forgets what was seen of this user: after a deletion, so that nothing of it stays in memory."""
        with self._lock:
            self._users.pop(user_id, None)
