"""Uses of a memory by day and kind, and what they weigh. A day of a kind is stored as text: "2026-11-27 view 3"."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from graph.model.importance import UseKind
from graph.settings import AccessSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class DayUses:
    """How often a memory was used in one way on one day (UTC)."""

    day: date
    kind: UseKind
    number: int


def day_key(day: date, kind: UseKind) -> str:
    """What the stored text of a day and kind begins with; the number follows."""
    return f"{day.isoformat()} {kind.value} "


def first_day(now: datetime, settings: AccessSettings) -> date:
    """The first day whose uses count."""
    return now.astimezone(UTC).date() - timedelta(days=settings.window_days - 1)


def uses_of(stored: Sequence[str]) -> tuple[DayUses, ...]:
    """The uses that a memory node keeps."""
    parts = [text.split(" ") for text in stored]
    return tuple(
        DayUses(day=date.fromisoformat(day), kind=UseKind(kind), number=int(number)) for day, kind, number in parts
    )


def counts(uses: Iterable[DayUses], now: datetime, settings: AccessSettings) -> dict[UseKind, int]:
    """How many uses of each kind lie in the window that ends now."""
    first, last = first_day(now, settings), now.astimezone(UTC).date()
    numbers = dict.fromkeys(UseKind, 0)
    for use in uses:
        if first <= use.day <= last:
            numbers[use.kind] += use.number
    return numbers


def access_part(uses: Iterable[DayUses], now: datetime, settings: AccessSettings) -> float:
    """`log10(1 + n)` with n = 0.3 views + 0.7 edits + 0.5 shares of the last 30 days, between 0.1 and 1.

    Nine weighted uses are the whole: in general `log(1 + n) / log(1 + uses_full)`, or `n / uses_full` where
    `log_scale` is off.
    """
    weights = {UseKind.VIEW: settings.view, UseKind.EDIT: settings.edit, UseKind.SHARE: settings.share}
    n = settings.weight * sum(weights[kind] * number for kind, number in counts(uses, now, settings).items())
    share = math.log1p(n) / math.log1p(settings.uses_full) if settings.log_scale else n / settings.uses_full
    return max(settings.least, min(1.0, share))
