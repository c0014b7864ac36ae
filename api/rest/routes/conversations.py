"""Summaries, texts for prompts, and conversations: what a talk begins with, and what is kept of it."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.bodies.conversation import (
    BEGUN,
    ENDED,
    HANDOVER,
    INJECTED,
    REPLAYED,
    SUMMARIZED,
    SUMMARY,
    BeginConversation,
    BringBack,
    EndConversation,
    Inject,
    Summarize,
)
from api.rest.callers import AudienceQuery, KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.talk.conversation import Begun, Ended, Replayed, Turn
from graph.model.talk.injection import Handover, Injected
from graph.model.talk.summaries import Summarized, Summary

router = APIRouter(prefix="/api", tags=["projects"], route_class=JsonRoute)

Short = Annotated[str | None, Query(max_length=200)]
SessionId = Annotated[str, Path(description="Id of a session of this user.", max_length=200)]


@router.post("/summaries", response_model=Summarized, responses={200: json_example(SUMMARIZED)})
def summarize(body: Summarize, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Makes the summary of a project or a session, in quotations; the one from before stays as a backup."""
    return answer(
        knowledge.summaries(user).summarize(
            body.project,
            session_id=body.session_id,
            budget_tokens=body.budget_tokens,
            if_due=body.if_due,
            audience=body.audience,
        )
    )


@router.get("/summaries", response_model=Summary, responses={200: json_example(SUMMARY)})
def show_summary(
    knowledge: KnowledgeDep,
    user: UserDep,
    project: Short = None,
    session_id: Short = None,
    audience: AudienceQuery = None,
) -> Response:
    """The summary of a project or a session; made anew where a source was changed or forgotten since."""
    return answer(knowledge.summaries(user).summary(project, session_id=session_id, audience=audience))


@router.post("/summaries/bring-back", response_model=Summary, responses={200: json_example(SUMMARY)})
def bring_back_summary(body: BringBack, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Makes a summary from before the current one again."""
    return answer(knowledge.summaries(user).bring_back(body.backup_path, audience=body.audience))


@router.post("/injection", response_model=Injected, responses={200: json_example(INJECTED)})
def inject(body: Inject, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The memory of a project whole and of others in brief, as a text for a prompt within a budget of tokens."""
    injection = knowledge.injection(user)
    return answer(
        injection.context(
            body.primary,
            secondary=list(body.secondary),
            most_tokens=body.most_tokens,
            free_tokens=body.free_tokens,
            audience=body.audience,
            fenced=body.fenced,
        )
    )


@router.get("/sessions/{session_id}/handover", response_model=Handover, responses={200: json_example(HANDOVER)})
def handover(
    session_id: SessionId,
    knowledge: KnowledgeDep,
    user: UserDep,
    audience: AudienceQuery = None,
    fenced: Annotated[bool, Query(description="Between marks that say it is quoted.")] = False,
) -> Response:
    """What the next session must know of one: open tasks, last decisions, changed facts, in at most 1,200 tokens."""
    return answer(knowledge.handovers(user).of(session_id, audience=audience, fenced=fenced))


@router.post("/conversations/begin", response_model=Begun, responses={200: json_example(BEGUN)})
def begin_conversation(body: BeginConversation, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Where a message belongs and the memory for its prompt; without memory while the database is away."""
    begun = knowledge.conversation(user).begin(
        body.session_id, body.message, channel=body.channel, project=body.project, source=body.source,
        free_tokens=body.free_tokens, audience=body.audience, fenced=body.fenced,
    )  # fmt: skip
    return answer(begun)


@router.post("/conversations/end", response_model=Ended, responses={200: json_example(ENDED)})
def end_conversation(body: EndConversation, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Keeps what was said; while the database is away it waits in the journal of the server."""
    turns = [
        Turn(
            text=turn.text, speaker=turn.speaker, at=turn.at, id=turn.id, pinned=turn.pinned, audience=turn.audience
        )
        for turn in body.turns
    ]  # fmt: skip
    conversation = knowledge.conversation(user)
    return answer(
        conversation.end(
            body.session_id, turns, channel=body.channel, project=body.project, summarize=body.summarize,
            audience=body.audience,
        )
    )  # fmt: skip


@router.post("/conversations/replay", response_model=Replayed, responses={200: json_example(REPLAYED)})
def replay_journal(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Keeps what waits in the journal of the server."""
    return answer(knowledge.conversation(user).replay())
