"""How much a memory matters, 0–10, as a weighted sum whose every part can be shown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from graph.lifecycle.content import content_of
from graph.lifecycle.recency import time_part
from graph.lifecycle.ties import Ties, links_in, relation_part
from graph.lifecycle.uses import DayUses, access_part
from graph.model.importance import UseKind
from graph.settings import ImportanceSettings

VERSION: Final = "3.0"
"""The version of the algorithm, kept with every score: what an earlier one computed is seen, and computed anew."""

PARTS: Final = ("content", "time", "access", "relation", "user")
HIGHEST: Final = 10.0
UNRATED: Final = 0.5
RATING_MOST: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """The sums that stand for 0 and 10: of any memory there may be, or of those a user has (min–max)."""

    low: float = 0.0
    high: float = 1.0


ANY_MEMORY: Final = Bounds()


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """What a memory went through: when its words were kept and last changed, how often, its rating, its uses."""

    kept_at: datetime
    edited_at: datetime | None = None
    edits: int = 0
    rating: int | None = None
    uses: tuple[DayUses, ...] = ()

    def at(self, moment: datetime) -> "Life":
        """What was known at an earlier moment; of a rating that is not kept, and it stays."""
        day = moment.astimezone(UTC).date()
        later = [use for use in self.uses if use.day > day]
        undone = sum(use.number for use in later if use.kind is UseKind.EDIT)
        edited = None if self.edited_at is not None and self.edited_at > moment else self.edited_at
        uses = tuple(use for use in self.uses if use.day <= day)
        return replace(self, edited_at=edited, edits=max(0, self.edits - undone), uses=uses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Importance:
    """The parts of a memory's importance, each on 0–1, and the factor of the whole."""

    content: float
    time: float
    access: float
    relation: float
    user: float
    adjustment: float = 1.0

    def total(self, settings: ImportanceSettings) -> float:
        """`(0.4 content + 0.2 time + 0.2 access + 0.15 relation + 0.05 user) × adjustment`."""
        weights = settings.weights
        weighted = (
            weights.content * self.content
            + weights.time * self.time
            + weights.access * self.access
            + weights.relation * self.relation
            + weights.user * self.user
        )
        return weighted * self.adjustment

    def score(self, settings: ImportanceSettings, bounds: Bounds = ANY_MEMORY) -> float:
        """The sum on 0–10: ten times as much, or its place between the least and the greatest of a user (`bounds`)."""
        spread = bounds.high - bounds.low
        placed = (self.total(settings) - bounds.low) / spread if spread > 0 else UNRATED
        return round(HIGHEST * min(1.0, max(0.0, placed)), 3)

    @property
    def parts(self) -> Mapping[str, float]:
        """The value of each part by its name."""
        return {name: getattr(self, name) for name in PARTS}


def importance(
    text: str,
    life: Life,
    ties: Ties,
    now: datetime,
    settings: ImportanceSettings,
    *,
    repeats: bool = False,
    on_topic: bool = False,
) -> Importance:
    """The importance of a memory now; `repeats`: an earlier one says nearly the same."""
    content = content_of(text, settings.content, repeats=repeats, on_topic=on_topic).value(settings.content)
    return aged(content, relation_part(ties, settings.relation), life, now, settings)


def aged(content: float, relation: float, life: Life, now: datetime, settings: ImportanceSettings) -> Importance:
    """The importance of a memory at some moment, of which content and relation are known: what time changes is read
    off its life.
    """
    return Importance(
        content=content,
        time=time_part(life.kept_at, now, settings.time, edited_at=life.edited_at, edits=life.edits),
        access=access_part(life.uses, now, settings.access),
        relation=relation,
        user=UNRATED if life.rating is None else life.rating / RATING_MOST,
        adjustment=settings.adjustment,
    )


def of_text(
    text: str, kept_at: datetime, rating: int | None, now: datetime, settings: ImportanceSettings, *, repeats: bool
) -> Importance:
    """The importance of a memory that is being stored: nothing has used it, and only its own links are known."""
    addresses, documents = links_in(text)
    ties = Ties(addresses=addresses, documents=documents)
    return importance(text, Life(kept_at=kept_at, rating=rating), ties, now, settings, repeats=repeats)


def cost_of_repeating(settings: ImportanceSettings) -> float:
    """By how much what repeats another memory matters less: `10 × 0.4 × 0.2`, of which half is taken off."""
    lost = settings.content.uniqueness_weight * (1 - settings.content.duplicate_penalty)
    return HIGHEST * settings.weights.content * lost * settings.adjustment
