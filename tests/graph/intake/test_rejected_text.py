"""A text that was taken away is known again however it is dressed up, and no other text is taken for it."""

from datetime import UTC, datetime

import pytest

from graph.intake.rejected_text import as_it_looks, look_alike_rows, rejection_key

SAID = "The safe at Acme Corp. opens with 4711."


def key(text: str, *, user_id: str = "u", speaker: str | None = None, session_id: str | None = None) -> str:
    return rejection_key(user_id, text, speaker=speaker, session_id=session_id, occurred_at=None)


@pytest.mark.parametrize(
    "dressed_up",
    ["the SAFE at acme corp opens with 4711", "The safe at Acme Corp.  opens\nwith 4711 !",
     "Ｔhe safe at Acme Corp. opens with ４７１１.", "The sa\u200bfe at Ac\u00adme Corp. opens\ufe0f with 4711.",
     "The s\u0430fe at \u0410cme \u0421\u043erp. opens with 4711."],
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


@pytest.mark.parametrize("row", look_alike_rows(), ids=lambda row: f"U+{ord(row[0]):04X}")
def test_a_sign_that_looks_like_another_stands_for_it(row: tuple[str, str, str]) -> None:
    sign, like, example = row
    assert sign in example
    assert as_it_looks(example) == as_it_looks(example.replace(sign, like))
