"""Messages find their project, talks begin with its memory and are kept, also while the database is away."""

from collections.abc import Callable, Generator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import pytest
from neo4j import Driver

from graph.db.store import Runs, Store
from graph.errors import Invalid, NotFound, QueryError, Unavailable
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.life.journal import Act
from graph.model.memory import Enrich
from graph.model.talk.conversation import Turn
from graph.model.talk.routing import Certainty
from graph.model.talk.summaries import Kept
from graph.model.types import MemoryKind
from graph.projects.conversation.journal import FILE
from graph.projects.routing.classifier import CatalogueEntry, Choice
from graph.settings import ConversationSettings, GraphSettings, InjectionSettings, RoutingSettings, SummarySettings
from tests.extraction.models import extractor
from tests.live.conftest import START, Clock, wiped_user
from tests.live.plain_extractor import PlainExtractor

pytestmark = pytest.mark.models

DAY = timedelta(days=1)
BILLING, SHOP, GARDEN = "dev/backend/billing", "dev/frontend/shop-web", "life/garden"
NOTES = [
    (BILLING, "The billing service charges customers with Stripe."),
    (BILLING, "We decided to move billing from MySQL to PostgreSQL."),
    (BILLING, "請求のバッチ処理は毎晩2時に動く。"),
    (BILLING, "Refunds of customers are paid out by the billing batch on Mondays."),
    (SHOP, "The shop page shows the cart in a drawer."),
    (SHOP, "カートの画面はReactで作る。"),
    (SHOP, "The checkout button was moved below the cart."),
    (GARDEN, "トマトの苗を5月に植えた。"),
    (GARDEN, "The roses need pruning in February."),
    (GARDEN, "Compost goes onto the vegetable beds in March."),
]


@pytest.fixture(scope="module")
def routed(store: Store, driver: Driver) -> Generator[tuple[Knowledge, str]]:
    """The knowledge of somebody with three projects, each with a session of its own."""
    knowledge = Knowledge(lambda: store, extractor(), clock=lambda: START)
    for user_id in wiped_user(driver):
        drafts = [Draft(text=text, project=path, session_id=f"talk-{path}") for path, text in NOTES]
        assert all(outcome.error is None for outcome in knowledge.remember_many(user_id, drafts))
        knowledge.remember(user_id, Draft(text="APIキーの形式はbill_で始まる。", project=BILLING, pinned=True))
        yield knowledge, user_id


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ("How do we charge the customers?", BILLING),
        ("請求の処理はいつ動く？", BILLING),
        ("トマトはいつ植えた？", GARDEN),
        ("When are the tomato seedlings planted?", GARDEN),
        ("Where does the cart stand on the page?", SHOP),
    ],
)
def test_a_message_goes_to_the_project_of_its_memories_in_either_language(
    routed: tuple[Knowledge, str], message: str, path: str
) -> None:
    knowledge, user_id = routed
    found = knowledge.routing(user_id).route(message)
    assert found.primary == path
    assert not found.secondary
    assert found.matches[0].reasons
    assert (path == BILLING) == (found.pinned == ("APIキーの形式はbill_で始まる。",))


def test_another_project_that_a_session_speaks_of_is_loaded_beside_its_own(routed: tuple[Knowledge, str]) -> None:
    knowledge, user_id = routed
    talk = f"talk-{BILLING}"
    found = knowledge.routing(user_id).route("shop-webのあの実装を参考にしたい", session_id=talk)
    assert (found.primary, found.secondary, found.current) == (BILLING, (SHOP,), BILLING)
    switched = knowledge.routing(user_id).route("shop-webのカートの画面を直したい", session_id=talk)
    assert switched.primary == SHOP
    goes_on = knowledge.routing(user_id).route("ok, and then?", session_id=talk)
    assert goes_on.primary == BILLING
    at_work = knowledge.routing(user_id).route("ok, and then?", current=GARDEN)
    assert at_work.primary == GARDEN


