"""Uses count by kind and day, those of the last thirty days."""

import pytest

from graph.lifecycle.uses import DayUses, access_part, counts, day_key, uses_of
from graph.model.importance import UseKind
from graph.settings import AccessSettings
from tests.graph.lifecycle.lives import NOW, used

DEFAULTS = AccessSettings()


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        ((), 0.1),
        ((used(UseKind.VIEW, 30),), 1),
        ((used(UseKind.VIEW, 10),), 0.602),
        ((used(UseKind.EDIT, 3),), 0.491),
        ((used(UseKind.SHARE, 3),), 0.398),
        ((used(UseKind.VIEW, 1), used(UseKind.EDIT, 1), used(UseKind.SHARE, 1)), 0.398),
        ((used(UseKind.VIEW, 100_000),), 1),
    ],
)
def test_views_edits_and_shares_weigh_differently(uses: tuple[DayUses, ...], expected: float) -> None:
    assert access_part(uses, NOW, DEFAULTS) == pytest.approx(expected, abs=0.001)


def test_the_thirtieth_day_is_the_last_that_counts_and_tomorrow_is_not_yet() -> None:
    for days_ago, number in ((0, 5), (29, 5), (30, 0), (-1, 0)):
        assert counts([used(UseKind.VIEW, 5, days_ago=days_ago)], NOW, DEFAULTS)[UseKind.VIEW] == number


def test_without_the_logarithm_every_use_counts_alike() -> None:
    straight = AccessSettings(log_scale=False)
    parts = [access_part([used(UseKind.SHARE, number)], NOW, straight) for number in (6, 12, 18)]
    assert parts == pytest.approx([1 / 3, 2 / 3, 1])


def test_what_is_stored_is_read_back() -> None:
    uses = (used(UseKind.VIEW, 3), used(UseKind.SHARE, 12, days_ago=4))
    assert uses_of([f"{day_key(use.day, use.kind)}{use.number}" for use in uses]) == uses
