"""Exact text and regular expressions: where they stand, page after page, and in the time there is."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from graph.browse.browsing import MemoryBrowser
from graph.db.filters import filter_row
from graph.db.rows import NEVER
from graph.db.store import Store
from graph.errors import Invalid
from graph.knowledge import Knowledge
from graph.model.draft import Draft
from graph.model.filters import Filters
from graph.model.recalled import Hit, Mode, Recalled
from tests.live.test_finding import many
from tests.live.test_forgetting import remembered
from tests.live.watched_store import WatchedStore


class TardyStore(WatchedStore):
    """A store whose every read takes three seconds of its own clock."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner, lambda _: None)
        self.now_s = 0.0

    def read(self, name: str, /, **params: object) -> list[dict[str, Any]]:
        self.now_s += 3.0
        return super().read(name, **params)


def all_pages(page: Callable[[str | None], Recalled]) -> tuple[list[Hit], list[str | None]]:
    """The hits of all pages, and the note of each page."""
    hits: list[Hit] = []
    notes: list[str | None] = []
    cursor = None
    while not notes or cursor is not None:
        recalled = page(cursor)
        hits += recalled.hits
        notes.append(recalled.note)
        cursor = recalled.next_cursor
    return hits, notes


def test_exact_text_is_found_with_its_lines(light: Knowledge, user_id: str) -> None:
    text = "First line\nsecond (a+b)* line\r\n\nThe SECOND one\nlast"
    one = remembered(light, user_id, [Draft(text=text), Draft(text="Something else")])[0]
    found = light.content(user_id, "second").hits
    assert [(hit.memory.id, [line.number for line in hit.lines]) for hit in found] == [(one, [2, 4])]
    in_brackets = light.content(user_id, "(A+B)*").hits
    assert [line.text for hit in in_brackets for line in hit.lines] == ["second (a+b)* line"]
    by_pattern = light.content(user_id, r"^(first|last)\b", regex=True).hits
    assert [[line.number for line in hit.lines] for hit in by_pattern] == [[1, 5]]
    hit = light.recall(user_id, "second (a", mode=Mode.CONTENT).hits[0]
    assert text[hit.start : hit.end].lower() == "second (a"


def test_exact_text_in_any_script_is_found(light: Knowledge, user_id: str) -> None:
    texts = (
        "会議は渋谷で。予算は３億円",
        "İstanbul ve ISPARTA",
        "😀🎉 party",
        "مرحبا بالعالم",
        "ﬁne ligature",
        "Straße",
    )
    ids = remembered(light, user_id, [Draft(text=text) for text in texts])
    for part, place in (("渋谷", 0), ("３億", 0), ("isparta", 1), ("🎉", 2), ("بالع", 3), ("ﬁne", 4), ("straße", 5)):
        (hit,) = light.content(user_id, part).hits
        assert (hit.memory.id, hit.text.lower()) == (ids[place], part), part
        assert hit.size_bytes == len(texts[place].encode())
        assert texts[place][hit.start : hit.end] == hit.text
    assert {hit.size_bytes for hit in light.recall(user_id, "party").hits} >= {len("😀🎉 party".encode())}


def test_a_text_that_runs_over_lines_is_found_where_it_begins(light: Knowledge, user_id: str) -> None:
    text = "One\nTwo\nthree\r\ntwo\nTHREE\nfour"
    remembered(light, user_id, [Draft(text=text), Draft(text="Two three")])
    for part, numbers in (("two\nthree", [2, 4]), ("\nfour", [5]), ("three\r\ntwo", [3]), ("three\ntwo", [])):
        hits = light.content(user_id, part).hits
        assert [line.number for hit in hits for line in hit.lines] == numbers, part
        assert all(text[hit.start : hit.end].lower() == part for hit in hits)
    assert light.content(user_id, "two\nthree", regex=True).hits == ()


def test_a_hit_of_exact_text_names_its_chunk_and_stands_where_it_says(light: Knowledge, user_id: str) -> None:
    text = (
        "İİİ opens\n\n" + "\n\n".join(f"Paragraph {n} tells of Ada{n} Byron." for n in range(40)) + "\n\nİ Needle end"
    )
    one = remembered(light, user_id, [Draft(text=text)])[0]
    for regex in (False, True):
        (hit,) = light.content(user_id, "needle", regex=regex).hits
        assert (hit.text, text[hit.start : hit.end]) == ("Needle", "Needle")
        assert hit.chunk_id == f"{one}.{light.show(user_id, one).chunks - 1:04}"
        assert hit.chunk_id != f"{one}.0000"
    assert light.content(user_id, "opens").hits[0].chunk_id == f"{one}.0000"
    (line,) = light.content(user_id, "^.*needle end$", regex=True).hits
    assert line.text == "İ Needle end"


