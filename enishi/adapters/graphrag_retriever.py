"""A retriever of neo4j-graphrag over the memories of a user (`pip install 'enishi[neo4j-graphrag]'`).

    retriever = MemoryRetriever(enishi.connect())
    GraphRAG(retriever, llm).search("Who met Misaki?")

It asks Enishi and not an index by its name: what comes is ranked by vectors, words and the graph, and marked where it
is over.
"""

from neo4j import Record
from neo4j_graphrag.retrievers.base import Retriever
from neo4j_graphrag.types import RawSearchResult, RetrieverResultItem

from enishi.adapters.described import described
from enishi.user_memory import ALL, UserMemory
from graph.model.filters import Filters


class MemoryRetriever(Retriever):
    """Finds the memories that answer a question; `filters` narrow all questions, such as to a project."""

    def __init__(self, memory: UserMemory, *, filters: Filters = ALL) -> None:
        """Over the memories of one user. Their driver is Enishi's own, so none is handed over."""
        self._memory = memory
        self._filters = filters

    def get_search_results(self, query_text: str, top_k: int = 5) -> RawSearchResult:
        """The memories that answer a question, best first.

        Args:
            query_text: The question, in Japanese or English.
            top_k: How many at most.
        """
        recalled = self._memory.recall(query_text, filters=self._filters, limit=top_k)
        records = [Record({"text": hit.text, "metadata": described(hit)}) for hit in recalled.hits]
        return RawSearchResult(records=records, metadata={"note": recalled.note})

    def default_record_formatter(self, record: Record) -> RetrieverResultItem:
        """The passage as the content, what is known of it beside."""
        return RetrieverResultItem(content=record["text"], metadata=record["metadata"])
