"""Front matter: the YAML between `---` lines at the top of a note; an odd value costs itself and never the note."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import yaml

from api.sources.item import Origin
from api.sources.records import FALSE, SHORT_MOST, SURROGATE, TITLE_MOST, TRUE
from api.sources.times import moment
from graph.errors import Invalid
from graph.model.draft import GivenFact
from graph.model.types import EntityType, RelationType

BLOCK = re.compile(r"\ufeff?---[ \t]*\n(?:(?![ \t]*\n)(.*?)\n)?(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
KEY = re.compile(r"([^\s:#\-\[{\"'][^:\n]{0,60}?)[ \t]*:(?:[ \t]+(.*)|$)")
LINK = re.compile(r"!?\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]")
NUMBER = re.compile(r"-?\d{1,15}(?:\.\d+)?")
TEMPLATE = re.compile(r"\{\{.*?\}\}|<%.*?%>")
DAYS = ("date", "occurred_at", "日付", "日時", "day", "datetime")
TAGS = ("tags", "tag", "keywords", "タグ")
TITLES = ("title", "タイトル")
TEXTS = ("category", "project", "source", "channel")
EMPTY = frozenset(("", "null", "~"))
PEOPLE_MOST = 100
NODES_MOST = 5_000
EXTRA_MOST = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What stands above a note: fields of its memories, what else is known, and the number of lines it takes."""

    fields: Mapping[str, object] = field(default_factory=dict[str, object])
    extra: Mapping[str, object] = field(default_factory=dict[str, object])
    lines: int = 0


def front_matter(whole: str, origin: Origin) -> FrontMatter:
    """The front matter of a note. A `---` with an empty line below, or with no pairs, is a rule and none."""
    match = BLOCK.match(whole)
    if not match:
        return FrontMatter()
    pairs = pairs_of(match[1] or "")
    if pairs is None:
        return FrontMatter()
    fields, extra = sorted_fields(pairs, origin)
    return FrontMatter(fields=fields, extra=extra, lines=match[0].count("\n") + (not match[0].endswith("\n")))


def pairs_of(text: str) -> dict[str, object] | None:
    """The pairs of a YAML mapping, every scalar as it is written; None where there is none.

    Where the whole is not YAML, as with the fields of a template, each key is read alone and a broken value as text.
    """
    try:
        value = cast(object, yaml.load(text, Loader=yaml.BaseLoader))  # noqa: S506  it makes texts, lists and maps
        value = {} if value is None or not text.strip() else value
        if not isinstance(value, dict):
            return None
        return _keyed(cast(dict[object, object], value)) if _bounded(value) else {}
    except (yaml.YAMLError, RecursionError, TypeError, ValueError):
        return _pairs_alone(text)


def sorted_fields(pairs: Mapping[str, object], origin: Origin) -> tuple[dict[str, object], dict[str, object]]:
    """Pairs as fields of a draft where they fit, and all others as they are."""
    fields: dict[str, object] = {}
    extra: dict[str, object] = {}
    for name, value in pairs.items():
        key = name.strip().casefold()
        if isinstance(value, str) and (value.strip().casefold() in EMPTY or TEMPLATE.search(value)):
            continue
        if key in DAYS and "occurred_at" not in fields and (day := _day(value, origin)):
            fields["occurred_at"] = day
        elif key in TAGS and (tags := tags_of(value)):
            fields["tags"] = [*cast(list[str], fields.get("tags", [])), *tags]
        elif key in TITLES and (title := _line(value, TITLE_MOST)):
            fields["title"] = title
        elif key in TEXTS and (text := _line(value, SHORT_MOST)):
            fields[key] = text
        elif key in ("pinned", "bookmarked") and str(value).strip().casefold() in TRUE | FALSE:
            fields[key] = str(value).strip().casefold() in TRUE
        elif key in ("rating", "latitude", "longitude") and isinstance(value, str) and NUMBER.fullmatch(value):
            fields[key] = _plain(value)
        else:
            extra[name.strip()] = _plain(value)
    return fields, _small(extra)


def tags_of(value: object) -> list[str]:
    """Tags as a list or as a line of them, without `#` and links."""
    if isinstance(value, str):
        plain = LINK.sub(lambda match: match[1].replace(" ", "\u2007"), value)
        parts = re.split(r"[,;、，；]" if re.search(r"[,;、，；]", plain) else r"\s+", plain.strip("[]"))
        value = [part.replace("\u2007", " ") for part in parts]
    if not isinstance(value, list):
        return []
    texts = (LINK.sub(r"\1", part) for part in cast(list[object], value) if isinstance(part, str))
    tags = (SURROGATE.sub("", text).strip().strip("\"'").lstrip("#").strip() for text in texts)
    return [tag[:SHORT_MOST] for tag in tags if tag][:100]


