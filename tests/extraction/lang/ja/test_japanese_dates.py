from datetime import datetime, timedelta, timezone

import pytest

from extraction.lang.ja.dates.calendar import number
from extraction.lang.ja.dates.dates import moments

WHEN = datetime(2022, 1, 18, 10, 0, tzinfo=timezone(timedelta(hours=9)))  # a Tuesday


def named(text: str) -> list[tuple[str, str]]:
    return [(text[moment.start : moment.end], moment.period.name) for moment in moments(text, WHEN)]


@pytest.mark.parametrize(
    ("text", "words", "name"),
    [
        ("2022年1月21日に出発した。", "2022年1月21日", "2022-01-21"),
        ("締切は1月21日だ。", "1月21日", "2022-01-21"),
        ("12月3日に会った。", "12月3日", "2021-12-03"),
        ("来週の火曜に話す。", "来週の火曜", "2022-01-25"),
        ("三日前に着いた。", "三日前", "2022-01-15"),
        ("昨日は雨だった。", "昨日", "2022-01-17"),
        ("今月末まで待つ。", "今月末", "2022-01-31"),
        ("午後3時から始まる。", "午後3時", "15:00"),
        ("令和4年に開業した。", "令和4年", "2022"),
        ("令和元年5月に即位した。", "令和元年5月", "2019-05"),
        ("平成三十年のことだ。", "平成三十年", "2018"),
        ("2022/1/21に届く。", "2022/1/21", "2022-01-21"),
        ("3ヶ月前に辞めた。", "3ヶ月前", "2021-10"),
        ("1990年代の曲。", "1990年代", "1990s"),
        ("2021年度の予算。", "2021年度", "2021-04-01/2022-03-31"),
        ("来月15日に移転する。", "来月15日", "2022-02-15"),
        ("金曜日に行く。", "金曜日", "2022-01-21"),
        ("金曜日に行った。", "金曜日", "2022-01-14"),
        ("11月20日（土）に開く。", "11月20日（土）", "2021-11-20"),
        ("3/28(日)に移す。", "3/28(日)", "2021-03-28"),
        ("3/28(月)に移した。", "3/28(月)", "2022-03-28"),
        ("1月中旬に送る。", "1月中旬", "2022-01-11/2022-01-20"),
        ("二週間後に戻る。", "二週間後", "2022-W05"),
        ("1日遅れで1月25日に公開完了。", "1月25日", "2021-01-25"),
        ("1月25日に公開完了予定。", "1月25日", "2022-01-25"),
        ("今週末は休む。", "今週末", "2022-01-22/2022-01-23"),
        ("208年に戦った。", "208年", "0208"),
        ("1月21日の午後3時に集まる。", "1月21日の午後3時", "2022-01-21T15:00"),
        ("去年の春。", "去年の春", "2021-03/2021-05"),
        ("検品票は 2/7 公開予定。", "2/7", "2022-02-07"),
        ("旧窓口は 2/28 で閉める。", "2/28", "2022-02-28"),
        ("窓口が変わる(2/8付)。", "2/8", "2022-02-08"),
        ("運用会議 1/25", "1/25", "2022-01-25"),
        ("3日前に本を買って読んでいる。", "3日前", "2022-01-15"),
        ("2年前に結婚しています。", "2年前", "2020"),
        ("彼の3年前の写真。", "3年前", "2019"),
        ("締切日は金曜です。", "金曜", "2022-01-21"),
        ("今週の金曜15時以降の搬入は禁止。", "今週の金曜15時", "2022-01-21T15:00"),
        ("7月末の出荷は禁止。", "7月末", "2022-07-31"),
    ],
)
def test_a_date_is_found_whole_and_named_by_the_calendar(text: str, words: str, name: str) -> None:
    assert named(text) == [(words, name)]


@pytest.mark.parametrize(
    "text",
    [
        *("3日間かかる。", "1日目は晴れ。", "10月号を読む。", "毎週月曜日に走る。", "2月31日", "100年以上続く"),
        *("牛乳を2/5カップ入れる。", "資料(2/5)を読む。", "全体の1/3。"),
        *("30日前、14日前と7日前に通知します。", "7日前までに申し込むこと。", "契約の30日前に連絡する。"),
        *("出社日は月曜と木曜に揃える。", "金曜15時以降のデプロイは禁止。", "搬入は月末の最終営業日も禁止にする。"),
    ],
)
def test_durations_ordinals_and_impossible_days_are_no_dates(text: str) -> None:
    assert named(text) == []


def test_a_month_after_a_full_date_lies_in_that_year() -> None:
    assert named("2014年1月から5月まで放送された。") == [("2014年1月", "2014-01"), ("5月", "2014-05")]


def test_the_same_year_is_that_of_the_date_before() -> None:
    assert named("2011年3月に被災し、同年7月に移転した。") == [("2011年3月", "2011-03"), ("同年7月", "2011-07")]


def test_equal_dates_told_in_different_words_have_one_name() -> None:
    spellings = ["2022年1月21日", "令和4年1月21日", "1月21日", "三日後", "2022-01-21", "今週の金曜日"]
    assert {names[0][1] for names in map(named, spellings)} == {"2022-01-21"}


def test_a_date_begins_at_midnight_where_the_memory_was_told() -> None:
    [moment] = moments("昨日会った。", WHEN)
    assert moment.period.start == datetime(2022, 1, 17, tzinfo=WHEN.tzinfo)


@pytest.mark.parametrize(("text", "value"), [("元", 1), ("12", 12), ("３", 3), ("十", 10), ("二十一", 21), ("三", 3)])
def test_numbers_are_read_in_any_script(text: str, value: int) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["二三十年前に会った。", "三二十年前に会った。", "十十月に会う。", "一二十世紀の話。"])
def test_digits_that_make_no_one_number_tell_no_date(text: str) -> None:
    assert named(text) == []
