"""Brings memories up to what their files say now: what is new is kept, what changed edited, what is gone archived."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from graph.db.store import Store
from graph.errors import EnishiError, Invalid
from graph.intake.checks import near_hash
from graph.model.draft import Draft
from graph.model.memory import Enrich, Memory, Outcome, Remembered
from graph.model.synced import SourceText, Survey, SyncChange, SyncCounts, Synced, numbered_at
from graph.model.types import Status

GONE: Final = "gone:"
"""Stands before the place of a memory whose text is gone from there, so that it is known when the text comes back."""
_MOVED_AT_ONCE: Final = 1_000
_ROOT_MOST: Final = 140
"""Characters of a path by which its places are told from those of others: of longer places the rest is a hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A memory that came from a file: its place there, without the mark of what is gone, and whether it has that."""

    id: str
    place: str
    near_hash: str
    status: Status
    gone: bool = False
    title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncPlan:
    """Which stored memory each text is, by the text's place; `left` are those that no text is."""

    matched: Mapping[str, Placed]
    same: frozenset[str]
    """Places of texts whose memory says the same."""
    left: tuple[Placed, ...]

    def moves(self, texts: Sequence[SourceText]) -> list[dict[str, str | None]]:
        """Memories whose place changes, and those that give up a place which another takes."""
        rows: list[dict[str, str | None]] = []
        for text in texts:
            placed = self.matched.get(text.place)
            if placed is not None and (placed.place != text.place or placed.gone):
                rows.append({"id": placed.id, "place": text.place, "source": text.source})
        taken = {row["place"] for row in rows}
        rows += [
            {"id": placed.id, "place": GONE + placed.place, "source": None}
            for placed in self.left
            if placed.place in taken and not placed.gone
        ]
        return rows


def planned(stored: Sequence[Placed], texts: Sequence[SourceText]) -> SyncPlan:
    """Matches texts with memories: same words at the same place, the same words elsewhere, the place alone, the gap.

    What says the same elsewhere is moved, be it within its file or to another. A place of a name ("#Work") whose words
    changed is the same memory. Places that are numbers shift: a changed paragraph is the one between the same
    neighbours.
    """
    free = {placed.id: placed for placed in stored}
    by_place: dict[str, Placed] = {}
    for placed in sorted(stored, key=lambda placed: placed.gone, reverse=True):
        by_place[placed.place] = placed
    by_words: dict[str, list[Placed]] = defaultdict(list)
    for placed in sorted(stored, key=lambda placed: (placed.gone, placed.id)):
        by_words[placed.near_hash].append(placed)
    matched: dict[str, Placed] = {}
    same: set[str] = set()

    def match(text: SourceText, placed: Placed | None, *, words: bool) -> None:
        if placed is not None and placed.id in free and text.place not in matched:
            matched[text.place] = free.pop(placed.id)
            same.update([text.place] if words else [])

    for text in texts:
        there = by_place.get(text.place)
        match(text, there if there is not None and there.near_hash == text.near_hash else None, words=True)
    for within in (True, False):
        for text in texts:
            alike = (placed for placed in by_words[text.near_hash] if placed.id in free)
            match(text, next((p for p in alike if not within or _file(p.place) == _file(text.place)), None), words=True)
    for text in texts:
        match(text, None if numbered_at(text.place) is not None else by_place.get(text.place), words=False)
    for text, placed in _between(texts, stored, matched, free):
        match(text, placed, words=False)
    return SyncPlan(matched=matched, same=frozenset(same), left=tuple(free.values()))


def _between(
    texts: Sequence[SourceText], stored: Sequence[Placed], matched: Mapping[str, Placed], free: Mapping[str, Placed]
) -> list[tuple[SourceText, Placed]]:
    """Numbered texts and memories that are left, paired in order between the same neighbours of a file."""
    gaps: dict[tuple[str, str], list[Placed]] = defaultdict(list)
    before: dict[str, str] = {}
    for placed in sorted(stored, key=lambda placed: (_file(placed.place), numbered_at(placed.place) or 0)):
        file = _file(placed.place)
        if placed.id not in free:
            before[file] = placed.id
        elif numbered_at(placed.place) is not None and not placed.gone:
            gaps[file, before.get(file, "")].append(placed)
    pairs: list[tuple[SourceText, Placed]] = []
    before = {}
    for text in texts:
        file = _file(text.place)
        if (placed := matched.get(text.place)) is not None:
            before[file] = placed.id
        elif numbered_at(text.place) is not None and (gap := gaps[file, before.get(file, "")]):
            pairs.append((text, gap.pop(0)))
    return pairs


def _file(place: str) -> str:
    return place.partition("#")[0]


class RememberMany(Protocol):
    """Keeps many drafts, as `MemoryWriter.remember_many` does."""

    def __call__(
        self, user_id: str, drafts: Iterable[Draft | EnishiError], *, enrich: Enrich, batch_size: int | None
    ) -> Iterator[Outcome]:
        """What became of each."""
        ...


