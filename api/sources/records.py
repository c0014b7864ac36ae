"""Records of named fields, which every structured file comes down to, as drafts, and drafts as records."""

import hashlib
import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from pathlib import Path
from typing import cast

from api.sources.item import Item, Origin
from api.sources.times import moment
from graph.errors import Invalid
from graph.intake.given_facts import fact_of, given_fields
from graph.model.draft import Draft, GivenFact
from graph.model.synced import WHOLE_FILE

TEXT_NAMES = ("text", "content", "message", "memory", "本文", "内容", "テキスト")
TIME_NAMES = ("occurred_at", "date", "time", "timestamp", "datetime", "日時", "日付")
SPEAKER_NAMES = ("speaker", "role", "author", "name")
ALIASES = {
    "text": TEXT_NAMES,
    "occurred_at": TIME_NAMES,
    "title": ("title", "タイトル", "件名"),
    "tags": ("tags", "タグ"),
    "category": ("category", "カテゴリ"),
    "session_id": ("session_id", "session"),
    "rating": ("rating", "評価"),
}
PLAIN = (
    "title",
    "category",
    "source",
    "source_id",
    "place",
    "channel",
    "device_id",
    "session_id",
    "project",
    "speaker",
)
RATINGS = range(6)
GLOBAL_ID = re.compile(r"[\w.:@+-]{16,150}", re.ASCII)
SHORT_MOST = 200
PLACE_MOST = 180
"""Characters of a place: what is gone from a file is marked in front of it."""
PLACE_BEGINNING = 140
"""Characters of a long place that stay readable, so that a folder is known by what its places begin with."""
HASH_LENGTH = 32
TITLE_MOST = 1_000
TRUE = {"true", "yes", "1", "はい"}
FALSE = {"false", "no", "0", "いいえ", ""}
SURROGATE = re.compile("[\ud800-\udfff]")


def item_of(record: Mapping[str, object], origin: Origin, position: int, *, unit: str = "line") -> Item:
    """The item of one record: its draft, or the error that names the place and the field."""
    try:
        return Item(position=position, path=origin.path, draft=draft_of(record, origin))
    except Invalid as error:
        placed = Invalid(f"{unit} {position}, {error.field}", error.problem, allowed=error.allowed)
        return Item(position=position, path=origin.path, error=placed, raw=dict(record))


def draft_of(record: Mapping[str, object], origin: Origin) -> Draft:
    """A draft from named fields. Fields that a draft does not have go to `extra`, `id` as `source_id`.

    Empty fields count as absent. `role`, `author` and `name` mean the speaker only where a session is given. A rating
    of another scale stays in `extra`. Raises Invalid naming the field.

    An `id` that no other record in the world can have (a UUID, anything of 16 characters or more) is the identity of
    the memory; another is its place in the file.
    """
    rest = {str(name).strip(): value for name, value in record.items() if value is not None and value != ""}
    known: dict[str, object] = {}
    for name in (field.name for field in fields(Draft)):
        if name not in ("extra", "speaker", "facts") and (alias := _first(rest, ALIASES.get(name, (name,)))):
            known[name] = rest.pop(alias)
    if alias := _first(rest, SPEAKER_NAMES if "session_id" in known else ("speaker",)):
        known["speaker"] = rest.pop(alias)
    facts = _facts(rest)
    given = rest.pop("extra", {})
    rating = _rating(known.get("rating"))
    if rating is None and "rating" in known:
        rest["rating"] = known["rating"]
    if "id" in rest:
        _identify(known, rest, origin)
    known.setdefault("source", origin.source)
    return Draft(
        text=_text(known.get("text")),
        tags=_tags(known.get("tags")),
        created_at=_moment(known, "created_at", origin),
        occurred_at=_moment(known, "occurred_at", origin),
        latitude=_number(known, "latitude"),
        longitude=_number(known, "longitude"),
        rating=rating,
        pinned=_flag("pinned", known),
        bookmarked=_flag("bookmarked", known),
        extra=_extra(given) | rest,
        facts=facts,
        **{name: _plain(known, name) for name in PLAIN},
    )


def whole_path(path: Path | str) -> str:
    """The one way to write where a file or folder lies: "notes/../notes/a.md" is "/home/me/notes/a.md"."""
    # What a link is called is what it is known by: it is not followed.
    return os.path.abspath(path)  # noqa: PTH100


def storable(path: str) -> str:
    """A path as text that can be kept: its bytes may be no text, and a name may have several lines."""
    return SURROGATE.sub("\ufffd", path.replace("\n", " "))


def place_of(origin: Origin, part: str) -> str | None:
    """The place of a part within its file, such as "/notes/plan.md#Dates": of a long one its beginning and a hash."""
    if origin.place is None:
        return None
    place = f"{origin.place}#{part}".replace("\n", " ")
    if len(place) <= PLACE_MOST and not SURROGATE.search(place):
        return place
    whole = hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()[:HASH_LENGTH]
    return storable(origin.place)[:PLACE_BEGINNING] + "#" + whole


