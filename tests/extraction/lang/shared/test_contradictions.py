"""From two texts to what is no longer so: only what is so now, and leaves no room for the other, ends an older fact."""

from datetime import timedelta

import pytest

from graph.db.rows import fact_properties
from graph.extractor import ExtractionInput
from graph.insight.inference.succession import Clash, clashes
from graph.insight.link_feature_mapping import stated_in
from graph.insight.link_features import Stated
from graph.model.draft import Draft
from tests.extraction.models import NOW, extractor

pytestmark = pytest.mark.models

_LEAST = 0.25
"""Confidence of a clash from which inference tells it."""


def facts(text: str, day: int) -> tuple[Stated, ...]:
    draft = Draft(text=text, created_at=NOW + timedelta(days=day))
    read = extractor().extract([ExtractionInput(draft, extractor().read(draft))])[0]
    rows: list[dict[str, object]] = []
    for number, statement in enumerate(read.statements):
        row: dict[str, object] = {"past": None}
        row |= fact_properties(f"m{day}.f{number:04}", "user", statement, NOW + timedelta(days=day))
        for end, mention in (
            ("subject", read.mentions[statement.subject]),
            ("object", read.mentions[statement.object]),
        ):
            row |= {end: mention.key, f"{end}_name": mention.name, f"{end}_type": mention.type}
        rows.append(row)
    return stated_in(rows)


def clashes_between(older: str, later: str) -> list[Clash]:
    return [clash for clash in clashes((*facts(older, 0), *facts(later, 7))) if clash.confidence >= _LEAST]


@pytest.mark.parametrize(
    ("older", "later"),
    [
        ("Tom works for Acme.", "Tom joined Globex."),
        ("Tom works for Acme.", "Tom was hired by Globex."),
        ("Tom works for Acme.", "Tom now works at Siemens."),
        ("Tom works for Acme.", "Tom no longer works for Acme."),
        ("Tom lives in Osaka.", "Tom moved to Sapporo."),
        ("Tom is based in Berlin.", "Tom is based in Paris."),
        ("Anna is the CEO of Acme.", "Bob became the CEO of Acme."),
        ("The release is scheduled for July 15.", "The release was postponed to July 22."),
        ("The release is scheduled for July 15.", "The release was rescheduled to July 8."),
        ("The report is due on July 15.", "The report is due on July 22."),
        ("田中さんはホンダに勤めている。", "田中さんはソニーに転職した。"),
        ("田中さんは大阪に住んでいる。", "田中さんは京都に引っ越した。"),
        ("田中さんはソニーに勤めている。", "田中さんはもうソニーに勤めていない。"),
        ("田中さんはソニーで働いています。", "田中さんはソニーで働いていません。"),
        ("田中さんは花子さんと結婚している。", "田中さんは花子さんと結婚していない。"),
        ("ミナトの社長は田中さんです。", "ミナトの社長は田中さんではありません。"),
        ("リリースは7月15日に予定されている。", "リリースは7月22日に延期された。"),
        ("締切は7月15日です。", "締切は7月8日に変更されました。"),
    ],
)
def test_what_is_so_now_ends_what_was_so(older: str, later: str) -> None:
    assert [(clash.older.memory_id, clash.ends) for clash in clashes_between(older, later)] == [("m0", True)]


def test_a_change_that_is_told_late_still_ends_what_was_so_before_it() -> None:
    ended = clashes_between("Tom joined Acme in May 2024.", "Tom joined Globex in May 2025.")
    assert [(clash.older.memory_id, clash.ends) for clash in ended] == [("m0", True)]


@pytest.mark.parametrize(
    ("older", "later"),
    [
        ("Tom works for Acme.", "Tom used to work at Siemens."),
        ("Tom works for Acme.", "Tom worked at Siemens."),
        ("Tom works for Acme.", "Tom was working at Siemens."),
        ("Tom works for Acme.", "Tom previously worked for Siemens."),
        ("Tom works for Acme.", "Tom is a former employee of Siemens."),
        ("Tom works for Acme.", "Tom was at Starbucks."),
        ("Tom works for Acme.", "Tom works with Globex."),
        ("Tom works for Acme.", "Tom joined the Rotary Club."),
        ("Tom works for Acme.", "Tom teaches at Stanford University."),
        ("Tom worked for Acme.", "Tom works for Siemens."),
        ("Tom worked for Acme.", "Tom does not work for Acme."),
        ("Tom lives in Osaka.", "Tom lived in Kyoto."),
        ("Tom lives in Osaka.", "Tom was born in Kyoto."),
        ("Anna is the CEO of Acme.", "Bob is the former CEO of Acme."),
        ("Tom is married to Anna.", "Tom was married to Eve."),
        ("田中さんはホンダに勤めている。", "田中さんは以前ソニーに勤めていた。"),
        ("田中さんはホンダに勤めている。", "田中さんはかつてソニーに入社した。"),
        ("田中さんはホンダに勤めている。", "田中さんはソニーの元社員です。"),
        ("田中さんは大阪に住んでいる。", "田中さんは昔京都に住んでいた。"),
        ("ミナトの社長は田中さんです。", "ミナトの前社長は佐藤さんです。"),
        ("ミナトの社長は田中さんです。", "佐藤さんは以前ミナトの社長だった。"),
    ],
)
def test_what_was_so_once_or_leaves_room_contradicts_nothing(older: str, later: str) -> None:
    assert clashes_between(older, later) == []


@pytest.mark.parametrize(
    ("older", "later", "slot"),
    [
        ("Tom was born on May 3, 1980.", "Tom was born on May 4, 1980.", "birthday"),
        ("Tom was born in Osaka.", "Tom was born in Kyoto.", "birthplace"),
        ("田中さんは1980年5月3日に生まれた。", "田中さんは1980年5月4日に生まれた。", "birthday"),
    ],
)
def test_what_never_changes_is_contradicted_and_not_ended(older: str, later: str, slot: str) -> None:
    assert [(clash.slot, clash.ends) for clash in clashes_between(older, later)] == [(slot, False)]


def test_what_goes_on_from_before_is_no_past() -> None:
    assert [statement.past for statement in facts("田中さんは以前からソニーに勤めている。", 0)] == [False]
    assert [statement.past for statement in facts("田中さんは以前からミナトの社長です。", 0)] == [False]
    assert [statement.past for statement in facts("Tom has worked at Siemens since 2015.", 0)] == [False]


def test_only_the_clause_that_tells_of_the_past_is_past() -> None:
    past_by_employer = {
        statement.object_name: statement.past
        for statement in facts("Tom used to work at Siemens, but now he works for Acme.", 0)
    }
    assert (past_by_employer["Siemens"], past_by_employer["Acme"]) == (True, False)
