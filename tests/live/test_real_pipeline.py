"""The real extractor and the real graph together: what was told in two languages is understood, found and forgotten."""

from datetime import datetime, timedelta, timezone

import pytest
from neo4j import Driver

from api.agents.asker import Asker
from api.agents.fitting import as_text
from api.agents.tools import Memories, Tools
from extraction.pipeline import Pipeline
from graph.db.store import counted
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.memory import Enrich
from graph.model.recalled import Mode, Recipe
from graph.model.types import EntityType
from graph.recall.reasons import answer_language, phrase
from tests.live.conftest import START
from tests.live.dump import assert_same, graph_of, with_sorted_words
from tests.live.test_forgetting import Dump, assert_no_trace, remembered, vector_text
from tests.live.test_rounds import what_follows

pytestmark = pytest.mark.models

RUNS = frozenset({"writes", "forgot_at", "aliases", "first_seen", "last_seen", "created_at", "confidence", "to_infer"})
"""What depends on the run: the encoder's eight bits are a hundredth surer or less sure by what is read beside a text,
and names that were one for a while leave their entities to be inferred from anew.
"""
DRAFTS = (
    Draft(text="Emily Carter joined Hoshino Robotics in Osaka in 2024.", title="Emily Carter", project="people"),
    Draft(text="田中健一さんは星野ロボティクスの開発部長です。来週、大阪でエミリーさんと会います。", occurred_at=START),
    Draft(text="The Kestrel project uses Neo4j. Emily Carter leads it.", tags=("kestrel",)),
    Draft(text="Did you see Emily yesterday?", speaker="Tom", session_id="talk", channel="chat"),
    Draft(text="Yes, she moved to Kyoto.", speaker="Anna", session_id="talk", channel="chat"),
    Draft(text="京都はいいですね。", speaker="Tom", session_id="talk", channel="chat"),
)


def test_entities_and_relations_of_both_languages_stand_in_the_graph(knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(knowledge, user_id, DRAFTS)
    english, japanese = (knowledge.show(user_id, identity) for identity in ids[:2])
    assert "Emily Carter" in {entity.name for entity in english.entities}
    assert any(fact.subject == "Emily Carter" for fact in english.facts)
    assert any("田中" in entity.name for entity in japanese.entities)
    assert any("星野" in entity.name for entity in japanese.entities)
    for detail in (english, japanese):
        for entity in detail.entities:
            for start, end, surface in zip(entity.starts, entity.ends, entity.surfaces, strict=False):
                assert surface in detail.memory.text or (start, end) == (None, None)


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("Who leads Kestrel?", 2),
        ("Where did Emily move?", 4),
        ("開発部長は誰？", 1),
        ("When did Emily Carter join?", 0),
    ],
)
def test_a_question_finds_its_answer_in_one_round_trip(
    question: str, place: int, knowledge: Knowledge, user_id: str
) -> None:
    ids = remembered(knowledge, user_id, DRAFTS)
    recalled = knowledge.recall(user_id, question, limit=3)
    assert recalled.round_trips == 1
    assert ids[place] in [hit.memory.id for hit in recalled.hits]
    assert all(hit.why for hit in recalled.hits)


TOKYO = timezone(timedelta(hours=9))


@pytest.mark.parametrize(
    "text", ["今日、佐藤美咲さんと新橋で会った。", "Misaki Sato and I met in Shimbashi today, before work."]
)
def test_today_is_the_day_of_whoever_told_it_at_first_and_when_it_is_read_again(
    text: str, knowledge: Knowledge, user_id: str
) -> None:
    early = datetime(2026, 5, 2, 8, tzinfo=TOKYO)
    (told,) = remembered(knowledge, user_id, [Draft(text=text, occurred_at=early)])
    days = _days(knowledge, user_id, told)
    knowledge.edit(user_id, told, {"text": text + " OK"})
    assert days == _days(knowledge, user_id, told) == ["2026-05-02"]
    assert knowledge.show(user_id, told).memory.occurred_at.isoformat() == early.isoformat()  # type: ignore[union-attr]
    assert "2026-05-02" in knowledge.context(user_id, text, budget_tokens=200).text


def _days(knowledge: Knowledge, user_id: str, identity: str) -> list[str]:
    return [one.name for one in knowledge.show(user_id, identity).entities if one.type is EntityType.TIME_UNIT]


