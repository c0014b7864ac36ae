"""The types of entities and relations as resources: the system's and one's own."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from api.rest.bodies.types import (
    ENTITY_TYPE,
    RELATION_TYPE,
    TYPE_REMOVED,
    EntityTypeChanges,
    NewEntityType,
    NewRelationType,
    RelationTypeChanges,
)
from api.rest.callers import KnowledgeDep, UserDep
from api.rest.examples import json_example
from api.rest.json_bodies import JsonRoute
from api.rest.replies import answer
from api.rest.wire import changes_of
from graph.model.catalogue import EntityKind, RelationKind, TypeRemoved

router = APIRouter(prefix="/api/types", tags=["types"], route_class=JsonRoute)

Name = Annotated[str, Path(description="Name of the type; case does not matter.", max_length=64)]
_ENTITY, _RELATION = json_example(ENTITY_TYPE), json_example(RELATION_TYPE)
_REMOVED = json_example(TYPE_REMOVED)


@router.get("/entities", response_model=list[EntityKind], responses={200: json_example([ENTITY_TYPE])})
def entity_types(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The types of entities, the system's first, each with how many entities asking for it finds."""
    return answer(knowledge.types(user).entities())


@router.post("/entities", response_model=EntityKind, status_code=201, responses={201: _ENTITY})
def create_entity_type(body: NewEntityType, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Makes a type of entities, a kind of another one."""
    changes = changes_of(body)
    return answer(knowledge.types(user).create_entity(str(changes.pop("name")), changes), HTTPStatus.CREATED)


@router.get("/entities/{name}", response_model=EntityKind, responses={200: _ENTITY})
def entity_type(name: Name, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """One type of entities."""
    return answer(knowledge.types(user).entity(name))


@router.patch("/entities/{name}", response_model=EntityKind, responses={200: _ENTITY})
def change_entity_type(name: Name, body: EntityTypeChanges, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Changes a type of entities; one of the system for this user alone."""
    return answer(knowledge.types(user).change_entity(name, changes_of(body)))


@router.delete("/entities/{name}", response_model=TypeRemoved, responses={200: _REMOVED})
def remove_entity_type(name: Name, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Removes an own type: its entities and the types below it go to the type above; one of the system is reset."""
    return answer(knowledge.types(user).remove_entity(name))


@router.get("/relations", response_model=list[RelationKind], responses={200: json_example([RELATION_TYPE])})
def relation_types(knowledge: KnowledgeDep, user: UserDep) -> Response:
    """The types of relations, the system's first, each with how many facts asking for it finds."""
    return answer(knowledge.types(user).relations())


@router.post("/relations", response_model=RelationKind, status_code=201, responses={201: _RELATION})
def create_relation_type(body: NewRelationType, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Makes a type of relations, a kind of another one, told by its words."""
    changes = changes_of(body)
    return answer(knowledge.types(user).create_relation(str(changes.pop("name")), changes), HTTPStatus.CREATED)


@router.get("/relations/{name}", response_model=RelationKind, responses={200: _RELATION})
def show_relation_type(name: Name, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """One type of relations."""
    return answer(knowledge.types(user).relation(name))


@router.patch("/relations/{name}", response_model=RelationKind, responses={200: _RELATION})
def change_relation_type(name: Name, body: RelationTypeChanges, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Changes a type of relations; one of the system for this user alone."""
    return answer(knowledge.types(user).change_relation(name, changes_of(body)))


@router.delete("/relations/{name}", response_model=TypeRemoved, responses={200: _REMOVED})
def remove_relation_type(name: Name, knowledge: KnowledgeDep, user: UserDep) -> Response:
    """Removes an own type; what its words told stays what it was. One of the system is reset."""
    return answer(knowledge.types(user).remove_relation(name))
