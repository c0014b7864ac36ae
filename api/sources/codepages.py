"""Which code page a text without Unicode is in: the one under which its words read most like its languages.

    b"P\\xf8\\xedtel p\\xf8i\\x9ael"   cp1250: "Přítel přišel", Czech with 0.99; cp1252: "Pøítel pøišel", nothing

A code page is written by people of some languages (`codepages.tsv`), so that a likely language that none of them is
speaks against it. Letters that are no word's, signs that stand in none and capitals behind small letters do too.
"""

import re
from functools import partial
from typing import Final, NamedTuple

from extraction.text.detection import likely_languages
from graph.tables import table_rows, values

SAMPLE_CHARACTERS: Final = 4_000
"""Of a text, by which its language is told."""
LEAST: Final = 0.6
MARGIN: Final = 0.2
"""By so much the best has to lead those of other languages; two pages of the same ones differ in a few letters."""

_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffd]")
_BEYOND_ASCII: Final = re.compile("[^\x00-\x7f]")
_ODD: Final = re.compile(
    r"[^\w\s!-/:-@\[-`{-~‐–—’‘‚“”„«»‹›…•°º½¼¾²³·‰€£¥§©®™†、。「」『』・！？：；，（）《》¿¡\u0300-\u036f\u0e30-\u0e4e]"
)
"""What stands in no plain text: boxes, currency of elsewhere, marks that a wrong code page is full of."""
_WITHIN: Final = re.compile(r"(?<=[^\W\d_])[£¥§©®™†€°²³½¼¾¿¡«“„…](?=[^\W\d_])")
"""Signs that stand within no word."""


OWN_SCRIPT: Final = 0.75
"""Of the likelihood of a language that has a script to itself: Greek letters are Greek with 1.0 whatever they spell."""


class Reading(NamedTuple):
    """A code page, how well a text reads under it, at most 1, and the text."""

    page: "Page"
    score: float
    text: str


class Page(NamedTuple):
    """A code page: its languages, whether their script is theirs alone, and what stands in no word of theirs."""

    codec: str
    languages: frozenset[str]
    own_script: bool
    never: re.Pattern[str] | None


def codepage_of(sample: bytes) -> str | None:
    """The code page of some bytes, which may begin and end anywhere; None where none reads plainly best."""
    best, *others = sorted(map(partial(_reading, sample), _PAGES), key=lambda reading: -reading.score)
    rivals = (each for each in others if each.text != best.text and each.page.languages != best.page.languages)
    lead = best.score - max((rival.score for rival in rivals), default=0.0)
    return best.page.codec if best.score >= LEAST and lead >= MARGIN else None


def _reading(sample: bytes, page: Page) -> Reading:
    text = sample.decode(page.codec, errors="ignore")[:SAMPLE_CHARACTERS]
    return Reading(page, _score(text, page), text)


def _score(text: str, page: Page) -> float:
    if _CONTROLS.search(text):
        return 0.0
    likely = sum(share for language, share in likely_languages(text) if language in page.languages)
    odd = len(_ODD.findall(text)) + len(_WITHIN.findall(text)) + sum(map(_is_capital_within, text, text[1:]))
    impossible = len(page.never.findall(text)) if page.never else 0
    against = (odd + 2 * impossible) / max(1, len(_BEYOND_ASCII.findall(text)))
    return (OWN_SCRIPT if page.own_script else 1.0) * likely - against


def _is_capital_within(before: str, letter: str) -> bool:
    return before.islower() and letter.isupper() and not letter.isascii()


_PAGES: Final = tuple(
    Page(codec, frozenset(values(languages)), script == "own", re.compile(never) if never else None)
    for codec, languages, script, never, _ in table_rows(
        "api.sources", "codepages", "codec languages script never example"
    )
)