def test_a_session_that_was_silent_for_long_tells_no_more_where_a_message_belongs(
    store: Store, routed: tuple[Knowledge, str]
) -> None:
    _, user_id = routed

    def current(days: int, settings: RoutingSettings) -> str | None:
        later = Knowledge(lambda: store, extractor(), GraphSettings(routing=settings), clock=lambda: START + days * DAY)
        return later.routing(user_id).route("ok, and then?", session_id=f"talk-{BILLING}").current

    assert [current(days, RoutingSettings()) for days in (0, 6, 8)] == [BILLING, BILLING, None]
    assert current(400, RoutingSettings(session_hours=None)) == BILLING


def test_what_is_unclear_is_asked_back_and_something_new_gets_a_path(routed: tuple[Knowledge, str]) -> None:
    knowledge, user_id = routed
    found = knowledge.routing(user_id).route("Book me a flight and a hotel in Lisbon")
    assert found.primary is None or found.confidence is Certainty.LOW
    assert found.ask is not None or found.confidence is Certainty.HIGH
    assert found.proposed is not None
    assert found.proposed.category_path == ("life", "travel")
    assert {"flight", "hotel"} <= set(found.proposed.keywords)
    pins = knowledge.routing(user_id).route("これを覚えておいて: カートの上限は20件")
    assert (pins.primary, pins.pinned_content) == (SHOP, "カートの上限は20件")


@pytest.mark.parametrize("message", ["", " \n", "a\x00b", "half \ud83d"])
def test_what_is_no_message_is_refused(routed: tuple[Knowledge, str], message: str) -> None:
    knowledge, user_id = routed
    with pytest.raises(Invalid):
        knowledge.routing(user_id).route(message)


class Chooser:
    """A classifier that answers what it is told to, and keeps the catalogue it was shown."""

    def __init__(self, choice: Choice | Exception) -> None:
        self.choice = choice
        self.catalogue: list[str] = []

    def choose(self, message: str, catalogue: Sequence[CatalogueEntry], current: str | None) -> Choice:  # noqa: ARG002
        self.catalogue = [entry.path for entry in catalogue]
        if isinstance(self.choice, Exception):
            raise self.choice
        return self.choice


def test_a_classifier_may_choose_and_where_it_fails_the_session_goes_on(
    store: Store, routed: tuple[Knowledge, str]
) -> None:
    _, user_id = routed
    settings = GraphSettings(routing=RoutingSettings(classifier="llm"))

    def asked(chooser: Chooser, session: str | None = None) -> tuple[str | None, str, str | None]:
        knowledge = Knowledge(lambda: store, extractor(), settings, classifier=chooser, clock=lambda: START)
        found = knowledge.routing(user_id).route("How do we charge?", session_id=session)
        return found.primary, found.confidence.value, found.fallback

    chooser = Chooser(Choice(primary=GARDEN, confidence="high"))
    assert asked(chooser) == (GARDEN, "high", None)
    assert chooser.catalogue == sorted({BILLING, SHOP, GARDEN})
    away = Chooser(Unavailable("It rests."))
    assert asked(away, f"talk-{GARDEN}") == (GARDEN, "low", "It rests.")
    assert asked(away) == (None, "low", "It rests.")
    unknown = Chooser(Choice(primary="no/such", confidence="high"))
    assert asked(unknown, f"talk-{SHOP}")[:2] == (SHOP, "low")


