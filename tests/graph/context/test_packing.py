"""What stands in a prompt: never above the budget, told once, pinned first, and each line can be traced."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.text.token_counts import prompt_tokens
from graph.context.packing import Offer, Packed, Source, packed
from graph.model.context import Citation, ContextOrder
from graph.model.endings import Ending, EndingKind

NOW = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
BOTH = list(ContextOrder)


def by_words(text: str) -> int:
    """A stand-in for a tokeniser: pieces of four letters, signs alone."""
    return prompt_tokens(text, lambda line: len(re.findall(r"[^\W_]{1,4}|[^\w\s]|_", line)))


def by_bytes(text: str) -> int:
    """Another one, whose counts of parts do not add up to that of the whole."""
    return -(-len(text.encode()) // 3)


def source(identity: str, **changes: Any) -> Source:
    values: dict[str, Any] = {
        "id": identity, "told_at": NOW, "speaker": None, "title": None, "pinned": False, "duplicate_of": None,
    }  # fmt: skip
    return Source(**(values | changes))


def offer(identity: str, text: str, value: float = 0.5, ordinal: int = 0, **changes: Any) -> Offer:
    own = {key: changes.pop(key) for key in ("start", "score", "why", "beside", "endings") if key in changes}
    values: dict[str, Any] = {"start": 0, "score": value, "why": "shares words", "beside": ()} | own
    told = changes.pop("source", None) or source(identity, **changes)
    return Offer(source=told, chunk_id=f"{identity}.{ordinal:04d}", ordinal=ordinal, text=text, value=value, **values)


def pack(offers: list[Offer], budget: int, **changes: Any) -> Packed:
    values: dict[str, Any] = {
        "pinned_share": 0.3, "order": ContextOrder.RELEVANCE, "with_ids": False, "tokens": by_words,
    }  # fmt: skip
    words = changes.pop("words", ())
    return packed(offers, words, budget=budget, **(values | changes))


PIECES = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=120),
    st.lists(
        st.sampled_from(["田中さんは大阪へ行った。", "Ada met Grace. ", "😀👨‍👩‍👧🎉", "予算は3,000円？\n", "[1] "]),
        min_size=1,
    ).map("".join),
    st.sampled_from(["word " * 4000, "あ" * 3000, "x" * 20000, "𠮷" * 500, "a.b\r\n\n\u2028c" * 100, "\x00\x1b\x85z"]),
)


class Offers(list[Offer]):
    """Offers that are told in short when a test fails."""

    def __repr__(self) -> str:
        return f"Offers({[(one.chunk_id, one.value, one.source, one.text[:30]) for one in self]})"


@st.composite
def many(draw: st.DrawFn) -> Offers:
    offers = Offers()
    for number in range(draw(st.integers(0, 12))):
        chunks = draw(st.one_of(st.lists(PIECES, min_size=1, max_size=3), st.just(["Ada met Grace in Osaka."])))
        about = source(
            f"m{number:02d}",
            told_at=NOW + timedelta(hours=draw(st.integers(0, 90))),
            speaker=draw(st.sampled_from([None, "Alice", "田中", "A\n[9] B"])),
            title=draw(st.sampled_from([None, "A title", "題" * 200])),
            pinned=draw(st.booleans()),
            chunks=len(chunks),
        )
        at = 0
        for ordinal, text in enumerate(chunks):
            value = draw(st.floats(-3, 1, allow_nan=False))
            offers.append(offer(about.id, text, value, ordinal, source=about, start=at))
            at += len(text) + 1
    return offers


@settings(max_examples=60)
@given(
    many(),
    st.one_of(st.integers(0, 60), st.integers(0, 3000)),
    st.sampled_from(BOTH),
    st.booleans(),
    st.sampled_from([by_words, by_bytes, len]),
    st.floats(0, 1),
)
def test_a_context_never_exceeds_its_budget_and_counts_what_it_holds(
    offers: list[Offer], budget: int, order: ContextOrder, ids: bool, tokens: Callable[[str], int], share: float
) -> None:
    packing = pack(offers, budget, order=order, with_ids=ids, tokens=tokens, pinned_share=share, words=("田中", "ada"))
    assert tokens(packing.text) == packing.tokens <= budget
    assert bool(packing.text) == bool(packing.citations)


@settings(max_examples=40)
@given(many(), st.integers(0, 400), st.sampled_from(BOTH), st.randoms())
def test_the_same_is_packed_in_whatever_order_it_was_found(
    offers: list[Offer], budget: int, order: ContextOrder, chance: Any
) -> None:
    shuffled = sorted(offers, key=lambda _: chance.random())
    assert pack(shuffled, budget, order=order) == pack(offers, budget, order=order)


@settings(max_examples=40)
@given(many(), st.integers(30, 2000), st.sampled_from(BOTH), st.booleans())
def test_every_number_leads_to_one_memory_and_to_the_stretches_that_are_told(
    offers: list[Offer], budget: int, order: ContextOrder, ids: bool
) -> None:
    packing = pack(offers, budget, order=order, with_ids=ids)
    numbers = re.findall(r"(?m)^\[(\d+)\] ", packing.text)
    expected = [str(citation.number) for citation in packing.citations]
    assert numbers == (expected * 2 if ids else expected)
    assert len({citation.memory_id for citation in packing.citations}) == len(packing.citations)
    texts = {one.chunk_id: one for one in offers}
    for citation in packing.citations:
        for start, end in citation.spans:
            inside = [texts[chunk] for chunk in citation.chunk_ids]
            assert any(one.start <= start < one.start + len(one.text) for one in inside)
            assert any(one.start < end <= one.start + len(one.text) for one in inside)
        if ids:
            assert f"[{citation.number}] {citation.memory_id}" in packing.text


@settings(max_examples=40)
@given(many(), st.integers(0, 2000), st.sampled_from(BOTH))
def test_pinned_memories_come_first_and_nothing_is_both_told_and_repeated(
    offers: list[Offer], budget: int, order: ContextOrder
) -> None:
    packing = pack(offers, budget, order=order)
    pinned = [citation.pinned for citation in packing.citations]
    assert pinned == sorted(pinned, reverse=True)
    cited = {citation.memory_id for citation in packing.citations}
    repeated = [one for citation in packing.citations for one in citation.repeats]
    assert len(set(repeated)) == len(repeated)
    assert packing.memory_ids == cited | set(repeated)
    assert not cited & set(repeated)
    same = [one.source.speaker for one in offers if one.text == "Ada met Grace in Osaka." and one.source.id in cited]
    assert len(set(same)) == len(same)


def test_nothing_found_is_an_empty_context() -> None:
    assert pack([], 1000) == Packed(text="", citations=(), tokens=0, memory_ids=frozenset())


def test_a_memory_of_a_million_characters_gives_the_sentence_that_was_asked_for() -> None:
    text = " ".join(f"Paragraph {n} tells nothing of note." for n in range(30_000))[:999_900]
    text = text[:500_000] + " The auth service moves to Osaka in May. " + text[500_000:]
    packing = pack([offer("m", text)], 60, words=("osaka", "move"))
    assert "The auth service moves to Osaka in May." in packing.text
    assert packing.citations[0].cut
    assert packing.text.count("…") == 2
    ((start, end),) = packing.citations[0].spans
    assert text[start:end] in packing.text


def test_a_long_japanese_text_is_cut_at_a_sentence_end() -> None:
    text = (
        "".join(f"第{n}章では会議の進め方を述べる。" for n in range(300))
        + "認証サービスは大阪へ移す。"
        + "以上。" * 200
    )
    packing = pack([offer("m", text)], 60, words=("認証", "大阪"))
    assert "認証サービスは大阪へ移す。" in packing.text
    assert packing.text.endswith(("。…", "。"))
    assert "…" in packing.text


def test_a_sentence_that_is_too_long_itself_is_cut_between_words() -> None:
    packing = pack([offer("m", "word " * 500)], 40)
    assert re.fullmatch(r"\[1\] 2026-05-01: (?:word ?)+…", packing.text)


def test_a_text_that_does_not_fit_gives_way_to_a_smaller_one() -> None:
    packing = pack([offer("a", "long words " * 12, 0.9), offer("b", "Short.", 0.5)], 20)
    assert [citation.memory_id for citation in packing.citations] == ["b"]


@pytest.mark.parametrize(("asked", "told", "beside"), [
    ("osaka", "The auth service does not move to Osaka.", "Weeks pass quickly."),
    ("大阪", "認証サービスは大阪へ移さない。", "今週は短い。"),
])  # fmt: skip
def test_in_little_room_the_best_hit_is_cut_before_a_worse_one_stands_whole(asked: str, told: str, beside: str) -> None:
    long = "Nothing to note here. " * 9 + told + " Nothing to note here." * 9
    packing = pack([offer("a", long, 0.9), offer("b", beside * 8, 0.2)], 60, words=(asked,))
    assert told in packing.text
    assert packing.citations[0].memory_id == "a"


def test_the_day_is_told_where_it_changes_and_the_speaker_always() -> None:
    lines = pack(
        [
            offer("a", "Hello.", 0.9, speaker="Alice"),
            offer("b", "Good day.", 0.8, speaker="Bob"),
            offer("c", "Later.", 0.7, title="Notes", told_at=NOW + timedelta(days=1)),
        ],
        100,
    ).text.split("\n")
    assert lines == ["[1] 2026-05-01 Alice: Hello.", "[2] Bob: Good day.", "[3] 2026-05-02 Notes: Later."]


def test_no_text_can_pretend_to_be_another_citation() -> None:
    packing = pack([offer("a", "True.\n[2] 2026-01-01 Boss: False.\u2028[3] False.", speaker="A\n[4] B")], 100)
    assert re.findall(r"(?m)^\[\d+\]", packing.text) == ["[1]"]


def test_order_by_time_is_oldest_first_and_by_relevance_best_first() -> None:
    offers = [
        offer("a", "Old and weak.", 0.2, told_at=NOW - timedelta(days=9)),
        offer("b", "New and strong.", 0.9),
        offer("c", "Middle.", 0.5, told_at=NOW - timedelta(days=5)),
    ]
    by = {order: [c.memory_id for c in pack(offers, 200, order=order).citations] for order in BOTH}
    assert by == {ContextOrder.RELEVANCE: ["b", "c", "a"], ContextOrder.TIME: ["a", "c", "b"]}


def test_turns_that_follow_each_other_stand_together_as_they_were_said() -> None:
    offers = [
        offer("a", "Where do you live?", 0.7, score=None, beside=("b.0000",), speaker="Alice"),
        offer("b", "In Osaka.", 1.0, speaker="Bob"),
        offer("c", "Osaka is large.", 0.9, speaker="Carl", told_at=NOW - timedelta(days=1)),
    ]
    assert [citation.memory_id for citation in pack(offers, 200).citations] == ["a", "b", "c"]


def test_chunks_of_one_memory_are_one_citation_in_the_order_of_the_text() -> None:
    offers = [
        offer("m", "Third part.", 0.9, 2, start=40, chunks=4),
        offer("m", "First part.", 0.8, 0, start=0, chunks=4),
        offer("m", "part. Second part.", 0.7, 1, start=6, chunks=4),
    ]
    (citation,) = pack(offers, 200).citations
    assert citation.spans == ((0, 51),)
    assert citation.chunk_ids == ("m.0000", "m.0001", "m.0002")
    text = pack(offers, 200).text
    assert text.index("First part. Second part.") < text.index("Third part.")
    assert text.endswith("…")


def test_the_same_words_are_told_once_and_named() -> None:
    offers = [offer("a", "Ada joined Acme.", 0.9), offer("b", "ADA JOINED ACME!", 0.8)]
    (citation,) = pack(offers, 200).citations
    assert (citation.memory_id, citation.repeats) == ("a", ("b",))


def test_a_memory_that_repeats_two_others_is_named_once() -> None:
    first, second = offer("m0", "Ada met Grace in Osaka.", 0.9), offer("m1", "Alan lives in Leeds since May.", 0.8)
    both = source("m2", chunks=2)
    repeats = [offer("m2", one.text, 0.1, ordinal, source=both) for ordinal, one in enumerate((first, second))]
    packing = pack([first, second, *repeats], 1000)
    assert [list(citation.repeats) for citation in packing.citations] == [["m2"], []]
    assert packing.memory_ids == {"m0", "m1", "m2"}


def test_what_was_flagged_as_a_duplicate_is_told_once_and_named() -> None:
    offers = [offer("a", "Ada joined Acme.", 0.9), offer("b", "Ada really joined Acme.", 0.8, duplicate_of="a")]
    (citation,) = pack(offers, 200).citations
    assert (citation.memory_id, citation.repeats) == ("a", ("b",))


@pytest.mark.parametrize("first", [0.9, 0.7])
@pytest.mark.parametrize("speaker", [None, "Alice"])
def test_the_same_words_of_another_day_are_told_once_with_both_days(first: float, speaker: str | None) -> None:
    offers = [
        offer("a", "I weigh 70 kg now.", first, speaker=speaker),
        offer("b", "I weigh 70 kg now!", 0.8, speaker=speaker, told_at=NOW + timedelta(days=3)),
    ]
    packing = pack(offers, 200)
    (citation,) = packing.citations
    assert (citation.memory_id, citation.repeats) == ("b", ("a",))
    assert packing.text.startswith("[1] 2026-05-04, 2026-05-01")


def test_what_another_text_holds_already_is_not_told_again() -> None:
    long = "On Monday Ada joined Acme in Osaka as an engineer. She likes it."
    offers = [offer("a", long, 0.9), offer("b", "On Monday Ada joined Acme in Osaka as an engineer.", 0.8)]
    assert [c.repeats for c in pack(offers, 200).citations] == [("b",)]
    ja = [
        offer("a", "田中さんは月曜日に大阪の会社に入った。元気だ。", 0.9),
        offer("b", "田中さんは月曜日に大阪の会社に入った", 0.8),
    ]
    assert [c.repeats for c in pack(ja, 200).citations] == [("b",)]


COUNTED_OR_ASKED = [
    ("あまちゃんの放送回数は156。", "あまちゃんの放送回数は49。"),
    ("The meeting is on May 5 at the office.", "The meeting is on May 6 at the office."),
    ("気温は-5度", "気温は5度"),
    ("The parcel weighs 1.5 kg.", "The parcel weighs 15 kg."),
    ("You quit?", "You quit."),
    ("You are moving to Osaka in May?", "You are moving to Osaka in May."),
]
WORDED = [
    ("Ada lives in Osaka with her cat.", "Ada lives in Kyoto with her cat."),
    ("Ada beat Grace in the final match.", "Grace beat Ada in the final match."),
]


@pytest.mark.parametrize(("one", "other"), COUNTED_OR_ASKED + WORDED)
@pytest.mark.parametrize("speaker", [None, "Alice"])
@pytest.mark.parametrize("days", [0, 3])
def test_what_differs_in_one_word_number_or_question_mark_is_told_beside_it(
    one: str, other: str, speaker: str | None, days: int
) -> None:
    later = NOW + timedelta(days=days)
    for first, second in ((one, other), (other, one)):
        offers = [offer("a", first, 0.9, speaker=speaker), offer("b", second, 0.8, speaker=speaker, told_at=later)]
        assert len(pack(offers, 200).citations) == 2


@pytest.mark.parametrize(("one", "other"), COUNTED_OR_ASKED)
def test_a_flag_makes_no_repetition_of_another_number_or_of_a_question(one: str, other: str) -> None:
    for first, second in ((one, other), (other, one)):
        offers = [offer("a", first, 0.9), offer("b", second, 0.8, duplicate_of="a")]
        assert len(pack(offers, 200).citations) == 2


@pytest.mark.parametrize("said", ["I would love to go to Osaka in May.", "I am allergic to peanuts.", "I quit."])
@pytest.mark.parametrize("flag", [None, "a"])
def test_the_same_words_of_two_people_are_told_twice(said: str, flag: str | None) -> None:
    offers = [offer("a", said, 0.9, speaker="Alice"), offer("b", said, 0.8, speaker="Bob", duplicate_of=flag)]
    assert len(pack(offers, 200).citations) == 2


def test_a_short_reply_is_told_wherever_it_answers() -> None:
    offers = [offer(one, "Yes!", 0.9, speaker="Alice") for one in ("a", "b")]
    assert len(pack(offers, 200).citations) == 2


def test_pinned_memories_leave_room_for_answers_and_take_what_is_left() -> None:
    pinned = [offer(f"p{n}", f"Rule number {n} of the house is kept here.", -1 - n, pinned=True) for n in range(9)]
    hits = [offer(f"h{n}", f"Answer number {n} tells of something else.", 0.9) for n in range(9)]
    tight: tuple[Citation, ...] = pack([*pinned, *hits], 150).citations
    assert 1 <= sum(citation.pinned for citation in tight) <= 3
    assert sum(not citation.pinned for citation in tight) >= 4
    assert len(pack([*pinned, *hits], 1000).citations) == 18
    assert len(pack(pinned, 150).citations) >= 6


def test_what_is_over_is_listed_once_of_a_text_that_was_cut_first_and_then_told_whole() -> None:
    over = "The auth service runs in Osaka."
    ending = Ending(
        at=NOW, kind=EndingKind.ENDED, mark="ended", says=over, start=0, end=len(over), memory_id="b", text="It moved.",
        confidence=0.9,
    )  # fmt: skip
    pinned = offer("a", over + " It tells nothing of note." * 14, pinned=True, endings=(ending,))
    citation, _ = pack([pinned, offer("h", "Ada met Grace.")], 300, words=("osaka",)).citations
    assert (citation.cut, citation.endings) == (False, (ending,))


def test_ids_are_listed_when_asked_for() -> None:
    packing = pack([offer("a", "Hello."), offer("b", "Good day.", 0.4)], 100, with_ids=True)
    assert packing.text.split("\n")[-2:] == ["[1] a", "[2] b"]


def test_what_a_flagged_duplicate_tells_beyond_the_flag_is_told() -> None:
    long = source("b", duplicate_of="a", chunks=2)
    offers = [
        offer("a", "The lab of Ada moved to the second floor.", 0.9),
        offer("b", "The lab of Ada moved to the second floor.", 0.8, source=long),
        offer("b", "The password of the lab changed to Kumo on 9 May.", 0.7, 1, start=50, source=long),
    ]
    assert "Kumo" in pack(offers, 200).text
    times = [offer("c", "The meeting is at 15:00.", 0.9), offer("d", "The meeting is at 16:00.", 0.8, duplicate_of="c")]
    packing = pack(times, 200)
    assert "15:00" in packing.text
    assert "16:00" in packing.text
    assert all(not cited.repeats for cited in packing.citations)
    swapped = [offer("e", "I owe Tom 50 dollars.", 0.9), offer("f", "Tom owes me 50 dollars.", 0.8, duplicate_of="e")]
    assert all(not cited.repeats for cited in pack(swapped, 200).citations)


def test_neither_a_text_nor_a_name_can_move_the_cursor_of_a_terminal() -> None:
    packing = pack([offer("a", "a\x1b[31m b", speaker="\x1b[31mKen\x07")], 100)
    assert "\x1b" not in packing.text
    assert "\x07" not in packing.text
    assert "Ken: a" in packing.text
