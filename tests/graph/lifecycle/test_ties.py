"""What ties a memory to others counts by where it leads."""

import pytest

from graph.lifecycle.ties import Ties, counted_kinds, links_in, relation_part
from graph.model.types import LinkKind
from graph.settings import RelationSettings

DEFAULTS = RelationSettings()


@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        (Ties(), 0),
        (Ties(leads_to=1), 0.06),
        (Ties(entities=2, facts=1, documents=1), 0.24),
        (Ties(addresses=2), 0.08),
        (Ties(led_from=3), 0.36),
        (Ties(led_from=100, addresses=100), 1),
    ],
)
def test_links_within_to_the_web_and_back_weigh_differently(ties: Ties, expected: float) -> None:
    assert relation_part(ties, DEFAULTS) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "addresses", "documents"),
    [
        ("no links", 0, 0),
        ("See https://example.org/a and http://example.org/b.", 2, 0),
        ("https://example.org, again https://example.org.", 1, 0),
        ("[guide](docs/guide.md), [site](https://example.org), [[Note]]", 1, 2),
        ("資料は（https://example.org/資料）にある。", 1, 0),
        ("f[x](y) is code, [ ] is a box", 0, 1),
    ],
)
def test_addresses_and_documents_are_read_off_the_text(text: str, addresses: int, documents: int) -> None:
    assert links_in(text) == (addresses, documents)


def test_kinds_of_links_can_be_left_out() -> None:
    assert set(counted_kinds(DEFAULTS)) == set(LinkKind)
    for switch, kind in (
        ("references", LinkKind.REFERENCE),
        ("tags", LinkKind.THEMATIC_CONNECTION),
        ("dependencies", LinkKind.CONCEPTUAL_HIERARCHY),
    ):
        assert kind not in counted_kinds(RelationSettings(**{switch: False}))