@pytest.mark.parametrize("regex", [False, True])
def test_exact_text_that_is_continued_gives_everything_exactly_once_newest_first(
    regex: bool, light: Knowledge, user_id: str
) -> None:
    drafts = many()
    ids = remembered(light, user_id, drafts)
    wanted = {identity for identity, draft in zip(ids, drafts, strict=True) if "Ada3" in draft.text}
    for limit in (1, 4, 200):
        hits, _ = all_pages(lambda cursor, most=limit: light.content(
            user_id, "ada3", regex=regex, limit=most, cursor=cursor
        ))  # fmt: skip
        assert sorted(hit.memory.id for hit in hits) == sorted(wanted), limit
        newest_first = sorted(hits, key=lambda hit: (hit.memory.created_at, hit.memory.id), reverse=True)
        assert newest_first == hits
    cursor = light.content(user_id, "ada3", regex=regex, limit=1).next_cursor
    assert cursor is not None
    for pattern, other in (("ada2", regex), ("ada3", not regex)):
        with pytest.raises(Invalid, match="cursor"):
            light.content(user_id, pattern, regex=other, cursor=cursor)
    with pytest.raises(Invalid, match="cursor"):
        light.content(user_id, "ada3", regex=regex, filters=Filters(project="p1"), cursor=cursor)


def test_a_scan_that_takes_long_gives_what_it_found_and_goes_on(
    store: Store, light: Knowledge, user_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graph.browse.browsing._PAGE", 2)
    drafts = many(20)
    ids = remembered(light, user_id, drafts)
    wanted = {identity for identity, draft in zip(ids, drafts, strict=True) if "Ada3" in draft.text}
    tardy = TardyStore(store)
    browsing = MemoryBrowser(tardy, lambda: tardy.now_s)
    hits, notes = all_pages(lambda cursor: browsing.content(user_id, "ada3", Filters(), 50, cursor, regex=True))
    assert sorted(hit.memory.id for hit in hits) == sorted(wanted)
    assert len(notes) == 3
    assert all(note and "Time ran out" in note for note in notes[:-1])
    assert notes[-1] is None


@pytest.mark.parametrize(
    "pattern",
    ["(", "[a", "*", "(?P<x", "\\", "a{2,1}", "(?<=a+)b(", "((a{999}){99}){9}", "a{99999}", "(?=.*a)", r"(a)\1", "a++",
     "(?R)", "(a|(?1))b", "(?P<x>a(?&x)?)", "(?:.{1,100}){1,9}x", r"[\W]"],
)  # fmt: skip
def test_a_pattern_that_is_none_is_refused(pattern: str, light: Knowledge, user_id: str) -> None:
    with pytest.raises(Invalid, match="pattern"):
        light.content(user_id, pattern, regex=True)


@pytest.mark.parametrize("pattern", ["", "   ", "x" * 1001, "a\x00b", "\ud800"])
def test_a_text_to_find_has_bounds(pattern: str, light: Knowledge, user_id: str) -> None:
    with pytest.raises(Invalid):
        light.content(user_id, pattern)


@pytest.mark.parametrize("pattern", [r"^((a|aa|a?)+)+b$", "(a|a)*b", "((a+)+)+c", r"a((?:.{1,9}){1,9})+\b\B"])
def test_a_pattern_that_would_explode_by_backtracking_is_answered(pattern: str, light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, [Draft(text="a" * 5000 + "!")])
    assert light.content(user_id, pattern, regex=True).hits == ()


def test_a_pattern_too_slow_for_its_texts_is_the_callers_to_mend(store: Store, light: Knowledge, user_id: str) -> None:
    remembered(light, user_id, [Draft(text="a" * 900_000)])
    with pytest.raises(Invalid, match="takes too long"):
        light.content(user_id, "a.{1,250}b", regex=True)
    minutes = count(step=60.0)
    with pytest.raises(Invalid, match="takes too long"):
        MemoryBrowser(store, lambda: next(minutes)).content(user_id, "a", Filters(), 9, None, regex=True)


def test_long_memories_are_searched_whole_and_not_all_at_once(store: Store, light: Knowledge, user_id: str) -> None:
    long = [Draft(text=f"needle {n}\n" + "a" * 900_000) for n in range(6)]
    ids = remembered(light, user_id, [*long, Draft(text="a needle at the end")])
    for regex in (False, True):
        found = light.content(user_id, "needle", regex=regex, limit=50)
        assert sorted(hit.memory.id for hit in found.hits) == sorted(ids)
    rows = store.read(
        "memory/texts",
        user_id=user_id, filters=filter_row(Filters()), needle=None, after=NEVER, after_id="~", limit=500,
        most=2_000_000,
    )  # fmt: skip
    assert 1 < len(rows) < len(ids)
    assert rows[-1]["more"]
