"""Request models of summaries, injection and conversations, and examples of their answers."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import ConfigDict, Field

from api.rest.bodies.routing import ROUTED
from api.rest.examples import MEMORY
from api.rest.moment import Moment
from api.rest.wire import Flag, Some, Wire
from graph.model.talk.conversation import Begun, Ended, Replayed
from graph.model.talk.injection import Handover, Injected
from graph.model.talk.learnings import Learning
from graph.model.talk.summaries import Kept, Quote, Summarized, Summary

Short = Annotated[str, Field(max_length=200)]
Tokens = Annotated[int, Field(ge=0, le=1_000_000)]


class Summarize(Wire):
    """What to summarise: a project or a session."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"project": "work/shop", "if_due": True}, {"session_id": "slack-C01-1764"}]}
    )

    project: Short | None = None
    session_id: Short | None = None
    budget_tokens: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """Tokens that it may have; left out: a tenth of the window."""
    if_due: Flag = False
    """Only where the project has outgrown that."""
    audience: Short | None = None
    """Who reads it: for others it is made of what they may read. Left out: you alone, or for whom the session is."""


class BringBack(Wire):
    """Which summary from before to bring back."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"backup_path": "summary:01M8CG0WJ5TNRB32HWENR9SJA7"}]})

    backup_path: Short
    audience: Short | None = None
    """For whom it was made."""


class Inject(Wire):
    """Of which projects a prompt needs the memory."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"primary": "work/shop", "secondary": ["work/auth"]}]})

    primary: Short
    """Told whole."""
    secondary: Annotated[tuple[Short, ...], Field(max_length=20)] = ()
    """Told in brief."""
    most_tokens: Tokens | None = None
    """Tokens that the text may have."""
    free_tokens: Tokens | None = None
    """Tokens left in the window of the model: the text takes a share of them at most."""
    audience: Short | None = None
    """Who reads the answer beside you: shared, or a group."""
    fenced: Flag = False
    """Between marks that say it is quoted, and that nothing in it can end."""


class BeginConversation(Wire):
    """A message of a talk."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "session_id": "slack-C01-1764",
                    "message": "Why do logins fail since the release?",
                    "channel": "slack",
                    "source": {"channel": "C01", "thread_ts": "1764.1"},
                }
            ]
        }
    )

    session_id: Short
    message: Annotated[Some, Field(json_schema_extra={"minLength": 1})]
    channel: Short | None = None
    project: Short | None = None
    """Says where it belongs, instead of finding out."""
    source: dict[str, str] | None = None
    """The ids by which the channel resumes the talk: all of those of its kind."""
    free_tokens: Tokens | None = None
    """Tokens left in the window of the model: the memory takes a share of them at most."""
    audience: Short | None = None
    """Who reads along: shared, or a group. The session keeps it, so that it need be named once."""
    fenced: Flag = False
    """Between marks that say it is quoted, and that nothing in it can end."""


class SpokenTurn(Wire):
    """One thing that was said, or came of a run."""

    text: Some
    speaker: Short | None = None
    at: Moment | None = None
    id: Short | None = None
    """Tells it from all others: handed over twice, it is kept once."""
    pinned: Flag = False
    audience: Short | None = None
    """Who may read it beside you; left out: whoever reads along in the session."""


class EndConversation(Wire):
    """What was said in a talk since it was kept last."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "session_id": "slack-C01-1764",
                    "turns": [{"text": "The clock of the auth host was wrong.", "speaker": "Ken", "id": "1764.2"}],
                    "channel": "slack",
                }
            ]
        }
    )

    session_id: Short
    turns: Annotated[tuple[SpokenTurn, ...], Field(max_length=1_000)]
    channel: Short | None = None
    project: Short | None = None
    summarize: Flag = True
    """Whether a summary that became due is made."""
    audience: Short | None = None
    """Who reads along, where the session does not keep that yet."""


_AT = datetime(2026, 11, 20, 1, 0, tzinfo=UTC)
SUMMARY = Summary(
    id="01M8CG0WJ5TNRB32HWENR9SJA8",
    project="work/shop",
    session_id=None,
    quotes=(
        Quote(
            memory_id=MEMORY.id, text="We decided to keep carts for 30 days.", start=0, end=37, at=_AT, speaker="Ken",
            kept=Kept.DECISION,
        ),
    ),
    tokens=14,
    budget_tokens=20_000,
    made_at=datetime(2026, 11, 27, 1, 0, tzinfo=UTC),
    memories=812,
    stale=False,
)  # fmt: skip
SUMMARIZED = Summarized(
    success=True,
    original_size=210_400,
    new_size=37,
    entries_summarized=811,
    entries_preserved=1,
    backup_path="summary:01M8CG0WJ5TNRB32HWENR9SJA7",
    summary=SUMMARY,
)
INJECTED = Injected(
    text="---\n## Project memory: shop\n\nThe web shop.\n\n### Pinned\n- The API keys begin with shop_.\n\n---",
    tokens=42,
    budget_tokens=4_000,
    projects=("work/shop",),
    memory_ids=(MEMORY.id,),
    left_out=0,
)
HANDOVER = Handover(
    session_id="slack-C01-1764",
    text="## Hand-over: slack-C01-1764\n\n### Open tasks\n- TODO: set the clock of the second host.",
    tokens=31,
    tasks=(MEMORY.id,),
    decisions=(),
    changed=(),
)
BEGUN = Begun(session_id="slack-C01-1764", project="work/shop", created=False, routed=ROUTED, context=INJECTED)
ENDED = Ended(session_id="slack-C01-1764", project="work/shop", kept=(MEMORY.id,), waiting=0)
REPLAYED = Replayed(kept=2, waiting=0)
LEARNING = Learning(
    id="01KAMXR0S9V3M9Y3C4Q5T6W7XZ.5f2b8c1d9e0a", text="The root cause was a stale lock file.",
    memory_id="01KAMXR0S9V3M9Y3C4Q5T6W7XZ", start=12, end=49, project="development/backend/auth",
    session_id="C024BE91L/1753000000.12", speaker="Ken", at=datetime(2026, 11, 20, 1, 0, tzinfo=UTC),
)  # fmt: skip
