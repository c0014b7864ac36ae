"""What a person says of the graph: entities confirmed, relations and links made, weighed and taken away."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from api.rest.bodies.by_hand import REMOVED, LinkRemoved, NewLink, NewRelation, RelationWeight
from api.rest.bodies.entities import Verdict
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import ENTITY_DETAIL, LINK_JUDGED, RELATION, json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from graph.model.entities import EntityDetail, Relation, RelationRemoved
from graph.model.links import MemoryLink
from graph.model.types import LinkKind

router = APIRouter(prefix="/api", tags=["entities"], route_class=JsonRoute)

EntityId = Annotated[str, Path(description="Id or name of an entity of this user.", max_length=200)]
Source = Annotated[str, Path(description="Id or name of the entity it leads from.", max_length=200)]
Target = Annotated[str, Path(description="Id or name of the entity it leads to.", max_length=200)]
Kind = Annotated[str, Path(description="Type of the relation, one of your own too.", max_length=64)]
MemoryId = Annotated[str, Path(description="Id of a memory of this user.", max_length=200)]
_RELATION = "/relations/{source}/{type}/{target}"


@router.put("/entities/{entity_id}/verdict", response_model=EntityDetail, responses={200: json_example(ENTITY_DETAIL)})
def confirm_entity(entity_id: EntityId, body: Verdict, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Says that an entity is right, or takes that back; what is no entity is rejected instead."""
    return answer(knowledge.by_hand(user).confirm(entity_id, body.status, note=body.note))


@router.post("/relations", response_model=Relation, status_code=201, responses={201: json_example(RELATION)})
def create_relation(body: NewRelation, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Ties two entities. It is kept as a memory of its own that states it."""
    made = knowledge.by_hand(user).relate(
        body.source, body.kind, body.target, text=body.text, weight=body.weight, confidence=body.confidence
    )
    return answer(made, HTTPStatus.CREATED)


@router.patch(_RELATION, response_model=Relation, responses={200: json_example(RELATION)})
def weigh_relation(
    source: Source,
    type: Kind,  # noqa: A002  the name that callers see
    target: Target,
    body: RelationWeight,
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """Says how much a relation weighs and how sure it is; what is left out its evidence tells again."""
    weighed = knowledge.by_hand(user).weigh(source, type, target, weight=body.weight, confidence=body.confidence)
    return answer(weighed)


@router.delete(_RELATION, response_model=RelationRemoved, responses={200: json_example(REMOVED)})
def remove_relation(
    source: Source,
    type: Kind,  # noqa: A002  the name that callers see
    target: Target,
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """Takes a relation away: memories that only state it are forgotten; what texts state as well is rejected."""
    return answer(knowledge.by_hand(user).unrelate(source, type, target))


@router.post(
    "/memories/{memory_id}/links", response_model=MemoryLink, status_code=201,
    responses={201: json_example(LINK_JUDGED)},
)  # fmt: skip
def create_link(memory_id: MemoryId, body: NewLink, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Ties two memories, or changes what is said of their tie; no run of the detectors takes it away."""
    made = knowledge.by_hand(user).tie(
        memory_id,
        body.other,
        body.kind,
        weight=body.weight,
        confidence=body.confidence,
        subtype=body.subtype,
        note=body.note,
    )
    return answer(made, HTTPStatus.CREATED)


@router.delete(
    "/memories/{memory_id}/links/{other}/{kind}", response_model=LinkRemoved,
    responses={200: json_example(LinkRemoved())},
)  # fmt: skip
def remove_link(
    memory_id: MemoryId,
    other: Annotated[str, Path(description="Id of the memory at the other end.", max_length=200)],
    kind: Annotated[LinkKind, Path(description="Kind of the link.")],
    knowledge: KnowledgeDep,
    user: UserDep,
) -> Response:
    """Takes away a link that was made by hand; one that was found is judged instead."""
    knowledge.by_hand(user).untie(memory_id, other, kind)
    return answer(LinkRemoved())