def test_a_summary_quotes_its_sources_and_keeps_what_must_stay_word_for_word(
    store: Store, user_id: str, clock: Clock
) -> None:
    settings = GraphSettings(summaries=SummarySettings(window_tokens=1_000, backups_most=1))
    knowledge = Knowledge(lambda: store, extractor(), settings, clock=clock)
    talk = [f"Visitor {n} asked about the opening hours of the museum in room {n}. 天気は良かった。" for n in range(40)]
    ids = [
        outcome.remembered.id
        for outcome in knowledge.remember_many(user_id, [Draft(text=text, project="work/museum") for text in talk])
        if outcome.remembered
    ]
    pinned = knowledge.remember(user_id, Draft(text="覚えておいて: 金庫の番号は4711。", project="work/museum"))
    decided = knowledge.remember(user_id, Draft(text="開館時間は10時に決定した。", project="work/museum"))
    clock.advance(days=30)
    new = knowledge.remember(user_id, Draft(text="The lamp of the hall was mended.", project="work/museum"))
    summaries = knowledge.summaries(user_id)
    assert summaries.is_due("work/museum")
    made = summaries.summarize("work/museum")
    summary = made.summary
    assert made.success
    assert summary is not None
    assert (made.entries_summarized, made.entries_preserved, made.backup_path) == (40, 3, None)
    assert made.new_size < made.original_size / 3
    assert summary.tokens <= summary.budget_tokens == 100
    assert {quote.memory_id: quote.kept for quote in summary.quotes if quote.kept} == {
        pinned.id: Kept.PINNED, decided.id: Kept.DECISION, new.id: Kept.RECENT,
    }  # fmt: skip
    texts = {memory_id: knowledge.show(user_id, memory_id).memory.text for memory_id in (*ids, pinned.id)}
    assert all(quote.text in texts[quote.memory_id] for quote in summary.quotes if quote.memory_id in texts)
    assert [quote.at for quote in summary.quotes] == sorted(quote.at for quote in summary.quotes)

    chosen = next(quote for quote in summary.quotes if quote.kept is None)
    knowledge.forget(user_id, chosen.memory_id)
    anew = summaries.summary("work/museum")
    assert anew.id != summary.id
    assert not anew.stale
    assert chosen.memory_id not in {quote.memory_id for quote in anew.quotes}
    knowledge.edit(user_id, decided.id, {"text": "開館時間は11時に決定した。"})
    assert "11時" in summaries.summary("work/museum").text
    again = summaries.summarize("work/museum")
    assert again.backup_path is not None
    assert summaries.bring_back(again.backup_path).id == again.backup_path.removeprefix("summary:")
    with pytest.raises(NotFound):
        summaries.bring_back(f"summary:{summary.id}")


def test_what_is_said_in_sessions_makes_a_summary_due_only_where_all_memories_count(store: Store, user_id: str) -> None:
    def due(trigger: Literal["all", "overview"]) -> bool:
        settings = GraphSettings(summaries=SummarySettings(window_tokens=1_000, trigger=trigger))
        return Knowledge(lambda: store, PlainExtractor(), settings).summaries(user_id).is_due("work/museum")

    def kept(session: str | None) -> None:
        texts = (f"Visitor {n} asked {session} about the opening hours of the museum." for n in range(20))
        drafts = [Draft(text=text, project="work/museum", session_id=session) for text in texts]
        list(Knowledge(lambda: store, PlainExtractor()).remember_many(user_id, drafts))

    kept("talk")
    assert (due("all"), due("overview")) == (True, False)
    kept(None)
    assert (due("all"), due("overview")) == (True, True)


def test_what_is_said_makes_the_summary_that_became_due_and_tells_of_it(
    store: Store, user_id: str, clock: Clock
) -> None:
    settings = GraphSettings(summaries=SummarySettings(window_tokens=1_000, verbatim_days=1))
    knowledge = Knowledge(lambda: store, PlainExtractor(), settings, clock=clock)
    conversation, events = knowledge.conversation(user_id), knowledge.events(user_id)
    knowledge.create_project(user_id, "work/museum")
    assert conversation.end("s", ["Ada Byron opened the museum."], project="work/museum").summarized is None
    assert events.page(kinds=[Act.SUMMARIZED]).events == ()
    clock.advance(days=9)
    visits = [f"Visitor {n} asked Bob Moore about the opening hours of room {n}." for n in range(20)]
    made = conversation.end("s", visits, project="work/museum").summarized
    assert made is not None
    assert (made.success, made.summary) == (True, knowledge.summaries(user_id).summary("work/museum"))
    assert [event.subject for event in events.page(kinds=[Act.SUMMARIZED]).events] == ["work/museum"]


def test_a_summary_that_fails_leaves_the_one_from_before(store: Store, user_id: str) -> None:
    knowledge = Knowledge(lambda: store, PlainExtractor(), clock=lambda: START)
    knowledge.remember(user_id, Draft(text="Ada Byron joined Acme Corp.", project="p"))
    first = knowledge.summaries(user_id).summarize("p").summary
    assert first is not None

    class Broken(Store):
        """A store that dies while it keeps a summary."""

        def __init__(self) -> None:
            self.__dict__.update(store.__dict__)

        def together(self, work: Callable[[Runs], Any], **given: Any) -> Any:
            def dying(runs: Runs) -> Any:
                def run(name: str, params: Any) -> Any:
                    if name == "event/record":
                        raise QueryError("It died.")
                    return runs(name, params)

                return work(run)

            return store.together(dying, **given)

    broken = Knowledge(Broken, PlainExtractor(), clock=lambda: START)
    made = broken.summaries(user_id).summarize("p")
    assert (made.success, made.summary, made.backup_path) == (False, first, None)
    assert knowledge.summaries(user_id).summary("p") == first
    with pytest.raises(NotFound):
        knowledge.summaries(user_id).summarize("no/such")


