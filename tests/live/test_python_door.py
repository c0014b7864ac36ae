"""A program that imports `enishi` remembers, asks and forgets over a real database."""

import pytest

import enishi
from graph.settings import Neo4jSettings


@pytest.mark.models
def test_a_program_remembers_recalls_and_forgets(neo4j_settings: Neo4jSettings, user_id: str) -> None:
    password = neo4j_settings.password.get_secret_value() if neo4j_settings.password else None
    server = {"uri": neo4j_settings.uri, "user": neo4j_settings.user, "password": password}
    with enishi.connect(user_id, neo4j=server, extraction={"workers": 1}) as memory:
        kept = memory.remember("Emily Carter met Misaki Sato in Osaka on Friday.")
        memory.remember(enishi.Draft(text="田中さんはトヨタに勤めている。", tags=("仕事",)))
        assert {"Emily Carter", "Misaki Sato", "Osaka"} <= {entity.name for entity in kept.entities}
        assert memory.recall("Who met Misaki?", limit=1).hits[0].memory.id == kept.id
        assert "Emily Carter" in memory.context("Who met Misaki?", budget_tokens=200).text
        work = memory.list(filters=enishi.Filters(tags=("仕事",))).memories
        assert [memory_at_work.language for memory_at_work in work] == ["ja"]
        misaki = memory.entity_called("Misaki Sato")
        assert memory.edit_entity(misaki, description="the designer").entity.description == "the designer"
        assert memory.edit(kept.id, title="Osaka").title == "Osaka"
        with pytest.raises(enishi.NotFound):
            memory.show("01K00000000000000000000000")
        assert memory.forget(kept.id).memories == 1
        assert memory.forget_everything().memories == 1
