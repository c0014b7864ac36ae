"""Index care: what is indexed of a memory, keywords, sizes; updates, check and repair."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.bodies import index as examples
from api.rest.bodies.index import RepairIndex, UpdateIndex
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.care.index import IndexCheck, IndexEntry, IndexStats, KeywordDetail, KeywordPage, Repaired, Updated

router = APIRouter(prefix="/api/index", tags=["index"], route_class=JsonRoute)

Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]


@router.get("/entries/{memory_id}", response_model=IndexEntry, responses={200: json_example(examples.ENTRY)})
def index_entry(
    memory_id: Annotated[str, Path(description="Id of a memory of this user.", max_length=200)],
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """What is indexed of a memory: keywords with where they stand, topics, sizes, links, addresses on the web."""
    return answer(knowledge.index(user).entry(memory_id))


@router.get("/keywords", response_model=KeywordPage, responses={200: json_example(examples.KEYWORDS)})
def index_keywords(
    knowledge: KnowledgeDep,
    user: UserDep,
    prefix: Annotated[str, Query(max_length=64, description="How the keywords begin; left out: all.")] = "",
    limit: Limit = 50,
    cursor: Annotated[str | None, Query(max_length=2_000, description="next_cursor of the page before.")] = None,
) -> Response:
    """The keywords of all active memories, the most frequent first: how often, in how many, how much these matter."""
    return answer(knowledge.index(user).keywords(prefix, limit=limit, cursor=cursor))


@router.get("/keywords/{word}", response_model=KeywordDetail, responses={200: json_example(examples.KEYWORD_DETAIL)})
def index_keyword(
    word: Annotated[str, Path(description="A keyword in any of its forms.", max_length=64)],
    knowledge: KnowledgeDep,
    user: UserDep,
    limit: Limit = 20,
) -> Response:
    """The memories that have a keyword, the most important first, and where it stands in each."""
    return answer(knowledge.index(user).keyword(word, limit=limit))


@router.get("/stats", response_model=IndexStats, responses={200: json_example(examples.STATS)})
def index_stats(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """How much is indexed, when it was made anew and rotated last, and what it takes on the server's disk."""
    return answer(knowledge.index(user).stats())


@router.post("/update", response_model=Updated, responses={200: json_example(examples.UPDATED)})
def update_index(knowledge: KnowledgeDep, user: UserDep, body: UpdateIndex | None = None) -> Response:
    """Makes words, vectors, filters and keywords anew, in place: of all, of what needs it, or of some memories.

    A long update goes on when the request has run out of time.
    """
    wanted = body or UpdateIndex()
    return answer(knowledge.index(user).update(wanted.kind, wanted.ids))


@router.get("/check", response_model=IndexCheck, responses={200: json_example(examples.CHECK)})
def check_index(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Whether indexes, chunks, counts and memories agree, and what does not. Nothing is changed."""
    return answer(knowledge.index(user).check())


@router.post("/repair", response_model=Repaired, responses={200: json_example(examples.REPAIRED)})
def repair_index(knowledge: KnowledgeDep, user: UserDep, body: RepairIndex | None = None) -> Response:
    """Mends what a check finds; a dry run tells what that is."""
    return answer(knowledge.index(user).repair(dry_run=(body or RepairIndex()).dry_run))