def test_a_prompt_gets_the_primary_project_whole_and_others_in_brief(
    store: Store, routed: tuple[Knowledge, str]
) -> None:
    knowledge, user_id = routed
    knowledge.describe_project(user_id, SHOP, "The pages of the shop.")
    text = knowledge.injection(user_id).context(BILLING, secondary=[SHOP]).text
    assert text.startswith("---\n## Project memory: billing\n\n")
    assert text.endswith("\n---")
    assert "### Pinned\n- APIキーの形式はbill_で始まる。\n" in text
    assert "We decided to move billing" in text
    assert "## Project memory: shop-web\n\nThe pages of the shop.\n" in text
    assert "drawer" not in text
    assert knowledge.injection(user_id).into("Go on.", text) == f"{text}\n\nGo on."
    for most in (0, 12, 40, 80, 160):
        short = knowledge.injection(user_id).context(BILLING, secondary=[SHOP], most_tokens=most)
        assert short.tokens <= most
        assert most < 80 or "bill_で始まる" in short.text
    for setting in (InjectionSettings(inject="none"), InjectionSettings(enabled=False)):
        off = Knowledge(lambda: store, extractor(), GraphSettings(injection=setting), clock=lambda: START)
        assert off.injection(user_id).context(BILLING).text == ""


def test_headings_are_in_the_language_of_the_memories_under_them(
    store: Store, light: Knowledge, user_id: str, clock: Clock
) -> None:
    texts = {"en": ["Ada opened the shop.", "TODO: order 椅子.", "It ends here."],
             "ja": ["エイダが店を開いた。", "TODO: chairsを注文する。", "ここで終わる。"]}  # fmt: skip
    expected = {
        "en": ("Project memory", "Hand-over", "Open tasks"),
        "ja": ("プロジェクトメモリ", "引き継ぎ", "未完了の作業"),
    }
    for language, said in texts.items():
        for text in said:
            clock.advance(minutes=1)
            light.remember(user_id, Draft(text=text, project=language, session_id=language))
        memory, title, tasks = expected[language]
        assert f"## {memory}: {language}\n" in light.injection(user_id).context(language).text
        handover = light.handovers(user_id).of(language).text
        assert handover.startswith(f"## {title}: {language}\n\n### {tasks}\n")
        assert [line for line in handover.splitlines() if line.startswith("- ")][-3:] == [f"- {text}" for text in said]
    english = Knowledge(
        lambda: store, PlainExtractor(), GraphSettings(injection=InjectionSettings(headings="en")), clock=clock
    )
    assert "## Project memory: ja\n" in english.injection(user_id).context("ja").text


def test_a_prompt_marks_what_is_over_and_leaves_out_sentences_that_lean_on_others(
    knowledge: Knowledge, user_id: str, clock: Clock
) -> None:
    for text in (
        "We decided that the billing runs on RabbitMQ.",
        "Emily Carter works for Acme.",
        "Lena Fischer is our product manager. She reports to Henrik Lund, the CTO.",
    ):
        knowledge.remember(user_id, Draft(text=text, project=SHOP))
        clock.advance(days=1)
    knowledge.remember(user_id, Draft(text="Emily Carter left Acme and now works for Northwind.", project=SHOP))
    knowledge.infer(user_id)
    clock.advance(days=60)
    for summarized in (False, True):
        if summarized:
            knowledge.summaries(user_id).summarize(SHOP)
        text = knowledge.injection(user_id).context(SHOP).text
        marked = [line for line in text.splitlines() if "Emily Carter works for Acme." in line]
        assert all("Northwind" in line for line in marked), text
        assert marked or summarized
        assert all("She reports" not in line or "Lena" in line for line in text.splitlines()), text