@pytest.mark.parametrize("called", ["佐藤美咲", "佐藤美咲さん", "Misaki Sato"])
def test_a_filter_takes_a_person_by_how_others_write_the_name(called: str, knowledge: Knowledge, user_id: str) -> None:
    told, _ = remembered(
        knowledge, user_id, [Draft(text="佐藤美咲さんは釣りが好きです。"), Draft(text="鈴木健太さんは釣りが好きです。")]
    )
    hits = knowledge.recall(user_id, "釣りが好きなのは誰？", filters=Filters(entities=(called,))).hits
    assert [hit.memory.id for hit in hits] == [told]


def test_a_question_in_one_language_finds_what_was_told_in_the_other(knowledge: Knowledge, user_id: str) -> None:
    ids = remembered(knowledge, user_id, DRAFTS)
    hits = knowledge.recall(user_id, "誰がカワセミではなくKestrelプロジェクトを率いていますか", mode=Mode.SEMANTIC).hits
    assert ids[2] in [hit.memory.id for hit in hits[:3]]


def test_a_passage_is_found_by_the_one_sentence_of_it_that_answers(knowledge: Knowledge, user_id: str) -> None:
    about, answers = remembered(
        knowledge,
        user_id,
        [
            Draft(
                text="Naoshima is an island with museums. The company that runs the boats is a hundred years old. "
                "Many people come for the view. In summer the inns are often full."
            ),
            Draft(
                text="We met at the café by the harbour. Ken had pancakes with far too much syrup. "
                "The ferry to Naoshima leaves at nine. Rain fell all day, and Yuki had left her umbrella at home."
            ),
        ],
    )
    first, second = knowledge.recall(user_id, "When does the ferry to Naoshima leave?").hits
    assert (first.memory.id, second.memory.id) == (answers, about)
    wholes = [hit.parts.cosine or 0.0 for hit in (first, second)]
    sentences = [hit.parts.sentence or 0.0 for hit in (first, second)]
    assert wholes[0] < wholes[1]  # the other is nearer as a whole
    assert sentences[0] > sentences[1]


