"""A retriever of LangChain over the memories of a user (`pip install 'enishi[langchain]'`).

    retriever = MemoryRetriever(memory=enishi.connect(), limit=5)
    documents = retriever.invoke("Who met Misaki?")

A document has the passage that answers, the id of its memory, and in `metadata` its score, how sure it is, and why it
is there.
"""

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from enishi.adapters.described import described
from enishi.user_memory import ALL, UserMemory
from graph.model.filters import Filters
from graph.model.recalled import Mode


class MemoryRetriever(BaseRetriever):
    """Finds the memories that answer a question; `filters` narrow all questions, such as to a project."""

    memory: UserMemory
    limit: int = 5
    mode: Mode = Mode.HYBRID
    filters: Filters = ALL
    min_confidence: float = 0.0

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        del run_manager
        recalled = self.memory.recall(
            query, mode=self.mode, filters=self.filters, limit=self.limit, min_confidence=self.min_confidence
        )
        return [Document(id=hit.memory.id, page_content=hit.text, metadata=described(hit)) for hit in recalled.hits]