class SourceSync:
    """Syncs a user's memories with their files. One for a process; safe to share between threads."""

    def __init__(
        self,
        store: Store,
        remember_many: "RememberMany",
        status: Callable[[str, str, Status], Memory],
    ) -> None:
        """`remember_many` keeps drafts, `status` moves a memory to a status, as `MemoryEditor.status` does."""
        self._store = store
        self._remember_many = remember_many
        self._status = status

    def counts(self, user_id: str, survey: Survey) -> SyncCounts:
        """What a sync would do; nothing is written."""
        plan = planned(self._stored(user_id, survey), survey.texts)
        changes = Counter(change_of(text, plan) for text in survey.texts)
        removed = len(_gone(plan.left, survey))
        return SyncCounts(removed=removed, **{change.value: count for change, count in changes.items()})

    def run(
        self,
        user_id: str,
        survey: Survey,
        drafts: Iterable[Draft | EnishiError],
        *,
        allow_empty: bool,
        enrich: Enrich,
        batch_size: int | None,
    ) -> Iterator[Synced]:
        """Syncs what `survey` found with the drafts of the same texts: each of these in order, then what is gone."""
        stored = self._stored(user_id, survey)
        if not survey.texts and not allow_empty and (gone := _gone(stored, survey)):
            raise Invalid(
                "sync",
                f"nothing to remember was found there, and {len(gone):,} memories came from it: they are left alone.",
                allowed="the folder that they came from; or --allow-empty, where they are all to be archived",
            )
        plan = planned(stored, survey.texts)
        moves = plan.moves(survey.texts)
        for at in range(0, len(moves), _MOVED_AT_ONCE):
            self._store.write("memory/move", user_id=user_id, moves=moves[at : at + _MOVED_AT_ONCE])
        for placed in plan.matched.values():
            if placed.gone and placed.status is Status.ARCHIVED:
                self._status(user_id, placed.id, Status.ACTIVE)
        changes = {text.place: change_of(text, plan) for text in survey.texts}
        seen: set[str] = set()
        places: dict[int, str | None] = {}
        outcomes = self._remember_many(user_id, _noted(drafts, places), enrich=enrich, batch_size=batch_size)
        for outcome in outcomes:
            change = changes.get(places.pop(outcome.position) or "", SyncChange.ADDED)
            remembered = outcome.remembered
            if remembered is not None:
                seen.add(remembered.id)
                change = _change_seen(change, remembered)
            yield Synced(change=change, position=outcome.position, remembered=remembered, error=outcome.error)
        for placed in _gone(plan.left, survey):
            if placed.id not in seen:
                self._put_away(user_id, placed)
                yield Synced(change=SyncChange.REMOVED, memory_id=placed.id, title=placed.title)

    def _put_away(self, user_id: str, placed: Placed) -> None:
        self._status(user_id, placed.id, Status.ARCHIVED)
        row = {"id": placed.id, "place": GONE + placed.place, "source": None}
        self._store.write("memory/move", user_id=user_id, moves=[row])

    def _stored(self, user_id: str, survey: Survey) -> list[Placed]:
        root = survey.root.rstrip("/")
        if len(root) > _ROOT_MOST:
            raise Invalid("path", "this path is too long to be synced.", allowed=f"up to {_ROOT_MOST} characters")
        roots = [f"{mark}{root}{end}" for mark in ("", GONE) for end in ("/", "#")]
        rows = self._store.read("memory/placed", user_id=user_id, roots=roots)
        return [
            Placed(
                id=row["id"], place=row["place"].removeprefix(GONE), near_hash=row["near_hash"],
                status=Status(row["status"]), gone=row["place"].startswith(GONE), title=row["title"],
            )
            for row in rows
        ]  # fmt: skip


def change_of(text: SourceText, plan: SyncPlan) -> SyncChange:
    """What became of a text, as far as its words tell."""
    placed = plan.matched.get(text.place)
    if placed is None or placed.gone:
        return SyncChange.ADDED
    if text.place not in plan.same:
        return SyncChange.CHANGED
    return SyncChange.UNCHANGED if _file(placed.place) == _file(text.place) else SyncChange.MOVED


def _noted(drafts: Iterable[Draft | EnishiError], places: dict[int, str | None]) -> Iterator[Draft | EnishiError]:
    """The drafts; their places are noted by position."""
    for position, draft in enumerate(drafts):
        places[position] = draft.place if isinstance(draft, Draft) else None
        yield draft


def _change_seen(change: SyncChange, remembered: Remembered) -> SyncChange:
    """What became of a text once it was kept: its title or facts may have changed."""
    if remembered.created:
        return SyncChange.ADDED
    if change is SyncChange.UNCHANGED and remembered.updated:
        return SyncChange.CHANGED
    return change


def _gone(left: Iterable[Placed], survey: Survey) -> list[Placed]:
    """Those of the memories left that are to be put away: not what a person archived, nor what could not be read."""
    closed = tuple(path[:_ROOT_MOST] for path in survey.unread)
    return [
        placed
        for placed in left
        if placed.status is Status.ACTIVE and not placed.gone and not _inside(_file(placed.place), closed)
    ]


def _inside(file: str, paths: Sequence[str]) -> bool:
    return any(file == path or file.startswith(f"{path}/") for path in paths)


def source_text(draft: Draft) -> SourceText:
    """A draft with a place as a survey holds it."""
    return SourceText(place=draft.place or "", near_hash=near_hash(draft), source=draft.source)