def test_understood_later_is_the_same_as_understood_now(
    knowledge: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    remembered(knowledge, user_id, DRAFTS)
    remembered(knowledge, other_user, DRAFTS, enrich=Enrich.LATER)
    assert knowledge.recall(other_user, "Kestrel", mode=Mode.KEYWORD).hits
    while knowledge.enrich_pending():
        pass
    one, other = (with_sorted_words(graph_of(driver, user, leave_out=RUNS)) for user in (user_id, other_user))
    assert_same(one, other)


@pytest.mark.parametrize(
    ("gone", "traces"),
    [
        (0, ["hoshino", "emily carter"]),
        (1, ["田中", "健一", "星野", "開発部長"]),
        (4, ["moved", "'kyoto'"]),  # as a name; 京都, which stays, is read so
        (5, ["京都"]),
    ],
)
def test_what_is_forgotten_leaves_no_trace(
    gone: int, traces: list[str], knowledge: Knowledge, user_id: str, dump: Dump, driver: Driver
) -> None:
    alone = [draft for draft in DRAFTS if gone != 0 or "Emily Carter" not in draft.text or draft is DRAFTS[0]]
    ids = remembered(knowledge, user_id, alone)
    identity = ids[alone.index(DRAFTS[gone])]
    vectors = vector_text(driver, identity)
    knowledge.forget(user_id, identity)
    assert_no_trace(dump(), [*traces, *vectors])


def test_a_talk_without_a_forgotten_turn_is_a_talk_that_never_had_it(
    knowledge: Knowledge, user_id: str, other_user: str, driver: Driver
) -> None:
    ids = remembered(knowledge, user_id, DRAFTS[3:])
    knowledge.forget(user_id, ids[1])
    remembered(knowledge, other_user, [DRAFTS[3], DRAFTS[5]])
    one, other = (with_sorted_words(graph_of(driver, user, leave_out=RUNS)) for user in (user_id, other_user))
    assert_same(one, other)


def test_a_batch_takes_at_most_ten_round_trips(knowledge: Knowledge, user_id: str) -> None:
    knowledge.ready()
    with counted() as trips:
        remembered(knowledge, user_id, DRAFTS)
    assert trips.count <= 10 + what_follows(len(DRAFTS))


def test_a_near_duplicate_in_other_words_is_flagged(knowledge: Knowledge, user_id: str) -> None:
    first = knowledge.remember(user_id, Draft(text="The budget meeting was moved to Friday at 10 am."))
    second = knowledge.remember(user_id, Draft(text="The budget meeting was moved to Friday, 10 am."))
    unlike = knowledge.remember(user_id, Draft(text="Penguins live on the southern half of the globe."))
    assert (second.duplicate_of, unlike.duplicate_of) == (first.id, None)


def test_the_user_of_a_chat_is_one_person_whatever_the_role_and_keeps_the_name_that_a_person_gives(
    knowledge: Knowledge, user_id: str
) -> None:
    def turn(text: str, role: str) -> Draft:
        return Draft(text=text, speaker=role, session_id="chat")

    said = [turn("I live in Osaka and work for Acme.", "user"), turn("私は京都大学を卒業しました。", "human")]
    remembered(knowledge, user_id, [*said, turn("I can help you with that. I work for nobody.", "assistant")])
    (me,) = (one for one in knowledge.entities(user_id).entities if one.name == "Me")
    assert {relation.target_name for relation in knowledge.entity(user_id, me.id).relations} >= {"Osaka", "Acme"}
    told = knowledge.recall(user_id, "Where did I graduate?", mode=Mode.ENTITY, limit=5)
    assert {hit.memory.speaker for hit in told.hits} == {"user", "human"}
    remembered(knowledge, user_id, [Draft(text="Emily Carter joined Hoshino Robotics in 2024.")])
    (emily,) = knowledge.entities(user_id, text="Emily Carter").entities
    knowledge.merge(user_id, emily.id, me.id)
    remembered(knowledge, user_id, [turn("I moved to Kyoto.", "user")])
    relations = knowledge.entity(user_id, emily.id).relations
    assert {relation.target_name for relation in relations} >= {"Acme", "Hoshino Robotics", "Kyoto"}


@pytest.mark.parametrize("budget", [100, 160, 250, 600, 1500])
def test_the_reply_that_gives_an_agent_a_context_keeps_to_its_budget(
    budget: int, knowledge: Knowledge, pipeline: Pipeline, user_id: str
) -> None:
    turns = [
        Draft(text=f"{text} ({number})", speaker="Anna", session_id="talk", channel="chat")
        for number in range(8)
        for text in ("Emily Carter sings in Osaka.", "田中さんは大阪で歌います。", '“Yes”, said Emily, "in Kyoto".')
    ]
    remembered(knowledge, user_id, [*DRAFTS, *turns])
    tools = Tools(Memories(lambda: knowledge, lambda: Asker(user_id)))
    for question in ("Where does Emily Carter sing?", "田中さんはどこで歌いますか", "Which whales sing of Patagonia?"):
        reply = as_text(tools.build_context(question, budget_tokens=budget))
        assert pipeline.tokens(reply) <= budget
        if budget >= 250 and "whales" not in question:
            assert reply.count("[1] ") == 2


def test_the_extractor_is_one_for_the_session(pipeline: Pipeline) -> None:
    assert pipeline.embedding.dimensions == 384


def test_hits_that_come_near_a_question_in_nothing_say_so_and_so_does_a_context(
    knowledge: Knowledge, user_id: str
) -> None:
    remembered(knowledge, user_id, DRAFTS)
    for question, note in (
        ("Which database do the whales of Patagonia sing in?", "No memory comes near"),
        ("ピアノの調律にはいくらかかりますか", "質問と意味の近い記憶はありません"),
    ):
        recalled = knowledge.recall(user_id, question)
        assert recalled.hits
        assert (recalled.note or "").startswith(note)
        assert knowledge.recall(user_id, question, recipe=Recipe.FUSED, limit=1).note == recalled.note
        for budget in (20, 2_000):
            note = knowledge.context(user_id, question, budget_tokens=budget).note
            assert note in (recalled.note, phrase("none-sure", answer_language(question)))
    for question in ("Who leads Kestrel?", "開発部長は誰？", "Where did Emily move?"):
        assert knowledge.recall(user_id, question).note is None
        assert knowledge.context(user_id, question, budget_tokens=200).note is None
