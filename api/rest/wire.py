"""Request models and their conversion to values of graph."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, ConfigDict, FailFast, Field, JsonValue

from api.rest.moment import LastMoment, Moment
from api.rest.problems import Problem
from graph.model.draft import Draft, GivenFact
from graph.model.filters import Filters
from graph.model.life.audience import Area
from graph.model.memory import Enrich, Order
from graph.model.recalled import Mode, Recipe
from graph.model.types import EntityType, RelationType, Status

Flag = Annotated[bool, Field(strict=True)]
Whole = Annotated[int, Field(strict=True)]
Number = Annotated[float, Field(strict=True)]
Some = Annotated[str, Field(json_schema_extra={"minLength": 1})]
"""A text that may not be empty: described so, and checked where it is known what it is."""
Limit = Annotated[int, Field(ge=1, le=200)]
Confidence = Annotated[float, Field(ge=0, le=1)]
QuestionText = Annotated[str, Field(validation_alias=AliasChoices("question", "query", "q"))]
"""A question in a body, also under the names that other calls have for it."""
QueryText = Annotated[str, Field(validation_alias=AliasChoices("query", "question", "q"))]
"""The same in the tool call, whose own name for it is `query`."""


class Format(StrEnum):
    """How found memories are written."""

    JSON = "json"
    MARKDOWN = "markdown"
    SUMMARY = "summary"


class Wire(BaseModel):
    """A request: unknown fields are refused, so that a misspelt one is told and not lost."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True)


class Fact(Wire):
    """A relation that is known, whether or not the text can be read so. Its names need not stand in the text."""

    subject: Some
    type: RelationType
    object: Some
    predicate: str | None = None
    """The words for it; left out: those of its type."""
    subject_type: EntityType | None = None
    """Left out: the type its name has in the text or in the graph, else the one that the relation asks for."""
    object_type: EntityType | None = None


class NewMemory(Wire):
    """A memory to keep. Times are ISO 8601 with a zone."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "text": "田中さんは来週の金曜日に大阪で新しい認証サービスの発表をする。",
                    "category": "work",
                    "tags": ["auth", "発表"],
                    "project": "development/backend/auth-service",
                    "occurred_at": "2026-11-20T10:00:00+09:00",
                    "rating": 4,
                }
            ]
        }
    )

    text: Some
    """What to remember, 1 to 1,000,000 characters; kept exactly as given."""
    title: str | None = None
    """Left out: the first 50 characters of the text."""
    category: Some | None = None
    """Any word, such as work, personal, learning."""
    tags: Annotated[tuple[str, ...], FailFast()] = ()
    source: Some | None = None
    """Where the text comes from: a file, an address, a tool."""
    source_id: Some | None = None
    """Its id there, such as that of a message: kept again under the same id, another text replaces the one before."""
    place: Some | None = None
    """Where in its source it stands, such as a section of a page: another text there replaces what stood there."""
    channel: Some | None = None
    """The channel it was said in, such as slack or line."""
    device_id: Some | None = None
    session_id: Some | None = None
    """The conversation it belongs to."""
    project: Some | None = None
    """Path of a project, such as development/backend/auth-service."""
    speaker: Some | None = None
    """Who said it, when it is a turn of a conversation."""
    created_at: Moment | None = None
    """Left out: now."""
    occurred_at: Moment | None = None
    """When what the text tells happened."""
    latitude: Number | None = None
    longitude: Number | None = None
    extra: dict[str, JsonValue] = Field(default_factory=dict)
    """Anything else, as a JSON object; kept, not searched."""
    pinned: Flag = False
    bookmarked: Flag = False
    """Marked to be found again."""
    rating: Whole | None = None
    """0 to 5."""
    audience: Some | None = None
    """Who may read it beside the user: shared, or the name of a group. Left out: nobody."""
    area: Area | None = None
    """The kind of work it belongs to."""
    agent: Some | None = None
    """Which agent made it."""
    facts: Annotated[tuple[Fact, ...], FailFast()] = ()
    """Relations you know, kept beside those that are read off the text."""


class SaveMemory(NewMemory):
    """A memory to keep, for a user, by an agent's tool call."""

    user_id: Some | None = None
    """Whose memory it is; left out: the user of the header or of the key, else the default user."""
    enrich: Enrich = Enrich.NOW
    """now: vectors and knowledge are made before the answer; later: in the background."""


class Narrowed(Wire):
    """What a search or a list is narrowed to; a field left out narrows nothing. Ranges include their ends."""

    project: str | None = None
    category: str | None = None
    tags: tuple[str, ...] = ()
    """All of them must be there."""
    session_id: str | None = None
    channel: str | None = None
    source: str | None = None
    language: str | None = None
    """ja or en."""
    created_from: Moment | None = None
    created_to: LastMoment | None = None
    occurred_from: Moment | None = None
    occurred_to: LastMoment | None = None
    min_importance: float | None = None
    """0 to 10."""
    status: Status = Status.ACTIVE
    entities: tuple[str, ...] = ()
    """Names or ids of entities, any of which must be mentioned."""
    area: Area | None = None
    agent: str | None = None
    audience: str | None = None
    """Whom the answer is for: a group, which sees what is shared and what is its own; shared for all. Left out: the
    user alone reads it."""
    near: str | None = None
    """A circle in which it happened: degrees north, degrees east, kilometres, as in 35.68,139.77,5."""
    bookmarked: Flag | None = None
    """true: only what is bookmarked; false: only what is not."""