def file_place(origin: Origin) -> str | None:
    """The place of what has none of its own within its file, which tells the file alone: "/notes/log.txt#¶"."""
    if origin.place is None:
        return None
    whole = storable(origin.place)
    fits = len(whole) + len(WHOLE_FILE) <= PLACE_MOST
    return (whole if fits else whole[:PLACE_BEGINNING]) + WHOLE_FILE


def _identify(known: dict[str, object], rest: dict[str, object], origin: Origin) -> None:
    """Makes the `id` of a record its identity or its place, beside keeping it."""
    identity = str(rest.pop("id"))
    rest["source_id"] = identity
    if not origin.ids:
        return
    if GLOBAL_ID.fullmatch(identity):
        known.setdefault("source_id", identity)
    elif "source_id" not in known and (place := place_of(origin, identity)):
        known.setdefault("place", place)


def record_of(draft: Draft) -> dict[str, object]:
    """The fields of a draft that say something, as `draft_of` reads them back: times in ISO 8601."""
    record: dict[str, object] = {}
    for field in fields(Draft):
        value = getattr(draft, field.name)
        if value is None or value is False or value in ("", ()) or value == {}:
            continue
        if isinstance(value, datetime):
            value = value.isoformat()
        if field.name == "tags":
            value = list(cast(tuple[str, ...], value))
        if field.name == "facts":
            value = [given_fields(fact) for fact in draft.facts]
        record[field.name] = value
    return record


def _facts(rest: dict[str, object]) -> tuple[GivenFact, ...]:
    """Takes the given facts out of a record; a field of that name that holds no facts stays where it is."""
    listed = rest.get("facts")
    if not isinstance(listed, list) or not any(map(_fact_like, cast(list[object], listed))):
        return ()
    del rest["facts"]
    return tuple(_fact(f"facts[{place}]", fact) for place, fact in enumerate(cast(list[object], listed)))


def _fact_like(value: object) -> bool:
    return isinstance(value, dict) and "subject" in value


def _fact(where: str, value: object) -> GivenFact:
    if not isinstance(value, dict):
        raise Invalid(where, "it is no fact.", allowed="an object with subject, type and object")
    return fact_of(where, cast(dict[str, object], value))


def _first(record: Mapping[str, object], names: tuple[str, ...]) -> str | None:
    return next((name for name in names if name in record), None)


def _whole(field: str, value: str) -> str:
    if SURROGATE.search(value):
        raise Invalid(
            field, "holds broken characters (not valid in the file's encoding). Mend them, or say --encoding."
        )
    return value


def _text(value: object) -> str:
    if value is None:
        raise Invalid("text", "is missing or empty.", allowed=f"a text under one of: {', '.join(TEXT_NAMES)}")
    if not isinstance(value, str):
        raise Invalid("text", "is not a string.")
    if not value.strip():
        raise Invalid("text", "holds nothing but white space.")
    return _whole("text", value)


def _plain(known: Mapping[str, object], name: str) -> str | None:
    value = known.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise Invalid(name, "is not a string.")
    return _whole(name, str(value))


def _tags(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        value = re.split(r"[;,\u3001\uff0c\uff1b]", value.strip().removeprefix("[").removesuffix("]"))
    if not isinstance(value, list | tuple):
        raise Invalid("tags", "is not a list.", allowed='["a", "b"] or "a; b"')
    tags: list[str] = []
    for tag in cast(list[object], value):
        if not isinstance(tag, str):
            raise Invalid("tags", "holds something that is not a string.")
        if clean := _whole("tags", tag).strip().strip("\"'").removeprefix("#"):
            tags.append(clean)
    return tuple(dict.fromkeys(tags))


def _moment(known: Mapping[str, object], name: str, origin: Origin) -> datetime | None:
    if name not in known:
        return None
    try:
        return moment(known[name], zone=origin.zone, day_first=origin.day_first)
    except Invalid as error:
        raise Invalid(name, error.problem, allowed=error.allowed) from error


def _number(known: Mapping[str, object], name: str) -> float | None:
    value = known.get(name)
    if value is None:
        return None
    try:
        number = math.nan if isinstance(value, bool) else float(cast(str, value))
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise Invalid(name, "is not a number.")
    return number


def _rating(value: object) -> int | None:
    """The rating where it is one of ours; None for none and for those of other scales."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return int(number) if number in RATINGS else None


def _flag(name: str, known: Mapping[str, object]) -> bool:
    value = known.get(name)
    if value is None or isinstance(value, bool):
        return bool(value)
    word = str(value).strip().lower()
    if word not in TRUE | FALSE:
        raise Invalid(name, "is neither true nor false.", allowed="true, false")
    return word in TRUE


def _extra(value: object) -> dict[str, object]:
    if isinstance(value, str):
        try:
            value = cast(object, json.loads(value))
        except (ValueError, RecursionError) as error:
            raise Invalid("extra", "is not JSON.") from error
    if not isinstance(value, Mapping):
        raise Invalid("extra", "is not an object of names and values.")
    return {str(name): part for name, part in cast(Mapping[object, object], value).items()}