def test_a_prompt_tells_what_is_still_to_be_done_and_nothing_that_is_done(knowledge: Knowledge, user_id: str) -> None:
    said = [
        "TODO: renew the TLS certificate of stage2 before 20 November.",
        "I need to fix FAL-40 before the beta.",
        "I promised to send Erik the CSV export.",
        "TODO: order the new filters.",
        "車検の予約をしなければならない。",
        "Ken likes tea.",
        "TLS certificate of stage2 renewed, valid until 2027.",
        "FAL-40 is fixed; the parser now looks at the shipment id.",
        "Done: ordered the new filters.",
        "車検を10月12日に予約した。",
    ]
    for place, text in enumerate(said):
        day = START - timedelta(days=60 - place)
        knowledge.remember(user_id, Draft(text=text, project="shop", occurred_at=day, created_at=day))
    parts = knowledge.injection(user_id).context("shop").text.split("### ")[1:]
    written = {heading: lines.splitlines() for heading, _, lines in (part.partition("\n") for part in parts)}
    assert [line for line in written["Open tasks"] if line] == ["- 2026-04-04 I promised to send Erik the CSV export."]
    assert any("Ken likes tea." in line for line in written["Recent activity"])


def test_a_session_that_moved_on_to_another_project_tells_in_each_what_was_said_of_it(
    light: Knowledge, user_id: str
) -> None:
    first, second = "Ada Byron moved the shop.", "Ada Byron planted a rose."
    light.remember(user_id, Draft(text=first, project=SHOP, session_id="s"))
    light.remember(user_id, Draft(text=second, project=GARDEN, session_id="s"))
    for path, here, there in ((SHOP, first, second), (GARDEN, second, first)):
        text = light.injection(user_id).context(path).text
        assert (here in text, there in text) == (True, False)


def test_the_fuller_the_window_is_the_less_memory_goes_into_it(routed: tuple[Knowledge, str]) -> None:
    knowledge, user_id = routed
    injection = knowledge.injection(user_id)
    whole = injection.context(BILLING)
    assert injection.context(BILLING, free_tokens=1_000_000) == whole
    tight = injection.context(BILLING, free_tokens=320)
    assert tight.budget_tokens == 80
    assert tight.tokens <= 80 < whole.tokens
    assert "bill_で始まる" in tight.text
    assert injection.context(BILLING, most_tokens=40, free_tokens=320).budget_tokens == 40
    assert injection.context(BILLING, free_tokens=0).text == ""
    conversation = knowledge.conversation(user_id)
    begun = conversation.begin("nearly full", "What now?", project=BILLING, free_tokens=320)
    assert begun.context == tight
    with pytest.raises(Invalid):
        conversation.begin("nearly full", "What now?", project=BILLING, free_tokens=-1)


def test_a_hand_over_has_open_tasks_decisions_and_what_changed(knowledge: Knowledge, user_id: str) -> None:
    said = [
        "Emily Carter works for Acme.",
        "TODO: renew the certificate of the mail host. 証明書の置き場所を調べる必要がある。",
        "- [x] call the plumber",
        "We decided to move the mail host to Osaka.",
        "Emily Carter left Acme and now works for Northwind.",
    ]
    day = timedelta(days=1)
    for place, text in enumerate(said):
        knowledge.remember(user_id, Draft(text=text, session_id="s", occurred_at=START - (5 - place) * day))
    for number in range(80):
        knowledge.remember(user_id, Draft(text=f"Small talk about the weather, part {number}.", session_id="s"))
    knowledge.infer(user_id)
    written = knowledge.handovers(user_id).of("s")
    assert written.tokens <= 1_200
    assert "- TODO: renew the certificate of the mail host." in written.text
    assert "調べる必要がある" in written.text
    assert "plumber" not in written.text.partition("### Last decisions")[0]
    assert "- We decided to move the mail host to Osaka." in written.text
    assert written.changed
    assert "Emily Carter left Acme" in written.text.partition("### Changed facts")[2]
    with pytest.raises(NotFound):
        knowledge.handovers(user_id).of("no such talk")


