"""How much the words of a memory weigh: length, structure, marked words, and how unlike others they are."""

import re
import unicodedata
from dataclasses import dataclass

from graph.lifecycle.marked_words import density
from graph.lifecycle.sentiment import balance
from graph.settings import ContentSettings

_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_LIST = re.compile(r"^\s*(?:[-*+]\s|・|\d+[.)]\s)", re.MULTILINE)
_CODE = re.compile(r"```|^~~~|`[^`\n]+`", re.MULTILINE)
_LINK = re.compile(r"https?://|\[[^\]\n]+\]\([^)\s]+\)")
_READ_MOST = 20_000
"""Characters enough to judge structure and words by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What the content part is made of, each on 0–1, and the factors of its topic and its mood, which may be 1."""

    length: float
    structure: float
    keywords: float
    uniqueness: float
    topic: float = 1.0
    mood: float = 1.0

    def value(self, settings: ContentSettings) -> float:
        """`(0.3 length + 0.3 structure + 0.2 keywords + 0.2 uniqueness) × topic × mood`, within 0–1."""
        total = (
            settings.length_weight * self.length
            + settings.structure_weight * self.structure
            + settings.keywords_weight * self.keywords
            + settings.uniqueness_weight * self.uniqueness
        )
        return min(1.0, total * self.topic * self.mood)


def content_of(text: str, settings: ContentSettings, *, repeats: bool = False, on_topic: bool = False) -> Content:
    """What a text is worth; `repeats`: an earlier memory says nearly the same; `on_topic`: much is kept about it."""
    head = text[:_READ_MOST]
    return Content(
        length=length_part(text, settings),
        structure=structure_part(head, settings),
        keywords=density(head, settings),
        uniqueness=settings.duplicate_penalty if repeats else 1.0,
        topic=settings.topic_boost if settings.topics and on_topic else 1.0,
        mood=_mood(head, settings) if settings.sentiment else 1.0,
    )


def length_part(text: str, settings: ContentSettings) -> float:
    """Rises to 0.5 at `chars_least` and to 1 at `chars_best`, falls to `too_long` at `chars_most`.

    A wide (Japanese) character counts as two.
    """
    head = text[:_READ_MOST]
    wide = 0 if head.isascii() else sum(unicodedata.east_asian_width(char) in "WF" for char in head)
    n = len(text) + wide
    least, best, most = settings.chars_least, settings.chars_best, settings.chars_most
    if n < least:
        return n / least * 0.5
    if n <= best:
        return 0.5 + 0.5 * (n - least) / (best - least)
    if n <= most:
        return 1.0 - (1.0 - settings.too_long) * (n - best) / (most - best)
    return settings.too_long


def structure_part(text: str, settings: ContentSettings) -> float:
    """The points of headings, lists, code and links, each once where there is any, of `structure_most`; at most 1."""
    present = (
        (_HEADING, settings.headings),
        (_LIST, settings.lists),
        (_CODE, settings.code),
        (_LINK, settings.links),
    )
    points = sum(points for pattern, points in present if pattern.search(text))
    return min(1.0, points / settings.structure_most)


def _mood(text: str, settings: ContentSettings) -> float:
    glad = balance(text)
    if glad == 0:
        return 1.0
    return settings.positive_boost if glad > 0 else settings.negative_penalty
