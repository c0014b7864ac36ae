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
from graph.model.entities import Entity, EntityDetail, EntityHit, EntityPage, ProposalPage, Relation
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
from graph.model.talk.conversation import Begun, Ended, Turn
from graph.model.talk.injection import Handover, Injected
from graph.model.talk.routing import Certainty, ProjectMatch, ProposedProject, Routed
from graph.model.talk.summaries import Summarized, Summary
from graph.model.types import EntityType, InferenceKind, LinkKind, RelationType, Status, Validation

__all__ = [
    "Begun",
    "Certainty",
    "Citation",
    "Conflict",
    "Context",
    "ContextOrder",
    "Draft",
    "Ended",
    "Ending",
    "EndingKind",
    "EnishiError",
    "Enrich",
    "Entity",
    "EntityDetail",
    "EntityHit",
    "EntityPage",
    "EntityType",
    "Filters",
    "Forgotten",
    "GivenFact",
    "Handover",
    "Hit",
    "InferenceFound",
    "InferenceKind",
    "Inferred",
    "Injected",
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
    "ProjectMatch",
    "ProjectSummary",
    "ProposalPage",
    "ProposedProject",
    "QueryError",
    "Recalled",
    "Recipe",
    "Relation",
    "RelationType",
    "Remembered",
    "Routed",
    "SessionSummary",
    "Stats",
    "Status",
    "Summarized",
    "Summary",
    "Turn",
    "Unavailable",
    "UserMemory",
    "Validation",
    "connect",
]
