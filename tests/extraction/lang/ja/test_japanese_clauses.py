from collections.abc import Sequence
from functools import lru_cache

import pytest

from extraction.lang.ja import load
from extraction.lang.ja.arguments.clauses import Clause, clauses_in
from extraction.lang.ja.parse.cases import phrase_of
from extraction.lang.ja.parse.parse_repair import parsed
from extraction.lang.ja.parse.words import Parse

pytestmark = pytest.mark.models

_loaded = lru_cache(maxsize=1)(load)


def read(text: str) -> tuple[Parse, list[Clause]]:
    parse = parsed(_loaded()(text))
    return parse, clauses_in(parse)


def roles(text: str) -> set[tuple[str, str, str]]:
    parse, clauses = read(text)
    return {
        (clause.predicate.lemma, argument.role, parse.surface(*phrase_of(parse, argument.head)))
        for clause in clauses
        for argument in clause.arguments
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("太郎が本を読んだ。", [("読む", "が", "太郎"), ("読む", "を", "本")]),
        ("会社は東京に本社を置く。", [("置く", "が", "会社"), ("置く", "に", "東京"), ("置く", "を", "本社")]),
        ("太郎が書いた本は売れた。", [("書く", "が", "太郎"), ("書く", "を", "本")]),
        ("本を書いた男は有名だ。", [("書く", "を", "本"), ("書く", "が", "男")]),
        ("城は敵に破壊された。", [("破壊する", "が", "城")]),
        ("彼は野球の選手である。", [("選手", "が", "彼")]),
        ("日本を中心に広がった文化である。", [("中心", "を", "日本")]),
        ("保険の販売を行う会社である。", [("行う", "が", "会社")]),
        ("野菜や果物を売る店がある。", [("売る", "を", "野菜"), ("売る", "を", "果物"), ("売る", "が", "店")]),
        ("佐藤さんが大阪支社へ異動する予定だ。", [("異動する", "へ", "大阪支社")]),
    ],
)
def test_a_predicate_has_its_arguments(text: str, expected: Sequence[tuple[str, str, str]]) -> None:
    assert set(expected) <= roles(text)


@pytest.mark.parametrize("text", ["こくりつじょうほうがくけんきゅうじょ", "さんしょううおるい"])
def test_a_line_that_spells_a_reading_says_nothing(text: str) -> None:
    assert read(text)[1] == []


def test_a_noun_of_grammar_is_no_actor() -> None:
    assert ("捉える", "が", "場合") not in roles("捉えられる場合がある。")


def test_a_noun_that_the_clause_only_explains_is_not_acted_on() -> None:
    assert ("飛ぶ", "を", "方法") not in roles("鳥が空を飛ぶ方法を学んだ。")


def test_an_argument_says_whether_the_parse_ties_it_and_how_sure_it_is() -> None:
    _, clauses = read("太郎は本を買って、家で読んだ。")
    arguments = [argument for clause in clauses for argument in clause.arguments]
    assert {argument.linked for argument in arguments} <= {True, False}
    assert all(0 < argument.confidence < 1 for argument in arguments)
    assert len({round(argument.confidence, 2) for argument in arguments}) > 1


def test_a_particle_is_surer_than_a_gap() -> None:
    particle = next(argument for clause in read("男が本を書いた。")[1] for argument in clause.of_role("が"))
    gap = next(
        argument
        for clause in read("本を書いた男が来た。")[1]
        for argument in clause.of_role("が")
        if argument.route == "gap"
    )
    assert particle.confidence > gap.confidence


def test_each_role_is_filled_once_but_for_nouns_in_a_row() -> None:
    for text in ("太郎が次郎に本を貸した話を聞いた。", "野菜や果物を売る。", "彼は彼女が好きなのを知っている。"):
        for clause in read(text)[1]:
            alone = [argument.role for argument in clause.arguments if argument.route != "row"]
            assert len(alone) == len(set(alone))


@pytest.mark.parametrize(
    "text",
    [
        "| ほか\n席は本社7 階の窓側 \n| ほか\n\n",
        "席は本社 7 階の窓側\n  | 定\u3000\n \n",
        "りんごは100円、みかんは80円です\n\n \n資料\n  | ほか\n  | ",
        "業務課が host-3 の表を直す\n以上",
    ],
)
def test_the_heads_of_all_words_lead_to_a_root_whatever_breaks_the_lines(text: str) -> None:
    parse, _ = read(text)
    for word in parse.words:
        head, steps = word, 0
        while head.head != head.place:
            head, steps = parse.words[head.head], steps + 1
            assert steps < len(parse.words)