class NarrowedInAddress(Narrowed):
    """The same in an address, where all is text."""

    bookmarked: bool | None = None
    """true: only what is bookmarked; false: only what is not."""


class SearchOptions(Wire):
    """How memories are searched for, and how those that answer are written."""

    mode: Mode = Mode.HYBRID
    """Which signals are used."""
    recipe: Recipe = Recipe.JOINED
    """How a hybrid recall fuses its signals; joined is the one measured best."""
    limit: Limit = 10
    cursor: Some | None = None
    """`next_cursor` of the answer before, to go on after it."""
    touch: Flag = False
    """Whether the memories found count as used, which costs a write; uses are counted and shown."""
    min_confidence: Confidence = 0.0
    """Hits that are less sure to hold what is asked are left out of their page; 0.3 leaves few that miss."""
    format: Format = Format.JSON


class RecallOptions(SearchOptions):
    """How a question is answered."""

    explain: Flag = False
    """Whether to tell how the search went: how the question was read, what ran and how long, how much was weighed."""


class Ask(RecallOptions):
    """A question to the memories of one user."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"question": "Who presents the auth service in Osaka?", "limit": 5},
                {
                    "question": "認証サービス",
                    "mode": "keyword",
                    "filters": {"project": "development/backend/auth-service"},
                },
            ]
        }
    )

    question: QuestionText
    """Any text; may be empty in the modes recent and importance."""
    filters: Narrowed = Narrowed()


class SearchMemories(SearchOptions):
    """A question to the memories of a user, by an agent's tool call."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"query": "大阪での発表は誰がする？", "user_id": "me", "limit": 5}]}
    )

    query: QueryText
    """Any text; may be empty in the modes recent and importance."""
    filters: Narrowed = Narrowed()
    user_id: Some | None = None
    """Whose memories; left out: the user of the header or of the key, else the default user."""


class AskInAddress(RecallOptions, NarrowedInAddress):
    """A question in an address: the same as the body, with the filters beside it."""

    q: str
    """Any text; may be empty in the modes recent and importance."""
    # All is text in an address.
    touch: bool = False
    explain: bool = False


class ListInAddress(NarrowedInAddress):
    """Which memories to list, and how."""

    order: Order = Order.CREATED
    """Newest or highest first."""
    limit: Limit = 20
    cursor: Some | None = None
    """`next_cursor` of the page before."""


class PatternInAddress(NarrowedInAddress):
    """A text or a regular expression to look for in the memories as they were given, in large or small letters."""

    pattern: Some
    """A text may hold line breaks; a regular expression is held against one line at a time."""
    regex: bool = False
    order: Order = Order.CREATED
    """created: the newest first; importance: the most important first."""
    limit: Limit = 10
    cursor: Some | None = None
    """`next_cursor` of the answer before, to go on after it."""
    explain: bool = False
    format: Format = Format.JSON


def without_defaults(schema: dict[str, Any]) -> None:
    """A field left out of a change has no default: it stays as it is."""
    for field in schema["properties"].values():
        field.pop("default", None)


def _changing(schema: dict[str, Any]) -> None:
    schema["examples"] = [{"rating": 5, "tags": ["auth", "osaka"]}]
    without_defaults(schema)


class Changes(Wire):
    """What to change of a memory: fields left out stay, null clears. A new text is understood anew."""

    model_config = ConfigDict(json_schema_extra=_changing)

    text: Some = ""
    title: str | None = None
    category: Some | None = None
    tags: Annotated[tuple[str, ...], FailFast()] = ()
    project: Some | None = None
    source: Some | None = None
    rating: Whole | None = None
    bookmarked: Flag = False
    audience: Some | None = None
    """Who may read it beside the user: shared, or the name of a group; null: nobody."""
    area: Area | None = None
    agent: Some | None = None
    extra: dict[str, JsonValue] = Field(default_factory=dict)
    facts: Annotated[tuple[Fact, ...], FailFast()] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemProblem:
    """An item of a batch that was not stored: its place in the input, from 0, and why."""

    position: int
    problem: Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What became of a batch. `ids` has one place for each item, null where it failed.

    `errors` tells what was wrong with the first thousand of these.
    """

    received: int
    stored: int
    existing: int
    failed: int
    backlog: int
    ids: tuple[str | None, ...]
    errors: tuple[ItemProblem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """How much that was inferred was taken back."""

    inferences: int


_DRAFT = frozenset(field.name for field in fields(Draft))
_FILTERS = frozenset(field.name for field in fields(Filters))


def draft_of(new: NewMemory) -> Draft:
    """The draft a request describes."""
    return Draft(**new.model_dump(include=set(_DRAFT - {"facts"})), facts=_given(new.facts))


def filters_of(narrowed: Narrowed) -> Filters:
    """The filters a request describes."""
    return Filters(**narrowed.model_dump(include=set(_FILTERS)))


def changes_of(changes: Wire) -> dict[str, object]:
    """Only the fields that the request named."""
    named: dict[str, object] = changes.model_dump(exclude_unset=True)
    if isinstance(changes, Changes) and "facts" in named:
        named["facts"] = _given(changes.facts)
    return named


def _given(facts: Sequence[Fact]) -> tuple[GivenFact, ...]:
    return tuple(GivenFact(**fact.model_dump()) for fact in facts)
