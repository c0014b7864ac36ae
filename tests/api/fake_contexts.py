"""Contexts of the fake knowledge: real packing over what the dictionaries hold, four characters a token."""

from graph.context.packing import Offer, Source, packed
from graph.errors import Invalid
from graph.model.context import Context, ContextOrder
from graph.model.filters import Filters
from graph.model.memory import Memory
from graph.model.recalled import Hit, Recalled

EVERYTHING = Filters()


def tokens(text: str) -> int:
    """Four characters each, the last one rounded up."""
    return -(-len(text) // 4)


class FakeContexts:
    """The part of the fake knowledge that packs."""

    def recall(self, user_id: str, question: str, *, filters: Filters = EVERYTHING, limit: int = 10) -> Recalled:
        raise NotImplementedError

    def context(
        self,
        user_id: str,
        question: str,
        *,
        budget_tokens: int,
        order: ContextOrder = ContextOrder.RELEVANCE,
        filters: Filters = EVERYTHING,
        with_ids: bool = False,
    ) -> Context:
        if not 0 <= budget_tokens <= 1_000_000:
            raise Invalid("budget_tokens", "is out of range.", allowed="0 to 1,000,000")
        hits = self.recall(user_id, question, filters=filters, limit=100).hits
        told = packed(
            [_offer(hit) for hit in hits],
            question.casefold().split(),
            budget=budget_tokens,
            pinned_share=0.3,
            order=order,
            with_ids=with_ids,
            tokens=tokens,
        )
        return Context(
            text=told.text,
            citations=told.citations,
            tokens=told.tokens,
            budget_tokens=budget_tokens,
            order=order,
            left_out=len(hits) - len(told.told),
            milliseconds={"question": 0.5, "search": 1.5},
            round_trips=2,
        )


def _offer(hit: Hit) -> Offer:
    return Offer(
        source=_source(hit.memory),
        chunk_id=f"{hit.memory.id}.0000",
        ordinal=0,
        text=hit.text,
        start=hit.start,
        value=hit.score,
        score=hit.score,
        why=hit.why,
    )


def _source(memory: Memory) -> Source:
    return Source(
        id=memory.id,
        told_at=memory.occurred_at or memory.created_at,
        speaker=memory.speaker,
        title=None,
        pinned=memory.pinned,
        duplicate_of=memory.duplicate_of,
    )