@pytest.mark.parametrize("enrich", [Enrich.NOW, Enrich.LATER])
def test_a_decision_without_a_verb_of_deciding_is_one_for_hand_overs_and_filters(
    knowledge: Knowledge, user_id: str, enrich: Enrich
) -> None:
    said = [
        "Weather was fine, and lunch too.",
        "Long talk about the queue. Kafka wins. RabbitMQ is out.",
        "配送はヤマトに一本化。",
    ]
    drafts = [Draft(text=text, session_id="s") for text in said]
    ids = [each.remembered.id for each in knowledge.remember_many(user_id, drafts, enrich=enrich) if each.remembered]
    knowledge.enrich_pending(limit=10)
    decisions = knowledge.handovers(user_id).of("s").text.partition("### Last decisions")[2]
    assert "- Kafka wins." in decisions
    assert "Weather was fine" not in decisions.partition("### How it ended")[0]
    kinds = [knowledge.show(user_id, identity).memory.kind for identity in ids]
    assert kinds == [None, MemoryKind.DECISION, MemoryKind.DECISION]


def test_a_hand_over_lists_nothing_as_open_that_is_done_or_over(knowledge: Knowledge, user_id: str) -> None:
    said = [
        "TODO: renew the TLS certificate. TODO: order the new filters.",
        "やること：部屋の予約。 やること：名札の印刷。",
        "We decided to use Redis for the queue.",
        "Ken works for Acme.",
        "Done: renewed the TLS certificate.",
        "部屋の予約が完了しました。",
        "We switched the queue from Redis to RabbitMQ.",
        "Ken joined Globex.",
        "Ken left Globex.",
    ]
    for place, text in enumerate(said):
        day = START - timedelta(days=60 - place)
        knowledge.remember(user_id, Draft(text=text, session_id="s", project="shop", occurred_at=day, created_at=day))
    knowledge.infer(user_id)
    parts = knowledge.handovers(user_id).of("s").text.split("### ")[1:]
    written = {heading: lines.splitlines() for heading, _, lines in (part.partition("\n") for part in parts)}
    tasks, decided, _, ended = [[line for line in lines if line] for lines in written.values()][-4:]
    assert tasks == ["- やること：名札の印刷。", "- TODO: order the new filters."]
    assert decided == ["- We switched the queue from Redis to RabbitMQ."], "the one before it was replaced"
    assert next(line for line in ended if line.startswith("- Ken joined")).endswith("“Ken left Globex.”]")
    summary = knowledge.summaries(user_id).summarize("shop").summary
    assert summary is not None
    quoted = [quote.text for quote in summary.quotes]
    assert "We switched the queue from Redis to RabbitMQ." in quoted
    assert not {"We decided to use Redis for the queue.", "Ken works for Acme."} & set(quoted)


@pytest.fixture
def journaling(store: Store, tmp_path: Path) -> Callable[[Store | None], Knowledge]:
    """Makes knowledges that share a journal: over the database, or over none that answers."""

    def made(there: Store | None) -> Knowledge:
        def opened() -> Store:
            if there is None:
                raise Unavailable("The database is away.")
            return there

        settings = GraphSettings(conversation=ConversationSettings(home=tmp_path / "journal"))
        return Knowledge(opened, PlainExtractor(), settings, clock=lambda: START)

    return made


def test_what_is_said_in_one_channel_is_known_in_another(knowledge: Knowledge, user_id: str) -> None:
    conversation = knowledge.conversation(user_id)
    first = conversation.begin("slack-1", "Let us plan the harvest festival in Kobe.", channel="slack")
    assert first.created
    assert first.project is not None
    decided = Turn(text="We decided that the harvest festival in Kobe begins at nine.", speaker="Ken", id="1764.1")
    ended = conversation.end("slack-1", [decided, "覚えておいて: 会場の電話は078-111。"], channel="slack")
    assert (len(ended.kept), ended.waiting, ended.project) == (2, 0, first.project)
    assert [event.kind for event in knowledge.events(user_id).page(subject=first.project).events] == [
        Act.ROUTED, Act.PROJECT_CREATED,
    ]  # fmt: skip
    second = conversation.begin("line-7", "When does the harvest festival in Kobe begin?", channel="line")
    assert (second.project, second.created) == (first.project, False)
    assert decided.text in second.context.text
    assert "会場の電話は078-111" in second.context.text
    assert {session.id for session in knowledge.project(user_id, first.project).sessions} == {"slack-1"}


