"""A text that was taken away is known again however it is dressed up, and no other text is taken for it."""

from datetime import UTC, datetime

import pytest

from graph.intake.rejected_text import EVERYWHERE, IN_LATIN, as_it_looks, look_alike_rows, rejection_key, relation_key

SAID = "The safe at Acme Corp. opens with 4711."


def key(text: str, *, user_id: str = "u", speaker: str | None = None, session_id: str | None = None) -> str:
    return rejection_key(user_id, text, speaker=speaker, session_id=session_id, occurred_at=None)


@pytest.mark.parametrize(
    "dressed_up",
    ["T\x07he safe at Acme\x7f Corp.\topens\x00 with 4711.",
     "the SAFE at acme corp opens with 4711", "The safe at Acme Corp.  opens\nwith 4711 !",
     "Ｔhe safe at Acme Corp. opens with ４７１１.", "The sa\u200bfe at Ac\u00adme Corp. opens\ufe0f with 4711.",
     "The s\u0430fe at \u0410cme \u0421\u043erp. opens with 4711.",
     "The safe at \ua4eecme \u13dforp. \u0585pe\u0578s with 4711.",
     "The \ua731afe at \u13aacme Corp. opens with 4711.", "The safe at Acme Corp.\u2062 opens with 47\u061c11."],
)  # fmt: skip
def test_a_text_that_looks_the_same_has_the_same_key(dressed_up: str) -> None:
    assert key(dressed_up) == key(SAID)


@pytest.mark.parametrize(
    "other", ["The safe at Acme Corp. opens with 4712.", "The safe of Acme Corp. opens with 4711."]
)
def test_another_text_and_another_user_have_another_key(other: str) -> None:
    assert key(other) != key(SAID)
    assert key(SAID, user_id="v") != key(SAID)
    assert "4711" not in key(SAID)


def test_a_turn_is_known_in_its_talk_alone() -> None:
    in_talk = [key("ok", speaker="Ken", session_id=session) for session in ("a", "b")]
    assert len({*in_talk, key("ok"), key("ok", speaker="Tom", session_id="a")}) == 4
    at = datetime(2026, 6, 1, tzinfo=UTC)
    exported = {
        rejection_key("u", "ok", speaker="Ken", session_id=session, occurred_at=at) for session in ("a", "a renamed")
    }
    assert len(exported) == 1


@pytest.mark.parametrize(
    "row", [*look_alike_rows(EVERYWHERE), *look_alike_rows(IN_LATIN)], ids=lambda row: f"U+{ord(row[0]):04X}"
)
def test_a_sign_that_looks_like_another_stands_for_it(row: tuple[str, str, str]) -> None:
    sign, like, example = row
    assert sign in example
    assert as_it_looks(example) == as_it_looks(example.replace(sign, like))


def test_words_of_another_script_are_no_latin_words() -> None:
    assert as_it_looks("הולך") != as_it_looks("הןלך")
    assert as_it_looks("ΝΕΑ") == as_it_looks("νεα")


def test_a_relation_is_known_by_its_type_and_ends_and_a_symmetric_one_from_either() -> None:
    leads = relation_key("u", "LEADS", "Ken", "Mia", symmetric=False)
    assert leads == relation_key("u", "LEADS", "KEN ", "\u041cia", symmetric=False)
    assert leads != relation_key("u", "LEADS", "Mia", "Ken", symmetric=False)
    assert relation_key("u", "KNOWS", "Ken", "Mia", symmetric=True) == relation_key(
        "u", "KNOWS", "Mia", "Ken", symmetric=True
    )
    assert len({leads, relation_key("v", "LEADS", "Ken", "Mia", symmetric=False), key("Ken leads Mia")}) == 3
