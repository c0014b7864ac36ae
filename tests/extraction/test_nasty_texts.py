"""What no one wrote by hand: text without an end, logs, code, brackets, rows of one sign. Read in bounded time."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache

import pytest

from extraction.pipeline import Pipeline
from extraction.settings import ExtractionSettings
from graph.extracts import Work
from graph.model import Draft

pytestmark = pytest.mark.models

SIZE = 5_000
DEEP = 10_000
"""Brackets within brackets."""
SLOWER = 3.0
"""Times as long as prose that a text may take for each character; a part of it is the noise of a busy machine."""
CHANCE = random.Random(5)
WORDS = ["alpha", "Alice", "Johnson", "went", "to", "Osaka", "with", "Bob", "from", "Acme", "in", "2024", "PostgreSQL"]
PROSE = "田中太郎さんは先週、東京の株式会社ミナトの会議に出席し、データベースについて佐藤花子さんと話し合った。"


def filled(piece: Callable[[], str], size: int = SIZE) -> str:
    pieces: list[str] = []
    held = 0
    while held < size:
        pieces.append(piece())
        held += len(pieces[-1])
    return "".join(pieces)[:size]


def word() -> str:
    return CHANCE.choice(WORDS)


NASTY = {
    "no punctuation": lambda: filled(lambda: f"{word()} "),
    "no punctuation, Japanese": lambda: filled(lambda: PROSE.strip("。").replace("、", "")),
    "emoji": lambda: filled(lambda: CHANCE.choice(["🎉", "😀", "👩‍👩‍👧", "👍🏽", "🇯🇵"])),
    "one word": lambda: "a" * SIZE,
    "one word of letters and digits": lambda: filled(lambda: CHANCE.choice("abcdefgxyz0123456789")),
    "capitals": lambda: filled(lambda: f"{word().upper()} "),
    "kanji": lambda: filled(lambda: CHANCE.choice("東京大阪田中佐藤会議出席導入国際連合山川海空花")),
    "one sign": lambda: "「" * SIZE,
    "brackets": lambda: "(" * DEEP + "Bob" + ")" * DEEP,
    "code": lambda: filled(
        lambda: f"def {word()}(x, y=[1]):\n    return {{k: v for k, v in x.items() if k != '{word()}'}}\n"
    ),
    "log": lambda: filled(lambda: f"2026-06-01 12:00:01 ERROR [worker-3] com.acme.{word()}: 10.0.0.7 refused\n"),
    "log without lines": lambda: filled(lambda: f"2026-06-01T12:00:01Z ERROR worker-3 {word()} 10.0.0.7 refused "),
    "table": lambda: filled(lambda: f"| {word()} | 12 | 東京 | {word()} |\n"),
    "commas": lambda: filled(lambda: "田中、Bob, "),
    "mixed scripts": lambda: filled(
        lambda: CHANCE.choice(["東京", "Alice ", "Привет ", "שלום ", "각하", "ไทย", "１２３"])
    ),
    "marks on one letter": lambda: "e" + "\u0301" * SIZE,
    "numbers": lambda: filled(lambda: f"{CHANCE.randrange(9999)} "),
    "blanks": lambda: "a" + " " * SIZE + "b",
}


@lru_cache(maxsize=1)
def pipeline() -> Pipeline:
    made = Pipeline(ExtractionSettings(workers=1), clock=lambda: datetime(2026, 6, 1, tzinfo=UTC))
    made.extract([Work(draft, made.read(draft)) for draft in (Draft(text="Alice moved to Osaka."), Draft(text=PROSE))])
    return made


def seconds(text: str) -> float:
    """Processor time of reading and understanding a text; every offset of it is looked at."""
    one, draft = pipeline(), Draft(text=text)
    started = time.process_time()
    (extraction,) = one.extract([Work(draft, one.read(draft))])
    spent = time.process_time() - started
    for mention in extraction.mentions:
        if mention.start is not None and mention.end is not None:
            assert text[mention.start : mention.end] == mention.surface
    for fact in extraction.statements:
        assert 0 <= fact.subject < len(extraction.mentions)
        assert 0 <= fact.object < len(extraction.mentions)
        assert 0 <= fact.start <= fact.end <= len(text)
    return spent


@lru_cache(maxsize=1)
def prose() -> float:
    """Seconds a character of Japanese prose, which has twice the words to a character that English has."""
    return seconds(filled(lambda: PROSE)) / SIZE


@pytest.mark.parametrize("kind", NASTY)
def test_a_text_of_any_kind_is_read_in_the_time_of_prose_and_with_true_offsets(kind: str) -> None:
    text = NASTY[kind]()
    assert seconds(text) <= SLOWER * prose() * len(text)