def attending(pairs: Mapping[str, object], event: str) -> tuple[GivenFact, ...]:
    """Who was there, by the labels that a line of a text has before them: `attendees: [Mina Okafor, Tom Reyes]`."""
    if not pairs:
        return ()
    from extraction.lang.shared.layout.items import DEEDS  # noqa: PLC0415 -- a sync beside a server reads no text

    facts: dict[str, GivenFact] = {}
    for label, value in pairs.items():
        deed = DEEDS.get(label.strip().casefold())
        if deed is None or deed.relation is not RelationType.PARTICIPATES_IN:
            continue
        for name in _names(value):
            facts[name] = GivenFact(
                subject=name, type=deed.relation, object=event, predicate=deed.verb, subject_type=EntityType.PERSON
            )
    return tuple(fact for name, fact in facts.items() if event and name.casefold() != event.casefold())[:PEOPLE_MOST]


def _names(value: object) -> list[str]:
    """The names of a list, or of a line with commas between them, links as the words they show."""
    if isinstance(value, list):
        return [name for part in cast(list[object], value) for name in _names(part)]
    if not isinstance(value, str) or SURROGATE.search(value):
        return []
    parts = re.split(r"[,;、，；\n]", LINK.sub(r"\1", value))
    names = (" ".join(part.strip("[]-*•\"' \t").lstrip("@#").split()) for part in parts)
    return [name for name in names if len(name) <= SHORT_MOST and re.search(r"[^\W\d_]", name)]


def _pairs_alone(text: str) -> dict[str, object] | None:
    blocks: list[tuple[str, list[str]]] = []
    for line in text.split("\n"):
        if match := KEY.fullmatch(line):
            blocks.append((match[1].strip("\"'"), [line]))
        elif blocks:
            blocks[-1][1].append(line)
        elif line.strip() and not line.startswith("#"):
            return None
    pairs: dict[str, object] = {}
    for key, lines in blocks:
        try:
            value = cast(object, yaml.load("\n".join(lines), Loader=yaml.BaseLoader))  # noqa: S506
            pairs |= _keyed(cast(dict[object, object], value)) if isinstance(value, dict) and _bounded(value) else {}
        except (yaml.YAMLError, RecursionError, TypeError, ValueError):
            pairs[key] = "\n".join([lines[0].partition(":")[2].strip(), *lines[1:]]).strip().strip("\"'")
    return pairs or None


def _keyed(value: Mapping[object, object]) -> dict[str, object]:
    return {str(name): part for name, part in value.items()}


def _bounded(value: object) -> bool:
    """Whether a value is small when its anchors are written out."""
    left = NODES_MOST
    waiting = [value]
    while waiting and left:
        left -= 1
        part = waiting.pop()
        if isinstance(part, dict):
            waiting += cast(dict[object, object], part).values()
        elif isinstance(part, list):
            waiting += cast(list[object], part)
    return not waiting


def _day(value: object, origin: Origin) -> object:
    if isinstance(value, list) and len(cast(list[object], value)) == 1:
        value = cast(list[object], value)[0]
        # [[2026-01-15]] without quotes is a list of a list
        value = cast(list[object], value)[0] if isinstance(value, list) and value else value
    if not isinstance(value, str):
        return None
    try:
        return moment(LINK.sub(r"\1", value).strip(), zone=origin.zone, day_first=origin.day_first)
    except Invalid:
        return None


def _line(value: object, most: int) -> str | None:
    """A short text on one line, with links as the words they show."""
    if not isinstance(value, str) or not value.strip() or SURROGATE.search(value):
        return None
    text = " ".join(LINK.sub(r"\1", value).split())
    return text if len(text) <= most else None


def _plain(value: object) -> object:
    """A value with numbers and truths as such."""
    if isinstance(value, dict):
        return {str(name): _plain(part) for name, part in cast(dict[object, object], value).items()}
    if isinstance(value, list):
        return [_plain(part) for part in cast(list[object], value)]
    text = SURROGATE.sub("\ufffd", str(value))
    if NUMBER.fullmatch(text) and not re.match(r"-?0\d", text):
        return float(text) if "." in text else int(text)
    return {"true": True, "false": False}.get(text, text)


def _small(extra: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in extra.items() if len(repr(value)) <= EXTRA_MOST}
