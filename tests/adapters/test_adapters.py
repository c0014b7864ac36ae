"""Programs of LangChain, LangGraph and neo4j-graphrag keep and ask memories as with any store; no model is asked."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from enishi.user_memory import UserMemory
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters

NEEDS = "the extras langchain and neo4j-graphrag are not installed: make test-adapters"
pytest.importorskip("langgraph.store.base", reason=NEEDS)
pytest.importorskip("neo4j_graphrag", reason=NEEDS)
pytestmark = [pytest.mark.live, pytest.mark.adapters, pytest.mark.filterwarnings("default")]

TEXTS = ("Ada Lovelace met Grace Hopper in Venus Town.", "Grace Hopper joined Acme Corp.", "田中 met 佐藤.")


@pytest.fixture
def memory(light: Knowledge, user_id: str) -> UserMemory:
    return UserMemory(light, user_id)


@pytest.fixture
def asked(memory: UserMemory) -> UserMemory:
    for text in TEXTS:
        memory.remember(Draft(text=text, project="p", tags=("t",)))
    memory.remember(Draft(text="Ada Lovelace met Alan Turing in Venus Town.", project="q"))
    return memory


def test_a_chain_of_langchain_is_handed_the_passages_that_answer(asked: UserMemory) -> None:
    from langchain_core.runnables import RunnableLambda

    from enishi.adapters.langchain_retriever import MemoryRetriever

    question = "Who met Ada Lovelace in Venus Town?"
    retriever = MemoryRetriever(memory=asked, limit=2, filters=Filters(project="p"))
    chain = retriever | RunnableLambda(lambda documents: documents)
    documents = chain.invoke(question)
    hits = asked.recall(question, limit=2, filters=Filters(project="p")).hits
    assert [(each.id, each.page_content, each.metadata["score"]) for each in documents] == [
        (hit.memory.id, hit.text, hit.score) for hit in hits
    ]
    assert documents[0].page_content == TEXTS[0]
    assert documents[0].metadata["why"]
    assert asyncio.run(chain.ainvoke(question)) == documents


def test_a_pipeline_of_graphrag_is_handed_the_passages_that_answer(asked: UserMemory) -> None:
    from neo4j_graphrag.generation import GraphRAG
    from neo4j_graphrag.llm import LLMInterface
    from neo4j_graphrag.llm.types import LLMResponse

    from enishi.adapters.graphrag_retriever import MemoryRetriever

    class Echo(LLMInterface):
        """Answers what it was asked, so that one sees what a model would be told."""

        def __init__(self) -> None:
            super().__init__("echo")

        def invoke(self, *asked: Any, **options: Any) -> LLMResponse:
            return LLMResponse(content=f"{asked} {options}")

        async def ainvoke(self, *asked: Any, **options: Any) -> LLMResponse:
            return self.invoke(*asked, **options)

    retriever = MemoryRetriever(asked, filters=Filters(project="p"))
    items = retriever.search(query_text="Who joined Acme Corp?", top_k=1).items
    assert [item.content for item in items] == [TEXTS[1]]
    assert items[0].metadata["score"] == asked.recall("Who joined Acme Corp?", limit=1).hits[0].score
    assert {"query_text", "top_k"} <= set(retriever.get_parameters().properties)
    answer = GraphRAG(retriever, Echo()).search("Who joined Acme Corp?", retriever_config={"top_k": 1}).answer
    assert TEXTS[1] in answer
    assert TEXTS[0] not in answer


@pytest.fixture
def shelf(memory: UserMemory) -> Any:
    from enishi.adapters.langgraph_store import MemoryStore

    return MemoryStore(memory)


def test_an_item_comes_back_as_it_was_put_and_the_latest_counts(shelf: Any, memory: UserMemory) -> None:
    value = {"text": "Mina likes green tea.", "n": 1, "deep": {"日本": [1, None]}}
    shelf.put(("users", "mina"), "tea", value)
    shelf.put(("users", "other"), "tea", value)  # the same words elsewhere are another item
    item = shelf.get(("users", "mina"), "tea")
    assert (item.value, item.key, item.namespace) == (value, "tea", ("users", "mina"))
    shelf.put(("users", "mina"), "tea", value | {"n": 2})
    shelf.put(("users", "mina"), "tea", value | {"n": 3, "text": "Mina likes black tea."})
    assert shelf.get(("users", "mina"), "tea").value["n"] == 3
    assert shelf.get(("users", "other"), "tea").value == value
    assert len(memory.list(filters=Filters(source="langgraph")).memories) == 2
    shelf.delete(("users", "mina"), "tea")
    shelf.delete(("users", "mina"), "tea")
    assert shelf.get(("users", "mina"), "tea") is None
    assert shelf.get(("nobody",), "tea") is None


def test_items_are_searched_by_what_they_say_below_a_namespace(shelf: Any, memory: UserMemory) -> None:
    memory.remember("Ada Lovelace met Grace Hopper in Venus Town.")  # no item
    for number, town in enumerate(("Venus", "Mars", "Venus")):
        shelf.put(("trips", f"u{number}"), "t", {"text": f"Ada Byron met Grace{number} in {town} Town.", "n": number})
    shelf.put(("trips", "hidden"), "h", {"text": "Ada Byron met nobody in Venus Town."}, index=False)
    shelf.put(("tripsother",), "t", {"text": "Ada Byron met Alan in Venus Town."})
    items = shelf.search(("trips",), query="Who met Ada Byron in Venus Town?", limit=10)
    assert {item.namespace for item in items} == {("trips", "u0"), ("trips", "u1"), ("trips", "u2")}
    assert [item.score for item in items] == sorted((item.score for item in items), reverse=True)
    assert [item.value["n"] for item in shelf.search(("trips",), filter={"n": {"$gte": 1, "$lt": 2}})] == [1]
    assert [item.value["n"] for item in shelf.search(("trips",), filter={"n": 2})] == [2]
    everything = shelf.search(("trips",), limit=10)
    assert len(everything) == 4
    assert shelf.search(("trips",), limit=2, offset=2) == everything[2:]
    with pytest.raises(ValueError, match="no comparison"):
        shelf.search(("trips",), filter={"n": {"$near": 1}})


def test_namespaces_of_any_words_are_kept_apart_and_listed(shelf: Any) -> None:
    odd = [("a/b", "c"), ("a", "b/c"), (" ", "\\"), ("人", "名/前"), ("100%", "x"), ("A",), ("a",)]
    for number, namespace in enumerate(odd):
        shelf.put(namespace, "k", {"n": number, "text": f"Item {number}."})
    for number, namespace in enumerate(odd):
        assert shelf.get(namespace, "k").value["n"] == number
        assert number in [item.value["n"] for item in shelf.search(namespace)]
    assert shelf.list_namespaces() == sorted(odd)
    assert shelf.list_namespaces(prefix=("*", "b/c")) == [("a", "b/c")]
    assert shelf.list_namespaces(suffix=("c",)) == [("a/b", "c")]
    assert shelf.list_namespaces(max_depth=1) == sorted({namespace[:1] for namespace in odd})


def test_the_programs_of_the_guide_run(asked: UserMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```py\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    assert len(programs) == 3
    monkeypatch.setattr("enishi.connect", lambda: asked)
    for program in programs:
        exec(compile(program, "docs/adapters.md", "exec"), {})


def test_an_agent_of_langgraph_keeps_and_asks_without_holding_up_the_loop(shelf: Any) -> None:
    async def talk() -> list[Any]:
        await shelf.aput(("users",), "tea", {"text": "Mina likes green tea."})
        return await shelf.asearch(("users",), query="green tea")

    (item,) = asyncio.run(talk())
    assert item.value == {"text": "Mina likes green tea."}
