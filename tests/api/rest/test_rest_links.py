"""Links and inferences over HTTP: what a person says of them, and what is refused."""

import pytest

from graph.model.draft import Draft
from tests.api.fake_knowledge import FakeKnowledge
from tests.api.rest.rest_door import as_user, opened


@pytest.fixture
def knowledge() -> FakeKnowledge:
    return FakeKnowledge()


def linked(knowledge: FakeKnowledge) -> tuple[str, str]:
    first, other = (knowledge.remember("me", Draft(text=text)).id for text in ("Tanaka left", "Tanaka came"))
    return f"/api/memories/{first}/links", f"/api/memories/{first}/links/{other}/CO_OCCURRENCE/verdict"


INFERENCE = "/api/inferences/relation:COLLEAGUE:1:2/verdict"


def test_a_verdict_on_a_link_may_be_repeated_and_taken_back(knowledge: FakeKnowledge) -> None:
    shown, path = linked(knowledge)
    with opened(knowledge) as client:
        for status, number in (("rejected", 0), ("rejected", 0), ("unvalidated", 1), ("confirmed", 1)):
            assert client.put(path, json={"status": status}).json()["validation_status"] == status
            assert len(client.get(shown).json()) == number
            assert len(client.get(shown, params={"verdict": status}).json()) == 1
        assert client.put(path.replace("CO_OCCURRENCE", "REFERENCE"), json={"status": "rejected"}).status_code == 404


def test_a_verdict_on_what_was_inferred_may_be_repeated_and_taken_back(knowledge: FakeKnowledge) -> None:
    linked(knowledge)
    with opened(knowledge) as client:
        for status, number in (("rejected", 0), ("rejected", 0), ("unvalidated", 1), ("confirmed", 1)):
            judged = client.put(INFERENCE, json={"status": status, "note": "So."}).json()
            assert (judged["validation_status"], judged["note"]) == (status, None if status == "unvalidated" else "So.")
            assert len(client.get("/api/inferences").json()) == number
            assert len(client.get("/api/inferences", params={"verdict": status}).json()) == 1
        assert client.put(INFERENCE.replace("1:2", "0:0"), json={"status": "rejected"}).status_code == 404


def test_a_verdict_that_is_none_is_refused_and_so_is_anothers(knowledge: FakeKnowledge) -> None:
    shown, path = linked(knowledge)
    with opened(knowledge) as client:
        for address in (path, INFERENCE):
            assert client.put(address, json={"status": "perhaps"}).status_code == 422
            assert client.put(address, json={"status": "rejected", "note": "n" * 129}).status_code == 422
            assert client.put(address, json={"status": "rejected"}, headers=as_user("hana")).status_code == 404
            foreign = client.put(address, json={"status": "rejected"}, headers={"Origin": "https://evil.example"})
            assert foreign.status_code == 403
        assert client.put(path.replace("CO_OCCURRENCE", "LIKENESS"), json={"status": "rejected"}).status_code == 422
        assert client.get(shown, params={"verdict": "perhaps"}).status_code == 422
        assert client.get(shown, params={"verdict": "rejected"}).json() == []
