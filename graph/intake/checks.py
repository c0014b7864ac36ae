"""Validation of drafts, user ids and questions, and the hashes by which drafts are the same; for every interface."""

import hashlib
import json
import math
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar

from graph.calendar.zones import author_time
from graph.errors import Invalid
from graph.intake.given_facts import fact_of, given_text
from graph.intake.project_path import checked_path
from graph.intake.text_identity import statement_key
from graph.model.draft import Draft, GivenFact
from graph.model.life.audience import PRIVATE, Area

TEXT_MOST = 1_000_000
TITLE_MOST = 1_000
TAGS_MOST = 100
WORD_MOST = 200
EXTRA_MOST = 100_000
FACTS_MOST = 100
USER_MOST = 200

_Choice = TypeVar("_Choice", bound=StrEnum)
_SHORT_FIELDS = (
    "category",
    "source",
    "source_id",
    "place",
    "channel",
    "device_id",
    "session_id",
    "project",
    "speaker",
    "audience",
    "agent",
)


PATHS = frozenset({"project", "category"})
"""The fields that are paths."""


def checked(
    draft: Draft, *, text_most: int = TEXT_MOST, zone: str | None = None, paths: Collection[str] = PATHS
) -> Draft:
    """The draft with times by its teller's clock (`zone` where they are in UTC) and tags cleaned.

    `paths` are the fields whose paths are checked too. Raises Invalid naming the field and what is allowed.
    """
    if not isinstance(draft, Draft):
        raise Invalid("draft", f"it is {type(draft).__name__}.", allowed="a Draft")
    text = plain("text", draft.text)
    if not text.strip():
        raise Invalid("text", "there is nothing to remember.", allowed="1 character or more that is not white space")
    if len(text) > text_most:
        raise Invalid(
            "text", f"{len(text):,} characters are too many for one memory.", allowed=f"up to {text_most:,} characters"
        )
    if draft.title is not None and len(plain("title", draft.title)) > TITLE_MOST:
        raise Invalid("title", f"{len(draft.title):,} characters are too many.", allowed=f"up to {TITLE_MOST:,}")
    for name in _SHORT_FIELDS:
        short(name, getattr(draft, name))
    _in_range("rating", draft.rating, 0, 5)
    _in_range("latitude", draft.latitude, -90, 90)
    _in_range("longitude", draft.longitude, -180, 180)
    yes_or_no("pinned", draft.pinned)
    yes_or_no("bookmarked", draft.bookmarked)
    extra_text(draft.extra)
    kept_paths = {name: checked_path(name, path) for name in paths if (path := getattr(draft, name))}
    return replace(
        draft,
        **kept_paths,
        title=(draft.title or "").strip() or None,
        tags=clean_tags(draft.tags),
        audience=None if draft.audience == PRIVATE else draft.audience,
        area=None if draft.area is None else choice("area", Area, draft.area).value,
        created_at=author_time("created_at", moment("created_at", draft.created_at), zone),
        occurred_at=author_time("occurred_at", moment("occurred_at", draft.occurred_at), zone),
        facts=checked_facts(draft.facts),
    )


def checked_changes(changes: Mapping[str, object], editable: frozenset[str]) -> None:
    """Raises Invalid where an edit names a field that cannot be changed, or a mark or a list of another type.

    Every other value is checked with the draft that the memory is afterwards.
    """
    if not isinstance(changes, Mapping):
        raise Invalid("changes", f"they are {type(changes).__name__}.", allowed="a mapping of fields to values")
    for name in changes:
        if name not in editable:
            raise Invalid(str(name), "this field cannot be changed.", allowed=", ".join(sorted(editable)))
    for mark in ("pinned", "bookmarked"):
        if mark in changes:
            yes_or_no(mark, changes[mark])
    for several in ("tags", "facts"):
        if not isinstance(changes.get(several), list | tuple | None):
            raise Invalid(several, "they are no list.", allowed=f"a list of {several}")


def choice(field: str, kind: type[_Choice], value: _Choice | str) -> _Choice:
    """The member of an enumeration that a value is or names: "recent" is Mode.RECENT. Raises Invalid for any other."""
    try:
        return kind(value)
    except ValueError:
        raise Invalid(field, "there is no such choice.", allowed=", ".join(kind)) from None


def yes_or_no(field: str, value: object) -> bool:
    """The value, if it is True or False: no text such as "no", which would count as true."""
    if not isinstance(value, bool):
        raise Invalid(field, f"it is {type(value).__name__}.", allowed="True or False")
    return value


def moment(field: str, value: datetime | None) -> datetime | None:
    """The value, if it is a time or nothing."""
    if not isinstance(value, datetime | None):
        raise Invalid(field, f"it is {type(value).__name__}, not a time.", allowed="a datetime with a zone")
    return value


def checked_user(user_id: str) -> str:
    """A user id, exact as given. Raises Invalid unless it is 1–200 visible characters without white space."""
    if not isinstance(user_id, str) or not 0 < len(user_id) <= USER_MOST:
        raise Invalid("user_id", "it is empty or too long.", allowed=f"1 to {USER_MOST} characters")
    plain("user_id", user_id)
    if any(c.isspace() or unicodedata.category(c).startswith("C") for c in user_id):
        raise Invalid("user_id", "it holds white space or control characters.", allowed="visible characters")
    return user_id


