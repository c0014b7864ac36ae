"""Long-term memory for AI agents and people, kept as a knowledge graph in Neo4j: the door for Python programs.

    import enishi

    with enishi.connect() as memory:
        memory.remember("Emily Carter met Misaki Sato in Osaka on Friday.")
        for hit in memory.recall("Who met Misaki?").hits:
            print(hit.score, hit.memory.text)

Importing this loads no model and opens nothing; the first call does.
"""

from enishi.user_memory import UserMemory, connect
from graph.errors import Conflict, EnishiError, Invalid, Misconfigured, NotFound, QueryError, Unavailable
from graph.model.context import Citation, Context, ContextOrder
from graph.model.draft import Draft, GivenFact
from graph.model.endings import Ending, EndingKind
from graph.model.entities import Entity, EntityDetail, EntityPage, ProposalPage, Relation
from graph.model.filters import Filters
from graph.model.links import InferenceFound, Inferred, Linked, MemoryLink
from graph.model.memory import (
    Enrich,
    Forgotten,
    Memory,
    MemoryDetail,
    MemoryVersion,
    Order,
    Outcome,
    Page,
    Remembered,
    Stats,
)
from graph.model.projects import ProjectDetail, ProjectSummary, SessionSummary
from graph.model.recalled import Hit, Mode, Recalled, Recipe
from graph.model.types import EntityType, InferenceKind, LinkKind, RelationType, Status, Validation

__all__ = [
    "Citation",
    "Conflict",
    "Context",
    "ContextOrder",
    "Draft",
    "Ending",
    "EndingKind",
    "EnishiError",
    "Enrich",
    "Entity",
    "EntityDetail",
    "EntityPage",
    "EntityType",
    "Filters",
    "Forgotten",
    "GivenFact",
    "Hit",
    "InferenceFound",
    "InferenceKind",
    "Inferred",
    "Invalid",
    "LinkKind",
    "Linked",
    "Memory",
    "MemoryDetail",
    "MemoryLink",
    "MemoryVersion",
    "Misconfigured",
    "Mode",
    "NotFound",
    "Order",
    "Outcome",
    "Page",
    "ProjectDetail",
    "ProjectSummary",
    "ProposalPage",
    "QueryError",
    "Recalled",
    "Recipe",
    "Relation",
    "RelationType",
    "Remembered",
    "SessionSummary",
    "Stats",
    "Status",
    "Unavailable",
    "UserMemory",
    "Validation",
    "connect",
]
