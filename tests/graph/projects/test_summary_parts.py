"""The pure parts of summaries and hand-overs: which sentences are chosen, what is a decision, what is still open."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.lifecycle.kinds.wordings import is_decision
from graph.lifecycle.word_tables import WordRow, word_rows
from graph.projects.summaries.selection import Sentence, chosen
from graph.projects.tasks import is_open


def sentence(words: str, tokens: int = 5, *, importance: float = 5, entities: str = "", seed: int = 0) -> Sentence:
    vector = np.random.default_rng(seed).normal(size=8).astype(np.float32)
    return Sentence(
        tokens=tokens, importance=importance, talk="t", words=frozenset(words.split()),
        entities=frozenset(entities.split()), asks=False, vector=(vector / np.linalg.norm(vector)).astype(np.float32),
    )  # fmt: skip


@given(
    st.lists(
        st.builds(
            sentence, st.text("abcdef ", max_size=30), st.integers(1, 20), entities=st.text("xyz ", max_size=5),
            seed=st.integers(0, 9),
        ),
        max_size=20,
    ),
    st.integers(0, 60),
)  # fmt: skip
def test_what_is_chosen_fits_the_budget_and_stands_in_its_order(sentences: list[Sentence], budget: int) -> None:
    places = chosen(sentences, budget)
    assert places == sorted(set(places))
    assert sum(sentences[place].tokens for place in places) <= budget


def test_what_says_the_same_is_not_chosen_twice() -> None:
    one = sentence("budget approved board meeting", entities="board")
    other = sentence("roof repaired crew monday", entities="crew", seed=3)
    assert chosen([one, one, other], 10) == [0, 2]


def test_of_many_that_say_the_same_one_is_chosen() -> None:
    assert chosen([sentence("budget approved board meeting")] * 4, 40) == [0]


def test_the_sentence_that_names_more_is_chosen() -> None:
    assert chosen([sentence("a b c d"), sentence("e f g h", entities="crew roof")], 5) == [1]


def test_a_statement_goes_before_a_question() -> None:
    asked = replace(sentence("a b c d"), asks=True)
    assert chosen([asked, sentence("e f g h")], 5) == [1]


def test_the_more_important_of_two_is_chosen() -> None:
    assert chosen([sentence("a b c d", importance=1), sentence("e f g h", importance=9)], 5) == [1]


def test_a_sentence_without_a_vector_is_no_obstacle() -> None:
    bare = Sentence(
        tokens=2, importance=5, talk="", words=frozenset("abc"), entities=frozenset(), asks=False, vector=None
    )
    assert chosen([bare], 5) == [0]


@pytest.mark.parametrize("row", list(word_rows("decisions")), ids=lambda row: row.word)
def test_each_wording_of_a_decision_is_found_in_its_example(row: WordRow) -> None:
    assert is_decision(row.example) == (row.kind not in {"open", "wish"})


@pytest.mark.parametrize(
    "text",
    [
        "The roses are in bloom.",
        "会議は三時から。",
        "Are you undecided?",
        "We moved to Berlin and switched trains in Prague.",
        "Agreed, nature is so inspiring!",
        "The report takes 6 s instead of 70 s.",
        "ADR-014 did not consider eviction.",
        "足は大変なことになった。",
        "買い物は予算を決めている。",
    ],
)
def test_what_decides_nothing_is_no_decision(text: str) -> None:
    assert not is_decision(text)


@pytest.mark.parametrize(
    ("decides", "leaves_open"),
    [
        ("The picnic is postponed to July.", "Is the picnic postponed to July?"),
        ("The picnic is postponed to July.", "The picnic might be postponed to July."),
        ("We don’t sell it: decided.", "We haven’t decided."),
        ("発表会は六月に延期。", "発表会は六月に延期しますか？"),
        ("発表会は六月に延期。", "発表会は六月に延期かもしれない。"),
        ("担当は健太に決まった。", "担当はまだ決まっていない。"),
    ],
)
def test_a_sentence_that_asks_or_leaves_things_open_decides_nothing(decides: str, leaves_open: str) -> None:
    assert is_decision(decides)
    assert not is_decision(leaves_open)
    assert is_decision(f"{leaves_open} {decides}")


def test_a_gap_ends_with_its_sentence() -> None:
    assert is_decision("Backups move from tape to disk.")
    assert not is_decision("The backups move from tape. It belongs to Ken.")


def test_a_label_stands_where_a_line_begins() -> None:
    assert is_decision("Minutes\n- **Decision**: oak")
    assert is_decision("【決定】入口は北側だけ")
    assert not is_decision("A hard decision, and a long day.")


def test_a_category_or_tag_says_that_it_is_a_decision() -> None:
    assert is_decision("Blue.", category="work/decisions")
    assert is_decision("青にする。", tags=("決定事項",))


@pytest.mark.parametrize("row", list(word_rows("tasks", "graph.projects")), ids=lambda row: row.word)
def test_each_wording_says_whether_something_is_open(row: WordRow) -> None:
    assert is_open(row.example) == (row.kind == "open")


def test_what_was_to_be_done_and_is_done_is_not_open() -> None:
    assert not is_open("TODO order filters: is done")
    assert not is_open("The roses are in bloom.")
