"""What no one wrote by hand: text without an end, logs, code, brackets, rows of one sign.

Read in bounded time and memory: 5,000 characters of each kind are understood, and up to a million are read.
"""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import psutil
import pytest

from extraction.pipeline import Pipeline
from graph.extractor import ExtractionInput
from graph.model.draft import Draft
from tests.extraction.models import extractor

pytestmark = pytest.mark.models

SIZE = 5_000
LONG = {100_000: 60_000_000, 1_000_000: 200_000_000}
"""Sizes at which every kind is read, with the bytes that the reading may hold."""
SLOWER = 3.0
"""Times as long as prose that a text may take for each character; a part of it is the noise of a busy machine."""
CHEAPER = 0.25
"""Of the time that understanding prose takes, what reading any text may take for each character."""
ALL = 1_000_000_000
"""Bytes that a process may take that understands both languages."""
CHANCE = random.Random(5)
WORDS = ["alpha", "Alice", "Johnson", "went", "to", "Osaka", "with", "Bob", "from", "Acme", "in", "2024", "PostgreSQL"]
PROSE = "田中太郎さんは先週、東京の株式会社ミナトの会議に出席し、データベースについて佐藤花子さんと話し合った。"


def filled(size: int, piece: Callable[[], str]) -> str:
    pieces: list[str] = []
    held = 0
    while held < size:
        pieces.append(piece())
        held += len(pieces[-1])
    return "".join(pieces)[:size]


def word() -> str:
    return CHANCE.choice(WORDS)


NASTY: dict[str, Callable[[int], str]] = {
    "no punctuation": lambda size: filled(size, lambda: f"{word()} "),
    "no punctuation, Japanese": lambda size: filled(size, lambda: PROSE.strip("。").replace("、", "")),
    "emoji": lambda size: filled(size, lambda: CHANCE.choice(["🎉", "😀", "👩‍👩‍👧", "👍🏽", "🇯🇵"])),
    "one word": lambda size: "a" * size,
    "one word of letters and digits": lambda size: filled(size, lambda: CHANCE.choice("abcdefgxyz0123456789")),
    "capitals": lambda size: filled(size, lambda: f"{word().upper()} "),
    "kanji": lambda size: filled(size, lambda: CHANCE.choice("東京大阪田中佐藤会議出席導入国際連合山川海空花")),
    "one sign": lambda size: "「" * size,
    "brackets": lambda size: "(" * size + "Bob" + ")" * size,
    "code": lambda size: filled(
        size, lambda: f"def {word()}(x, y=[1]):\n    return {{k: v for k, v in x.items() if k != '{word()}'}}\n"
    ),
    "log": lambda size: filled(
        size, lambda: f"2026-06-01 12:00:01 ERROR [worker-3] com.acme.{word()}: 10.0.0.7 refused\n"
    ),
    "log without lines": lambda size: filled(
        size, lambda: f"2026-06-01T12:00:01Z ERROR worker-3 {word()} 10.0.0.7 refused "
    ),
    "table": lambda size: filled(size, lambda: f"| {word()} | 12 | 東京 | {word()} |\n"),
    "commas": lambda size: filled(size, lambda: "田中、Bob, "),
    "mixed scripts": lambda size: filled(
        size, lambda: CHANCE.choice(["東京", "Alice ", "Привет ", "שלום ", "각하", "ไทย", "１２３"])
    ),
    "marks on one letter": lambda size: "e" + "\u0301" * size,
    "numbers": lambda size: filled(size, lambda: f"{CHANCE.randrange(9999)} "),
    "blanks": lambda size: "a" + " " * size + "b",
}


@lru_cache(maxsize=1)
def pipeline() -> Pipeline:
    """The extractor, warm in both languages."""
    made = extractor()
    made.extract(
        [ExtractionInput(draft, made.read(draft)) for draft in (Draft(text="Alice moved to Osaka."), Draft(text=PROSE))]
    )
    return made


def seconds(text: str) -> float:
    """Processor time of reading and understanding a text; every offset of it is looked at."""
    extractor, draft = pipeline(), Draft(text=text)
    started = time.process_time()
    (extraction,) = extractor.extract([ExtractionInput(draft, extractor.read(draft))])
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
    return seconds(filled(SIZE, lambda: PROSE)) / SIZE


@pytest.mark.parametrize("kind", NASTY)
def test_a_text_of_any_kind_is_read_in_the_time_of_prose_and_with_true_offsets(kind: str) -> None:
    text = NASTY[kind](SIZE)
    assert seconds(text) <= SLOWER * prose() * len(text)


@pytest.mark.parametrize("size", [100_000, pytest.param(1_000_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("kind", NASTY)
def test_a_long_text_of_any_kind_is_read_in_little_time_and_memory(kind: str, size: int) -> None:
    text = NASTY[kind](size)
    least = prose() * len(text)
    process, draft = psutil.Process(), Draft(text=text)
    before, started = process.memory_info().rss, time.process_time()
    made = pipeline().read(draft)
    assert time.process_time() - started <= CHEAPER * least
    assert process.memory_info().rss - before <= LONG[size]
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in made.chunks)


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="the system does not tell what a process took at most"
)
def test_a_process_that_understands_every_kind_in_both_languages_takes_less_than_a_gigabyte() -> None:
    # Not ru_maxrss: it begins with what the process that starts this one has taken.
    code = (
        "from tests.extraction.test_nasty_texts import *; "
        "[seconds(text(SIZE)) for text in NASTY.values()]; seconds(filled(4 * SIZE, lambda: PROSE)); "
        "print(Path('/proc/self/status').read_text())"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    peak = next(line for line in answer.stdout.splitlines() if line.startswith("VmHWM:"))
    assert int(peak.split()[1]) * 1024 < ALL
