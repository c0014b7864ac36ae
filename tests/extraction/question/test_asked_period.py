"""The time a question asks about, as a person understands it who is asked at half past nine on Sunday, 22 November."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.question.asked_period import asked_period
from graph.model.reading.question import Period

NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)

PERIODS = [
    ("en", "What happened last week?", "2026-11-09", "2026-11-16"),
    ("en", "What did we decide in March?", "2026-03-01", "2026-04-01"),
    ("en", "last summer", "2026-06-01", "2026-09-01"),
    ("en", "What did Ada say between May and July?", "2026-05-01", "2026-08-01"),
    ("en", "the budget between May and July 2025", "2025-05-01", "2025-08-01"),
    ("en", "who joined between December and February", "2025-12-01", "2026-03-01"),
    ("en", "what happened between July 20 and 22?", "2026-07-20", "2026-07-23"),
    ("en", "from 3 May to 5 June", "2026-05-03", "2026-06-06"),
    ("en", "everything since 2024", "2024-01-01", None),
    ("en", "what changed from March on?", "2026-03-01", None),
    ("en", "What must be done until Friday?", None, "2026-11-28"),
    ("en", "What was planned before March 2026?", None, "2026-03-01"),
    ("en", "after last month", "2026-11-01", None),
    ("en", "3 days ago", "2026-11-19", "2026-11-20"),
    ("en", "What did I do on Friday?", "2026-11-20", "2026-11-21"),
    ("en", "in the last three months", "2026-08-22", "2026-11-23"),
    ("en", "notes from last week", "2026-11-09", "2026-11-16"),
    ("en", "When is the exhibition in January?", "2027-01-01", "2027-02-01"),
    ("ja", "先週何があった？", "2026-11-09", "2026-11-16"),
    ("ja", "昨日話したこと", "2026-11-21", "2026-11-22"),
    ("ja", "3日前に会った人", "2026-11-19", "2026-11-20"),
    ("ja", "去年の夏に行った場所", "2025-06-01", "2025-09-01"),
    ("ja", "5月から7月の間に話したこと", "2026-05-01", "2026-08-01"),
    ("ja", "5月1日から6月3日まで", "2026-05-01", "2026-06-04"),
    ("ja", "7月20日から22日に何があった", "2026-07-20", "2026-07-23"),
    ("ja", "2024年以降の契約", "2024-01-01", None),
    ("ja", "3月からの担当", "2026-03-01", None),
    ("ja", "去年の12月以前", None, "2026-01-01"),
    ("ja", "金曜日までにやること", None, "2026-11-28"),
    ("ja", "先週の金曜日より前の連絡", None, "2026-11-13"),
    ("ja", "この一週間の売上", "2026-11-15", "2026-11-23"),
    ("ja", "過去3ヶ月", "2026-08-22", "2026-11-23"),
    ("ja", "2025年の春", "2025-03-01", "2025-06-01"),
    ("ja", "3月31日の障害で締め処理を止めたのは誰？", "2026-03-31", "2026-04-01"),
    ("ja", "1月10日が締め切りの書類", "2027-01-10", "2027-01-11"),
    ("en", "What happened in the week of November 16?", "2026-11-16", "2026-11-23"),
    ("en", "What happened the week of the 16th of November?", "2026-11-16", "2026-11-23"),
    ("en", "What did we do since the week of November 9?", "2026-11-09", None),
    ("ja", "10日から14日の間にあったこと", "2026-11-10", "2026-11-15"),
    ("ja", "28日から3日までに何をした？", "2026-10-28", "2026-11-04"),
    ("ja", "10日以降に何があった？", "2026-11-10", None),
    ("ja", "11月9日の週に何があった？", "2026-11-09", "2026-11-16"),
    ("ja", "15日の日曜に会った人は？", "2026-11-15", "2026-11-16"),
]


@pytest.mark.parametrize(("language", "question", "since", "until"), PERIODS, ids=[row[1] for row in PERIODS])
def test_a_time_is_understood_as_a_person_understands_it(
    language: str, question: str, since: str | None, until: str | None
) -> None:
    period = asked_period(question, language, NOW)
    assert period is not None
    assert period.happening is None
    bounds = [at.date().isoformat() if at else None for at in (period.since, period.until)]
    assert bounds == [since, until]


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Why was the release moved from April 1 to April 15?"),
        ("en", "Who postponed the audit? It was pushed back from May 3 to May 10."),
        ("ja", "納期が11/14から11/28に延期されたのはなぜ？"),
        ("ja", "発表会が5月3日から5月10日へ変更になった理由"),
    ],
)
def test_the_days_of_which_a_thing_had_one_and_has_the_other_are_no_time_asked_about(
    language: str, question: str
) -> None:
    assert asked_period(question, language, NOW) is None


WEDNESDAY = datetime(2026, 11, 18, 10, tzinfo=UTC)

RUNS = [
    ("What did I do from Monday to Friday?", "2026-11-09", "2026-11-14"),
    ("What are my plans from Monday to Friday?", "2026-11-23", "2026-11-28"),
    ("What did I eat from Monday until today?", "2026-11-16", "2026-11-19"),
    ("What happened between October 31 and January 5?", "2025-10-31", "2026-01-06"),
    ("from December 31 to January 2", "2025-12-31", "2026-01-03"),
    ("from May 3 to the 5th", "2026-05-03", "2026-05-06"),
    ("between May 3rd and 5th", "2026-05-03", "2026-05-06"),
    ("between the 3rd and the 5th of May", "2026-05-03", "2026-05-06"),
    ("between the 3rd and 5th of May 2025", "2025-05-03", "2025-05-06"),
    ("between May 2026 and March 2026", "2026-03-01", "2026-06-01"),
    ("月曜から金曜まで何をした?", "2026-11-09", "2026-11-14"),
    ("月曜から金曜までの予定", "2026-11-23", "2026-11-28"),
    ("5月5日の3日前", "2026-05-02", "2026-05-03"),
    ("What did we do in the last 2 weeks of August?", "2026-08-01", "2026-09-01"),
    ("in the last 3 weeks at Acme", "2026-10-28", "2026-11-19"),
    ("What happened in the last day?", "2026-11-17", "2026-11-19"),
    ("What happened on February 29?", "2024-02-29", "2024-03-01"),
    ("2月29日に何があった?", "2024-02-29", "2024-03-01"),
]


@pytest.mark.parametrize(("question", "since", "until"), RUNS, ids=[row[0] for row in RUNS])
def test_a_run_of_time_is_understood_on_any_day_of_the_week(question: str, since: str, until: str) -> None:
    period = asked_period(question, "en" if question.isascii() else "ja", WEDNESDAY)
    assert period is not None
    assert [at and at.date().isoformat() for at in (period.since, period.until)] == [since, until]


@pytest.mark.parametrize(
    ("question", "said", "rest"),
    [
        ("What did Ada say between May and July?", "between May and July", "What did Ada say"),
        ("Who came from the 3rd until the 5th of May, Ken?", "from the 3rd until the 5th of May", "Who came"),
        ("リリースの3日前に何をした？", "リリースの3日前", "に何をした"),
    ],
)
def test_a_time_is_told_back_in_the_words_it_was_asked_in(question: str, said: str, rest: str) -> None:
    period = asked_period(question, "en" if question.isascii() else "ja", WEDNESDAY)
    assert period is not None
    assert period.words == said
    assert period.rest.startswith(rest)


@pytest.mark.parametrize(
    "question",
    ["What did we do on the last day of the trip?", "What happened on my last day at Acme?", "the last year of the war",
     "この二年生の担任は誰?"],
)  # fmt: skip
def test_the_last_of_something_else_is_no_time_up_to_now(question: str) -> None:
    assert asked_period(question, "en" if question.isascii() else "ja", WEDNESDAY) is None


@pytest.mark.parametrize(
    ("language", "question", "words", "side"),
    [
        ("ja", "リリースの3日前に何をした？", "リリース", -1),
        ("ja", "引っ越しの1年前はどこに住んでいた？", "引っ越し", -1),
        ("ja", "会議の2日後に誰と会った？", "会議", 1),
        ("en", "What did Ada say before the release?", "the release", -1),
        ("en", "since the wedding", "the wedding", 1),
        ("en", "Who helped during the move to Osaka?", "the move to Osaka", 0),
        ("en", "After the launch of Kumo, what changed?", "the launch of Kumo", 1),
        ("ja", "リリースの前に何をした？", "リリース", -1),
        ("ja", "引っ越しの後の連絡", "引っ越し", 1),
        ("ja", "田中さんは引っ越しの前にどこに住んでいた？", "引っ越し", -1),
        ("ja", "発表会のあと、誰が来た？", "発表会", 1),
        ("ja", "展示会までに準備したもの", "展示会", -1),
    ],
)
def test_a_happening_may_tell_the_time(language: str, question: str, words: str, side: int) -> None:
    period = asked_period(question, language, NOW)
    assert period is not None
    assert period.happening is not None
    assert (period.happening.words, period.happening.side) == (words, side)
    assert period.since is None
    assert period.until is None


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Who works for Acme?"),
        ("en", "the difference between Ada and Bob"),
        ("en", "What happened before that?"),
        ("ja", "田中さんはどこに住んでいますか"),
        ("ja", "午前"),
    ],
)
def test_a_question_without_a_time_has_none(language: str, question: str) -> None:
    assert asked_period(question, language, NOW) is None


@pytest.mark.parametrize(
    ("language", "question", "only"),
    [
        ("en", "What happened last week?", True),
        ("en", "What did we do in March?", True),
        ("en", "What did Ada do in March?", False),
        ("ja", "先週何があった？", True),
        ("ja", "昨日話したこと", True),
        ("ja", "昨日の予算会議", False),
        ("ja", "先週は何があったのですか", True),
        ("ja", "先週話していたこと、ですべてです", True),
        ("ja", "先週のもの-", False),
    ],
)
def test_it_is_known_whether_only_the_time_is_asked_for(language: str, question: str, only: bool) -> None:
    period = asked_period(question, language, NOW)
    assert period is not None
    assert period.only is only


def test_a_day_so_long_ago_is_counted_from_today_behind_a_person() -> None:
    period = asked_period("田中さんの3日前の発言", "ja", WEDNESDAY)
    assert period is not None
    assert period.since == datetime(2026, 11, 15, tzinfo=UTC)


def test_what_is_left_of_a_question_no_longer_holds_its_time() -> None:
    period = asked_period("What did Ada say about the budget last week?", "en", NOW)
    assert period is not None
    assert period.words == "last week"
    assert "week" not in period.rest
    assert "budget" in period.rest


_BITS = (
    "since between and until before after last next 3 May July 2024 9999 0001 days weeks ago the release 31 "  # noqa: SIM905
    "先週 から まで 以降 前 後 3月 昨日 過去 99 年 の 間 リリース Q1 / - : ? \n".split(" ")
)


@settings(max_examples=300)
@given(st.lists(st.one_of(st.sampled_from(_BITS), st.text(max_size=5)), max_size=12), st.sampled_from(["en", "ja"]))
def test_any_question_is_read_without_an_error_and_never_runs_backwards(bits: list[str], language: str) -> None:
    read: Period | None = asked_period(" ".join(bits), language, NOW)
    if read is not None and read.since and read.until:
        assert read.since < read.until


_PLAIN = st.sampled_from(["Ken", "and", "Sarah", "the", "new", "budget", "もの", "も", "の", "話し", "した", "、"])
_MARKS = st.sampled_from(["-", "--", "7", "(", ")", ":", ";", "/", "&", "—", "x-y", "*"])


@pytest.mark.slow
@settings(max_examples=50)
@given(st.lists(_PLAIN, min_size=60, max_size=300), _MARKS, st.sampled_from(["last week", "昨日"]))
def test_a_long_question_with_one_mark_at_its_end_is_read_to_the_end(words: list[str], mark: str, said: str) -> None:
    for parted in ("  ", ""):
        period = asked_period(f"{said} {parted.join(words)} {mark}", "ja" if said == "昨日" else "en", NOW)
        assert period is not None
        assert period.only is False