def test_while_the_database_is_away_turns_wait_and_are_kept_exactly_once(
    store: Store, user_id: str, tmp_path: Path, journaling: Callable[[Store | None], Knowledge]
) -> None:
    away, there = journaling(None), journaling(store)
    begun = away.conversation(user_id).begin("s", "Ada Byron joined Acme Corp.", project="p")
    assert (begun.context.text, begun.offline) == ("", "The database is away.")
    turns = [Turn(text=f"Ada{n} Byron joined Acme Corp.", id=f"turn-{n}") for n in range(3)]
    ended = away.conversation(user_id).end("s", turns, project="p")
    assert (ended.kept, ended.waiting, ended.offline) == ((), 3, "The database is away.")
    with (tmp_path / "journal" / FILE).open("ab") as journal:
        journal.write(b'{"id": "cut", "user": "')
    # A process that dies between keeping and marking: they are kept already, and still wait.
    for turn in turns[:2]:
        there.remember(
            user_id,
            Draft(text=turn.text, session_id="s", project="p", source="conversation", source_id=turn.id),
        )
    replayed = there.conversation(user_id).replay()
    assert (replayed.kept, replayed.waiting) == (3, 0)
    assert there.conversation(user_id).replay().kept == 0
    there.conversation(user_id).end("s", turns, project="p")
    assert sorted(memory.text for memory in there.memories(user_id).memories) == [turn.text for turn in turns]
    with pytest.raises(Invalid):
        there.conversation(user_id).end("s", ["good", " "])
    assert there.conversation(user_id).waiting() == 0


def test_a_full_disk_keeps_nobody_from_the_database(
    store: Store, user_id: str, tmp_path: Path, journaling: Callable[[Store | None], Knowledge]
) -> None:
    (tmp_path / "journal").write_text("no folder")
    ended = journaling(store).conversation(user_id).end("s", ["Ada Byron joined Acme Corp."], project="p")
    assert (len(ended.kept), ended.waiting) == (1, 0)
    with pytest.raises(Unavailable):
        journaling(None).conversation(user_id).end("s", ["Ada Byron joined Acme Corp."])


def test_what_a_run_taught_is_proposed_and_kept_only_where_a_person_accepts_it(
    store: Store, user_id: str, other_user: str, clock: Clock
) -> None:
    knowledge = Knowledge(lambda: store, PlainExtractor(), clock=clock)
    turns = [
        Turn(text="I moved the host. It turned out that the clock was nine minutes late.", speaker="agent"),
        Turn(text="Thanks!", speaker="Ken"),
        Turn(text="原因は古いロックファイルだった。", speaker="agent"),
    ]
    ended = knowledge.conversation(user_id).end("s", turns, project="work/shop")
    late, lock = ended.learnings
    assert (late.text, lock.text) == ("It turned out that the clock was nine minutes late.", turns[2].text)
    assert (late.memory_id, late.project, late.speaker) == (ended.kept[0], "work/shop", "agent")
    assert len(knowledge.memories(user_id).memories) == 3, "nothing is kept unasked"
    learnings = knowledge.learnings(user_id)
    assert set(learnings.proposed(project="work/shop")) == {late, lock} == set(learnings.proposed(session_id="s"))
    kept = learnings.accept(late.id)
    assert learnings.accept(late.id).id == kept.id
    memory = knowledge.show(user_id, kept.id).memory
    assert (memory.text, memory.project, memory.tags, memory.pinned) == (late.text, "work/shop", ("learning",), False)
    assert memory.extra == {"learnt_from": late.memory_id}
    learnings.reject(lock.id)
    assert learnings.proposed(session_id="s") == learnings.proposed(project="work/shop") == ()
    for wrong in (late.id, f"{late.memory_id}.nothing", "nothing"):
        with pytest.raises(NotFound):
            knowledge.learnings(other_user if wrong == late.id else user_id).accept(wrong)
    with pytest.raises(Invalid):
        learnings.proposed()
    # Another wording is another sentence, which nobody has decided on.
    knowledge.edit(user_id, lock.memory_id, {"text": "原因は二つの古いロックファイルだった。"})
    assert [each.text for each in learnings.proposed(session_id="s")] == ["原因は二つの古いロックファイルだった。"]
