"""What somebody likes, is like and uses: things that the parser takes for something else, and tools for people."""

import pytest

from graph.model.types import EntityType
from tests.extraction.lang.en.test_english_everyday import Say, say, types

__all__ = ["say"]

pytestmark = pytest.mark.models


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("I use Obsidian for my notes.", "Obsidian"),
        ("We deploy with Terraform and Pulumi.", "Pulumi"),
        ("My team uses Kubernetes, Grafana and Datadog.", "Datadog"),
    ],
)
def test_what_is_used_and_deployed_with_is_a_technology(say: Say, text: str, tool: str) -> None:
    assert types(say(text))[tool] is EntityType.TECHNOLOGY


@pytest.mark.parametrize("text", ["I built a house with Anna.", "The company used Einstein in its ads."])
def test_who_is_worked_with_or_shown_is_a_person(say: Say, text: str) -> None:
    assert EntityType.TECHNOLOGY not in types(say(text)).values()


def test_a_weekday_is_no_technology(say: Say) -> None:
    assert EntityType.TECHNOLOGY not in types(say("I watch football on Saturdays and deploy on Fridays.")).values()
