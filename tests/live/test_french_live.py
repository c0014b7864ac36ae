"""What is remembered in French is understood, and found by a question in French."""

import pytest

from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.types import EntityType, RelationType
from tests.live.conftest import START
from tests.live.test_forgetting import remembered

pytestmark = pytest.mark.models

DRAFTS = (
    Draft(text="Ma sœur s'appelle Claire Fontaine et elle travaille chez Michelin.", occurred_at=START),
    Draft(text="Marie Dupont dirige l'équipe de recherche d'Airbus à Toulouse.", occurred_at=START),
    Draft(text="Nous avons choisi Neo4j pour le nouveau projet de facturation.", occurred_at=START),
    Draft(text="Hier, j'ai rencontré Thomas Martin au marché de Lyon.", occurred_at=START),
)


def test_a_french_memory_has_its_entities_and_facts(knowledge: Knowledge, user_id: str) -> None:
    identity, *_ = remembered(knowledge, user_id, DRAFTS)
    shown = knowledge.show(user_id, identity)
    assert shown.memory.language == "fr"
    assert {"Claire Fontaine", "Michelin"} <= {entity.name for entity in shown.entities}
    types = {entity.name: entity.type for entity in shown.entities}
    assert types["Claire Fontaine"] is EntityType.PERSON
    assert RelationType.FAMILY_MEMBER in {fact.type for fact in shown.facts}


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Où travaille ma sœur ?", 0),
        ("Qui dirige l'équipe de recherche ?", 1),
        ("Quelle base de données avons-nous choisie pour la facturation ?", 2),
        ("Qui ai-je rencontré à Lyon ?", 3),
    ],
)
def test_a_question_in_french_finds_it(question: str, place: int, knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(knowledge, user_id, DRAFTS)
    recalled = knowledge.recall(user_id, question)
    assert recalled.hits[0].memory.id == ids[place]
