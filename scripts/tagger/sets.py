"""Reads the annotated sets into one form: a text, its spans, their scheme, the part they come from."""

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One annotated text."""

    text: str
    spans: tuple[tuple[int, int, str], ...]
    scheme: str
    part: str
    """`train`, or `dev` where the set has no other part."""
    language: str
    block: int = 0
    """Twenty neighbours of a set and part share one: what is held back is held back by blocks."""


def rows(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines, packed or not."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8")
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def examples(data: Path) -> list[Example]:
    """Every sentence of the sets whose licence lets the weights be given on."""
    found: list[Example] = []
    for name, folder, language in (("gsd", "ner_ja_gsd", "ja"), ("stockmark", "ner_ja_stockmark", "ja")):
        found += _plain(data / folder / "train.jsonl.gz", name, "train", language)
        found += _plain(data / folder / "dev.jsonl", name, "dev", language)
    found += _plain(data / "ner_en_ewt" / "dev.jsonl", "ewt", "dev", "en")
    found += _plain(data / "ner_en_wnut17" / "dev.jsonl", "wnut17", "dev", "en")
    found += _redocred(data / "redocred" / "dev.jsonl.gz")
    found += _wac(data / "wac_ja" / "dev.jsonl")
    counts: Counter[tuple[str, str]] = Counter()
    for place, one in enumerate(found):
        number = counts[one.scheme, one.part]
        counts[one.scheme, one.part] += 1
        found[place] = replace(one, block=number // 20)
    return found


def _plain(path: Path, scheme: str, part: str, language: str) -> Iterator[Example]:
    for row in rows(path):
        yield Example(text=row["text"], spans=_spans(row["entities"]), scheme=scheme, part=part, language=language)


def _spans(entities: list[dict[str, Any]]) -> tuple[tuple[int, int, str], ...]:
    return tuple(sorted((one["start"], one["end"], one["type"]) for one in entities))


def _redocred(path: Path) -> Iterator[Example]:
    for row in rows(path):
        spans: list[set[tuple[int, int, str]]] = [set() for _ in row["sentences"]]
        for entity in row["entities"]:
            for mention in entity["mentions"]:
                spans[mention["sent"]].add((mention["start"], mention["end"], entity["type"]))
        for sentence, marked in zip(row["sentences"], spans, strict=True):
            yield Example(text=sentence, spans=_apart(marked), scheme="redocred", part="train", language="en")


def _apart(spans: set[tuple[int, int, str]]) -> tuple[tuple[int, int, str], ...]:
    """The spans without those that lie over a longer one."""
    kept: list[tuple[int, int, str]] = []
    for span in sorted(spans, key=lambda one: (one[0] - one[1], one)):
        if all(span[1] <= other[0] or span[0] >= other[1] for other in kept):
            kept.append(span)
    return tuple(sorted(kept))


def _wac(path: Path) -> Iterator[Example]:
    for row in rows(path):
        for sentence in row["sentences"]:
            yield Example(
                text=sentence["text"],
                spans=_apart(set(_spans(sentence["entities"]))),
                scheme="wac",
                part="train",
                language="ja",
            )


def joined(group: list[Example]) -> Example:
    """Neighbouring sentences as one text, as a chunk of a memory holds them."""
    text = ""
    spans: list[tuple[int, int, str]] = []
    space = " " if group[0].language == "en" else ""
    for one in group:
        text += space if text else ""
        spans += [(start + len(text), end + len(text), kind) for start, end, kind in one.spans]
        text += one.text
    first = group[0]
    return replace(first, text=text, spans=tuple(spans))


def with_neighbours(given: Sequence[Example], seed: int) -> list[Example]:
    """The sentences in runs of one to four of the same block."""
    chance = random.Random(seed)
    runs: list[Example] = []
    group: list[Example] = []
    for one in given:
        full = sum(len(other.text) for other in group) + len(one.text) > (160 if one.language == "ja" else 400)
        apart = group and (group[0].scheme, group[0].part, group[0].block) != (one.scheme, one.part, one.block)
        if group and (full or apart or len(group) >= chance.randrange(1, 5)):
            runs.append(joined(group))
            group = []
        group.append(one)
    return [*runs, joined(group)] if group else runs


_SPEAKERS = {
    "en": ("Alice", "Bob", "Maria Gomez", "Kenji", "user", "assistant", "Tom", "Priya", "Sam Lee", "support"),
    "ja": ("佐藤", "田中さん", "ユーザー", "アシスタント", "美咲", "Bob", "鈴木 一郎", "山本", "店員", "母"),
}
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_TITLES = {
    "en": ("Notes", "Weekly meeting", "Trip plan", "Re: your order", "History", "Reading list", "Draft 2", "News"),
    "ja": ("メモ", "週次会議", "旅行の計画", "議事録", "日本の歴史", "読書", "注文の件", "お知らせ"),
}


def lead(language: str, chance: random.Random) -> str:
    """What may stand before a text in its indexed form: a title, or the date and speaker of a turn."""
    if chance.random() < 0.5:
        return chance.choice(_TITLES[language]) + "\n"
    speaker = chance.choice(_SPEAKERS[language])
    hour, minute, day, month = chance.randrange(24), chance.randrange(60), chance.randrange(1, 29), chance.randrange(12)
    year = chance.randrange(1998, 2028)
    if language == "ja":
        return f"{year}年{month + 1}月{day}日 {hour}:{minute:02} {speaker}: "
    half = "am" if hour < 12 else "pm"
    return f"{hour % 12 or 12}:{minute:02} {half} on {day} {_MONTHS[month]}, {year} {speaker}: "
