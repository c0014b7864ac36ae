"""Memories in all their states, for the properties of what weighs them."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from graph.lifecycle.importance import Life
from graph.lifecycle.ties import Ties
from graph.lifecycle.uses import DayUses
from graph.model.importance import UseKind
from graph.settings import ImportanceSettings

NOW = datetime(2026, 6, 1, 9, 0, tzinfo=UTC)
DEFAULTS = ImportanceSettings()
DAYS = st.integers(-10, 4000).map(lambda days: NOW - timedelta(days=days))
USES = st.lists(
    st.builds(
        DayUses,
        day=st.integers(0, 60).map(lambda days: (NOW - timedelta(days=days)).date()),
        kind=st.sampled_from(UseKind),
        number=st.integers(1, 1000),
    ),
    max_size=8,
).map(tuple)
LIVES = st.builds(
    Life,
    kept_at=DAYS,
    edited_at=st.none() | DAYS,
    edits=st.integers(0, 10_000),
    rating=st.none() | st.integers(0, 5),
    uses=USES,
)
TIES = st.builds(Ties, **{name: st.integers(0, 500) for name in Ties.__dataclass_fields__})
TEXTS = st.text(max_size=400) | st.sampled_from(["# Plan\n- TODO 締切 `x` https://example.org", "", "x" * 20_000])


def used(kind: UseKind, number: int, *, days_ago: int = 0) -> DayUses:
    return DayUses(day=(NOW - timedelta(days=days_ago)).date(), kind=kind, number=number)
