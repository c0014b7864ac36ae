"""What amounts are called, how they stand in a text, and that no text of digits takes long."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.lang.en.amounts import amounts as english
from extraction.lang.ja.amounts import amounts as japanese
from extraction.lang.shared.amounts import Spot
from extraction.names.forms.name_forms import name_forms
from extraction.names.keys import name_key
from extraction.question.asked_amounts import asked_amounts
from graph.model.reading.amount_names import MONEY, UNITS, amount_value, exclude, is_amount
from graph.model.types import EntityType

Read = Callable[[str], Iterator[Spot]]

READERS: dict[str, Read] = {"en": english.find_amounts, "ja": japanese.find_amounts}
ROWS = [
    tuple(line.split("\t"))
    for line in (Path(__file__).parent / "amounts_table.tsv").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("language", "text", "names"), ROWS, ids=[row[1] for row in ROWS])
def test_a_text_is_read_as_the_amounts_a_person_reads_in_it(language: str, text: str, names: str) -> None:
    read = [amount.name for _, _, amount in READERS[language](text)]
    assert read == ([] if names == "-" else names.split("; "))


@pytest.mark.parametrize(("language", "text", "names"), ROWS, ids=[row[1] for row in ROWS])
def test_what_is_read_is_known_by_its_name_alone(language: str, text: str, names: str) -> None:
    for _, _, amount in READERS[language](text):
        read = amount_value(amount.name)
        assert read is not None
        assert read.exact == amount.is_exact
        assert (amount.subtype == MONEY) == read.unit[:3].isupper() or read.unit[:3] in UNITS


def test_a_third_of_what_the_table_reads_is_nothing() -> None:
    assert len(ROWS) >= 120
    assert 3 * sum(names == "-" for *_, names in ROWS) >= len(ROWS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We paid 3 million yen.", "300万円を払った。"),
        ("It costs $1,200.", "1200ドルです。"),
        ("It is 2.30 km away.", "2.3キロメートルです。"),
        ("about 30 percent", "約3割"),
        ("between 10 and 20 kg", "10～20㎏"),
    ],
)
def test_equal_amounts_have_one_name_in_both_languages(one: str, other: str) -> None:
    (first,), (second,) = english.find_amounts(one), japanese.find_amounts(other)
    assert first[2] == second[2]


NAMES = [
    *("JPY 3000", "JPY 30000", "about JPY 3000", "JPY 3000/month", "JPY 3000–30000", "at least JPY 3000", "USD 3000"),
    *("5 kg", "5 km", "minus 5 °C", "5 °C", "5 °F", "5 %", "5 m", "5 m2", "5 m/s", "5 km/h", "5 kW", "5 MW", "5 mi"),
    *("1.5 kg", "15 kg", "1–5 kg", "USD 5 each", "USD 5/person", "5 h", "5 ha"),
]


def test_names_that_say_something_else_have_keys_of_their_own() -> None:
    assert all(map(is_amount, NAMES))
    assert len({name_key(name) for name in NAMES}) == len(NAMES)
    assert len({name_key(f"5 {unit}") for unit in UNITS}) == len(UNITS)


@pytest.mark.parametrize("name", ["JPY 3000", "about 65 kg", "10–20 kg", "USD 1200/month", "minus 5 °C", "30 %"])
def test_an_amount_has_no_forms_by_which_it_could_be_near_another(name: str) -> None:
    assert name_forms(name, EntityType.CONCEPT, name) is None


@pytest.mark.parametrize(
    "name", ["ISO 9001", "RFC 9457", "Level 5", "5 apples", "JPY", "3000", "JPY 5 kg", "", "5 kgs"]
)
def test_other_names_are_no_amounts(name: str) -> None:
    assert not is_amount(name)


def test_only_exact_amounts_of_one_unit_exclude_each_other() -> None:
    assert exclude("JPY 3000", "JPY 30000")
    others = ["JPY 3000", "about JPY 30000", "USD 30000", "JPY 30000/month", "at least JPY 4000", "JPY 1–2", "rent"]
    assert not any(exclude("JPY 3000", other) for other in others)


@pytest.mark.parametrize(
    ("question", "language", "key"),
    [
        ("What cost 3 million yen?", "en", "jpy3000000"),
        ("300万円かかったのは何？", "ja", "jpy3000000"),
        ("約300万円かかったのは何？", "ja", "jpy3000000"),
        ("Which laptop has 16 GB?", "en", "16 gb"),
    ],
)
def test_a_question_asks_for_an_amount_by_its_key(question: str, language: str, key: str) -> None:
    assert key in {candidate.key for candidate in asked_amounts(question, language)}


HOSTILE = st.text(
    alphabet=st.one_of(
        st.sampled_from("0123456789.,-–~+%$€£¥円万億千百十一二三kgmKMe約以上 \n"),
        st.sampled_from("０１２３４５６７８９．，￥〜"),
        st.sampled_from("٠١٢٣٤٥٦٧٨٩۱۲۳"),
        st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF, categories=("Cs",)),
        st.characters(),
    ),
    max_size=200,
)
PIECES = st.lists(
    st.one_of(
        HOSTILE,
        st.sampled_from(
            [
                *(
                    "$",
                    "1e400",
                    "3 million",
                    "yen",
                    "dollars",
                    " kg",
                    "kg",
                    "from ",
                    " to ",
                    "about ",
                    "between ",
                    " and ",
                )
            ]
        ),
        st.sampled_from(
            [*("約", "万円", "から", "以上", "キロ", "月", "時速", "1人", "三百", "億", "度", "ポンド", "割")]
        ),
        st.integers(min_value=0, max_value=10**30).map(str),
    ),
    max_size=12,
).map("".join)


@given(PIECES, st.sampled_from(["en", "ja"]))
def test_offsets_are_true_and_nothing_breaks_whatever_is_written(text: str, language: str) -> None:
    end = 0
    for start, stop, amount in READERS[language](text):
        assert end <= start < stop <= len(text)
        assert is_amount(amount.name)
        assert text[start:stop].strip()
        end = stop


LONG = 50_000
"""Characters: fifty times what a chunk has; a reader that looked at all of them from each would take minutes."""


@pytest.mark.slow
@pytest.mark.parametrize("language", READERS)
@pytest.mark.parametrize(
    "piece",
    [
        *("9", "１", "٣", "9,", "9.", "9 ", "1e9", "一", "千", "1万", "$", "$1", "-1", "1-", "1〜", "about ", "one "),
        *("one million ", "a hundred ", "\ud800", "5 kg ", "5キロ", "約", "月1円", " ", "between 1 and "),
    ],
)
def test_a_long_row_of_any_digits_is_read_in_bounded_time(piece: str, language: str) -> None:
    text = (piece * (LONG // len(piece) + 1))[:LONG]
    assert all(is_amount(amount.name) for _, _, amount in READERS[language](text))
