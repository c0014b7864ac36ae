"""A question finds what answers it in whichever language that stands."""

from dataclasses import replace

import pytest

from graph.db.store import Store
from graph.extractor import Extractor
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.extraction import EmbeddingModel
from graph.model.filters import Filters
from graph.model.recalled import Mode, Recipe
from graph.recall.ranking import ChunkCandidate
from graph.recall.recalling import Recaller
from graph.recall.searches import Search, Searches
from graph.recall.sentence_rescoring import rescored
from graph.settings import GraphSettings
from tests.live.conftest import Clock
from tests.live.plain_extractor import MODEL, PlainExtractor
from tests.live.test_forgetting import remembered

SPREAD = 1.0
TEXTS = ("apples pears plums", "apples pears and a plum", "snow and ice and rain", "Ada met Grace in June")


def candidates_of(
    searches: Searches, extractor: Extractor, user_id: str, language: str, filters: Filters
) -> dict[str, ChunkCandidate]:
    asked = replace(extractor.question("apples pears plums"), language=language)
    search = Search(user_id=user_id, asked=asked, filters=filters, wanted=5)
    return {candidate.memory.id: candidate for candidate in searches.hybrid(search)}


@pytest.mark.parametrize("filters", [Filters(), Filters(tags=("t",))], ids=["hybrid", "filtered"])
def test_the_database_holds_nothing_against_words_that_another_language_cannot_have(
    light: Knowledge, store: Store, user_id: str, filters: Filters
) -> None:
    turns = [
        Draft(text=text, tags=("t",), speaker=speaker, session_id="s")
        for text, speaker in (("plums for Ada", "Grace"), ("and snow", "Ada"))
    ]
    ids = remembered(light, user_id, [*(Draft(text=text, tags=("t",)) for text in TEXTS), *turns])
    # Vectors of letters lie far apart: with a small factor all of them mean something.
    extractor = PlainExtractor(replace(MODEL, spread=SPREAD))
    asking = Searches(store, extractor, GraphSettings())
    english = candidates_of(asking, extractor, user_id, "en", filters)
    other = candidates_of(asking, extractor, user_id, "ja", filters)
    assert set(english) == set(other) == set(ids)
    for identity, candidate in other.items():
        assert candidate.memory.speaker or candidate.base >= english[identity].base
    assert any(candidate.memory.speaker for candidate in other.values())
    # Something shares some of its words, and lacks nothing of the rest.
    assert any(other[identity].base > english[identity].base for identity in ids)
    # Where no sentences are known, the rescoring gives what the statement gave: there is one formula.
    for language, candidates in (("en", english), ("ja", other)):
        whole = [replace(candidate, sentence=candidate.cosine) for candidate in candidates.values()]
        again = rescored(whole, spread=SPREAD, language=language)
        assert [c.base for c in again] == pytest.approx([c.base for c in candidates.values()], abs=1e-6)


@pytest.mark.parametrize("recipe", [Recipe.JOINED, Recipe.DEEP])
def test_a_question_is_weighed_by_the_factor_of_its_language(
    recipe: Recipe, light: Knowledge, store: Store, user_id: str
) -> None:
    remembered(light, user_id, [Draft(text=text) for text in TEXTS])

    def scores(model: EmbeddingModel) -> dict[str, float]:
        recalling = Recaller(store, PlainExtractor(model), GraphSettings(), Clock())
        recalled = recalling.hits(
            user_id, "Did Ada buy apples, pears or plums?", Mode.HYBRID, recipe, Filters(), 4, None
        )
        return {hit.memory.id: hit.score for hit in recalled.hits}

    for_all = scores(replace(MODEL, spread=SPREAD))
    assert scores(replace(MODEL, spreads={"en": SPREAD})) == for_all
    assert scores(replace(MODEL, spreads={"ja": SPREAD})) == scores(MODEL) != for_all


@pytest.mark.models
def test_an_answer_in_the_other_language_comes_before_what_is_only_in_ones_own(
    knowledge: Knowledge, user_id: str
) -> None:
    texts = (
        "来月の展示会には営業部から三名が参加します。",
        "The trade fair of the toy makers was a success, and the hall was full.",
        "Our sales team has three new members, and all of them like hiking.",
        "The fair's organiser sent the invoice for last year.",
        "Nobody has watered the plants in the sales office.",
    )
    answer, *_ = remembered(knowledge, user_id, [Draft(text=text) for text in texts])
    hits = knowledge.recall(user_id, "How many people from sales are going to next month's exhibition?").hits
    assert answer in [hit.memory.id for hit in hits[:2]]