def checked_question(question: str) -> str:
    """A question, exact as given. Raises Invalid unless it is a text that says something."""
    if not plain("question", question).strip():
        raise Invalid("question", "there is nothing to ask.", allowed="1 character or more that is not white space")
    return question


def plain(field: str, value: str) -> str:
    """The value, if it is a text that can be stored: no lone surrogates, no NUL."""
    if not isinstance(value, str):
        raise Invalid(field, f"it is {type(value).__name__}, not text.", allowed="text")
    if "\x00" in value:
        raise Invalid(field, "it holds a NUL character (U+0000); remove it.", allowed="text without U+0000")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as broken:
        raise Invalid(
            field,
            f"character {broken.start} is half of a surrogate pair; the text was cut or decoded wrongly.",
            allowed="well-formed Unicode",
        ) from None
    return value


def short(field: str, value: str | None) -> str | None:
    """The value, if it is a short single-line text or nothing."""
    if value is None:
        return None
    if not plain(field, value).strip():
        raise Invalid(field, "it is empty; leave it out instead.", allowed=f"1 to {WORD_MOST} characters")
    if len(value) > WORD_MOST or "\n" in value:
        raise Invalid(
            field, "it is too long or has several lines.", allowed=f"one line of up to {WORD_MOST} characters"
        )
    return value


def clean_tags(tags: tuple[str, ...]) -> tuple[str, ...]:
    """Tags without outer white space, empty ones and repeats, in the order given."""
    if not isinstance(tags, list | tuple):
        raise Invalid("tags", f"they are {type(tags).__name__}.", allowed=f"a list of up to {TAGS_MOST} tags")
    if len(tags) > TAGS_MOST:
        raise Invalid("tags", f"{len(tags)} are too many.", allowed=f"up to {TAGS_MOST} tags")
    cleaned = [tag.strip() for tag in tags if plain("tags", tag).strip()]
    for tag in cleaned:
        short("tags", tag)
    return tuple(dict.fromkeys(cleaned))


def checked_facts(facts: Sequence[GivenFact] | None) -> tuple[GivenFact, ...]:
    """Facts given with a memory, names and predicates without outer white space, each fact once.

    Raises Invalid naming what is wrong with which of them.
    """
    if not isinstance(facts, list | tuple | None):
        raise Invalid("facts", "they are no list.", allowed=f"a list of up to {FACTS_MOST} facts")
    if len(facts or ()) > FACTS_MOST:
        raise Invalid("facts", f"{len(facts or ())} are too many.", allowed=f"up to {FACTS_MOST} facts")
    return tuple(dict.fromkeys(_checked_fact(f"facts[{place}]", fact) for place, fact in enumerate(facts or ())))


def _checked_fact(where: str, fact: object) -> GivenFact:
    if not isinstance(fact, GivenFact):
        raise Invalid(where, "it is no fact.", allowed="a GivenFact")
    trimmed = {name: value.strip() if isinstance(value, str) else value for name, value in asdict(fact).items()}
    given = fact_of(where, trimmed)
    for value in (given.subject, given.object, given.predicate):
        short(where, value)
    if given.subject == given.object:
        raise Invalid(where, "it ties a name to itself.", allowed="two different names")
    return given


def extra_text(extra: Mapping[str, object]) -> str:
    """The extra fields as JSON text. Raises Invalid when they cannot be written as JSON."""
    if not isinstance(extra, Mapping):
        raise Invalid("extra", f"it is {type(extra).__name__}.", allowed="a JSON object")
    try:
        written = json.dumps(dict(extra), ensure_ascii=False, allow_nan=False, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        raise Invalid("extra", "it cannot be written as JSON.", allowed="a JSON object") from None
    plain("extra", written)
    if len(written) > EXTRA_MOST:
        raise Invalid("extra", f"{len(written):,} characters of JSON are too many.", allowed=f"up to {EXTRA_MOST:,}")
    return written


def content_hash(draft: Draft, occasion: str | None = None) -> str:
    """What makes two drafts of one session the same, in hex: SHA-256 over title, speaker, given time, text, facts.

    `occasion` stands for the time where the same words may be said again. A `source_id` stands for all of it.
    """
    if draft.source_id:
        return hashlib.sha256(json.dumps(["source_id", draft.source_id]).encode("utf-8")).hexdigest()
    when = occasion or (draft.occurred_at.astimezone(UTC).isoformat() if draft.occurred_at else None)
    facts = [given_text(draft.facts)] if draft.facts else []
    parts = json.dumps([draft.title, draft.speaker, when, draft.text, *facts], ensure_ascii=False)
    return hashlib.sha256(parts.encode("utf-8")).hexdigest()


def near_hash(draft: Draft) -> str:
    """Equal for drafts of one speaker that plainly say the same (`statement_key`): SHA-256 in hex."""
    parts = json.dumps([draft.speaker, statement_key(draft.text)], ensure_ascii=False)
    return hashlib.sha256(parts.encode("utf-8")).hexdigest()


def _in_range(field: str, value: float | None, low: float, high: float) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Invalid(field, "it is not a number.", allowed=f"{low} to {high}")
    if not low <= value <= high:
        raise Invalid(field, f"{value} is out of range.", allowed=f"{low} to {high}")
