"""Identifiers are read by their grammar, in prose and in code, in both languages and quickly."""

import time

import pytest

from extraction.model.findings import Findings, FoundName
from extraction.names.identifiers import identifiers, kind_of, with_identifiers
from graph.model.types import EntityType
from graph.tables import table_rows, values

EXAMPLES = [
    (kind, example)
    for kind, _, _, examples in table_rows("extraction.names", "identifiers", "kind type pattern examples")
    for example in values(examples)
]


@pytest.mark.parametrize(("kind", "example"), EXAMPLES)
@pytest.mark.parametrize("frame", ["We saw {} yesterday.", "We saw {}.", "昨日{}を見た。", "see `{}`.", "```\n{}\n```"])
def test_an_example_is_its_kind_wherever_it_stands(kind: str, example: str, frame: str) -> None:
    text = frame.format(example)
    read = [(text[span.start : span.end], span.kind.name) for span in identifiers(text)]
    assert read == [(example, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "a well-known and/or idea",
        "McDonald ate at 12:30",
        "1.5 kg, e.g. rice",
        "AT-ALL -- no",
        "an ERROR in ENGLISH",
        'either `""` or `--`',
    ],
)
def test_prose_has_no_identifiers(text: str) -> None:
    assert identifiers(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("USER=$user-svc", "user-svc"),
        ("mail $srv-mail1", "srv-mail1"),
        ("see $AB-12", "AB-12"),
        ("in US$OPS-31", "OPS-31"),
        ("cat $config.yaml", "config.yaml"),
        ("run $HOME/bin/run.sh now", "$HOME/bin/run.sh"),
        ("call $scope.$apply() now", "$scope.$apply()"),
        ("echo $wp_query", "$wp_query"),
    ],
)
def test_a_dollar_hides_no_identifier_and_is_part_of_names_in_code(text: str, name: str) -> None:
    assert [text[span.start : span.end] for span in identifiers(text)] == [name]


NUMBERED = [
    example
    for *_, examples in table_rows("extraction.names", "numbered", "type behind nouns examples")
    for example in values(examples)
]


@pytest.mark.parametrize("example", NUMBERED)
def test_a_thing_is_named_by_its_number(example: str) -> None:
    text = f"We saw {example} today."
    assert [text[span.start : span.end] for span in identifiers(text)] == [example]


@pytest.mark.parametrize("text", ["in line 3.5 km", "unit 4 times", "press 5 minutes", "a plant I saw", "Q3 and W12"])
def test_a_number_with_a_unit_names_nothing(text: str) -> None:
    assert identifiers(text) == []


def test_a_code_is_a_thing_in_notes_of_work_and_a_release_is_a_thing_with_its_version() -> None:
    text = "F3 trips. Deployed stock-sync 1.4.0 on F3 and Q3."
    assert [text[span.start : span.end] for span in identifiers(text)] == ["F3", "stock-sync 1.4.0", "F3"]
    assert identifiers("The F3 was a fine car.") == []


def test_a_name_in_backticks_is_one_wherever_it_is_written_again() -> None:
    text = "`ledger-svc` is slow. Restart ledger-svc, not ledger-svcs."
    assert [span.start for span in identifiers(text)] == [1, text.index("Restart") + 8]


def test_the_lines_of_a_fence_are_commands_and_a_value_belongs_to_no_name() -> None:
    text = "Then:\n```sh\n$ make bundle\nok\nscp stock.tar db1.local\n```\nset `RATE_MAX=5`, run `make up ENV=dev`"
    read = [text[span.start : span.end] for span in identifiers(text)]
    assert read == ["make bundle", "scp stock.tar db1.local", "RATE_MAX", "make up ENV=dev"]


def test_a_name_within_an_identifier_becomes_it_and_keeps_its_place_among_the_names() -> None:
    inner = FoundName(
        start=7,
        end=12,
        surface="store",
        name="store",
        type=EntityType.PERSON,
        confidence=0.5,
        reasons=(),
        method="head",
    )
    text = "we see store.ts"
    (name,) = with_identifiers(Findings(names=(inner,)), text, identifiers(text)).names
    assert (name.surface, name.type, name.subtype) == ("store.ts", EntityType.DOCUMENT, "file")
    assert kind_of("nothing") is None


@pytest.mark.parametrize(
    ("surface", "whole"),
    [
        ("Zebra ET40）", "Zebra ET40"),
        ("委託契約書（清掃）", "委託契約書（清掃）"),
        ("mart.orders。更新は10分", "mart.orders"),
        ("St. Ives", "St. Ives"),
    ],
)
def test_a_name_ends_with_its_sentence_and_holds_no_bracket_that_only_closes(surface: str, whole: str) -> None:
    name = FoundName(
        start=3,
        end=3 + len(surface),
        surface=surface,
        name=surface,
        type=EntityType.OBJECT,
        confidence=0.5,
        reasons=(),
        method="head",
    )
    (read,) = with_identifiers(Findings(names=(name,)), f"at {surface}.", []).names
    assert (read.surface, read.end) == (whole, 3 + len(whole))


@pytest.mark.parametrize(
    "part", ["a", "a.", "a/", "a_", "A_", "a-", "9", "a:", "`", "` ", "@a", "Aa", "--a", ".", "$A", "$A/"]
)
def test_no_text_takes_long(part: str) -> None:
    started = time.process_time()
    for size in (290, 200_000):
        identifiers((part * size)[:size] + "!")
    identifiers(((part * 290)[:290] + "! ") * 200)
    assert time.process_time() - started < 3


def test_a_version_belongs_to_the_name_before_it() -> None:
    tool = FoundName(
        start=4,
        end=14,
        surface="Pay Bridge",
        name="Pay Bridge",
        type=EntityType.TECHNOLOGY,
        confidence=0.5,
        reasons=(),
        method="head",
    )
    text = "Use Pay Bridge v2 now."
    (name,) = with_identifiers(Findings(names=(tool,)), text, identifiers(text)).names
    assert (name.surface, name.name) == ("Pay Bridge v2", "Pay Bridge v2")


@pytest.mark.parametrize("text", ["set `CACHE_TTL=24`", "export CACHE_TTL=24"])
def test_a_variable_is_its_name_without_the_value(text: str) -> None:
    assert [text[span.start : span.end] for span in identifiers(text)] == ["CACHE_TTL"]
