"""Entities as resources: who and what memories speak of, and what a person says of them."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from api.rest.bodies.entities import (
    AboutInAddress,
    EntitiesInAddress,
    EntityChanges,
    KeepApart,
    Merge,
    ProposalsInAddress,
    Rejected,
    Split,
    Verdict,
)
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import (
    ENTITY_DETAIL,
    ENTITY_EDITED,
    ENTITY_HITS,
    ENTITY_KEPT_APART,
    ENTITY_MERGED,
    ENTITY_PAGE,
    ENTITY_PARTED,
    PROPOSALS,
    REJECTED,
    RELATION,
    json_example,
)
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from api.rest.wire import changes_of
from graph.model.entities import EntityDetail, EntityHit, EntityPage, ProposalPage, Relation
from graph.model.types import RelationType

router = APIRouter(prefix="/api", tags=["entities"], route_class=JsonRoute)

_ID = ENTITY_DETAIL.entity.id
EntityId = Annotated[str, Path(description="Id of an entity of this user.", examples=[_ID], max_length=200)]
Source = Annotated[str, Path(description="Id of the entity it leads from.", max_length=200)]
Target = Annotated[str, Path(description="Id of the entity it leads to.", max_length=200)]
Kind = Annotated[RelationType, Path(description="Type of the relation.")]


@router.get("/entities", response_model=EntityPage, responses={200: json_example(ENTITY_PAGE)})
def list_entities(query: Annotated[EntitiesInAddress, Query()], knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Entities, those in most memories first, a page at a time."""
    return answer(knowledge.entities(user, kind=query.type, text=query.text, limit=query.limit, cursor=query.cursor))


@router.get("/entities/about", response_model=tuple[EntityHit, ...], responses={200: json_example(ENTITY_HITS)})
def entities_about(query: Annotated[AboutInAddress, Query()], knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The entities that a description fits, by meaning, best first, each with its score and the nearest passage."""
    return answer(knowledge.entities_about(user, query.about, kind=query.type, limit=query.limit))


@router.get("/entities/proposals", response_model=ProposalPage, responses={200: json_example(PROPOSALS)})
def list_proposals(query: Annotated[ProposalsInAddress, Query()], knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Pairs of entities that may be one, likeliest first: merge accepts one, keep-apart rejects it."""
    return answer(knowledge.proposals(user, limit=query.limit, cursor=query.cursor))


@router.get("/entities/called", response_model=str, responses={200: json_example(_ID)})
def entity_called(
    called: Annotated[str, Query(description="A name, an id or how an id begins.", examples=["田中"], max_length=1000)],
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """The id of the one entity that goes by a name or an id; 409 names them where there are several."""
    return answer(knowledge.entity_called(user, called))


@router.get("/entities/{entity_id}", response_model=EntityDetail, responses={200: json_example(ENTITY_DETAIL)})
def show_entity(entity_id: EntityId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """One entity: its names, whom it may be, its relations, its latest facts and the memories that mention it.

    All memories that mention it are listed by `GET /api/memories?entities=ID`.
    """
    return answer(knowledge.entity(user, entity_id))


@router.patch("/entities/{entity_id}", response_model=EntityDetail, responses={200: json_example(ENTITY_EDITED)})
def edit_entity(entity_id: EntityId, body: EntityChanges, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Sets the fields named by hand; what memories say later does not overwrite them."""
    return answer(knowledge.edit_entity(user, entity_id, changes_of(body)))


@router.post("/entities/{entity_id}/merge", response_model=EntityDetail, responses={200: json_example(ENTITY_MERGED)})
def merge_entities(entity_id: EntityId, body: Merge, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Makes one entity of two, under the id in the address. Split undoes it; repeated, it changes nothing more."""
    return answer(knowledge.merge(user, entity_id, body.other, force=body.force))


@router.post("/entities/{entity_id}/split", response_model=EntityDetail, responses={200: json_example(ENTITY_PARTED)})
def split_entity(entity_id: EntityId, body: Split, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Parts an entity and keeps the two apart: undoes its last merge, or takes the names given out of it.

    The answer is the entity that came out of it, under the id it had before the merge.
    """
    return answer(knowledge.split(user, entity_id, names=body.names))


@router.post(
    "/entities/{entity_id}/keep-apart", response_model=EntityDetail, responses={200: json_example(ENTITY_KEPT_APART)}
)
def keep_entities_apart(entity_id: EntityId, body: KeepApart, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Says that two entities are never one: not merged and not proposed again, until a person merges them."""
    return answer(knowledge.keep_apart(user, entity_id, body.other, note=body.note))


@router.post("/entities/{entity_id}/reject", response_model=Rejected, responses={200: json_example(REJECTED)})
def reject_entity(entity_id: EntityId, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Takes away what is no entity, with its facts; memories that name it later do not bring it back.

    The memories stay as they are. This cannot be undone.
    """
    return answer(Rejected(facts=knowledge.reject_entity(user, entity_id)))


@router.put(
    "/relations/{source}/{type}/{target}/verdict", response_model=Relation, responses={200: json_example(RELATION)}
)
def judge_relation(
    source: Source,
    type: Kind,  # noqa: A002  the name that callers see
    target: Target,
    body: Verdict,
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """Confirms or rejects a relation, or takes that back; a rejected one leads nowhere in a search."""
    return answer(knowledge.judge_relation(user, source, type, target, body.status, note=body.note))
